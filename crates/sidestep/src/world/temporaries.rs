//! What can be walked round: temporary obstacles and agents that stand still, in clusters that follow the changes.

use glam::Vec2;

use super::agent::Agent;
use super::obstacles::Obstacles;
use super::{AgentId, Control, ObstacleId, ObstacleSpec};
use crate::avoid::detour::{Barrier, BarrierKind, Blocker};
use crate::geometry::{Bounds, Circle, Shape};
use crate::space::{Clusters, Filter, Topology};

/// Speed below which an agent may stand (shares of its largest).
const STANDS_BELOW: f32 = 0.05;

/// Speed from which a standing agent goes on (shares of its largest).
const GOES_FROM: f32 = 0.2;

/// How far a standing agent may be shoved before it counts as having gone (radii).
const SHOVED: f32 = 0.5;

/// How long an agent has to be that slow until it counts as standing (s).
const STANDS_AFTER: f64 = 0.5;

/// Clusters of what stands about for a while, with the walls that end the ways round them.
#[derive(Clone, Debug)]
pub(super) struct Temporaries {
    clusters: Clusters,
    /// How many of them are temporary.
    count: usize,
    /// How many of these are agents.
    agents: usize,
    /// Counts the changes.
    version: u64,
}

/// Whether an agent stands still.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct StandingStill {
    /// How long it has been slow (s).
    seconds: f64,
    /// Where it stands (m), if it does.
    pub place: Option<Vec2>,
}

impl StandingStill {
    /// Whether it has stood long enough for others to walk round it.
    pub const fn stands(&self) -> bool {
        self.place.is_some()
    }
}

impl Temporaries {
    pub fn new(topology: Topology) -> Self {
        Self {
            clusters: Clusters::new(0.1, topology),
            count: 0,
            agents: 0,
            version: 0,
        }
    }

    /// Whether there is nothing to walk round.
    pub const fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Whether anybody stands still.
    pub const fn holds_agents(&self) -> bool {
        self.agents > 0
    }

    /// Whether somebody stands still.
    pub fn holds(&self, agent: AgentId) -> bool {
        self.holds_agents() && self.clusters.contains(Blocker::Agent(agent.0))
    }

    /// Counts the changes.
    pub const fn version(&self) -> u64 {
        self.version
    }

    /// Where an agent stands still (m), if it does.
    #[cfg_attr(not(feature = "nav"), allow(dead_code))]
    pub fn stands(&self, agent: &Agent) -> Option<Vec2> {
        agent.memory.still.place
    }

    /// Fills `found` with what is in an area, as [`Clusters::gather`].
    pub fn gather<'a>(&'a self, area: Bounds, filter: &Filter, found: &mut Vec<Barrier<'a>>) {
        self.clusters.gather(area, filter, found);
    }

    /// Takes over what has changed among the obstacles.
    pub fn follow(&mut self, obstacles: &Obstacles, changed: &[ObstacleId]) {
        for &id in changed {
            let name = Blocker::Obstacle(id.0);
            self.remove(name);
            if let Some((spec, offset)) = obstacles.get(id) {
                self.insert(name, kind(spec), &spec.shape, offset, spec.filter);
            }
        }
    }

    /// Makes room for a body with its clearance: the gaps that are too narrow for it join what is beside them.
    pub fn widen(
        &mut self,
        agent: &Agent,
        obstacles: &Obstacles,
        topology: Topology,
        agents: &[Agent],
    ) {
        let width = 2.0 * (agent.body.radius + agent.profile.detouring.clearance());
        if width <= self.clusters.width() {
            return;
        }
        self.clusters = Clusters::new(width, topology);
        self.count = 0;
        self.agents = 0;
        for (id, spec, offset) in obstacles.iter() {
            let name = Blocker::Obstacle(id.0);
            self.insert(name, kind(spec), &spec.shape, offset, spec.filter);
        }
        for agent in agents {
            if let Some(place) = agent.memory.still.place {
                self.insert_agent(agent, place);
            }
        }
    }

    /// Takes an agent out that has left, or was put elsewhere.
    pub fn forget(&mut self, agent: &mut Agent) {
        agent.memory.still = StandingStill::default();
        self.remove(Blocker::Agent(agent.id.0));
    }

    /// Takes notice of another radius or filter of an agent.
    pub fn refit(&mut self, agent: &Agent) {
        if let Some(place) = agent.memory.still.place {
            self.insert_agent(agent, place);
        }
    }

    /// Sees who stands still after a step of `dt` seconds, by two thresholds, so that nobody comes and goes.
    pub fn watch(&mut self, agents: &mut [Agent], dt: f32) {
        for agent in agents {
            let largest = agent.body.limits.max_speed;
            let speed = agent.body.speed();
            if let Some(place) = agent.memory.still.place {
                let shoved = agent.body.position.distance(place) > SHOVED * agent.body.radius;
                let wants_on = agent.memory.wanted_speed > GOES_FROM * largest;
                if speed > GOES_FROM * largest || shoved || wants_on {
                    self.forget(agent);
                }
                continue;
            }
            // Those who are held up want on: they aren't walked round but let through.
            let rests = agent.memory.wanted_speed <= STANDS_BELOW * largest
                || agent.profile.control == Control::Driven;
            let still = &mut agent.memory.still;
            if speed > STANDS_BELOW * largest || !rests || agent.memory.jump.is_some() {
                still.seconds = 0.0;
                continue;
            }
            still.seconds += f64::from(dt);
            if still.seconds >= STANDS_AFTER {
                let place = agent.body.position;
                still.place = Some(place);
                self.insert_agent(agent, place);
            }
        }
    }

    fn insert_agent(&mut self, agent: &Agent, place: Vec2) {
        // A body that was checked makes a disc; one too far out to be told from its neighbours is left out.
        if let Ok(disc) = Circle::new(Vec2::ZERO, agent.body.radius) {
            self.insert(
                Blocker::Agent(agent.id.0),
                BarrierKind::Temporary,
                &disc.into(),
                place,
                agent.profile.filter,
            );
        }
    }

    fn insert(
        &mut self,
        name: Blocker,
        kind: BarrierKind,
        shape: &Shape,
        offset: Vec2,
        filter: Filter,
    ) {
        self.remove(name);
        self.count += usize::from(kind == BarrierKind::Temporary);
        self.agents += usize::from(matches!(name, Blocker::Agent(_)));
        self.version += 1;
        self.clusters.insert(name, kind, shape, offset, filter);
    }

    fn remove(&mut self, name: Blocker) {
        if let Some(kind) = self.clusters.remove(name) {
            self.count -= usize::from(kind == BarrierKind::Temporary);
            self.agents -= usize::from(matches!(name, Blocker::Agent(_)));
            self.version += 1;
        }
    }
}

const fn kind(spec: &ObstacleSpec) -> BarrierKind {
    if spec.temporary {
        BarrierKind::Temporary
    } else {
        BarrierKind::Permanent
    }
}
