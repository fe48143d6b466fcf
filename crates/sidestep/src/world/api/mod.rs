//! The calls of the world, by what they are about.

mod agents;
mod blocked;
mod explain;
mod formations;
#[cfg(feature = "nav")]
mod nav;
mod obstacles;
mod split_step;
mod state_hash;
mod would_close;

pub use agents::AgentView;
pub use formations::FormationView;
pub use split_step::{Moved, Proposal};

use super::spec::WorldError;
use crate::walker::AgentId;

const fn no_such(what: &'static str, index: u32) -> WorldError {
    WorldError::NoSuchThing { what, index }
}

const fn no_such_agent(id: AgentId) -> WorldError {
    WorldError::NoSuchAgent { id }
}
