//! Places on the ground, and paths.

use glam::Vec2;

/// A place on the ground. On the plane all heights are 0.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct GroundPoint {
    /// Where it is on the plane (m).
    pub position: Vec2,
    /// How high the ground is there (m): on levels it tells one floor from another.
    pub height: f32,
}

impl GroundPoint {
    /// A place at a position (m) and a height (m).
    #[must_use]
    pub const fn new(position: Vec2, height: f32) -> Self {
        Self { position, height }
    }

    pub(super) fn is_finite(self) -> bool {
        self.position.is_finite() && self.height.is_finite()
    }
}

impl From<Vec2> for GroundPoint {
    fn from(position: Vec2) -> Self {
        Self::new(position, 0.0)
    }
}

/// A shortest way over walkable ground.
#[derive(Clone, Debug, PartialEq)]
pub struct NavPath {
    /// Where it begins: the start asked for, or the nearest walkable place if that isn't walkable.
    pub start: GroundPoint,
    /// Where to turn, without the start; the last one is the goal.
    pub corners: Vec<GroundPoint>,
    /// Length on the plane from the start to the goal (m).
    pub length: f32,
    /// Where it ends: the goal asked for, or the nearest walkable place if that isn't walkable.
    pub goal: GroundPoint,
    /// Whether the goal asked for isn't walkable, so that the path ends beside it.
    pub goal_moved: bool,
}

impl NavPath {
    /// Corners on the plane (m), without the start.
    pub fn positions(&self) -> impl ExactSizeIterator<Item = Vec2> + '_ {
        self.corners.iter().map(|corner| corner.position)
    }
}
