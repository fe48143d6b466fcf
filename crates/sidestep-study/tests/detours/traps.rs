//! Dead ends, rings, and what the furthest tangents make of them.

use sidestep::Vec2;
use sidestep::avoid::detour::{Blocker, ClosedBy, Outcome};
use sidestep::geometry::{Shape, Side};

use super::{Place, RADIUS, at, grid, rectangle, tangents};
use crate::common::{circle, shapes::direction_at};

/// A U of boxes with its opening on the left, so many radii deep and seen from its inside.
fn trap(depth_in_radii: f32) -> (Place, Vec2) {
    let depth = depth_in_radii * RADIUS;
    let middle = at(-0.5 * depth, 0.0);
    let boxes = [
        rectangle(at(0.15, 0.0), at(0.3, 2.4), 0.0),
        rectangle(middle + at(0.0, 1.05), at(depth, 0.3), 0.0),
        rectangle(middle + at(0.0, -1.05), at(depth, 0.3), 0.0),
    ];
    (Place::new(&boxes, &[]), at(-RADIUS - 0.05, 0.1))
}

#[test]
fn the_grid_gets_out_of_traps_of_any_depth() {
    for depth in [1.0, 2.0, 3.0, 5.0, 7.0, 10.0] {
        let (place, start) = trap(depth);
        let walk = grid().walk(&place, start, at(4.0, 0.0));
        assert!(walk.arrived && walk.deepest <= 1e-4, "{depth}: {walk:?}");
        // Out, past an arm, and back.
        let shortest = 2.0 * depth * RADIUS + 4.0;
        assert!(walk.length < shortest + 2.5, "{depth}: {walk:?}");
    }
}

/// With the goal to one side the trap reaches round behind the agent, where left and right of it
/// change places. This is the fault that the default exists for; if it has gone, the method is no
/// longer Mononen's.
#[test]
fn out_of_traps_the_furthest_tangent_finds_only_sometimes_and_the_grid_always() {
    let mut lost = 0;
    for depth in [3.0, 5.0, 10.0] {
        for index in 0..16 {
            let (place, start) = trap(depth);
            let goal = direction_at(index as f32 / 16.0 * std::f32::consts::TAU) * 6.0;
            let walk = tangents().walk(&place, start, goal);
            assert!(walk.deepest <= 1e-4, "{depth}, {goal}: {walk:?}");
            lost += i32::from(!walk.arrived);
            let walk = grid().walk(&place, start, goal);
            assert!(walk.arrived, "{depth}, {goal}: {walk:?}");
            assert!(walk.deepest <= 1e-4, "{depth}, {goal}: {walk:?}");
        }
    }
    eprintln!("out of 48 traps the way over the furthest tangents isn't found {lost} times");
    assert!((1..24).contains(&lost), "{lost}");
}

fn ring(center: Vec2, size: f32, count: u32) -> Vec<Shape> {
    (0..count)
        .map(|index| {
            let angle = index as f32 / count as f32 * std::f32::consts::TAU;
            circle(center + direction_at(angle) * size, 0.4)
        })
        .collect()
}

#[test]
fn a_ring_around_the_agent_or_the_goal_is_blocked_for_the_grid() {
    for center in [at(0.0, 0.0), at(6.0, 0.0), at(20.0, 0.0)] {
        let place = Place::new(&ring(center, 2.0, 12), &[]);
        let (inside, outside) = (center, center + at(5.0, 1.0));
        let out = grid().ask(&place, inside, outside);
        let into = grid().ask(&place, outside, inside);
        for answer in [out, into] {
            assert_eq!(
                answer.answer.outcome,
                Outcome::Blocked {
                    cluster: Blocker::Obstacle(0),
                    closed_by: ClosedBy::Ring
                }
            );
            assert_eq!(answer.members.len(), 12);
        }
    }
}

/// It takes the ring for something to go round: a leg that ends in front of it, or no leg at all.
#[test]
fn from_inside_a_ring_the_furthest_tangent_never_walks_into_it() {
    let place = Place::new(&ring(Vec2::ZERO, 2.0, 12), &[]);
    for index in 0..24 {
        let direction = direction_at(index as f32 * 0.27);
        let walk = tangents().walk(&place, direction * 0.9, direction * 6.0);
        assert!(!walk.arrived && walk.deepest <= 1e-4, "{walk:?}");
    }
}

/// The corner of a box is nearly at the tangent: the agent sees the sum of both distances as
/// shorter over the wrong side. A reader of Mononen's page asks about this very case.
#[test]
fn near_a_tangent_point_of_a_wide_box_the_furthest_tangent_takes_the_wrong_side() {
    let wide = rectangle(at(0.0, 0.0), at(6.0, 3.0), 0.0);
    let place = Place::new(&[wide], &[]);
    let (start, goal) = (at(-3.4, -1.7), at(-2.2, 2.2));
    let (_, wrong, seeming) = tangents().ask(&place, start, goal).around();
    let (_, right, length) = grid().ask(&place, start, goal).around();
    assert_eq!((wrong, right), (Side::Right, Side::Left));
    // The way under the box is 6 m to the right, 3 m up and back again.
    assert!(seeming < length && length < 5.5, "{seeming} m, {length} m");
}

#[test]
fn a_spiral_of_clusters_is_walked_out_of_by_the_grid() {
    // Rings that are open on alternating sides.
    let mut shapes = Vec::new();
    for (size, open_at) in [(2.0f32, 0.0f32), (3.6, std::f32::consts::PI)] {
        let count = (size * 8.0) as u32;
        for index in 0..count {
            let angle = index as f32 / count as f32 * std::f32::consts::TAU;
            let place = direction_at(angle);
            if place.dot(direction_at(open_at)) * size < size - 0.35 {
                shapes.push(circle(place * size, 0.25));
            }
        }
    }
    let place = Place::new(&shapes, &[]);
    let walk = grid().walk(&place, Vec2::ZERO, at(6.0, 0.0));
    assert!(walk.arrived && walk.deepest <= 1e-4, "{walk:?}");
    let walk = tangents().walk(&place, Vec2::ZERO, at(6.0, 0.0));
    assert!(walk.deepest <= 1e-4, "{walk:?}");
}
