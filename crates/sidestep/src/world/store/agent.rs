//! An agent within the world.

use std::sync::Arc;

use glam::Vec2;

use super::on_path::OnPath;
use super::path::RouteMemory;
use super::profiles::Said;
use crate::clone_by_field::clone_by_field;
use crate::motion::Body;
use crate::rare::Rare;
use crate::walker::{AgentId, GoalList, Memory, Walker};

/// As much of a body as changes while it moves, and its radius, in which agents of a kind differ. What it
/// weighs and can do is [shared](Said).
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::world) struct Moving {
    /// Centre (m).
    pub position: Vec2,
    /// Velocity (m/s).
    pub velocity: Vec2,
    /// Where it faces, a unit vector.
    pub heading: Vec2,
    /// Radius (m).
    pub radius: f32,
}

impl From<Body> for Moving {
    #[inline]
    fn from(body: Body) -> Self {
        Self {
            position: body.position,
            velocity: body.velocity,
            heading: body.heading,
            radius: body.radius,
        }
    }
}

/// An agent within the world: its body, what the caller said about it, and what it remembers.
#[derive(Debug)]
pub(in crate::world) struct Agent {
    pub id: AgentId,
    pub body: Moving,
    /// What was said about it but for its goals: shared with those of whom the same was said.
    pub profile: Arc<Said>,
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
    /// The whole body.
    #[inline]
    pub fn body(&self) -> Body {
        let Moving {
            position,
            velocity,
            heading,
            radius,
        } = self.body;
        Body {
            position,
            velocity,
            heading,
            radius,
            mass: self.profile.mass,
            limits: self.profile.limits,
        }
    }

    /// Turns it into the direction of travel: see [`Body::face_velocity`].
    pub fn face_velocity(&mut self) {
        let mut body = self.body();
        body.face_velocity();
        self.body = body.into();
    }

    /// The agent as it decides, beside what it remembers.
    pub fn split(&mut self) -> (Walker<'_>, &mut Memory) {
        let walker = Walker {
            id: self.id,
            body: self.body(),
            profile: &self.profile,
            goals: self.goals.as_goals(),
        };
        (walker, &mut self.memory)
    }

    /// Looks at every part of it that is read first. What comes out means nothing.
    fn touch(&self) -> f32 {
        let (body, memory) = (&self.body, &self.memory);
        body.position.x + self.previous.x + memory.wanted.x + memory.best + memory.clock.velocity.x
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
            body: self.body(),
            profile: &self.profile,
            goals: self.goals.as_goals(),
        }
    }
}

/// Number of agents that are [fetched](touch) at once.
pub(in crate::world) const FETCHED: usize = 8;

/// Asks for a few agents at once, who sit anywhere, so that nobody waits for each of them.
pub(in crate::world) fn touch<'a>(few: impl Iterator<Item = &'a Agent>) {
    std::hint::black_box(few.map(Agent::touch).sum::<f32>());
}

#[cfg(all(test, target_pointer_width = "64"))]
mod tests {
    use super::*;
    use crate::walker::Percept;

    #[test]
    fn agents_are_as_wide_as_the_architecture_says() {
        assert_eq!(size_of::<Agent>(), 176);
        assert_eq!(size_of::<Memory>(), 88);
        assert_eq!(size_of::<Percept>(), 88);
    }
}
