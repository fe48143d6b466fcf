//! The last word on what an agent does: a force that still leaves room to stop before obstacles and others.

use std::cell::LazyCell;

use glam::Vec2;

use super::clock::Calm;
use super::perception::Perception;
use super::scratch::DecideScratch;
use super::sight::are_parted;
use super::surroundings::{Near, Surroundings, longest_way};
use super::{Memory, Situation};
use crate::avoid::guard::{BrakingWay, Guard, SeparatingLine};
use crate::avoid::{self, Blocker, Wish};
use crate::explain::Recorder;
use crate::motion::Body;
use crate::steer::parting_direction;

impl<'a, P: Perception<'a>> Situation<'_, P> {
    /// The force (N) that still leaves room to stop, for the methods that promise it. Who `slides` goes along
    /// beside others, if these go, too.
    pub(super) fn guard(
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
        let wanted = (!recorder.listens()).then_some(wish.force);
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
                let gain = self.gain(memory.calm, scratch);
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

    /// Collects the obstacles and draws the lines that its guard looks at. If it `wants` to apply a force
    /// (N), lines that surely let it do so may be left out. Says whether none was.
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
        // Mostly nobody is so near.
        let own = LazyCell::new(|| BrakingWay::of(self.body, self.dt()));
        let further = LazyCell::new(|| {
            let end = Guard::end(self.body, wants?, self.dt());
            Some(end.distance(own.to))
        });
        let (surroundings, obstacles) = (&scratch.surroundings, &scratch.obstacles);
        let lines = &mut scratch.lines;
        let mut are_all = true;
        self.find_within_braking_ways(guard, surroundings, |near, theirs| {
            let &Near { percept, kind, way } = near;
            if !kind.manners.guarded || !kind.filter.meets(&self.filter) {
                return false;
            }
            let place = self.body.position + way;
            let other = BrakingWay::of(theirs, self.dt()).moved(place - theirs.position);
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

    /// Whether this is true of any of those, each with its body, that it could touch before both have come
    /// to rest: they are asked one after the other.
    pub(super) fn find_within_braking_ways(
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
}
