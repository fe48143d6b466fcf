//! The grid that a level is measured on.

use glam::{UVec3, Vec2, Vec3, Vec3A};
use rerecast::{Aabb3d, AreaType, BuildContoursFlags, CompactHeightfield, ContourSet};
use rerecast::{ConvexVolume, Heightfield, HeightfieldBuilder, TriMesh};

use super::{Level, LevelError, LevelSettings};
use crate::geometry::Bounds;
use crate::nav::Blocked;
use crate::nav::inflate::{clipped, inflated};

/// The grid that a level is measured on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Grid {
    /// Size of a cell on the plane (m): a number of few binary digits, so that its multiples are
    /// exact.
    pub(super) cell: f32,
    /// Height of a cell (m).
    pub(super) layer: f32,
    pub(super) bounds: Aabb3d,
}

const MOST_CELLS: f32 = 16_777_216.0;
const MOST_ALONG: f32 = 65_000.0;
const MOST_LAYERS: f32 = 8_000.0;

/// Recast's numbers of a floor in its column have six bits, and one is taken.
const MOST_FLOORS: usize = 60;

/// How many layers an agent is high at most: recast keeps the room above a floor in eight bits.
const MOST_LAYERS_OF_AGENT: f32 = 200.0;

/// How far simplified outlines may deviate (cells).
const OUTLINE_ERROR: f32 = 1.0;

/// Islands of fewer cells are left out; regions of fewer are merged with others.
const SMALLEST_ISLAND: u16 = 64;
const SMALLEST_REGION: u16 = 400;

impl Grid {
    /// A grid for agents of this radius.
    pub(super) fn new(
        level: &Level,
        settings: &LevelSettings,
        radius: f32,
    ) -> Result<Self, LevelError> {
        let cell = few_digits(radius / settings.cells_per_radius);
        let layer = (cell * 0.5).max(settings.height / MOST_LAYERS_OF_AGENT);
        let mut min = Vec3::INFINITY;
        let mut max = Vec3::NEG_INFINITY;
        for corner in level.triangles.iter().flatten() {
            let corner = in_recast(level, *corner);
            min = min.min(corner);
            max = max.max(corner);
        }
        // Corners of cells are multiples of their size.
        let down = |value: f32| (value / cell).floor() * cell - cell;
        let up = |value: f32| (value / cell).ceil() * cell + cell;
        let bounds = Aabb3d {
            min: Vec3::new(down(min.x), min.y - layer, down(min.z)),
            max: Vec3::new(up(max.x), max.y + layer, up(max.z)),
        };
        let size = bounds.max - bounds.min;
        let (columns, rows) = (size.x / cell, size.z / cell);
        let layers = size.y / layer;
        if !(columns * rows <= MOST_CELLS
            && columns.max(rows) <= MOST_ALONG
            && layers <= MOST_LAYERS)
        {
            return Err(LevelError::TooLarge {
                columns,
                rows,
                layers,
                cell,
            });
        }
        Ok(Self {
            cell,
            layer,
            bounds,
        })
    }

    /// Number of whole layers in a height.
    fn layers(self, height: f32) -> f32 {
        height / self.layer
    }
}

/// A vertex as recast has it: y is up, and z points down on the plane.
fn in_recast(level: &Level, vertex: u32) -> Vec3 {
    let point = level.vertices[vertex as usize];
    Vec3::new(point.position.x, point.height, -point.position.y)
}

/// The largest number not above `value` that has eight binary digits.
fn few_digits(value: f32) -> f32 {
    f32::from_bits(value.to_bits() & 0xffff_0000)
}

/// Measures a level: its floors, each in regions that don't overlap, and the outlines of these.
pub(super) fn measured(
    level: &Level,
    settings: &LevelSettings,
    closed: &[Blocked],
    radius: f32,
    grid: Grid,
) -> Result<(CompactHeightfield, ContourSet), LevelError> {
    let refused = |reason: &dyn std::fmt::Display| LevelError::Measuring {
        reason: reason.to_string(),
    };
    // Rounded up: who is higher must not pass. Rounded down: a step that is too high must not be
    // taken.
    let height = grid.layers(settings.height).ceil() as u16;
    let climb = grid.layers(settings.max_climb).floor().min(MOST_LAYERS) as u16;
    let erosion = (radius / grid.cell).ceil() as u16;
    let mut voxels = HeightfieldBuilder {
        aabb: grid.bounds,
        cell_size: grid.cell,
        cell_height: grid.layer,
    }
    .build()
    .map_err(|error| refused(&error))?;
    voxels
        .rasterize_triangles(&triangles(level, settings.max_slope), climb)
        .map_err(|error| refused(&error))?;
    voxels.filter_low_hanging_walkable_obstacles(climb);
    voxels.filter_ledge_spans(height, climb);
    voxels.filter_walkable_low_height_spans(height);
    check_floors(&voxels)?;
    let mut floors = voxels
        .into_compact(height, climb)
        .map_err(|error| refused(&error))?;
    floors.erode_walkable_area(erosion);
    close(&mut floors, closed, radius, grid);
    floors.build_distance_field();
    floors
        .build_regions(0, SMALLEST_ISLAND, SMALLEST_REGION)
        .map_err(|error| refused(&error))?;
    let contours = floors.build_contours(OUTLINE_ERROR, 0, BuildContoursFlags::default());
    Ok((floors, contours))
}

/// The level's triangles, marked where they are flat enough to walk on.
fn triangles(level: &Level, max_slope: f32) -> TriMesh {
    let vertices: Vec<Vec3> = (0..level.vertices.len() as u32)
        .map(|vertex| in_recast(level, vertex))
        .collect();
    let steepest = libm::cosf(max_slope);
    let area_types = level
        .triangles
        .iter()
        .map(|corners| {
            let [a, b, c] = corners.map(|corner| vertices[corner as usize]);
            let normal = (b - a).cross(c - a).normalize_or_zero();
            // A hair of rounding must not make exact limits too steep.
            if normal.y > 0.0 && normal.y >= steepest - 1e-5 {
                AreaType::DEFAULT_WALKABLE
            } else {
                AreaType::NOT_WALKABLE
            }
        })
        .collect();
    TriMesh {
        vertices: vertices.into_iter().map(Vec3A::from).collect(),
        indices: level.triangles.iter().map(|it| UVec3::from(*it)).collect(),
        area_types,
    }
}

/// More floors above each other than recast can number would overflow its counters.
fn check_floors(voxels: &Heightfield) -> Result<(), LevelError> {
    for column in &voxels.spans {
        let mut floors = 0;
        let mut next = *column;
        while let Some(key) = next {
            let span = voxels.span(key);
            floors += usize::from(span.area.is_walkable());
            next = span.next;
        }
        if floors > MOST_FLOORS {
            return Err(LevelError::TooManyFloors { floors });
        }
    }
    Ok(())
}

/// Takes closed shapes out of what can be walked on.
fn close(floors: &mut CompactHeightfield, closed: &[Blocked], radius: f32, grid: Grid) {
    let bounds = Bounds {
        min: Vec2::new(grid.bounds.min.x, -grid.bounds.max.z),
        max: Vec2::new(grid.bounds.max.x, -grid.bounds.min.z),
    };
    for blocked in closed {
        // Cells count by their middle: with half a diagonal more none of them reaches in.
        let reach = f64::from(radius) + 0.75 * f64::from(grid.cell);
        let outline = clipped(inflated(blocked, reach, 32), bounds, 1.0);
        let [low, high] = blocked.heights.unwrap_or([-1e9, 1e9]);
        floors.mark_convex_poly_area(&ConvexVolume {
            vertices: outline
                .iter()
                .map(|corner| Vec2::new(corner.x as f32, -corner.y as f32))
                .collect(),
            min_y: low,
            max_y: high,
            area: AreaType::NOT_WALKABLE,
        });
    }
}
