//! Edges of walls, with what they must know of their neighbours.

use glam::Vec2;

use crate::avoid::{Blocker, Obstacle};
use crate::geometry::Shape;

/// A straight piece of a wall or of an obstacle's outline, with what it must know of its
/// neighbours.
///
/// It is seen from its right side only, as the solid is on its left; a wall without thickness is
/// seen from both. Where its start and end are the same, it is a post (with a rounding: a disc).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WallEdge {
    /// Name of what it belongs to. Equally near edges are ordered by it, then by `index`.
    pub name: Blocker,
    /// Number of the edge in its outline.
    pub index: u32,
    /// Start (m).
    pub start: Vec2,
    /// End (m).
    pub end: Vec2,
    /// Radius of the wall's rounding (m), 0 or more: it adds to the agent's radius.
    pub rounding: f32,
    /// Velocity at which it moves (m/s), zero at rest.
    pub velocity: Vec2,
    pub(super) direction: Vec2,
    pub(super) direction_before: Vec2,
    pub(super) direction_after: Vec2,
    pub(super) start_is_convex: bool,
    pub(super) end_is_convex: bool,
    pub(super) two_sided: bool,
}

impl WallEdge {
    /// A post or disc.
    #[must_use]
    pub fn post(name: Blocker, center: Vec2, radius: f32) -> Self {
        Self::between(name, center, center, radius)
    }

    /// A wall without thickness, or with a rounding a capsule.
    #[must_use]
    pub fn between(name: Blocker, start: Vec2, end: Vec2, rounding: f32) -> Self {
        let direction = direction(start, end);
        Self {
            name,
            index: 0,
            start,
            end,
            rounding,
            velocity: Vec2::ZERO,
            direction,
            direction_before: -direction,
            direction_after: -direction,
            start_is_convex: true,
            end_is_convex: true,
            two_sided: true,
        }
    }

    /// The edge from `start` to `end` of an outline that comes from `before` and goes on to
    /// `after`, each different from the corner next to it. The solid is on the left, so that the
    /// outline of an obstacle is counter-clockwise and that of a room is clockwise. Corners may
    /// turn either way.
    #[must_use]
    pub fn of_outline(
        name: Blocker,
        index: u32,
        [before, start, end, after]: [Vec2; 4],
        rounding: f32,
    ) -> Self {
        Self {
            name,
            index,
            start,
            end,
            rounding,
            velocity: Vec2::ZERO,
            direction: direction(start, end),
            direction_before: direction(before, start),
            direction_after: direction(end, after),
            start_is_convex: turns_left(before, start, end),
            end_is_convex: turns_left(start, end, after),
            two_sided: false,
        }
    }

    /// The edges of a closed outline (see [`of_outline`](Self::of_outline)). Corners that repeat
    /// are left out; two corners make a wall without thickness, one a post.
    pub fn of_loop(name: Blocker, corners: &[Vec2]) -> impl Iterator<Item = Self> + '_ {
        Self::of_moved_loop(name, corners, Vec2::ZERO)
    }

    /// The edges of an obstacle in its place: one for a disc or a wall, all sides for a polygon. Each
    /// moves as its middle does, where the obstacle turns, too.
    pub fn of_obstacle<'a>(obstacle: &Obstacle<'a>) -> impl Iterator<Item = Self> + 'a {
        let (name, offset) = (obstacle.name, obstacle.offset);
        let round = match obstacle.shape {
            Shape::Circle(circle) => {
                Some(Self::post(name, circle.center() + offset, circle.radius()))
            }
            Shape::Segment(wall) => Some(Self::between(
                name,
                wall.start() + offset,
                wall.end() + offset,
                0.0,
            )),
            Shape::Capsule(capsule) => {
                let wall = capsule.segment();
                let (start, end) = (wall.start() + offset, wall.end() + offset);
                Some(Self::between(name, start, end, capsule.radius()))
            }
            Shape::Polygon(_) => None,
        };
        let corners: &'a [Vec2] = match obstacle.shape {
            Shape::Polygon(polygon) => polygon.vertices(),
            _ => &[],
        };
        let obstacle = *obstacle;
        (round.into_iter())
            .chain(Self::of_moved_loop(name, corners, offset))
            .map(move |edge| Self {
                velocity: obstacle.velocity_at(edge.start.midpoint(edge.end)),
                ..edge
            })
    }

    fn of_moved_loop(
        name: Blocker,
        corners: &[Vec2],
        offset: Vec2,
    ) -> impl Iterator<Item = Self> + '_ {
        let count = corners.len();
        (0..count).filter_map(move |index| {
            let start = corners[index];
            let end = corners[(index + 1) % count];
            if start == end {
                // A loop whose corners all coincide is one post.
                let alone = index == 0 && corners.iter().all(|corner| *corner == start);
                return alone.then(|| Self::post(name, start + offset, 0.0));
            }
            let others = || (1..count).map(|step| corners[(index + step) % count]);
            let after = others()
                .skip(1)
                .find(|corner| *corner != end)
                .unwrap_or(start);
            let before = others()
                .rev()
                .find(|corner| *corner != start)
                .unwrap_or(end);
            if after == start
                && before == end
                && corners
                    .iter()
                    .all(|corner| *corner == start || *corner == end)
            {
                // There and back: one wall that is seen from both sides.
                let first = corners.iter().take(index).all(|corner| *corner == start);
                return first.then(|| Self::between(name, start + offset, end + offset, 0.0));
            }
            Some(Self::of_outline(
                name,
                index as u32,
                [before, start, end, after].map(|corner| corner + offset),
                0.0,
            ))
        })
    }

    /// The same edge as it is seen from `position`, or nothing if that is on its solid side.
    pub(super) fn seen_from(self, position: Vec2) -> Option<Self> {
        let side = (self.end - self.start).perp_dot(position - self.start);
        if self.two_sided {
            // On the line itself it is seen end-on, and either direction will do.
            Some(if side > 0.0 { self.reversed() } else { self })
        } else {
            (side < 0.0).then_some(self)
        }
    }

    /// Squared distance from `position` to the line in the middle (m²).
    pub(super) fn distance_squared(&self, position: Vec2) -> f32 {
        let along = self.end - self.start;
        let share = (position - self.start).dot(along) / along.length_squared();
        // Exactly the corner where it is one, so that two edges that share it are equally near. A
        // post has no length, and its share is no number.
        let nearest = if share >= 1.0 {
            self.end
        } else if share > 0.0 {
            self.start + along * share
        } else {
            self.start
        };
        position.distance_squared(nearest)
    }

    pub(super) fn is_post(&self) -> bool {
        self.start == self.end
    }

    fn reversed(self) -> Self {
        Self {
            start: self.end,
            end: self.start,
            direction: -self.direction,
            direction_before: -self.direction_after,
            direction_after: -self.direction_before,
            start_is_convex: self.end_is_convex,
            end_is_convex: self.start_is_convex,
            ..self
        }
    }
}

fn direction(from: Vec2, to: Vec2) -> Vec2 {
    (to - from).normalize_or_zero()
}

fn turns_left(before: Vec2, corner: Vec2, after: Vec2) -> bool {
    (corner - before).perp_dot(after - corner) >= 0.0
}
