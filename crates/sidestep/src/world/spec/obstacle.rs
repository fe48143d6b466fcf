use glam::Vec2;

use crate::geometry::Shape;
use crate::range::{Parameter, Parameters, Range};
use crate::space::Filter;

/// Everything that the caller says about a wall or an obstacle.
#[derive(Clone, Debug, PartialEq)]
pub struct ObstacleSpec {
    /// Its shape; a wall is a segment.
    pub shape: Shape,
    /// Velocity at which it moves (m/s), finite.
    pub velocity: Vec2,
    /// Its floor and layers.
    pub filter: Filter,
    /// Whether it is there for a while only, a crate that agents go round; otherwise it is part of the level.
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
