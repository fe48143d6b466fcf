//! From meshes and paths of polyanya, such as those of vleue_navigator, to walls and goals: a game
//! that finds its paths there keeps doing so, and only adds avoidance.

use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::fmt;

use bevy_math::{Vec2, Vec3};
use polyanya::{Mesh, Path};

use crate::components::{Goal, Wall};
use crate::plane::Plane;

/// A point as a key.
type Bits = [u32; 2];

/// Share of a polygon's size by which others may reach over it: meshes are rounded.
const OVERLAP: f32 = 1e-3;

/// Why no walls can be made of a mesh.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MeshError {
    /// Floors lie above each other: the walls of one would stand on the other, too.
    Floors {
        /// Indices of the layers that two polygons one above the other are in; the same index twice
        /// where one layer has both.
        layers: [usize; 2],
    },
}

impl fmt::Display for MeshError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self::Floors {
            layers: [one, other],
        } = self;
        if one == other {
            write!(
                formatter,
                "layer {one} of the mesh lies above itself, and walls stand on one plane; give the \
                 triangles of the level to `Level` (feature `levels`), which has floors"
            )
        } else {
            write!(
                formatter,
                "layers {one} and {other} of the mesh lie above each other, and walls stand on one \
                 plane; make them of each floor by itself, from a clone of the mesh with the other \
                 layers taken out, each in a `SidestepWorld` of its own, or give the triangles of \
                 the level to `Level` (feature `levels`), which has floors"
            )
        }
    }
}

impl Error for MeshError {}

/// The walls around a navigation mesh, for an entity whose `Transform` is the identity: agents that
/// are pushed aside stay where one can walk.
///
/// `agent_radius` is the one that the mesh was made for (m): the edges of such a mesh are where
/// centres of agents may be, and the walls stand so much further out. It is 0 for a mesh of the walls
/// themselves. `place` says where a point of the mesh is in Bevy's world; for vleue_navigator that is
/// `|point| navmesh.transform().transform_point(point.extend(0.0))`.
///
/// Layers may lie side by side, and where they were stitched there is no wall; a `scale` of a layer
/// isn't looked at. Walls are on the plane and reach to every height: hills are fine, floors above
/// each other aren't.
///
/// # Errors
/// If parts of the mesh lie above others.
pub fn mesh_walls(
    mesh: &Mesh,
    agent_radius: f32,
    plane: Plane,
    place: impl Fn(Vec2) -> Vec3,
) -> Result<Wall, MeshError> {
    if let Some(layers) = find_floors(mesh) {
        return Err(MeshError::Floors { layers });
    }
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
    Ok(walls)
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

/// The corners of all polygons, each with the index of its layer.
fn polygons(mesh: &Mesh) -> impl Iterator<Item = (usize, Vec<Vec2>)> {
    mesh.layers.iter().enumerate().flat_map(|(index, layer)| {
        // An index without a vertex is of no polygon that paths can cross.
        let corner = |it: &u32| {
            let vertex = layer.vertices.get(*it as usize)?;
            Some(vertex.coords + layer.offset)
        };
        let polygons = layer.polygons.iter();
        polygons.map(move |polygon| (index, polygon.vertices.iter().filter_map(corner).collect()))
    })
}

/// The sides of a polygon.
fn sides(corners: &[Vec2]) -> impl Iterator<Item = [Vec2; 2]> {
    let next = corners.iter().cycle().skip(1);
    corners.iter().zip(next).map(|(from, to)| [*from, *to])
}

/// The layers of two polygons one of which is above the other, if there are such.
fn find_floors(mesh: &Mesh) -> Option<[usize; 2]> {
    struct Floor {
        layer: usize,
        corners: Vec<Vec2>,
        min: Vec2,
        max: Vec2,
    }
    let mut floors: Vec<Floor> = polygons(mesh)
        .map(|(layer, corners)| Floor {
            layer,
            min: corners.iter().copied().fold(Vec2::INFINITY, Vec2::min),
            max: corners.iter().copied().fold(Vec2::NEG_INFINITY, Vec2::max),
            corners,
        })
        .collect();
    floors.sort_by(|one, other| one.min.x.total_cmp(&other.min.x));
    floors.iter().enumerate().find_map(|(index, one)| {
        let beside = floors[index + 1..].iter();
        let found = beside
            .take_while(|other| other.min.x < one.max.x)
            .filter(|other| other.min.y < one.max.y && one.min.y < other.max.y)
            .find(|other| {
                let size = |floor: &Floor| (floor.max - floor.min).max_element();
                let spare = OVERLAP * size(one).min(size(other));
                overlap(&one.corners, &other.corners, spare)
            })?;
        let mut layers = [one.layer, found.layer];
        layers.sort_unstable();
        Some(layers)
    })
}

/// Whether two convex polygons share more than a strip of that width (m): no side of either parts
/// them.
fn overlap(one: &[Vec2], other: &[Vec2], spare: f32) -> bool {
    let parts = |[from, to]: [Vec2; 2]| {
        let normal = (to - from).normalize_or_zero().perp();
        let span = |corners: &[Vec2]| {
            let along = corners.iter().map(|corner| corner.dot(normal));
            along.fold([f32::INFINITY, f32::NEG_INFINITY], |[low, high], it| {
                [low.min(it), high.max(it)]
            })
        };
        let ([low, high], [other_low, other_high]) = (span(one), span(other));
        high.min(other_high) - low.max(other_low) <= spare
    };
    // A side without a length parts nothing.
    let mut all = sides(one)
        .chain(sides(other))
        .filter(|[from, to]| from != to);
    !all.any(parts)
}

/// Edges with walkable ground on one side only, which is their left.
fn boundary(mesh: &Mesh) -> Vec<[Vec2; 2]> {
    let mut edges: Vec<[Vec2; 2]> = Vec::new();
    for (_, corners) in polygons(mesh) {
        edges.extend(sides(&corners));
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
