//! An agent within the world.

use std::sync::Arc;

use glam::Vec2;

use super::on_path::OnPath;
use super::path::RouteMemory;
use crate::clone_by_field::clone_by_field;
use crate::motion::Body;
use crate::rare::Rare;
use crate::walker::{AgentId, GoalList, Memory, Profile, Walker};

/// An agent within the world: its body, what the caller said about it, and what it remembers.
#[derive(Debug)]
pub(in crate::world) struct Agent {
    pub id: AgentId,
    pub body: Body,
    /// What was said about it but for its goals: shared with those of whom the same was said.
    pub profile: Arc<Profile>,
    pub goals: GoalList,
    pub memory: Memory,
    /// Its path through walkable space, of those who follow one.
    pub route: Rare<RouteMemory>,
    /// The force decided on in this step (N).
    pub force: Vec2,
    /// Where the step began (m): settling sweeps from here.
    pub previous: Vec2,
}

clone_by_field!(Agent {
    id,
    body,
    profile,
    goals,
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
            goals: self.goals.as_goals(),
        };
        (walker, &mut self.memory)
    }

    /// Looks at every part of the row that deciding reads, so that the processor has it. What comes
    /// out means nothing.
    pub fn touch(&self) -> f32 {
        let (body, memory) = (&self.body, &self.memory);
        body.position.x
            + body.limits.max_force
            + self.previous.x
            + memory.wanted.x
            + memory.best
            + memory.clock.velocity.x
    }

    /// Takes over how far along its path it has come where it was decided for.
    pub fn take_on_path(&mut self, on_path: Option<OnPath>) {
        if let (Some(on_path), Some(route)) = (on_path, self.route.apart()) {
            route.put_on_path(on_path);
        }
    }

    /// The agent as it decides.
    pub fn walker(&self) -> Walker<'_> {
        Walker {
            id: self.id,
            body: &self.body,
            profile: &self.profile,
            goals: self.goals.as_goals(),
        }
    }
}

#[cfg(all(test, target_pointer_width = "64"))]
mod tests {
    use super::*;
    use crate::walker::Percept;

    #[test]
    fn rows_are_as_wide_as_the_architecture_says() {
        assert_eq!(size_of::<Agent>(), 192);
        assert_eq!(size_of::<Memory>(), 88);
        assert_eq!(size_of::<Percept>(), 88);
    }
}
