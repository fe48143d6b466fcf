//! Whom an agent has to avoid, and how much of that is its own work.

use glam::Vec2;

use super::perception::{Manners, Percept, Perception};
use super::sight::is_hidden;
use super::surroundings::{Near, Surroundings};
use super::{AgentId, Aim, Behavior, Objective, Situation, Target};
use crate::avoid::right_of_way::{Claim, SEEN, Standing};
use crate::avoid::{Blocker, Obstacle, SharedNeighbor};
use crate::motion::Body;
use crate::space::Topology;
use crate::steer::Neighbor;

/// The others whom an agent takes into account, nearest first, and what it sees of each of them
/// beside that.
#[derive(Debug, Default)]
pub(super) struct Others<'a> {
    pub shared: Vec<SharedNeighbor>,
    pub percepts: Vec<&'a Percept>,
    /// How each of them stands among those who block each other, with its aims wherever it sees
    /// them itself; those that only follow other methods say nothing.
    pub standings: Vec<Option<&'a Standing>>,
    /// Memory that is reused.
    candidates: Vec<Candidate>,
    ranked: Vec<Candidate>,
}

/// Somebody who may count: the distance squared (m²), whose bits are in the order of the numbers,
/// and whom of those around it belongs to. Small, as many are put in order.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    away: u32,
    index: u32,
}

/// Number of those who may count up to which each is compared with all others: that is cheaper than
/// sorting, as nothing has to be predicted.
const MOST_RANKED: usize = 48;

/// Puts them in order of their distance, all of them: `false`, and nothing in `ranked`, if they are
/// too many for that or two are equally far.
fn rank(candidates: &[Candidate], ranked: &mut Vec<Candidate>) -> bool {
    ranked.clear();
    if candidates.len() > MOST_RANKED {
        return false;
    }
    let mut distances = [i32::MAX; MOST_RANKED];
    for (distance, candidate) in distances.iter_mut().zip(candidates) {
        // The sign of what is squared isn't set.
        *distance = candidate.away as i32;
    }
    let distances = &distances[..candidates.len().next_multiple_of(8)];
    let nobody = u32::MAX;
    let index = nobody;
    ranked.resize(candidates.len(), Candidate { away: 0, index });
    for (candidate, own) in candidates.iter().zip(distances) {
        let nearer = distances.iter().map(|other| i32::from(other < own));
        let place = nearer.sum::<i32>() as usize;
        if ranked[place].index != nobody {
            ranked.clear();
            return false;
        }
        ranked[place] = *candidate;
    }
    true
}

impl<'a> Others<'a> {
    /// Finds the nearest `most` whose edge is within `distance` metres of ours (ties by id) and
    /// that none of the walls hides.
    pub fn find<P: Perception<'a>>(
        &mut self,
        situation: &Situation<'_, P>,
        surroundings: &Surroundings<'a>,
        (distance, most): (f32, usize),
        walls: &[Obstacle<'_>],
    ) {
        self.shared.clear();
        self.percepts.clear();
        self.candidates.clear();
        let body = situation.body;
        let agents = surroundings.agents();
        let place = |near: &Near<'_>| body.position + near.way;
        let hunts = situation.quarries().next().is_some();
        for (index, near) in (0u32..).zip(agents) {
            let percept = near.percept;
            let limit = distance + body.radius + percept.body.radius;
            let away = place(near).distance_squared(body.position);
            if away <= limit * limit
                && !(hunts && situation.quarries().any(|quarry| quarry == percept.id))
                && !situation.is_walked_round(percept.id)
            {
                let away = away.to_bits();
                self.candidates.push(Candidate { away, index });
            }
        }
        let id = |candidate: &Candidate| agents[candidate.index as usize].percept.id;
        let nearer =
            |a: &Candidate, b: &Candidate| a.away.cmp(&b.away).then_with(|| id(a).cmp(&id(b)));
        // Where many are too far to count, only the nearest are put in order, and the others too if
        // walls hide some of these.
        let mut sorted = self.candidates.len();
        if rank(&self.candidates, &mut self.ranked) {
            std::mem::swap(&mut self.candidates, &mut self.ranked);
        } else {
            if most > 0 && most < sorted {
                sorted = most;
                self.candidates.select_nth_unstable_by(most - 1, nearer);
            }
            self.candidates[..sorted].sort_unstable_by(nearer);
        }
        let own = Manners::of(situation.profile);
        for index in 0..self.candidates.len() {
            if self.shared.len() == most {
                break;
            }
            if index == sorted {
                self.candidates[sorted..].sort_unstable_by(nearer);
                sorted = self.candidates.len();
            }
            let near = &agents[self.candidates[index].index as usize];
            let percept = near.percept;
            let mut neighbor = Neighbor::new(percept.id.0, &percept.body);
            neighbor.position = place(near);
            if is_hidden(body, &neighbor, walls) {
                continue;
            }
            let notices = percept.manners.avoids && percept.filter.meets(&situation.filter);
            self.shared.push(SharedNeighbor {
                neighbor,
                share: share(&own, &percept.manners, notices),
                insistence: 1.0,
                stranger: !notices,
                fellow: false,
                passing: 1.0,
                horizon: f32::INFINITY,
            });
            self.percepts.push(percept);
        }
    }

    /// How sure it is that somebody who goes elsewhere would like to go against `wish` (m/s): see
    /// [`Standing::warned`]. Who goes the same way passes it on, as those in the rows behind see
    /// nobody else.
    pub fn warning(&self, wish: Vec2) -> u8 {
        let mut warned = 0;
        for (other, standing) in self.shared.iter().zip(&self.standings) {
            let Some(standing) = standing else {
                continue;
            };
            if !other.fellow && standing.comes_against(wish) {
                return SEEN;
            }
            if standing.wish.dot(wish) > 0.0 {
                warned = warned.max(standing.warned.saturating_sub(1));
            }
        }
        warned
    }

    /// Lets those who go where we go, or as we would like to go at `wish` (m/s), be passed more
    /// closely: it costs the share `passing` of what it would.
    pub fn squeeze_past(&mut self, wish: Vec2, passing: f32) {
        for (other, standing) in self.shared.iter_mut().zip(&self.standings) {
            if other.fellow || standing.is_some_and(|standing| standing.wish.dot(wish) > 0.0) {
                other.passing *= passing;
            }
        }
    }

    /// Lets those who go slower than `slow` (m/s) be passed as closely as may be: it costs nothing.
    /// Says whether there are any.
    pub fn squeeze_past_those_who_stand(&mut self, slow: f32) -> bool {
        let mut any = false;
        for other in &mut self.shared {
            if other.neighbor.velocity.length_squared() < slow * slow {
                other.passing = 0.0;
                any = true;
            }
        }
        any
    }

    /// Sees how each of them stands.
    pub fn see_standings(&mut self) {
        let standings = (self.percepts.iter())
            .map(|percept| percept.manners.guarded.then_some(&percept.standing));
        self.standings.clear();
        self.standings.extend(standings);
    }
}

impl<'a, P: Perception<'a>> Situation<'_, P> {
    /// Whether somebody stands still and is walked round as an obstacle is.
    fn is_walked_round(&self, other: AgentId) -> bool {
        let clusters = self.perception.clusters();
        self.walks_round
            && clusters.holds_agents()
            && clusters.contains(Blocker::Agent(other.0))
            && !self.lets_through(other)
    }

    /// The agents that we go for: who avoids its quarry never catches it.
    fn quarries(&self) -> impl Iterator<Item = AgentId> {
        let goal = match self.goals.get(self.goal) {
            Some(goal) => goal.objective,
            None => Objective::Idle,
        };
        let goal = match goal {
            Objective::Reach { target, .. } => Some(target),
            _ => None,
        };
        let targets = self.profile.behaviors.iter().filter_map(move |weighted| {
            let aim = match weighted.behavior {
                Behavior::Seek(aim) | Behavior::Pursue(aim, _) => aim,
                Behavior::Arrive { aim, .. } => aim,
                _ => return None,
            };
            match aim {
                Aim::Goal => goal,
                Aim::At(target) => Some(target),
            }
        });
        targets.filter_map(|target| match target {
            Target::Agent(id) => Some(id),
            _ => None,
        })
    }
}

/// Our share (0 to 1) of the work of avoiding another; `notices` says whether the other avoids us
/// at all. The shares of two who notice each other add up to 1.
#[must_use]
pub fn share(own: &Manners, other: &Manners, notices: bool) -> f32 {
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

/// The image of somebody's aim (m) that is nearest to our own.
pub(super) fn nearest_aim(own: &Claim, aim: Vec2, topology: &Topology) -> Vec2 {
    match own.aim {
        Some(ours) => topology.nearest_image(ours, aim),
        None => aim,
    }
}

/// Leaves the part `part` (0 to 1) of the work among those who go the same way to the one behind,
/// lets them be passed more closely, at the share `passing` (0 to 1) of what it costs where they go
/// exactly our way, and marks those who go where we go. `standings` says how each of `others`
/// stands, on a plane of this topology.
pub fn look_ahead_first(
    body: &Body,
    (part, passing): (f32, f32),
    own: &Claim,
    others: &mut [SharedNeighbor],
    standings: &[Option<&Standing>],
    topology: &Topology,
) {
    for (other, standing) in others.iter_mut().zip(standings) {
        let theirs = standing.and_then(|standing| standing.aim);
        let theirs = theirs.map(|aim| nearest_aim(own, aim, topology));
        other.fellow = own.goes_to(theirs, body.radius + other.neighbor.radius);
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
        let alike = ahead.dot(theirs);
        if alike <= 0.0 {
            continue;
        }
        other.passing *= 1.0 - (1.0 - passing) * alike;
        let way = (other.neighbor.position - body.position).normalize_or_zero();
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    fn ranked(distances: &[f32]) -> Option<Vec<u32>> {
        let candidates: Vec<Candidate> = (0..)
            .zip(distances)
            .map(|(index, away)| Candidate {
                away: away.to_bits(),
                index,
            })
            .collect();
        let mut ranked = Vec::new();
        rank(&candidates, &mut ranked).then(|| ranked.iter().map(|one| one.index).collect())
    }

    #[test]
    fn ranks_are_those_of_sorting() {
        let mut random = Random::new(3, 0);
        for count in 0..=MOST_RANKED {
            let mut distances: Vec<f32> = (0..count).map(|_| random.between(0.0, 40.0)).collect();
            if let Some(first) = distances.first_mut() {
                *first = f32::INFINITY;
            }
            let mut sorted: Vec<u32> = (0..count as u32).collect();
            sorted.sort_by(|a, b| distances[*a as usize].total_cmp(&distances[*b as usize]));
            assert_eq!(ranked(&distances), Some(sorted), "{distances:?}");
        }
    }

    #[test]
    fn whom_ranks_cannot_tell_apart_is_left_to_sorting() {
        assert_eq!(ranked(&[2.0, 1.0, 2.0]), None);
        assert_eq!(ranked(&[1.0; MOST_RANKED + 1]), None);
    }
}
