//! Ways along the outline of a shape.

use glam::DVec2;

use super::field::Field;
use super::tangents::{Touch, Turn, sign};
use crate::geometry::Side;

/// Angle that rounding may make of none (rad).
pub(super) const ROUNDING: f64 = 1e-7;

/// A piece of an outline that is walked along.
#[derive(Clone, Copy, Debug)]
enum Piece {
    /// Round a corner, from one direction out of the shape to another.
    Arc {
        center: DVec2,
        from: DVec2,
        to: DVec2,
        /// Angle (rad).
        turn: f64,
    },
    /// Along a side.
    Straight { from: DVec2, to: DVec2 },
}

/// By how much a direction must be turned (rad, 0 up to a full turn) against the side on which a
/// shape is passed to become another: clockwise for a shape passed on its left.
pub(super) fn turn(from: DVec2, to: DVec2, side: Side) -> f64 {
    let angle = libm::atan2(-sign(side) * from.perp_dot(to), from.dot(to));
    // What rounding puts a hair before the start isn't a full turn.
    if angle < -ROUNDING {
        angle + std::f64::consts::TAU
    } else {
        angle.max(0.0)
    }
}

impl Field {
    /// Length (m) of the way along the outline of a shape that is passed on `side`, from one place
    /// to another. `None` if another active shape is in the way.
    pub fn walk(&self, shape: usize, side: Side, from: &Touch, to: &Touch) -> Option<f64> {
        let free = (0..self.shapes.len()).all(|other| {
            !self.shapes[other].active || !self.walk_meets(shape, side, from, to, other)
        });
        free.then(|| {
            let radius = self.shapes[shape].radius;
            let mut length = 0.0;
            self.pieces(shape, side, from, to, |piece| {
                length += match piece {
                    Piece::Arc { turn, .. } => turn * radius,
                    Piece::Straight { from, to } => from.distance(to),
                };
            });
            length
        })
    }

    /// Whether a walk along the outline of a shape, from one place to another, stays in a box.
    pub fn walk_stays_in(
        &self,
        shape: usize,
        side: Side,
        (from, to): (&Touch, &Touch),
        (low, high): (DVec2, DVec2),
    ) -> bool {
        let it = &self.shapes[shape];
        let holds = |point: DVec2| point.cmpge(low).all() && point.cmple(high).all();
        let reach = DVec2::splat(it.bound);
        if holds(it.center - reach) && holds(it.center + reach) {
            return true;
        }
        let mut stays = holds(from.point) && holds(to.point);
        self.pieces(shape, side, from, to, |piece| {
            stays = stays
                && match piece {
                    Piece::Arc {
                        center,
                        from,
                        to,
                        turn,
                    } => (DVec2::AXES.into_iter().flat_map(|axis| [axis, -axis])).all(|axis| {
                        turn <= ROUNDING
                            || !is_between(from, to, axis, side)
                            || holds(center + axis * it.radius)
                    }),
                    Piece::Straight { from, to } => holds(from) && holds(to),
                };
        });
        stays
    }

    /// Whether a walk along the outline of a shape leads through the inside of another.
    pub fn walk_meets(
        &self,
        shape: usize,
        side: Side,
        from: &Touch,
        to: &Touch,
        other: usize,
    ) -> bool {
        let (it, there) = (&self.shapes[shape], &self.shapes[other]);
        let reach = it.bound + there.bound;
        let apart = it.center.distance_squared(there.center) >= reach * reach;
        if other == shape || apart {
            return false;
        }
        let mut meets = false;
        self.pieces(shape, side, from, to, |piece| {
            meets = meets
                || match piece {
                    Piece::Arc {
                        center, from, to, ..
                    } => self.arc_enters(other, center, it.radius, [from, to], side),
                    Piece::Straight { from, to } => self.blocks(other, from, to),
                };
        });
        meets
    }

    /// Corners (m) of a way round a walk along an outline that stays outside of it: where tangents
    /// at most `step` rad of turn apart meet. On a straight way to the first and from the last it
    /// touches the outline.
    pub fn corners_of_walk(
        &self,
        (shape, side, from, to): &Turn,
        step: f64,
        found: &mut Vec<DVec2>,
    ) {
        let (shape, side) = (*shape, *side);
        let radius = self.shapes[shape].radius;
        self.pieces(shape, side, from, to, |piece| {
            if let Piece::Arc {
                center, from, turn, ..
            } = piece
                && turn > ROUNDING
            {
                let steps = (turn / step).ceil();
                let half = 0.5 * turn / steps;
                let out = radius / libm::cos(half);
                for index in 0..steps as u32 {
                    let angle = -sign(side) * half * f64::from(2 * index + 1);
                    let spoke = DVec2::new(libm::cos(angle), libm::sin(angle)).rotate(from);
                    found.push(center + spoke * out);
                }
            }
        });
    }

    fn pieces(
        &self,
        shape: usize,
        side: Side,
        from: &Touch,
        to: &Touch,
        mut visit: impl FnMut(Piece),
    ) {
        let corners = self.corners(shape);
        let radius = self.shapes[shape].radius;
        let count = corners.len();
        let mut left = turn(from.normal, to.normal, side);
        let (mut corner, mut normal) = (from.corner, from.normal);
        // Once round at the most, and back on the first corner.
        for _ in 0..=count {
            let center = corners[corner];
            let next = match side {
                Side::Left => (corner + count - 1) % count,
                Side::Right => (corner + 1) % count,
            };
            let along = (corners[next] - center).normalize_or_zero();
            // Passed on the left, the shape is on the right of the way along its side.
            let side_normal = along.perp() * sign(side);
            let here = if count == 1 {
                f64::INFINITY
            } else {
                turn(normal, side_normal, side)
            };
            // Rounding may put the end on the other end of a side.
            let at_end = corner == to.corner && left <= here + ROUNDING;
            if at_end || left < here - ROUNDING {
                visit(Piece::Arc {
                    center,
                    from: normal,
                    to: to.normal,
                    turn: left,
                });
                return;
            }
            visit(Piece::Arc {
                center,
                from: normal,
                to: side_normal,
                turn: here,
            });
            visit(Piece::Straight {
                from: center + side_normal * radius,
                to: corners[next] + side_normal * radius,
            });
            left -= here;
            corner = next;
            normal = side_normal;
        }
    }

    /// Whether an arc leads through the inside of a shape. It does if an end is inside, or if it
    /// crosses the outline: the rounding of a corner, or a side moved out by the radius.
    fn arc_enters(
        &self,
        other: usize,
        center: DVec2,
        radius: f64,
        [from, to]: [DVec2; 2],
        side: Side,
    ) -> bool {
        if self.is_inside(other, center + from * radius)
            || self.is_inside(other, center + to * radius)
        {
            return true;
        }
        let keep = self.shapes[other].radius - self.tolerance;
        let within = |direction: DVec2| is_between(from, to, direction, side);
        let corners = self.corners(other);
        for &corner in corners {
            let way = corner - center;
            let distance = way.length();
            // The two circles cross, and the arc holds the middle of what is inside.
            if distance < radius + keep
                && distance > (radius - keep).abs()
                && within(way / distance)
            {
                return true;
            }
        }
        let sides = if corners.len() == 1 { 0 } else { corners.len() };
        for index in 0..sides {
            let (start, end) = (corners[index], corners[(index + 1) % corners.len()]);
            let along = end - start;
            let length = along.length();
            let ahead = along / length.max(f64::MIN_POSITIVE);
            let normal = -ahead.perp();
            // How far the side, moved out, is from the centre of the arc.
            let height = (start - center).dot(normal) + keep;
            let half = (radius - height) * (radius + height);
            if half <= 0.0 {
                continue;
            }
            let half = half.sqrt();
            let foot = normal * height;
            for end in [-half, half] {
                let spoke = foot + ahead * end;
                let place = (center + spoke - start).dot(ahead);
                if (0.0..=length).contains(&place) && within(spoke / radius) {
                    return true;
                }
            }
        }
        false
    }
}

/// Whether a direction lies strictly between two others, turning against `side`.
fn is_between(from: DVec2, to: DVec2, direction: DVec2, side: Side) -> bool {
    let after = |first: DVec2, second: DVec2| -sign(side) * first.perp_dot(second);
    let (whole, part) = (after(from, to), after(from, direction));
    let rest = after(direction, to);
    if whole > 0.0 || (whole == 0.0 && from.dot(to) > 0.0) {
        part > 0.0 && rest > 0.0
    } else {
        // More than half a turn: everything but what lies between the end and the start.
        !(part <= 0.0 && rest <= 0.0)
    }
}
