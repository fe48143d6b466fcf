//! Test code: the length of the shortest way of a disc among convex shapes, by brute force.
//!
//! What a detour is measured by must not share a fault with it. So this uses nothing of the
//! library, works in double precision, tries everything and leaves nothing out for speed.
//!
//! The disc's middle is a point that keeps out of the shapes grown by the disc's radius. A shortest
//! way of a point among such shapes is made of straight pieces that touch the shapes where they
//! begin and end, and of pieces of the shapes' outlines (Lozano-Pérez and Wesley 1979; for round
//! corners the tangent graph of Liu and Arimoto 1992). So all straight pieces from corner to corner
//! are tried, those that are free become edges of a graph, and so do the free pieces of outline
//! between the places they touch. Dijkstra's method (1959) finds the shortest way through the
//! graph.

mod graph;
mod obstacle;
mod outline;
mod tangent;

use glam::DVec2;

use graph::Graph;
use obstacle::Grown;
pub use obstacle::Obstacle;
use outline::Outline;
use tangent::{Round, tangents};

/// Nearer than this to an outline counts as on it (m): rounding errors of double precision at
/// hundreds of metres are far below, gaps that tests care for far above.
const ON_OUTLINE: f64 = 1e-9;

/// The length (m) of the shortest way of a disc of `radius` metres (above 0) from one place to
/// another (of its middle, m) that goes into none of the obstacles. Touching them is allowed, by 1
/// nm.
///
/// `None` if there is no way, also because one of the two places is too near to an obstacle.
#[must_use]
pub fn shortest_way(obstacles: &[Obstacle], radius: f64, from: DVec2, to: DVec2) -> Option<f64> {
    let grown: Vec<Grown> = obstacles
        .iter()
        .map(|obstacle| Grown::new(obstacle, radius))
        .collect();
    let free = |start: DVec2, end: DVec2| grown.iter().all(|shape| shape.spares(start, end));
    if !free(from, from) || !free(to, to) {
        return None;
    }
    if free(from, to) {
        return Some(from.distance(to));
    }
    let mut outlines: Vec<Outline> = grown.iter().map(Outline::new).collect();
    let mut graph = Graph::default();
    let start = graph.add_node();
    let goal = graph.add_node();

    // The two places are corners of radius 0 that belong to no outline.
    let ends = [(from, start), (to, goal)];
    for (shape, corners) in grown.iter().enumerate() {
        for corner in 0..corners.points().len() {
            let round = corners.round(corner);
            for &(place, node) in &ends {
                for [_, touch] in tangents(Round::point(place), round) {
                    if outlines[shape].has(corner, touch) && free(place, touch) {
                        let other = outlines[shape].add_node(&mut graph, corner, touch);
                        graph.connect(node, other, place.distance(touch));
                    }
                }
            }
            for (second_shape, second_corners) in grown.iter().enumerate().skip(shape + 1) {
                for second_corner in 0..second_corners.points().len() {
                    for [touch, second_touch] in
                        tangents(round, second_corners.round(second_corner))
                    {
                        if outlines[shape].has(corner, touch)
                            && outlines[second_shape].has(second_corner, second_touch)
                            && free(touch, second_touch)
                        {
                            let node = outlines[shape].add_node(&mut graph, corner, touch);
                            let other = outlines[second_shape].add_node(
                                &mut graph,
                                second_corner,
                                second_touch,
                            );
                            graph.connect(node, other, touch.distance(second_touch));
                        }
                    }
                }
            }
        }
    }
    for (shape, outline) in outlines.iter().enumerate() {
        let others: Vec<&Grown> = grown
            .iter()
            .enumerate()
            .filter(|(other, _)| *other != shape)
            .map(|(_, other)| other)
            .collect();
        outline.connect_neighbors(&mut graph, &others);
    }
    graph.shortest(start, goal)
}
