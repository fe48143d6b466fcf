//! An obstacle before the yard is turned.

use glam::Vec2;
use sidestep::geometry::{Circle, ConvexPolygon, Shape};

/// An obstacle before the yard is turned.
#[derive(Clone, Copy, Debug)]
pub(super) enum Piece {
    Circle {
        center: Vec2,
        radius: f32,
    },
    Box {
        center: Vec2,
        size: Vec2,
        angle: f32,
    },
}

impl Piece {
    pub(super) const fn center(&self) -> Vec2 {
        match *self {
            Self::Circle { center, .. } | Self::Box { center, .. } => center,
        }
    }

    /// The piece at another place, turned counter-clockwise by some radians.
    pub(super) fn turned(self, center: Vec2, by: f32) -> Self {
        match self {
            Self::Circle { radius, .. } => Self::Circle { center, radius },
            Self::Box { size, angle, .. } => Self::Box {
                center,
                size,
                angle: angle + by,
            },
        }
    }

    /// The shape; pieces of this size are never refused.
    pub(super) fn shape(self) -> Option<Shape> {
        match self {
            Self::Circle { center, radius } => Circle::new(center, radius).ok().map(Shape::from),
            Self::Box {
                center,
                size,
                angle,
            } => ConvexPolygon::rectangle(center, size, angle)
                .ok()
                .map(Shape::from),
        }
    }
}
