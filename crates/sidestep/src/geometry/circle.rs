//! Discs.

use glam::Vec2;

use super::{ShapeError, error};

/// A disc.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Circle {
    pub(super) center: Vec2,
    pub(super) radius: f32,
}

impl Circle {
    /// A disc of `radius` metres, above 0.
    ///
    /// # Errors
    /// If a coordinate isn't finite or too large, or the radius isn't above 0 or too large (see
    /// [`LARGEST_COORDINATE`](super::LARGEST_COORDINATE)).
    pub fn new(center: Vec2, radius: f32) -> Result<Self, ShapeError> {
        error::check_points(&[center])?;
        error::check_radius(radius)?;
        Ok(Self { center, radius })
    }

    /// Centre (m).
    #[must_use]
    pub const fn center(&self) -> Vec2 {
        self.center
    }

    /// Radius (m).
    #[must_use]
    pub const fn radius(&self) -> f32 {
        self.radius
    }
}
