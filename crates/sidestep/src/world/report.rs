//! Stage 6: events, and agents that leave.

use super::agent::{Agent, ProgressWatch};
use super::plan::advance_goals;
use super::sense::Picture;
use super::ways::Course;
use super::{Event, EventKind, OnArrival, StuckReason, World};
use crate::avoid::Blocker;

/// Obstacles hold an agent up that are in its way for more than this share of the time without progress: fewer are only passed.
const HELD_SHARE: f64 = 0.2;

impl World {
    pub(super) fn report(&mut self, dt: f32) {
        self.temporaries.watch(&mut self.agents, dt);
        // Arrival is seen on the positions of this step, so that it doesn't wait for the next one.
        self.sense();
        let mut events = std::mem::take(&mut self.events);
        let (picture, agents) = self.split();
        for agent in agents.iter_mut() {
            if advance_goals(&picture, agent, 0.0, &mut events) {
                continue;
            }
            let id = agent.id;
            let mut tell = |kind| {
                events.push(Event {
                    time: picture.time,
                    agent: id,
                    kind,
                });
            };
            let blocked = agent.memory.way.plight.is_some();
            if blocked != agent.memory.told_blocked {
                agent.memory.told_blocked = blocked;
                tell(if blocked {
                    EventKind::Blocked
                } else {
                    EventKind::Unblocked
                });
            }
            if let Some(kind) = watch_progress(&picture, agent, dt) {
                tell(kind);
            }
        }
        self.events = events;
        self.report_lost_targets();
        self.remove_arrived();
    }

    fn remove_arrived(&mut self) {
        let (time, events) = (self.time, &mut self.events);
        let before = self.agents.len();
        let temporaries = &mut self.temporaries;
        self.agents.retain_mut(|agent| {
            let leaves = agent.memory.arrived && agent.profile.on_arrival == OnArrival::Remove;
            if leaves {
                events.push(Event {
                    time,
                    agent: agent.id,
                    kind: EventKind::Left {
                        position: agent.body.position,
                        velocity: agent.body.velocity,
                    },
                });
                temporaries.forget(agent);
            }
            !leaves
        });
        self.senses.stale |= self.agents.len() < before;
    }

    fn report_lost_targets(&mut self) {
        let time = self.time;
        for agent in &mut self.agents {
            let new = agent.memory.targets_gone & !agent.memory.targets_reported;
            agent.memory.targets_reported = agent.memory.targets_gone;
            for behavior in 0..64 {
                if new & (1 << behavior) != 0 {
                    self.events.push(Event {
                        time,
                        agent: agent.id,
                        kind: EventKind::TargetGone { behavior },
                    });
                }
            }
        }
    }
}

/// Whether the agent gets nearer to its goal: by a tenth of its radius at least within the time set.
fn watch_progress(picture: &Picture<'_>, agent: &mut Agent, dt: f32) -> Option<EventKind> {
    let going = agent.profile.goals.get(agent.memory.goal).is_some();
    let rests = agent.memory.arrived && agent.profile.on_arrival != OnArrival::Remove;
    // Who waits or jumps isn't stuck.
    let walks =
        agent.memory.jump.is_none() && !matches!(agent.memory.way.course, Course::Wait { .. });
    let Some(aim) = agent.memory.aim.filter(|_| going && !rests && walks) else {
        agent.memory.watch = ProgressWatch::default();
        return None;
    };
    let watch = &mut agent.memory.watch;
    let (detour, distance) = match agent.memory.way.course {
        Course::Toward { remaining, .. } => (agent.memory.way.detour.chosen, remaining),
        _ => (None, agent.body.position.distance(aim)),
    };
    if detour != watch.detour {
        // Another way: it may be longer.
        *watch = ProgressWatch {
            detour,
            ..ProgressWatch::default()
        };
    }
    if distance < watch.best - 0.1 * agent.body.radius {
        let was_stuck = watch.stuck;
        *watch = ProgressWatch {
            best: distance,
            detour,
            ..ProgressWatch::default()
        };
        return was_stuck.then_some(EventKind::Unstuck);
    }
    let dt = f64::from(dt);
    watch.seconds += dt;
    match agent.memory.outcome.threat {
        Some(Blocker::Obstacle(_)) => watch.behind_obstacles += dt,
        Some(Blocker::Agent(_)) => watch.behind_agents += dt,
        None => {}
    }
    if watch.stuck || watch.seconds < f64::from(picture.settings.stuck_seconds) {
        return None;
    }
    watch.stuck = true;
    let outcome = &agent.memory.outcome;
    let reason = if outcome.enclosed && matches!(outcome.threat, Some(Blocker::Obstacle(_))) {
        StuckReason::Enclosed
    } else if watch.is_held_by_obstacles() {
        StuckReason::Obstacle
    } else {
        StuckReason::Crowded
    };
    Some(EventKind::Stuck { reason })
}

impl ProgressWatch {
    /// Whether obstacles more than agents were in the way while nothing got better. What the last step saw doesn't tell: who goes back
    /// and forth before a wall has a free way whenever it has just turned round.
    fn is_held_by_obstacles(&self) -> bool {
        self.behind_obstacles > self.behind_agents
            && self.behind_obstacles > HELD_SHARE * self.seconds
    }
}
