//! A whole step of the world on one thread: a crowd with the defaults, each with a goal far ahead,
//! on a plane that wraps.

use sidestep::Vec2;
use sidestep::space::Topology;
use sidestep::world::{AgentSpec, Goal, World, WorldSettings};

use super::Kernel;
use crate::crowd::{Crowd, STEP};
use crate::hash::Hash;

/// Steps before the one that is measured: they begin to dodge, and fill the memory that is used
/// again.
const WARMING: usize = 3;

/// Distance of the goal (m): nobody arrives.
const FAR: f32 = 500.0;

/// A step.
pub struct Step {
    start: World,
    world: World,
}

impl Step {
    /// Of this many agents.
    ///
    /// # Panics
    /// If the world refuses an agent.
    #[must_use]
    pub fn new(count: usize) -> Self {
        let crowd = Crowd::new(count);
        let settings = WorldSettings {
            topology: Topology::torus(Vec2::ZERO, Vec2::splat(crowd.side())).expect("a torus"),
            parallel: false,
            ..WorldSettings::default()
        };
        let mut world = World::new(settings).expect("a world");
        let specs = crowd.bodies.iter().zip(&crowd.wishes).map(|(body, wish)| {
            let goal = Goal::point(body.position + *wish * FAR, 0.25);
            let mut spec = AgentSpec::new(*body).with_goal(goal);
            spec.profile.preferred_speed = wish.length();
            spec
        });
        world.insert_agents(specs).expect("agents");
        for _ in 0..WARMING {
            world.step(STEP).expect("a step");
        }
        Self {
            start: world.clone(),
            world,
        }
    }
}

impl Kernel for Step {
    fn prepare(&mut self) {
        self.world.clone_from(&self.start);
    }

    fn work(&mut self) {
        self.world.step(STEP).expect("a step");
    }

    fn hash(&self) -> u64 {
        let mut hash = Hash::default();
        for agent in self.world.agents() {
            hash.add(&agent.body.position.to_array());
            hash.add(&agent.body.velocity.to_array());
        }
        hash.finish()
    }
}
