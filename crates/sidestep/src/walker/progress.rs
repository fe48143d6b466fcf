//! Whether an agent gets on, and why not.

use super::event::{EventKind, StuckReason};
use super::memory::Memory;
use super::way::LocalGoal;
use super::{OnArrival, Walker};
use crate::avoid::detour::Blocker;
use crate::geometry::Side;

/// Watches whether an agent gets nearer to its goal.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct ProgressWatch {
    /// Least distance to the goal so far (m).
    pub best: f32,
    /// Time since it last got better (s).
    pub seconds: f64,
    pub stuck: bool,
    /// The way round that it is on.
    pub detour: Option<(Side, Blocker)>,
}

impl Default for ProgressWatch {
    fn default() -> Self {
        Self {
            best: f32::INFINITY,
            seconds: 0.0,
            stuck: false,
            detour: None,
        }
    }
}

impl Walker<'_> {
    /// Sees whether the agent gets nearer to its goal after a step of `dt` seconds: by a tenth of its radius at least within
    /// `patience` seconds (0 or more). Says when it gets stuck, and when it gets on again.
    pub fn watch_progress(&self, memory: &mut Memory, patience: f32, dt: f32) -> Option<EventKind> {
        let going = self.profile.goals.get(memory.goal).is_some();
        let rests = memory.arrived && self.profile.on_arrival != OnArrival::Remove;
        // Who waits or jumps isn't stuck.
        let walks =
            memory.jump.is_none() && !matches!(memory.way.local_goal, LocalGoal::Wait { .. });
        let Some(aim) = memory.aim.filter(|_| going && !rests && walks) else {
            memory.watch = ProgressWatch::default();
            return None;
        };
        let watch = &mut memory.watch;
        let (detour, distance) = match memory.way.local_goal {
            LocalGoal::Via { remaining, .. } => (memory.way.detour.chosen, remaining),
            _ => (None, self.body.position.distance(aim)),
        };
        if detour != watch.detour {
            // Another way: it may be longer.
            *watch = ProgressWatch {
                detour,
                ..ProgressWatch::default()
            };
        }
        if distance < watch.best - 0.1 * self.body.radius {
            let was_stuck = watch.stuck;
            *watch = ProgressWatch {
                best: distance,
                detour,
                ..ProgressWatch::default()
            };
            return was_stuck.then_some(EventKind::Unstuck);
        }
        watch.seconds += f64::from(dt);
        if watch.stuck || watch.seconds < f64::from(patience) {
            return None;
        }
        watch.stuck = true;
        let reason = if memory.outcome.enclosed {
            StuckReason::Enclosed
        } else if memory.outcome.threat.is_some() {
            StuckReason::Obstacle
        } else {
            StuckReason::Crowded
        };
        Some(EventKind::Stuck { reason })
    }
}
