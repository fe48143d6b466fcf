//! Random areas: what must hold for every path, and that no path is shorter.

use std::collections::BTreeMap;

use proptest::prelude::*;
use sidestep::Vec2;
use sidestep::geometry::Shape;
use sidestep::nav::{Blocked, NavMesh, WalkableArea};

use super::areas::{area, check_path};
use crate::common::shapes::{cases, point, shape};

fn yard(shapes: &[(Shape, Vec2)]) -> WalkableArea {
    let mut yard = area(10.0);
    for (shape, offset) in shapes {
        yard.block(Blocked::new(shape.clone(), *offset).expect("blocked"));
    }
    yard
}

fn shapes(most: usize) -> impl Strategy<Value = Vec<(Shape, Vec2)>> {
    prop::collection::vec((shape(), point(10.0)), 0..most)
}

/// Length of the shortest way over the corners of the boundary: Dijkstra over all that see each
/// other.
fn shortest_by_visibility(mesh: &NavMesh, from: Vec2, to: Vec2) -> Option<f32> {
    let mut nodes = vec![from, to];
    for [corner, _] in mesh.boundary() {
        nodes.push(corner.position);
    }
    let mut best: BTreeMap<usize, f32> = BTreeMap::from([(0, 0.0)]);
    let mut open: Vec<usize> = (0..nodes.len()).collect();
    while !open.is_empty() {
        let length = |node: usize| best.get(&node).copied().unwrap_or(f32::INFINITY);
        let nearest =
            (0..open.len()).min_by(|a, b| length(open[*a]).total_cmp(&length(open[*b])))?;
        let node = open.swap_remove(nearest);
        let so_far = length(node);
        if so_far.is_infinite() {
            return None;
        }
        if node == 1 {
            return Some(so_far);
        }
        for &other in &open {
            let length = so_far + nodes[node].distance(nodes[other]);
            let known = best.get(&other).copied().unwrap_or(f32::INFINITY);
            if length < known && mesh.is_straight(nodes[node], nodes[other]) {
                best.insert(other, length);
            }
        }
    }
    None
}

proptest! {
    #![proptest_config(cases(128))]

    #[test]
    fn paths_keep_their_distance_and_are_the_same_length_back(
        shapes in shapes(30),
        radius in 0.1f32..0.6,
        ends in prop::collection::vec((point(11.0), point(11.0)), 6),
    ) {
        let area = yard(&shapes);
        let mesh = NavMesh::bake(&area, radius).expect("mesh");
        for (from, to) in ends {
            let Some(path) = mesh.path(from, to) else {
                continue;
            };
            check_path(&path, &mesh, &shapes, area.bounds());
            let back = mesh.path(path.goal, path.start).expect("a way back");
            prop_assert!(
                (back.length - path.length).abs() <= 2e-3 * (1.0 + path.length),
                "{} there, {} back", path.length, back.length
            );
        }
    }

    #[test]
    fn no_way_over_corners_is_shorter(
        shapes in shapes(8),
        radius in 0.1f32..0.6,
        from in point(10.0),
        to in point(10.0),
    ) {
        let mesh = NavMesh::bake(&yard(&shapes), radius).expect("mesh");
        let path = mesh.path(from, to);
        let (Some(start), Some(goal)) = (mesh.nearest(from, 99.0), mesh.nearest(to, 99.0)) else {
            prop_assert!(path.is_none());
            return Ok(());
        };
        if let Some(path) = &path && path.goal != goal {
            // The nearest place can't be reached, so that the goal was moved elsewhere.
            prop_assert!(mesh.path(start, goal).is_none());
            return Ok(());
        }
        let shortest = shortest_by_visibility(&mesh, start.position, goal.position);
        match (&path, shortest) {
            (Some(path), Some(shortest)) => prop_assert!(
                (path.length - shortest).abs() <= 1e-3 * (1.0 + shortest),
                "{} but {shortest} is possible: {path:?}", path.length
            ),
            (None, None) => {}
            _ => prop_assert!(false, "path {path:?}, over corners {shortest:?}"),
        }
    }

    #[test]
    fn a_place_is_on_the_mesh_exactly_if_a_disc_fits_there(
        shapes in shapes(20),
        radius in 0.1f32..0.6,
        places in prop::collection::vec(point(10.0), 30),
    ) {
        let area = yard(&shapes);
        let mesh = NavMesh::bake(&area, radius).expect("mesh");
        for place in places {
            let to_shapes = shapes
                .iter()
                .map(|(shape, offset)| shape.hull(*offset).surface(place).distance)
                .fold(f32::INFINITY, f32::min);
            let to_sides = 10.0 - place.abs().max_element();
            let room = to_shapes.min(to_sides);
            if room < radius - 1e-4 {
                prop_assert!(!mesh.contains(place), "{place} has {room} m");
            }
            // Rounded corners stand out by 5 ‰ of the radius and of the shape's own rounding, which
            // is 1 m at most.
            if room > radius + 0.02 {
                prop_assert!(mesh.contains(place), "{place} has {room} m");
            }
        }
    }
}
