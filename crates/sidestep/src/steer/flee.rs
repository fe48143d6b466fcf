//! Fleeing from a point.

use glam::Vec2;

use crate::motion::Body;

/// The force (N) straight away from `threat` (m) at `speed` m/s while it is nearer than `distance`
/// metres; no force beyond (pass infinity to flee from anywhere). Exactly on the threat the body
/// flees along its heading. `dt` is the time step (s).
///
/// Source: Reynolds 1999, "flee".
#[must_use]
pub fn flee(body: &Body, threat: Vec2, speed: f32, distance: f32, dt: f32) -> Vec2 {
    let away = body.position - threat;
    if away.length_squared() >= distance * distance {
        return Vec2::ZERO;
    }
    body.force_towards(away.normalize_or(body.heading) * speed, dt)
}
