use glam::Vec2;

use crate::motion::Body;

/// The force (N) that brings the body to `target` (m) at up to `speed` m/s and to rest there, without
/// overshoot at any step length `dt` (s).
///
/// The wanted speed is the smaller of `speed`, of what half the largest force can brake away on the
/// rest of the way, and of distance / (4 · response time), below which a velocity that follows its
/// aim with that delay doesn't swing past. Source of the behaviour: Reynolds 1999, "arrival"; there
/// the speed falls linearly within a radius that the caller must guess.
#[must_use]
pub fn arrive(body: &Body, target: Vec2, speed: f32, dt: f32) -> Vec2 {
    let response = body.limits.response_time.max(dt);
    let to_target = target - body.position;
    let distance = to_target.length();
    let brakeable = (body.max_acceleration() * distance).sqrt();
    let wanted = speed.min(brakeable).min(distance / (4.0 * response));
    let velocity = to_target.normalize_or_zero() * wanted;
    (velocity - body.velocity) * (body.mass / response)
}
