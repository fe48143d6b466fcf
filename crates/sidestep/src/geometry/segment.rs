//! Straight walls without thickness.

use glam::Vec2;

use super::{ShapeError, error};

/// A straight wall without thickness. Both sides are solid; a segment whose ends coincide is a
/// post.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Segment {
    pub(super) ends: [Vec2; 2],
}

impl Segment {
    /// A wall from one point to another (m).
    ///
    /// # Errors
    /// If a coordinate isn't finite or too large (see
    /// [`LARGEST_COORDINATE`](super::LARGEST_COORDINATE)).
    pub fn new(start: Vec2, end: Vec2) -> Result<Self, ShapeError> {
        error::check_points(&[start, end])?;
        Ok(Self { ends: [start, end] })
    }

    /// Start (m).
    #[must_use]
    pub const fn start(&self) -> Vec2 {
        self.ends[0]
    }

    /// End (m).
    #[must_use]
    pub const fn end(&self) -> Vec2 {
        self.ends[1]
    }
}
