//! What callers say to the world, and what it answers.

mod agent;
mod blocked;
mod error;
mod level_of_detail;
mod obstacle;
mod settings;

pub use agent::AgentSpec;
pub use blocked::{BlockedAgent, BlockedAnswer};
pub use error::WorldError;
pub use level_of_detail::{DetailBand, LevelOfDetail};
pub use obstacle::{ObstacleSpec, ObstacleView, Pose};
pub use settings::WorldSettings;
