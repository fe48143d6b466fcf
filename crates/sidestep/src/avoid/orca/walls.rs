//! The half-planes of velocities that walls leave.

use glam::Vec2;

use super::{HalfPlane, WallEdge};
use crate::motion::Body;

/// Slack of the test whether an edge is covered already (m/s): single precision can't tell less.
const COVERED_SLACK: f32 = 1e-5;

/// A corner of the edge, or both, as the agent sees it.
#[derive(Clone, Copy)]
struct Corner {
    /// From the agent's centre (m).
    offset: Vec2,
    /// Whether the solid turns away behind it. Behind other corners the next edge is in front.
    is_convex: bool,
}

/// The side of the velocity obstacle that a corner casts.
struct Leg {
    /// Where the corner is, divided by the horizon (m/s).
    origin: Vec2,
    /// Away from the agent, a unit vector.
    direction: Vec2,
    /// Whether it would cut into the wall's own solid and so was turned to the next edge, which has
    /// it as its own constraint.
    belongs_to_next_edge: bool,
}

/// An edge as an agent sees it: everything relative to the agent's centre, with both radii in one.
pub(super) struct View<'a> {
    edge: &'a WallEdge,
    start: Vec2,
    end: Vec2,
    radius: f32,
    /// Where on the edge's line the point nearest to the agent is: 0 at the start, 1 at the end.
    share: f32,
    /// Whether the disc reaches the edge's line, which may be beyond its ends.
    reaches_line: bool,
}

impl<'a> View<'a> {
    /// An edge as a body sees it from the edge's right side.
    pub(super) fn new(edge: &'a WallEdge, body: &Body) -> Self {
        let radius = body.radius + edge.rounding;
        let start = edge.start - body.position;
        let end = edge.end - body.position;
        let along = end - start;
        let (share, nearest) = if edge.is_post() {
            (0.0, start)
        } else {
            let share = -start.dot(along) / along.length_squared();
            (share, start + along * share)
        };
        Self {
            edge,
            start,
            end,
            radius,
            share,
            reaches_line: nearest.length_squared() <= radius * radius,
        }
    }

    /// What the edge forbids a disc that moves with `velocity` (m/s), seen from the edge where that
    /// moves: the velocities that touch it within `horizon` seconds.
    ///
    /// Nothing if the nearer edges' half-planes (`so_far`) forbid that already, or if the next edge
    /// of the same wall has the constraint. The whole work of avoiding is the agent's. An agent
    /// that touches already must not come nearer, but isn't thrown out.
    pub(super) fn half_plane(
        &self,
        velocity: Vec2,
        horizon: f32,
        so_far: impl IntoIterator<Item = HalfPlane>,
    ) -> Option<HalfPlane> {
        let rate = 1.0 / horizon;
        let covered = |plane: HalfPlane| {
            let slack = self.radius * rate - COVERED_SLACK;
            -plane.clearance(self.start * rate) >= slack
                && -plane.clearance(self.end * rate) >= slack
        };
        if so_far.into_iter().any(covered) {
            return None;
        }
        if self.touches() {
            return self.stop();
        }
        self.shadow(velocity, rate)
    }

    fn touches(&self) -> bool {
        let reaches = |point: Vec2| point.length_squared() <= self.radius * self.radius;
        if self.share < 0.0 {
            reaches(self.start)
        } else if self.share > 1.0 {
            reaches(self.end)
        } else {
            self.reaches_line
        }
    }

    /// Not nearer, for a disc that touches.
    fn stop(&self) -> Option<HalfPlane> {
        let away = |corner: Vec2| {
            let normal = (-corner).try_normalize().unwrap_or(Vec2::X);
            HalfPlane::facing(normal, Vec2::ZERO)
        };
        if self.edge.is_post() {
            Some(away(self.start))
        } else if self.share < 0.0 {
            self.edge.start_is_convex.then(|| away(self.start))
        } else if self.share > 1.0 {
            // Where the next edge is seen too, it touches the same corner and has the constraint.
            let next_is_hidden = self.end.perp_dot(self.edge.direction_after) >= 0.0;
            (self.edge.end_is_convex && next_is_hidden).then(|| away(self.end))
        } else {
            Some(HalfPlane {
                point: Vec2::ZERO,
                direction: -self.edge.direction,
            })
        }
    }

    /// The boundary of the velocity obstacle at the place that is nearest to `velocity`. `rate` is
    /// one over the horizon (1/s).
    fn shadow(&self, velocity: Vec2, rate: f32) -> Option<HalfPlane> {
        let edge = self.edge;
        let first = Corner {
            offset: self.start,
            is_convex: edge.start_is_convex,
        };
        let last = Corner {
            offset: self.end,
            is_convex: edge.end_is_convex,
        };
        // Seen so nearly end-on that one corner hides all the rest.
        let end_on = edge.is_post() || (self.reaches_line && !(0.0..=1.0).contains(&self.share));
        let (left, right, before, after) = if !end_on {
            (first, last, edge.direction_before, edge.direction_after)
        } else if self.share <= 0.0 {
            (first, first, edge.direction_before, edge.direction)
        } else {
            (last, last, edge.direction, edge.direction_after)
        };
        if end_on && !left.is_convex {
            return None;
        }
        let mut left_leg = Leg {
            origin: left.offset * rate,
            direction: if left.is_convex {
                tangent(left.offset, self.radius)
            } else {
                -edge.direction
            },
            belongs_to_next_edge: false,
        };
        let mut right_leg = Leg {
            origin: right.offset * rate,
            direction: if right.is_convex {
                tangent(right.offset, -self.radius)
            } else {
                edge.direction
            },
            belongs_to_next_edge: false,
        };
        if !edge.is_post() {
            if left.is_convex && left_leg.direction.perp_dot(-before) >= 0.0 {
                left_leg.direction = -before;
                left_leg.belongs_to_next_edge = true;
            }
            if right.is_convex && right_leg.direction.perp_dot(after) <= 0.0 {
                right_leg.direction = after;
                right_leg.belongs_to_next_edge = true;
            }
        }
        self.nearest_boundary(velocity, rate, &left_leg, &right_leg, end_on)
    }

    fn nearest_boundary(
        &self,
        velocity: Vec2,
        rate: f32,
        left: &Leg,
        right: &Leg,
        end_on: bool,
    ) -> Option<HalfPlane> {
        let radius = self.radius * rate;
        let round_corner = |corner: Vec2| {
            let normal = (velocity - corner)
                .try_normalize()
                .or_else(|| (-corner).try_normalize())
                .unwrap_or(Vec2::X);
            Some(HalfPlane::facing(normal, corner + normal * radius))
        };
        let cutoff = right.origin - left.origin;
        let along_cutoff = if end_on {
            0.5
        } else {
            (velocity - left.origin).dot(cutoff) / cutoff.length_squared()
        };
        let along_left = (velocity - left.origin).dot(left.direction);
        let along_right = (velocity - right.origin).dot(right.direction);
        if (along_cutoff < 0.0 && along_left < 0.0)
            || (end_on && along_left < 0.0 && along_right < 0.0)
        {
            return round_corner(left.origin);
        }
        if along_cutoff > 1.0 && along_right < 0.0 {
            return round_corner(right.origin);
        }
        let distance_squared = |within: bool, nearest: Vec2| {
            if within {
                velocity.distance_squared(nearest)
            } else {
                f32::INFINITY
            }
        };
        let to_cutoff = distance_squared(
            !end_on && (0.0..=1.0).contains(&along_cutoff),
            left.origin + cutoff * along_cutoff,
        );
        let to_left =
            distance_squared(along_left >= 0.0, left.origin + left.direction * along_left);
        let to_right = distance_squared(
            along_right >= 0.0,
            right.origin + right.direction * along_right,
        );
        let (direction, origin) = if to_cutoff <= to_left && to_cutoff <= to_right {
            (-self.edge.direction, left.origin)
        } else if to_left <= to_right {
            if left.belongs_to_next_edge {
                return None;
            }
            (left.direction, left.origin)
        } else {
            if right.belongs_to_next_edge {
                return None;
            }
            (-right.direction, right.origin)
        };
        Some(HalfPlane {
            point: origin + direction.perp() * radius,
            direction,
        })
    }
}

/// Direction from the agent past a disc around a corner: on its left for a positive radius, on its
/// right for a negative one.
fn tangent(corner: Vec2, radius: f32) -> Vec2 {
    let distance_squared = corner.length_squared();
    let leg = (distance_squared - radius * radius).max(0.0).sqrt();
    Vec2::new(leg, radius).rotate(corner) / distance_squared
}
