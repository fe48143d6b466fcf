use sidestep::Vec2;
use sidestep::geometry::Shape;

use super::{DT, Walk, walk};
use crate::common::{circle, walker};

const RADIUS: f32 = 0.4;
const SIZE: f32 = 1.0;

/// Walks at two circles whose edges are `gap` metres apart, `beside` metres off the middle.
fn through(gap: f32, beside: f32, dt: f32) -> Walk {
    let half = SIZE + 0.5 * gap;
    let shapes: [Shape; 2] = [1.0, -1.0].map(|side| circle(Vec2::new(6.0, side * half), SIZE));
    let agent = walker(Vec2::new(0.0, beside), Vec2::new(12.0, 0.0), RADIUS, 1.5);
    walk(&shapes, agent, dt, 40.0)
}

/// How far off the middle it passes the two centres.
fn passes_at(walk: &Walk) -> f32 {
    let nearest = walk
        .places
        .iter()
        .min_by(|a, b| (a.x - 6.0).abs().total_cmp(&(b.x - 6.0).abs()));
    nearest.expect("places").y.abs()
}

#[test]
fn a_gap_too_narrow_counts_as_one_obstacle() {
    for beside in [0.0, 0.01, -0.3, 0.5, 1.1] {
        for dt in [1.0 / 120.0, DT, 1.0 / 15.0] {
            let walk = through(1.9 * RADIUS, beside, dt);
            assert!(walk.arrived.is_some(), "{beside}: ends at {}", walk.end());
            assert!(walk.deepest <= 0.0, "{beside}: {} m inside", walk.deepest);
            let outside = 2.0 * SIZE + 0.95 * RADIUS + RADIUS;
            assert!(
                passes_at(&walk) >= outside,
                "{beside}: at {}",
                passes_at(&walk)
            );
            let changes = walk.lateral_sign_changes(Vec2::X);
            assert!(changes <= 2, "{beside}, dt {dt}: {changes} changes of side");
        }
    }
}

#[test]
fn a_gap_just_wide_enough_is_passed() {
    for beside in [0.0, 0.01, -0.3, 0.5] {
        for dt in [1.0 / 120.0, DT, 1.0 / 15.0] {
            let walk = through(2.1 * RADIUS, beside, dt);
            assert!(
                walk.arrived.is_some(),
                "{beside}, dt {dt}: ends at {}",
                walk.end()
            );
            assert!(walk.deepest <= 0.0, "{beside}: {} m inside", walk.deepest);
            assert!(
                passes_at(&walk) <= 0.05 * RADIUS,
                "{beside}: at {}",
                passes_at(&walk)
            );
            let changes = walk.lateral_sign_changes(Vec2::X);
            assert!(changes <= 2, "{beside}, dt {dt}: {changes} changes of side");
        }
    }
}

#[test]
fn a_gap_of_exactly_its_width_is_no_reason_to_tremble() {
    for gap in [1.99, 1.999, 2.0, 2.001, 2.01, 2.02, 2.03, 2.04, 2.05] {
        for beside in [0.0, 0.001, -0.2, 0.4] {
            let walk = through(gap * RADIUS, beside, DT);
            assert!(
                walk.deepest <= 0.0,
                "{gap}, {beside}: {} m inside",
                walk.deepest
            );
            assert!(
                walk.arrived.is_some(),
                "{gap}, {beside}: ends at {}",
                walk.end()
            );
            let changes = walk.lateral_sign_changes(Vec2::X);
            assert!(changes <= 4, "{gap}, {beside}: {changes} changes of side");
        }
    }
}

#[test]
fn overlapping_obstacles_are_passed_without_flipping() {
    for beside in [-0.6, -0.2, 0.0, 0.1, 0.5] {
        for (first, second) in [
            (Vec2::new(6.0, 0.7), Vec2::new(6.2, -0.6)),
            (Vec2::new(5.5, 0.3), Vec2::new(6.5, -0.4)),
            (Vec2::new(6.0, 0.5), Vec2::new(6.0, -0.5)),
        ] {
            let shapes = [circle(first, 1.0), circle(second, 1.0)];
            let agent = walker(Vec2::new(0.0, beside), Vec2::new(12.0, 0.0), RADIUS, 1.5);
            let walk = walk(&shapes, agent, DT, 40.0);
            assert!(
                walk.arrived.is_some_and(|time| time < 14.0),
                "{:?}",
                walk.arrived
            );
            assert!(walk.deepest <= 0.0, "{} m inside", walk.deepest);
            let changes = walk.lateral_sign_changes(Vec2::X);
            assert!(changes <= 2, "{beside}: {changes} changes of side");
        }
    }
}
