//! Who has arrived as near to its goal as others who rest there let it come.

use glam::Vec2;

use super::clock::turn_at;
use super::event::{EventKind, NearReason};
use super::memory::{LocalGoal, Memory, Rest};
use super::percept::Percept;
use super::perception::Perception;
use super::{AgentId, Objective, OnArrival, Target, Walker};

impl Memory {
    /// Whether the agent has arrived without having reached its goal, as near to it as others who
    /// rest there let it come: see [`Profile::arrives_near_after`](super::Profile::arrives_near_after).
    #[must_use]
    pub fn has_arrived_near(&self) -> bool {
        self.seldom().rest.is_some_and(|rest| rest.is_near)
    }

    /// Where the agent wants to stand (m): where it rests, or else where its goal is.
    pub(super) fn place_of_rest(&self) -> Option<Vec2> {
        self.apart
            .seldom
            .rest
            .map(|rest| rest.place)
            .or(self.aim.get())
    }

    /// Forgets where the agent rests.
    pub(super) fn forget_rest(&mut self) {
        if let Some(seldom) = self.seldom_apart() {
            seldom.rest = None;
            self.tidy_seldom();
        }
    }
}

/// Distance from where it wants to stand at which an agent that has arrived is there (radii).
const THERE: f32 = 0.1;

/// How much longer than others who get no nearer an agent that was pushed away from where it rests
/// tries to get back, as long as nobody else stands there, as a factor of
/// [`Profile::arrives_near_after`](super::Profile::arrives_near_after).
const TRIES_TO_RETURN: f64 = 10.0;

/// How often an agent that has given up getting back looks whether it can by now (s).
const LOOKS_BACK: f32 = 10.0;

impl Walker<'_> {
    /// Whether the agent is where it wants to stand.
    pub(super) fn is_at_rest(&self, memory: &Memory) -> bool {
        let position = self.body.position;
        (memory.place_of_rest())
            .is_none_or(|place| position.distance(place) <= THERE * self.body.radius)
    }

    /// Whether the agent stays where it is: it has arrived and doesn't go on, or it stands still
    /// and has nowhere to go.
    #[must_use]
    pub fn rests(&self, memory: &Memory) -> bool {
        if memory.arrived {
            self.profile.on_arrival == OnArrival::Stop
        } else {
            memory.aim.is_none() && memory.stands_at().is_some()
        }
    }

    /// Sees whether the agent rests where it is from now on, after
    /// [`watch_progress`](Walker::watch_progress): it has got no nearer to its last goal for as long
    /// as [`Profile::arrives_near_after`](super::Profile::arrives_near_after) says, longer if that is a box,
    /// and either has arrived before, or is kept from it by somebody who rests. Says so in the second case. Who was
    /// pushed away from where it rests goes back; if somebody else stands there, or it doesn't get back
    /// in ten times that time, it rests where it is then. Every ten seconds it looks whether the goal
    /// that it had reached is free again, and the way there; then it goes back after all.
    ///
    /// Somebody keeps it from its goal who rests with less than a body's width between both, and who
    /// either covers the goal, or is nearer to it and has arrived at one that is as good as the same: in the
    /// same box, or no further apart than both touch. So a heap of those who share a goal comes to rest from the
    /// inside to the outside.
    pub fn watch_rest<'a>(
        &self,
        perception: &impl Perception<'a>,
        memory: &mut Memory,
    ) -> Option<EventKind> {
        if self.can_return(perception, memory) {
            memory.forget_rest();
            memory.forget_progress();
            memory.decide_anew();
            memory.edit_way().round_walls = self.profile.detouring.goes_round_walls();
            return None;
        }
        let seconds = memory.delay().seconds;
        let patience = f64::from(self.profile.arrives_near_after);
        if seconds < patience || !self.may_rest(memory) {
            return None;
        }
        let by = if memory.arrived {
            if seconds < TRIES_TO_RETURN * patience && self.is_place_free(perception, memory) {
                return None;
            }
            None
        } else if self.is_patience_over(memory) {
            Some(self.kept_from_goal_by(perception, memory)?)
        } else {
            return None;
        };
        let is_near = by.is_some() || memory.has_arrived_near();
        memory.edit_seldom().rest = Some(Rest {
            place: self.body.position,
            is_near,
        });
        memory.arrived = true;
        memory.goal = self.goals.len() as u32;
        memory.forget_progress();
        memory.decide_anew();
        by.map(|by| EventKind::ArrivedNear {
            why: NearReason::Taken { by },
        })
    }

    /// Who keeps the agent from a goal that isn't its last one, if it goes on from that without having
    /// reached it: it has got no nearer for as long as
    /// [`Profile::arrives_near_after`](super::Profile::arrives_near_after) says.
    pub(super) fn passes_by_goal<'a>(
        &self,
        perception: &impl Perception<'a>,
        memory: &Memory,
    ) -> Option<AgentId> {
        let is_last = memory.goal() + 1 >= self.goals.len();
        if is_last || !self.profile.is_steered() || !self.is_patience_over(memory) {
            return None;
        }
        self.kept_from_goal_by(perception, memory)
    }

    /// Whether the agent, which hasn't reached the goal that it has, has got no nearer for so long that it
    /// counts as reached if others have taken its place.
    fn is_patience_over(&self, memory: &Memory) -> bool {
        let seconds = memory.delay().seconds;
        // Nearly everybody gets on: only who doesn't looks further.
        if seconds == 0.0 {
            return false;
        }
        let mut patience = self.profile.arrives_near_after;
        if let Some(goal) = self.goals.get(memory.goal())
            && let Objective::Enter { min, max, .. } = goal.objective
        {
            let size = max - min + 2.0 * self.body.radius;
            let speed = goal.speed.unwrap_or(self.profile.preferred_speed);
            // In a box there may be room elsewhere: the time to walk round it.
            patience += 2.0 * (size.x + size.y) / speed;
        }
        seconds >= f64::from(patience)
    }

    /// Who keeps the agent from the goal that it has: [`kept_out_by`](Walker::kept_out_by).
    fn kept_from_goal_by<'a>(
        &self,
        perception: &impl Perception<'a>,
        memory: &Memory,
    ) -> Option<AgentId> {
        let goal = self.goals.get(memory.goal())?;
        let place = goal.fixed_place(perception, &self.body, memory.aim()?)?;
        self.kept_out_by(perception, memory, place)
    }

    /// Whether the agent rests away from the goal that it had reached, and may go back now. It looks in
    /// turns, which nobody has to remember.
    fn can_return<'a>(&self, perception: &impl Perception<'a>, memory: &Memory) -> bool {
        let given_up = (memory.seldom().rest).filter(|rest| memory.arrived && !rest.is_near);
        let (Some(rest), Some(place)) = (given_up, memory.aim()) else {
            return false;
        };
        let context = perception.context();
        let turn = |time| turn_at(self.id, time, LOOKS_BACK);
        rest.place.distance(place) > THERE * self.body.radius
            && turn(context.time) != turn(context.time - f64::from(context.dt))
            && self.may_rest(memory)
            && self.situation(perception, memory).has_way_to(place)
    }

    /// Whether nobody else stands and stays where the agent wants to rest.
    fn is_place_free<'a>(&self, perception: &impl Perception<'a>, memory: &Memory) -> bool {
        let Some(place) = memory.place_of_rest() else {
            return false;
        };
        let (body, filter) = (&self.body, self.standing_filter(memory));
        let context = perception.context();
        let center = context.topology.wrap(place);
        let mut free = true;
        let reach = body.radius + context.usual.radius;
        let kinds = perception.kinds();
        perception.agents_within(center, reach, |percept: &Percept, way| {
            let kind = kinds.of(percept);
            let touching = body.radius + percept.radius;
            free &= !(kind.manners.rests
                && percept.stance.wish == Vec2::ZERO
                && percept.id != self.id
                && filter.meets(&kind.filter)
                && way.length_squared() < touching * touching);
        });
        free
    }

    /// Whether the goal that the agent has is its last one and one near which it may rest. Goals
    /// that move aren't: whoever rests would be left behind.
    fn may_rest(&self, memory: &Memory) -> bool {
        let is_last = memory.goal() + 1 >= self.goals.len();
        let is_place = (self.goals.last()).is_some_and(|goal| match goal.objective {
            Objective::Reach { target, .. } => matches!(target, Target::Point(_)),
            Objective::Enter { .. } => true,
            Objective::Flee { .. } | Objective::Head { .. } | Objective::Idle => false,
        });
        let waits = matches!(memory.way().local_goal, LocalGoal::Wait { .. });
        let stays = match self.profile.on_arrival {
            OnArrival::Stop => memory.arrived || !waits,
            OnArrival::Remove => !memory.arrived && !waits,
            OnArrival::Continue => false,
        };
        let walks = memory.seldom().jump.is_none();
        is_last && is_place && walks && stays && self.profile.is_steered()
    }

    /// Who keeps the agent from a place, given as a box from its lower left to its upper right corner (m), of no
    /// size for a point: of several the one nearest to it (ties by id).
    pub(super) fn kept_out_by<'a>(
        &self,
        perception: &impl Perception<'a>,
        memory: &Memory,
        (min, max): (Vec2, Vec2),
    ) -> Option<AgentId> {
        let context = perception.context();
        let (body, filter) = (&self.body, self.standing_filter(memory));
        let here = body.position;
        let width = 2.0 * body.radius;
        let squared = |place: Vec2| place.distance_squared(place.clamp(min, max));
        let own = squared(here);
        let mut nearest: Option<(u32, AgentId)> = None;
        let reach = body.radius + width + context.usual.radius;
        let kinds = perception.kinds();
        perception.agents_within(here, reach, |percept: &Percept, way| {
            let kind = kinds.of(percept);
            let touching = body.radius + percept.radius;
            let away = squared(here + way);
            let goes_to_ours = |theirs: Vec2| {
                let theirs = context.topology.nearest_image(min.midpoint(max), theirs);
                squared(theirs) < touching * touching
            };
            let is_in_the_way = kind.manners.rests
                && percept.id != self.id
                && filter.meets(&kind.filter)
                && way.length() < touching + width
                && (away < touching * touching
                    || away < own && kinds.aim(percept).is_some_and(goes_to_ours));
            if is_in_the_way {
                // The bits of what isn't negative are in the order of the numbers.
                let found = (away.to_bits(), percept.id);
                nearest = Some(nearest.map_or(found, |best| best.min(found)));
            }
        });
        nearest.map(|(_, id)| id)
    }
}
