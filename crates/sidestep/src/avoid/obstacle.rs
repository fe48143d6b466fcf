use glam::Vec2;

use crate::geometry::{Hull, Shape};

/// A wall or an obstacle as an avoidance method sees it.
///
/// On a wrapping world, or for an obstacle that moves, the caller gives the offset of the image that
/// counts.
#[derive(Clone, Copy, Debug)]
pub struct Obstacle<'a> {
    /// Stable id: ties are broken by it, lowest first.
    pub id: u32,
    /// Its shape.
    pub shape: &'a Shape,
    /// How far the shape is moved (m).
    pub offset: Vec2,
}

impl<'a> Obstacle<'a> {
    /// An obstacle where its shape says.
    #[must_use]
    pub fn new(id: u32, shape: &'a Shape) -> Self {
        Self {
            id,
            shape,
            offset: Vec2::ZERO,
        }
    }

    /// The shape in its place.
    #[must_use]
    pub fn hull(&self) -> Hull<'a> {
        self.shape.hull(self.offset)
    }
}
