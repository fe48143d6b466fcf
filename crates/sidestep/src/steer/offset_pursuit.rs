//! Offset pursuit: keeping a place beside a leader.

use glam::Vec2;

use super::{Neighbor, arrive};
use crate::motion::Body;

/// The force (N) that keeps the body at `offset` (m, x ahead and y left of the leader's heading)
/// from a moving leader, as in a formation. `dt` is the time step (s), as for [`arrive`].
///
/// Source: Reynolds 1999, "offset pursuit".
#[must_use]
pub fn offset_pursuit(body: &Body, leader: &Neighbor, offset: Vec2, speed: f32, dt: f32) -> Vec2 {
    let place = leader.position + offset.rotate(leader.heading);
    // Keeping station means moving with the leader, so arrive in its frame of reference.
    let mut relative = *body;
    relative.velocity = body.velocity - leader.velocity;
    arrive(&relative, place, speed, dt)
}
