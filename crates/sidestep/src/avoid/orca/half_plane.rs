//! Half of the plane of velocities.

use glam::Vec2;

/// Half of the plane of velocities: what lies on the left of a directed line is allowed.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct HalfPlane {
    /// A velocity on the boundary (m/s).
    pub point: Vec2,
    /// Direction of the boundary, a unit vector; the allowed side is on its left.
    pub direction: Vec2,
}

impl HalfPlane {
    /// The half-plane of all velocities that are at least as far along `normal` (a unit vector) as
    /// `point` is.
    #[must_use]
    pub(super) fn facing(normal: Vec2, point: Vec2) -> Self {
        Self {
            point,
            direction: -normal.perp(),
        }
    }

    /// Direction into the allowed side, a unit vector.
    #[must_use]
    pub fn normal(&self) -> Vec2 {
        self.direction.perp()
    }

    /// How far inside the allowed side a velocity is (m/s); negative if it isn't allowed.
    #[must_use]
    pub fn clearance(&self, velocity: Vec2) -> f32 {
        self.direction.perp_dot(velocity - self.point)
    }

    /// The same one for velocities that have changed by so much (m/s).
    pub(super) fn moved(&self, change: Vec2) -> Self {
        Self {
            point: self.point + change,
            ..*self
        }
    }

    pub(super) fn is_finite(&self) -> bool {
        self.point.is_finite() && self.direction.is_finite()
    }
}
