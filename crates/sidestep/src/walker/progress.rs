//! Whether an agent gets on, and why not.

use glam::Vec2;

use super::event::{EventKind, StuckReason};
use super::goal::FAR;
use super::memory::{Delay, LocalGoal, Memory, Threat};
use super::{Objective, OnArrival, Walker};

/// Time for which an agent hasn't got nearer to its goal, held up by obstacles, after which it looks
/// for a way round walls (s): look-ahead passes most of them in less.
const HELD_UP_AFTER: f64 = 2.0;

/// Share of that time for which obstacles must have been in the way, and for which agents alone may
/// have been at most: whom a crowd holds up near a wall waits for the crowd.
const HELD_UP_SHARE: f64 = 0.3;
const HELD_UP_BY_AGENTS: f64 = 0.05;

/// Time after which it looks for a way round walls though others are ahead of it or in its way (s): before a
/// door they are what it waits for, but a crowd in a dead end never gets out otherwise.
const HELD_UP_IN_COMPANY_AFTER: f64 = 12.0;

/// Share of that time for which obstacles must have been in the way.
const HELD_UP_SHARE_IN_COMPANY: f64 = 0.05;

/// Share of the time without progress for which obstacles must have been in the way to count as
/// what holds an agent up: those that are there for less are only passed.
const HELD_SHARE: f64 = 0.2;

/// Way (radii) that an agent makes within its patience if it gets on.
const STEP: f32 = 0.1;

/// Length of the way to the goal (radii) below which no other way round makes it long: who changes
/// between two there gets no nearer.
const CLOSE: f32 = 6.0;

impl Walker<'_> {
    /// Sees whether the agent gets nearer to its goal after a step of `dt` seconds: by a tenth of
    /// its radius at least within `patience` seconds (0 or more). Who goes on for ever, in a direction or
    /// from what it flees, gets on by as much. Says when it gets stuck, and when it gets on again.
    pub fn watch_progress(&self, memory: &mut Memory, patience: f32, dt: f32) -> Option<EventKind> {
        // Who has arrived and stays may be away from where it wants to stand: how long it has come
        // no nearer, `watch_rest` asks.
        let stays = memory.arrived && self.profile.on_arrival == OnArrival::Stop;
        let going = self.goals.get(memory.goal()).is_some() || stays;
        let rests = memory.arrived && self.profile.on_arrival == OnArrival::Continue
            || stays && self.is_at_rest(memory);
        // Who waits or jumps isn't stuck.
        let walks = memory.seldom().jump.is_none()
            && (stays || !matches!(memory.way().local_goal, LocalGoal::Wait { .. }));
        let place = memory.place_of_rest();
        let Some(aim) = place.filter(|_| going && !rests && walks) else {
            memory.forget_progress();
            return None;
        };
        let (detour, distance) = match memory.way().local_goal {
            LocalGoal::Via { remaining, .. } if !stays => (memory.way().detour.chosen, remaining),
            _ => (None, self.body.position.distance(aim)),
        };
        let none = Delay {
            detour,
            ..Delay::default()
        };
        let gets_on = if let Some(ahead) = self.ahead_for_ever(memory) {
            self.makes_its_way(memory, ahead, dt)
        } else {
            if detour != memory.delay().detour && distance > CLOSE * self.body.radius {
                // Another way: it may be longer.
                memory.best = f32::INFINITY;
                memory.set_delay(none);
            }
            let is_nearer = distance < memory.best - STEP * self.body.radius;
            if is_nearer {
                memory.best = distance;
            }
            is_nearer
        };
        if gets_on {
            let was_stuck = memory.delay().stuck;
            memory.set_delay(none);
            return (was_stuck && !memory.arrived).then_some(EventKind::Unstuck);
        }
        let dt = f64::from(dt);
        let outcome = memory.outcome();
        let watch = memory.edit_delay();
        watch.seconds += dt;
        match outcome.threat {
            Threat::Obstacle(_) => watch.behind_obstacles += dt,
            Threat::Agent(_) | Threat::NewAgent(_) => watch.behind_agents += dt,
            Threat::Nothing => {}
        }
        let goes_on = watch.stuck || watch.seconds < f64::from(patience);
        if memory.arrived || goes_on {
            return None;
        }
        memory.edit_delay().stuck = true;
        let reason = if outcome.enclosed && memory.met_obstacle().is_some() {
            StuckReason::Enclosed
        } else if !memory.way().is_blocked_by_agents() && memory.delay().is_held_by_obstacles() {
            StuckReason::Obstacle
        } else {
            StuckReason::Crowded
        };
        Some(EventKind::Stuck { reason })
    }

    /// Which way it goes (a unit vector, or zero if it wants to stand) if it goes on for ever, and never
    /// comes nearer to a goal.
    fn ahead_for_ever(&self, memory: &Memory) -> Option<Vec2> {
        if self.goals.only_point().is_some() {
            return None;
        }
        let goal = self.goals.get(memory.goal())?;
        let is_on_detour = matches!(memory.way().local_goal, LocalGoal::Via { .. });
        let ahead = match goal.objective {
            Objective::Head { direction } if !is_on_detour => direction,
            Objective::Head { .. } => memory.wanted,
            Objective::Flee { distance, .. } if distance > FAR => memory.wanted,
            _ => return None,
        };
        Some(ahead.normalize_or_zero())
    }

    /// Whether one who goes on [for ever](Self::ahead_for_ever) has gone far enough since it last had, after
    /// a step of `dt` seconds. Who wants to stand does what it wants.
    fn makes_its_way(&self, memory: &mut Memory, ahead: Vec2, dt: f32) -> bool {
        let step = STEP * self.body.radius;
        // How far it has still to go (m): at most a radius, however far it was pushed back.
        let lacked = if memory.best.is_finite() {
            memory.best.min(self.body.radius)
        } else {
            step
        };
        let lacks = lacked - self.body.velocity.dot(ahead) * dt;
        let has_gone = lacks <= 0.0 || ahead == Vec2::ZERO;
        memory.best = if has_gone { step } else { lacks };
        has_gone
    }
}

impl Memory {
    /// Whether the agent hasn't got nearer to its goal for a while, whatever is in its way.
    pub(super) fn is_held_up(&self) -> bool {
        self.delay().seconds >= HELD_UP_AFTER
    }

    /// Whether obstacles have kept the agent from getting nearer to its goal for a while, and still
    /// do, and not agents who may step aside. `has_nobody_ahead` says whether nobody beside it is further on.
    pub(super) fn is_held_up_by_obstacles(&self, has_nobody_ahead: impl FnOnce() -> bool) -> bool {
        let delay = self.delay();
        if delay.seconds < HELD_UP_AFTER
            || self.met_obstacle().is_none()
            || self.way().is_blocked_by_agents()
        {
            return false;
        }
        let obstacles_for = |share: f64| delay.behind_obstacles > share * delay.seconds;
        let by_obstacles_alone = || {
            obstacles_for(HELD_UP_SHARE)
                && delay.behind_agents <= HELD_UP_BY_AGENTS * delay.seconds
                && has_nobody_ahead()
        };
        let in_company =
            delay.seconds >= HELD_UP_IN_COMPANY_AFTER && obstacles_for(HELD_UP_SHARE_IN_COMPANY);
        in_company || by_obstacles_alone()
    }
}

impl Delay {
    /// Whether obstacles more than agents were in the way while nothing got better. What the last
    /// step saw doesn't tell: who goes back and forth before a wall has a free way whenever it has
    /// just turned round.
    fn is_held_by_obstacles(&self) -> bool {
        self.behind_obstacles > self.behind_agents
            && self.behind_obstacles > HELD_SHARE * self.seconds
    }
}
