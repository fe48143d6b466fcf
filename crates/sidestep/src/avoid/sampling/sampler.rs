//! Choosing among velocities: the default towards others.

use std::ops;

use glam::Vec2;

use super::candidates::Velocities;
use super::cost::{
    Best, Change, Further, Meetings, SOONEST, Survey, at_least, cheapest, find_cheapest, in_order,
    weigh,
};
use crate::avoid::coming::{Run, cost_of_coming};
use crate::avoid::right_of_way::RightOfWay;
use crate::avoid::{
    Blocker, Company, CompanyBlock, Decision, LANES, Obstacle, SharedNeighbor, Surroundings, Wish,
};
use crate::geometry::{Side, SweepStart};
use crate::motion::Body;
use crate::range::{Parameter, Parameters, Range};

/// Meeting others by choosing among velocities: the default.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct VelocitySampling {
    /// Contacts later than this don't matter (s), above 0. It shrinks in a crowd, see
    /// [`VelocitySampling::horizon_at`].
    pub horizon: f32,
    /// Share of the area around that, filled with bodies, halves the horizon; above 0. Lower makes
    /// a crowd short-sighted sooner.
    pub halving_occupancy: f32,
    /// How far others are looked for (m), edge to edge, above 0.
    pub distance: f32,
    /// Number of the nearest others that are dodged, 1 or more.
    pub most_neighbors: usize,
    /// What a contact in a second costs, as a share of the preferred speed, 0 or more. Up to 1
    /// higher dodges wider; above that little changes.
    pub contact_weight: f32,
    /// How much more contacts with those count who don't avoid us, such as players, 1 or more:
    /// nobody but us can prevent them.
    pub stranger_weight: f32,
    /// How much less those count who go where we go, from 0 to 1: lower lets them come closer in a
    /// queue, a lane or a heap.
    pub fellow_weight: f32,
    /// Of all contacts at a velocity the worst counts in full and the others this part, from 0 to 1. Low keeps a crowd moving that is
    /// threatened from everywhere.
    pub further_contacts: f32,
    /// Of all that passing closely costs at a velocity the dearest counts in full and the rest this
    /// part, from 0 to 1. Low lets an agent stand beside a stream rather than go back with it.
    pub further_passing: f32,
    /// What passing edge to edge at once costs, as a share of the preferred speed, 0 or more.
    pub miss_weight: f32,
    /// Distance between the edges in passing at which that has faded to about a third (m), above 0.
    /// Far from all obstacles it is less where there is room: three fifths where bodies fill at most
    /// 6 % of the area around, all of it from 10 % on.
    pub miss_distance: f32,
    /// Time until passing at which that has faded to about a third (s), above 0.
    pub miss_time: f32,
    /// By how much everybody's preferred direction is turned to the right while somebody is in the
    /// way (rad), from −1 to 1; negative turns to the left. It is the same for all, so that those
    /// who meet agree on a side. 0 lets mirror images block each other. Far from all obstacles who gets
    /// on turns only for those who go nearly the same way, come straight against it, stand, or do
    /// nothing to get out of its way: it passes others where that is nearest.
    pub side_angle: f32,
    /// By how much an agent turns from its way to the side to which everybody keeps while it is in
    /// the half of the others of a [`Passage`](crate::avoid::lane::Passage), and others come against
    /// it, as far as word of that has come (rad), from 0 to 1: streams that meet in a corridor keep
    /// out of each other's half. At 0 the first who are there take all of its width. Members of
    /// formations, who have slots on either side of each other, and who has arrived don't turn.
    /// Without a common side (`side_angle` 0) nobody does.
    pub lane_angle: f32,
    /// What passing those closely costs who would like to go exactly our way, as a share of the
    /// usual, from 0 to 1; more of it the more their way differs, and all of it from a right angle
    /// on. Lower makes streams denser, so that more get through a door, and leaves more room to
    /// those who come against them.
    pub alongside_passing: f32,
    /// What passing those closely who go the same way costs while we are held up and nobody comes
    /// against us, as a share of what it would cost else, from 0 to 1: lower gets a crowd through a
    /// door sooner; at 1 it costs what it always does.
    pub squeezed_passing: f32,
    /// What changing the velocity by some m/s costs (m/s), as a part of that, from 0 to 1: it keeps
    /// agents from trembling. Far from all obstacles it is more: where there is room, as for
    /// [`miss_distance`](Self::miss_distance), up to 1.6 times as much, at most 1; and of that up to
    /// twice as much, the more of those who are met are passed where that is nearest.
    pub inertia: f32,
    /// What was chosen in the step before is kept until something else costs less by this share of
    /// the speed that one would like, from 0 to 1. Higher is calmer, and slower to take an opening.
    /// Where there is room, as for [`miss_distance`](Self::miss_distance), it is up to 1.5 times as much.
    pub persistence: f32,
    /// How long an agent goes on as it has chosen while it is calm (s), 0 or more: that is cheaper,
    /// and calmer. It is calm while it only goes to a place that stays where it is, its choice costs
    /// little, as [`calm_cost`](Self::calm_cost) says, nobody holds it up and no obstacle is in its
    /// way. Far from all obstacles it is calm for three times as long, whoever is in its way, unless
    /// somebody goes first, walks beside it and wants across, or is near who does nothing to get out of
    /// its way; or unless the others leave it less than half of its speed, where bodies fill 10 % of the
    /// area around or more. It decides sooner if it would touch somebody within a second, or if somebody
    /// else finds that it would touch it first; and anywhere as soon as an obstacle is put near it. While
    /// it is calm far from obstacles, with others around, it turns by 5° or not at all; where there is
    /// room it does so in a quarter of its [response time](crate::motion::Limits::response_time), and
    /// slides along whom the guard keeps it from. At 0 it decides in each step. The guard looks at each
    /// step anyway; where it leads the agent aside, past somebody of the same priority and not in a
    /// stream, the agent goes on that way until it decides again.
    pub calm_interval: f32,
    /// What meeting others may cost at the velocity that was chosen while an agent is calm, as a share
    /// of the preferred speed, 0 or more. Lower makes more agents decide in each step.
    pub calm_cost: f32,
    /// How much of the work among those who go the same way is left to the one behind, from 0 to 1:
    /// at 0 none, so that both look back as well as ahead; at 1 all of it. Of two who walk side by side in
    /// the open and want across each other's way, the one behind falls back: it goes slower by this times
    /// two fifths until the other has crossed.
    pub looking_ahead: f32,
    /// How much faster than it prefers an agent may go to get out of the way, as a factor of 1 or
    /// more; never faster than it can.
    pub haste: f32,
    /// Contacts with obstacles later than this don't matter when dodging others (s), above 0.
    pub obstacle_horizon: f32,
    /// Who makes room where neither can go on.
    pub right_of_way: RightOfWay,
}

/// Who does less than this share of the work leaves it all to the other.
const LEAST_SHARE: f32 = 0.1;

/// Parts of the scale of speeds by which the first look goes aside from the present velocity.
const RINGS: [f32; 2] = [0.24, 0.08];

/// Part of the scale of speeds by which the last look goes aside from the best so far.
const FINER_STEP: f32 = 0.08;

/// Share of the scale of speeds: if the best of the first look costs more, all directions are looked
/// at.
const TROUBLE: f32 = 0.5;

/// Time to a contact with a wall or an obstacle that doesn't move (s), below which a velocity can't be had.
const AT_ONCE: f32 = 0.02;

/// What such a velocity costs, as a share of the preferred speed: more than all who come together.
const IMPOSSIBLE: f32 = 1_000.0;

/// How much the speed counts (as a part of it) by which a choice that is kept gets on more slowly
/// than the best.
const TIME_LOST: f32 = 2.0;

/// Cosine of the angle up to which others go nearly the same way, and of that up to which they come straight
/// against it.
const ALIKE: f32 = 0.7;
const OPPOSED: f32 = 0.9;

/// Who goes slower than this share of the speed that we would like stands.
const STANDS_BELOW: f32 = 0.2;

/// Who goes more slowly than at this share of the speed that it would like is held up, and keeps to one side of
/// everybody: in a heap around a shared goal those who pass each other where that is nearest hold each other up.
const HELD_UP: f32 = 0.5;

/// By what part of itself the inertia grows in the open, where all who are met are passed where that is
/// nearest: a body that waits for its turn to decide shouldn't turn back at once.
const OPEN_INERTIA: f32 = 1.0;

/// Shares of the area around that bodies fill, up to which there is all [room](room_at), and from which there is
/// none.
const ALL_ROOM: f32 = 0.06;
const NO_ROOM: f32 = 0.1;

/// By what factors weights differ where there is all room: one passes others more closely, as there are few who
/// could come besides, and needn't take each small opening.
const ROOMY_MISS_DISTANCE: f32 = 0.6;
const ROOMY_INERTIA: f32 = 1.6;
const ROOMY_PERSISTENCE: f32 = 1.5;

/// How much room there is where bodies fill the share `occupancy` of the area around: from 0 in a crowd to 1
/// where few are around.
fn room_at(occupancy: f32) -> f32 {
    ((NO_ROOM - occupancy) / (NO_ROOM - ALL_ROOM)).clamp(0.0, 1.0)
}

/// Memory to work in, reused from call to call.
#[derive(Debug, Default)]
pub struct SamplingScratch {
    /// Those around, where they come in rows.
    company: Company,
    pub(super) velocities: Velocities,
    /// Whom to dodge, what it costs with each of them to go on as wished, and as in the step before.
    pub(super) meetings: Meetings,
    pub(super) wished: Survey,
    kept: Survey,
    /// The body beside each of the obstacles that don't move, in their order.
    starts: Vec<SweepStart>,
}

/// How easy it is to get on among those around.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ease {
    /// What it costs to meet them at the velocity that was chosen, as a share of the preferred speed.
    pub met: f32,
    /// Whether they are few for the area.
    pub is_roomy: bool,
}

/// The velocity that costs least, and what led to it.
pub(super) struct Choice {
    /// What the agent would like, turned to the side to which everybody keeps (m/s).
    pub preferred: Vec2,
    /// What was chosen (m/s), and what that costs (m/s).
    pub velocity: Vec2,
    pub cost: f32,
    /// What it costs of that, and to run into obstacles, because of what is met: as a share of the
    /// preferred speed.
    pub met: f32,
    /// What velocities cost by themselves.
    pub change: Change,
    /// Who would be touched first at the wish, and when (s).
    pub threat: Option<(u64, f32)>,
}

impl Parameters for VelocitySampling {
    fn parameters(&mut self) -> Vec<Parameter<'_>> {
        let Self {
            horizon,
            halving_occupancy,
            distance,
            most_neighbors,
            contact_weight,
            stranger_weight,
            fellow_weight,
            further_contacts,
            further_passing,
            miss_weight,
            miss_distance,
            miss_time,
            side_angle,
            lane_angle,
            alongside_passing,
            squeezed_passing,
            inertia,
            persistence,
            calm_interval,
            calm_cost,
            looking_ahead,
            haste,
            obstacle_horizon,
            right_of_way,
        } = self;
        let mut parameters = vec![
            Parameter::new("horizon", horizon, Range::AboveZero),
            Parameter::new("halving_occupancy", halving_occupancy, Range::AboveZero),
            Parameter::new("distance", distance, Range::AboveZero),
            Parameter::new("most_neighbors", most_neighbors, Range::OneOrMore),
            Parameter::new("contact_weight", contact_weight, Range::AtLeast(0.0)),
            Parameter::new("stranger_weight", stranger_weight, Range::AtLeast(1.0)),
            Parameter::new("fellow_weight", fellow_weight, Range::Between(0.0, 1.0)),
            Parameter::new(
                "further_contacts",
                further_contacts,
                Range::Between(0.0, 1.0),
            ),
            Parameter::new("further_passing", further_passing, Range::Between(0.0, 1.0)),
            Parameter::new("miss_weight", miss_weight, Range::AtLeast(0.0)),
            Parameter::new("miss_distance", miss_distance, Range::AboveZero),
            Parameter::new("miss_time", miss_time, Range::AboveZero),
            Parameter::new("side_angle", side_angle, Range::Between(-1.0, 1.0)),
            Parameter::new("lane_angle", lane_angle, Range::Between(0.0, 1.0)),
            Parameter::new(
                "alongside_passing",
                alongside_passing,
                Range::Between(0.0, 1.0),
            ),
            Parameter::new(
                "squeezed_passing",
                squeezed_passing,
                Range::Between(0.0, 1.0),
            ),
            Parameter::new("inertia", inertia, Range::Between(0.0, 1.0)),
            Parameter::new("persistence", persistence, Range::Between(0.0, 1.0)),
            Parameter::new("calm_interval", calm_interval, Range::AtLeast(0.0)),
            Parameter::new("calm_cost", calm_cost, Range::AtLeast(0.0)),
            Parameter::new("looking_ahead", looking_ahead, Range::Between(0.0, 1.0)),
            Parameter::new("haste", haste, Range::AtLeast(1.0)),
            Parameter::new("obstacle_horizon", obstacle_horizon, Range::AboveZero),
        ];
        parameters.extend(right_of_way.parameters());
        parameters
    }
}

impl VelocitySampling {
    /// Values that suit a body of `radius` metres (above 0).
    #[must_use]
    pub fn for_radius(radius: f32) -> Self {
        Self {
            horizon: 6.0,
            halving_occupancy: 4.0,
            distance: 18.0 * radius,
            most_neighbors: 12,
            contact_weight: 1.0,
            stranger_weight: 4.0,
            fellow_weight: 0.4,
            further_contacts: 0.3,
            further_passing: 0.25,
            miss_weight: 0.95,
            miss_distance: 0.2,
            miss_time: 1.5,
            side_angle: 0.33,
            lane_angle: 0.6,
            alongside_passing: 0.5,
            squeezed_passing: 0.3,
            inertia: 0.25,
            persistence: 0.1,
            calm_interval: 0.3,
            calm_cost: 0.2,
            looking_ahead: 0.6,
            haste: 1.3,
            obstacle_horizon: 1.0,
            right_of_way: RightOfWay::default(),
        }
    }

    /// The side to which everybody keeps.
    #[must_use]
    pub fn side(&self) -> Side {
        if self.side_angle < 0.0 {
            Side::Left
        } else {
            Side::Right
        }
    }

    /// A wish (m/s), turned by [`lane_angle`](Self::lane_angle) to the side to which everybody keeps.
    #[must_use]
    pub fn turned_to_own_lane(&self, wish: Vec2) -> Vec2 {
        let turn = self.lane_angle * self.side_angle.signum();
        wish.rotate(Vec2::new(libm::cosf(turn), -libm::sinf(turn)))
    }

    /// Whether streams that meet keep out of each other's half.
    #[must_use]
    pub fn keeps_lanes(&self) -> bool {
        self.lane_angle > 0.0 && self.side_angle != 0.0
    }

    /// The same with the weights of who has so much room (0 to 1).
    fn with_room(&self, room: f32) -> Self {
        let times = |value: f32, factor: f32| value * (1.0 + (factor - 1.0) * room);
        Self {
            miss_distance: times(self.miss_distance, ROOMY_MISS_DISTANCE),
            inertia: times(self.inertia, ROOMY_INERTIA).min(1.0),
            persistence: times(self.persistence, ROOMY_PERSISTENCE).min(1.0),
            ..*self
        }
    }

    /// What counts of costs besides the worst of their kind.
    pub(super) fn further(&self) -> Further {
        Further {
            contacts: self.further_contacts,
            passing: self.further_passing,
        }
    }

    /// How far ahead contacts matter (s) where bodies fill the share `occupancy` of the area around
    /// (0 to 1).
    #[must_use]
    pub fn horizon_at(&self, occupancy: f32) -> f32 {
        self.horizon / (1.0 + occupancy.max(0.0) / self.halving_occupancy)
    }

    /// Share of the area within [`distance`](Self::distance) of the body's edge that these
    /// neighbours fill, and of a smaller area if they are the nearest of more.
    #[must_use]
    pub fn occupancy(&self, body: &Body, neighbors: &[SharedNeighbor]) -> f32 {
        let mut crowding = Crowding::default();
        for others in neighbors.chunks(LANES) {
            let mut block = CompanyBlock::default();
            for (lane, other) in others.iter().enumerate() {
                block.set(lane, other);
            }
            crowding.add(body, &block, others.len());
        }
        self.occupancy_in(body, neighbors.len(), &crowding)
    }

    /// The same of a company.
    fn occupancy_of(&self, body: &Body, company: &Company) -> f32 {
        let (mut crowding, mut left) = (Crowding::default(), company.len());
        for block in company.blocks() {
            crowding.add(body, block, left.min(LANES));
            left = left.saturating_sub(LANES);
        }
        self.occupancy_in(body, company.len(), &crowding)
    }

    fn occupancy_in(&self, body: &Body, count: usize, crowding: &Crowding) -> f32 {
        let furthest = crowding.furthest;
        let radius = if count < self.most_neighbors {
            (self.distance + body.radius).max(furthest)
        } else {
            furthest
        };
        let radius = radius.max(body.radius);
        crowding.filled / (radius * radius)
    }

    /// The velocity that costs least. `around` must hold the nearest neighbours within
    /// [`distance`](Self::distance), at most [`most_neighbors`](Self::most_neighbors) of them;
    /// those whose share is 0 do all the work themselves and are ignored. It must hold all
    /// obstacles that the body can reach within [`obstacle_horizon`](Self::obstacle_horizon), or
    /// none where another method sees to them.
    ///
    /// What was chosen in the step before, if the wish says so, is kept until something else is
    /// better by a margin: see [`persistence`](Self::persistence).
    ///
    /// Near its goal (the wish's reach) an agent isn't led aside any more. `scratch` is memory to
    /// work in.
    pub fn decide(
        &self,
        body: &Body,
        wish: &Wish,
        around: &Surroundings<'_>,
        scratch: &mut SamplingScratch,
    ) -> Decision {
        let mut company = std::mem::take(&mut scratch.company);
        company.fill(around.neighbors);
        let around = (&company, around.obstacles);
        let (decision, _) = self.decide_among(body, wish, around, scratch);
        scratch.company = company;
        decision
    }

    /// The same among those around and these obstacles. Says too how easy it is there.
    pub(crate) fn decide_among(
        &self,
        body: &Body,
        wish: &Wish,
        around: (&Company, &[Obstacle<'_>]),
        scratch: &mut SamplingScratch,
    ) -> (Decision, Ease) {
        let occupancy = self.occupancy_of(body, around.0);
        let choice = self.choose_at(occupancy, body, wish, around, scratch);
        let (velocity, threat, met) = match choice {
            Some(choice) => (choice.velocity, choice.threat, choice.met),
            None => {
                let horizon = self.horizon_at(occupancy);
                let threat = self.first_to_make_room(horizon, wish, around.0, scratch);
                (wish.velocity, threat, 0.0)
            }
        };
        let decision = Decision {
            threat: threat.map(|(id, _)| Blocker::Agent(id)),
            contact: threat.map_or(f32::INFINITY, |(_, time)| time),
            ..Decision::to_go(velocity)
        };
        let is_roomy = room_at(occupancy) > 0.0;
        (decision, Ease { met, is_roomy })
    }

    /// Who would be touched first at the wish within `horizon` seconds, and when (s), of those who go after us
    /// and so cost nothing: they make room for whoever says that they are in the way. After
    /// [`choose`](Self::choose) has found nobody else there.
    fn first_to_make_room(
        &self,
        horizon: f32,
        wish: &Wish,
        company: &Company,
        scratch: &SamplingScratch,
    ) -> Option<(u64, f32)> {
        let SamplingScratch {
            meetings, wished, ..
        } = scratch;
        let goes_after_us = |index: usize| {
            let (block, lane) = company.at(index);
            block.insistence[lane] == 0.0
        };
        if !(0..company.len()).any(goes_after_us) {
            return None;
        }
        meetings.first_contact(company, wished, wish.velocity, horizon)
    }

    /// The velocity that costs least; `None` if nobody is in the way.
    pub(super) fn choose(
        &self,
        body: &Body,
        wish: &Wish,
        around: (&Company, &[Obstacle<'_>]),
        scratch: &mut SamplingScratch,
    ) -> Option<Choice> {
        let occupancy = self.occupancy_of(body, around.0);
        self.choose_at(occupancy, body, wish, around, scratch)
    }

    /// The same where bodies fill the share `occupancy` of the area around.
    fn choose_at(
        &self,
        occupancy: f32,
        body: &Body,
        wish: &Wish,
        (company, obstacles): (&Company, &[Obstacle<'_>]),
        scratch: &mut SamplingScratch,
    ) -> Option<Choice> {
        let speed = wish.velocity.length();
        let horizon = self.horizon_at(occupancy);
        let scale = speed.max(0.5 * body.limits.max_speed);
        let gets_on = body.velocity.dot(wish.velocity) >= HELD_UP * wish.velocity.length_squared();
        let passes_nearest = obstacles.is_empty() && gets_on;
        let room = if passes_nearest {
            room_at(occupancy)
        } else {
            0.0
        };
        let sampling = &self.with_room(room);
        let SamplingScratch {
            meetings, wished, ..
        } = scratch;
        meetings.choose(company, LEAST_SHARE);
        meetings.prepare(sampling, body, horizon, scale, company);
        meetings.survey(wish.velocity, wished);
        let among = (meetings.met(company), meetings.len());
        let conflict = Conflict::at_wish(wish.velocity, among, wished);
        if conflict.all < 1e-3 * scale {
            return None;
        }
        let (to_side, ours) = if passes_nearest {
            (conflict.to_side, conflict.ours_to_side)
        } else {
            (conflict.crossing, conflict.ours)
        };
        let turn = self.side_angle
            * (wish.reach / (10.0 * body.radius)).min(1.0)
            * (to_side / (0.1 * scale)).min(1.0)
            // Who has less than half of the work turns less.
            * if to_side > 0.0 { (2.0 * ours / to_side).min(1.0) } else { 0.0 };
        let preferred = Vec2::new(libm::cosf(turn), -libm::sinf(turn)).rotate(wish.velocity);
        // Where the other does nothing, quickness counts for more than calm.
        let calm = 1.0 - conflict.alone / conflict.all;
        let inertia = if passes_nearest && conflict.crossing > 0.0 {
            let aside = 1.0 - to_side / conflict.crossing;
            sampling.inertia * (1.0 + OPEN_INERTIA * aside)
        } else {
            sampling.inertia
        };
        let change = Change {
            preferred,
            present: body.velocity,
            inertia: inertia * calm,
        };
        let mut starts = std::mem::take(&mut scratch.starts);
        starts.clear();
        let standing = obstacles.iter().filter(|obstacle| !obstacle.moves());
        let (from, radius) = (body.position, body.radius);
        starts.extend(standing.map(|obstacle| obstacle.hull().sweep_start(from, radius)));
        let course = Course {
            sampling,
            body,
            obstacles,
            starts: &starts,
            comes: obstacles.iter().any(Obstacle::comes),
            scale,
            fastest: (scale * self.haste).min(body.limits.max_speed),
            wish: wish.velocity,
            change,
            persistence: sampling.persistence * calm,
            threatened_alone: conflict.alone > 0.0,
        };
        let threat = meetings.first_contact(company, wished, wish.velocity, horizon);
        let (velocity, best) = course.choose(wish.kept, scratch);
        scratch.starts = starts;
        Some(Choice {
            preferred,
            velocity,
            cost: best.cost,
            met: (best.total - change.cost(velocity.x, velocity.y)) / scale,
            change,
            threat,
        })
    }
}

/// What it costs to meet others at the wish, and whom (m/s).
#[derive(Clone, Copy, Debug, Default)]
struct Conflict {
    /// With all of them.
    all: f32,
    /// With those who do nothing about it.
    alone: f32,
    /// With those who don't go where we go, and our share of that.
    crossing: f32,
    ours: f32,
    /// With those of these of whom everybody [keeps to one side](keeps_to_side) in the open, and our share of
    /// that.
    to_side: f32,
    ours_to_side: f32,
}

impl Conflict {
    /// With the first `left` of these others, of whom each costs at the wish what `costs` says.
    fn at_wish(wish: Vec2, (others, mut left): (&[CompanyBlock], usize), costs: &Survey) -> Self {
        let mut conflict = Self::default();
        for (others, costs) in others.iter().zip(costs.blocks()) {
            for lane in 0..left.min(LANES) {
                let cost = costs.get(lane).sum();
                conflict.all += cost;
                if others.stranger[lane] {
                    conflict.alone += cost;
                }
                if !others.fellow[lane] {
                    let ours = cost * others.share[lane];
                    conflict.crossing += cost;
                    conflict.ours += ours;
                    if cost > 0.0 && keeps_to_side(wish, others, lane) {
                        conflict.to_side += cost;
                        conflict.ours_to_side += ours;
                    }
                }
            }
            left = left.saturating_sub(LANES);
        }
        conflict
    }
}

/// Whether somebody who would like to go at `wish` (m/s) in the open keeps to the side of another to which
/// everybody keeps: of whoever does nothing about it or stands; of whoever goes nearly the same way, as crowds
/// that converge get past each other by turning about their middle; and of whoever comes straight against it, as
/// both would dodge into each other's way otherwise.
///
/// Whoever else crosses its way is passed where that is nearest: one side for all would be a way round for
/// nothing.
fn keeps_to_side(wish: Vec2, others: &CompanyBlock, lane: usize) -> bool {
    let theirs = others.velocity(lane);
    let (alike, speeds) = (theirs.dot(wish), theirs.length() * wish.length());
    let stands = theirs.length_squared() < STANDS_BELOW * STANDS_BELOW * wish.length_squared();
    others.stranger[lane] || stands || alike >= ALIKE * speeds || alike <= -OPPOSED * speeds
}

/// How much room those around take up.
#[derive(Clone, Copy, Debug, Default)]
struct Crowding {
    /// The squares of their radii together (m²).
    filled: f32,
    /// How far the furthest of them reaches (m).
    furthest: f32,
}

impl Crowding {
    /// Adds the first `count` of a block.
    #[inline(always)]
    fn add(&mut self, body: &Body, block: &CompanyBlock, count: usize) {
        let mut reaches = [0.0; LANES];
        for (lane, reach) in reaches.iter_mut().enumerate() {
            *reach = block.position(lane).distance(body.position) + block.radius[lane];
        }
        for (reach, radius) in reaches.iter().zip(&block.radius).take(count) {
            self.filled += radius * radius;
            self.furthest = at_least(*reach, self.furthest);
        }
    }
}

/// One body among obstacles that looks for the cheapest velocity.
struct Course<'c, 'a> {
    sampling: &'c VelocitySampling,
    body: &'c Body,
    obstacles: &'c [Obstacle<'a>],
    /// See [`SamplingScratch::starts`].
    starts: &'c [SweepStart],
    /// Whether any of them moves.
    comes: bool,
    /// The speed by which costs are measured, and the fastest that it may go (m/s).
    scale: f32,
    fastest: f32,
    /// What it would like (m/s), and what velocities cost by themselves.
    wish: Vec2,
    change: Change,
    /// See [`VelocitySampling::persistence`].
    persistence: f32,
    /// Whether somebody is in the way who does nothing about it.
    threatened_alone: bool,
}

impl Course<'_, '_> {
    /// What was chosen before (`kept`, m/s), if nothing is better by a margin, or else the cheapest
    /// velocity that is found.
    fn choose(&self, kept: Option<Vec2>, scratch: &mut SamplingScratch) -> (Vec2, Best) {
        let find = |scratch: &mut SamplingScratch| {
            let best = self.search(scratch);
            (scratch.velocities.get(best.index as usize), best)
        };
        let Some(kept) = kept else {
            return find(scratch);
        };
        let kept = kept.clamp_length_max(self.fastest);
        let ahead = self.wish.normalize_or_zero();
        // Who gets on keeps its choice; who is held up takes any opening.
        let getting_on = kept.dot(ahead);
        let margin = self.persistence * getting_on.clamp(0.0, self.wish.length());
        // A choice that gets on faster is better by that, too: to keep a slow one costs time.
        let time_lost = |found: Vec2| TIME_LOST * at_least(found.dot(ahead) - getting_on, 0.0);
        let known = self.weigh_one(kept, scratch);
        let change = &self.change;
        if known.total + time_lost(change.preferred) <= change.least() + margin {
            return (kept, known);
        }
        let (found, best) = find(scratch);
        if known.total + time_lost(found) <= best.total + margin {
            (kept, known)
        } else {
            (found, best)
        }
    }

    /// What one velocity costs.
    fn weigh_one(&self, velocity: Vec2, scratch: &mut SamplingScratch) -> Best {
        let SamplingScratch { meetings, kept, .. } = scratch;
        meetings.survey(velocity, kept);
        let met = kept.total(meetings.len(), self.sampling.further());
        let cost = self.change.cost(velocity.x, velocity.y) + met;
        let obstacles = self.obstacle_cost(velocity) * self.scale;
        let total = cost + obstacles;
        Best {
            total,
            cost,
            index: 0,
        }
    }

    /// The cheapest velocity that is found.
    ///
    /// At first only a few are looked at: what the agent would like, standing still, four
    /// directions, and two rings around what it does, as what is best now is mostly near what was
    /// best a moment ago. The whole fan is looked at where that leaves it in trouble, and instead
    /// of the rings where a stranger is in the way; in the end a ring around the best.
    fn search(&self, scratch: &mut SamplingScratch) -> Best {
        let Change {
            preferred, present, ..
        } = self.change;
        let ahead = preferred.normalize_or(self.body.heading);
        let velocities = &mut scratch.velocities;
        velocities.clear();
        velocities.add_coarse([preferred, self.wish, present], ahead, self.fastest);
        if !self.threatened_alone {
            for step in RINGS {
                velocities.add_ring(present, step * self.scale, self.fastest);
            }
        }
        let mut best = Best::NONE;
        // The nearest ring first: what is best in it mostly leaves few of the others.
        let blocks = 0..velocities.blocks();
        self.look((blocks, true), &mut best, scratch);
        if self.threatened_alone || best.total > TROUBLE * self.scale {
            let first = scratch.velocities.blocks();
            scratch.velocities.add_fan(ahead, self.fastest);
            let blocks = first..scratch.velocities.blocks();
            self.look((blocks, false), &mut best, scratch);
        }
        let around = scratch.velocities.get(best.index as usize);
        (scratch.velocities).add_ring(around, FINER_STEP * self.scale, self.fastest);
        let last = scratch.velocities.blocks() - 1;
        self.look((last..last + 1, false), &mut best, scratch);
        best
    }

    /// Looks at these blocks of velocities, from the last one on if so wanted, and whether one of
    /// them is better than the best so far.
    ///
    /// Meeting others only adds to what a velocity costs by itself, and each of them to what those
    /// before cost. So nobody looks at a block any further once all in it cost more than another
    /// does with everything: most of them. Obstacles are looked at only where they can make a
    /// difference.
    fn look(
        &self,
        (blocks, is_backwards): (ops::Range<usize>, bool),
        best: &mut Best,
        scratch: &mut SamplingScratch,
    ) {
        let (velocities, meetings) = (&scratch.velocities, &scratch.meetings);
        let further = self.sampling.further();
        if self.obstacles.is_empty() {
            let costs = (&self.change, meetings);
            let columns = velocities.columns();
            find_cheapest(columns, blocks, is_backwards, costs, further, best);
        } else {
            for block in in_order(blocks, is_backwards) {
                self.look_past_obstacles(block, best, (velocities, meetings));
            }
        }
    }

    /// Looks at one block where there are obstacles.
    fn look_past_obstacles(
        &self,
        block: usize,
        best: &mut Best,
        (velocities, meetings): (&Velocities, &Meetings),
    ) {
        let mut costs = [f32::INFINITY; LANES];
        let (further, place) = (self.sampling.further(), velocities.block(block));
        let bounds = (further, best.total);
        if !weigh(place, &mut costs, &self.change, meetings, bounds) {
            return;
        }
        // The cheapest first, and of several the first of them.
        loop {
            let (cheapest, cost) = cheapest(&costs);
            if cost > best.total || cost == f32::INFINITY {
                return;
            }
            costs[cheapest] = f32::INFINITY;
            let index = (block * LANES + cheapest) as u32;
            let velocity = velocities.get(index as usize);
            let total = cost + self.obstacle_cost(velocity) * self.scale;
            let found = Best { total, cost, index };
            if found.before(best) {
                *best = found;
            }
        }
    }

    /// What running into obstacles at this velocity costs, as a share of the preferred speed.
    fn obstacle_cost(&self, velocity: Vec2) -> f32 {
        let standing = self.standing_cost(velocity);
        if !self.comes {
            return standing;
        }
        let run = Run::of(self.body, 0.0, velocity);
        standing.max(cost_of_coming(self.obstacles, &run))
    }

    /// What running into those that don't move costs. Who touches a wall or a crate can't go into it: such a
    /// velocity gets nobody out of anybody's way, however many come.
    fn standing_cost(&self, velocity: Vec2) -> f32 {
        let speed = velocity.length();
        let Some(direction) = velocity.try_normalize() else {
            return 0.0;
        };
        let horizon = self.sampling.obstacle_horizon;
        let reach = speed * horizon;
        let standing = self.obstacles.iter().filter(|obstacle| !obstacle.moves());
        let (mut distance, mut to_what_stays) = (reach, f32::INFINITY);
        for (obstacle, start) in standing.zip(self.starts) {
            let Some(hit) = obstacle.hull().sweep_from(start, direction, reach) else {
                continue;
            };
            distance = distance.min(hit.distance);
            // Who stands may step aside.
            if matches!(obstacle.name, Blocker::Obstacle(_)) {
                to_what_stays = to_what_stays.min(hit.distance);
            }
        }
        if to_what_stays < AT_ONCE * speed {
            return IMPOSSIBLE;
        }
        let contact = distance / speed;
        self.sampling.contact_weight
            * (1.0 / (contact + SOONEST) - 1.0 / (horizon + SOONEST)).max(0.0)
    }
}
