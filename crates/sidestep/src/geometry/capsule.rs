//! Walls with round ends.

use glam::Vec2;

use super::{Segment, ShapeError, error};

/// A wall with round ends: everything within a radius of a segment.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Capsule {
    pub(super) segment: Segment,
    pub(super) radius: f32,
}

impl Capsule {
    /// Everything within `radius` metres (above 0) of the line from `start` to `end`.
    ///
    /// # Errors
    /// If a coordinate isn't finite or too large, or the radius isn't above 0 or too large (see
    /// [`LARGEST_COORDINATE`](super::LARGEST_COORDINATE)).
    pub fn new(start: Vec2, end: Vec2, radius: f32) -> Result<Self, ShapeError> {
        let segment = Segment::new(start, end)?;
        error::check_radius(radius)?;
        Ok(Self { segment, radius })
    }

    /// The line in the middle.
    #[must_use]
    pub const fn segment(&self) -> Segment {
        self.segment
    }

    /// Radius (m).
    #[must_use]
    pub const fn radius(&self) -> f32 {
        self.radius
    }
}
