//! Paths through walkable space: who needs one gets one in turn, a few each step, and follows it
//! from corner to corner.

use std::collections::BTreeSet;

use super::agent::Agent;
use super::agents::Agents;
use super::obstacles::Obstacles;
use super::path::{Edition, height};
use crate::avoid::detour::Blocker;
use crate::nav::{Blocked, GroundPoint, NavMesh, NavMeshes, NavPath};
use crate::walker::{ObstacleId, WhenBlocked};
use crate::world::spec::WorldError;

/// Room to spare beside a path (shares of the radius), so that a body that keeps its distances
/// fits.
const SPARE: f32 = 1.03;

/// Number of different radii that get meshes of their own; if there are more, radii are rounded up.
const MOST_RADII: usize = 8;

/// Factor between the radii to which others are rounded up if there are many.
const RADIUS_STEP: f32 = 1.05;

/// Time between changes of the meshes to close and open passages (s).
const CLOSES_EVERY: f64 = 0.25;

/// The walkable space of a world and who waits for a path through it.
#[derive(Clone, Debug, Default)]
pub(in crate::world) struct Routes {
    pub meshes: Option<NavMeshes>,
    /// The same with the passages closed that were found blocked.
    pub closed: Option<NavMeshes>,
    /// The obstacles that block those passages.
    pub closures: BTreeSet<ObstacleId>,
    /// Counts the changes of the closures.
    pub version: u64,
    /// Counts the changes of the meshes.
    pub edition: u64,
    /// Whether the closures have changed since.
    pub stale: bool,
    /// When the meshes were brought up to date last (s).
    pub refreshed: f64,
    /// Different radii of those who follow paths (m), smallest first.
    pub radii: Vec<f32>,
}

impl Routes {
    pub fn set(&mut self, meshes: NavMeshes, agents: &mut Agents) -> Result<(), WorldError> {
        self.bake(&meshes, agents)?;
        *self = Self {
            meshes: Some(meshes),
            radii: std::mem::take(&mut self.radii),
            version: self.version + 1,
            ..Self::default()
        };
        for agent in agents.seated_mut() {
            agent.route.clear();
        }
        Ok(())
    }

    /// Takes other meshes: agents keep their paths until they get another one.
    pub fn update(&mut self, meshes: NavMeshes, agents: &Agents) -> Result<(), WorldError> {
        self.bake(&meshes, agents)?;
        self.meshes = Some(meshes);
        self.edition += 1;
        self.stale |= !self.closures.is_empty();
        Ok(())
    }

    /// Bakes for all who follow paths.
    fn bake(&self, meshes: &NavMeshes, agents: &Agents) -> Result<(), WorldError> {
        for agent in agents.iter().filter(|agent| follows_paths(agent)) {
            meshes.mesh(self.mesh_radius(agent.body.radius))?;
        }
        Ok(())
    }

    /// Takes notice of a new agent.
    pub fn admit(&mut self, agent: &Agent) -> Result<(), WorldError> {
        if !follows_paths(agent) {
            return Ok(());
        }
        let radius = agent.body.radius;
        let place = self.radii.binary_search_by(|it| it.total_cmp(&radius));
        if let Err(place) = place {
            self.radii.insert(place, radius);
        }
        let baked = match &self.meshes {
            Some(meshes) => meshes.mesh(self.mesh_radius(radius)).map(drop),
            None => Ok(()),
        };
        if let (Err(_), Err(place)) = (&baked, place) {
            self.radii.remove(place);
        }
        Ok(baked?)
    }

    /// Takes notice that an agent has this radius (m) no longer.
    pub fn forget_radius(&mut self, radius: f32, agents: &Agents) {
        let Ok(place) = self.radii.binary_search_by(|it| it.total_cmp(&radius)) else {
            return;
        };
        let has = |agent: &Agent| follows_paths(agent) && agent.body.radius == radius;
        if !agents.iter().any(has) {
            self.radii.remove(place);
        }
    }

    /// Opens the passages of obstacles that have changed.
    pub fn follow(&mut self, changed: &[ObstacleId]) {
        for id in changed {
            self.stale |= self.closures.remove(id);
        }
    }

    /// Hands out paths: to those who have waited longest first, at most `most`.
    pub fn plan(&mut self, agents: &mut Agents, obstacles: &Obstacles, time: f64, most: usize) {
        if self.meshes.is_none() {
            return;
        }
        self.close(agents);
        self.refresh(obstacles, time);
        // Since when, the row and the seat of each.
        let mut waiting: Vec<(f64, u32, usize)> = Vec::new();
        let (seated, seating) = agents.split();
        for (seat, agent) in seated.iter_mut().enumerate() {
            if !follows_paths(agent) {
                continue;
            }
            let Some(goal) = agent.memory.aim() else {
                agent.route.clear();
                continue;
            };
            let edition = Edition {
                meshes: self.edition,
                closures: agent.route.knows_closures.then_some(self.version),
            };
            if agent.route.needs_path(&agent.body(), goal, edition) {
                let since = *agent.route.edit().asked.get_or_insert(time);
                waiting.push((since, seating.rows[seat], seat));
            }
        }
        waiting.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        for &(_, _, seat) in waiting.iter().take(most.max(1)) {
            self.find_path(&mut seated[seat]);
        }
    }

    /// Closes the passages that agents have found blocked, or that a way round leads away from.
    fn close(&mut self, agents: &mut Agents) {
        let following = (agents.seated_mut().iter_mut()).filter(|agent| follows_paths(agent));
        for agent in following {
            // The way round what stands in the passage leads elsewhere: the path goes there, too, or it would
            // turn back to that passage, and away from it again.
            if let Some(id) = agent.memory.goes_round()
                && let Some(goal) = agent.memory.aim()
                && agent.route.leaves_path(&agent.body(), goal)
            {
                agent.route.edit().knows_closures = true;
                self.stale |= self.closures.insert(id);
                continue;
            }
            let Some(blocked) = agent.memory.blocked() else {
                continue;
            };
            let replans = agent.profile.when_blocked == WhenBlocked::Replan || blocked.replan;
            let no_other_way = agent.route.no_other_way;
            if !replans || blocked.by_agents || no_other_way == Some(self.version) {
                continue;
            }
            let route = agent.route.edit();
            route.knows_closures = true;
            for blocker in blocked.barricade() {
                if let Blocker::Obstacle(id) = blocker {
                    self.stale |= self.closures.insert(ObstacleId(*id));
                }
            }
        }
    }

    /// Brings the meshes with closed passages up to date.
    fn refresh(&mut self, obstacles: &Obstacles, time: f64) {
        let (Some(meshes), true) = (&self.meshes, self.stale) else {
            return;
        };
        if self.version > 0 && time - self.refreshed < CLOSES_EVERY && time > 0.0 {
            return;
        }
        let closed = self.closures.iter().filter_map(|&id| {
            let obstacle = obstacles.get(id)?;
            let blocked = Blocked::new(obstacle.shape.clone(), obstacle.offset).ok()?;
            blocked.on_floor(obstacle.filter.floor).ok()
        });
        self.closed = Some(meshes.with_closed(closed));
        self.stale = false;
        self.version += 1;
        self.refreshed = time;
    }

    fn find_path(&self, agent: &mut Agent) {
        let (Some(goal), Some(meshes)) = (agent.memory.aim(), &self.meshes) else {
            return;
        };
        let route = agent.route.edit();
        route.asked = None;
        route.off_path = 0.0;
        let radius = self.mesh_radius(agent.body.radius);
        let height = height(agent.memory.floor());
        let from = GroundPoint::new(agent.body.position, height);
        let of_goal =
            (agent.goals.as_goals().get(agent.memory.goal())).and_then(|goal| goal.height);
        let to = GroundPoint::new(goal, of_goal.unwrap_or(height));
        // What can't be baked was refused when the agent or the space came.
        let ask = |meshes: &NavMeshes| -> Option<(NavMesh, NavPath)> {
            let mesh = meshes.mesh(radius).ok()?;
            let path = mesh.path(from, to)?;
            Some((mesh, path))
        };
        let aware = Edition {
            meshes: self.edition,
            closures: Some(self.version),
        };
        if route.knows_closures
            && let Some(closed) = &self.closed
            && !closed.closed().is_empty()
        {
            let found = ask(closed).filter(|(_, path)| !path.goal_moved);
            if found.is_some() {
                route.no_other_way = None;
                route.take(found, goal, aware);
                return;
            }
            // Then it goes as far as it can on the way that was blocked, and waits there.
            route.no_other_way = Some(self.version);
            route.take(ask(meshes), goal, aware);
            return;
        }
        route.knows_closures = false;
        route.no_other_way = None;
        let unaware = Edition {
            closures: None,
            ..aware
        };
        route.take(ask(meshes), goal, unaware);
    }

    /// The radius of the mesh for a body (m).
    fn mesh_radius(&self, radius: f32) -> f32 {
        let spare = radius * SPARE;
        if self.radii.len() <= MOST_RADII {
            return spare;
        }
        let mut rounded = 0.01;
        while rounded < spare {
            rounded *= RADIUS_STEP;
        }
        rounded
    }
}

fn follows_paths(agent: &Agent) -> bool {
    agent.profile.follows_paths()
}
