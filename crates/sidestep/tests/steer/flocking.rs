use proptest::prelude::*;
use sidestep::Vec2;
use sidestep::motion::Body;
use sidestep::random::Random;
use sidestep::steer::{self, Neighbor};

use super::body;
use crate::common::shapes::{cases, direction_at, point};

const DT: f32 = 1.0 / 60.0;

/// A group at random places with random velocities.
fn group(count: u64, range: f32) -> Vec<Body> {
    (0..count)
        .map(|index| {
            let mut random = Random::new(5, index);
            let mut place = || random.between(-range, range);
            let mut body = body(Vec2::new(place(), place()));
            body.velocity = direction_at(random.between(0.0, std::f32::consts::TAU)) * 1.5;
            body.face_velocity();
            body
        })
        .collect()
}

/// Moves a group by what `force` says of each one's id, body and neighbours.
fn run(bodies: &mut [Body], seconds: f32, force: impl Fn(u64, &Body, &[Neighbor]) -> Vec2) {
    for _ in 0..(seconds / DT) as u32 {
        let all: Vec<Neighbor> = (0..)
            .zip(bodies.iter())
            .map(|(id, body)| Neighbor::new(id, body))
            .collect();
        for (index, body) in bodies.iter_mut().enumerate() {
            let mut others = all.clone();
            others.remove(index);
            body.advance(force(index as u64, body, &others), DT);
        }
    }
}

proptest! {
    #![proptest_config(cases(500))]

    #[test]
    fn two_who_part_push_each_other_alike(first in point(1.0), second in point(1.0)) {
        let (a, b) = (body(first), body(second));
        let (seen_a, seen_b) = (Neighbor::new(1, &a), Neighbor::new(2, &b));
        let on_a = steer::separation(&a, 1, [&seen_b], 1.0);
        let on_b = steer::separation(&b, 2, [&seen_a], 1.0);
        prop_assert_eq!(on_a, -on_b);
        prop_assert!(on_a.dot(first - second) >= 0.0);
        prop_assert!(on_a.length() <= a.limits.max_force * 1.001);
    }
}

#[test]
fn separation_rises_evenly_from_its_distance_to_contact() {
    let a = body(Vec2::ZERO);
    let strength = |gap: f32| {
        let other = Neighbor::new(2, &body(Vec2::new(0.8 + gap, 0.0)));
        -steer::separation(&a, 1, [&other], 2.0).x / a.limits.max_force
    };
    for (gap, share) in [(2.0, 0.0), (1.5, 0.25), (1.0, 0.5), (0.0, 1.0), (-0.5, 1.0)] {
        assert!(
            (strength(gap) - share).abs() < 1e-5,
            "{gap}: {}",
            strength(gap)
        );
    }
}

#[test]
fn those_on_one_place_part() {
    // A heap parts into two, and these again.
    for (count, seconds) in [(2, 1.0), (3, 1.0), (10, 6.0)] {
        let mut bodies = vec![body(Vec2::ONE); count];
        run(&mut bodies, seconds, |id, body, others| {
            steer::separation(body, id, others, 1.0)
        });
        for (index, body) in bodies.iter().enumerate() {
            assert!(body.position.is_finite());
            for other in &bodies[..index] {
                let apart = body.position.distance(other.position);
                assert!(apart > 0.01, "{count}: {apart} m apart");
            }
        }
        if count < 4 {
            let apart = bodies[0].position.distance(bodies[1].position);
            assert!(apart > 0.8, "{count}: {apart} m apart");
        }
    }
}

#[test]
fn an_aligned_group_shares_its_direction() {
    let mut bodies = group(20, 5.0);
    let mean: Vec2 = bodies.iter().map(|body| body.velocity).sum::<Vec2>() / 20.0;
    run(&mut bodies, 5.0, |_, body, others| {
        steer::alignment(body, others, DT)
    });
    for body in &bodies {
        assert!(
            body.velocity.distance(mean) < 0.15,
            "{} {mean}",
            body.velocity
        );
    }
}

#[test]
fn a_cohesive_group_draws_together() {
    let spread = |bodies: &[Body]| {
        let middle = bodies.iter().map(|body| body.position).sum::<Vec2>() / bodies.len() as f32;
        let distances = bodies.iter().map(|body| body.position.distance(middle));
        distances.sum::<f32>() / bodies.len() as f32
    };
    let mut bodies = group(20, 10.0);
    let before = spread(&bodies);
    run(&mut bodies, 10.0, |_, body, others| {
        steer::cohesion(body, others, 1.5, DT)
    });
    assert!(spread(&bodies) < 0.3 * before);
}

#[test]
fn alone_there_is_nobody_to_flock_with() {
    let body = body(Vec2::ONE);
    assert_eq!(steer::alignment(&body, [], DT), Vec2::ZERO);
    assert_eq!(steer::cohesion(&body, [], 1.0, DT), Vec2::ZERO);
    assert_eq!(steer::separation(&body, 1, [], 1.0), Vec2::ZERO);
}
