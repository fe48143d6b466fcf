//! The way past a cluster on one side.

use glam::Vec2;
use sidestep::avoid::Blocker;
use sidestep::avoid::detour::{Barrier, BarrierKind};
use sidestep::geometry::Side;

use crate::detour::marks::cluster;
use crate::detour::straight::Passer;

/// The way past a cluster on one side.
#[derive(Clone, Copy, Debug)]
pub(super) struct Way {
    pub(super) side: Side,
    /// The furthest on this side (m).
    pub(super) tangent_point: Vec2,
    /// Over the tangent point (m).
    pub(super) length: f32,
    /// Where a wall is too near to the cluster to pass between (m).
    pub(super) terminator: Option<Vec2>,
    /// The wall that closes it, if one does.
    pub(super) closed_by: Option<Blocker>,
}

/// One body among barriers, on its way from a place (m).
#[derive(Clone, Copy, Debug)]
pub(super) struct Walker<'a> {
    pub(super) passer: Passer,
    pub(super) start: Vec2,
    pub(super) barriers: &'a [Barrier<'a>],
}

impl Walker<'_> {
    /// The ways to `aim` (m) on both sides of the cluster of what was met, left first.
    pub(super) fn both_ways(&self, aim: Vec2, met: &Barrier<'_>) -> [Way; 2] {
        let Walker {
            passer,
            start,
            barriers,
        } = *self;
        [Side::Left, Side::Right].map(|side| {
            let tangent_point = self.furthest_tangent(aim, met, side);
            let terminator = self.terminator(aim, met, side);
            let wall = terminator.map(|(wall, _)| wall).or_else(|| {
                let first = passer.first_met(start, tangent_point, barriers, |_| true)?;
                let barrier = &barriers[first.index];
                (!barrier.is_temporary()).then_some(barrier.blocker)
            });
            Way {
                side,
                tangent_point,
                length: start.distance(tangent_point) + tangent_point.distance(aim),
                terminator: terminator.map(|(_, place)| place),
                closed_by: wall,
            }
        })
    }

    /// Of all members of the cluster the tangent point that is furthest to one side, seen from
    /// `start` with the face to `aim`.
    fn furthest_tangent(&self, aim: Vec2, met: &Barrier<'_>, side: Side) -> Vec2 {
        let Walker {
            passer,
            start,
            barriers,
        } = *self;
        let forward = (aim - start).normalize_or(Vec2::X);
        // At this distance from the surface the tangent point isn't the place where the agent
        // stands.
        let outside = passer.turning + 0.25 * passer.clearance;
        let mut furthest: Option<(f32, f32, Blocker, Vec2)> = None;
        for member in cluster(barriers, met) {
            let hull = member.hull();
            let surface = hull.surface(start);
            let lacking = (outside - surface.distance).max(0.0);
            let origin = start + surface.normal * lacking;
            let tangent = hull.tangents(origin, passer.turning).on(side);
            let place = origin + tangent.direction * tangent.length;
            let direction = (place - start).normalize_or(tangent.direction);
            let turn = half_turns(forward, direction) * side.sign();
            // Of two in one line the nearer one is reached first.
            let key = (turn, -start.distance(place), member.blocker);
            if furthest.is_none_or(|(turn, nearness, blocker, _)| {
                key.0
                    .total_cmp(&turn)
                    .then(key.1.total_cmp(&nearness))
                    .then(blocker.cmp(&key.2))
                    .is_gt()
            }) {
                furthest = Some((key.0, key.1, key.2, place));
            }
        }
        furthest.map_or(start, |(.., place)| place)
    }

    /// A wall on one side of the line of sight that the body can't pass between and the cluster,
    /// and where they are nearest: of several the wall with the lowest name.
    fn terminator(&self, aim: Vec2, met: &Barrier<'_>, side: Side) -> Option<(Blocker, Vec2)> {
        let Walker {
            passer,
            start,
            barriers,
        } = *self;
        let mut lowest: Option<(Blocker, Vec2)> = None;
        for wall in barriers.iter().filter(|barrier| !barrier.is_temporary()) {
            let width = match wall.kind {
                BarrierKind::Edge => passer.turning,
                BarrierKind::Temporary | BarrierKind::Permanent => 2.0 * passer.turning,
            };
            let bounds = (wall.shape.bounds().moved(wall.offset)).grown(width);
            for member in cluster(barriers, met) {
                if !member.shape.bounds().moved(member.offset).touches(bounds) {
                    continue;
                }
                let gap = member.hull().gap(&wall.hull());
                let place = gap.point + gap.normal * (0.5 * gap.distance);
                let left = (aim - start).perp_dot(place - start);
                if gap.distance < width
                    && left * side.sign() > 0.0
                    && lowest.is_none_or(|(name, _)| wall.blocker < name)
                {
                    lowest = Some((wall.blocker, place));
                }
            }
        }
        lowest
    }
}

/// A number that grows with the angle from one direction to another: −2 at a half turn to the
/// right, 2 at one to the left.
fn half_turns(from: Vec2, to: Vec2) -> f32 {
    let away = 1.0 - from.dot(to);
    if from.perp_dot(to) < 0.0 { -away } else { away }
}
