//! The way past what is ahead, on either side.

use glam::Vec2;

use super::LookAhead;
use crate::avoid::{Obstacle, Wish};
use crate::geometry::Side;
use crate::motion::Body;

/// A way past on one side.
#[derive(Clone, Copy, Debug)]
pub(super) struct Way {
    /// Where to go now, a unit vector.
    pub direction: Vec2,
    /// Length of the way: to where it touches the last obstacle, from there straight to where the way
    /// on leaves it, and on beyond the threat (m). Judged by the turn instead, both sides of a long wall
    /// would win by turns; and judged without the way along the obstacle, both sides of the corner that
    /// a body leans against would be alike.
    pub length: f32,
}

/// One body that looks for a way.
pub(super) struct WaySearch<'s, 'a> {
    pub look_ahead: &'s LookAhead,
    pub body: &'s Body,
    /// The direction that it wants to go in, a unit vector.
    pub wanted: Vec2,
    /// How far it looks (m), at most to the goal.
    pub reach: f32,
    /// How far the goal is (m); infinite if there is none.
    pub goal_distance: f32,
    pub obstacles: &'s [Obstacle<'a>],
}

impl<'s, 'a> WaySearch<'s, 'a> {
    /// The search of a body that wants to go somewhere; `None` if it doesn't.
    pub fn new(
        look_ahead: &'s LookAhead,
        body: &'s Body,
        wish: &Wish,
        obstacles: &'s [Obstacle<'a>],
    ) -> Option<Self> {
        Some(Self {
            look_ahead,
            body,
            wanted: wish.velocity.try_normalize()?,
            reach: look_ahead
                .reach(body, wish.velocity.length())
                .min(wish.reach),
            goal_distance: wish.reach,
            obstacles,
        })
    }

    /// Index of the obstacle that stands touched first within `reach` metres, and the distance until then (m).
    pub fn first_contact(
        &self,
        direction: Vec2,
        reach: f32,
        except: Option<usize>,
    ) -> Option<(usize, f32)> {
        let radius = self.body.radius + self.look_ahead.skin;
        let mut first: Option<(usize, f32)> = None;
        for (index, obstacle) in self.obstacles.iter().enumerate() {
            if Some(index) == except || obstacle.moves() {
                continue;
            }
            let Some(hit) = obstacle
                .hull()
                .sweep(self.body.position, direction, radius, reach)
            else {
                continue;
            };
            let earlier = first.is_none_or(|(best, distance)| {
                (hit.distance, obstacle.name) < (distance, self.obstacles[best].name)
            });
            if earlier {
                first = Some((index, hit.distance));
            }
        }
        first
    }

    /// Turns to `side` from obstacle to obstacle until the disc fits past; `None` if it never does.
    pub fn way_past(&self, threat: usize, side: Side) -> Option<Way> {
        let (position, wanted) = (self.body.position, self.wanted);
        let mut pivot = threat;
        let mut before = wanted;
        let mut beyond_half_turn = false;
        // Each turn leaves one obstacle behind, so there can't be more turns than obstacles.
        for _ in 0..=self.obstacles.len() {
            let tangent = self.obstacles[pivot]
                .hull()
                .tangents(position, self.tight_radius())
                .on(side);
            let turned = wanted.perp_dot(tangent.direction) * side.sign();
            beyond_half_turn |= before.dot(wanted) < 0.0 && turned <= 0.0;
            if beyond_half_turn {
                return None;
            }
            before = tangent.direction;
            let needed = self.reach.min(tangent.length + self.body.radius);
            let next = self
                .first_contact(tangent.direction, needed, Some(pivot))
                .map(|(next, _)| next)
                .or_else(|| self.beyond_closed_gap(pivot, tangent.direction, side));
            match next {
                Some(next) => pivot = next,
                None => {
                    let touch = position + tangent.direction * tangent.length;
                    let aim = position + wanted * self.aim_distance(threat);
                    // Seen from there, it is passed on the other side.
                    let back = (self.obstacles[pivot].hull())
                        .tangents(aim, self.tight_radius())
                        .on(side.opposite());
                    let leaves = aim + back.direction * back.length;
                    return Some(Way {
                        direction: self.with_margin(needed, pivot, side, tangent.direction),
                        length: tangent.length + touch.distance(leaves) + back.length,
                    });
                }
            }
        }
        None
    }

    /// How far ahead the two ways round the threat meet again (m): as far as the body looks, but
    /// not in front of the threat's far side, or the way back would look short; and not beyond the
    /// goal.
    fn aim_distance(&self, threat: usize) -> f32 {
        let hull = self.obstacles[threat].hull();
        let far_side = (hull.center() - self.body.position).dot(self.wanted)
            + hull.bounding_radius()
            + self.body.radius;
        self.reach.max(far_side).min(self.goal_distance)
    }

    /// Radius (m) that fits past with nothing to spare.
    fn tight_radius(&self) -> f32 {
        self.body.radius + 2.0 * self.look_ahead.skin
    }

    /// The obstacle that closes the way round `pivot`: a gap to it lies beyond the place where the
    /// tangent touches, and the disc doesn't fit through. Those that reach less far to the side
    /// than the tangent are met, and gone round, later.
    fn beyond_closed_gap(&self, pivot: usize, tangent: Vec2, side: Side) -> Option<usize> {
        let radius = self.tight_radius();
        let width = 2.0 * radius;
        let around = self.obstacles[pivot].hull();
        // On the way round, the direction out of the shape turns from this one to the wanted one.
        let first = side.of(tangent);
        let mut furthest: Option<(usize, Vec2)> = None;
        for (index, obstacle) in self.obstacles.iter().enumerate() {
            let hull = obstacle.hull();
            let apart = around.center().distance(hull.center());
            if index == pivot
                || obstacle.moves()
                || apart > around.bounding_radius() + hull.bounding_radius() + width
            {
                continue;
            }
            let gap = around.gap(&hull);
            let on_the_way = self.wanted.perp_dot(gap.normal) * side.sign() >= 0.0
                && gap.normal.perp_dot(first) * side.sign() >= 0.0
                && (gap.point - self.body.position).dot(self.wanted) < self.reach;
            if gap.distance >= width || !on_the_way {
                continue;
            }
            let direction = hull.tangents(self.body.position, radius).on(side).direction;
            let further = |than: Vec2| than.perp_dot(direction) * side.sign() > 0.0;
            if further(tangent) && furthest.is_none_or(|(_, best)| further(best)) {
                furthest = Some((index, direction));
            }
        }
        furthest.map(|(index, _)| index)
    }

    /// The direction that keeps as much of the margin from `pivot` as leaves the way free.
    fn with_margin(&self, needed: f32, pivot: usize, side: Side, tight: Vec2) -> Vec2 {
        for part in [1.0, 0.5, 0.25] {
            let radius = self.tight_radius() + self.look_ahead.margin * part;
            let direction = self.obstacles[pivot]
                .hull()
                .tangents(self.body.position, radius)
                .on(side)
                .direction;
            let further = tight.perp_dot(direction) * side.sign() > 0.0;
            let free = self.first_contact(direction, needed, Some(pivot)).is_none();
            if further && free {
                return direction;
            }
        }
        tight
    }
}

/// The side to pass on: the kept one unless the other is shorter by more than the share `margin`.
pub(super) fn choose(
    left: Option<Way>,
    right: Option<Way>,
    kept: Option<Side>,
    margin: f32,
) -> Option<(Side, Way)> {
    match (left, right) {
        (Some(left), Some(right)) => {
            let patience = 1.0 + margin;
            let side = match kept {
                Some(Side::Left) if left.length <= right.length * patience => Side::Left,
                Some(Side::Right) if right.length <= left.length * patience => Side::Right,
                _ if left.length < right.length => Side::Left,
                _ if right.length < left.length => Side::Right,
                _ => Side::default(),
            };
            Some((side, if side == Side::Left { left } else { right }))
        }
        (Some(left), None) => Some((Side::Left, left)),
        (None, Some(right)) => Some((Side::Right, right)),
        (None, None) => None,
    }
}
