use glam::Vec2;
use thiserror::Error;

/// Why a shape can't be built.
#[derive(Clone, Copy, Debug, Error, PartialEq)]
pub enum ShapeError {
    /// A coordinate is NaN or infinite.
    #[error("coordinate of point {index} is not finite; give a number")]
    NotFinite {
        /// Index of the point.
        index: usize,
    },
    /// A radius is zero, negative, NaN or infinite.
    #[error("radius is {radius}; it must be a finite number above 0")]
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
    match points.iter().position(|point| !point.is_finite()) {
        Some(index) => Err(ShapeError::NotFinite { index }),
        None => Ok(()),
    }
}

pub(super) fn check_radius(radius: f32) -> Result<(), ShapeError> {
    if radius.is_finite() && radius > 0.0 {
        Ok(())
    } else {
        Err(ShapeError::Radius { radius })
    }
}
