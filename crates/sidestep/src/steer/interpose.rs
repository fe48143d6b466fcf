//! Interposing: getting between two others.

use glam::Vec2;

use super::{Neighbor, arrive};
use crate::motion::Body;

/// The force (N) that puts the body between two others: to the middle of where they will be when it
/// gets there at `speed` m/s. `dt` is the time step (s), as for [`arrive`].
///
/// Source: Buckland, "Programming Game AI by Example" (2005), "interpose".
#[must_use]
pub fn interpose(body: &Body, first: &Neighbor, second: &Neighbor, speed: f32, dt: f32) -> Vec2 {
    let middle = first.position.midpoint(second.position);
    let time = if speed > 0.0 {
        body.position.distance(middle) / speed
    } else {
        0.0
    };
    let meeting =
        (first.position + first.velocity * time).midpoint(second.position + second.velocity * time);
    arrive(body, meeting, speed, dt)
}
