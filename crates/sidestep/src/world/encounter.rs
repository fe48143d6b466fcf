//! Whom an agent has to avoid, and how much of that is its own work.

use glam::Vec2;

use super::sense::{Manners, Picture, Seen};
use super::ways::lets_through;
use super::{AgentSpec, Aim, Behavior, Objective, Target};
use crate::avoid::detour::Barrier;
use crate::avoid::guard::{BrakingWay, Guard, SeparatingLine};
use crate::avoid::right_of_way::{Claim, RightOfWay, Standing};
use crate::avoid::{Blocker, Obstacle, SharedNeighbor};
use crate::explain::Recorder;
use crate::geometry::Bounds;
use crate::motion::Body;
use crate::steer::{Neighbor, parting_direction};
use crate::world::AgentId;

/// A place counts as taken if so much of the area around it is filled with bodies. Discs fill 0.91 at the densest.
const FULL: f32 = 0.6;

/// From so far away (in radii) an agent looks whether its goal is taken.
const NEAR: f32 = 30.0;

/// One agent among the others.
#[derive(Clone, Copy)]
pub(super) struct Encounters<'p, 'a> {
    pub picture: &'p Picture<'a>,
    pub id: AgentId,
    pub body: &'p Body,
    pub profile: &'p AgentSpec,
    /// Index of its current goal.
    pub goal: usize,
    /// Where that is (m), if anywhere.
    pub aim: Option<Vec2>,
    /// Whether it walks round those who stand still.
    pub walks_round: bool,
}

impl<'a> Encounters<'_, 'a> {
    /// Adds those who stand still and are walked round to the obstacles within `distance` metres.
    pub fn add_standing(
        &self,
        distance: f32,
        barriers: &mut Vec<Barrier<'a>>,
        obstacles: &mut Vec<Obstacle<'a>>,
    ) {
        let temporaries = self.picture.temporaries;
        if !self.walks_round || !temporaries.holds_agents() {
            return;
        }
        let here = self.body.position;
        let area = Bounds {
            min: here,
            max: here,
        };
        let filter = &self.profile.filter;
        temporaries.gather(area.grown(distance), filter, barriers);
        let walls = obstacles.len();
        for barrier in barriers {
            if let Blocker::Agent(id) = barrier.blocker
                && !self.lets_through(AgentId(id))
            {
                obstacles.push(Obstacle {
                    name: barrier.blocker,
                    shape: barrier.shape,
                    offset: barrier.offset,
                });
            }
        }
        obstacles[walls..].sort_by_key(|obstacle| obstacle.name);
    }
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
            if self.is_quarry(seen.id) || self.is_walked_round(seen.id) {
                return;
            }
            let mut neighbor = Neighbor::new(seen.id.0, &seen.body);
            neighbor.position = place;
            let notices = seen.manners.avoids && seen.filter.meets(&self.profile.filter);
            found.push(SharedNeighbor {
                neighbor,
                share: share(&own, &seen.manners, notices),
                insistence: 1.0,
                stranger: !notices,
                fellow: false,
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

    /// Whether somebody stands still and is walked round as an obstacle is.
    fn is_walked_round(&self, other: AgentId) -> bool {
        self.walks_round && self.picture.temporaries.holds(other) && !self.lets_through(other)
    }

    fn lets_through(&self, other: AgentId) -> bool {
        let goal = self.profile.goals.get(self.goal);
        lets_through(self.picture, (self.id, self.body), goal, self.aim, other)
    }

    /// Whether somebody is what we go for: who avoids its quarry never catches it.
    fn is_quarry(&self, other: AgentId) -> bool {
        let quarry = Target::Agent(other);
        let goal = self.profile.goals.get(self.goal);
        let goal_is_it = matches!(
            goal.map(|goal| goal.objective),
            Some(Objective::Reach { target, .. }) if target == quarry
        );
        self.profile.behaviors.iter().any(|weighted| {
            let aim = match weighted.behavior {
                Behavior::Seek(aim) | Behavior::Pursue(aim, _) => aim,
                Behavior::Arrive { aim, .. } => aim,
                _ => return false,
            };
            match aim {
                Aim::Goal => goal_is_it,
                Aim::At(target) => target == quarry,
            }
        })
    }

    /// Leaves the work among those who go the same way to the one behind.
    pub fn look_ahead_first(
        &self,
        part: f32,
        own: &Claim,
        others: &mut [SharedNeighbor],
        standings: &[Option<Standing>],
    ) {
        for (other, standing) in others.iter_mut().zip(standings) {
            let theirs = standing.and_then(|standing| standing.aim);
            other.fellow = own.goes_to(theirs, self.body.radius + other.neighbor.radius);
        }
        let Some(ahead) = own.wish.try_normalize() else {
            return;
        };
        for (other, standing) in others.iter_mut().zip(standings) {
            // Whoever has no standing doesn't say where it wants to go.
            let theirs = standing.map(|standing| standing.wish);
            let Some(theirs) = theirs.and_then(Vec2::try_normalize) else {
                continue;
            };
            let alike = ahead.dot(theirs).max(0.0);
            let way = (other.neighbor.position - self.body.position).normalize_or_zero();
            let in_front = way.dot((ahead + theirs).normalize_or_zero());
            let more = part * alike * in_front;
            other.share += more
                * if more > 0.0 {
                    1.0 - other.share
                } else {
                    other.share
                };
        }
    }

    /// Whether those who stand nearer to `aim` (m) than we do fill so much of the place around it that we can't get nearer. It is
    /// looked at only by those who are near: the area would be dear to search and isn't full.
    pub fn is_taken(&self, aim: Option<Vec2>) -> bool {
        let Some(aim) = aim else {
            return false;
        };
        let distance = aim.distance(self.body.position);
        if distance > NEAR * self.body.radius || distance < self.body.radius {
            return false;
        }
        let senses = self.picture.senses;
        let mut filled = 0.0;
        let aim = self.picture.settings.topology.wrap(aim);
        senses.grid.within(aim, distance, |index, _| {
            let seen = &senses.seen[index as usize];
            if seen.id != self.id && self.profile.filter.meets(&seen.filter) {
                filled += seen.body.radius * seen.body.radius;
            }
        });
        filled > FULL * distance * distance
    }

    /// Makes those of `others` who claim the way and go first come as they would like to come, and says who of them goes
    /// before all others.
    pub fn make_room(
        &self,
        rules: &RightOfWay,
        own: &Claim,
        claims: bool,
        others: &mut [SharedNeighbor],
        standings: &[Option<Standing>],
        recorder: &mut impl Recorder,
    ) -> Option<Standing> {
        let mut first: Option<Standing> = None;
        for (other, standing) in others.iter_mut().zip(standings) {
            let Some(standing) = *standing else {
                continue;
            };
            if !rules.yields(self.body, own, &other.neighbor, &standing) {
                if claims && own.rank.before(&standing.rank) {
                    other.insistence = rules.boldness;
                }
                continue;
            }
            if first.is_none_or(|best| standing.rank.before(&best.rank)) {
                first = Some(standing);
            }
            other.neighbor.velocity = standing.wish;
            other.share = 1.0;
            other.insistence = rules.insistence;
            other.stranger = false;
            recorder.reason(|| {
                let id = other.neighbor.id;
                if standing.rank.id == id {
                    format!("makes room for agent {id}, who is held up and goes first")
                } else {
                    let held = standing.rank.id;
                    format!("makes room for agent {id}, who makes room for agent {held}")
                }
            });
        }
        first
    }

    /// Fills `standings` with how each of `others` stands.
    pub fn standings(
        &self,
        own: &Claim,
        others: &[SharedNeighbor],
        standings: &mut Vec<Option<Standing>>,
    ) {
        standings.clear();
        standings.extend(others.iter().map(|other| self.standing(own, other)));
    }

    /// How another stands, with its aims at the images nearest to our own. Those that only follow other methods say nothing.
    fn standing(&self, own: &Claim, other: &SharedNeighbor) -> Option<Standing> {
        let seen = self.picture.senses.find(AgentId(other.neighbor.id))?;
        let topology = self.picture.settings.topology;
        let near = |aim: Vec2| match own.aim {
            Some(ours) => topology.nearest_image(ours, aim),
            None => aim,
        };
        let standing = seen.standing;
        seen.manners.guarded.then(|| Standing {
            aim: standing.aim.map(near),
            claimed_aim: standing.claimed_aim.map(near),
            ..standing
        })
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
