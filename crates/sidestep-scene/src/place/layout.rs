//! A scene with everything decided: plain data to build a world from.

use sidestep::space::{Topology, TopologyError};
use sidestep::world::Link;

use crate::format::{Blend, Control, Floor, OnArrival, ParameterOverrides, Route, WhenBlocked};
use crate::recording::{Setting, WallSetting, WorldBounds};

use super::layout_agent::LayoutAgent;
use super::layout_behavior::LayoutBehavior;
use super::layout_obstacle::LayoutObstacle;
use super::track::Track;

/// A scene with everything decided: each obstacle and agent has its place, each name is an index.
#[derive(Clone, Debug, PartialEq)]
pub struct Layout {
    /// Name of the scene.
    pub name: String,
    /// One line for people.
    pub title: String,
    /// Seed of the random choices.
    pub seed: u64,
    /// Time step (s).
    pub dt: f64,
    /// Number of steps of a whole run.
    pub steps: u64,
    /// Name of the avoidance method, as the scene gives it.
    pub method: String,
    /// Whether bodies that overlap are pushed apart.
    pub settle: bool,
    /// How often an agent decides (s); 0 is in each step.
    pub decide_every: f32,
    /// Whether the run ends as soon as all have arrived.
    pub stop_when_arrived: bool,
    /// Edges of the world.
    pub bounds: WorldBounds,
    /// Straight pieces of wall. The edges of a walled world aren't among them.
    pub walls: Vec<WallSetting>,
    /// Obstacles: the listed ones first, then the scattered ones.
    pub obstacles: Vec<LayoutObstacle>,
    /// Moving targets.
    pub targets: Vec<LayoutTarget>,
    /// Jumps that blocked agents may take.
    pub links: Vec<Link>,
    /// Groups of agents.
    pub groups: Vec<LayoutGroup>,
    /// Agents; the index is the id. Group by group, in the order of the file.
    pub agents: Vec<LayoutAgent>,
    /// Changes to the parameters of the avoidance methods.
    pub parameters: ParameterOverrides,
}

/// A moving target.
#[derive(Clone, Debug, PartialEq)]
pub struct LayoutTarget {
    /// Its name.
    pub name: String,
    /// Where it is when.
    pub track: Track,
}

/// What the agents of a group have in common.
#[derive(Clone, Debug, PartialEq)]
pub struct LayoutGroup {
    /// Its name.
    pub name: String,
    /// Ids of its agents, without gaps.
    pub members: std::ops::Range<usize>,
    /// What happens when an agent reaches its last goal.
    pub on_arrival: OnArrival,
    /// Time without getting nearer to the last goal (s) until one who is kept from it by others who
    /// rest there has arrived.
    pub arrives_near_after: f32,
    /// Steering behaviours, the most important first.
    pub behaviors: Vec<LayoutBehavior>,
    /// How the behaviours and the avoidance become one force.
    pub blend: Blend,
    /// Whether the agents avoid obstacles and others.
    pub avoid: bool,
    /// Name of their own avoidance method; `None` for the layout's.
    pub method: Option<String>,
    /// Their part in the work of avoiding others who avoid them.
    pub responsibility: f32,
    /// Of two who avoid each other the one with the lower priority does all the work.
    pub priority: i32,
    /// How they get to their goals.
    pub route: Route,
    /// What they do when there is no way round what blocks them.
    pub when_blocked: WhenBlocked,
    /// Who moves them.
    pub control: Control,
    /// Layers that the agents are on, one bit each.
    pub layer: u32,
    /// Layers of others that they see, one bit each.
    pub mask: u32,
    /// Heights between which their bodies are.
    pub floor: Option<Floor>,
}

impl Layout {
    /// Whether the world wraps, and how.
    pub(crate) fn topology(&self) -> Topology {
        topology(self.bounds).unwrap_or_default()
    }

    /// What stays the same during a run, for those who watch it.
    ///
    /// Only goals that can be reached are in it: fleeing, going one way and staying put aren't.
    pub fn setting(&self) -> Setting {
        Setting {
            scene: self.name.clone(),
            title: self.title.clone(),
            method: self.method.clone(),
            seed: self.seed,
            dt: self.dt,
            bounds: self.bounds,
            walls: self.walls.clone(),
            obstacles: self.obstacles.iter().map(LayoutObstacle::setting).collect(),
            agents: (self.agents.iter().enumerate())
                .map(|(id, agent)| agent.setting(id))
                .collect(),
            groups: self.groups.iter().map(|group| group.name.clone()).collect(),
            targets: self
                .targets
                .iter()
                .map(|target| target.name.clone())
                .collect(),
        }
    }
}

impl LayoutTarget {
    pub(super) fn of(target: &crate::format::Target) -> Self {
        Self {
            name: target.name.to_string(),
            track: Track::new(&target.path, target.speed.get(), target.closed),
        }
    }
}

/// How far and which way places are from each other within these edges.
///
/// # Errors
/// If the box of a world that wraps has no area, or isn't finite.
pub fn topology(bounds: WorldBounds) -> Result<Topology, TopologyError> {
    match bounds {
        WorldBounds::Torus { min, max } => Topology::torus(min, max),
        WorldBounds::Open | WorldBounds::Walled { .. } => Ok(Topology::Open),
    }
}
