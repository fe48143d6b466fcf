use glam::Vec2;

use super::{Neighbor, arrive, evade, separation};
use crate::motion::Body;

/// How followers keep to their leader.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct FollowLeader {
    /// How far behind the leader's centre the followers gather (m), above 0.
    pub behind: f32,
    /// How far ahead of the leader its way is kept free (m), 0 for not at all.
    pub clear_ahead: f32,
    /// Edge distance below which followers part from each other (m), above 0.
    pub spacing: f32,
}

impl FollowLeader {
    /// Values that suit agents of `radius` metres.
    #[must_use]
    pub fn for_radius(radius: f32) -> Self {
        Self {
            behind: 4.0 * radius,
            clear_ahead: 5.0 * radius,
            spacing: radius,
        }
    }
}

/// The force (N) that follows a leader: arrive behind it, step out of its way, and keep apart from the
/// other followers (`neighbors`, which may hold the leader too).
///
/// Source: Bevilacqua, "Understanding Steering Behaviors: Leader Following" (2012), after Reynolds 1999.
pub fn follow_leader<'a>(
    body: &Body,
    id: u64,
    leader: &Neighbor,
    neighbors: impl IntoIterator<Item = &'a Neighbor>,
    parameters: &FollowLeader,
    speed: f32,
    dt: f32,
) -> Vec2 {
    let place = leader.position - leader.heading * parameters.behind;
    let mut force = arrive(body, place, speed, dt);
    if in_the_way(body, leader, parameters.clear_ahead) {
        force += evade(body, leader, speed, 1.0, f32::INFINITY, dt);
    }
    force + separation(body, id, neighbors, parameters.spacing)
}

/// Whether the body stands in the lane that the leader is going to walk.
fn in_the_way(body: &Body, leader: &Neighbor, clear_ahead: f32) -> bool {
    let offset: Vec2 = body.position - leader.position;
    let along = offset.dot(leader.heading);
    let beside = leader.heading.perp_dot(offset).abs();
    (0.0..=clear_ahead).contains(&along) && beside < 1.5 * (body.radius + leader.radius)
}
