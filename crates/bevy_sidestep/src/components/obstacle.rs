//! What stands in the way.

use bevy_ecs::prelude::{Component, ReflectComponent};
use bevy_math::{Vec2, Vec3};
use bevy_reflect::Reflect;
use bevy_reflect::prelude::ReflectDefault;
use bevy_transform::components::Transform;

use super::{LinkSlot, ObstacleSlot};

/// Something solid: its shape is on the [plane](crate::Plane), about the place of its `Transform`
/// and turned with it. It may move and turn: the next step takes it to where its `Transform` is, and
/// whoever stands in between is pushed. It is as large as the scale of its `Transform` and of its
/// parents makes it, which has to be the same along both axes of the plane; one of another size takes
/// the place of the old one.
///
/// Agents without [`Temporary`] obstacles in their way expect to be led round everything by their
/// path; a crate that they are to find a way round needs that component.
#[derive(Component, Clone, Debug, PartialEq, Reflect)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
#[require(Transform, ObstacleSlot)]
#[reflect(Component, Debug, PartialEq)]
pub enum Obstacle {
    /// A disc of so many metres radius, at scale 1 as all sizes here.
    Circle(f32),
    /// A box with these side lengths (m).
    Rect(Vec2),
    /// A convex polygon with these corners (m), either way round.
    Polygon(Vec<Vec2>),
}

impl Obstacle {
    /// A disc of `radius` metres, above 0.
    #[must_use]
    pub const fn circle(radius: f32) -> Self {
        Self::Circle(radius)
    }

    /// A box `width` metres along the first axis of the plane and `depth` along the other.
    #[must_use]
    pub const fn rect(width: f32, depth: f32) -> Self {
        Self::Rect(Vec2::new(width, depth))
    }

    /// A convex polygon with these corners (m).
    #[must_use]
    pub fn polygon(corners: impl Into<Vec<Vec2>>) -> Self {
        Self::Polygon(corners.into())
    }
}

/// An obstacle that is there for a while only: agents look for a way round all of them together, and
/// say so if there is none. Without it an obstacle is part of the level, and paths are expected to
/// lead round it.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Reflect)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
#[reflect(Component, Default, Debug, PartialEq)]
pub struct Temporary;

/// Walls without thickness, about the place of the entity's `Transform`: nobody passes through them
/// from either side. They may move, turn and scale as an [`Obstacle`] does.
#[derive(Component, Clone, Debug, Default, PartialEq, Reflect)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
#[require(Transform, ObstacleSlot)]
#[reflect(Component, Default, Debug, PartialEq)]
pub struct Wall {
    /// Where each of them begins and ends (m, on the plane).
    pub segments: Vec<[Vec2; 2]>,
}

impl Wall {
    /// One straight wall.
    #[must_use]
    pub fn line(from: Vec2, to: Vec2) -> Self {
        let segments = vec![[from, to]];
        Self { segments }
    }

    /// Walls from each point to the next.
    #[must_use]
    pub fn along(points: &[Vec2]) -> Self {
        let segments = points.windows(2).map(|pair| [pair[0], pair[1]]).collect();
        Self { segments }
    }

    /// Walls from each point to the next, and from the last to the first.
    #[must_use]
    pub fn around(points: &[Vec2]) -> Self {
        let mut walls = Self::along(points);
        if let ([first, ..], [.., last]) = (points, points)
            && points.len() > 2
        {
            walls.segments.push([*last, *first]);
        }
        walls
    }
}

/// The layers and heights of an obstacle or wall. Without it, it is in layer 0 at every height.
#[derive(Component, Clone, Copy, Debug, PartialEq, Reflect)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
#[reflect(Component, Default, Debug, PartialEq)]
pub struct ObstacleLayers {
    /// The layers that it is in, a bit each.
    pub layers: u32,
    /// From where to where it reaches, seen from its `Transform` when it comes (m, at scale 1); `None`
    /// for every height.
    pub heights: Option<[f32; 2]>,
}

impl Default for ObstacleLayers {
    fn default() -> Self {
        Self {
            layers: 1,
            heights: None,
        }
    }
}

/// A way that isn't walked, over a crate or down a ledge: it begins at the entity's `Transform`, and
/// agents that are blocked take it where it helps.
#[derive(Component, Clone, Copy, Debug, PartialEq, Reflect)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
#[require(Transform, LinkSlot)]
#[reflect(Component, Debug, PartialEq)]
pub struct JumpLink {
    /// Where it ends, seen from its entity (m): it moves, turns and scales with that.
    pub landing: Vec3,
    /// How long a jump takes (s), 0.0001 or more.
    pub seconds: f32,
}
