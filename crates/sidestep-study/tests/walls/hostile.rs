//! No NaN and no panic: inside walls, at distance 0, far away, with parameters that make no sense.

use super::*;
use crate::common::shapes::{cases, direction, point, scaled, shape, size};
use proptest::prelude::*;
use sidestep::range::Parameters;
use sidestep_study::walls::{Strength, WhiskerReading, Whiskers};

#[test]
fn in_the_wall_and_on_its_surface_every_force_is_finite_and_bounded() {
    let shapes = [
        wall(Vec2::new(0.0, -2.0), Vec2::new(0.0, 2.0), 0.4),
        wall(Vec2::new(-2.0, 0.0), Vec2::new(2.0, 0.0), 0.4),
    ];
    let obstacles = obstacles(&shapes);
    for (name, avoidance) in methods() {
        let Some(avoidance) = avoidance else { continue };
        for x in [0.0, 0.2, -0.2, 0.1, 1.0] {
            for y in [0.0, 0.2, -0.2, 0.05] {
                for velocity in [Vec2::ZERO, Vec2::X, -Vec2::Y, Vec2::new(1e-20, 0.0)] {
                    let body = moving(Vec2::new(x, y), velocity);
                    let force = avoidance.push(&body, &obstacles).force;
                    assert!(force.length() <= 12.0 * RADIUS + 1e-3, "{name}: {force}");
                }
            }
        }
    }
}

fn number() -> impl Strategy<Value = f32> {
    prop_oneof![
        prop::num::f32::ANY,
        prop::sample::select(vec![
            0.0,
            -0.0,
            1.0,
            -1.0,
            1e-30,
            1e30,
            f32::NAN,
            f32::INFINITY
        ]),
    ]
}

proptest! {
    #![proptest_config(cases(500))]

    #[test]
    fn with_sensible_parameters_the_force_is_finite_and_no_stronger_than_asked(
        parts in prop::collection::vec((shape(), size()), 0..4),
        position in (point(2.0), size()).prop_map(|(point, size)| point * size),
        velocity in (direction(), prop_oneof![Just(0.0f32), Just(1e-20), Just(100.0), 0.0f32..2.0])
            .prop_map(|(direction, speed)| direction * speed),
        count in 1u32..=32,
        spread in 0.0f32..=std::f32::consts::PI,
        lengths in (size(), size()),
        thickness in prop_oneof![Just(0.0f32), 0.0f32..1.0],
        strength in (size(), size()),
    ) {
        let shapes: Vec<Shape> = parts.iter().map(|(shape, size)| scaled(shape, *size)).collect();
        let body = moving(position, velocity);
        for (name, avoidance) in methods() {
            let Some(mut avoidance) = avoidance else { continue };
            avoidance.whiskers = Whiskers {
                count, spread, length: lengths.0, side_length: lengths.1, thickness,
            };
            let most = match &mut avoidance.strength {
                Strength::Constant { acceleration } => { *acceleration = strength.0; *acceleration }
                Strength::Rising { decay, cap } => { (*decay, *cap) = strength; *cap }
            };
            prop_assert_eq!(avoidance.check(), Ok(()));
            for reading in [WhiskerReading::Nearest, WhiskerReading::Sum] {
                avoidance.reading = reading;
                let times = if reading == WhiskerReading::Sum { count as f32 } else { 1.0 };
                let force = avoidance.push(&body, &obstacles(&shapes)).force;
                prop_assert!(force.length() <= most * times * 1.001, "{name}: {force}");
            }
        }
    }

    #[test]
    fn whatever_the_parameters_nothing_panics_and_what_makes_no_sense_is_refused(
        shape in shape(),
        numbers in prop::collection::vec(number(), 6),
        count in any::<u32>(),
        position in (number(), number()),
    ) {
        let body = moving(Vec2::new(position.0, position.1), Vec2::X);
        let shapes = [shape];
        for (_, avoidance) in methods() {
            let Some(mut avoidance) = avoidance else { continue };
            avoidance.whiskers = Whiskers {
                count, spread: numbers[0], length: numbers[1], side_length: numbers[2], thickness: numbers[3],
            };
            match &mut avoidance.strength {
                Strength::Constant { acceleration } => *acceleration = numbers[4],
                Strength::Rising { decay, cap } => (*decay, *cap) = (numbers[4], numbers[5]),
            }
            let _ = avoidance.push(&body, &obstacles(&shapes));
            let rising = matches!(avoidance.strength, Strength::Rising { .. });
            let positive = |number: f32| number.is_finite() && number > 0.0;
            let sensible = (1..=32).contains(&count)
                && (0.0..=std::f32::consts::PI).contains(&numbers[0])
                && positive(numbers[1])
                && positive(numbers[2])
                && numbers[3].is_finite() && numbers[3] >= 0.0
                && positive(numbers[4])
                && (!rising || positive(numbers[5]));
            prop_assert_eq!(avoidance.check().is_ok(), sensible);
        }
    }
}

#[test]
fn an_error_names_the_field_its_value_and_its_range() {
    let mut avoidance = WallAvoidance::for_radius(RADIUS, WallMethod::HitNormal { offset: -1.0 });
    let error = avoidance.check().expect_err("offset").to_string();
    assert_eq!(error, "offset is -1; it must be a finite number above 0");
    avoidance.whiskers.count = 0;
    let error = avoidance.check().expect_err("count").to_string();
    assert_eq!(error, "count is 0; it must be from 1 to 32");
}
