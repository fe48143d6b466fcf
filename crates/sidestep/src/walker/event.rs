//! What happens to agents.

use glam::Vec2;

use super::AgentId;

/// Something that happened in a step.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Event {
    /// Simulated time at the end of the step (s).
    pub time: f64,
    /// Whom it happened to.
    pub agent: AgentId,
    /// What happened.
    pub kind: EventKind,
}

/// What can happen.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum EventKind {
    /// A goal was reached or its time was up, and the next one is taken.
    GoalReached {
        /// Index of the goal.
        index: usize,
    },
    /// The last goal was reached; once an agent.
    Arrived,
    /// It counts as arrived without having reached its last goal, as it can't get any nearer; once
    /// an agent, instead of [`Arrived`](EventKind::Arrived). See
    /// [`Profile::arrives_near_after`](super::Profile::arrives_near_after).
    ArrivedNear {
        /// Why it can't.
        why: NearReason,
    },
    /// It has left the world, as it was to on arrival.
    Left {
        /// Where it was last (m).
        position: Vec2,
        /// Its last velocity (m/s).
        velocity: Vec2,
    },
    /// No progress towards the goal for a while, or no way made by who only has a direction.
    Stuck {
        /// Why, as far as the agent can tell.
        reason: StuckReason,
    },
    /// A stuck agent makes progress again.
    Unstuck,
    /// It finds no way to its goal: [`World::blocked`](crate::world::World::blocked) says why.
    Blocked,
    /// It was blocked and has a way again.
    Unblocked,
    /// It has begun to jump: from now on it touches nothing and nobody.
    TookOff,
    /// It has come down from a jump.
    Landed,
    /// The target of a behaviour is gone; the behaviour does nothing until it is back.
    TargetGone {
        /// Index of the behaviour.
        behavior: usize,
    },
    /// A position or velocity would have become infinite or NaN: the agent was put back at rest to
    /// where it was.
    Unsound,
    /// A goal that isn't the last one counts as reached, as the agent can't get any nearer to it, and
    /// the next one is taken. See
    /// [`Profile::arrives_near_after`](super::Profile::arrives_near_after).
    GoalReachedNear {
        /// Index of the goal.
        index: usize,
        /// Why it can't.
        why: NearReason,
    },
}

/// Why an agent couldn't get nearer to a goal that counts as reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum NearReason {
    /// The place is taken by those who rest there.
    Taken {
        /// Of those it touches, or nearly, the one nearest to the goal.
        by: AgentId,
    },
}

/// Why an agent makes no progress.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum StuckReason {
    /// Obstacles close the way on both sides: look-ahead isn't path finding.
    Enclosed,
    /// It goes back and forth or round in front of an obstacle, such as a dead end.
    Obstacle,
    /// Nothing fixed is in the way: other agents are, moving or standing still, or the goal runs
    /// away.
    Crowded,
}
