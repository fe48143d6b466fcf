//! From meshes and paths of polyanya, such as those of vleue_navigator, to walls and goals: a game
//! that finds its paths there keeps doing so, and only adds avoidance.

use std::collections::{BTreeMap, BTreeSet};

use bevy_math::{Vec2, Vec3};
use polyanya::{Mesh, Path};

use crate::components::{Goal, Wall};
use crate::plane::Plane;

/// A point as a key.
type Bits = [u32; 2];

/// The walls around a navigation mesh, for an entity whose `Transform` is the identity: agents that
/// are pushed aside stay where one can walk.
///
/// `agent_radius` is the one that the mesh was made for (m): the edges of such a mesh are where
/// centres of agents may be, and the walls stand so much further out. It is 0 for a mesh of the walls
/// themselves. `place` says where a point of the mesh is in Bevy's world; for vleue_navigator that is
/// `|point| navmesh.transform().transform_point(point.extend(0.0))`.
///
/// Layers that lie above each other are all taken as if they were one; those that were stitched have
/// no wall where they meet.
#[must_use]
pub fn mesh_walls(
    mesh: &Mesh,
    agent_radius: f32,
    plane: Plane,
    place: impl Fn(Vec2) -> Vec3,
) -> Wall {
    let edges = boundary(mesh);
    // Where a single edge begins, and where one ends.
    let mut after: BTreeMap<Bits, Vec<usize>> = BTreeMap::new();
    let mut before: BTreeMap<Bits, Vec<usize>> = BTreeMap::new();
    for (index, [from, to]) in edges.iter().enumerate() {
        after.entry(bits(*from)).or_default().push(index);
        before.entry(bits(*to)).or_default().push(index);
    }
    let single = |found: Option<&Vec<usize>>| match found.map(Vec::as_slice) {
        Some(&[index]) => Some(outward(edges[index])),
        _ => None,
    };
    let mut walls = Wall::default();
    for &[from, to] in &edges {
        let own = outward([from, to]);
        let start = from + corner(single(before.get(&bits(from))), own) * agent_radius;
        let end = to + corner(single(after.get(&bits(to))), own) * agent_radius;
        // What was an arc about a corner comes together in that corner.
        if (end - start).dot(to - from) > 1e-4 * (to - from).length_squared() {
            let segment = [start, end].map(|point| plane.flat(place(point)));
            walls.segments.push(segment);
        }
    }
    walls
}

/// The goal of walking along a path: its points, without the start, as polyanya gives them.
#[must_use]
pub fn path_goal(path: &Path, place: impl Fn(Vec2) -> Vec3) -> Goal {
    Goal::Path(path.path.iter().map(|corner| place(*corner)).collect())
}

fn bits(point: Vec2) -> Bits {
    // Both zeros are the same place.
    [point.x + 0.0, point.y + 0.0].map(f32::to_bits)
}

/// Edges with walkable ground on one side only, which is their left.
fn boundary(mesh: &Mesh) -> Vec<[Vec2; 2]> {
    let mut edges: Vec<[Vec2; 2]> = Vec::new();
    for layer in &mesh.layers {
        let corner = |index: u32| layer.vertices[index as usize].coords + layer.offset;
        for polygon in &layer.polygons {
            let corners: Vec<Vec2> = polygon.vertices.iter().map(|it| corner(*it)).collect();
            let next = corners.iter().cycle().skip(1);
            edges.extend(corners.iter().zip(next).map(|(from, to)| [*from, *to]));
        }
    }
    let all: BTreeSet<[Bits; 2]> = edges
        .iter()
        .map(|[from, to]| [bits(*from), bits(*to)])
        .collect();
    edges.retain(|[from, to]| from != to && !all.contains(&[bits(*to), bits(*from)]));
    edges
}

/// The unit vector out of the mesh at an edge.
fn outward([from, to]: [Vec2; 2]) -> Vec2 {
    -(to - from).normalize_or_zero().perp()
}

/// Where an end of an edge goes when its edges move out by 1 m each: where they meet then.
fn corner(other: Option<Vec2>, own: Vec2) -> Vec2 {
    let Some(other) = other else {
        return own;
    };
    let width = 1.0 + own.dot(other);
    if width < 0.1 {
        // A spike: its walls stay apart.
        return own;
    }
    (own + other) / width
}
