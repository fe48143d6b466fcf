//! The yards that detours are measured in: hard enough, and open or closed as the oracle says.

use detour_oracle::{Obstacle, shortest_way};
use sidestep::geometry::Shape;
use sidestep_scene::bench::yard::{RADIUS, Yard, YardKind};

/// What the oracle finds: the shortest way over the straight distance, or nothing.
fn optimum(yard: &Yard) -> Option<f64> {
    let obstacles: Vec<Obstacle> = yard
        .obstacles
        .iter()
        .map(|shape| match shape {
            Shape::Circle(circle) => {
                Obstacle::circle(circle.center().as_dvec2(), f64::from(circle.radius()))
            }
            Shape::Polygon(polygon) => {
                let corners = polygon.vertices().iter().map(|corner| corner.as_dvec2());
                Obstacle::polygon(corners.collect::<Vec<_>>())
            }
            other => unreachable!("yards have no {other:?}"),
        })
        .chain(
            yard.walls
                .iter()
                .map(|wall| Obstacle::wall(wall.start().as_dvec2(), wall.end().as_dvec2())),
        )
        .collect();
    let (from, to) = (yard.start.as_dvec2(), yard.goal.as_dvec2());
    Some(shortest_way(&obstacles, f64::from(RADIUS), from, to)? / from.distance(to))
}

#[test]
fn some_yards_are_closed_and_most_need_a_detour() {
    let yards: Vec<Yard> = (0..200).map(|index| Yard::new(1, index)).collect();
    let ways: Vec<(YardKind, Option<f64>)> = yards
        .iter()
        .map(|yard| (yard.kind, optimum(yard)))
        .collect();
    let closed = ways.iter().filter(|(_, way)| way.is_none()).count();
    let straight = ways
        .iter()
        .filter(|(_, way)| way.is_some_and(|way| way < 1.000_001))
        .count();
    let long = ways
        .iter()
        .filter(|(_, way)| way.is_some_and(|way| way > 1.2))
        .count();
    println!("{closed} closed, {straight} straight, {long} of more than 1.2 times the distance");
    for kind in [
        YardKind::Circles,
        YardKind::Boxes,
        YardKind::Mixed,
        YardKind::AtWalls,
        YardKind::Clumps,
        YardKind::Barrier,
        YardKind::Trap,
        YardKind::Ring,
    ] {
        let of: Vec<_> = ways.iter().filter(|w| w.0 == kind).collect();
        println!(
            "{kind}: {} closed {} mean {}",
            of.len(),
            of.iter().filter(|w| w.1.is_none()).count(),
            of.iter().filter_map(|w| w.1).sum::<f64>()
                / of.iter().filter_map(|w| w.1).count() as f64
        );
    }
}
