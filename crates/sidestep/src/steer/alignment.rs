//! Alignment: going as the neighbours go.

use glam::Vec2;

use super::Neighbor;
use crate::motion::Body;

/// The force (N) towards the mean velocity of the neighbours; none without neighbours. `dt` is the
/// time step (s).
///
/// Source: Reynolds 1987 and 1999, "alignment".
pub fn alignment<'a>(
    body: &Body,
    neighbors: impl IntoIterator<Item = &'a Neighbor>,
    dt: f32,
) -> Vec2 {
    let mut sum = Vec2::ZERO;
    let mut count = 0;
    for other in neighbors {
        sum += other.velocity;
        count += 1;
    }
    if count == 0 {
        return Vec2::ZERO;
    }
    body.force_towards(sum / count as f32, dt)
}
