//! Polygons of a level from its walkable cells.

use std::collections::BTreeMap;

use glam::{DVec2, U16Vec3, Vec2};
use i_overlay::core::fill_rule::FillRule;
use i_overlay::core::overlay::{Overlay, ShapeType};
use i_overlay::core::overlay_rule::OverlayRule;
use i_overlay::core::solver::Solver;
use i_overlay::i_float::int::point::IntPoint;
use rerecast::{CompactHeightfield, Contour, ContourSet};

use super::voxels::Grid;
use super::{LevelError, LevelSettings};
use crate::nav::NavError;
use crate::nav::merge::convex_polygons;
use crate::nav::relief::{Cells, Relief};
use crate::nav::surface::Surface;
use crate::nav::triangulate::{Triangles, triangulated};

/// How far from a polygon a place still counts as on it, in cells: all of it is measured in cells
/// anyway.
const TOLERANCE: f64 = 1e-3;

/// Regions as a surface: the outlines of each are triangulated by themselves, holes left open, and
/// what has the same corners is connected.
pub(super) fn surface(
    floors: &CompactHeightfield,
    outlines: &ContourSet,
    settings: &LevelSettings,
    grid: Grid,
) -> Result<Surface, NavError> {
    let mut of_region: BTreeMap<u16, Vec<&Contour>> = BTreeMap::new();
    for outline in &outlines.contours {
        check_closed(outline)?;
        let region = outline.region.bits();
        of_region.entry(region).or_default().push(outline);
    }
    // Floors are further apart than this, and corners of one floor nearer together.
    let same_floor = (settings.height / grid.layer * 0.5) as u16;
    let mut corners = Corners::new(same_floor);
    let mut polygons = Vec::new();
    let mut regions = Vec::new();
    for (region, outlines) in of_region {
        let triangles = cut(&outlines)?;
        let heights = Heights::of(&outlines);
        let places: Vec<u32> = triangles
            .vertices
            .iter()
            .map(|vertex| corners.place(*vertex, heights.at(*vertex)))
            .collect();
        for polygon in convex_polygons(&triangles) {
            let sum: f32 = polygon
                .iter()
                .map(|vertex| f32::from(heights.at(triangles.vertices[*vertex as usize])))
                .sum();
            let average = grid.bounds.min.y + grid.layer * sum / polygon.len() as f32;
            regions.push((region, average));
            polygons.push(polygon.iter().map(|it| places[*it as usize]).collect());
        }
    }
    let vertices: Vec<Vec2> = corners
        .vertices
        .iter()
        .map(|it| position(*it, grid))
        .collect();
    let relief = Relief::measured(cells(floors, grid), regions);
    let tolerance = f64::from(grid.cell) * TOLERANCE;
    Ok(Surface::new(&vertices, &polygons, relief, tolerance))
}

/// Recast gives up walking along an outline after some ten thousand steps.
fn check_closed(outline: &Contour) -> Result<(), LevelError> {
    if let (Some((first, _)), Some((last, _))) =
        (outline.raw_vertices.first(), outline.raw_vertices.last())
        && (first.x.abs_diff(last.x) > 1 || first.z.abs_diff(last.z) > 1)
    {
        return Err(LevelError::Measuring {
            reason: "an outline has too many corners".to_owned(),
        });
    }
    Ok(())
}

/// The cell corner of a vertex, with the plane's y upward.
fn point(vertex: U16Vec3) -> IntPoint {
    IntPoint::new(i32::from(vertex.x), -i32::from(vertex.z))
}

fn position(point: IntPoint, grid: Grid) -> Vec2 {
    Vec2::new(
        grid.bounds.min.x + point.x as f32 * grid.cell,
        -grid.bounds.min.z + point.y as f32 * grid.cell,
    )
}

/// The triangles of one region: within its outer outline, outside of its holes.
fn cut(outlines: &[&Contour]) -> Result<Triangles, NavError> {
    let contours: Vec<Vec<IntPoint>> = outlines
        .iter()
        .map(|outline| outline.vertices.iter().map(|it| point(it.0)).collect())
        .collect();
    triangulated(&contours).or_else(|_| {
        // Outlines that were made simpler may cross each other. Cutting them makes corners that the
        // neighbours don't have, so this is only done where needed.
        let mut overlay = Overlay::new(64);
        overlay.solver = Solver {
            multithreading: None,
            ..Solver::default()
        };
        overlay.add_contours(&contours, ShapeType::Subject);
        let shapes = overlay.overlay(OverlayRule::Subject, FillRule::EvenOdd);
        triangulated(&shapes.into_iter().flatten().collect::<Vec<_>>())
    })
}

/// Heights of an outline's corners (layers).
struct Heights(BTreeMap<(i32, i32), u16>);

impl Heights {
    fn of(outlines: &[&Contour]) -> Self {
        let corners = outlines.iter().flat_map(|outline| &outline.vertices);
        Self(
            corners
                .map(|(vertex, _)| (point(*vertex), vertex.y))
                .map(|(point, height)| ((point.x, point.y), height))
                .collect(),
        )
    }

    /// The height of a corner, or of one next to it in order if it is none.
    fn at(&self, corner: IntPoint) -> u16 {
        let key = (corner.x, corner.y);
        let next = self.0.range(key..).next();
        next.or_else(|| self.0.iter().next_back())
            .map_or(0, |(_, height)| *height)
    }
}

/// Corners of all regions: those of two regions at one place and height are one.
struct Corners {
    same_floor: u16,
    vertices: Vec<IntPoint>,
    at: BTreeMap<(i32, i32), Vec<(u16, u32)>>,
}

impl Corners {
    fn new(same_floor: u16) -> Self {
        Self {
            same_floor,
            vertices: Vec::new(),
            at: BTreeMap::new(),
        }
    }

    fn place(&mut self, corner: IntPoint, height: u16) -> u32 {
        let known = self.at.entry((corner.x, corner.y)).or_default();
        if let Some((_, place)) = known
            .iter()
            .find(|(other, _)| other.abs_diff(height) <= self.same_floor)
        {
            return *place;
        }
        let place = self.vertices.len() as u32;
        self.vertices.push(corner);
        known.push((height, place));
        place
    }
}

/// Heights of all floors, cell by cell: recast's rows go down on the plane, ours upward.
fn cells(floors: &CompactHeightfield, grid: Grid) -> Cells {
    let (columns, rows) = (floors.width, floors.height);
    let mut starts = vec![0];
    let mut heights = Vec::new();
    for row in (0..rows).rev() {
        for column in 0..columns {
            for index in floors.cell_at(column, row).index_range() {
                let span = &floors.spans[index];
                let region = span.region.bits();
                if region != 0 {
                    let height = grid.bounds.min.y + f32::from(span.y) * grid.layer;
                    heights.push((region, height));
                }
            }
            starts.push(heights.len() as u32);
        }
    }
    let low = -f64::from(grid.bounds.min.z) - f64::from(rows) * f64::from(grid.cell);
    Cells {
        origin: DVec2::new(f64::from(grid.bounds.min.x), low),
        size: f64::from(grid.cell),
        columns: usize::from(columns),
        starts,
        floors: heights,
    }
}
