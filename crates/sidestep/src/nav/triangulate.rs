//! Outlines cut into triangles.

use std::collections::BTreeMap;

use i_overlay::i_float::int::point::IntPoint;
use spade::handles::FixedFaceHandle;
use spade::{ConstrainedDelaunayTriangulation, Point2, Triangulation};

use super::NavError;

/// Triangles between outlines.
#[derive(Debug, Default)]
pub(super) struct Triangles {
    pub(super) vertices: Vec<IntPoint>,
    /// Vertices of each triangle, counter-clockwise.
    pub(super) triangles: Vec<[u32; 3]>,
}

/// Cuts what the outlines enclose into triangles. Inside is what an odd number of outlines lies
/// around.
///
/// # Errors
/// If outlines cross.
pub(super) fn triangulated(outlines: &[Vec<IntPoint>]) -> Result<Triangles, NavError> {
    let mut index_of: BTreeMap<(i32, i32), usize> = BTreeMap::new();
    let mut vertices = Vec::new();
    let mut edges = Vec::new();
    for outline in outlines {
        let indices: Vec<usize> = outline
            .iter()
            .map(|point| {
                *index_of.entry((point.x, point.y)).or_insert_with(|| {
                    vertices.push(*point);
                    vertices.len() - 1
                })
            })
            .collect();
        for (position, &from) in indices.iter().enumerate() {
            let to = indices[(position + 1) % indices.len()];
            if from != to {
                edges.push([from.min(to), from.max(to)]);
            }
        }
    }
    // Where two outlines run along each other nothing changes.
    edges.sort_unstable();
    let edges: Vec<[usize; 2]> = edges
        .chunk_by(|a, b| a == b)
        .filter(|same| same.len() % 2 == 1)
        .map(|same| same[0])
        .collect();
    if vertices.len() < 3 {
        return Ok(Triangles::default());
    }
    let points: Vec<Point2<f64>> = vertices
        .iter()
        .map(|point| Point2::new(f64::from(point.x), f64::from(point.y)))
        .collect();
    let mut crosses = false;
    let mesh =
        ConstrainedDelaunayTriangulation::<Point2<f64>>::try_bulk_load_cdt(points, edges, |_| {
            crosses = true
        })
        .map_err(|_| NavError::Outlines)?;
    if crosses || mesh.num_vertices() != vertices.len() {
        return Err(NavError::Outlines);
    }
    let inside = inside_of(&mesh)?;
    let triangles = mesh
        .inner_faces()
        .filter(|face| inside[face.index()])
        .map(|face| face.vertices().map(|vertex| vertex.index() as u32))
        .collect();
    Ok(Triangles {
        vertices,
        triangles,
    })
}

/// For each face whether it lies inside: outside is outside, and every outline that is crossed
/// changes it. No point has to be tested against outlines, so that nothing can be wrong about thin
/// triangles.
fn inside_of(mesh: &ConstrainedDelaunayTriangulation<Point2<f64>>) -> Result<Vec<bool>, NavError> {
    let mut inside: Vec<Option<bool>> = vec![None; mesh.num_all_faces()];
    let outer: FixedFaceHandle<_> = mesh.outer_face().fix();
    inside[outer.index()] = Some(false);
    let mut waiting = vec![outer];
    // The outer face has no list of its own; its edges are those whose other side is outer.
    let mut hull: Vec<_> = mesh.convex_hull().collect();
    while let Some(face) = waiting.pop() {
        let here = inside[face.index()] == Some(true);
        let edges = match mesh.face(face).as_inner() {
            Some(inner) => inner.adjacent_edges().to_vec(),
            None => std::mem::take(&mut hull),
        };
        for edge in edges {
            // Edges of the hull may be given from either side.
            let other = if edge.face().fix() == face {
                edge.rev().face()
            } else {
                edge.face()
            };
            let expected = here != edge.is_constraint_edge();
            match inside[other.index()] {
                None => {
                    inside[other.index()] = Some(expected);
                    waiting.push(other.fix());
                }
                Some(known) if known != expected => return Err(NavError::Outlines),
                Some(_) => {}
            }
        }
    }
    Ok(inside.into_iter().map(|it| it == Some(true)).collect())
}
