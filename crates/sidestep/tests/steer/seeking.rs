use proptest::prelude::*;
use sidestep::Vec2;
use sidestep::motion::Body;
use sidestep::steer::{self, Neighbor};

use super::{body, moving, track};
use crate::common::shapes::{cases, direction, direction_at};

const STEPS: [f32; 4] = [1.0 / 120.0, 1.0 / 60.0, 1.0 / 30.0, 1.0 / 15.0];

#[test]
fn seek_reaches_its_target_from_everywhere() {
    for dt in STEPS {
        for index in 0..24 {
            let mut body = body(direction_at(index as f32 * 0.7) * (1.0 + index as f32));
            body.velocity = direction_at(index as f32 * 1.9) * 2.0;
            let distance = body.position.length();
            // Turning round costs up to a second each way.
            let places = track(&mut body, dt, distance / 2.0 + 2.0, |body, _| {
                steer::seek(body, Vec2::ZERO, 2.0, dt)
            });
            let nearest = places.iter().map(|place| place.length());
            assert!(
                nearest.fold(f32::INFINITY, f32::min) < 0.15,
                "dt {dt}, start {index}"
            );
        }
    }
}

#[test]
fn seek_at_the_target_asks_for_rest() {
    let mut body = moving(Vec2::ONE, Vec2::new(0.5, 0.0));
    let force = steer::seek(&body, Vec2::ONE, 2.0, 0.1);
    assert!(force.x < 0.0 && force.y == 0.0);
    body.velocity = Vec2::ZERO;
    assert_eq!(steer::seek(&body, Vec2::ONE, 2.0, 0.1), Vec2::ZERO);
}

proptest! {
    #![proptest_config(cases(1500))]

    #[test]
    fn arrive_never_overshoots_and_comes_to_rest(
        dt in (-7.9f32..1.0), distance in 0.01f32..100.0, direction in direction(),
        mass in 0.1f32..1000.0, acceleration in 0.2f32..50.0, speed in 0.1f32..20.0,
        response_time in 0.03f32..1.0,
    ) {
        let dt = libm::exp2f(dt); // 1/240 s to 2 s
        let target = direction * distance;
        let mut body = Body::new(Vec2::ZERO, 0.4, speed);
        body.mass = mass;
        body.limits.max_force = acceleration * mass;
        body.limits.response_time = response_time;
        let tolerance = 1e-3 * distance + 1e-5;
        // At the wanted speed, plus braking at half the largest force, plus the exponential end.
        let braking = 4.0 * (distance / acceleration).sqrt();
        let seconds = distance / speed + braking + 60.0 * response_time + 30.0 * dt;
        let places = track(&mut body, dt, seconds, |body, _| steer::arrive(body, target, speed, dt));
        for place in &places {
            let beyond = place.dot(direction) - distance;
            prop_assert!(beyond <= tolerance, "overshoots by {beyond}");
        }
        prop_assert!(body.position.distance(target) < 1e-2 * distance + 1e-3,
            "ends {} m off", body.position.distance(target));
        prop_assert!(body.speed() < 0.02 * speed.min(distance), "still at {} m/s", body.speed());
    }

    #[test]
    fn arrive_comes_to_rest_whatever_the_velocity_was(
        dt in (-7.9f32..-2.0), distance in 0.01f32..50.0, direction in direction(),
        velocity in direction(),
    ) {
        let dt = libm::exp2f(dt);
        let mut body = body(direction * distance);
        body.velocity = velocity * 2.0;
        track(&mut body, dt, distance / 2.0 + 12.0, |body, _| steer::arrive(body, Vec2::ZERO, 2.0, dt));
        prop_assert!(body.position.length() < 0.05, "ends {} m off", body.position.length());
        prop_assert!(body.speed() < 0.05);
    }
}

#[test]
fn arrival_takes_the_same_time_at_every_step() {
    let times: Vec<f32> = STEPS
        .iter()
        .map(|&dt| {
            let mut body = body(Vec2::ZERO);
            let target = Vec2::new(10.0, 0.0);
            let places = track(&mut body, dt, 20.0, |body, _| {
                steer::arrive(body, target, 2.0, dt)
            });
            let near = places
                .iter()
                .position(|place| place.distance(target) < 0.1)
                .expect("arrives");
            near as f32 * dt
        })
        .collect();
    let (least, most) = (times[0].min(times[3]), times[0].max(times[3]));
    assert!(most < least * 1.03, "{times:?}");
}

#[test]
fn flee_gains_distance_until_it_is_safe() {
    for dt in STEPS {
        let mut body = body(Vec2::new(0.5, 0.2));
        // It comes running towards the threat.
        body.velocity = Vec2::new(-2.0, 0.0);
        let places = track(&mut body, dt, 10.0, |body, _| {
            steer::flee(body, Vec2::ZERO, 2.0, 6.0, dt)
        });
        let turned = places.len() / 5;
        assert!(places[turned..].is_sorted_by(|a, b| a.length() <= b.length()));
        assert!(body.position.length() >= 6.0, "{}", body.position);
        assert_eq!(
            steer::flee(&body, Vec2::ZERO, 2.0, 6.0, dt),
            Vec2::ZERO,
            "no force beyond the distance"
        );
    }
}

#[test]
fn on_the_threat_itself_it_flees_along_its_heading() {
    let mut body = body(Vec2::ONE);
    body.heading = Vec2::NEG_Y;
    let force = steer::flee(&body, Vec2::ONE, 2.0, f32::INFINITY, 0.1);
    assert!(force.y < 0.0 && force.x == 0.0);
}

#[test]
fn evade_gets_away_from_a_slower_hunter() {
    for dt in STEPS {
        for bearing in 0..12 {
            let mut hunter = moving(Vec2::ZERO, Vec2::X);
            let mut prey = body(direction_at(bearing as f32 * 0.55) * 3.0);
            let before = prey.position.distance(hunter.position);
            let mut least = before;
            for _ in 0..(10.0 / dt) as u32 {
                let seen = Neighbor::new(1, &hunter);
                let force = steer::evade(&prey, &seen, 2.0, 2.0, 50.0, dt);
                let chase = steer::pursue(&hunter, &Neighbor::new(2, &prey), 1.0, 2.0, dt);
                prey.advance(force, dt);
                hunter.advance(chase, dt);
                least = least.min(prey.position.distance(hunter.position));
            }
            assert!(least > 2.0, "bearing {bearing}: came as near as {least}");
            assert!(prey.position.distance(hunter.position) > before + 4.0);
        }
    }
}

#[test]
fn evade_ignores_a_distant_hunter() {
    let hunter = Neighbor::new(1, &moving(Vec2::new(10.0, 0.0), Vec2::NEG_X));
    let prey = body(Vec2::ZERO);
    assert_eq!(steer::evade(&prey, &hunter, 2.0, 2.0, 9.0, 0.1), Vec2::ZERO);
    assert_ne!(
        steer::evade(&prey, &hunter, 2.0, 2.0, 11.0, 0.1),
        Vec2::ZERO
    );
}

#[test]
fn pursue_catches_a_crossing_quarry_sooner_than_seek() {
    let dt = 1.0 / 60.0;
    for bearing in 0..8 {
        let crossing = direction_at(bearing as f32 * 0.3 + 0.4) * 1.5;
        let catch = |pursue: bool| {
            let mut quarry = moving(Vec2::new(10.0, 0.0), crossing);
            let mut hunter = body(Vec2::ZERO);
            let mut time = 0.0;
            while hunter.position.distance(quarry.position) > 0.5 && time < 120.0 {
                let seen = Neighbor::new(1, &quarry);
                let force = if pursue {
                    steer::pursue(&hunter, &seen, 2.0, 60.0, dt)
                } else {
                    steer::seek(&hunter, seen.position, 2.0, dt)
                };
                hunter.advance(force, dt);
                quarry.advance(Vec2::ZERO, dt);
                time += dt;
            }
            time
        };
        let (pursue, seek) = (catch(true), catch(false));
        assert!(pursue < 119.0, "bearing {bearing}: never caught");
        assert!(
            pursue < seek,
            "bearing {bearing}: {pursue} s against {seek} s"
        );
    }
}
