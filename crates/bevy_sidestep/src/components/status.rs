//! What a game reads about an agent.

use bevy_ecs::prelude::{Component, ReflectComponent};
use bevy_math::Vec3;
use bevy_reflect::Reflect;
use bevy_reflect::prelude::ReflectDefault;
use sidestep::Explanation;

/// The velocity that an agent wants (m/s): with [`Drive::Transform`](super::Drive::Transform) the
/// one that it has.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Reflect)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
#[reflect(Component, Default, Debug, PartialEq)]
pub struct DesiredVelocity(pub Vec3);

/// How an agent gets on. It is written only when it changes.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Reflect)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
#[reflect(Component, Default, Debug, PartialEq)]
pub struct AgentStatus {
    /// What it does, and why it doesn't move where it doesn't.
    pub state: AgentState,
    /// Whether it stands still, so that others walk round it.
    pub stands: bool,
}

/// What an agent does, and why it doesn't move where it doesn't.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Reflect)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
pub enum AgentState {
    /// It isn't in any world: it was spawned after this tick's `SyncIn`, its world is gone, or it was
    /// refused ([`Trouble`](crate::Trouble) says why).
    #[default]
    Outside,
    /// It has no goal.
    Idle,
    /// It is on its way.
    Moving,
    /// It has reached its goal.
    Arrived,
    /// It has come as near to its goal as those who rest there let it.
    ArrivedNear,
    /// It makes no progress.
    Stuck(StuckReason),
    /// There is no way to its goal: [`Blocked`](crate::events::Blocked) says what closes it.
    Blocked,
    /// It is in the air on a link.
    Jumping,
    /// It is paused.
    Paused,
    /// The entity that it was to go to is gone.
    GoalGone,
    /// Something else moves it.
    Driven,
}

/// Why an agent makes no progress.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Reflect)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
pub enum StuckReason {
    /// Obstacles close the way on both sides: it needs a path.
    Enclosed,
    /// It goes back and forth in front of an obstacle, such as a dead end: it needs a path.
    Obstacle,
    /// Other agents are in the way, or the goal runs away.
    Crowded,
}

impl From<sidestep::StuckReason> for StuckReason {
    fn from(reason: sidestep::StuckReason) -> Self {
        match reason {
            sidestep::StuckReason::Enclosed => Self::Enclosed,
            sidestep::StuckReason::Obstacle => Self::Obstacle,
            _ => Self::Crowded,
        }
    }
}

/// Has the decisions of an agent explained in [`Explained`], each tick: for the few that one looks at.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Reflect)]
#[require(Explained)]
#[reflect(Component, Default, Debug, PartialEq)]
pub struct Explain;

/// What the agent looked at in the last tick, what it chose, and why: see [`Explanation`]. By
/// reflection it is one value, whose `Debug` shows all of it.
#[derive(Component, Clone, Debug, Default, PartialEq, Reflect)]
#[reflect(opaque)]
#[reflect(Component, Default, Clone, Debug, PartialEq)]
pub struct Explained(pub Explanation);
