//! The yards that detours are measured in: what they are like, and whether the re-baked mesh that
//! ways are compared with finds what an oracle finds by brute force.

use detour_oracle::{Obstacle, shortest_way};
use sidestep::geometry::Shape;
use sidestep_scene::bench::detour::Optimum;
use sidestep_scene::bench::yard::{RADIUS, Yard};

/// Length of the shortest way (m) of a body of `radius` metres, as the oracle finds it.
fn oracle(yard: &Yard, radius: f32) -> Option<f64> {
    let walls = yard.walls.iter().map(|wall| Shape::from(*wall));
    let obstacles: Vec<Obstacle> = yard
        .obstacles
        .iter()
        .cloned()
        .chain(walls)
        .map(|shape| match shape {
            Shape::Circle(circle) => {
                Obstacle::circle(circle.center().as_dvec2(), f64::from(circle.radius()))
            }
            Shape::Polygon(polygon) => {
                let corners = polygon.vertices().iter().map(|corner| corner.as_dvec2());
                Obstacle::polygon(corners.collect::<Vec<_>>())
            }
            Shape::Segment(wall) => Obstacle::wall(wall.start().as_dvec2(), wall.end().as_dvec2()),
            Shape::Capsule(_) => unreachable!("yards have no capsules"),
        })
        .collect();
    let (from, to) = (yard.start.as_dvec2(), yard.goal.as_dvec2());
    shortest_way(&obstacles, f64::from(radius), from, to)
}

#[test]
fn a_re_baked_mesh_finds_the_ways_that_the_oracle_finds() {
    let mut compared = 0;
    for index in 0..100 {
        let yard = Yard::new(1, index);
        let baked = Optimum::of(&yard).expect("a mesh").length;
        match (baked, oracle(&yard, RADIUS)) {
            (Some(baked), Some(shortest)) => {
                compared += 1;
                let excess = baked / shortest - 1.0;
                // Single precision can shorten it by a hair.
                assert!(
                    (-1e-6..0.002).contains(&excess),
                    "yard {index}: {baked} m baked, {shortest} m by the oracle"
                );
            }
            (None, None) => {}
            // Its round corners stand out a little.
            (None, Some(_)) => assert_eq!(oracle(&yard, 1.002 * RADIUS), None, "yard {index}"),
            (Some(_), None) => panic!("yard {index}: a mesh has a way where there is none"),
        }
    }
    assert!(compared > 70, "{compared} ways compared");
}

#[test]
fn some_yards_are_closed_some_straight_and_some_ask_for_a_long_way() {
    let ways: Vec<Option<f64>> = (0..200)
        .map(|index| {
            let yard = Yard::new(1, index);
            let straight = f64::from(yard.start.distance(yard.goal));
            Some(oracle(&yard, RADIUS)? / straight)
        })
        .collect();
    let count = |which: fn(&Option<f64>) -> bool| ways.iter().filter(|way| which(way)).count();
    let closed = count(|way| way.is_none());
    let straight = count(|way| way.is_some_and(|way| way < 1.000_001));
    let long = count(|way| way.is_some_and(|way| way > 1.1));
    let text = format!(
        "{closed} closed, {straight} straight, {long} long of {}",
        ways.len()
    );
    assert!((15..40).contains(&closed), "{text}");
    assert!((15..50).contains(&straight), "{text}");
    assert!(long > 20, "{text}");
}
