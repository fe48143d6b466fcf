//! A scene with everything decided: plain data to build a world from.

use sidestep::space::{Topology, TopologyError};
use sidestep::world::Link;

use crate::format::{Blend, Control, Floor, OnArrival, ParameterOverrides, Route, WhenBlocked};
use crate::recording::{Setting, WallSetting, WorldBounds};

use super::layout_agent::LayoutAgent;
use super::layout_behavior::LayoutBehavior;
use super::layout_formation::LayoutFormation;
use super::layout_obstacle::LayoutObstacle;
use super::level::LayoutLevel;
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
    /// The level on which all is, if there is one.
    pub level: Option<LayoutLevel>,
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
    /// Groups that keep together.
    pub formations: Vec<LayoutFormation>,
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
    /// How fast the agents' headings turn to where they mean to go (rad/s).
    pub turn_rate: f32,
    /// Time that they stay behind those ahead who go their way (s).
    pub time_gap: f32,
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

    /// The pairs of agents (the lower id first, in order) that start more than a millimetre in each
    /// other and meet: one sees the other's layer, and their floors touch. Listed starts may do
    /// that, drawn ones don't. On a torus those on either side of the seam aren't compared.
    pub fn overlapping_starts(&self) -> Vec<[usize; 2]> {
        /// How deep two may start in each other without being told of (m).
        const SLACK: f32 = 0.001;
        let left = |id: usize| self.agents[id].start.x - self.agents[id].radius;
        let mut from_left: Vec<usize> = (0..self.agents.len()).collect();
        from_left.sort_by(|&a, &b| left(a).total_cmp(&left(b)).then(a.cmp(&b)));
        let mut pairs = Vec::new();
        for (place, &one) in from_left.iter().enumerate() {
            let first = &self.agents[one];
            let reach = first.start.x + first.radius - SLACK;
            let near = from_left[place + 1..].iter();
            for &other in near.take_while(|&&other| left(other) < reach) {
                let second = &self.agents[other];
                let touching = first.radius + second.radius - SLACK;
                if first.start.distance(second.start) < touching
                    && self.on_one_floor(first, second)
                    && self.groups[first.group].meets(&self.groups[second.group])
                {
                    pairs.push([one.min(other), one.max(other)]);
                }
            }
        }
        pairs.sort_unstable();
        pairs
    }

    /// On a level: from which height to which an agent's body is at its start (m).
    pub(super) fn body(&self, agent: &LayoutAgent) -> Option<[f32; 2]> {
        let level = self.level.as_ref()?;
        Some([agent.height, agent.height + level.headroom])
    }

    /// Whether two agents start on the same floor; on the plane all do.
    fn on_one_floor(&self, one: &LayoutAgent, other: &LayoutAgent) -> bool {
        self.level
            .as_ref()
            .is_none_or(|level| (one.height - other.height).abs() < level.headroom)
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
            level: self.level.as_ref().map(LayoutLevel::setting),
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

impl LayoutGroup {
    /// Whether agents of the two groups meet: one sees the other's layer, and their floors touch.
    fn meets(&self, other: &Self) -> bool {
        let seen = self.mask & other.layer != 0 || other.mask & self.layer != 0;
        let apart = |one: Floor, other: Floor| one.high.get() < other.low.get();
        seen && !(self.floor.zip(other.floor))
            .is_some_and(|(own, other)| apart(own, other) || apart(other, own))
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::Scene;

    fn pairs(groups: &str) -> Vec<[usize; 2]> {
        let scene = Scene::from_toml(groups, "s").unwrap_or_else(|error| panic!("{error}"));
        let layout = Layout::new(&scene).unwrap_or_else(|error| panic!("{error}"));
        layout.overlapping_starts()
    }

    #[test]
    fn listed_starts_in_each_other_are_found() {
        let row = "[[agents]]\nradius = 0.5\npositions = [[3, 0], [0, 0], [0.9, 0], [1.9, 0], [0, 1.0]]\n";
        assert_eq!(pairs(row), [[1, 2]]);
        let heap = "[[agents]]\nradius = 0.5\npositions = [[0, 0], [0, 0.1], [0, 0.2]]\n";
        assert_eq!(pairs(heap), [[0, 1], [0, 2], [1, 2]]);
    }

    #[test]
    fn those_who_do_not_meet_may_start_in_each_other() {
        let two = |first: &str, second: &str| {
            let group = |keys| format!("[[agents]]\npositions = [[0, 0]]\n{keys}\n");
            pairs(&(group(first) + &group(second)))
        };
        assert_eq!(two("", ""), [[0, 1]]);
        assert!(two("layer = 2\nmask = 2", "layer = 4\nmask = 4").is_empty());
        assert_eq!(two("layer = 2\nmask = 4", "layer = 4\nmask = 4"), [[0, 1]]);
        let floor = |low: f64| format!("floor = {{ low = {low:.1}, high = {:.1} }}", low + 2.0);
        assert!(two(&floor(0.0), &floor(3.0)).is_empty());
        assert_eq!(two(&floor(0.0), &floor(1.0)), [[0, 1]]);
    }

    #[test]
    fn nobody_starts_in_anybody_in_the_built_in_scenes() {
        for built_in in crate::builtin::all() {
            let scene = built_in
                .scene(&[])
                .unwrap_or_else(|error| panic!("{error}"));
            let layout = Layout::new(&scene).unwrap_or_else(|error| panic!("{error}"));
            assert!(layout.overlapping_starts().is_empty(), "{}", built_in.name);
        }
    }
}
