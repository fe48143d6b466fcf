use sidestep::Vec2;
use sidestep::avoid::look_ahead::LookAhead;
use sidestep::avoid::{Memory, Obstacle, Surroundings, Wish};
use sidestep::geometry::{Shape, Side};
use sidestep::motion::Body;

use super::{DT, walk};
use crate::common::{circle, walker};

const RADIUS: f32 = 0.4;

fn runner() -> Body {
    let mut body = Body::new(Vec2::ZERO, RADIUS, 2.0);
    body.velocity = Vec2::new(2.0, 0.0);
    body
}

fn look_ahead_sees(shape: &Shape, reach: f32) -> bool {
    sees(&runner(), shape, reach)
}

fn sees(body: &Body, shape: &Shape, reach: f32) -> bool {
    let wish = Wish {
        reach,
        ..Wish::to_go(body.velocity, DT)
    };
    let obstacles = [Obstacle::new(0, shape)];
    let around = Surroundings::obstacles(&obstacles);
    LookAhead::for_radius(RADIUS)
        .decide(body, &wish, &around, &mut Memory::default())
        .threat
        .is_some()
}

#[test]
fn a_small_circle_is_seen_wherever_it_is_in_the_way() {
    let reach = LookAhead::for_radius(RADIUS).reach(&runner(), 2.0);
    let size = 0.2;
    for part in 1..=50 {
        for beside in -29..=29 {
            let lateral = (size + RADIUS) * beside as f32 / 30.0;
            let place = Vec2::new(reach * part as f32 / 50.0, lateral);
            assert!(
                look_ahead_sees(&circle(place, size), f32::INFINITY),
                "{place}"
            );
        }
    }
}

#[test]
fn what_isnt_in_the_way_is_left_alone() {
    let reach = LookAhead::for_radius(RADIUS).reach(&runner(), 2.0);
    for part in 1..=50 {
        for side in [-1.0, 1.0] {
            let lateral = side * (0.2 + RADIUS) * 1.02;
            let shape = circle(Vec2::new(reach * part as f32 / 50.0, lateral), 0.2);
            assert!(!look_ahead_sees(&shape, f32::INFINITY));
        }
    }
    let beyond = circle(Vec2::new(reach + 0.7, 0.0), 0.2);
    assert!(
        !look_ahead_sees(&beyond, f32::INFINITY),
        "beyond the look-ahead"
    );
    let behind = circle(Vec2::new(-0.7, 0.0), 0.2);
    assert!(!look_ahead_sees(&behind, f32::INFINITY), "behind");
    let after_goal = circle(Vec2::new(2.0, 0.0), 0.2);
    assert!(!look_ahead_sees(&after_goal, 1.2), "behind the goal");
    assert!(look_ahead_sees(&after_goal, 1.6), "at the goal");
}

#[test]
fn an_obstacle_three_times_as_large_as_the_look_ahead_is_seen_and_passed() {
    let look_ahead = LookAhead::for_radius(RADIUS);
    for speed in [1.0, 3.0, 8.0] {
        let body = Body::new(Vec2::ZERO, RADIUS, speed);
        let reach = look_ahead.reach(&body, speed);
        assert!(reach > RADIUS + body.braking_distance(speed));
        let size = 3.0 * reach;
        // Its centre is far beyond the look-ahead; its edge is not.
        let near = 0.98 * reach + RADIUS;
        let mut running = body;
        running.velocity = Vec2::new(speed, 0.0);
        let large = circle(Vec2::new(near + size, 0.3), size);
        assert!(sees(&running, &large, f32::INFINITY), "speed {speed}");
        let center = Vec2::new(size + 2.0 * reach, 0.3);
        let goal = Vec2::new(2.0 * center.x, 0.0);
        let shapes = [circle(center, size)];
        let limit = f64::from(goal.x / speed) * 2.5;
        let walk = walk(&shapes, walker(Vec2::ZERO, goal, RADIUS, speed), DT, limit);
        assert!(
            walk.arrived.is_some(),
            "speed {speed}: ends at {}",
            walk.end()
        );
        assert!(
            walk.deepest <= 0.0,
            "speed {speed}: {} m inside",
            walk.deepest
        );
    }
}

#[test]
fn dead_centre_passes_on_the_side_that_is_the_default() {
    for (direction, size) in [(Vec2::X, 1.0), (Vec2::NEG_Y, 2.0), (Vec2::Y, 0.3)] {
        let agent = walker(Vec2::ZERO, direction * 12.0, RADIUS, 1.5);
        let shapes = [circle(direction * 6.0, size)];
        let walk = walk(&shapes, agent, DT, 30.0);
        let widest = walk
            .places
            .iter()
            .map(|place| direction.perp_dot(*place) * Side::default().sign())
            .fold(0.0, f32::max);
        assert!(
            widest >= size + RADIUS,
            "{direction}: only {widest} m aside"
        );
        assert!(
            walk.arrived.is_some_and(|time| time < 11.0),
            "{:?}",
            walk.arrived
        );
        assert!(walk.deepest <= 0.0);
    }
}

#[test]
fn the_chosen_side_is_kept_until_the_other_is_better_by_the_margin() {
    let look_ahead = LookAhead::for_radius(RADIUS);
    let body = runner();
    let wish = Wish::to_go(body.velocity, DT);
    let mut memory = Memory::default();
    let side = |lateral: f32, memory: &mut Memory| {
        let shape = circle(Vec2::new(2.5, lateral), 0.8);
        let obstacles = [Obstacle::new(0, &shape)];
        let around = Surroundings::obstacles(&obstacles);
        let decision = look_ahead.decide(&body, &wish, &around, memory);
        decision.side.expect("a side")
    };
    // It comes with the obstacle a little to the left, so it passes on the right ...
    assert_eq!(side(0.1, &mut memory), Side::Right);
    // ... and keeps that while the obstacle sways about the middle ...
    for lateral in [-0.05, 0.05, -0.15, 0.1, -0.2] {
        assert_eq!(side(lateral, &mut memory), Side::Right, "{lateral}");
        assert_eq!(
            side(lateral, &mut Memory::default()) == Side::Right,
            lateral > 0.0
        );
    }
    // ... until it is clearly to the right.
    assert_eq!(side(-0.9, &mut memory), Side::Left);
}
