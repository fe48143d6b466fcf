//! The force that one agent applies in a step: what its behaviours want, led past obstacles, then
//! past other agents, and guarded.

use std::num::NonZeroU32;

use glam::Vec2;

use super::abreast::{Abreast, pace_behind};
use super::calm_turns::{turning_back_slowly, without_small_turn};
use super::clock::{Calm, turn_at};
use super::memory::{LocalGoal, Memory, Outcome};
use super::perception::Perception;
use super::scratch::DecideScratch;
use super::sight::are_parted;
use super::surroundings::{Near, Surroundings, longest_way};
use super::{
    AgentAvoidance, Aim, Behavior, Objective, ObstacleAvoidance, Profile, Situation, Target, Walker,
};
use crate::avoid::coming::run_over_in;
use crate::avoid::encounter::time_to_contact;
use crate::avoid::guard::{BrakingWay, Guard, SeparatingLine};
use crate::avoid::lane::{Lane, Passage};
use crate::avoid::right_of_way::{Claim, Rank, Standing};
use crate::avoid::sampling::VelocitySampling;
use crate::avoid::{self, Blocker, Decision, Method, Obstacle, OwnRank, Reach, Stage, Wish};
use crate::blend::Weighted;
use crate::explain::{Explanation, MarkKind, MarkShape, Recorder};
use crate::geometry::{Bounds, Side};
use crate::motion::Body;
use crate::steer::parting_direction;

/// How long an agent has come no nearer to its goal (s) until it passes those who stand, as it does
/// itself, as closely as it can: what it costs to pass many of them would keep it from ever going
/// through between them.
const SQUEEZES_AFTER: f64 = 5.0;

/// Who could be at its goal, or at the next corner of its way, within so many more intervals of those who are
/// calm than it goes on for isn't calm for so long; nor is in the open who could be where it begins to brake.
const ARRIVES_IN: f32 = 2.0;

/// For how many intervals of those who are calm an agent goes on as it has decided in the open. Those who come
/// upon each other [say so](Memory::take_newly_met). At four, opposing crowds of 40 come half a second later;
/// at five, who has to do all of the work, as the other has the higher priority, begins too late.
const OPEN_INTERVALS: f32 = 3.0;

/// Who gets on more slowly than at this share of the speed that it would like isn't calm, but in the open.
const GETS_ON: f32 = 0.75;

/// Who can't choose to get on as fast as at this share of the speed that it would like decides in each step, in
/// the open too: in a heap around a goal, or before a door, it takes an opening at once.
const HELD_UP: f32 = 0.5;

/// Who would touch somebody within this time (s) if both went on as they do decides at once, in the open.
const TOUCHES_WITHIN: f32 = 1.0;

/// How near to a place, in radii, an agent closes up to others who go its way if some of them want to
/// that place too: a crowd of a hundred before a door is as deep.
const PRESSES_WITHIN: f32 = 30.0;

/// What is told of an agent between two decisions.
pub(crate) const GOES_ON: &str = "goes on as it has decided: it isn't its turn to decide";

/// What is told of an agent in a stream that turns back.
const TURNS_BACK: &str = "turns back by little at a time, so as not to tremble";

/// What is told of an agent in the open that would turn by little.
const GOES_STRAIGHT: &str = "goes the way it went: what it chose is nearly the same";

/// Whom something would run into within this time (s) if it stood is caught by it: its way out comes
/// before that of those who have time.
const CAUGHT_WITHIN: f32 = 0.5;

/// Speed below which somebody stands (shares of the speed that the agent would like).
const STANDS_BELOW: f32 = 0.05;

impl Walker<'_> {
    /// The force (N) that the agent applies in this step. [`Walker::find_way`] comes before.
    pub fn decide<'a, P: Perception<'a>>(
        &self,
        perception: &P,
        memory: &mut Memory,
        scratch: &mut DecideScratch<'a>,
        recorder: &mut impl Recorder,
    ) -> Vec2 {
        if !self.profile.is_steered() || memory.is_in_the_air() {
            memory.forget_threat();
            return Vec2::ZERO;
        }
        let situation = self.situation(perception, memory);
        if situation.goes_on(memory, &mut scratch.surroundings) {
            return situation.go_on(memory, scratch, recorder);
        }
        let met_before = memory.met_agent();
        memory.set_outcome(Outcome::default());
        scratch.surroundings.gather(&situation);
        let force = situation.decide(memory, scratch, recorder);
        memory.note_newly_met(met_before);
        memory.clock.turn = situation.turn(memory);
        memory.tidy_seldom();
        force
    }

    /// Whether the agent goes on as it has decided, because it isn't its turn to decide.
    pub fn goes_on<'a, P: Perception<'a>>(
        &self,
        perception: &P,
        memory: &Memory,
        scratch: &mut DecideScratch<'a>,
    ) -> bool {
        let situation = self.situation(perception, memory);
        self.profile.is_steered()
            && !memory.is_in_the_air()
            && situation.goes_on(memory, &mut scratch.surroundings)
    }
}

impl<'a, P: Perception<'a>> Situation<'_, P> {
    fn decide(
        &self,
        memory: &mut Memory,
        scratch: &mut DecideScratch<'a>,
        recorder: &mut impl Recorder,
    ) -> Vec2 {
        let (body, dt) = (self.body, self.dt());
        scratch.forces.clear();
        scratch.names.clear();
        self.avoidance_forces(memory, scratch, recorder);
        let aim = self.goal_forces(memory, scratch);
        memory.wanted = Vec2::ZERO;
        if let Some(at) = aim {
            recorder.mark(MarkKind::Aim, MarkShape::Point { at }, || "aim".to_owned());
        }
        let largest = body.limits.max_force;
        if !self.has_last_word() {
            // Where it means to go, however little of that its force can do.
            let meant = self.what_behaviors_want(scratch);
            memory.clock.velocity = body.intended_velocity(meant, dt);
            let blended = blend(self.profile, scratch, largest);
            let wanted = self.wait_in_line(blended, scratch);
            let total = wanted.clamp_length_max(largest);
            memory.wanted = body.intended_velocity(wanted, dt);
            record(scratch, share_left(wanted, total), recorder);
            return total;
        }

        let blended = self.what_behaviors_want(scratch);
        let wanted = self.wait_in_line(blended, scratch);
        let possible = wanted.clamp_length_max(largest);
        record(scratch, share_left(wanted, possible), recorder);
        let gain = scratch.gain(&body.limits, dt);
        let wish = Wish {
            id: self.id.0,
            velocity: body.velocity_at_gain(wanted, gain),
            force: wanted,
            reach: aim.map_or(f32::INFINITY, |aim| body.position.distance(aim)),
            kept: None,
            dt,
        };
        memory.wanted = wish.velocity;
        let past_obstacles = self.pass_obstacles(&wish, memory, scratch, recorder);
        let moves = |threat| scratch.surroundings.moves(threat);
        scratch.evades = memory.met_obstacle().is_some_and(moves);
        scratch.exposed = self.exposure(scratch);
        let beside = Wish {
            velocity: past_obstacles,
            ..wish
        };
        let elapsed = self.decides_every(memory).max(dt);
        memory.calm = self.calmest(&wish, &scratch.surroundings);
        (scratch.is_in_stream, scratch.turns_back_slowly) = (false, false);
        let mut past_agents = self.pass_agents(&beside, memory, scratch, recorder);
        let (chosen, before) = (past_agents, memory.clock.velocity);
        if scratch.turns_back_slowly {
            past_agents = turning_back_slowly(body, before, chosen, elapsed);
            if past_agents != chosen {
                recorder.reason(|| TURNS_BACK.to_owned());
            }
        } else if memory.calm == Calm::Open && !scratch.others.company.is_empty() {
            past_agents = without_small_turn(before, chosen);
            if past_agents != chosen {
                recorder.reason(|| GOES_STRAIGHT.to_owned());
            }
        }
        memory.clock.velocity = past_agents;
        let steered = if past_agents == wish.velocity {
            wanted
        } else {
            self.force_towards(past_agents, gain)
        };
        let last = Wish {
            force: steered,
            ..wish
        };
        let slides = scratch.is_in_stream;
        let total = self.guard(&last, slides, memory, scratch, recorder);
        if recorder.listens() {
            let led_past_obstacles = if past_obstacles == wish.velocity {
                wanted
            } else {
                body.force_towards(past_obstacles, dt)
            };
            let forces = [wanted, led_past_obstacles, steered, total];
            self.tell_changes(forces, recorder);
        }
        total
    }

    /// The force (N) for a step between two decisions: towards the velocity that was decided on,
    /// and guarded.
    fn go_on(
        &self,
        memory: &mut Memory,
        scratch: &mut DecideScratch<'a>,
        recorder: &mut impl Recorder,
    ) -> Vec2 {
        let dt = self.dt();
        if let AgentAvoidance::Sampling(sampling) = &self.profile.agent_avoidance
            && memory.calm == Calm::Open
        {
            let (before, wish) = (memory.stance.held_seconds, memory.stance.wish);
            let held = (sampling.right_of_way).held_seconds(before, wish, self.body, dt);
            if held != before {
                let own = self.own_rank(memory);
                let standing = memory.standing(&own);
                memory.stand(
                    &Standing {
                        held_seconds: held,
                        ..standing
                    },
                    &own,
                );
            }
        }
        let velocity = memory.clock.velocity;
        let wish = Wish {
            id: self.id.0,
            force: self.force_towards(velocity, scratch.gain(&self.body.limits, dt)),
            ..Wish::to_go(velocity, dt)
        };
        recorder.reason(|| GOES_ON.to_owned());
        let slides = memory.calm == Calm::InStream;
        self.guard(&wish, slides, memory, scratch, recorder)
    }

    /// Whether it isn't its turn to decide; then what the guard looks at is gathered. Who something
    /// comes near that moves decides at once, and so does who is in the open and about to touch somebody.
    fn goes_on(&self, memory: &Memory, surroundings: &mut Surroundings<'a>) -> bool {
        let turn = self.turn(memory);
        if turn.is_none() || memory.clock.turn != turn || !self.has_last_word() {
            return false;
        }
        surroundings.gather_for_guard(self);
        let touches = || memory.calm == Calm::Open && self.is_about_to_touch(memory, surroundings);
        !(surroundings.is_moving() || touches())
    }

    /// Whether it would soon touch one of those for whom it is guarded, if both went on as they do: who
    /// is further away may have been gathered or not.
    fn is_about_to_touch(&self, memory: &Memory, surroundings: &Surroundings<'a>) -> bool {
        let guard = Guard::for_extent(self.perception.context().extent);
        self.find_within_braking_ways(&guard, surroundings, |Near { way, .. }, other| {
            let sum = self.body.radius + other.radius;
            let contact = time_to_contact(*way, memory.clock.velocity - other.velocity, sum);
            contact.is_some_and(|contact| contact < TOUCHES_WITHIN)
        })
    }

    /// Whether this is true of any of those, each with its body, that it could touch before both have come
    /// to rest: they are asked one after the other.
    fn find_within_braking_ways(
        &self,
        guard: &Guard,
        surroundings: &Surroundings<'a>,
        mut is: impl FnMut(&Near<'a>, &Body) -> bool,
    ) -> bool {
        let context = self.perception.context();
        let reach = surroundings.reach_of_guard();
        let furthest = reach + longest_way(&context.extremes(), context.dt, guard);
        surroundings.find_within(furthest, |near| {
            let other = near.percept.body(near.kind);
            let limit = reach + guard.reach(&other, context.dt);
            near.way.length_squared() <= limit * limit && is(near, &other)
        })
    }

    /// Whether it has the same priority as somebody, by its id, whom it could touch before both have come to
    /// rest.
    fn has_priority_of(&self, id: u64, guard: &Guard, surroundings: &Surroundings<'a>) -> bool {
        self.find_within_braking_ways(guard, surroundings, |Near { percept, kind, .. }, _| {
            percept.id.0 == id && kind.manners.priority == self.profile.priority
        })
    }

    /// Which turn it is for the agent, if it doesn't decide in each step.
    fn turn(&self, memory: &Memory) -> Option<NonZeroU32> {
        let every = self.decides_every(memory);
        if every > 0.0 {
            turn_at(self.id, self.perception.context().time, every)
        } else {
            None
        }
    }

    /// How long it goes on as it has decided (s), by the clock of the world, or by its own if it is calm and
    /// that one is slower; 0 if it decides in each step.
    fn decides_every(&self, memory: &Memory) -> f32 {
        let intervals = match memory.calm {
            Calm::No | Calm::InStream => 0.0,
            Calm::Alone => 1.0,
            Calm::Open => OPEN_INTERVALS,
        };
        let by_clock = self.perception.decide_every(self.body.position);
        by_clock.max(intervals * self.calm_interval())
    }

    /// How long it goes on as it has decided while it is calm (s).
    fn calm_interval(&self) -> f32 {
        match &self.profile.agent_avoidance {
            AgentAvoidance::Sampling(sampling) => sampling.calm_interval,
            AgentAvoidance::None | AgentAvoidance::Orca(_) | AgentAvoidance::Custom(_) => 0.0,
        }
    }

    /// How calm it may be, whomever it meets: not at all unless all that it wants is to go to a place that
    /// stays where it is, and it isn't about to come there, or to where it slows down. What other behaviours
    /// want changes from step to step, and so do the slots of a formation; and a method of one's own towards
    /// obstacles is asked in each step.
    fn calmest(&self, wish: &Wish, surroundings: &Surroundings<'a>) -> Calm {
        let stays = |target| matches!(target, Target::Point(_));
        let goal = match self.goals.get(self.goal).map(|goal| goal.objective) {
            Some(Objective::Reach { target, .. }) => stays(target),
            Some(Objective::Enter { .. }) => true,
            Some(Objective::Flee { .. } | Objective::Head { .. } | Objective::Idle) | None => false,
        };
        let stays_there = |aim| match aim {
            Aim::Goal => goal,
            Aim::At(target) => stays(target),
        };
        // From there on it slows down (m).
        let mut slowing = 0.0_f32;
        let mut behaviors = self.profile.behaviors.iter();
        let only_goes = behaviors.all(|weighted| match weighted.behavior {
            Behavior::Seek(aim) => stays_there(aim),
            Behavior::Arrive {
                aim,
                slowing_distance,
            } => {
                slowing = slowing.max(slowing_distance);
                stays_there(aim)
            }
            _ => false,
        });
        let is_asked = matches!(
            self.profile.obstacle_avoidance,
            ObstacleAvoidance::Custom(_)
        );
        let fastest = self.body.limits.max_speed;
        let goes = |intervals: f32| (intervals + ARRIVES_IN) * self.calm_interval() * fastest;
        if !only_goes
            || is_asked
            || surroundings.is_moving()
            || self.has_slot()
            || wish.reach - slowing <= goes(1.0)
        {
            Calm::No
        } else if
        // Who goes by the clock of the world isn't asked between its turns.
        self.calm_interval() > self.perception.decide_every(self.body.position)
            // Who brakes wants something else in each step.
            && wish.reach - slowing.max(self.body.braking_distance(fastest)) > goes(OPEN_INTERVALS)
            // Who can't stop before it would touch somebody has to look around all the time.
            && fastest <= TOUCHES_WITHIN * self.body.max_acceleration()
            && !self.perception.context().obstacles_move
            && !self.perception.has_comrades()
            && surroundings.is_open()
        {
            Calm::Open
        } else {
            Calm::Alone
        }
    }

    /// The force (N) that an agent applies to go at a velocity (m/s) that its methods have chosen, by its
    /// gain in this step (1/s).
    fn force_towards(&self, velocity: Vec2, gain: f32) -> Vec2 {
        let (body, dt) = (self.body, self.dt());
        if matches!(self.profile.agent_avoidance, AgentAvoidance::Orca(_)) {
            // The method counts on velocities that are there at once.
            (velocity - body.velocity) * (body.mass / dt)
        } else {
            body.force_at_gain(velocity, gain)
        }
    }

    /// Tells what each method changed, of the force that the behaviours want, that led past
    /// obstacles, that led past agents, and the guarded one (N): as it was asked, and as much of it
    /// as the largest force allows.
    fn tell_changes(
        &self,
        [wanted, past_obstacles, past_agents, total]: [Vec2; 4],
        recorder: &mut impl Recorder,
    ) {
        let cut = |force: Vec2| force.clamp_length_max(self.body.limits.max_force);
        let meets_obstacles = match &self.profile.obstacle_avoidance {
            ObstacleAvoidance::Custom(method) => method.name(),
            ObstacleAvoidance::None | ObstacleAvoidance::LookAhead(_) => "look_ahead",
        };
        let meets_agents = match &self.profile.agent_avoidance {
            AgentAvoidance::Custom(method) => method.name(),
            AgentAvoidance::Orca(_) => "orca",
            AgentAvoidance::None | AgentAvoidance::Sampling(_) => "sampling",
        };
        let changes = [
            (meets_obstacles, wanted, past_obstacles),
            (meets_agents, past_obstacles, past_agents),
        ];
        for (name, before, after) in changes {
            if after != before {
                recorder.force(name, 1.0, after - before, cut(after) - cut(before));
            }
        }
        let unguarded = cut(past_agents);
        if total != unguarded {
            let change = total - unguarded;
            recorder.force("guard", 1.0, change, change);
        }
    }

    /// How long it stays behind those ahead who go its way (s), on the way to the goal that it has now.
    fn time_gap(&self) -> f32 {
        let own = self.profile.preferred_speed;
        let goal = self.goals.get(self.goal).and_then(|goal| goal.speed);
        let slower = goal.map_or(1.0, |speed| (own / speed).max(1.0));
        self.profile.time_gap * slower
    }

    /// Length of the step (s).
    pub(super) fn dt(&self) -> f32 {
        self.perception.context().dt
    }

    /// Whether a method turns what the behaviours want afterwards, or is only a force among theirs.
    fn has_last_word(&self) -> bool {
        let Profile {
            obstacle_avoidance,
            agent_avoidance,
            ..
        } = self.profile;
        obstacle_avoidance.turns()
            || obstacle_avoidance.is_guarded()
            || agent_avoidance.turns()
            || agent_avoidance.is_guarded()
    }

    /// What the behaviours are after (N). A single strong force isn't cut yet: cut, it would hide
    /// in which direction the agent wants to turn.
    fn what_behaviors_want(&self, scratch: &mut DecideScratch<'a>) -> Vec2 {
        let strongest = scratch
            .forces
            .iter()
            .map(|share| (share.force * share.weight).length())
            .fold(self.body.limits.max_force, f32::max);
        let mut blended = blend(self.profile, scratch, strongest);
        // Weights say which behaviour counts more, not how far to overshoot what it wants.
        let weights = scratch.forces.iter().map(|share| share.weight);
        let heaviest = weights.fold(1.0, f32::max);
        if heaviest > 1.0 {
            blended /= heaviest;
            for given in &mut scratch.given {
                *given /= heaviest;
            }
        }
        blended
    }

    /// Adds the forces of the methods that go into the blend.
    fn avoidance_forces(
        &self,
        memory: &mut Memory,
        scratch: &mut DecideScratch<'a>,
        recorder: &mut impl Recorder,
    ) {
        let towards_obstacles = match &self.profile.obstacle_avoidance {
            ObstacleAvoidance::Custom(method) => Some(&**method),
            ObstacleAvoidance::None | ObstacleAvoidance::LookAhead(_) => None,
        };
        let towards_agents = match &self.profile.agent_avoidance {
            AgentAvoidance::Custom(method) => Some(&**method),
            AgentAvoidance::None | AgentAvoidance::Sampling(_) | AgentAvoidance::Orca(_) => None,
        };
        let wish = Wish {
            id: self.id.0,
            ..Wish::to_go(self.body.velocity, self.dt())
        };
        for (method, is_beside) in [(towards_obstacles, false), (towards_agents, true)] {
            let Some(method) = method.filter(|method| method.stage() == Stage::Blend) else {
                continue;
            };
            let seldom = memory.edit_seldom();
            let kept = if is_beside {
                &mut seldom.beside
            } else {
                &mut seldom.side
            };
            let decision = self.ask_method(method, &wish, kept, scratch, recorder);
            memory.enclosed |= decision.enclosed;
            memory.add_threat(decision.threat);
            scratch.forces.push(Weighted {
                force: decision.force,
                weight: 1.0,
            });
            scratch.names.push(method.name());
        }
    }

    /// What a method of one's own decides.
    fn ask_method(
        &self,
        method: &dyn Method,
        wish: &Wish,
        memory: &mut avoid::Memory,
        scratch: &mut DecideScratch<'a>,
        recorder: &mut impl Recorder,
    ) -> Decision {
        let body = self.body;
        let Reach {
            neighbors,
            obstacles,
        } = method.reach(body, &self.perception.context().largest());
        let seen = if neighbors > 0.0 {
            let seen = obstacles.max(neighbors + body.radius);
            let reach = self.reach_of_edges(neighbors);
            self.find_others((neighbors, reach), seen, scratch);
            seen
        } else {
            scratch.others.clear();
            (scratch.surroundings).obstacles(obstacles, &mut scratch.obstacles);
            obstacles
        };
        (scratch.surroundings).add_standing(seen, &mut scratch.obstacles);
        let around = avoid::Surroundings {
            neighbors: scratch.others.rows(),
            neighbor_reach: neighbors,
            obstacles: &scratch.obstacles,
            lines: &[],
        };
        let decision = method.decide(body, wish, &around, memory);
        if recorder.listens() {
            let mut told = Explanation::default();
            method.tell(body, wish, &around, &decision, &mut told);
            told.retell(recorder);
        }
        decision
    }

    /// Finds the obstacles within `seen` metres, and the others that none of these hides within
    /// `distance` metres, edge to edge. `reach` is as for [`Self::find_nearest`].
    fn find_others(
        &self,
        (distance, reach): (f32, f32),
        seen: f32,
        scratch: &mut DecideScratch<'a>,
    ) {
        let most = self.perception.context().max_neighbors;
        (scratch.surroundings).obstacles(seen, &mut scratch.obstacles);
        self.find_nearest((distance, most), reach, scratch);
    }

    /// Finds the nearest others that the obstacles don't hide: see [`Others::find`](super::shares::Others::find).
    /// `reach` is how far away the centre of any of them can be (m).
    fn find_nearest(&self, nearest: (f32, usize), reach: f32, scratch: &mut DecideScratch<'a>) {
        let (surroundings, walls) = (&mut scratch.surroundings, &scratch.obstacles);
        let mut furthest = (scratch.others).find(self, surroundings, nearest, walls);
        if surroundings.gather_further(self, furthest, reach) {
            furthest = (scratch.others).find(self, surroundings, nearest, walls);
        }
        surroundings.note_crowd(furthest);
    }

    /// The velocity (m/s) that leads past obstacles.
    fn pass_obstacles(
        &self,
        wish: &Wish,
        memory: &mut Memory,
        scratch: &mut DecideScratch<'a>,
        recorder: &mut impl Recorder,
    ) -> Vec2 {
        let decision = match &self.profile.obstacle_avoidance {
            ObstacleAvoidance::LookAhead(look_ahead) => {
                let body = self.body;
                let distance = look_ahead.query_distance(body, wish);
                let obstacles = &mut scratch.obstacles;
                scratch.surroundings.foreseen(distance, obstacles);
                scratch.surroundings.add_standing(distance, obstacles);
                let around = avoid::Surroundings::obstacles(obstacles);
                let mut side = memory.seldom().side;
                let decision = look_ahead.decide(body, wish, &around, &mut side);
                if side != memory.seldom().side {
                    memory.edit_seldom().side = side;
                }
                look_ahead.tell(body, wish, &around, &decision, recorder);
                decision
            }
            ObstacleAvoidance::Custom(method) if method.stage() == Stage::Turn => {
                let kept = &mut memory.edit_seldom().side;
                self.ask_method(&**method, wish, kept, scratch, recorder)
            }
            ObstacleAvoidance::None | ObstacleAvoidance::Custom(_) => return wish.velocity,
        };
        memory.set_outcome(Outcome {
            enclosed: decision.enclosed,
            threat: decision.threat.into(),
        });
        decision.velocity
    }

    /// How [exposed](Lane::Exposed) it is to what [`pass_obstacles`](Self::pass_obstacles) saw come, if
    /// that would run over it if it stood.
    fn exposure(&self, scratch: &DecideScratch<'a>) -> Option<Lane> {
        if !scratch.evades {
            return None;
        }
        let contact = run_over_in(&scratch.obstacles, self.body)?;
        Some(if contact < CAUGHT_WITHIN {
            Lane::Caught
        } else {
            Lane::Exposed
        })
    }

    /// The velocity (m/s) that leads past other agents.
    fn pass_agents(
        &self,
        wish: &Wish,
        memory: &mut Memory,
        scratch: &mut DecideScratch<'a>,
        recorder: &mut impl Recorder,
    ) -> Vec2 {
        let body = self.body;
        match &self.profile.agent_avoidance {
            AgentAvoidance::Sampling(sampling) => {
                // On a way round, others matter beyond its next corner too.
                let reach = match memory.way().local_goal {
                    LocalGoal::Via { remaining, .. } => remaining,
                    _ => wish.reach,
                };
                let wish = Wish { reach, ..*wish };
                self.choose_velocity(sampling, wish, memory, scratch, recorder)
            }
            AgentAvoidance::Orca(orca) => {
                let fastest = self.perception.context().fastest;
                let reach = orca.neighbor_reach(body, 0.0, fastest) - body.radius;
                let seen = reach.max(orca.wall_reach(body));
                self.find_others((reach, self.reach_of_orca(orca)), seen, scratch);
                if scratch.surroundings.is_moving() {
                    scratch.surroundings.foreseen(seen, &mut scratch.obstacles);
                }
                scratch
                    .surroundings
                    .add_standing(seen, &mut scratch.obstacles);
                let others = &mut scratch.others;
                let among = (&others.company, &scratch.obstacles[..]);
                let decision = orca.decide_in_company(body, wish, among, &mut scratch.orca);
                if recorder.listens() {
                    let around = avoid::Surroundings {
                        neighbors: others.rows(),
                        neighbor_reach: reach,
                        obstacles: &scratch.obstacles,
                        lines: &[],
                    };
                    orca.tell(body, wish, &around, &decision, recorder);
                }
                memory.add_threat(decision.threat);
                decision.velocity
            }
            AgentAvoidance::Custom(method) => {
                if method.is_guarded() {
                    // Others who are guarded look at what it wants; it claims nothing.
                    let standing = Standing {
                        wish: wish.velocity,
                        rank: self.rank(memory, Lane::Neither),
                        aim: self.aim,
                        ..Standing::default()
                    };
                    memory.stand(&standing, &self.own_rank(memory));
                }
                if method.stage() == Stage::Blend {
                    return wish.velocity;
                }
                let kept = &mut memory.edit_seldom().beside;
                let decision = self.ask_method(&**method, wish, kept, scratch, recorder);
                memory.add_threat(decision.threat);
                decision.velocity
            }
            AgentAvoidance::None => wish.velocity,
        }
    }

    /// What is known of the rank of its own claim.
    fn own_rank(&self, memory: &Memory) -> OwnRank {
        OwnRank {
            priority: self.profile.priority,
            since: memory.since,
            id: self.id.0,
        }
    }

    /// Its rank in a lane.
    fn rank(&self, memory: &Memory, lane: Lane) -> Rank {
        Rank {
            priority: self.profile.priority,
            arrived: memory.arrived,
            lane,
            since: memory.since,
            id: self.id.0,
        }
    }

    /// The velocity (m/s) that costs least, with room made for those who go first.
    fn choose_velocity(
        &self,
        sampling: &VelocitySampling,
        mut wish: Wish,
        memory: &mut Memory,
        scratch: &mut DecideScratch<'a>,
        recorder: &mut impl Recorder,
    ) -> Vec2 {
        let (body, dt) = (self.body, self.dt());
        let velocity = wish.velocity;
        let distance = sampling.distance + 2.0 * body.radius;
        (scratch.surroundings).obstacles(distance, &mut scratch.obstacles);
        let nearest = (sampling.distance, sampling.most_neighbors);
        self.find_nearest(nearest, self.reach_of_edges(sampling.distance), scratch);
        let (surroundings, obstacles) = (&scratch.surroundings, &mut scratch.obstacles);
        let others = &mut scratch.others;
        if others.company.is_empty() {
            memory.stand_silent();
            return velocity;
        }
        let rules = &sampling.right_of_way;
        let rank = if let Some(lane) = scratch.exposed {
            Rank {
                arrived: false,
                ..self.rank(memory, lane)
            }
        } else {
            self.rank(memory, self.lane(velocity, sampling.side(), obstacles))
        };
        let claim = Claim {
            wish: velocity,
            rank,
            aim: self.aim,
            distance: (self.aim).map_or(f32::INFINITY, |aim| aim.distance(body.position)),
        };
        // All else is written over.
        let mut standing = Standing {
            held_seconds: memory.stance.held_seconds,
            claims: memory.stance.claims(),
            ..Standing::default()
        };
        rules.watch(&mut standing, body, &claim, dt);
        if scratch.exposed.is_some() {
            // At once, and whoever goes where it goes makes room, too: now it goes elsewhere.
            standing.claims = true;
            standing.claimed_aim = None;
            standing.claimed_distance = f32::INFINITY;
        }
        others.look_ahead_first(
            body,
            (sampling.looking_ahead, sampling.alongside_passing),
            &claim,
            &self.perception.context().topology,
        );
        others.join_at_passage(self);
        if self.perception.has_comrades() {
            others.keep_ranks(self);
        }
        standing.warned = others.warning(velocity);
        let is_of_a_stream = self.is_of_a_stream(memory.arrived, obstacles);
        if sampling.keeps_lanes() && is_of_a_stream {
            let topology = &self.perception.context().topology;
            standing.opposed = others.opposition(body, velocity, topology);
        }
        if standing.warned == 0 && standing.held_seconds > rules.fellow_patience {
            others.squeeze_past(velocity, sampling.squeezed_passing);
        }
        let slow = STANDS_BELOW * velocity.length();
        if standing.claims
            && memory.delay().seconds >= SQUEEZES_AFTER
            && body.speed() < slow
            && others.squeeze_past_those_who_stand(slow)
        {
            recorder.reason(|| "squeezes past those who stand as it does".to_owned());
        }
        let goes_first = self.make_room(rules, &claim, &standing, others, recorder);
        // Who makes room for those who come does so at once, lest they wait for each other.
        scratch.is_in_stream = is_of_a_stream
            && others.all_go
            && !matches!(claim.rank.lane, Lane::Door | Lane::Exposed | Lane::Caught)
            && !(standing.opposed > 0 && goes_first.is_some());
        let beside = &mut scratch.beside;
        if standing.opposed > 0
            && claim.distance > Passage::WORTH_IT * body.radius
            && self.is_in_others_half(velocity, sampling.side(), obstacles, beside)
        {
            wish.velocity = sampling.turned_to_own_lane(velocity);
            recorder.reason(|| "keeps to its own half of the way, as others come".to_owned());
        }
        // Pressing on to a place that is taken only stirs the heap around it.
        if !scratch.evades && others.any_fellow() && self.is_goal_taken() {
            wish.velocity = Vec2::ZERO;
        }
        let time_gap = self.time_gap();
        if time_gap > 0.0 && !(others.any_fellow() && self.is_near(&claim)) {
            let fastest = others.fastest_behind(body, wish.velocity, time_gap);
            if fastest < wish.velocity.length() {
                wish.velocity = wish.velocity.clamp_length_max(fastest);
                recorder.reason(|| "stays behind those ahead who go its way".to_owned());
            }
        }
        // Beside obstacles lanes and claims settle it.
        let abreast = if obstacles.is_empty() && goes_first.is_none() && !self.has_slot() {
            others.abreast(body, &claim)
        } else {
            None
        };
        if let Some(Abreast::FallsBack(other)) = abreast {
            wish.velocity *= pace_behind(sampling.looking_ahead);
            recorder
                .reason(|| format!("falls back to let agent {other} cross, who walks beside it"));
        }
        if surroundings.is_moving() {
            surroundings.foreseen(distance, obstacles);
        }
        surroundings.add_standing(distance, obstacles);
        let obstacles: &[_] = if self.profile.obstacle_avoidance.is_guarded() {
            obstacles
        } else {
            &[]
        };
        wish.kept = Some(memory.clock.velocity);
        let among = (&others.company, obstacles);
        let (decision, met) = sampling.decide_among(body, &wish, among, &mut scratch.sampling);
        if recorder.listens() {
            let around = avoid::Surroundings {
                neighbors: others.rows(),
                neighbor_reach: sampling.distance,
                obstacles,
                lines: &[],
            };
            sampling.tell(body, &wish, &around, &decision, recorder);
        }
        memory.add_threat(decision.threat);
        let chosen = decision.velocity;
        let as_fast = GETS_ON * velocity.length_squared();
        let gets_on = |at: Vec2| at.dot(velocity) >= as_fast;
        let calm = &mut memory.calm;
        let held_up = chosen.dot(wish.velocity) < HELD_UP * wish.velocity.length_squared();
        if goes_first.is_some()
            || held_up
            || abreast.is_some()
            || standing.opposed > 0
            || claim.rank.lane != Lane::Neither
            || others.any_stranger
        {
            *calm = Calm::No;
        } else if standing.claims
            || !gets_on(chosen)
            || !gets_on(body.velocity)
            || met > sampling.calm_cost
        {
            *calm = calm.among_others();
        }
        // Who decides in each step would tremble in the open, too; but whoever does nothing about it is dodged
        // at once.
        let trembles = *calm == Calm::No && obstacles.is_empty() && !others.any_stranger;
        scratch.turns_back_slowly = scratch.is_in_stream || trembles;
        if *calm == Calm::No && scratch.is_in_stream {
            *calm = Calm::InStream;
        }
        standing.blocked_by = match decision.threat {
            Some(Blocker::Agent(id)) => Some(id),
            Some(Blocker::Obstacle(_)) | None => None,
        };
        if let Some(other) = goes_first {
            standing = Standing {
                wish: chosen,
                claims: other.claims,
                rank: other.rank,
                claimed_aim: other.claimed_aim,
                claimed_distance: other.claimed_distance,
                hands_on: true,
                ..standing
            };
        }
        memory.stand(&standing, &self.own_rank(memory));
        chosen
    }

    /// Whether it is so near to where it claims to go, or to the next corner of its path, that it presses
    /// on if others want there too.
    fn is_near(&self, claim: &Claim) -> bool {
        let corner = (self.passage).map_or(f32::INFINITY, |it| it.distance(self.body.position));
        claim.distance.min(corner) < PRESSES_WITHIN * self.body.radius
    }

    /// Whether it has a slot in a formation.
    fn has_slot(&self) -> bool {
        self.perception.has_comrades() && self.perception.has_slot(self.id)
    }

    /// Where it is between walls, of which these are near. A door gives no right to members of a
    /// formation: it goes through as a file, in the order of its slots.
    fn lane(&self, wish: Vec2, side: Side, near: &[Obstacle<'_>]) -> Lane {
        match Lane::of(self.body, wish, side, near) {
            Lane::Door if self.has_slot() => Lane::Neither,
            lane => lane,
        }
    }

    /// Whether it keeps to its own half where streams meet: beside walls, of which these are near. Who
    /// has arrived or has a slot in a formation only wants back to its place, on whichever side of
    /// others that is.
    fn is_of_a_stream(&self, arrived: bool, near: &[Obstacle<'_>]) -> bool {
        !arrived && near.iter().any(Obstacle::is_wall) && !self.has_slot()
    }

    /// Whether it is in the half of those who come towards it, in a passage through which it would
    /// like to go at `wish` (m/s), and of whose walls these are near. `beside` is memory to work in.
    fn is_in_others_half(
        &self,
        wish: Vec2,
        side: Side,
        near: &[Obstacle<'_>],
        beside: &mut Vec<Obstacle<'a>>,
    ) -> bool {
        let Some(passage) = Passage::beside(self.body, wish, side, near) else {
            return false;
        };
        let (here, there) = (self.body.position, passage.far_side(self.body));
        let area = Bounds {
            min: here.min(there),
            max: here.max(there),
        };
        (self.perception).obstacles(area, &self.filter, beside);
        passage.is_in_others_half(self.body, beside)
    }

    /// The force (N) that still leaves room to stop, for the methods that promise it. Who `slides` goes along
    /// beside others, if these go, too.
    fn guard(
        &self,
        wish: &Wish,
        slides: bool,
        memory: &mut Memory,
        scratch: &mut DecideScratch<'a>,
        recorder: &mut impl Recorder,
    ) -> Vec2 {
        let body = self.body;
        let profile = self.profile;
        let among_agents = profile.agent_avoidance.is_guarded();
        let among_obstacles = profile.obstacle_avoidance.is_guarded();
        if !among_agents && !among_obstacles {
            return wish.force.clamp_length_max(body.limits.max_force);
        }
        let guard = Guard::for_extent(self.perception.context().extent);
        let slides = slides && !scratch.surroundings.is_moving();
        // Lines that surely let it do what it wants are only drawn if something else doesn't, or to be told.
        let end = Guard::end(body, wish.force, self.dt());
        let wanted = (!recorder.listens()).then_some(end);
        let are_all = self.see_what_guard_looks_at(&guard, wanted, scratch);
        let decide = |scratch: &DecideScratch<'a>| {
            let around = self.around_guard(scratch);
            if slides {
                guard.decide_sliding(body, wish, &around)
            } else {
                guard.decide(body, wish, &around)
            }
        };
        let mut decision = decide(scratch);
        if !are_all && decision.threat.is_some() {
            self.see_what_guard_looks_at(&guard, None, scratch);
            decision = decide(scratch);
        }
        let around = self.around_guard(scratch);
        guard.tell(body, wish, &around, &decision, recorder);
        memory.add_threat(decision.threat);
        // What the guard had to stop, or an obstacle in the way, wants another look.
        let has_met_obstacle = memory.met_obstacle().is_some();
        if has_met_obstacle || matches!(decision.threat, Some(Blocker::Obstacle(_))) {
            memory.calm = Calm::No;
        } else if let Some(Blocker::Agent(id)) = decision.threat {
            memory.calm = memory.calm.among_others();
            // Until it decides again it goes where the guard has led it: whoever turned back at once would be
            // led aside again a step later. In a stream it slides along others instead, and where one has the
            // higher priority the other makes all the room at once.
            if memory.calm != Calm::InStream
                && self.decides_every(memory) > self.dt()
                && self.has_priority_of(id, &guard, &scratch.surroundings)
            {
                let gain = scratch.gain(&body.limits, self.dt());
                memory.clock.velocity = body.velocity_at_gain(decision.force, gain);
            }
        }
        decision.force
    }

    /// What its guard looks at, after [`Self::see_what_guard_looks_at`].
    fn around_guard<'s>(&self, scratch: &'s DecideScratch<'a>) -> avoid::Surroundings<'s> {
        let is_among = self.profile.obstacle_avoidance.is_guarded();
        avoid::Surroundings {
            obstacles: if is_among { &scratch.obstacles } else { &[] },
            lines: &scratch.lines,
            ..avoid::Surroundings::default()
        }
    }

    /// Collects the obstacles and draws the lines that its guard looks at. If it `wants` to come to rest
    /// somewhere (m), lines that surely let it do so may be left out. Says whether none was.
    fn see_what_guard_looks_at(
        &self,
        guard: &Guard,
        wants: Option<Vec2>,
        scratch: &mut DecideScratch<'a>,
    ) -> bool {
        let reach = scratch.surroundings.reach_of_guard();
        scratch
            .surroundings
            .obstacles(reach, &mut scratch.obstacles);
        scratch.lines.clear();
        let mut are_all = true;
        if self.profile.agent_avoidance.is_guarded() {
            // What moves parts nobody for long.
            scratch.obstacles.retain(|obstacle| !obstacle.moves());
            are_all = self.draw_lines(guard, wants, scratch);
        }
        if scratch.surroundings.is_moving() {
            scratch.surroundings.foreseen(reach, &mut scratch.obstacles);
        }
        scratch
            .surroundings
            .add_standing(reach, &mut scratch.obstacles);
        are_all
    }

    /// Draws the separating lines to all that are guarded as we are and that we could touch before
    /// both have come to rest; see [`Self::see_what_guard_looks_at`].
    fn draw_lines(
        &self,
        guard: &Guard,
        wants: Option<Vec2>,
        scratch: &mut DecideScratch<'a>,
    ) -> bool {
        let own = BrakingWay::of(self.body);
        let further = wants.map(|end| end.distance(own.to));
        let (surroundings, obstacles) = (&scratch.surroundings, &scratch.obstacles);
        let lines = &mut scratch.lines;
        let mut are_all = true;
        self.find_within_braking_ways(guard, surroundings, |near, theirs| {
            let &Near { percept, kind, way } = near;
            if !kind.manners.guarded || !kind.filter.meets(&self.filter) {
                return false;
            }
            let place = self.body.position + way;
            let other = BrakingWay::of(theirs).moved(place - theirs.position);
            if further.is_some_and(|further| own.is_surely_clear_of(&other, guard.skin, further)) {
                are_all = false;
                return false;
            }
            if are_parted(&own, &other, obstacles) {
                return false;
            }
            let id = percept.id.0;
            let apart = || parting_direction(id, self.id.0);
            let line = SeparatingLine::between(&own, &other, guard.skin, id, apart);
            lines.push(line);
            // All of them.
            false
        });
        are_all
    }
}

fn blend(profile: &Profile, scratch: &mut DecideScratch<'_>, largest: f32) -> Vec2 {
    let given = &mut scratch.given;
    given.clear();
    profile
        .blend
        .combine(&scratch.forces, largest, |_, share| given.push(share))
}

/// The share that is left of a force after it was cut.
fn share_left(wanted: Vec2, cut: Vec2) -> f32 {
    if cut == wanted {
        1.0
    } else {
        cut.length() / wanted.length()
    }
}

/// Tells what each behaviour asked for and what it got, after the sum was cut to `share`.
fn record(scratch: &DecideScratch<'_>, share: f32, recorder: &mut impl Recorder) {
    for ((name, asked), given) in scratch
        .names
        .iter()
        .zip(&scratch.forces)
        .zip(&scratch.given)
    {
        recorder.force(name, asked.weight, asked.force, *given * share);
    }
}
