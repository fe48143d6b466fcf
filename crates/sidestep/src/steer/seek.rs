//! Seeking a point.

use glam::Vec2;

use crate::motion::Body;

/// The force (N) that turns the body straight to `target` (m) at `speed` m/s. It doesn't slow down:
/// use [`arrive`](super::arrive) to stop there. At the target itself it asks for rest. `dt` is the
/// time step (s).
///
/// Source: Reynolds 1999, "seek".
#[must_use]
pub fn seek(body: &Body, target: Vec2, speed: f32, dt: f32) -> Vec2 {
    body.force_towards((target - body.position).normalize_or_zero() * speed, dt)
}
