//! Stage 1: index the agents as they stand, so that all decide on the same picture.

use glam::Vec2;

use crate::avoid::detour::{BarrierKind, Blocker};
use crate::space::Clusters;
use crate::walker::{ObstacleId, StillChange};
use crate::world::store::{Agent, Obstacles, Picture, Senses};
use crate::world::{ObstacleView, World};

/// Who could be at an obstacle within this time (s) when it is put there takes notice at once, even if it
/// isn't its turn to decide.
const NOTICES_WITHIN: f32 = 4.0;

impl World {
    pub(in crate::world) fn sense(&mut self) {
        self.obstacles.refresh(self.settings.topology);
        let changed = self.obstacles.take_changes();
        for &id in &changed {
            follow_obstacle(&mut self.clusters, &self.obstacles, id);
        }
        self.routes.follow(&changed);
        // What the last step's report saw still holds, unless something has changed since.
        if self.senses.stale {
            self.senses.look(&mut self.agents, &self.settings);
        }
        let Self {
            agents,
            obstacles,
            senses,
            ..
        } = self;
        notice(agents.seated_mut(), obstacles, senses, &changed);
    }

    /// The parts of the world that deciding reads for a step of `dt` seconds, and the agents that
    /// it writes.
    pub(in crate::world) fn split(&mut self, dt: f32) -> (Picture<'_>, &mut [Agent]) {
        let mut context = self.senses.context.at(self.time, dt);
        context.largest_obstacle = self.obstacles.largest_radius();
        context.obstacles_move = self.obstacles.any_comes();
        let (agents, seating) = self.agents.split();
        let picture = Picture {
            context,
            settings: &self.settings,
            detail: &self.detail,
            senses: &self.senses,
            seating,
            obstacles: &self.obstacles,
            clusters: &self.clusters,
            links: &self.links,
            markers: &self.markers,
            formations: &self.formations,
        };
        (picture, agents)
    }

    /// Sees to it that gaps are taken for closed if a body of this width with its clearance (m)
    /// doesn't fit through.
    pub(in crate::world) fn make_room_for(&mut self, width: f32) {
        if width > self.clusters.width() {
            self.clusters.set_width(width);
        }
    }
}

/// Tells those who are near that these obstacles came, or were put somewhere else. Those who see one move look
/// in each step anyway, and nobody has to hurry as one goes.
fn notice(agents: &mut [Agent], obstacles: &Obstacles, senses: &Senses, changed: &[ObstacleId]) {
    let changed = changed.iter().filter_map(|id| obstacles.get(*id));
    let rests = |it: &ObstacleView<'_>| it.velocity == Vec2::ZERO && it.next.is_none();
    let placed: Vec<_> = changed.filter(rests).collect();
    if placed.len() > agents.len() {
        // A whole scene that is set up, mostly.
        for agent in agents {
            agent.memory.notice_obstacle();
        }
        return;
    }
    let usual = &senses.context.usual;
    let near = NOTICES_WITHIN * usual.speed + usual.radius;
    for obstacle in placed {
        let center = senses.context.topology.wrap(obstacle.pose.center);
        let radius = obstacle.shape.hull(obstacle.offset).bounding_radius();
        senses.grid.within(center, radius + near, |slot, _| {
            let seat = senses.grid.indices()[slot as usize];
            agents[seat as usize].memory.notice_obstacle();
        });
    }
}

/// Takes over what has changed about an obstacle.
fn follow_obstacle(clusters: &mut Clusters, obstacles: &Obstacles, id: ObstacleId) {
    let name = Blocker::Obstacle(id.0);
    match obstacles.get(id) {
        Some(obstacle) => {
            let kind = BarrierKind::of(obstacle.temporary);
            clusters.insert(name, kind, obstacle.shape, obstacle.offset, obstacle.filter);
        }
        None => {
            clusters.remove(name);
        }
    }
}

/// Takes an agent that has left, or was put elsewhere, out of what can be walked round.
pub(in crate::world) fn forget_standing(clusters: &mut Clusters, agent: &mut Agent) {
    agent.memory.forget_standing();
    StillChange::Goes.apply(&agent.walker(), &agent.memory, clusters);
}
