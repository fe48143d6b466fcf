//! Arriving at a point and coming to rest there.

use glam::Vec2;

use crate::motion::Body;

/// The force (N) that brings the body to `target` (m) at up to `speed` m/s and to rest there,
/// without overshoot at any step length `dt` (s).
///
/// The wanted speed is the smallest of `speed`, of what half the largest force can brake away on
/// the rest of the way, and of distance · tanh(dt / 4τ) / dt with the response time τ. The last is
/// the fastest approach without swinging past for a velocity that follows its aim with the delay τ
/// (critical damping): 1/4τ for short steps, and right for long ones too. Source of the behaviour:
/// Reynolds 1999, "arrival"; there the speed falls linearly within a radius that the caller must
/// guess.
#[must_use]
pub fn arrive(body: &Body, target: Vec2, speed: f32, dt: f32) -> Vec2 {
    let to_target = target - body.position;
    let distance = to_target.length();
    let brakeable = (body.max_acceleration() * distance).sqrt();
    let damped = distance * libm::tanhf(dt / (4.0 * body.limits.response_time)) / dt;
    let wanted = speed.min(brakeable).min(damped);
    body.force_towards(to_target.normalize_or_zero() * wanted, dt)
}
