//! Where a straight way touches a rounded shape.

use glam::DVec2;

use super::field::Field;
use crate::geometry::Side;

/// Where a straight way touches a rounded shape.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Touch {
    /// The place (m).
    pub point: DVec2,
    /// Direction out of the shape there.
    pub normal: DVec2,
    /// Index of the corner whose rounding is touched.
    pub corner: usize,
}

/// Two shapes joined by a straight way that touches both.
#[derive(Clone, Copy, Debug)]
pub(super) struct CommonTangent {
    /// Where the first is left.
    pub leave: Touch,
    /// Where the second is reached.
    pub reach: Touch,
}

/// A place where a way goes along a shape: the shape, the side on which it is passed, where the way
/// comes and where it goes.
pub(super) type Turn = (usize, Side, Touch, Touch);

/// Which way a body that passes a shape on `side` of it travels where the direction out of the
/// shape is `normal`.
pub(super) fn travel(normal: DVec2, side: Side) -> DVec2 {
    -normal.perp() * sign(side)
}

/// The direction out of a shape that is passed on `side` in the direction `travel`.
pub(super) fn outward(travel: DVec2, side: Side) -> DVec2 {
    travel.perp() * sign(side)
}

/// +1 for left, −1 for right.
pub(super) fn sign(side: Side) -> f64 {
    f64::from(side.sign())
}

impl Field {
    /// Where the way from a point outside touches a shape that it passes on `side`, and its
    /// direction.
    pub fn tangent(&self, from: DVec2, shape: usize, side: Side) -> (Touch, DVec2) {
        let radius = self.shapes[shape].radius;
        let corners = self.corners(shape);
        let mut best: Option<(usize, DVec2)> = None;
        for (corner, &center) in corners.iter().enumerate() {
            let way = center - from;
            let distance = way.length();
            // Who stands on a corner of what isn't rounded sees it in no direction.
            if radius <= 0.0 && distance <= self.tolerance && corners.len() > 1 {
                continue;
            }
            let direction = if distance > radius {
                let sine = sign(side) * radius / distance;
                let cosine = ((1.0 - sine) * (1.0 + sine)).sqrt();
                DVec2::new(cosine, sine).rotate(way / distance)
            } else {
                // Rounding has put it on the outline, or a hair inside.
                travel(-way.normalize_or(DVec2::NEG_X), side)
            };
            let further = best.is_none_or(|(_, best)| best.perp_dot(direction) * sign(side) > 0.0);
            if further {
                best = Some((corner, direction));
            }
        }
        let (corner, direction) = best.unwrap_or((0, DVec2::X));
        let normal = outward(direction, side);
        let point = corners[corner] + normal * radius;
        let touch = Touch {
            point,
            normal,
            corner,
        };
        (touch, direction)
    }

    /// The ways that leave one shape, passed on `side`, and reach another: on which side they pass
    /// that, and where. If the two don't overlap there is one for each side. If they do there is
    /// none that crosses over between them, but there may be several where each sticks out of the
    /// other in several places, as in a cross.
    pub fn common_tangents(
        &self,
        shape: usize,
        side: Side,
        other: usize,
        mut visit: impl FnMut(Side, CommonTangent),
    ) {
        if let Some(across) = self.one_common_tangent(shape, side, other, side.opposite()) {
            visit(side.opposite(), across);
            if let Some(along) = self.one_common_tangent(shape, side, other, side) {
                visit(side, along);
            }
            return;
        }
        let (own, theirs) = (self.corners(shape), self.corners(other));
        let as_round = self.shapes[shape].radius == self.shapes[other].radius;
        // The corners for which no others of the two are further out.
        for (from, &start) in own.iter().enumerate() {
            for (to, &end) in theirs.iter().enumerate() {
                if as_round {
                    // The way is in line with the corners: most are sorted out by that already.
                    let normal = outward(end - start, side);
                    let slack = 0.2 * self.tolerance * (normal.x.abs() + normal.y.abs());
                    if !is_outermost(own, normal, start, slack)
                        || !is_outermost(theirs, normal, end, slack)
                    {
                        continue;
                    }
                }
                let Some(way) = self.tangent_of_corners((shape, side, from), (other, side, to))
                else {
                    continue;
                };
                let slack = 0.1 * self.tolerance;
                if is_outermost(own, way.leave.normal, start, slack)
                    && is_outermost(theirs, way.reach.normal, end, slack)
                {
                    visit(side, way);
                }
            }
        }
    }

    /// The only common tangent of two shapes that don't overlap.
    fn one_common_tangent(
        &self,
        shape: usize,
        side: Side,
        other: usize,
        other_side: Side,
    ) -> Option<CommonTangent> {
        let (own, theirs) = (self.corners(shape), self.corners(other));
        let (mut from, mut to) = (0, 0);
        // Each turn moves on to corners further out, so it ends after at most all of them.
        for _ in 0..=own.len() + theirs.len() {
            let way = self.tangent_of_corners((shape, side, from), (other, other_side, to))?;
            let (next_from, next_to) = (
                furthest(own, way.leave.normal, from, self.tolerance),
                furthest(theirs, way.reach.normal, to, self.tolerance),
            );
            if (next_from, next_to) == (from, to) {
                return Some(way);
            }
            (from, to) = (next_from, next_to);
        }
        None
    }

    /// The way that touches the roundings of two corners, each given as its shape, the side on
    /// which that is passed and the number of the corner. `None` if they overlap too much for it.
    fn tangent_of_corners(
        &self,
        (shape, side, from): (usize, Side, usize),
        (other, other_side, to): (usize, Side, usize),
    ) -> Option<CommonTangent> {
        let (start, end) = (self.corners(shape)[from], self.corners(other)[to]);
        let (radius, other_radius) = (self.shapes[shape].radius, self.shapes[other].radius);
        // How far the two centres lie apart, seen across the way.
        let across = radius * sign(side) - other_radius * sign(other_side);
        let between = end - start;
        let distance = between.length();
        if distance <= across.abs() {
            return None;
        }
        let sine = -across / distance;
        let cosine = ((1.0 - sine) * (1.0 + sine)).sqrt();
        let direction = DVec2::new(cosine, sine).rotate(between / distance);
        let (normal, other_normal) = (outward(direction, side), outward(direction, other_side));
        Some(CommonTangent {
            leave: Touch {
                point: start + normal * radius,
                normal,
                corner: from,
            },
            reach: Touch {
                point: end + other_normal * other_radius,
                normal: other_normal,
                corner: to,
            },
        })
    }
}

/// Whether no corner is further out in a direction than one of them, but for `slack`.
fn is_outermost(corners: &[DVec2], direction: DVec2, corner: DVec2, slack: f64) -> bool {
    (corners.iter()).all(|other| (*other - corner).dot(direction) <= slack)
}

/// The corner furthest out in a direction; the one at hand if no other is further by more than
/// rounding.
fn furthest(corners: &[DVec2], direction: DVec2, at_hand: usize, tolerance: f64) -> usize {
    if corners.len() == 1 {
        return 0;
    }
    let mut best = (at_hand, corners[at_hand].dot(direction) + 0.1 * tolerance);
    for (index, corner) in corners.iter().enumerate() {
        let height = corner.dot(direction);
        if height > best.1 {
            best = (index, height);
        }
    }
    best.0
}
