//! Cohesion: staying with the neighbours.

use glam::Vec2;

use super::{Neighbor, seek};
use crate::motion::Body;

/// The force (N) to the middle of the neighbours at `speed` m/s; none without neighbours. `dt`
/// is the time step (s).
///
/// Source: Reynolds 1987 and 1999, "cohesion".
pub fn cohesion<'a>(
    body: &Body,
    neighbors: impl IntoIterator<Item = &'a Neighbor>,
    speed: f32,
    dt: f32,
) -> Vec2 {
    let mut sum = Vec2::ZERO;
    let mut count = 0;
    for other in neighbors {
        sum += other.position - body.position;
        count += 1;
    }
    if count == 0 {
        return Vec2::ZERO;
    }
    seek(body, body.position + sum / count as f32, speed, dt)
}
