#![doc = include_str!("../README.md")]
//!
//! ## What is where
//!
//! | what | its types |
//! |---|---|
//! | the plug-in, and what runs when | [`SidestepPlugin`], [`SidestepSystems`] |
//! | worlds | [`SidestepWorld`], [`DefaultWorld`], [`InWorld`], [`Plane`] |
//! | agents: what you say | [`Agent`], [`Goal`], [`Drive`], [`Preset`], [`AgentTuning`], [`AgentOverride`], [`StableKey`], [`Paused`], [`FaceHeading`], [`Teleported`], [`PhysicsVelocity`] |
//! | agents: what you read | [`AgentStatus`], [`DesiredVelocity`], [`mod@events`] |
//! | what stands in the way, and what leads over it | [`Obstacle`], [`Wall`], [`Temporary`], [`ObstacleLayers`], [`JumpLink`] |
//! | answers to the blocked | [`SidestepCommands`] |
//! | why | [`Explain`], [`Explained`], [`explanation_lines`], [`Trouble`] |
//! | back in time | [`Frame`], [`Mirror`], [`SpawnCount`] |
#![cfg_attr(docsrs, feature(doc_cfg))]

mod commands;
mod components;
pub mod events;
mod frame;
#[cfg(feature = "debug")]
mod gizmos;
mod lines;
mod mirror;
mod parents;
mod plane;
mod plugin;
#[cfg(feature = "polyanya")]
mod polyanya_mesh;
mod profile;
#[cfg(feature = "serialize")]
mod saved;
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
#[cfg(feature = "debug")]
pub use gizmos::{SidestepDebugPlugin, SidestepGizmos};
pub use lines::{DebugLine, LineKind, Sheet, agent_lines, explanation_lines, obstacle_lines};
pub use mirror::Mirror;
pub use plane::Plane;
pub use plugin::{SidestepPlugin, SidestepSystems};
#[cfg(feature = "polyanya")]
pub use polyanya_mesh::{MeshError, mesh_walls, path_goal};
#[cfg(feature = "serialize")]
pub use saved::MirrorLoadError;
pub use sidestep;
pub use trouble::{Trouble, TroubleKind};
#[cfg(feature = "nav")]
pub use world::Walkable;
pub use world::{DefaultWorld, SidestepWorld};

/// What most games need: `use bevy_sidestep::prelude::*`.
pub mod prelude {
    pub use crate::events::{Arrived, Blocked, Stuck, Unblocked};
    pub use crate::{
        Agent, AgentState, AgentStatus, AgentTuning, DesiredVelocity, Drive, Goal, Obstacle,
        Paused, PhysicsVelocity, Plane, Preset, SidestepCommands, SidestepPlugin, SidestepSystems,
        SidestepWorld, StableKey, Temporary, Wall,
    };
}
