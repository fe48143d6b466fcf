//! Walls and obstacles of a saved world.

use glam::Vec2;
use serde::{Deserialize, Serialize};

use crate::avoid::check_changes;
use crate::geometry::{Capsule, Circle, ConvexPolygon, Segment, Shape, ShapeError};
use crate::range::{OutOfRange, Parameters, Range};
use crate::space::Filter;
use crate::walker::ObstacleId;
use crate::world::snapshot::LoadError;
use crate::world::spec::{ObstacleSpec, Pose};
use crate::world::store::{KeptObstacle, Motion};

/// A shape by its numbers (m).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) enum SavedShape {
    Circle { center: Vec2, radius: f32 },
    Segment { ends: [Vec2; 2] },
    Capsule { ends: [Vec2; 2], radius: f32 },
    Polygon { corners: Vec<Vec2> },
}

impl SavedShape {
    pub fn of(shape: &Shape) -> Self {
        match shape {
            Shape::Circle(circle) => Self::Circle {
                center: circle.center(),
                radius: circle.radius(),
            },
            Shape::Segment(segment) => Self::Segment {
                ends: [segment.start(), segment.end()],
            },
            Shape::Capsule(capsule) => Self::Capsule {
                ends: [capsule.segment().start(), capsule.segment().end()],
                radius: capsule.radius(),
            },
            Shape::Polygon(polygon) => Self::Polygon {
                corners: polygon.vertices().to_vec(),
            },
        }
    }

    /// The shape as the caller gave it.
    pub fn shape(&self) -> Result<Shape, ShapeError> {
        Ok(match self {
            Self::Circle { center, radius } => Circle::new(*center, *radius)?.into(),
            Self::Segment { ends: [start, end] } => Segment::new(*start, *end)?.into(),
            Self::Capsule {
                ends: [start, end],
                radius,
            } => Capsule::new(*start, *end, *radius)?.into(),
            Self::Polygon { corners } => ConvexPolygon::new(corners.clone())?.into(),
        })
    }

    /// A shape that may have been turned, which bends a polygon a little.
    pub fn turned(&self) -> Result<Shape, ShapeError> {
        match self {
            Self::Polygon { corners } => match ConvexPolygon::of_turned(corners.clone()) {
                Some(polygon) => Ok(polygon.into()),
                // This one says why.
                None => ConvexPolygon::new(corners.clone()).map(Shape::from),
            },
            _ => self.shape(),
        }
    }
}

/// A wall or an obstacle.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct SavedObstacle {
    pub id: u32,
    shape: SavedShape,
    filter: Filter,
    temporary: bool,
    /// The velocity that it came with (m/s).
    began_with: Vec2,
    /// How far it is turned from how its shape was given (rad).
    angle: f32,
    /// How far it has moved from where its shape says (m).
    offset: Vec2,
    /// Velocity at which it moves now (m/s).
    velocity: Vec2,
    /// Where the next step takes it.
    next: Option<Pose>,
    /// What is known of how its velocity changes.
    motion: Motion,
}

impl SavedObstacle {
    pub fn of(kept: &KeptObstacle) -> Self {
        let KeptObstacle {
            id,
            spec,
            angle,
            offset,
            velocity,
            next,
            motion,
        } = kept;
        Self {
            id: id.0,
            shape: SavedShape::of(&spec.shape),
            filter: spec.filter,
            temporary: spec.temporary,
            began_with: spec.velocity,
            angle: *angle,
            offset: *offset,
            velocity: *velocity,
            next: *next,
            motion: motion.clone(),
        }
    }

    pub fn load(&self) -> Result<KeptObstacle, LoadError> {
        let shape = self.shape.shape().map_err(|source| LoadError::Shape {
            what: format!("obstacle {}", self.id),
            source,
        })?;
        let spec = ObstacleSpec {
            shape,
            velocity: self.began_with,
            filter: self.filter,
            temporary: self.temporary,
        };
        (spec.check())
            .and_then(|()| self.check())
            .map_err(|error| error.of(format_args!("obstacle {}", self.id)))?;
        Ok(KeptObstacle {
            id: ObstacleId(self.id),
            spec,
            angle: self.angle,
            offset: self.offset,
            velocity: self.velocity,
            next: self.next,
            motion: self.motion.clone(),
        })
    }

    fn check(&self) -> Result<(), OutOfRange> {
        Range::Finite.check("angle", self.angle)?;
        Range::Finite.check_vector("offset", self.offset)?;
        Range::Finite.check_vector("velocity", self.velocity)?;
        self.next.map_or(Ok(()), |next| next.check())?;
        let Motion {
            changes,
            acceleration,
            last,
            gained,
        } = &self.motion;
        check_changes(changes)?;
        for (name, vector) in [
            ("acceleration", *acceleration),
            ("gained velocity", *gained),
            ("last velocity", last.velocity),
            ("velocity gained before", last.gained),
        ] {
            Range::Finite.check_vector(name, vector)?;
        }
        Ok(())
    }
}
