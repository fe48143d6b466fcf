//! What a game puts on its entities, and what it reads there.

mod agent;
mod goal;
mod obstacle;
mod slot;
mod status;

pub use agent::{
    Agent, AgentOverride, AgentTuning, Drive, FaceHeading, InWorld, OnArrival, Paused,
    PhysicsVelocity, Preset, StableKey, Teleported, WhenBlocked,
};
pub use goal::Goal;
pub use obstacle::{JumpLink, Obstacle, ObstacleLayers, Temporary, Wall};
pub use slot::SpawnCount;
pub(crate) use slot::{AgentSlot, LinkSlot, ObstacleSlot};
pub use status::{AgentState, AgentStatus, DesiredVelocity, Explain, Explained, StuckReason};
