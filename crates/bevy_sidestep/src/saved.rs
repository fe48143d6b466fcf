//! A mirror as bytes: for saved games, and to send a running game to who joins it.

use std::error::Error;
use std::fmt;

use bevy_ecs::entity::{Entity, EntityHashMap};
use bevy_math::{Quat, Vec2, Vec3};
use bevy_transform::components::Transform;
use serde::{Deserialize, Serialize};
use sidestep::world::{SavedWorld, Supply};
use sidestep::{AgentId, Link, MarkerId, ObstacleId, World};

use crate::components::{AgentStatus, Drive, StuckReason};
use crate::mirror::{Feedback, Mirror, ObstacleRow, Piece, Row, RowGoal};
use crate::parents::Scale;
use crate::plane::Plane;

/// The format of the bytes.
const FORMAT: u32 = 3;

/// Why bytes can't be read as a mirror.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MirrorLoadError(String);

impl fmt::Display for MirrorLoadError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "these aren't the bytes of a mirror: {}", self.0)
    }
}

impl Error for MirrorLoadError {}

impl MirrorLoadError {
    fn of(error: impl fmt::Display) -> Self {
        Self(error.to_string())
    }
}

#[derive(Serialize, Deserialize)]
struct SavedMirror {
    format: u32,
    plane: Plane,
    tick: u64,
    world: Vec<u8>,
    rows: Vec<SavedRow>,
    obstacles: Vec<SavedObstacle>,
    links: Vec<Link>,
    markers: u32,
}

#[derive(Serialize, Deserialize)]
struct SavedRow {
    id: AgentId,
    drive: Drive,
    local: Vec3,
    place: Vec2,
    velocity: Vec2,
    desired: Vec2,
    has: u16,
    scale: Scale,
    has_goal: bool,
    stuck: Option<StuckReason>,
    is_near: bool,
    paused: bool,
    status: AgentStatus,
    heading: Vec2,
    feet: Option<f32>,
    ground: f32,
    feedback: (u32, f32, bool),
}

#[derive(Serialize, Deserialize)]
struct SavedObstacle {
    order: u64,
    transform: (Vec3, Quat, Vec3),
    place: Vec2,
    angle: f32,
    first_angle: f32,
    has: u16,
    scale: Scale,
    pieces: Vec<(ObstacleId, Vec2)>,
}

impl Mirror {
    /// The state as bytes, which [`from_bytes`](Self::from_bytes) reads. Entities aren't in them:
    /// agents and obstacles are known again by their [`StableKey`](crate::StableKey).
    ///
    /// # Errors
    /// If there is no world yet.
    pub fn to_bytes(&self) -> Result<Vec<u8>, MirrorLoadError> {
        let world = self.world.as_ref();
        let world = world.ok_or_else(|| MirrorLoadError::of("there is no world yet"))?;
        let saved = SavedMirror {
            format: FORMAT,
            plane: self.plane,
            tick: self.tick,
            world: world.save().to_bytes(),
            rows: self.rows.iter().map(saved_row).collect(),
            obstacles: self.obstacles.iter().map(saved_obstacle).collect(),
            links: self.links.clone(),
            markers: (self.markers.len() + self.free_markers.len()) as u32,
        };
        postcard::to_allocvec(&saved).map_err(MirrorLoadError::of)
    }

    /// Reads what [`to_bytes`](Self::to_bytes) has written: put it on a
    /// [`SidestepWorld`](crate::SidestepWorld), with its agents and obstacles under their keys, and
    /// it goes on as it would have. Agents that were going to an entity which is no agent may begin
    /// anew to go there. `supply` hands over what the bytes only name; `&mut ()` has nothing.
    ///
    /// # Errors
    /// If the bytes are damaged or of another version, or something that they name isn't supplied.
    pub fn from_bytes(bytes: &[u8], supply: &mut impl Supply) -> Result<Self, MirrorLoadError> {
        let saved: SavedMirror = postcard::from_bytes(bytes).map_err(MirrorLoadError::of)?;
        if saved.format != FORMAT {
            let found = saved.format;
            return Err(MirrorLoadError(format!(
                "they are of format {found}, and this version reads {FORMAT}"
            )));
        }
        let world = SavedWorld::from_bytes(&saved.world).map_err(MirrorLoadError::of)?;
        let world = World::load(&world, supply).map_err(MirrorLoadError::of)?;
        let rows = saved.rows.iter().map(|row| row.id);
        if !rows.eq(world.agents().map(|agent| agent.id)) {
            return Err(MirrorLoadError::of("its rows don't fit its agents"));
        }
        let mut known = saved.obstacles.iter().flat_map(|it| &it.pieces);
        if known.any(|(id, _)| world.obstacle(*id).is_none()) {
            return Err(MirrorLoadError::of("its rows don't fit its obstacles"));
        }
        Ok(Self {
            world: Some(world),
            plane: saved.plane,
            rows: saved.rows.into_iter().map(row).collect(),
            obstacles: saved.obstacles.into_iter().map(obstacle).collect(),
            links: saved.links,
            markers: EntityHashMap::default(),
            free_markers: (0..saved.markers).rev().map(MarkerId).collect(),
            tick: saved.tick,
            moved_rows: true,
            goals_due: true,
            ..Self::default()
        })
    }
}

fn saved_row(row: &Row) -> SavedRow {
    SavedRow {
        id: row.id,
        drive: row.drive,
        local: row.local,
        place: row.place,
        velocity: row.velocity,
        desired: row.desired,
        has: row.has,
        scale: row.scale,
        has_goal: row.goal != RowGoal::Nothing,
        stuck: row.stuck,
        is_near: row.is_near,
        paused: row.paused,
        status: row.status,
        heading: row.heading,
        feet: row.feet,
        ground: row.ground,
        feedback: (
            row.feedback.silent,
            row.feedback.still,
            row.feedback.has_moved,
        ),
    }
}

fn row(saved: SavedRow) -> Row {
    let (silent, still, has_moved) = saved.feedback;
    Row {
        entity: Entity::PLACEHOLDER,
        id: saved.id,
        drive: saved.drive,
        seen: 0,
        local: saved.local,
        place: saved.place,
        velocity: saved.velocity,
        desired: saved.desired,
        parent: None,
        has: saved.has,
        scale: saved.scale,
        goal: if saved.has_goal {
            RowGoal::Points
        } else {
            RowGoal::Nothing
        },
        stuck: saved.stuck,
        is_near: saved.is_near,
        paused: saved.paused,
        explained: None,
        feedback: Feedback {
            silent,
            still,
            has_moved,
        },
        status: saved.status,
        heading: saved.heading,
        feet: saved.feet,
        ground: saved.ground,
        rose: false,
        goal_due: true,
    }
}

fn saved_obstacle(row: &ObstacleRow) -> SavedObstacle {
    SavedObstacle {
        order: row.order,
        transform: (
            row.transform.translation,
            row.transform.rotation,
            row.transform.scale,
        ),
        place: row.place,
        angle: row.angle,
        first_angle: row.first_angle,
        has: row.has,
        scale: row.scale,
        pieces: row
            .pieces
            .iter()
            .map(|piece| (piece.id, piece.center))
            .collect(),
    }
}

fn obstacle(saved: SavedObstacle) -> ObstacleRow {
    let (translation, rotation, scale) = saved.transform;
    let pieces = saved
        .pieces
        .into_iter()
        .map(|(id, center)| Piece { id, center });
    ObstacleRow {
        entity: Entity::PLACEHOLDER,
        order: saved.order,
        seen: 0,
        transform: Transform {
            translation,
            rotation,
            scale,
        },
        place: saved.place,
        angle: saved.angle,
        first_angle: saved.first_angle,
        has: saved.has,
        scale: saved.scale,
        pieces: pieces.collect(),
    }
}
