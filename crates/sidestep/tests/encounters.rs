//! How and when two discs meet that keep their velocities.

use proptest::prelude::*;
use sidestep::Vec2;
use sidestep::avoid::encounter::{Encounter, closest_approach, time_to_contact};
use sidestep::motion::Body;
use sidestep::steer::Neighbor;

fn resting(id: u64, position: Vec2, velocity: Vec2, radius: f32) -> Neighbor {
    Neighbor {
        id,
        position,
        velocity,
        heading: Vec2::X,
        radius,
    }
}

#[test]
fn known_meetings_have_known_times_and_distances() {
    // offset, relative velocity, time of closest approach, miss, time to contact of radius 1
    let table = [
        ((4.0, 0.0), (2.0, 0.0), 2.0, (0.0, 0.0), Some(1.5)),
        ((4.0, 0.6), (1.0, 0.0), 4.0, (0.0, 0.6), Some(3.2)),
        ((4.0, 3.0), (1.0, 0.0), 4.0, (0.0, 3.0), None),
        ((4.0, 0.0), (-1.0, 0.0), 0.0, (4.0, 0.0), None),
        (
            (3.0, 3.0),
            (1.0, 1.0),
            3.0,
            (0.0, 0.0),
            Some(3.0 - 0.5_f32.sqrt()),
        ),
        ((90.0, 0.0), (1.0, 0.0), 10.0, (80.0, 0.0), Some(89.0)),
    ];
    for ((x, y), (u, v), time, (miss_x, miss_y), contact) in table {
        let (offset, velocity) = (Vec2::new(x, y), Vec2::new(u, v));
        let approach = closest_approach(offset, velocity, 10.0);
        assert!((approach.time - time).abs() < 1e-5, "{offset} {velocity}");
        let miss = Vec2::new(miss_x, miss_y);
        assert!(approach.miss.distance(miss) < 1e-5, "{offset} {velocity}");
        let found = time_to_contact(offset, velocity, 1.0);
        match (found, contact) {
            (Some(found), Some(contact)) => assert!((found - contact).abs() < 1e-5),
            _ => assert_eq!(found, contact, "{offset} {velocity}"),
        }
    }
}

#[test]
fn equal_velocities_never_meet_but_overlap_counts_at_once() {
    let apart = Vec2::new(2.5, 0.0);
    assert_eq!(time_to_contact(apart, Vec2::ZERO, 2.0), None);
    assert_eq!(closest_approach(apart, Vec2::ZERO, 5.0).time, 0.0);
    assert_eq!(closest_approach(apart, Vec2::ZERO, 5.0).miss, apart);
    for velocity in [Vec2::ZERO, Vec2::X, Vec2::NEG_X, Vec2::Y] {
        let overlapping = time_to_contact(Vec2::new(1.9, 0.0), velocity, 2.0);
        assert_eq!(overlapping, Some(0.0));
        assert_eq!(time_to_contact(Vec2::ZERO, velocity, 2.0), Some(0.0));
        let coincident = closest_approach(Vec2::ZERO, velocity, 5.0);
        assert_eq!((coincident.time, coincident.miss), (0.0, Vec2::ZERO));
    }
}

#[test]
fn a_big_slow_one_comes_before_a_small_fast_one_that_is_nearest_earlier() {
    let body = Body::new(Vec2::ZERO, 0.5, 1.0);
    let big = resting(9, Vec2::new(8.0, 0.0), Vec2::new(-5.0, 0.0), 2.5);
    let small = resting(2, Vec2::new(0.0, 13.0), Vec2::new(0.0, -10.0), 0.5);
    let [of_big, of_small] =
        [&big, &small].map(|other| Encounter::between(&body, other, 5.0).expect("meets"));
    assert!((of_big.contact - 1.0).abs() < 1e-5 && (of_small.contact - 1.2).abs() < 1e-5);
    assert!((of_big.approach.time - 1.6).abs() < 1e-5);
    assert!((of_small.approach.time - 1.3).abs() < 1e-5);
    for order in [[&big, &small], [&small, &big]] {
        let first = Encounter::first(&body, order, 5.0).expect("meets");
        assert_eq!(first.id, 9);
    }
}

#[test]
fn equally_early_contacts_are_told_apart_by_id_and_late_ones_dont_count() {
    let body = Body::new(Vec2::ZERO, 0.5, 1.0);
    let left = resting(7, Vec2::new(0.0, 3.0), Vec2::new(0.0, -1.0), 0.5);
    let right = resting(4, Vec2::new(0.0, -3.0), Vec2::new(0.0, 1.0), 0.5);
    for order in [[&left, &right], [&right, &left]] {
        assert_eq!(
            Encounter::first(&body, order, 5.0).map(|one| one.id),
            Some(4)
        );
        assert_eq!(Encounter::first(&body, order, 1.9), None);
    }
}

fn point() -> impl Strategy<Value = Vec2> {
    (-5.0_f32..5.0, -5.0_f32..5.0).prop_map(Vec2::from)
}

fn any_point() -> impl Strategy<Value = Vec2> {
    (any::<f32>(), any::<f32>()).prop_map(Vec2::from)
}

proptest! {
    #[test]
    fn both_agree_with_small_steps(
        offset in point(),
        velocity in point(),
        radius in 0.1_f32..2.0,
        horizon in 0.0_f32..4.0,
    ) {
        const STEPS: u32 = 4000;
        let mut nearest = f64::INFINITY;
        let mut touched = None;
        for step in 0..=STEPS {
            let time = f64::from(horizon) * f64::from(step) / f64::from(STEPS);
            let distance = (offset.as_dvec2() - velocity.as_dvec2() * time).length();
            nearest = nearest.min(distance);
            if distance <= f64::from(radius) && touched.is_none() {
                touched = Some(time);
            }
        }
        // Between two steps the distance changes by no more than this.
        let step = f64::from(horizon) / f64::from(STEPS);
        let slack = step * velocity.as_dvec2().length() + 1e-5;
        let approach = closest_approach(offset, velocity, horizon);
        let miss = f64::from(approach.miss.length());
        prop_assert!(miss <= nearest + 1e-5 && nearest <= miss + slack);
        let contact = time_to_contact(offset, velocity, radius).filter(|&time| time <= horizon);
        match (contact, touched) {
            (Some(contact), Some(touched)) => {
                prop_assert!((f64::from(contact) - touched).abs() <= step + 1e-5);
            }
            // Steps may pass over a short touch, and rounding decides about grazing.
            (Some(_), None) => prop_assert!(nearest <= f64::from(radius) + slack),
            (None, Some(_)) => prop_assert!(nearest >= f64::from(radius) - slack),
            (None, None) => {}
        }
    }

    #[test]
    fn hostile_numbers_do_no_harm(
        offset in any_point(),
        velocity in any_point(),
        radius in any::<f32>(),
        horizon in any::<f32>(),
    ) {
        let approach = closest_approach(offset, velocity, horizon);
        prop_assert!(approach.time >= 0.0);
        let contact = time_to_contact(offset, velocity, radius);
        prop_assert!(contact.is_none_or(|time| time >= 0.0 && time.is_finite()));
    }
}
