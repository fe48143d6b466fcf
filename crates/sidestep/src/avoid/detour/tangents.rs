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

/// Which way a body that passes a shape on `side` of it travels where the direction out of the shape is `normal`.
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
    /// Where the way from a point outside touches a shape that it passes on `side`, and its direction.
    pub fn tangent(&self, from: DVec2, shape: usize, side: Side) -> (Touch, DVec2) {
        let radius = self.shapes[shape].radius;
        let mut best: Option<(usize, DVec2)> = None;
        for (corner, &center) in self.corners(shape).iter().enumerate() {
            let way = center - from;
            let distance = way.length();
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
        let point = self.corners(shape)[corner] + normal * radius;
        let touch = Touch {
            point,
            normal,
            corner,
        };
        (touch, direction)
    }

    /// The way that leaves one shape, passed on `side`, and reaches another, passed on `other_side`. `None` if there is none
    /// because they overlap.
    pub fn common_tangent(
        &self,
        shape: usize,
        side: Side,
        other: usize,
        other_side: Side,
    ) -> Option<CommonTangent> {
        let (own, theirs) = (self.corners(shape), self.corners(other));
        let (radius, other_radius) = (self.shapes[shape].radius, self.shapes[other].radius);
        // How far the two centres lie apart, seen across the way.
        let across = radius * sign(side) - other_radius * sign(other_side);
        let (mut from, mut to) = (0, 0);
        // Each turn moves on to corners further out, so it ends after at most all of them.
        for _ in 0..=own.len() + theirs.len() {
            let between = theirs[to] - own[from];
            let distance = between.length();
            if distance <= across.abs() {
                return None;
            }
            let sine = -across / distance;
            let cosine = ((1.0 - sine) * (1.0 + sine)).sqrt();
            let direction = DVec2::new(cosine, sine).rotate(between / distance);
            let normal = outward(direction, side);
            let other_normal = outward(direction, other_side);
            let (next_from, next_to) = (
                furthest(own, normal, from, self.tolerance),
                furthest(theirs, other_normal, to, self.tolerance),
            );
            if (next_from, next_to) == (from, to) {
                return Some(CommonTangent {
                    leave: Touch {
                        point: own[from] + normal * radius,
                        normal,
                        corner: from,
                    },
                    reach: Touch {
                        point: theirs[to] + other_normal * other_radius,
                        normal: other_normal,
                        corner: to,
                    },
                });
            }
            (from, to) = (next_from, next_to);
        }
        None
    }
}

/// The corner furthest out in a direction; the one at hand if no other is further by more than rounding.
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
