//! Shapes grown by a radius, as polygons.

use std::f64::consts::TAU;

use glam::{DVec2, Vec2};

use super::Blocked;
use crate::geometry::{Bounds, Shape};

/// The outline of everything within `radius` of a shape, as a convex polygon around it:
/// counter-clockwise, with at most `arc_sides` sides for a full turn. It lies outside of the
/// rounded outline everywhere.
pub(super) fn inflated(blocked: &Blocked, radius: f64, arc_sides: u32) -> Vec<DVec2> {
    let (points, rounding) = core(&blocked.shape, blocked.offset);
    let radius = radius + rounding;
    let count = points.len();
    let mut outline = Vec::new();
    for (index, &point) in points.iter().enumerate() {
        let before = points[(index + count - 1) % count];
        let after = points[(index + 1) % count];
        let (start, sweep) = if count == 1 {
            (0.0, TAU)
        } else {
            let (incoming, outgoing) = (point - before, after - point);
            let start = libm::atan2(-incoming.x, incoming.y);
            let turn = if count == 2 {
                TAU / 2.0
            } else {
                libm::atan2(incoming.perp_dot(outgoing), incoming.dot(outgoing)).max(0.0)
            };
            (start, turn)
        };
        round_corner(point, radius, start, sweep, arc_sides, &mut outline);
    }
    outline
}

/// Corners of the outline around one point of the shape: they lie between the tangents that touch
/// the arc at both its ends and at equal distances between them.
fn round_corner(
    point: DVec2,
    radius: f64,
    start: f64,
    sweep: f64,
    arc_sides: u32,
    outline: &mut Vec<DVec2>,
) {
    let widest = TAU / f64::from(arc_sides);
    // A turn that is a hair above a whole number of sides needs no further side.
    let pieces = (sweep / widest - 1e-6).ceil().max(1.0);
    let angle = sweep / pieces;
    let reach = radius / libm::cos(angle / 2.0);
    for piece in 0..pieces as u32 {
        let middle = start + (f64::from(piece) + 0.5) * angle;
        outline.push(point + DVec2::new(libm::cos(middle), libm::sin(middle)) * reach);
    }
}

/// The points whose hull, rounded by the radius that comes with them, is the shape. No two
/// neighbours are equal.
fn core(shape: &Shape, offset: Vec2) -> (Vec<DVec2>, f64) {
    let segment = |start: Vec2, end: Vec2| vec![start, end];
    let (points, rounding) = match shape {
        Shape::Circle(circle) => (vec![circle.center()], circle.radius()),
        Shape::Segment(wall) => (segment(wall.start(), wall.end()), 0.0),
        Shape::Capsule(capsule) => (
            segment(capsule.segment().start(), capsule.segment().end()),
            capsule.radius(),
        ),
        Shape::Polygon(polygon) => (polygon.vertices().to_vec(), 0.0),
    };
    let offset = offset.as_dvec2();
    let mut points: Vec<DVec2> = points
        .into_iter()
        .map(|point| point.as_dvec2() + offset)
        .collect();
    points.dedup();
    while points.len() > 1 && points.first() == points.last() {
        points.pop();
    }
    (points, f64::from(rounding))
}

/// The part of a convex outline that lies in a box; empty if none does.
pub(super) fn clipped(mut outline: Vec<DVec2>, bounds: Bounds, margin: f64) -> Vec<DVec2> {
    let min = bounds.min.as_dvec2() - DVec2::splat(margin);
    let max = bounds.max.as_dvec2() + DVec2::splat(margin);
    for (normal, limit) in [
        (DVec2::X, max.x),
        (DVec2::NEG_X, -min.x),
        (DVec2::Y, max.y),
        (DVec2::NEG_Y, -min.y),
    ] {
        outline = clipped_by_line(&outline, normal, limit);
    }
    outline
}

/// The part of an outline where `normal · point <= limit`.
fn clipped_by_line(outline: &[DVec2], normal: DVec2, limit: f64) -> Vec<DVec2> {
    let mut kept = Vec::with_capacity(outline.len() + 1);
    for (index, &here) in outline.iter().enumerate() {
        let next = outline[(index + 1) % outline.len()];
        let (out_here, out_next) = (normal.dot(here) - limit, normal.dot(next) - limit);
        if out_here <= 0.0 {
            kept.push(here);
        }
        if (out_here < 0.0 && out_next > 0.0) || (out_here > 0.0 && out_next < 0.0) {
            kept.push(here + (next - here) * (out_here / (out_here - out_next)));
        }
    }
    kept
}
