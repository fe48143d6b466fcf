//! Why a shape can't be built.

use glam::Vec2;
use thiserror::Error;

pub use crate::range::LARGEST_COORDINATE;

/// Why a shape can't be built.
#[derive(Clone, Copy, Debug, Error, PartialEq)]
pub enum ShapeError {
    /// A coordinate is NaN or infinite.
    #[error("coordinate of point {index} is not finite; give a number")]
    NotFinite {
        /// Index of the point.
        index: usize,
    },
    /// A coordinate is further from the origin than [`LARGEST_COORDINATE`].
    #[error("coordinate of point {index} is beyond 1e12 m; move the scene nearer to the origin")]
    TooFar {
        /// Index of the point.
        index: usize,
    },
    /// A side of a rectangle is zero, negative, NaN, infinite or above [`LARGEST_COORDINATE`].
    #[error("size is {size}; both sides must be numbers above 0 and at most 1e12")]
    Size {
        /// The side lengths given (m).
        size: Vec2,
    },
    /// An angle is NaN or infinite.
    #[error("angle is {angle}; it must be finite")]
    Angle {
        /// The angle given (rad).
        angle: f32,
    },
    /// A radius is zero, negative, NaN, infinite or above [`LARGEST_COORDINATE`].
    #[error("radius is {radius}; it must be a number above 0 and at most 1e12")]
    Radius {
        /// The radius given.
        radius: f32,
    },
    /// A polygon has fewer than three corners.
    #[error("polygon has {count} corners; it needs at least 3")]
    TooFewCorners {
        /// The number of corners given.
        count: usize,
    },
    /// A polygon has no area: all its corners are on one line.
    #[error("polygon has no area; its corners are on one line")]
    NoArea,
    /// A polygon turns inward.
    #[error("polygon is not convex at corner {index}; split it into convex parts")]
    NotConvex {
        /// Index of the corner that turns inward, or where the outline crosses itself.
        index: usize,
    },
}

pub(super) fn check_points(points: &[Vec2]) -> Result<(), ShapeError> {
    for (index, point) in points.iter().enumerate() {
        if !point.is_finite() {
            return Err(ShapeError::NotFinite { index });
        }
        if point.abs().max_element() > LARGEST_COORDINATE {
            return Err(ShapeError::TooFar { index });
        }
    }
    Ok(())
}

/// Whether a number can be a radius or a side.
pub(super) fn is_length(length: f32) -> bool {
    length > 0.0 && length <= LARGEST_COORDINATE
}

pub(super) fn check_radius(radius: f32) -> Result<(), ShapeError> {
    if is_length(radius) {
        Ok(())
    } else {
        Err(ShapeError::Radius { radius })
    }
}
