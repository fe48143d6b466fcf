//! Another agent as a behaviour sees it.

use glam::Vec2;

use crate::motion::Body;

/// Another agent as a behaviour sees it.
///
/// On a wrapping world the caller gives the position of the nearest image, so that plain
/// subtraction is right.
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

/// The direction, a unit vector, in which `own` leaves `other` if both are at exactly the same
/// place: by their ids, and opposite for the other one. Of many at one place each gets a direction
/// of its own, spread by the golden angle, so that a heap parts to all sides and not along a line.
#[must_use]
pub fn parting_direction(own: u64, other: u64) -> Vec2 {
    let straight = if own < other { Vec2::NEG_X } else { Vec2::X };
    (spread(own) - spread(other)).normalize_or(straight)
}

fn spread(id: u64) -> Vec2 {
    const GOLDEN_ANGLE: f64 = 2.399_963_229_728_653;
    // Beyond 2^32 the angle would lose its digits.
    let angle = (id & u64::from(u32::MAX)) as f64 * GOLDEN_ANGLE;
    Vec2::new(libm::cos(angle) as f32, libm::sin(angle) as f32)
}
