//! Whom an agent has to avoid, and how much of that is its own work.

use glam::Vec2;
use multiversion::multiversion;

use super::perception::{Manners, Perception};
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
    /// How each of them stands among those who block each other, with its aims wherever it sees
    /// them itself; those that only follow other methods say nothing.
    pub standings: Vec<Option<&'a Standing>>,
    /// Memory that is reused.
    candidates: Vec<Candidate>,
    ranking: Ranking,
}

/// Somebody who may count: the distance squared (m²), whose bits are in the order of the numbers,
/// and whom of those around it belongs to. Small, as many are put in order.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Candidate {
    away: u32,
    index: u32,
}

/// Number of neighbours that the widest registers hold.
const LANES: usize = 8;

/// Number of those who may count up to which each is compared with all others: that is cheaper than
/// sorting, as nothing has to be predicted.
const MOST_RANKED: usize = 48;

/// Memory to put a few in order.
#[derive(Debug)]
struct Ranking {
    distances: [[i32; LANES]; MOST_RANKED / LANES],
    places: [[u32; LANES]; MOST_RANKED / LANES],
    ranked: [Candidate; MOST_RANKED],
}

impl Default for Ranking {
    fn default() -> Self {
        Self {
            distances: Default::default(),
            places: Default::default(),
            ranked: [Candidate { away: 0, index: 0 }; MOST_RANKED],
        }
    }
}

/// For each of these distances, how many of them are smaller. Compiled for several widths of registers.
#[multiversion(targets("x86_64+avx2"))]
fn count_nearer(distances: &[[i32; LANES]], places: &mut [[u32; LANES]]) {
    for (own, places) in distances.iter().zip(places) {
        let mut count = [0; LANES];
        for &other in distances.as_flattened() {
            for lane in 0..LANES {
                count[lane] += u32::from(other < own[lane]);
            }
        }
        *places = count;
    }
}

impl Ranking {
    /// Puts them in order of their distance, all of them: `false`, and nothing has changed, if they
    /// are too many for that or two are equally far.
    fn rank(&mut self, candidates: &mut [Candidate]) -> bool {
        const NOBODY: Candidate = Candidate {
            away: 0,
            index: u32::MAX,
        };
        let count = candidates.len();
        if count > MOST_RANKED {
            return false;
        }
        let blocks = count.div_ceil(LANES);
        let distances = &mut self.distances[..blocks];
        if let Some(last) = distances.last_mut() {
            *last = [i32::MAX; LANES];
        }
        for (distance, candidate) in distances.as_flattened_mut().iter_mut().zip(&*candidates) {
            // The sign of what is squared isn't set.
            *distance = candidate.away as i32;
        }
        count_nearer(distances, &mut self.places[..blocks]);
        let ranked = &mut self.ranked[..count];
        ranked.fill(NOBODY);
        for (candidate, &place) in candidates.iter().zip(self.places.as_flattened()) {
            ranked[place as usize] = *candidate;
        }
        // Who is as far as somebody else has taken that one's place, and left its own.
        if ranked.contains(&NOBODY) {
            return false;
        }
        candidates.copy_from_slice(ranked);
        true
    }
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
        self.candidates.clear();
        let body = situation.body;
        let agents = surroundings.agents();
        let place = |near: &Near<'_>| body.position + near.way;
        let hunts = situation.quarries().next().is_some();
        let walks_round = situation.walks_round && situation.perception.clusters().holds_agents();
        let own_reach = distance + body.radius;
        for (index, near) in (0u32..).zip(agents) {
            let percept = near.percept;
            let limit = own_reach + percept.body.radius;
            let away = place(near).distance_squared(body.position);
            if away <= limit * limit
                && !(hunts && situation.quarries().any(|quarry| quarry == percept.id))
                && !(walks_round && situation.is_walked_round(percept.id))
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
        if !self.ranking.rank(&mut self.candidates) {
            if most > 0 && most < sorted {
                sorted = most;
                self.candidates.select_nth_unstable_by(most - 1, nearer);
            }
            self.candidates[..sorted].sort_unstable_by(nearer);
        }
        let own = Manners::of(situation.profile);
        self.standings.clear();
        let mut count = 0;
        for index in 0..self.candidates.len() {
            if count == most {
                break;
            }
            if index == sorted {
                self.candidates[sorted..].sort_unstable_by(nearer);
                sorted = self.candidates.len();
            }
            let near = &agents[self.candidates[index].index as usize];
            let percept = near.percept;
            if !walls.is_empty() {
                let mut neighbor = Neighbor::new(percept.id.0, &percept.body);
                neighbor.position = place(near);
                if is_hidden(body, &neighbor, walls) {
                    continue;
                }
            }
            if count == self.shared.len() {
                self.shared
                    .push(Neighbor::new(percept.id.0, &percept.body).into());
            }
            // Written where it stays: to build it elsewhere and to copy it takes longer.
            let shared = &mut self.shared[count];
            let neighbor = &mut shared.neighbor;
            neighbor.id = percept.id.0;
            neighbor.position = place(near);
            neighbor.velocity = percept.body.velocity;
            neighbor.heading = percept.body.heading;
            neighbor.radius = percept.body.radius;
            let notices = percept.manners.avoids && percept.filter.meets(&situation.filter);
            shared.share = share(&own, &percept.manners, notices);
            shared.insistence = 1.0;
            shared.stranger = !notices;
            shared.fellow = false;
            shared.passing = 1.0;
            shared.horizon = f32::INFINITY;
            self.standings
                .push(percept.manners.guarded.then_some(&percept.standing));
            count += 1;
        }
        self.shared.truncate(count);
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
    let us = Us {
        position: body.position,
        radius: body.radius,
        part,
        passing,
        aim: own.aim,
        ahead: own.wish.try_normalize(),
    };
    for (others, standings) in others.chunks_mut(LANES).zip(standings.chunks(LANES)) {
        let mut block = Block::default();
        for (lane, (other, standing)) in others.iter().zip(standings).enumerate() {
            block.set(lane, other, *standing);
        }
        // The remainder of what is more than a lap away is taken one by one.
        let near = match (us.aim, topology) {
            (Some(ours), Topology::Torus { min, max }) => block.is_within(ours, *max - *min),
            _ => true,
        };
        if !near {
            for (lane, standing) in standings.iter().enumerate() {
                let aim = standing.and_then(|standing| standing.aim);
                block.set_aim(lane, aim.map(|aim| nearest_aim(own, aim, topology)));
            }
        }
        look_ahead_in_lanes(
            &mut block,
            &us,
            if near { topology } else { &Topology::Open },
        );
        for (lane, (other, _)) in others.iter_mut().zip(standings).enumerate() {
            other.fellow = block.fellow[lane];
            other.share = block.share[lane];
            other.passing = block.passing[lane];
        }
    }
}

/// What [`look_ahead_first`] has to know of us.
struct Us {
    position: Vec2,
    radius: f32,
    /// See [`look_ahead_first`].
    part: f32,
    passing: f32,
    aim: Option<Vec2>,
    /// Where we would like to go, a unit vector.
    ahead: Option<Vec2>,
}

/// What it has to know of [`LANES`] others: no number where somebody has no aim or doesn't say where
/// it wants to go.
#[derive(Default)]
struct Block {
    x: [f32; LANES],
    y: [f32; LANES],
    radius: [f32; LANES],
    wish_x: [f32; LANES],
    wish_y: [f32; LANES],
    aim_x: [f32; LANES],
    aim_y: [f32; LANES],
    share: [f32; LANES],
    passing: [f32; LANES],
    fellow: [bool; LANES],
}

impl Block {
    #[inline(always)]
    fn set(&mut self, lane: usize, other: &SharedNeighbor, standing: Option<&Standing>) {
        (self.x[lane], self.y[lane]) = other.neighbor.position.into();
        self.radius[lane] = other.neighbor.radius;
        self.share[lane] = other.share;
        self.passing[lane] = other.passing;
        let wish = standing.map_or(Vec2::NAN, |standing| standing.wish);
        (self.wish_x[lane], self.wish_y[lane]) = wish.into();
        self.set_aim(lane, standing.and_then(|standing| standing.aim));
    }

    #[inline(always)]
    fn set_aim(&mut self, lane: usize, aim: Option<Vec2>) {
        (self.aim_x[lane], self.aim_y[lane]) = aim.unwrap_or(Vec2::NAN).into();
    }

    /// Whether no aim is further from ours than a lap of this size (m).
    fn is_within(&self, ours: Vec2, size: Vec2) -> bool {
        let mut is_far = false;
        for lane in 0..LANES {
            is_far |= (self.aim_x[lane] - ours.x).abs() >= size.x;
            is_far |= (self.aim_y[lane] - ours.y).abs() >= size.y;
        }
        !is_far
    }
}

/// What [`look_ahead_first`] does with each of a block. Compiled for several widths of registers, of
/// which the widest that the processor has is taken; without branches, which nobody could predict.
#[multiversion(targets("x86_64+avx2"))]
fn look_ahead_in_lanes(block: &mut Block, us: &Us, topology: &Topology) {
    block.fellow = [false; LANES];
    if let Some(ours) = us.aim {
        for lane in 0..LANES {
            let aim = Vec2::new(block.aim_x[lane], block.aim_y[lane]);
            let aim = topology.nearest_image_within_a_lap(ours, aim);
            let near = us.radius + block.radius[lane];
            block.fellow[lane] = ours.distance(aim) < near;
        }
    }
    let Some(ahead) = us.ahead else {
        return;
    };
    for lane in 0..LANES {
        let wish = Vec2::new(block.wish_x[lane], block.wish_y[lane]);
        let theirs = wish.normalize_or(Vec2::NAN);
        let alike = ahead.dot(theirs);
        let place = Vec2::new(block.x[lane], block.y[lane]);
        let way = (place - us.position).normalize_or_zero();
        let in_front = way.dot((ahead + theirs).normalize_or_zero());
        let more = us.part * alike * in_front;
        let share = block.share[lane];
        let of = if more > 0.0 { 1.0 - share } else { share };
        let shared = share + more * of;
        block.share[lane] = if alike > 0.0 { shared } else { share };
        let closely = block.passing[lane] * (1.0 - (1.0 - us.passing) * alike);
        if alike > 0.0 {
            block.passing[lane] = closely;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    fn ranked(distances: &[f32]) -> Option<Vec<u32>> {
        let mut candidates: Vec<Candidate> = (0..)
            .zip(distances)
            .map(|(index, away)| Candidate {
                away: away.to_bits(),
                index,
            })
            .collect();
        let is_ranked = Ranking::default().rank(&mut candidates);
        is_ranked.then(|| candidates.iter().map(|one| one.index).collect())
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
