//! Where an agent is to go.

use bevy_ecs::entity::Entity;
use bevy_ecs::prelude::{Component, ReflectComponent};
use bevy_math::{Vec2, Vec3};
use bevy_reflect::Reflect;
use bevy_reflect::prelude::ReflectDefault;

use crate::plane::Plane;

/// Where an agent is to go. Points are places of Bevy's world, whatever the agent's parents are;
/// their height counts only where agents have one
/// ([`AgentTuning::height`](super::AgentTuning::height)).
#[derive(Component, Clone, Debug, Default, PartialEq, Reflect)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
#[reflect(Component, Default, Debug, PartialEq)]
pub enum Goal {
    /// Nowhere: it stands, and makes room.
    #[default]
    None,
    /// To a point.
    Point(Vec3),
    /// To another entity, which may move: an agent, or anything with a `Transform`.
    Entity(#[entities] Entity),
    /// To the last of these points by all others, such as the corners that a path finder gives.
    Path(Vec<Vec3>),
}

impl Goal {
    /// A point of the plane XY.
    #[must_use]
    pub const fn xy(x: f32, y: f32) -> Self {
        Self::Point(Vec3::new(x, y, 0.0))
    }

    /// A point of the plane XZ.
    #[must_use]
    pub const fn xz(x: f32, z: f32) -> Self {
        Self::Point(Vec3::new(x, 0.0, z))
    }

    /// A path of corners on a plane.
    #[must_use]
    pub fn path(plane: Plane, corners: impl IntoIterator<Item = Vec2>) -> Self {
        let corners = corners.into_iter();
        Self::Path(corners.map(|corner| plane.space(corner, 0.0)).collect())
    }
}
