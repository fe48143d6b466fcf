//! Whom an agent has to avoid, and how much of that is its own work.

use glam::Vec2;

use super::AgentSpec;
use super::sense::{Manners, Picture, Seen};
use crate::avoid::guard::{BrakingWay, Guard, SeparatingLine};
use crate::avoid::{Obstacle, SharedNeighbor};
use crate::motion::Body;
use crate::steer::{Neighbor, parting_direction};
use crate::world::AgentId;

/// One agent among the others.
#[derive(Clone, Copy)]
pub(super) struct Encounters<'p, 'a> {
    pub picture: &'p Picture<'a>,
    pub id: AgentId,
    pub body: &'p Body,
    pub profile: &'p AgentSpec,
}

impl Encounters<'_, '_> {
    /// Fills `found` with the nearest `most` whose edge is within `distance` metres of ours (ties by id), that we take
    /// notice of, and that no wall hides.
    pub fn others(
        &self,
        distance: f32,
        most: usize,
        obstacles: &[Obstacle<'_>],
        found: &mut Vec<SharedNeighbor>,
    ) {
        found.clear();
        let own = Manners::of(self.profile);
        let reach = distance + self.body.radius + self.picture.senses.largest_radius;
        self.visit(reach, |seen, place| {
            let limit = distance + self.body.radius + seen.body.radius;
            if place.distance_squared(self.body.position) > limit * limit {
                return;
            }
            let mut neighbor = Neighbor::new(seen.id.0, &seen.body);
            neighbor.position = place;
            let notices = seen.manners.avoids && seen.filter.meets(&self.profile.filter);
            found.push(SharedNeighbor {
                neighbor,
                share: share(&own, &seen.manners, notices),
            });
        });
        let away =
            |other: &SharedNeighbor| other.neighbor.position.distance_squared(self.body.position);
        found.sort_unstable_by(|a, b| {
            away(a)
                .total_cmp(&away(b))
                .then(a.neighbor.id.cmp(&b.neighbor.id))
        });
        let mut kept = 0;
        found.retain(|other| {
            let near = kept < most && !self.is_hidden(&other.neighbor, obstacles);
            kept += usize::from(near);
            near
        });
    }

    /// Fills `lines` with the separating lines to all that are guarded as we are and that we could touch before both
    /// have come to rest.
    pub fn lines(
        &self,
        guard: &Guard,
        dt: f32,
        longest: f32,
        obstacles: &[Obstacle<'_>],
        lines: &mut Vec<SeparatingLine>,
    ) {
        lines.clear();
        let reach = guard.reach(self.body, dt);
        let own = BrakingWay::of(self.body);
        self.visit(reach + longest, |seen, place| {
            let limit = reach + guard.reach(&seen.body, dt);
            if !seen.manners.guarded
                || !seen.filter.meets(&self.profile.filter)
                || place.distance_squared(self.body.position) > limit * limit
            {
                return;
            }
            let other = BrakingWay::of(&seen.body).moved(place - seen.body.position);
            if are_parted(&own, &other, obstacles) {
                return;
            }
            let id = seen.id.0;
            let apart = || parting_direction(id, self.id.0);
            lines.push(SeparatingLine::between(&own, &other, guard.skin, id, apart));
        });
    }

    /// Visits all within `reach` metres that we take notice of, at their nearest image.
    fn visit(&self, reach: f32, mut visit: impl FnMut(&Seen, Vec2)) {
        let senses = self.picture.senses;
        senses.grid.within(self.body.position, reach, |index, way| {
            let seen = &senses.seen[index as usize];
            if seen.id != self.id && self.profile.filter.meets(&seen.filter) {
                visit(seen, self.body.position + way);
            }
        });
    }

    /// Whether one wall covers the whole of the other from the whole of us.
    fn is_hidden(&self, other: &Neighbor, obstacles: &[Obstacle<'_>]) -> bool {
        let way = other.position - self.body.position;
        let Some(direction) = way.try_normalize() else {
            return false;
        };
        let left = direction.perp();
        let side = |sign: f32| {
            let from = self.body.position + left * (sign * self.body.radius);
            (from, other.position + left * (sign * other.radius))
        };
        let (left, right) = (side(1.0), side(-1.0));
        obstacles
            .iter()
            .any(|wall| blocks(wall, left) && blocks(wall, right))
    }
}

/// Our share of the work of avoiding another.
fn share(own: &Manners, other: &Manners, notices: bool) -> f32 {
    if !notices || own.priority < other.priority {
        return 1.0;
    }
    if own.priority > other.priority {
        return 0.0;
    }
    let sum = own.responsibility + other.responsibility;
    if sum > 0.0 && sum.is_finite() {
        own.responsibility / sum
    } else {
        0.5
    }
}

/// Whether one wall stands between everything that the two may yet use.
fn are_parted(own: &BrakingWay, other: &BrakingWay, obstacles: &[Obstacle<'_>]) -> bool {
    obstacles.iter().any(|wall| {
        [own.from, own.to].into_iter().all(|start| {
            [other.from, other.to]
                .into_iter()
                .all(|end| blocks(wall, (start, end)))
        })
    })
}

fn blocks(wall: &Obstacle<'_>, (from, to): (Vec2, Vec2)) -> bool {
    let way = to - from;
    way.try_normalize().is_some_and(|direction| {
        wall.hull()
            .sweep(from, direction, 0.0, way.length())
            .is_some()
    })
}
