//! Whether an agent can go straight to where it wants to go, and which way round if not.

mod blocked;
mod detouring;

use glam::Vec2;

use super::memory::{LocalGoal, Memory};
use super::perception::Perception;
use super::{
    AgentId, Aim, Behavior, Objective, ObstacleId, Situation, Target, Walker, WeightedBehavior,
};
use crate::avoid::Obstacle;
use crate::avoid::detour::{
    Barrier, Blocker, ClosedBy, DetourAnswer, DetourMemory, DetourQuery, Outcome,
};
use crate::explain::Recorder;
use crate::geometry::{Bounds, nearest_on_segment};
use crate::space::Topology;
use detouring::DetouringScratch;

/// Time after which a blocked agent looks again whether there is a way (s).
const LOOKS_AGAIN: f64 = 0.1;

/// How far ahead an agent looks for what blocks its way, in neighbourhoods: what is further away
/// will be looked at later.
const HORIZON: f32 = 2.0;

/// The same for who goes round walls, or has found no way within its neighbourhood: nothing less tells
/// whether a place is closed all round, and who comes out of a long dead end mustn't go in again.
const FAR_HORIZON: f32 = 8.0;

/// How many times as large a neighbourhood is looked at, one after the other, where there is no way
/// within the one before.
const LOOKS_FURTHER: [f32; 4] = [1.0, 2.0, 4.0, 8.0];

/// How many things and walls may stand there for an agent to look further round what is temporary,
/// so that a crowd at rest doesn't make it dear.
const MOST_FURTHER: usize = 100;

/// How near to its centre the centres of others are that count as beside it (radii).
const BESIDE: f32 = 5.0;

/// Where a path through walkable space leads next.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Waypoint {
    /// There is no path to follow: straight on.
    None,
    /// There will be a path: wait until then.
    Awaited,
    /// To a corner.
    Corner {
        /// Where that is (m).
        place: Vec2,
        /// How much of the path is left from there to the goal (m).
        beyond: f32,
    },
}

/// Where an agent wants to go.
#[derive(Clone, Copy, Debug)]
struct Destination {
    /// Which of its behaviours goes there.
    behavior: usize,
    /// Where that is (m).
    place: Vec2,
    /// Whether that is further on than where the behaviour would go by itself.
    skips: bool,
}

/// Memory to work in, reused from agent to agent. It holds nothing that matters to the next one.
#[derive(Debug, Default)]
pub struct WayScratch<'a> {
    barriers: Vec<Barrier<'a>>,
    pub(super) obstacles: Vec<Obstacle<'a>>,
    detouring: DetouringScratch,
}

/// A question for the way to somewhere.
#[derive(Clone, Copy, Debug)]
struct Question<'q> {
    /// Where to (m).
    to: Vec2,
    /// Whether agents that stand still count.
    agents: bool,
    /// Whether walls count that close the straight way.
    walls: bool,
    /// Whether it is looked further than the neighbourhood where there is no way within it.
    further: bool,
    /// What is taken for gone, in order.
    without: &'q [Blocker],
    /// Whether it is also asked what closes the way if there is none.
    closing: bool,
}

/// The answer to a question.
#[derive(Clone, Copy, Debug)]
struct Answer {
    answer: DetourAnswer,
    /// What to remember for the next one.
    detour: DetourMemory,
    /// Whether it was looked further than the neighbourhood.
    far: bool,
}

impl Walker<'_> {
    /// Finds out where to go in this step, towards where its path leads next: straight on, round
    /// what stands about, or nowhere. [`Walker::take_aim`] comes before.
    pub fn find_way<'a, P: Perception<'a>>(
        &self,
        perception: &P,
        waypoint: Waypoint,
        memory: &mut Memory,
        scratch: &mut WayScratch<'a>,
        recorder: &mut impl Recorder,
    ) {
        self.situation(perception, memory)
            .find_way(waypoint, memory, scratch, recorder);
        self.prepare_jump(memory);
        memory.tidy_way();
        if recorder.listens() {
            if let Some(jump) = &memory.seldom().jump {
                jump.tell(recorder);
            }
            if memory.seldom().still.place.is_some() {
                recorder.reason(|| "stands still: others walk round it".to_owned());
            }
        }
    }
}

impl<'a, P: Perception<'a>> Situation<'_, P> {
    /// Finds out where to go in this step, towards where the path leads next.
    fn find_way(
        &self,
        waypoint: Waypoint,
        memory: &mut Memory,
        scratch: &mut WayScratch<'a>,
        recorder: &mut impl Recorder,
    ) {
        if self.goes_straight(waypoint, memory) {
            return;
        }
        let before = memory.way().local_goal;
        let Some(destination) = self.destination(waypoint, memory, scratch) else {
            memory.clear_way();
            return;
        };
        let goal = destination.place;
        if let Some(way) = memory.way_apart() {
            way.local_goal = LocalGoal::Direct;
        }
        if memory.way().behavior != destination.behavior {
            memory.edit_way().behavior = destination.behavior;
        }
        let from = self.body.position;
        let (corner, left) = match waypoint {
            Waypoint::Corner { place, beyond } => (place, beyond),
            Waypoint::Awaited => {
                recorder.reason(|| "waits for a path".to_owned());
                let way = memory.edit_way();
                way.local_goal = LocalGoal::Wait { place: from };
                way.passage = None;
                return;
            }
            Waypoint::None => (goal, 0.0),
        };
        let passage = (waypoint != Waypoint::None && corner != goal).then_some(corner);
        if memory.way().passage != passage {
            memory.edit_way().passage = passage;
        }
        if corner != goal || destination.skips {
            memory.edit_way().local_goal = LocalGoal::Via {
                place: corner,
                remaining: from.distance(corner) + left,
            };
        }
        let walls = waypoint == Waypoint::None && self.goes_round_walls(memory);
        let far = walls || memory.way().looks_far;
        let horizons = if far { FAR_HORIZON } else { HORIZON };
        let horizon = horizons * self.profile.detouring.neighborhood();
        // Who asks whether there is a way at all asks for the very place.
        let near = if walls && from.distance(corner) <= horizon {
            corner
        } else {
            from + (corner - from).clamp_length_max(horizon)
        };
        if self.has_free_way(near, walls, memory, scratch) {
            if let Some(way) = memory.way_apart() {
                way.detour = DetourMemory::default();
                way.round_walls = false;
                way.looks_far = false;
                way.kept.forget();
                way.blocked = None;
            }
            if self.stands_on_its_path(destination.behavior, memory, scratch) {
                memory.edit_way().local_goal = LocalGoal::Via {
                    place: corner,
                    remaining: from.distance(corner) + left,
                };
            }
            return;
        }
        let beyond = near.distance(corner) + left;
        let question = Question {
            to: near,
            agents: true,
            walls,
            // A path through walkable space is planned anew instead.
            further: waypoint == Waypoint::None,
            without: &[],
            closing: false,
        };
        let known = self.known_local_goal(before, corner, beyond, scratch, memory);
        if let Some(known) = known {
            if recorder.listens() {
                if let Some(blocked) = &memory.way().blocked {
                    self.tell_blocked(blocked, known, recorder);
                }
                // Shown as it looks now; what is remembered stays.
                self.ask(&question, memory.way().detour, scratch, recorder);
            }
            memory.edit_way().local_goal = known;
            return;
        }
        memory.edit_way().kept.forget();
        memory.edit_way().round_walls = walls;
        let Answer {
            answer,
            detour,
            far,
        } = self.ask(&question, memory.way().detour, scratch, recorder);
        let way = memory.edit_way();
        way.detour = detour;
        way.looks_far |= far;
        let now = (
            self.perception.context().time,
            self.perception.clusters().version(),
        );
        // A corner of its path that something stands on: who gets near goes on past it, who doesn't needs
        // another path.
        let finds_a_way = !matches!(answer.outcome, Outcome::Blocked { .. });
        let is_at_corner = answer.goal_moved && corner != goal && near == corner;
        let shut_out = finds_a_way && is_at_corner && memory.is_held_up();
        if finds_a_way && !shut_out {
            memory.edit_way().blocked = None;
        }
        match answer.outcome {
            Outcome::Clear => {
                let way = memory.edit_way();
                way.round_walls &= answer.goal_moved;
                if answer.goal_moved {
                    if walls {
                        way.kept.keep(&[from, answer.goal], corner, now.0, now.1);
                    }
                    way.local_goal = LocalGoal::Via {
                        place: answer.goal,
                        remaining: from.distance(answer.goal) + beyond,
                    };
                }
            }
            Outcome::Around {
                sub_goal, length, ..
            } => {
                let way = memory.edit_way();
                way.local_goal = LocalGoal::Via {
                    place: sub_goal,
                    remaining: length + beyond,
                };
                if answer.way_out.is_none() {
                    let corners = scratch.detouring.way(&self.profile.detouring);
                    way.kept.keep(corners, corner, now.0, now.1);
                }
            }
            Outcome::Blocked { closed_by, .. } => {
                if walls {
                    let way = memory.edit_way();
                    way.kept.keep_that_there_is_none(corner, now.0, now.1);
                    let is_sure = matches!(closed_by, ClosedBy::Ring | ClosedBy::Wall { .. });
                    if !is_sure || near != corner {
                        way.blocked = None;
                        recorder.reason(|| "knows no way round the walls: goes on".to_owned());
                        return;
                    }
                }
                self.be_blocked(&question, goal, (closed_by, answer.free), memory, scratch);
                if let Some(blocked) = &memory.way().blocked {
                    self.tell_blocked(blocked, memory.way().local_goal, recorder);
                }
            }
        }
        if shut_out {
            self.be_shut_out(corner, goal, memory, scratch, recorder);
        }
    }

    /// Whether it goes straight to where its only behaviour leads, as it did before, since there is
    /// nothing to walk round: nearly everybody where nothing temporary stands.
    fn goes_straight(&self, waypoint: Waypoint, memory: &Memory) -> bool {
        waypoint == Waypoint::None
            && memory.apart.way.is_plain()
            && self.perception.clusters().has_nothing_temporary()
            && matches!(
                &self.profile.behaviors[..],
                [WeightedBehavior {
                    behavior: Behavior::Seek(_) | Behavior::Arrive { .. } | Behavior::Pursue(..),
                    ..
                }]
            )
            && !self.goes_round_walls(memory)
    }

    /// The local goal that was found not long ago, if it still holds: on the way round, or waiting.
    fn known_local_goal(
        &self,
        before: LocalGoal,
        goal: Vec2,
        beyond: f32,
        scratch: &mut WayScratch<'a>,
        memory: &mut Memory,
    ) -> Option<LocalGoal> {
        let time = self.perception.context().time;
        let version = self.perception.clusters().version();
        if memory
            .apart
            .way
            .kept
            .was_none(self.body, goal, (time, version))
        {
            return Some(before);
        }
        if let Some(blocked) = &memory.way().blocked {
            return (time - blocked.looked < LOOKS_AGAIN).then_some(before);
        }
        let kept = &mut memory.way_apart()?.kept;
        let from = self.body.position;
        if self.perception.context().topology != Topology::Open {
            kept.follow_laps(|place| {
                self.perception
                    .context()
                    .topology
                    .nearest_image(from, place)
            });
        }
        // An agent is a little nearer at times than ways are laid.
        let clearance = 0.5 * self.profile.detouring.clearance();
        let followed = kept.follow(self.body, goal, (time, version), |place| {
            self.is_clear(place, clearance, true, scratch)
        });
        followed.map(|(place, rest)| LocalGoal::Via {
            place,
            remaining: from.distance(place) + rest + beyond,
        })
    }

    /// Whether it goes round walls now: it does already, or they hold it up.
    fn goes_round_walls(&self, memory: &Memory) -> bool {
        self.profile.detouring.goes_round_walls()
            && (memory.way().round_walls
                || (memory.is_held_up_by_obstacles(|| self.has_nobody_ahead())
                    && self.has_a_goal_at_rest()))
    }

    /// Takes the word of who comes back that walls close the straight way, and looks for one round them from
    /// the next step on: else whoever comes out of a dead end meets those behind it, who want in.
    pub(in crate::walker) fn hear_that_walls_close_the_way(
        &self,
        memory: &mut Memory,
        recorder: &mut impl Recorder,
    ) {
        if self.profile.detouring.goes_round_walls() && self.has_a_goal_at_rest() {
            if !memory.way().round_walls {
                memory.edit_way().round_walls = true;
            }
            recorder.reason(|| "hears from who comes back that walls close the way".to_owned());
        }
    }

    /// Whether nobody beside it is further on towards where it goes.
    fn has_nobody_ahead(&self) -> bool {
        let mut nobody = true;
        let near = BESIDE * self.body.radius;
        let ahead = self.aim.map_or(Vec2::ZERO, |aim| aim - self.body.position);
        let kinds = self.perception.kinds();
        (self.perception).agents_within(self.body.position, near, |percept, way| {
            nobody &= percept.id == self.id
                || way.dot(ahead) < 0.0
                || !self.filter.meets(&kinds.of(percept).filter);
        });
        nobody
    }

    /// Whether its goal is a place that stays where it is: who doesn't come nearer to another may
    /// only be slower.
    fn has_a_goal_at_rest(&self) -> bool {
        let rests = |target| match target {
            Target::Point(_) => true,
            Target::Marker(id) => {
                let marker = self.perception.marker(id);
                marker.is_some_and(|marker| marker.velocity == Vec2::ZERO)
            }
            Target::Agent(id) => {
                let agent = self.perception.agent(id);
                agent.is_some_and(|percept| percept.velocity == Vec2::ZERO)
            }
        };
        let goal = (self.goals.get(self.goal)).or_else(|| self.goals.last());
        match goal.map(|goal| goal.objective) {
            Some(Objective::Reach { target, .. }) => rests(target),
            Some(Objective::Enter { .. }) => true,
            _ => false,
        }
    }

    /// Whether there is a way to a place (m), past all that stands, on which nobody is now. Nobody knows
    /// of one who doesn't look for ways round.
    pub fn has_way_to(&self, place: Vec2) -> bool {
        if self.profile.detouring.neighborhood() == 0.0 {
            return false;
        }
        let mut scratch = WayScratch::default();
        let question = Question {
            to: place,
            agents: true,
            walls: self.profile.detouring.goes_round_walls(),
            further: true,
            without: &[],
            closing: false,
        };
        let Answer { answer, .. } =
            self.ask(&question, DetourMemory::default(), &mut scratch, &mut ());
        let way = match answer.outcome {
            Outcome::Clear if !answer.goal_moved => &[self.body.position, place],
            Outcome::Around { .. } if !answer.goal_moved => {
                scratch.detouring.way(&self.profile.detouring)
            }
            _ => return false,
        };
        way.windows(2)
            .all(|stretch| self.is_free_of_agents(stretch[0], stretch[1]))
    }

    /// Whether no agent is on the straight way between two places (m), whether it stands or goes.
    fn is_free_of_agents(&self, from: Vec2, to: Vec2) -> bool {
        let context = self.perception.context();
        let (middle, half) = (from.midpoint(to), 0.5 * (to - from));
        let reach = half.length() + self.body.radius + context.usual.radius;
        let kinds = self.perception.kinds();
        let mut free = true;
        (self.perception).agents_within(context.topology.wrap(middle), reach, |percept, way| {
            let touching = self.body.radius + percept.radius;
            let nearest = nearest_on_segment(way, -half, half);
            free &= percept.id == self.id
                || !self.filter.meets(&kinds.of(percept).filter)
                || way.distance_squared(nearest) >= touching * touching;
        });
        free
    }

    /// Whether it needn't look for a way round to what is `near` (m), nor go on along one.
    fn has_free_way(
        &self,
        near: Vec2,
        walls: bool,
        memory: &Memory,
        scratch: &mut WayScratch<'a>,
    ) -> bool {
        let way = &memory.way();
        if walls {
            // The way round, or that there is none, is looked at again now and then.
            let clearance = self.profile.detouring.clearance();
            return !way.kept.was_sought() && self.is_clear(near, clearance, true, scratch);
        }
        let on_detour = way.detour.chosen.is_some();
        let clearance = self.profile.detouring.clearance();
        self.perception.clusters().has_nothing_temporary()
            || self.is_clear(near, clearance, on_detour, scratch)
    }

    /// The first behaviour that goes to a place, and that place (m): none for who is there already.
    fn destination(
        &self,
        waypoint: Waypoint,
        memory: &Memory,
        scratch: &mut WayScratch<'a>,
    ) -> Option<Destination> {
        if !self.profile.is_steered() || memory.seldom().jump.is_some() {
            return None;
        }
        let behaviors = self.profile.behaviors.iter().enumerate();
        let mut places = behaviors.filter_map(|(index, weighted)| {
            let mut skips = false;
            let place = match &weighted.behavior {
                Behavior::Seek(aim) | Behavior::Pursue(aim, _) | Behavior::Arrive { aim, .. } => {
                    match aim {
                        Aim::Goal => memory.place_of_rest(),
                        Aim::At(target) => self.perception.target(self.body.position, *target),
                    }
                }
                Behavior::FollowPath { path, parameters } => {
                    let corners = parameters.corners_after(path, memory.progress(index));
                    let (corner, skipped) = self.next_corner(corners, *path.last()?, scratch);
                    skips = skipped;
                    Some(corner)
                }
                _ => None,
            };
            Some(Destination {
                behavior: index,
                place: place?,
                skips,
            })
        });
        let first = places.next()?;
        // Who stands on the same spot of another floor isn't there yet: its path leads away first.
        let leads_away = match waypoint {
            Waypoint::Corner { beyond, .. } => beyond > 0.0,
            Waypoint::Awaited => !memory.arrived,
            Waypoint::None => false,
        };
        let here = self.body.position.distance(first.place) <= 0.1 * self.body.radius;
        ((leads_away || !here) && first.place.is_finite()).then_some(first)
    }

    /// The next of the corners of a path, or the one after it for those who are nearly there; and
    /// whether corners are skipped because something stands on them.
    fn next_corner(
        &self,
        corners: impl Iterator<Item = Vec2>,
        last: Vec2,
        scratch: &mut WayScratch<'a>,
    ) -> (Vec2, bool) {
        let near = 4.0 * self.body.radius;
        let mut skips = false;
        for corner in corners {
            if self.is_occupied(corner, scratch) {
                skips = true;
            } else if corner.distance(self.body.position) > near {
                return (corner, skips);
            }
        }
        (last, false)
    }

    /// Whether something that can be walked round stands on the next stretch of the path that a
    /// behaviour follows. By itself it would go back to that stretch as soon as it has come round
    /// so far that the way to the next corner is free.
    fn stands_on_its_path(
        &self,
        behavior: usize,
        memory: &Memory,
        scratch: &mut WayScratch<'a>,
    ) -> bool {
        let Some(Behavior::FollowPath { path, parameters }) =
            (self.profile.behaviors.get(behavior)).map(|it| &it.behavior)
        else {
            return false;
        };
        if self.perception.clusters().has_nothing_temporary() {
            return false;
        }
        let (from, to) = parameters.next_stretch(path, memory.progress(behavior));
        let clearance = self.profile.detouring.clearance();
        !self.is_clear_between(from, to, clearance, false, scratch)
    }

    /// Whether something that can be walked round stands at a place.
    fn is_occupied(&self, place: Vec2, scratch: &mut WayScratch<'a>) -> bool {
        self.standing_at(place, scratch).next().is_some()
    }

    /// What can be walked round and stands at a place.
    fn standing_at<'s>(
        &self,
        place: Vec2,
        scratch: &'s mut WayScratch<'a>,
    ) -> impl Iterator<Item = Blocker> + use<'s, 'a, P> {
        let detouring = &self.profile.detouring;
        let keep = self.body.radius + detouring.clearance();
        if self.perception.clusters().has_nothing_temporary() || detouring.neighborhood() == 0.0 {
            scratch.barriers.clear();
        } else {
            let here = Bounds {
                min: place,
                max: place,
            };
            self.gather(here.grown(keep), true, scratch);
        }
        let is_there = move |barrier: &&Barrier<'_>| {
            barrier.is_temporary() && barrier.hull().surface(place).distance < keep
        };
        (scratch.barriers.iter().filter(is_there)).map(|barrier| barrier.blocker)
    }

    /// Whether nothing to walk round, and no wall if so wanted, comes nearer than `clearance`
    /// metres on the straight way.
    fn is_clear(
        &self,
        to: Vec2,
        clearance: f32,
        walls_too: bool,
        scratch: &mut WayScratch<'a>,
    ) -> bool {
        self.is_clear_between(self.body.position, to, clearance, walls_too, scratch)
    }

    /// The same on the straight way between two places (m).
    fn is_clear_between(
        &self,
        from: Vec2,
        to: Vec2,
        clearance: f32,
        walls_too: bool,
        scratch: &mut WayScratch<'a>,
    ) -> bool {
        if self.profile.detouring.neighborhood() == 0.0 {
            return true;
        }
        let radius = self.body.radius;
        let area = Bounds {
            min: from.min(to),
            max: from.max(to),
        };
        self.gather(area.grown(radius + clearance), true, scratch);
        scratch.detouring.detour.is_clear(
            from,
            to,
            radius + clearance,
            walls_too,
            &scratch.barriers,
        )
    }

    /// Asks for the way, with what is remembered of the last query. Where there is none it looks further: in any case if walls count, else as long as there are
    /// few that stand about.
    fn ask(
        &self,
        question: &Question<'_>,
        detour: DetourMemory,
        scratch: &mut WayScratch<'a>,
        recorder: &mut impl Recorder,
    ) -> Answer {
        let (from, radius) = (self.body.position, self.body.radius);
        let (mut times, mut found) = (0, None);
        loop {
            let detouring = &self.profile.detouring.looking_further(LOOKS_FURTHER[times]);
            let area = detouring.area(from, question.to, radius);
            self.gather(area, question.agents, scratch);
            let too_many = !question.walls && scratch.barriers.len() > MOST_FURTHER;
            if let Some(found) = found.filter(|_| too_many) {
                return found;
            }
            (scratch.barriers)
                .retain(|barrier| question.without.binary_search(&barrier.blocker).is_err());
            let query = DetourQuery {
                from,
                to: question.to,
                radius,
                barriers: &scratch.barriers,
                walls_too: question.walls,
            };
            let mut kept = detour;
            let answer = if question.closing {
                detouring.what_closes(&query, &kept, &mut scratch.detouring)
            } else {
                detouring.find(&query, &mut kept, &mut scratch.detouring)
            };
            let leads_off = matches!(
                answer.outcome,
                Outcome::Blocked { closed_by, .. } if closed_by == ClosedBy::Neighborhood
            );
            times += 1;
            if leads_off && question.further && times < LOOKS_FURTHER.len() {
                found = Some(Answer {
                    answer,
                    detour: kept,
                    far: times > 1,
                });
                continue;
            }
            detouring.tell(&query, &detour, &answer, recorder);
            return Answer {
                answer,
                detour: if question.agents { kept } else { detour },
                far: times > 1,
            };
        }
    }

    /// Gathers what this agent would have to walk round, and the walls. What moves is left out: it
    /// will be elsewhere when one gets there, and is met there by who looks ahead.
    fn gather(&self, area: Bounds, agents_too: bool, scratch: &mut WayScratch<'a>) {
        let clusters = self.perception.clusters();
        clusters.gather(area, &self.filter, &mut scratch.barriers);
        scratch.barriers.retain(|barrier| match barrier.blocker {
            Blocker::Obstacle(id) => !self.perception.moves(ObstacleId(id)),
            Blocker::Agent(other) => agents_too && !self.lets_through(AgentId(other)),
        });
    }

    /// Whether somebody who stands still is nothing to walk round for us: ourselves, whom we go
    /// for, and those who stand where we go.
    pub fn lets_through(&self, other: AgentId) -> bool {
        let goal = self.goals.get(self.goal);
        let goes_for = matches!(
            goal.map(|goal| goal.objective),
            Some(Objective::Reach { target: Target::Agent(quarry), .. }) if quarry == other
        );
        if other == self.id || goes_for {
            return true;
        }
        let Some(percept) = self.perception.agent(other) else {
            return true;
        };
        let near = self.body.radius + percept.radius;
        let topology = self.perception.context().topology;
        self.aim
            .zip(self.perception.kinds().aim(percept))
            .is_some_and(|(ours, theirs)| {
                ours.distance(topology.nearest_image(ours, theirs)) < near
            })
    }
}
