//! An agent within the world.

use glam::Vec2;

use super::path::RouteMemory;
use crate::motion::Body;
use crate::space::Filter;
use crate::walker::{AgentId, Memory, Profile, Walker};

/// An agent within the world: its body, what the caller said about it, and what it remembers.
#[derive(Clone, Debug)]
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

    /// Whom it meets and who meets it.
    pub fn filter(&self) -> Filter {
        self.walker().filter(&self.memory)
    }

    /// Its floor and layers as they are now, whether it is in the air or not.
    pub fn standing_filter(&self) -> Filter {
        Filter {
            floor: self.memory.floor(),
            ..self.profile.filter
        }
    }

    /// Width of a gap that it fits through with its clearance (m).
    pub fn width(&self) -> f32 {
        2.0 * (self.body.radius + self.profile.detouring.clearance())
    }

    /// Whether contacts may move it.
    pub fn is_on_its_feet(&self) -> bool {
        self.profile.is_steered() && !self.memory.is_in_the_air()
    }
}
