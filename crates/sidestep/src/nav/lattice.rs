//! The grid of integers that outlines are cut on.

use glam::{DVec2, Vec2};
use i_overlay::i_float::int::point::IntPoint;

/// The grid of integers that outlines are cut on.
///
/// Its step is a power of two, chosen so that every point of it is exact in single precision:
/// vertices of the mesh are the same numbers in all calculations, and which side of an edge a
/// vertex lies on is exact.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lattice {
    /// Distance of neighbouring points (m).
    pub(super) step: f64,
}

/// Integers up to this are exact in single precision.
const LARGEST_EXACT: f64 = 16_777_216.0;

/// The finest step (m): about a micrometre.
const FINEST_STEP: f64 = 1.0 / 1_048_576.0;

impl Lattice {
    /// The finest grid for coordinates up to `largest` metres from the origin.
    pub(super) fn reaching(largest: f64) -> Self {
        let mut step = FINEST_STEP;
        while largest > step * LARGEST_EXACT {
            step *= 2.0;
        }
        Self { step }
    }

    pub(super) fn point(self, position: DVec2) -> IntPoint {
        let scaled = (position / self.step).round();
        // Casts saturate; outlines were clipped to the area before.
        IntPoint::new(scaled.x as i32, scaled.y as i32)
    }

    pub(super) fn position(self, point: IntPoint) -> Vec2 {
        let scaled = DVec2::new(f64::from(point.x), f64::from(point.y)) * self.step;
        scaled.as_vec2()
    }
}
