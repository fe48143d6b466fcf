//! Whom an agent has to avoid, and how much of that is its own work.

use std::ops::Deref;

use glam::Vec2;
use multiversion::multiversion;

use super::percept::{Kind, Manners, Percept, Seen};
use super::perception::{Comrade, Perception};
use super::sight::is_hidden_by;
use super::surroundings::{Near, NearColumns, Surroundings};
use super::{AgentId, Aim, Behavior, Objective, Situation, Target};
use crate::avoid::right_of_way::{Claim, SEEN, goes_along, goes_past};
use crate::avoid::{
    Blocker, Company, CompanyBlock, LANES, Lanes, Obstacle, SharedNeighbor, Stance,
};
use crate::compact::MaybePlace;
use crate::geometry::{SweepStart, nearest_on_segment};
use crate::motion::Body;
use crate::space::Topology;

/// The others whom an agent takes into account, nearest first, and what it sees of each of them
/// beside that.
#[derive(Debug, Default)]
pub(super) struct Others<'a> {
    pub company: Company,
    /// How each of them stands among those who block each other, with its aims wherever it sees
    /// them itself; those that only follow other methods say nothing.
    pub standings: Vec<Option<Seen<'a>>>,
    /// Whether all of them go somewhere, and none rests.
    pub all_go: bool,
    /// Whether any of them does nothing to get out of our way.
    pub any_stranger: bool,
    /// Memory that is reused.
    rows: Vec<SharedNeighbor>,
    ranking: Ranking,
    /// The body beside each wall that may hide somebody.
    starts: Vec<SweepStart>,
}

/// Somebody who may count: the distance squared (m²), whose bits are in the order of the numbers,
/// and whom of those around it belongs to. Small, as many are put in order.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Candidate {
    away: i32,
    index: u32,
}

/// Distance between the next corners of two paths, in sums of the radii, below which both lead through
/// the same passage: a door has two sides, and each side two ends.
const SAME_PASSAGE: f32 = 3.0;

/// Distance from the way to the next corner of a path to that of another, in sums of the radii, below
/// which both lead through the same passage: one corner of a door may be the first for one and the last
/// for another who comes from the same side.
const ON_THE_WAY: f32 = 1.5;

/// How much of the sum of the radii is left free by who stands behind another and keeps a time gap, as
/// people do who queue: without that a dense crowd walks faster than theirs.
const STANDSTILL: f32 = 0.12;

/// How far ahead contacts matter with those who follow the same leader (s): they slow down at their
/// slots, so nobody runs into another by keeping on as it goes now.
const MATES_HORIZON: f32 = 0.75;

/// Number of those who may count up to which each is compared with all others: that is cheaper than
/// sorting, as nothing has to be predicted.
const MOST_RANKED: usize = 48;

/// The distance of those who don't count.
const TOO_FAR: i32 = i32::MAX;

/// Memory to put those around in order. All that is in blocks is in the order in which they were
/// gathered.
#[derive(Debug, Default)]
struct Ranking {
    /// How far away each is (m²), as the bits of that, which are in the order of the numbers;
    /// [`TOO_FAR`] for those who don't count.
    distances: Vec<[i32; LANES]>,
    /// How many are nearer than each.
    places: Vec<[u32; LANES]>,
    /// Those who count, the nearest first.
    order: Vec<Candidate>,
}

/// How far away those in these columns are from somebody at `from` (m): [`TOO_FAR`] if the edge is
/// further than `reach` metres. Compiled for several widths of registers.
#[multiversion(targets("x86_64+avx2"))]
fn measure(columns: &[NearColumns], from: Vec2, reach: f32, distances: &mut [[i32; LANES]]) {
    for (near, distances) in columns.iter().zip(distances) {
        for (lane, distance) in distances.iter_mut().enumerate() {
            // By way of its place, as whoever sees it sees it there.
            let x = from.x + near.way_x[lane] - from.x;
            let y = from.y + near.way_y[lane] - from.y;
            let (away, limit) = (x * x + y * y, reach + near.radius[lane]);
            // The sign of what is squared isn't set.
            let bits = away.to_bits() as i32;
            *distance = if away <= limit * limit { bits } else { TOO_FAR };
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
    /// Nobody yet, and room for so many blocks.
    fn begin(&mut self, blocks: usize) {
        self.order.clear();
        self.distances.resize(blocks, [TOO_FAR; LANES]);
        self.places.resize(blocks, [0; LANES]);
    }

    /// Those who count, in the order in which they were gathered.
    fn counted(&self) -> impl Iterator<Item = Candidate> {
        let distances = self.distances.as_flattened().iter();
        (0u32..)
            .zip(distances)
            .filter_map(|(index, &away)| (away != TOO_FAR).then_some(Candidate { away, index }))
    }

    /// Puts those who count in order of their distance: `false`, and nobody is in order, if they are
    /// too many for that or two are equally far.
    fn rank(&mut self) -> bool {
        const NOBODY: u32 = u32::MAX;
        if self.distances.len() > MOST_RANKED / LANES {
            return false;
        }
        count_nearer(&self.distances, &mut self.places);
        // Who doesn't count comes behind all who do, at the place after the last of them.
        let mut ranked = [NOBODY; MOST_RANKED + 1];
        for (index, &place) in (0u32..).zip(self.places.as_flattened()) {
            ranked[(place as usize).min(MOST_RANKED)] = index;
        }
        let distances = self.distances.as_flattened();
        let count = (distances.iter()).fold(0, |count, &away| count + usize::from(away != TOO_FAR));
        let ranked = &ranked[..count];
        // Who is as far as somebody else has taken that one's place, and left its own.
        if (ranked.iter()).fold(false, |is, &index| is | (index == NOBODY)) {
            return false;
        }
        self.order.extend(ranked.iter().map(|&index| {
            let away = distances[index as usize];
            Candidate { away, index }
        }));
        true
    }
}

impl<'a> Others<'a> {
    /// Finds the nearest `most` of those that were gathered, whose edge is within `distance` metres of
    /// ours (ties by id) and that none of the walls hides. Says how far away the centre of the last of
    /// them is (m), if there are so many.
    pub fn find<P: Perception<'a>>(
        &mut self,
        situation: &Situation<'_, P>,
        surroundings: &Surroundings<'a>,
        (distance, most): (f32, usize),
        walls: &[Obstacle<'_>],
    ) -> Option<f32> {
        let body = situation.body;
        let agents = surroundings.agents();
        let place = |near: &Near<'_>| body.position + near.way;
        let ranking = &mut self.ranking;
        let columns = surroundings.columns();
        ranking.begin(columns.len());
        let reach = distance + body.radius;
        measure(columns, body.position, reach, &mut ranking.distances);
        let hunts = situation.quarries().next().is_some();
        let walks_round = situation.walks_round && situation.perception.clusters().holds_agents();
        if hunts || walks_round {
            let distances = ranking.distances.as_flattened_mut();
            for (near, away) in agents.iter().zip(distances) {
                let id = near.percept.id;
                if (hunts && situation.quarries().any(|quarry| quarry == id))
                    || (walks_round && situation.is_walked_round(id))
                {
                    *away = TOO_FAR;
                }
            }
        }
        let id = |candidate: &Candidate| agents[candidate.index as usize].percept.id;
        let nearer =
            |a: &Candidate, b: &Candidate| a.away.cmp(&b.away).then_with(|| id(a).cmp(&id(b)));
        // Where many are too far to count, only the nearest are put in order, and the others too if
        // walls hide some of these.
        let mut sorted = usize::MAX;
        if !ranking.rank() {
            let mut order = std::mem::take(&mut ranking.order);
            order.extend(ranking.counted());
            sorted = order.len();
            if most > 0 && most < sorted {
                sorted = most;
                order.select_nth_unstable_by(most - 1, nearer);
            }
            order[..sorted].sort_unstable_by(nearer);
            ranking.order = order;
        }
        let order = &mut ranking.order;
        let own = Manners::of(situation.profile);
        let kinds = situation.perception.kinds();
        // Those near each other are mostly of a kind.
        let mut latest = (Kind::NOBODY, 0.0, false);
        self.standings.clear();
        self.company.clear();
        (self.all_go, self.any_stranger) = (true, false);
        self.starts.clear();
        if !order.is_empty() {
            let beside = |wall: &Obstacle<'_>| wall.hull().sweep_start(body.position, body.radius);
            self.starts.extend(walls.iter().map(beside));
        }
        let mut furthest = 0;
        for index in 0..order.len() {
            if self.company.len() == most {
                break;
            }
            if index == sorted {
                order[sorted..].sort_unstable_by(nearer);
                sorted = order.len();
            }
            let near = &agents[order[index].index as usize];
            let (percept, kind) = (near.percept, near.kind);
            if !walls.is_empty() {
                let other = percept.neighbor_at(place(near));
                if is_hidden_by(body, &other, walls.iter().zip(&self.starts)) {
                    continue;
                }
            }
            if !std::ptr::eq(latest.0, kind) {
                let notices = kind.manners.avoids && kind.filter.meets(&situation.filter);
                latest = (kind, share(&own, &kind.manners, notices), notices);
            }
            let (_, share, notices) = latest;
            self.all_go &= kind.goes && !kind.manners.rests;
            self.any_stranger |= !notices;
            let neighbor = percept.neighbor_at(place(near));
            self.company.push_plain(&neighbor, share, !notices);
            let seen = Seen::new(percept, kinds);
            self.standings.push(kind.manners.guarded.then_some(seen));
            furthest = order[index].away;
        }
        let is_full = self.company.len() >= most;
        is_full.then(|| f32::from_bits(furthest as u32).sqrt())
    }

    /// Keeps to the ranks of a formation: a leader goes on as if its followers weren't there, these
    /// make way for it, and those who are in it together may be as close as their slots are.
    pub fn keep_ranks<P: Perception<'a>>(&mut self, situation: &Situation<'_, P>) {
        for index in 0..self.company.len() {
            let other = AgentId(self.company.id(index));
            let Some(comrade) = situation.perception.comrade(situation.id, other) else {
                continue;
            };
            let (block, lane) = self.company.at_mut(index);
            block.passing[lane] = 0.0;
            match comrade {
                Comrade::Follower => {
                    block.share[lane] = 0.0;
                    self.standings[index] = None;
                }
                Comrade::Leader => block.share[lane] = 1.0,
                Comrade::Mate => block.horizon[lane] = MATES_HORIZON,
            }
        }
    }

    /// Marks those whose paths lead through the same passage as ours next, as those who go where we
    /// go: they want through it, too, from whichever side.
    pub fn join_at_passage<P: Perception<'a>>(&mut self, situation: &Situation<'_, P>) {
        if situation.passage.is_none() {
            return;
        }
        for index in 0..self.company.len() {
            let other = self.company.id(index);
            let (block, lane) = self.company.at_mut(index);
            let shared = situation.shared_passage(other, block.radius[lane], SAME_PASSAGE);
            block.fellow[lane] |= shared.is_some();
        }
    }

    /// Nobody.
    pub fn clear(&mut self) {
        self.company.clear();
        self.standings.clear();
    }

    /// All of them in rows, for methods that take one after the other.
    pub fn rows(&mut self) -> &[SharedNeighbor] {
        self.company.rows(&mut self.rows);
        &self.rows
    }

    /// How sure it is that somebody who goes elsewhere would like to go against an agent's `wish`
    /// (m/s), see [`Standing::warned`](crate::avoid::right_of_way::Standing::warned). Who goes the same way passes it on, as those in the rows
    /// behind see nobody else.
    pub fn warning(&self, wish: Vec2) -> u8 {
        let mut warned = 0;
        for (index, standing) in self.standings.iter().enumerate() {
            let Some(standing) = standing else {
                continue;
            };
            let (block, lane) = self.company.at(index);
            if !block.fellow[lane] && standing.comes_against(wish) {
                return SEEN;
            }
            if standing.wish.dot(wish) > 0.0 {
                warned = warned.max(standing.warned.saturating_sub(1));
            }
        }
        warned
    }

    /// The same of a stream that meets a body, see [`Standing::opposed`](crate::avoid::right_of_way::Standing::opposed).
    pub fn opposition(&self, body: &Body, wish: Vec2, topology: &Topology) -> u8 {
        let mut opposed = 0;
        for (index, standing) in self.standings.iter().enumerate() {
            let Some(standing) = standing else {
                continue;
            };
            let (block, lane) = self.company.at(index);
            if !block.fellow[lane] && standing.comes_against(wish) {
                let aim =
                    (standing.aim().get()).map(|aim| topology.nearest_image(body.position, aim));
                if goes_past(body, wish, standing.wish, aim) {
                    return SEEN;
                }
            }
            if standing.opposed > opposed && goes_along(wish, standing.wish) {
                opposed = opposed.max(standing.opposed - 1);
            }
        }
        opposed
    }

    /// The fastest that a body may go along `wish` (m/s) to stay `time_gap` seconds (above 0) behind
    /// those ahead who go its way, and a little room (m/s).
    ///
    /// Somebody right ahead is its edge away; somebody aside is further, as the way past is longer,
    /// and who is abreast is in nobody's way.
    pub fn fastest_behind(&self, body: &Body, wish: Vec2, time_gap: f32) -> f32 {
        let Some(ahead) = wish.try_normalize() else {
            return f32::INFINITY;
        };
        let mut room = f32::INFINITY;
        for (index, standing) in self.standings.iter().enumerate() {
            let Some(standing) = standing else {
                continue;
            };
            let (block, lane) = self.company.at(index);
            let way = block.position(lane) - body.position;
            let along = way.dot(ahead);
            // Of two who are each ahead of the other, as ways come together, neither waits for it.
            let is_ahead = along > 0.0 && way.dot(standing.wish) > 0.0;
            if is_ahead && ahead.dot(standing.wish) > 0.0 {
                let kept = (1.0 + STANDSTILL) * (body.radius + block.radius[lane]);
                room = room.min(way.length_squared() / along - kept);
            }
        }
        room.max(0.0) / time_gap
    }

    /// Lets those who go where we go, or as we would like to go at `wish` (m/s), be passed more
    /// closely: it costs the share `passing` of what it would.
    pub fn squeeze_past(&mut self, wish: Vec2, passing: f32) {
        for (index, standing) in self.standings.iter().enumerate() {
            let (block, lane) = self.company.at_mut(index);
            let along = standing.is_some_and(|standing| standing.wish.dot(wish) > 0.0);
            if block.fellow[lane] || along {
                block.passing[lane] *= passing;
            }
        }
    }

    /// Lets those who go slower than `slow` (m/s) be passed as closely as may be: it costs nothing.
    /// Says whether there are any.
    pub fn squeeze_past_those_who_stand(&mut self, slow: f32) -> bool {
        let mut any = false;
        for index in 0..self.company.len() {
            let (block, lane) = self.company.at_mut(index);
            if block.velocity(lane).length_squared() < slow * slow {
                block.passing[lane] = 0.0;
                any = true;
            }
        }
        any
    }

    /// What [`look_ahead_first`] does, to all of them.
    pub fn look_ahead_first(
        &mut self,
        body: &Body,
        parts: (f32, f32),
        own: &Claim,
        topology: &Topology,
    ) {
        let us = Us::of(body, parts, own);
        let blocks = self.company.blocks_mut().iter_mut();
        for (block, standings) in blocks.zip(self.standings.chunks(LANES)) {
            look_ahead_in_block(block, &us, own, standings, topology);
        }
    }

    /// Whether somebody who goes where we go comes back from where walls close the way, against those behind
    /// it who would like to go on at `wish` (m/s), as we do.
    pub fn any_comes_back(&self, wish: Vec2) -> bool {
        self.standings.iter().enumerate().any(|(index, standing)| {
            let (block, lane) = self.company.at(index);
            let comes_back = |seen: &Seen<'_>| seen.comes_back(wish);
            standing.as_ref().is_some_and(comes_back) && block.fellow[lane]
        })
    }

    /// Whether somebody goes where we go.
    pub fn any_fellow(&self) -> bool {
        (0..self.company.len()).any(|index| {
            let (block, lane) = self.company.at(index);
            block.fellow[lane]
        })
    }
}

impl<'a, P: Perception<'a>> Situation<'_, P> {
    /// The next corners of our path and of somebody else's, at the image that is nearest to ours (m), if
    /// both go there or go on from there within a right angle, and they are within `near` sums of the radii or
    /// one of them is on the way to the other; the other's radius is `radius` metres. Who comes to a corner from
    /// the other side of it comes against us, but those who stand along the wall on either side of a door want
    /// through it the same way.
    pub(super) fn shared_passage(
        &self,
        other: u64,
        radius: f32,
        near: f32,
    ) -> Option<(Vec2, Vec2)> {
        let ours = self.passage?;
        let percept = self.perception.agent(AgentId(other))?;
        let theirs = self.perception.kinds().passage(percept)?;
        let topology = &self.perception.context().topology;
        let theirs = topology.nearest_image(ours, theirs);
        let corners = (ours, theirs);
        if !self.come_alike(percept, corners) && !self.go_on_alike(percept, corners) {
            return None;
        }
        let sum = self.body.radius + radius;
        let here = self.body.position;
        let there = topology.nearest_image(here, percept.position);
        let is_on_the_way = |corner: Vec2, from: Vec2, to: Vec2| {
            nearest_on_segment(corner, from, to).distance(corner) < ON_THE_WAY * sum
        };
        let is_near = ours.distance(theirs) < near * sum
            || is_on_the_way(theirs, here, ours)
            || is_on_the_way(ours, there, theirs);
        is_near.then_some(corners)
    }

    /// Whether we and somebody else come to a passage from the same side, each to its own corner (m): within a
    /// right angle.
    fn come_alike(&self, other: &Percept, (ours, theirs): (Vec2, Vec2)) -> bool {
        let topology = &self.perception.context().topology;
        let here = self.body.position;
        let there = topology.nearest_image(here, other.position);
        (ours - here).dot(theirs - there) > 0.0
    }

    /// Whether we and somebody else go on alike from a passage, each from its own corner (m) to where it goes:
    /// within a right angle.
    fn go_on_alike(&self, other: &Percept, (ours, theirs): (Vec2, Vec2)) -> bool {
        let topology = &self.perception.context().topology;
        (self.aim.zip(other.stance.aim().get())).is_some_and(|(our_aim, their_aim)| {
            let their_aim = topology.nearest_image(theirs, their_aim);
            (our_aim - ours).dot(their_aim - theirs) > 0.0
        })
    }

    /// Whether the next corners of our path and of somebody else's are the same, up to `near` sums of the radii,
    /// of which the other's is `radius` metres, and we come there alike, so that claims don't count between us.
    /// Those who come to a door along the wall from either side make room for each other.
    pub(super) fn comes_to_our_passage(&self, other: u64, radius: f32, near: f32) -> bool {
        let shared = self.shared_passage(other, radius, near);
        let percept = self.perception.agent(AgentId(other));
        (shared.zip(percept)).is_some_and(|(corners, other)| self.come_alike(other, corners))
    }

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
    // As it is mostly, and what the division would say.
    if own.responsibility == other.responsibility {
        return 0.5;
    }
    let sum = own.responsibility + other.responsibility;
    if sum > 0.0 && sum < f32::INFINITY {
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
    parts: (f32, f32),
    own: &Claim,
    others: &mut [SharedNeighbor],
    standings: &[Option<&Stance>],
    topology: &Topology,
) {
    let us = Us::of(body, parts, own);
    for (others, standings) in others.chunks_mut(LANES).zip(standings.chunks(LANES)) {
        let mut block = CompanyBlock::default();
        for (lane, other) in others.iter().enumerate() {
            block.set(lane, other);
        }
        look_ahead_in_block(&mut block, &us, own, standings, topology);
        for (lane, (other, _)) in others.iter_mut().zip(standings).enumerate() {
            other.fellow = block.fellow[lane];
            other.share = block.share[lane];
            other.passing = block.passing[lane];
        }
    }
}

/// The same with those of a block, each of whom stands so.
#[inline(always)]
fn look_ahead_in_block<S: Deref<Target = Stance>>(
    block: &mut CompanyBlock,
    us: &Us,
    own: &Claim,
    standings: &[Option<S>],
    topology: &Topology,
) {
    let mut goings = Goings::default();
    for (lane, standing) in standings.iter().take(LANES).enumerate() {
        let wish = (standing.as_ref()).map_or(Vec2::NAN, |standing| standing.wish);
        (goings.wish_x[lane], goings.wish_y[lane]) = wish.into();
        goings.set_aim(
            lane,
            (standing.as_ref()).map_or(MaybePlace::NONE, |standing| standing.aim()),
        );
    }
    // The remainder of what is more than a lap away is taken one by one.
    let near = match (us.aim, topology) {
        (Some(ours), Topology::Torus { min, max }) => goings.is_within(ours, *max - *min),
        _ => true,
    };
    if !near {
        for (lane, standing) in standings.iter().take(LANES).enumerate() {
            let aim = (standing.as_ref()).and_then(|standing| standing.aim().get());
            let nearest = aim.map(|aim| nearest_aim(own, aim, topology));
            goings.set_aim(lane, nearest.into());
        }
    }
    let topology = if near { topology } else { &Topology::Open };
    look_ahead_in_lanes(block, &goings, us, topology);
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

impl Us {
    fn of(body: &Body, (part, passing): (f32, f32), own: &Claim) -> Self {
        Self {
            position: body.position,
            radius: body.radius,
            part,
            passing,
            aim: own.aim,
            ahead: own.wish.try_normalize(),
        }
    }
}

/// Where [`LANES`] others go: no number where somebody has no aim or doesn't say where it wants to
/// go.
#[derive(Default)]
struct Goings {
    wish_x: Lanes,
    wish_y: Lanes,
    aim_x: Lanes,
    aim_y: Lanes,
}

impl Goings {
    #[inline(always)]
    fn set_aim(&mut self, lane: usize, aim: MaybePlace) {
        (self.aim_x[lane], self.aim_y[lane]) = aim.or_nan().into();
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
fn look_ahead_in_lanes(block: &mut CompanyBlock, goings: &Goings, us: &Us, topology: &Topology) {
    block.fellow = [false; LANES];
    if let Some(ours) = us.aim {
        for lane in 0..LANES {
            let aim = Vec2::new(goings.aim_x[lane], goings.aim_y[lane]);
            let aim = topology.nearest_image_within_a_lap(ours, aim);
            let near = us.radius + block.radius[lane];
            block.fellow[lane] = ours.distance(aim) < near;
        }
    }
    let Some(ahead) = us.ahead else {
        return;
    };
    for lane in 0..LANES {
        let wish = Vec2::new(goings.wish_x[lane], goings.wish_y[lane]);
        let theirs = wish.normalize_or(Vec2::NAN);
        let alike = ahead.dot(theirs);
        let way = (block.position(lane) - us.position).normalize_or_zero();
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
        let mut ranking = Ranking::default();
        ranking.begin(distances.len().div_ceil(LANES));
        for (own, away) in (ranking.distances.as_flattened_mut().iter_mut()).zip(distances) {
            *own = away.to_bits() as i32;
        }
        let is_ranked = ranking.rank();
        is_ranked.then(|| ranking.order.iter().map(|one| one.index).collect())
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
