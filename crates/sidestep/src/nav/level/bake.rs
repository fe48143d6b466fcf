use std::panic::{AssertUnwindSafe, catch_unwind};

use glam::{Vec2, Vec3};
use rerecast::{DetailNavmesh, PolygonNavmesh};

use super::voxels::{Grid, measured};
use super::{Level, LevelError, LevelSettings};
use crate::geometry::LARGEST_COORDINATE;
use crate::nav::relief::Relief;
use crate::nav::surface::Surface;
use crate::nav::{Blocked, NavError, NavMesh};

/// How far from a polygon a place still counts as on it, in cells: all of it is measured in cells anyway.
const TOLERANCE: f64 = 1e-3;

pub(super) fn bake(
    level: &Level,
    settings: &LevelSettings,
    closed: &[Blocked],
    radius: f32,
) -> Result<NavMesh, NavError> {
    check(settings, radius)?;
    let grid = Grid::new(level, settings, radius)?;
    // The library has places where it gives up by a panic. None is known to be reached, but none is excluded either.
    let measure = AssertUnwindSafe(|| measured(level, settings, closed, radius, grid));
    let (polygons, detail) = catch_unwind(measure).unwrap_or_else(|_| {
        Err(LevelError::Measuring {
            reason: "an internal error".to_owned(),
        })
    })?;
    let surface = surface(&polygons, &detail, f64::from(grid.cell) * TOLERANCE);
    NavMesh::from_surface(surface, radius, settings.height)
}

fn check(settings: &LevelSettings, radius: f32) -> Result<(), LevelError> {
    let quarter = std::f32::consts::FRAC_PI_2;
    let ranges = [
        (
            "the radius",
            radius,
            1e-3..=LARGEST_COORDINATE,
            "from 0.001 to 1e12",
        ),
        (
            "the height",
            settings.height,
            1e-3..=1e6,
            "from 0.001 to 1e6",
        ),
        (
            "the steepest slope",
            settings.max_slope,
            0.0..=quarter - 1e-3,
            "from 0 to 1.569 rad",
        ),
        (
            "the highest step",
            settings.max_climb,
            0.0..=1e6,
            "from 0 to 1e6",
        ),
        (
            "the number of cells in a radius",
            settings.cells_per_radius,
            1.0..=32.0,
            "from 1 to 32",
        ),
    ];
    for (name, value, allowed, range) in ranges {
        if !allowed.contains(&value) {
            return Err(LevelError::Setting { name, value, range });
        }
    }
    Ok(())
}

/// Recast's polygons as a surface.
fn surface(mesh: &PolygonNavmesh, detail: &DetailNavmesh, tolerance: f64) -> Surface {
    let vertices: Vec<Vec2> = mesh
        .vertices
        .iter()
        .map(|vertex| {
            Vec2::new(
                mesh.aabb.min.x + f32::from(vertex.x) * mesh.cell_size,
                -(mesh.aabb.min.z + f32::from(vertex.z) * mesh.cell_size),
            )
        })
        .collect();
    let mut relief = Relief::default();
    let mut polygons = Vec::new();
    let rows = mesh
        .polygons
        .chunks(usize::from(mesh.max_vertices_per_polygon));
    for (row, heights) in rows.zip(&detail.meshes) {
        let mut polygon: Vec<u32> = row
            .iter()
            .take_while(|vertex| **vertex != PolygonNavmesh::NO_INDEX)
            .map(|vertex| u32::from(*vertex))
            .collect();
        if polygon.len() < 3 {
            continue;
        }
        if doubled_area(&polygon, &vertices) < 0.0 {
            polygon.reverse();
        }
        polygons.push(polygon);
        let base = heights.base_vertex_index as usize;
        let first = heights.base_triangle_index as usize;
        let triangles = &detail.triangles[first..first + heights.triangle_count as usize];
        relief.push(triangles.iter().map(|corners| {
            corners.map(|corner| {
                let vertex = detail.vertices[base + usize::from(corner)];
                Vec3::new(vertex.x, -vertex.z, vertex.y)
            })
        }));
    }
    Surface::new(&vertices, &polygons, relief, tolerance)
}

fn doubled_area(polygon: &[u32], vertices: &[Vec2]) -> f32 {
    let at = |index: usize| vertices[polygon[index % polygon.len()] as usize];
    (1..polygon.len() - 1)
        .map(|index| (at(index) - at(0)).perp_dot(at(index + 1) - at(0)))
        .sum()
}
