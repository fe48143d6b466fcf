//! The agents' grid, as the world uses it: everybody is indexed anew, and everybody's neighbours
//! within 4.5 m are gathered. They are only pushed apart for it, so that little else costs.

use sidestep::Vec2;
use sidestep::walker::{AgentAvoidance, Around, Behavior, Detouring, ObstacleAvoidance};
use sidestep::world::{AgentId, AgentSpec, Proposal, World, WorldSettings};

use super::Kernel;
use crate::crowd::{Crowd, STEP};
use crate::hash::Hash;

/// Edge distance within which others are gathered (m): that of the default's sampling.
const DISTANCE: f32 = 4.5;

/// Everybody's neighbours.
pub struct Grid {
    world: World,
    first: (AgentId, Vec2, Vec2),
    proposals: Vec<Proposal>,
}

impl Grid {
    /// Among this many agents.
    ///
    /// # Panics
    /// If the world refuses an agent.
    #[must_use]
    pub fn new(count: usize) -> Self {
        let settings = WorldSettings {
            parallel: false,
            ..WorldSettings::default()
        };
        let mut world = World::new(settings).expect("a world");
        let crowd = Crowd::new(count);
        let specs = crowd.bodies.iter().map(|body| {
            let mut spec = AgentSpec::new(*body);
            let profile = &mut spec.profile;
            profile.behaviors = vec![Behavior::Separation(Around::within(DISTANCE)).into()];
            profile.obstacle_avoidance = ObstacleAvoidance::None;
            profile.agent_avoidance = AgentAvoidance::None;
            profile.detouring = Detouring::None;
            spec
        });
        let ids = world.insert_agents(specs).expect("agents");
        let body = &crowd.bodies[0];
        Self {
            world,
            first: (ids[0], body.position, body.velocity),
            proposals: Vec::new(),
        }
    }
}

impl Kernel for Grid {
    fn prepare(&mut self) {
        // One who is said to have moved makes the index stale.
        let (id, position, velocity) = self.first;
        (self.world.correct_agent(id, position, velocity)).expect("the first agent");
    }

    fn work(&mut self) {
        let rows = 0..self.world.agents().len();
        self.proposals = self.world.propose(rows, STEP).expect("proposals");
    }

    fn hash(&self) -> u64 {
        let mut hash = Hash::default();
        for proposal in &self.proposals {
            hash.add(&proposal.force.to_array());
        }
        hash.finish()
    }
}
