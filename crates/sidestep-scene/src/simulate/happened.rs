//! What happened in the last step, by indices of the setting.

use serde::Serialize;
use sidestep::world::{EventKind, StuckReason};

use super::Simulation;

/// Something that happened to an agent.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Happened {
    /// Simulated time (s).
    pub time: f64,
    /// Index of the agent.
    pub agent: usize,
    /// What.
    #[serde(flatten)]
    pub what: What,
}

/// What can happen to an agent: the engine's [`EventKind`].
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
#[non_exhaustive]
pub enum What {
    /// A goal was reached or its time was up, and the next one is taken.
    GoalReached {
        /// Index of the goal.
        goal: usize,
    },
    /// A goal that isn't the last one counts as reached, as near to it as others who rest there let it.
    GoalReachedNear {
        /// Index of the goal.
        goal: usize,
    },
    /// The last goal was reached.
    Arrived,
    /// It counts as arrived, as near to its goal as others who rest there let it.
    ArrivedNear,
    /// It has left the world.
    Left,
    /// No progress for a while.
    Stuck {
        /// Why, as far as the agent can tell.
        reason: StuckReason,
    },
    /// A stuck agent gets on again.
    Unstuck,
    /// It finds no way.
    Blocked,
    /// It has a way again.
    Unblocked,
    /// It has begun to jump: from now on it touches nothing and nobody.
    TookOff,
    /// It has come down from a jump.
    Landed,
    /// The target of a behaviour is gone.
    TargetGone,
    /// It was put back, as its position would have become infinite.
    Unsound,
}

impl Simulation {
    /// What happened in the last step, in the order in which the world tells it.
    pub fn happened(&self) -> impl Iterator<Item = Happened> + '_ {
        self.world.events().iter().filter_map(|event| {
            let what = match event.kind {
                EventKind::GoalReached { index } => What::GoalReached { goal: index },
                EventKind::GoalReachedNear { index, .. } => What::GoalReachedNear { goal: index },
                EventKind::Arrived => What::Arrived,
                EventKind::ArrivedNear { .. } => What::ArrivedNear,
                EventKind::Left { .. } => What::Left,
                EventKind::Stuck { reason } => What::Stuck { reason },
                EventKind::Unstuck => What::Unstuck,
                EventKind::Blocked => What::Blocked,
                EventKind::Unblocked => What::Unblocked,
                EventKind::TookOff => What::TookOff,
                EventKind::Landed => What::Landed,
                EventKind::TargetGone { .. } => What::TargetGone,
                EventKind::Unsound => What::Unsound,
                _ => return None,
            };
            Some(Happened {
                time: event.time,
                agent: event.agent.0 as usize,
                what,
            })
        })
    }
}
