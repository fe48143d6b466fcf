//! Evasion: running from where a hunter will be.

use glam::Vec2;

use super::{Neighbor, flee, predicted_position};
use crate::motion::Body;

/// The force (N) that runs at `speed` m/s from where `hunter` could meet the body, looking at most
/// `horizon` seconds ahead, while the hunter is nearer than `distance` metres.
/// `dt` is the time step (s).
///
/// Source: Reynolds 1999, "evasion".
#[must_use]
pub fn evade(
    body: &Body,
    hunter: &Neighbor,
    speed: f32,
    horizon: f32,
    distance: f32,
    dt: f32,
) -> Vec2 {
    if body.position.distance_squared(hunter.position) >= distance * distance {
        return Vec2::ZERO;
    }
    // The hunter's own speed decides when it arrives; one at rest is fled from where it stands.
    let reach = hunter.velocity.length();
    let prey = Neighbor::new(u64::MAX, body);
    let meeting = if reach > 0.0 {
        predicted_position(hunter.position, reach, &prey, horizon)
    } else {
        hunter.position
    };
    // A meeting point ahead of the body must not turn it into the hunter's arms.
    let threat = hunter.position.midpoint(meeting);
    flee(body, threat, speed, f32::INFINITY, dt)
}
