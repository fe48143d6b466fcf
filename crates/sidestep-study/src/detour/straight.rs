//! What is met on a straight way: shared by the methods that go from corner to corner.

use glam::Vec2;
use sidestep::avoid::detour::{Barrier, BarrierKind};
use sidestep::geometry::{Bounds, LARGEST_COORDINATE, Shape};

/// Lengths below this share of the radius make no difference: a way may end in contact.
const TOLERANCE: f32 = 1e-3;

/// A body, and the distances that it keeps from what it passes. Turning places are chosen further
/// away than ways are looked at, so that rounding and the steps round an arc don't turn a way along
/// an obstacle into one that is stopped by it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Passer {
    /// Distance of turning places from barriers (m).
    pub(super) turning: f32,
    /// Radius with which straight ways must be free (m).
    pub(super) passing: f32,
    /// A body whose centre is nearer than this is inside (m).
    pub(super) inside: f32,
    /// Distance kept besides the radius (m), above 0 for a radius above 0.
    pub(super) clearance: f32,
}

impl Passer {
    /// A body of `radius` metres that keeps `clearance` metres; never so little that rounding
    /// counts.
    pub(super) fn new(radius: f32, clearance: f32) -> Self {
        let radius = radius.max(0.0);
        let clearance = clearance.max(4.0 * TOLERANCE * radius);
        Self {
            turning: radius + clearance,
            passing: radius + 0.5 * clearance,
            inside: radius - 0.5 * clearance,
            clearance,
        }
    }

    /// How far a barrier's surface must be from the body's centre (m), if from others it is
    /// `distance`: the edge of walkable space has the body's radius in it already.
    pub(super) const fn kept(barrier: &Barrier<'_>, distance: f32) -> f32 {
        match barrier.kind {
            BarrierKind::Temporary | BarrierKind::Permanent => distance,
            BarrierKind::Edge => 0.0,
        }
    }

    /// What is met first of those barriers that `counts` says yes to, on the straight way between
    /// two places; of several met at once the one with the lowest name. Contact at the very end
    /// doesn't count, nor does moving out of something.
    pub(super) fn first_met(
        &self,
        from: Vec2,
        to: Vec2,
        barriers: &[Barrier<'_>],
        counts: impl Fn(&Barrier<'_>) -> bool,
    ) -> Option<Met> {
        let tolerance = TOLERANCE * self.turning;
        let reach = from.distance(to) - tolerance;
        let direction = (to - from).try_normalize()?;
        let area = Bounds {
            min: from.min(to),
            max: from.max(to),
        }
        .grown(self.passing + tolerance);
        let mut first: Option<Met> = None;
        for (index, barrier) in barriers.iter().enumerate() {
            if !counts(barrier) || !barrier.shape.bounds().moved(barrier.offset).touches(area) {
                continue;
            }
            let distance = match (barrier.kind, barrier.shape) {
                (BarrierKind::Edge, Shape::Segment(edge)) => {
                    let (start, end) = (edge.start() + barrier.offset, edge.end() + barrier.offset);
                    crossing(from, to, start, end, tolerance)
                }
                _ => {
                    let radius = Self::kept(barrier, self.passing);
                    let hit = barrier.hull().sweep(from, direction, radius, reach);
                    hit.map(|hit| hit.distance)
                }
            };
            if let Some(distance) = distance
                && distance < reach
                && first.is_none_or(|met| {
                    distance
                        .total_cmp(&met.distance)
                        .then_with(|| barrier.blocker.cmp(&barriers[met.index].blocker))
                        .is_lt()
                })
            {
                first = Some(Met { index, distance });
            }
        }
        first
    }

    /// Whether nothing at all is met on the straight way.
    pub(super) fn is_free(&self, from: Vec2, to: Vec2, barriers: &[Barrier<'_>]) -> bool {
        self.first_met(from, to, barriers, |_| true).is_none()
    }
}

/// What was met on a straight way.
#[derive(Clone, Copy, Debug)]
pub(super) struct Met {
    /// Its index among the barriers.
    pub(super) index: usize,
    /// How far it is to contact (m).
    pub(super) distance: f32,
}

/// How far it is (m) to where a way crosses a piece of the edge of walkable space, which lies on
/// the left of it. Corners of paths lie on edges: within `tolerance` metres outside still counts as
/// inside, so that a way along an edge is free.
fn crossing(from: Vec2, to: Vec2, start: Vec2, end: Vec2, tolerance: f32) -> Option<f32> {
    let along = (end - start).try_normalize()?;
    let inward = along.perp();
    let height = |place: Vec2| (place - start).dot(inward) + tolerance;
    let (before, after) = (height(from), height(to));
    if (before >= 0.0) == (after >= 0.0) {
        return None;
    }
    let share = before / (before - after);
    let place = (from + (to - from) * share - start).dot(along);
    (0.0..=start.distance(end))
        .contains(&place)
        .then(|| from.distance(to) * share)
}

/// Whether a place is one that shapes may have too.
pub(super) fn is_sound(place: Vec2) -> bool {
    place.is_finite() && place.abs().max_element() <= LARGEST_COORDINATE
}
