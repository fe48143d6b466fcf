//! The formulas of the whiskers on numbers worked out by hand, and mirrored worlds.

use super::*;
use crate::common::shapes::{cases, direction, mirror, mirrored, point, scaled, shape};
use proptest::prelude::*;
use sidestep::range::Parameters;
use sidestep_study::walls::{Strength, WhiskerReading, Whiskers};

/// One whisker straight ahead: a wall that stands 1 m ahead of a body at the origin.
fn ahead(method: WallMethod, strength: Strength, velocity: Vec2, lean: f32) -> Vec2 {
    let shapes = [wall(
        Vec2::new(1.05 + lean, -3.0),
        Vec2::new(1.05 - lean, 3.0),
        0.1,
    )];
    let avoidance = WallAvoidance {
        whiskers: Whiskers {
            count: 1,
            length: 2.0,
            ..Whiskers::for_radius(RADIUS)
        },
        method,
        strength,
        reading: WhiskerReading::Nearest,
    };
    let mut body = moving(Vec2::ZERO, velocity);
    body.mass = 2.0;
    avoidance.push(&body, &obstacles(&shapes)).force
}

const THREE: Strength = Strength::Constant { acceleration: 3.0 };

fn assert_near(force: Vec2, expected: Vec2) {
    assert!(force.distance(expected) < 0.01, "{force} isn't {expected}");
}

#[test]
fn hit_normal_accelerates_towards_the_point_off_the_wall() {
    let push = |offset| ahead(WallMethod::HitNormal { offset }, THREE, Vec2::X, 0.0);
    assert_near(push(2.0), Vec2::new(-6.0, 0.0));
    // The fault of a short offset: the point still lies ahead.
    assert_near(push(0.5), Vec2::new(6.0, 0.0));
}

#[test]
fn additive_bends_the_velocity_and_fails_head_on_at_speed() {
    let push = |velocity| ahead(WallMethod::Additive, THREE, velocity, 0.0);
    // 0.5 m/s + (−1 m): away.
    assert_near(push(Vec2::new(0.5, 0.0)), Vec2::new(-6.0, 0.0));
    // 1.5 m/s + (−1 m): into the wall.
    assert_near(push(Vec2::new(1.5, 0.0)), Vec2::new(6.0, 0.0));
    // At rest the way from the wall alone is left.
    assert_near(push(Vec2::ZERO), Vec2::new(-6.0, 0.0));
}

#[test]
fn cross_is_square_to_the_velocity_and_away_from_the_wall() {
    let push = |lean| ahead(WallMethod::Cross, THREE, Vec2::X, lean);
    assert_near(push(0.3), Vec2::new(0.0, -6.0));
    assert_near(push(-0.3), Vec2::new(0.0, 6.0));
    // Exactly square: passes on the right.
    assert_near(push(0.0), Vec2::new(0.0, -6.0));
}

#[test]
fn the_rising_strength_is_the_inverse_square_up_to_its_cap() {
    let rising = Strength::Rising {
        decay: 2.0,
        cap: 5.0,
    };
    for (distance, strength) in [(2.0, 0.5), (1.0, 2.0), (0.5, 5.0), (1e-30, 5.0), (0.0, 5.0)] {
        assert_eq!(rising.at(distance), strength);
    }
    let force = ahead(WallMethod::Cross, rising, Vec2::X, 0.3);
    assert_near(force, Vec2::new(0.0, -4.0));
}

#[test]
fn nothing_in_reach_is_no_force() {
    for (name, avoidance) in methods() {
        let Some(avoidance) = avoidance else { continue };
        let far = [wall(Vec2::new(2.1, -3.0), Vec2::new(2.1, 3.0), 0.1)];
        let force = avoidance
            .push(&moving(Vec2::ZERO, Vec2::X), &obstacles(&far))
            .force;
        assert_eq!(force, Vec2::ZERO, "{name}");
        assert_eq!(avoidance.check(), Ok(()));
    }
}

proptest! {
    #![proptest_config(cases(500))]

    #[test]
    fn a_mirrored_world_gives_the_mirrored_force(
        parts in prop::collection::vec((shape(), point(2.0), 0.2f32..1.5), 1..4),
        velocity in direction(),
        speed in 0.1f32..SPEED,
        count in 1u32..6,
        sum in any::<bool>(),
    ) {
        let shapes: Vec<Shape> = parts.iter().map(|(shape, _, size)| scaled(shape, *size)).collect();
        let images: Vec<Shape> = shapes.iter().map(mirrored).collect();
        let world: Vec<Obstacle<'_>> = shapes.iter().zip(&parts).zip(0..)
            .map(|((shape, (_, offset, _)), id)| Obstacle { offset: *offset, ..Obstacle::new(id, shape) })
            .collect();
        let image: Vec<Obstacle<'_>> = images.iter().zip(&parts).zip(0..)
            .map(|((shape, (_, offset, _)), id)| Obstacle { offset: mirror(*offset), ..Obstacle::new(id, shape) })
            .collect();
        let body = moving(Vec2::ZERO, velocity * speed);
        let mirror_body = moving(Vec2::ZERO, mirror(velocity * speed));
        for (name, avoidance) in methods() {
            let Some(mut avoidance) = avoidance else { continue };
            avoidance.whiskers.count = count;
            avoidance.reading = if sum { WhiskerReading::Sum } else { WhiskerReading::Nearest };
            // Where two whiskers are equally near, or one stands square on a wall, the right hand
            // is given.
            let hits: Vec<_> = (0..count)
                .filter_map(|whisker| avoidance.whiskers.cast(&body, whisker, &world))
                .collect();
            let tie = hits.iter().enumerate().any(|(index, a)| {
                let square = avoidance.whiskers.direction(&body, a.whisker).perp_dot(a.normal).abs() < 1e-3;
                square || a.distance < 1e-3 || hits[index + 1..].iter().any(|b| (a.distance - b.distance).abs() < 1e-3)
            });
            prop_assume!(!tie);
            let force = avoidance.push(&body, &world).force;
            let mirrored = avoidance.push(&mirror_body, &image).force;
            // A ray that grazes a corner may hit in one world only: then neither decides this.
            let grazes = hits.iter().any(|a| a.normal.dot(avoidance.whiskers.direction(&body, a.whisker)) > -1e-2);
            prop_assume!(!grazes);
            prop_assert!(force.distance(mirror(mirrored)) < 0.02, "{name}: {force} and {mirrored}");
        }
    }
}
