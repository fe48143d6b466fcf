//! Pursuit: running to where a quarry will be.

use glam::Vec2;

use super::{Neighbor, seek};
use crate::motion::Body;

/// Where `quarry` will be when a body at `position` that runs at `speed` m/s can catch it if both
/// keep straight on; at most `horizon` seconds ahead (m).
///
/// The catch time solves |quarry + velocity · t − position| = speed · t. If there is no such time
/// the horizon is used.
#[must_use]
pub fn predicted_position(position: Vec2, speed: f32, quarry: &Neighbor, horizon: f32) -> Vec2 {
    let offset = quarry.position - position;
    let a = quarry.velocity.length_squared() - speed * speed;
    let half_b = offset.dot(quarry.velocity);
    let c = offset.length_squared();
    let time = if a.abs() < 1e-6 {
        if half_b < 0.0 {
            -c / (2.0 * half_b)
        } else {
            horizon
        }
    } else {
        let discriminant = half_b * half_b - a * c;
        if discriminant < 0.0 {
            horizon
        } else {
            let root = discriminant.sqrt();
            let (first, second) = ((-half_b - root) / a, (-half_b + root) / a);
            let (low, high) = (first.min(second), first.max(second));
            if low >= 0.0 {
                low
            } else if high >= 0.0 {
                high
            } else {
                horizon
            }
        }
    };
    // Not `clamp`, which panics if the horizon is negative or NaN.
    quarry.position + quarry.velocity * time.min(horizon).max(0.0)
}

/// The force (N) that runs at `speed` m/s to where `quarry` is going to be, looking at most
/// `horizon` seconds ahead (2 is usual). `dt` is the time step (s).
///
/// Source: Reynolds 1999, "pursuit"; the catch time is solved for instead of estimated.
#[must_use]
pub fn pursue(body: &Body, quarry: &Neighbor, speed: f32, horizon: f32, dt: f32) -> Vec2 {
    seek(
        body,
        predicted_position(body.position, speed, quarry, horizon),
        speed,
        dt,
    )
}
