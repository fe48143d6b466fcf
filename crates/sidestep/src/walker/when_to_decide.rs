//! When an agent decides: in each step, in turns, or less often while it is calm.

use std::num::NonZeroU32;

use super::clock::{Calm, turn_at};
use super::perception::Perception;
use super::surroundings::{Near, Surroundings};
use super::{
    AgentAvoidance, Aim, Behavior, Memory, Objective, ObstacleAvoidance, Situation, Target,
};
use crate::avoid::Wish;
use crate::avoid::encounter::time_to_contact;
use crate::avoid::guard::Guard;

/// Who could be at its goal, or at the next corner of its way, within so many more intervals of those who are
/// calm than it goes on for isn't calm for so long; nor is in the open who could be where it begins to brake.
const ARRIVES_IN: f32 = 2.0;

/// For how many intervals of those who are calm an agent goes on as it has decided in the open. Those who come
/// upon each other [say so](Memory::take_newly_met). At four, opposing crowds of 40 come half a second later;
/// at five, who has to do all of the work, as the other has the higher priority, begins too late.
const OPEN_INTERVALS: f32 = 3.0;

/// Who would touch somebody within this time (s) if both went on as they do decides at once, in the open.
const TOUCHES_WITHIN: f32 = 1.0;

impl<'a, P: Perception<'a>> Situation<'_, P> {
    /// Whether it isn't its turn to decide; then what the guard looks at is gathered. Who something
    /// comes near that moves decides at once, and so does who is in the open and about to touch somebody.
    pub(super) fn goes_on(&self, memory: &Memory, surroundings: &mut Surroundings<'a>) -> bool {
        let turn = self.turn(memory);
        if turn.is_none() || memory.clock.turn != turn || !self.has_last_word() {
            return false;
        }
        surroundings.gather_for_guard(self);
        let touches = || memory.calm.is_open() && self.is_about_to_touch(memory, surroundings);
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

    /// Which turn it is for the agent, if it doesn't decide in each step.
    pub(super) fn turn(&self, memory: &Memory) -> Option<NonZeroU32> {
        let every = self.decides_every(memory);
        if every > 0.0 {
            turn_at(self.id, self.perception.context().time, every)
        } else {
            None
        }
    }

    /// How long it goes on as it has decided (s), by the clock of the world, or by its own if it is calm and
    /// that one is slower; 0 if it decides in each step.
    pub(super) fn decides_every(&self, memory: &Memory) -> f32 {
        let intervals = match memory.calm {
            Calm::No | Calm::InStream => 0.0,
            Calm::Alone => 1.0,
            Calm::Open | Calm::Roomy => OPEN_INTERVALS,
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
    pub(super) fn calmest(&self, wish: &Wish, surroundings: &Surroundings<'a>) -> Calm {
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
}
