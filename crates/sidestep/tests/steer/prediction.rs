use proptest::prelude::*;
use sidestep::Vec2;
use sidestep::steer::{Neighbor, predicted_position};

use super::moving;
use crate::common::shapes::{cases, point};

fn quarry(position: Vec2, velocity: Vec2) -> Neighbor {
    Neighbor::new(7, &moving(position, velocity))
}

#[test]
fn the_meeting_point_has_its_closed_form() {
    // Quarry's place and velocity, the hunter's speed (it stands at the origin), where they meet.
    let table = [
        ("at rest", (6.0, 2.0), (0.0, 0.0), 2.0, (6.0, 2.0)),
        ("ahead, slower", (10.0, 0.0), (1.0, 0.0), 2.0, (20.0, 0.0)),
        ("head-on", (12.0, 0.0), (-1.0, 0.0), 2.0, (8.0, 0.0)),
        ("crossing 3-4-5", (4.0, 0.0), (0.0, 3.0), 5.0, (4.0, 3.0)),
        ("as fast, coming", (10.0, 0.0), (-2.0, 0.0), 2.0, (5.0, 0.0)),
        ("faster, coming", (10.0, 0.0), (-3.0, 0.0), 1.0, (2.5, 0.0)),
        ("at one place", (0.0, 0.0), (1.0, 1.0), 2.0, (0.0, 0.0)),
        ("no speed at all", (10.0, 0.0), (-2.0, 0.0), 0.0, (0.0, 0.0)),
        // Never caught: as far as the horizon of 100 s.
        ("as fast, away", (10.0, 0.0), (2.0, 0.0), 2.0, (210.0, 0.0)),
        ("faster, away", (10.0, 0.0), (3.0, 0.0), 2.0, (310.0, 0.0)),
        ("faster, past", (0.0, 10.0), (3.0, 0.0), 2.0, (300.0, 10.0)),
    ];
    for (name, (x, y), (vx, vy), speed, (meet_x, meet_y)) in table {
        let quarry = quarry(Vec2::new(x, y), Vec2::new(vx, vy));
        let found = predicted_position(Vec2::ZERO, speed, &quarry, 100.0);
        let expected = Vec2::new(meet_x, meet_y);
        assert!(
            found.abs_diff_eq(expected, 1e-4),
            "{name}: {found} instead of {expected}"
        );
    }
}

#[test]
fn the_horizon_ends_the_prediction() {
    let quarry = quarry(Vec2::new(10.0, 0.0), Vec2::new(1.0, 0.0));
    let found = predicted_position(Vec2::ZERO, 2.0, &quarry, 3.0);
    assert_eq!(found, Vec2::new(13.0, 0.0));
}

#[test]
fn a_horizon_that_makes_no_sense_predicts_nothing() {
    let quarry = quarry(Vec2::new(10.0, 0.0), Vec2::new(1.0, 0.0));
    for horizon in [-1.0, f32::NEG_INFINITY, f32::NAN, 0.0] {
        let found = predicted_position(Vec2::ZERO, 2.0, &quarry, horizon);
        assert!(found.is_finite(), "{horizon}: {found}");
        assert!(found.x >= 10.0, "{horizon}: {found}");
    }
}

proptest! {
    #![proptest_config(cases(2000))]

    #[test]
    fn both_need_the_same_time_to_the_meeting_point(
        place in point(50.0), velocity in point(5.0), speed in 0.1f32..8.0,
    ) {
        let found = predicted_position(Vec2::ZERO, speed, &quarry(place, velocity), 1e4);
        prop_assert!(found.is_finite());
        let quarry_speed = velocity.length();
        prop_assume!(quarry_speed > 0.05 && (quarry_speed - speed).abs() > 0.05);
        let time = f64::from(found.distance(place)) / f64::from(quarry_speed);
        if time < 9e3 {
            let reached = time * f64::from(speed);
            let needed = f64::from(found.length());
            prop_assert!((reached - needed).abs() < 1e-2 * (1.0 + needed),
                "runs {reached} m of {needed} m");
            // And not before: at half the time the hunter is still too far.
            let half = place + velocity * (time * 0.5) as f32;
            prop_assert!(f64::from(half.length()) >= 0.5 * reached - 1e-2 * (1.0 + needed));
        }
    }
}
