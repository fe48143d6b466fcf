#![doc = include_str!("../README.md")]
#![cfg_attr(docsrs, feature(doc_cfg))]

mod commands;
mod components;
pub mod events;
mod frame;
mod lines;
mod mirror;
mod parents;
mod plane;
mod plugin;
mod profile;
mod sync;
mod trouble;
mod world;

pub use commands::SidestepCommands;
pub use components::{
    Agent, AgentOverride, AgentState, AgentStatus, AgentTuning, DesiredVelocity, Drive, Explain,
    Explained, FaceHeading, Goal, InWorld, JumpLink, Obstacle, ObstacleLayers, OnArrival, Paused,
    PhysicsVelocity, Preset, SpawnCount, StableKey, StuckReason, Teleported, Temporary, Wall,
    WhenBlocked,
};
pub use frame::Frame;
pub use lines::{DebugLine, LineKind, Sheet, agent_lines, explanation_lines, obstacle_lines};
pub use mirror::Mirror;
pub use plane::Plane;
pub use plugin::{SidestepPlugin, SidestepSystems};
pub use sidestep;
pub use trouble::{Trouble, TroubleKind};
pub use world::{DefaultWorld, SidestepWorld};

/// What most games need: `use bevy_sidestep::prelude::*`.
pub mod prelude {
    pub use crate::events::{Arrived, Blocked, Left, Stuck, Unblocked};
    pub use crate::{
        Agent, AgentState, AgentStatus, AgentTuning, DesiredVelocity, Drive, Goal, Obstacle,
        Paused, PhysicsVelocity, Plane, Preset, SidestepCommands, SidestepPlugin, SidestepSystems,
        SidestepWorld, StableKey, Temporary, Wall,
    };
}
