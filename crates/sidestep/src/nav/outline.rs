//! Outlines of what a disc can walk on.

use glam::DVec2;
use i_overlay::core::fill_rule::FillRule;
use i_overlay::core::overlay::{Overlay, ShapeType};
use i_overlay::core::overlay_rule::OverlayRule;
use i_overlay::core::solver::Solver;
use i_overlay::i_float::int::point::IntPoint;

use super::inflate::{clipped, inflated};
use super::lattice::Lattice;
use super::{Blocked, WalkableArea};

/// How many steps of the grid outlines are moved outward, so that rounding to it never lets a disc
/// touch.
const ROUNDING_STEPS: f64 = 2.0;

/// The outlines of where the centre of a disc of `radius` can be: outer ones counter-clockwise,
/// holes clockwise. They don't cross, but may touch in points.
pub(super) fn walkable_outlines(
    area: &WalkableArea,
    closed: &[Blocked],
    radius: f32,
    lattice: Lattice,
) -> Vec<Vec<IntPoint>> {
    let radius = f64::from(radius) + ROUNDING_STEPS * lattice.step;
    let (min, max) = (area.bounds.min.as_dvec2(), area.bounds.max.as_dvec2());
    let (min, max) = (min + DVec2::splat(radius), max - DVec2::splat(radius));
    if min.cmpge(max).any() {
        return Vec::new();
    }
    let mut overlay = Overlay::new(64);
    // One thread: what is cut must not depend on how many there are.
    overlay.solver = Solver {
        multithreading: None,
        ..Solver::default()
    };
    let ground: Vec<IntPoint> = [min, DVec2::new(max.x, min.y), max, DVec2::new(min.x, max.y)]
        .map(|corner| lattice.point(corner))
        .to_vec();
    overlay.add_contour(&ground, ShapeType::Subject);
    for blocked in area.blocked.iter().chain(closed) {
        let outline = inflated(blocked, radius, area.arc_sides);
        // What lies outside needs no digits, and would need too many.
        let outline = clipped(outline, area.bounds, 16.0 * lattice.step);
        let mut contour: Vec<IntPoint> = outline.iter().map(|it| lattice.point(*it)).collect();
        contour.dedup();
        if contour.len() >= 3 {
            overlay.add_contour(&contour, ShapeType::Clip);
        }
    }
    let shapes = overlay.overlay(OverlayRule::Difference, FillRule::NonZero);
    shapes.into_iter().flatten().collect()
}
