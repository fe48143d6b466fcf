//! The dense store: a world of the core, and which entity is in which of its rows.

use std::collections::BTreeMap;

use bevy_ecs::entity::{Entity, EntityHashMap, EntityMapper, MapEntities};
use bevy_ecs::prelude::{Component, ReflectComponent};
use bevy_math::{Affine3A, Vec2, Vec3};
use bevy_reflect::Reflect;
use bevy_reflect::prelude::ReflectDefault;
use bevy_transform::components::Transform;
use sidestep::{
    AgentId, AgentSpec, Blocker, Explanation, Link, MarkerId, ObstacleId, World, WorldSettings,
};

use crate::components::{AgentStatus, Drive, StuckReason};
use crate::events::Happened;
use crate::parents::Scale;
use crate::plane::Plane;

/// Ids of agents without a [`StableKey`](crate::StableKey) begin here.
const SPAWNED: u64 = 1 << 63;

/// The core's world behind a [`SidestepWorld`](crate::SidestepWorld), and which entity is which
/// agent. The truth for a game is in the components; this follows them at the start of each tick and
/// writes them at its end.
///
/// A clone is all that the ticks to come depend on besides the components: a game that goes back in
/// time keeps clones of this and of its components ([`Mirror::state_hash`] is what two players
/// compare).
///
/// By reflection it is one value, to be cloned: nothing in it is to be changed by hand.
#[derive(Component, Clone, Debug, Default, Reflect)]
#[component(map_entities)]
#[reflect(opaque)]
#[reflect(Component, Default, Clone, Debug)]
pub struct Mirror {
    pub(crate) world: Option<World>,
    pub(crate) plane: Plane,
    /// What its component said last.
    pub(crate) said: Option<WorldSettings>,
    /// Agents in the order of their ids, as the core has them.
    pub(crate) rows: Vec<Row>,
    /// In no order; those removed leave no gap.
    pub(crate) obstacles: Vec<ObstacleRow>,
    /// Which entity has an obstacle's id.
    pub(crate) obstacle_entities: BTreeMap<ObstacleId, Entity>,
    pub(crate) links: Vec<Link>,
    /// Entities that aren't agents and that somebody goes to.
    pub(crate) markers: EntityHashMap<Marker>,
    /// Markers that nobody goes to any more.
    pub(crate) free_markers: Vec<MarkerId>,
    /// Counts the runs of `SyncIn`.
    pub(crate) tick: u64,
    /// Whether somebody is to be explained.
    pub(crate) explains: bool,
    /// Whether physics moves somebody.
    pub(crate) has_physics: bool,
    /// Whether goals of some rows have to be said again.
    pub(crate) goals_due: bool,
    /// How many go to entities.
    pub(crate) followers: usize,
    /// Whether rows have moved since they were last told to the entities.
    pub(crate) moved_rows: bool,
    /// What has happened in this tick and wasn't told yet.
    pub(crate) happened: Vec<Happened>,
    /// Who has left in this tick, to be despawned.
    pub(crate) departed: Vec<Entity>,
}

/// An agent.
#[derive(Clone, Debug)]
pub(crate) struct Row {
    pub entity: Entity,
    pub id: AgentId,
    pub drive: Drive,
    /// The tick in which it was seen last.
    pub seen: u64,
    /// Its local translation as it was read or written last.
    pub local: Vec3,
    /// Where that is on the plane (m).
    pub place: Vec2,
    /// Its velocity as it was told last, for [`Drive::Velocity`] (m/s).
    pub velocity: Vec2,
    /// What it wants (m/s).
    pub desired: Vec2,
    /// What its entity is a child of, if of anything.
    pub parent: Option<Box<Affine3A>>,
    /// Which optional components it had.
    pub has: u16,
    /// How large its transforms made it.
    pub scale: Scale,
    pub goal: RowGoal,
    pub stuck: Option<StuckReason>,
    pub is_near: bool,
    pub paused: bool,
    /// Whether it is to be explained, and what came of it.
    pub explained: Option<Box<Explanation>>,
    pub feedback: Feedback,
    /// Its status, to be written.
    pub status: AgentStatus,
    /// Where it faces, a unit vector.
    pub heading: Vec2,
    /// How far its feet are below its place (m), where it has a height.
    pub feet: Option<f32>,
    /// Height of the ground under it (m).
    pub ground: f32,
    /// Whether that has changed in this tick.
    pub rose: bool,
    /// Whether its goals have to be said again.
    pub goal_due: bool,
}

/// Whom an agent goes to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum RowGoal {
    #[default]
    Nothing,
    Points,
    Agent(Entity),
    Marker(Entity),
    Gone,
}

impl RowGoal {
    /// Whether it is another entity.
    pub const fn is_entity(self) -> bool {
        matches!(self, Self::Agent(_) | Self::Marker(_))
    }
}

/// Whether physics tells what becomes of an agent.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Feedback {
    /// Ticks in which it has moved and no velocity was told.
    pub silent: u32,
    /// Seconds for which it wanted to move and didn't; `None` once it has moved.
    pub still: f32,
    pub has_moved: bool,
}

/// An entity that isn't an agent and that somebody goes to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Marker {
    pub id: MarkerId,
    pub users: u32,
}

/// An obstacle's entity.
#[derive(Clone, Debug)]
pub(crate) struct ObstacleRow {
    pub entity: Entity,
    /// Its key, or its place among all that were spawned.
    pub order: u64,
    pub seen: u64,
    /// As it was seen last, among its parents.
    pub transform: Transform,
    /// Where it is on the plane (m), and how it is turned (rad).
    pub place: Vec2,
    pub angle: f32,
    /// How it was turned when it came (rad).
    pub first_angle: f32,
    pub has: u16,
    /// How large its transforms made it when it came.
    pub scale: Scale,
    pub pieces: Vec<Piece>,
}

/// A convex part of an obstacle.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Piece {
    pub id: ObstacleId,
    /// Its centre, seen from the entity before that is turned (m).
    pub center: Vec2,
}

impl Mirror {
    /// A mirror of a world of one's own, empty, such as one that wraps: spawn it together with a
    /// [`SidestepWorld`](crate::SidestepWorld), which then says the plane, and of the settings what
    /// is changed in it later on.
    #[must_use]
    pub fn new(world: World) -> Self {
        Self {
            world: Some(world),
            ..Self::default()
        }
    }

    /// The core's world; `None` before the first `SyncIn`.
    #[must_use]
    pub const fn world(&self) -> Option<&World> {
        self.world.as_ref()
    }

    /// The core's world, for what no component says, such as formations and levels of detail. Leave
    /// to the components what they say: agents, obstacles, goals, links and walkable space.
    pub const fn world_mut(&mut self) -> Option<&mut World> {
        self.world.as_mut()
    }

    /// The id of an agent: its [`StableKey`](crate::StableKey), or a number in the order of spawning
    /// from 2⁶³ on.
    #[must_use]
    pub fn agent_id(&self, entity: Entity) -> Option<AgentId> {
        let row = self.rows.iter().find(|row| row.entity == entity)?;
        Some(row.id)
    }

    /// The entity of an agent.
    #[must_use]
    pub fn agent_entity(&self, id: AgentId) -> Option<Entity> {
        self.row(id).map(|row| self.rows[row].entity)
    }

    /// The entity of something that can stand in the way.
    #[must_use]
    pub fn blocker_entity(&self, blocker: Blocker) -> Option<Entity> {
        match blocker {
            Blocker::Agent(id) => self.agent_entity(AgentId(id)),
            Blocker::Obstacle(id) => self.obstacle_entities.get(&ObstacleId(id)).copied(),
        }
    }

    /// A hash of the core's state: [`World::state_hash`]. 0 before the first `SyncIn`.
    #[must_use]
    pub fn state_hash(&self) -> u64 {
        self.world.as_ref().map_or(0, World::state_hash)
    }

    pub(crate) fn row(&self, id: AgentId) -> Option<usize> {
        self.rows.binary_search_by_key(&id, |row| row.id).ok()
    }

    /// The row of an agent's entity, if `row` still is that.
    pub(crate) fn is_row_of(&self, row: u32, entity: Entity) -> bool {
        self.rows
            .get(row as usize)
            .is_some_and(|row| row.entity == entity)
    }

    /// Adds agents whose rows go with their specs; returns those that were refused, and why.
    pub(crate) fn admit(&mut self, newcomers: Vec<(Row, AgentSpec)>) -> Vec<(Entity, String)> {
        let Some(world) = &mut self.world else {
            return Vec::new();
        };
        let mut refused = Vec::new();
        let specs = newcomers.iter().map(|(_, spec)| spec.clone());
        if world.insert_agents(specs).is_ok() {
            self.rows.extend(newcomers.into_iter().map(|(row, _)| row));
        } else {
            // One by one, to know whom not.
            for (row, spec) in newcomers {
                match world.insert_agent(spec) {
                    Ok(_) => self.rows.push(row),
                    Err(error) => refused.push((row.entity, error.to_string())),
                }
            }
        }
        self.rows.sort_by_key(|row| row.id);
        self.moved_rows = true;
        self.goals_due = true;
        refused
    }

    /// One less has that goal.
    pub(crate) fn release(&mut self, goal: RowGoal) {
        if goal.is_entity() {
            self.followers = self.followers.saturating_sub(1);
        }
        let RowGoal::Marker(entity) = goal else {
            return;
        };
        if let Some(marker) = self.markers.get_mut(&entity) {
            marker.users -= 1;
            if marker.users == 0 {
                self.free_markers.push(marker.id);
                self.markers.remove(&entity);
            }
        }
    }
}

/// Answers to several questions in one number: whether each of some components is there.
pub(crate) fn bits<const N: usize>(answers: [bool; N]) -> u16 {
    (answers.into_iter()).fold(0, |bits, answer| bits << 1 | u16::from(answer))
}

/// The id of an agent by its key, or by the order of spawning.
pub(crate) const fn agent_id(key: Option<u64>, order: u64) -> AgentId {
    match key {
        Some(key) => AgentId(key),
        None => AgentId(SPAWNED | order),
    }
}

impl MapEntities for Mirror {
    fn map_entities<M: EntityMapper>(&mut self, mapper: &mut M) {
        for row in &mut self.rows {
            row.entity = mapper.get_mapped(row.entity);
            match &mut row.goal {
                RowGoal::Agent(entity) | RowGoal::Marker(entity) => {
                    *entity = mapper.get_mapped(*entity);
                }
                RowGoal::Nothing | RowGoal::Points | RowGoal::Gone => {}
            }
        }
        for obstacle in &mut self.obstacles {
            obstacle.entity = mapper.get_mapped(obstacle.entity);
        }
        for entity in self.obstacle_entities.values_mut() {
            *entity = mapper.get_mapped(*entity);
        }
        self.markers = (self.markers.drain())
            .map(|(entity, marker)| (mapper.get_mapped(entity), marker))
            .collect();
        self.moved_rows = true;
    }
}
