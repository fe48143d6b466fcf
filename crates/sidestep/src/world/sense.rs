//! Stage 1: index the agents as they stand, so that all decide on the same picture.

use glam::Vec2;

use super::agent::Agent;
use super::obstacles::Obstacles;
use super::temporaries::Temporaries;
use super::{
    AgentAvoidance, AgentId, AgentSpec, Around, Control, Marker, Target, World, WorldSettings,
};
use crate::avoid::right_of_way::Standing;
use crate::motion::Body;
use crate::space::{AgentGrid, Filter};
use crate::steer::Neighbor;

/// What all agents see: the state at the start of a step.
#[derive(Clone, Debug, Default)]
pub(super) struct Senses {
    pub stale: bool,
    pub seen: Vec<Seen>,
    pub grid: AgentGrid,
    /// Largest distance from the origin in use (m): rounding grows with it.
    pub extent: f32,
    pub largest_radius: f32,
    /// Largest speed that anybody has or can have (m/s).
    pub fastest: f32,
    /// Longest way that anybody needs to brake from its largest speed (m).
    pub longest_braking: f32,
}

/// One agent as others see it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Seen {
    pub id: AgentId,
    pub body: Body,
    pub group: u32,
    pub filter: Filter,
    pub manners: Manners,
    pub standing: Standing,
    /// Where it goes (m), if anywhere.
    pub aim: Option<Vec2>,
}

/// What others may expect of an agent.
#[derive(Clone, Copy, Debug)]
pub(super) struct Manners {
    /// Whether it avoids those that it takes notice of.
    pub avoids: bool,
    /// Whether it keeps to its side of the line between it and those that do too.
    pub guarded: bool,
    pub responsibility: f32,
    pub priority: i32,
}

/// Everything that a decision may read.
#[derive(Clone, Copy)]
pub(super) struct Picture<'a> {
    pub settings: &'a WorldSettings,
    pub time: f64,
    pub senses: &'a Senses,
    pub obstacles: &'a Obstacles,
    pub temporaries: &'a Temporaries,
    pub markers: &'a [Marker],
}

impl World {
    pub(super) fn sense(&mut self) {
        self.obstacles.refresh(self.settings.topology);
        let changed = self.obstacles.take_changes();
        self.temporaries.follow(&self.obstacles, &changed);
        self.routes.follow(&changed);
        // What the last step's report saw still holds, unless something has changed since.
        if self.senses.stale {
            self.senses.look(&self.agents, &self.settings);
        }
    }

    /// The parts of the world that deciding reads, and the agents that it writes.
    pub(super) fn split(&mut self) -> (Picture<'_>, &mut [Agent]) {
        (
            Picture {
                settings: &self.settings,
                time: self.time,
                senses: &self.senses,
                obstacles: &self.obstacles,
                temporaries: &self.temporaries,
                markers: &self.markers,
            },
            &mut self.agents,
        )
    }
}

impl Senses {
    pub fn look(&mut self, agents: &[Agent], settings: &WorldSettings) {
        self.seen.clear();
        self.seen.extend(agents.iter().map(|agent| Seen {
            id: agent.id,
            body: agent.body,
            group: agent.profile.group,
            filter: agent.filter(),
            manners: Manners::of(&agent.profile),
            standing: agent.memory.standing,
            aim: agent.memory.aim,
        }));
        let largest = |value: fn(&Body) -> f32| {
            self.seen
                .iter()
                .map(|seen| value(&seen.body))
                .fold(0.0, f32::max)
        };
        self.largest_radius = largest(|body| body.radius);
        self.extent = largest(|body| body.position.abs().max_element());
        self.fastest = largest(|body| body.speed().max(body.limits.max_speed));
        self.longest_braking = largest(|body| body.braking_distance(body.limits.max_speed));
        let cell_size = (4.0 * self.largest_radius).max(0.1);
        self.grid.rebuild(
            (0u32..).zip(self.seen.iter().map(|seen| seen.body.position)),
            cell_size,
            settings.topology,
        );
        self.stale = false;
    }

    pub fn find(&self, id: AgentId) -> Option<&Seen> {
        let place = self.seen.binary_search_by_key(&id, |seen| seen.id).ok()?;
        Some(&self.seen[place])
    }
}

impl Manners {
    pub fn of(profile: &AgentSpec) -> Self {
        let steered = profile.control == Control::Steered;
        Self {
            avoids: steered && profile.agent_avoidance != AgentAvoidance::None,
            guarded: steered && matches!(profile.agent_avoidance, AgentAvoidance::Sampling(_)),
            responsibility: profile.responsibility,
            priority: profile.priority,
        }
    }
}

impl Picture<'_> {
    /// Where a target is, at the image nearest to `from` (m); `None` if it is gone.
    pub fn target(&self, from: Vec2, target: Target) -> Option<Vec2> {
        let point = match target {
            Target::Point(point) => point,
            Target::Marker(marker) => self.markers.get(marker.0 as usize)?.position,
            Target::Agent(id) => self.senses.find(id)?.body.position,
        };
        Some(self.settings.topology.nearest_image(from, point))
    }

    /// A target as something that moves, at its nearest image; `None` if it is gone. Points and markers
    /// have no radius and face the way that they move.
    pub fn quarry(&self, from: Vec2, target: Target) -> Option<Neighbor> {
        let velocity = match target {
            Target::Agent(id) => return self.neighbor(from, id),
            Target::Point(_) => Vec2::ZERO,
            Target::Marker(marker) => self.markers.get(marker.0 as usize)?.velocity,
        };
        Some(Neighbor {
            id: u64::MAX,
            position: self.target(from, target)?,
            velocity,
            heading: velocity.normalize_or(Vec2::X),
            radius: 0.0,
        })
    }

    /// Another agent as neighbour, at its nearest image; `None` if it is gone.
    pub fn neighbor(&self, from: Vec2, id: AgentId) -> Option<Neighbor> {
        let seen = self.senses.find(id)?;
        let mut neighbor = Neighbor::new(id.0, &seen.body);
        neighbor.position = self
            .settings
            .topology
            .nearest_image(from, neighbor.position);
        Some(neighbor)
    }

    /// Fills `found` with the nearest agents (ties by id) whose edge is near enough to the body's edge,
    /// that are in the group asked for, and that `filter` meets, at most as many as the settings say. The one place where
    /// neighbours come from.
    pub fn neighbors(
        &self,
        id: AgentId,
        body: &Body,
        filter: &Filter,
        around: Around,
        found: &mut Vec<Neighbor>,
    ) {
        found.clear();
        let distance = around.distance;
        let reach = distance + body.radius + self.senses.largest_radius;
        self.senses.grid.within(body.position, reach, |index, way| {
            let seen = &self.senses.seen[index as usize];
            let limit = distance + body.radius + seen.body.radius;
            if seen.id != id
                && way.length_squared() <= limit * limit
                && around.group.is_none_or(|group| group == seen.group)
                && filter.meets(&seen.filter)
            {
                let mut neighbor = Neighbor::new(seen.id.0, &seen.body);
                neighbor.position = body.position + way;
                found.push(neighbor);
            }
        });
        let distance_to = |other: &Neighbor| other.position.distance_squared(body.position);
        found.sort_unstable_by(|a, b| {
            distance_to(a)
                .total_cmp(&distance_to(b))
                .then(a.id.cmp(&b.id))
        });
        found.truncate(self.settings.max_neighbors);
    }
}
