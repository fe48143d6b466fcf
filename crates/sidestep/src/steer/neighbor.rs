use glam::Vec2;

use crate::motion::Body;

/// Another agent as a behaviour sees it.
///
/// On a wrapping world the caller gives the position of the nearest image, so that plain subtraction
/// is right.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Neighbor {
    /// Stable id: ties are broken by it.
    pub id: u64,
    /// Centre (m).
    pub position: Vec2,
    /// Velocity (m/s).
    pub velocity: Vec2,
    /// Where it faces, a unit vector.
    pub heading: Vec2,
    /// Radius (m).
    pub radius: f32,
}

impl Neighbor {
    /// What others see of a body.
    #[must_use]
    pub fn new(id: u64, body: &Body) -> Self {
        Self {
            id,
            position: body.position,
            velocity: body.velocity,
            heading: body.heading,
            radius: body.radius,
        }
    }
}
