//! An agent within the world.

use glam::Vec2;

use super::path::RouteMemory;
use crate::clone_by_field::clone_by_field;
use crate::motion::Body;
use crate::walker::{AgentId, Memory, Profile, Walker};

/// An agent within the world: its body, what the caller said about it, and what it remembers.
#[derive(Debug)]
pub(in crate::world) struct Agent {
    pub id: AgentId,
    pub body: Body,
    pub profile: Profile,
    pub memory: Memory,
    /// Its path through walkable space.
    pub route: RouteMemory,
    /// The force decided on in this step (N).
    pub force: Vec2,
    /// Where the step began (m): settling sweeps from here.
    pub previous: Vec2,
}

clone_by_field!(Agent {
    id,
    body,
    profile,
    memory,
    route,
    force,
    previous,
});

impl Agent {
    /// The agent as it decides, beside what it remembers.
    pub fn split(&mut self) -> (Walker<'_>, &mut Memory) {
        let walker = Walker {
            id: self.id,
            body: &self.body,
            profile: &self.profile,
        };
        (walker, &mut self.memory)
    }

    /// The agent as it decides.
    pub fn walker(&self) -> Walker<'_> {
        Walker {
            id: self.id,
            body: &self.body,
            profile: &self.profile,
        }
    }
}
