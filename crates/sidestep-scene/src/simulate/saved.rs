//! A scene in the middle of its run, to be saved and gone on with.

use std::fmt::Write;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use sidestep::avoid::Method as CustomMethod;
use sidestep::avoid::detour::DetourMethod;
use sidestep::nav::NavMeshes;
use sidestep::world::{
    AgentAvoidance, AgentId, AgentSpec, Detouring, LoadError, ObstacleAvoidance, ObstacleId,
    SavedWorld, Supply, World,
};

use super::walkable::Walkable;
use super::{Simulation, SimulationError, agents};
use crate::method::Method;
use crate::place::{GoalDrawer, Layout};
use crate::recording::AgentFrame;

/// A scene in the middle of its run as plain data: the world, and what of the run doesn't follow
/// from the scene. It goes on bit for bit with the layout that it was saved of.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SavedSimulation {
    /// A hash of the layout.
    layout: u64,
    world: SavedWorld,
    obstacles: Vec<Option<u32>>,
    /// The time for which goals are drawn, if any were (s).
    drawer_at: Option<f64>,
    rounds: Vec<u64>,
    arrived: Vec<bool>,
    step: u64,
    time: f64,
    agents: Vec<AgentFrame>,
    scripted: f64,
    /// When walkable space was baked anew last (s).
    cut_at: f64,
}

/// Why a run can't be saved.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum SaveError {
    /// Its scene was changed by hand on the way.
    #[error(
        "a run whose scene was changed on the way can't be saved; save the changed scene, and run that"
    )]
    Edited,
}

/// Why a saved run can't go on.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ResumeError {
    /// The layout isn't the one that the run was saved of.
    #[error(
        "the run was saved of another scene, or by a version of Sidestep that places it otherwise; \
         run the scene from its beginning"
    )]
    OtherLayout,
    /// What was saved of the run doesn't fit its layout.
    #[error("the saved run is wrong: {0} doesn't fit the scene; run the scene from its beginning")]
    Misfit(&'static str),
    /// The world can't be loaded.
    #[error(transparent)]
    World(#[from] LoadError),
    /// The scene can't run at all.
    #[error(transparent)]
    Simulation(#[from] SimulationError),
}

impl Simulation {
    /// The run as it is now, between two steps.
    ///
    /// # Errors
    /// If its scene was [changed](super::edit) on the way.
    pub fn save(&self) -> Result<SavedSimulation, SaveError> {
        let edits = &self.edits;
        let edited = !edits.removed.is_empty() || !edits.models.is_empty();
        if self.version != 0 || edited {
            return Err(SaveError::Edited);
        }
        let id = |id: &Option<ObstacleId>| id.map(|id| id.0);
        Ok(SavedSimulation {
            layout: hash(&self.layout),
            world: self.world.save(),
            obstacles: self.obstacles.iter().map(id).collect(),
            drawer_at: self.drawer.as_ref().map(|_| self.drawer_at),
            rounds: self.rounds.clone(),
            arrived: self.arrived.clone(),
            step: self.frame.step,
            time: self.frame.time,
            agents: self.frame.agents.clone(),
            scripted: self.scripted,
            cut_at: (self.edits.walkable.as_ref()).map_or(0.0, Walkable::cut_at),
        })
    }

    /// Goes on with a run that was saved of this layout.
    ///
    /// # Errors
    /// If the layout is another one, or what was saved doesn't fit it.
    pub fn resume(layout: Layout, saved: &SavedSimulation) -> Result<Self, ResumeError> {
        if saved.layout != hash(&layout) {
            return Err(ResumeError::OtherLayout);
        }
        let agents = layout.agents.len();
        for (what, fits) in [
            ("the number of agents", saved.agents.len() == agents),
            ("the number of drawn goals", saved.rounds.len() == agents),
            ("the number of arrivals", saved.arrived.len() == agents),
            (
                "the number of obstacles",
                saved.obstacles.len() == layout.obstacles.len(),
            ),
            (
                "the time",
                saved.time.is_finite() && saved.scripted.is_finite(),
            ),
        ] {
            if !fits {
                return Err(ResumeError::Misfit(what));
            }
        }
        let mut simulation = Self::new(layout)?;
        let methods = agents::methods(&simulation.layout).map_err(SimulationError::from)?;
        let mut parts = Parts {
            simulation: &simulation,
            methods: &methods,
        };
        let world = World::load(&saved.world, &mut parts)?;
        let known = |id: &Option<u32>| id.is_none_or(|id| world.obstacle(ObstacleId(id)).is_some());
        if !saved.obstacles.iter().all(known) {
            return Err(ResumeError::Misfit("an obstacle"));
        }
        if world.agents().any(|agent| agent.id.0 >= agents as u64) {
            return Err(ResumeError::Misfit("an agent"));
        }
        if let Some(walkable) = &mut simulation.edits.walkable {
            walkable.resume(&world, saved.cut_at);
        }
        simulation.world = world;
        simulation.obstacles = (saved.obstacles.iter())
            .map(|id| id.map(ObstacleId))
            .collect();
        simulation.rounds.clone_from(&saved.rounds);
        simulation.arrived.clone_from(&saved.arrived);
        simulation.scripted = saved.scripted;
        simulation.drawer = saved
            .drawer_at
            .map(|time| GoalDrawer::at(&simulation.layout, time));
        simulation.drawer_at = saved.drawer_at.unwrap_or_default();
        simulation.frame.step = saved.step;
        simulation.frame.time = saved.time;
        simulation.frame.agents.clone_from(&saved.agents);
        simulation.look_at_script();
        Ok(simulation)
    }
}

/// What the saved world of a scene only names.
struct Parts<'a> {
    /// The scene as it began.
    simulation: &'a Simulation,
    methods: &'a [Method],
}

impl Parts<'_> {
    /// What the scene says of an agent.
    fn spec(&self, agent: AgentId) -> Option<AgentSpec> {
        let layout = &self.simulation.layout;
        let index = usize::try_from(agent.0).ok()?;
        let method = self.methods[layout.agents.get(index)?.group];
        Some(agents::spec(
            layout,
            index,
            &self.simulation.markers,
            method,
        ))
    }
}

impl Supply for Parts<'_> {
    fn walkable(&mut self, _: u64) -> Option<NavMeshes> {
        self.simulation.world.walkable().cloned()
    }

    fn obstacle_method(&mut self, agent: AgentId, _: &str) -> Option<Arc<dyn CustomMethod>> {
        match self.spec(agent)?.profile.obstacle_avoidance {
            ObstacleAvoidance::Custom(method) => Some(method),
            _ => None,
        }
    }

    fn agent_method(&mut self, agent: AgentId, _: &str) -> Option<Arc<dyn CustomMethod>> {
        match self.spec(agent)?.profile.agent_avoidance {
            AgentAvoidance::Custom(method) => Some(method),
            _ => None,
        }
    }

    fn detour_method(&mut self, agent: AgentId, _: &str) -> Option<Arc<dyn DetourMethod>> {
        match self.spec(agent)?.profile.detouring {
            Detouring::Custom(method) => Some(method),
            _ => None,
        }
    }
}

/// FNV-1a over 64 bits of all that a layout says.
fn hash(layout: &Layout) -> u64 {
    struct Hash(u64);
    impl Write for Hash {
        fn write_str(&mut self, text: &str) -> std::fmt::Result {
            for byte in text.bytes() {
                self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
            }
            Ok(())
        }
    }
    let mut hash = Hash(0xcbf2_9ce4_8422_2325);
    // Writing into a hash can't fail.
    let _ = write!(hash, "{layout:?}");
    hash.0
}
