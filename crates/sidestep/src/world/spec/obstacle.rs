//! What the caller says about a wall or an obstacle, and what it sees of one.

use glam::Vec2;

use crate::geometry::{Hull, Shape};
use crate::range::{Parameter, Parameters, Range};
use crate::space::Filter;
use crate::walker::ObstacleId;

/// Everything that the caller says about a wall or an obstacle.
#[derive(Clone, Debug, PartialEq)]
pub struct ObstacleSpec {
    /// Its shape; a wall is a segment.
    pub shape: Shape,
    /// Velocity at which it moves (m/s), finite. Agents meet it where it will be within
    /// [`FORESIGHT`](crate::avoid::FORESIGHT) if it keeps that.
    pub velocity: Vec2,
    /// Its floor and layers.
    pub filter: Filter,
    /// Whether it is there for a while only, a crate that agents go round; otherwise it is part of
    /// the level.
    pub temporary: bool,
}

impl ObstacleSpec {
    /// An obstacle at rest, on every floor, that is part of the level.
    #[must_use]
    pub fn new(shape: impl Into<Shape>) -> Self {
        Self {
            shape: shape.into(),
            velocity: Vec2::ZERO,
            filter: Filter::default(),
            temporary: false,
        }
    }

    /// Its shape turned counter-clockwise by `angle` rad: itself where it isn't turned.
    pub(in crate::world) fn turned(&self, angle: f32) -> Shape {
        if angle == 0.0 {
            self.shape.clone()
        } else {
            self.shape.turned(angle)
        }
    }

    /// The same one as a temporary obstacle.
    #[must_use]
    pub fn temporary(mut self) -> Self {
        self.temporary = true;
        self
    }
}

impl Parameters for ObstacleSpec {
    fn parameters(&mut self) -> Vec<Parameter<'_>> {
        let Self {
            shape: _,
            velocity,
            filter,
            temporary: _,
        } = self;
        let mut parameters = vec![Parameter::new("velocity", velocity, Range::Finite)];
        parameters.extend(filter.parameters());
        parameters
    }
}

/// Where an obstacle is, and how it is turned.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Pose {
    /// Where the centre of its shape is (m), finite:
    /// [`Hull::center`](crate::geometry::Hull::center).
    pub center: Vec2,
    /// How far it is turned counter-clockwise from how its shape was given (rad), finite.
    pub angle: f32,
}

impl Parameters for Pose {
    fn parameters(&mut self) -> Vec<Parameter<'_>> {
        let Self { center, angle } = self;
        vec![
            Parameter::new("center", center, Range::Finite),
            Parameter::new("angle", angle, Range::Finite),
        ]
    }
}

/// A wall or an obstacle as it stands now.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct ObstacleView<'a> {
    /// Its id.
    pub id: ObstacleId,
    /// Its shape as it is turned now, where it was given.
    pub shape: &'a Shape,
    /// How far it has moved from there (m).
    pub offset: Vec2,
    /// Where it is, and how it is turned.
    pub pose: Pose,
    /// Velocity at which it moves (m/s).
    pub velocity: Vec2,
    /// Where the next step takes it, if [`World::move_obstacle`](crate::world::World::move_obstacle)
    /// has said so.
    pub next: Option<Pose>,
    /// Its floor and layers.
    pub filter: Filter,
    /// Whether it is there for a while only.
    pub temporary: bool,
}

impl<'a> ObstacleView<'a> {
    /// Its shape where it stands.
    #[must_use]
    pub fn hull(&self) -> Hull<'a> {
        self.shape.hull(self.offset)
    }
}
