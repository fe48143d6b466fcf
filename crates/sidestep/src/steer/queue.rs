use glam::Vec2;

use super::Neighbor;
use crate::motion::Body;

/// The force (N) that brakes the body while somebody stands or walks in front of it: within `ahead`
/// metres of its nose and no faster than it, inside a lane as wide as both. `None` if the way is free.
///
/// `dt` is the time step (s). It brakes to the speed of the one in front, harder the nearer that one is, and it must be blended
/// with what moves the agent forward. Source: Bevilacqua, "Understanding Steering Behaviors: Queue"
/// (2013), which brakes by a fixed share per frame.
pub fn queue<'a>(
    body: &Body,
    neighbors: impl IntoIterator<Item = &'a Neighbor>,
    ahead: f32,
    dt: f32,
) -> Option<Vec2> {
    let mut nearest: Option<(f32, u64, f32)> = None;
    for other in neighbors {
        let offset = other.position - body.position;
        let along = offset.dot(body.heading);
        let beside = body.heading.perp_dot(offset).abs();
        let gap = along - body.radius - other.radius;
        if along <= 0.0 || gap > ahead || beside >= 0.8 * (body.radius + other.radius) {
            continue;
        }
        let candidate = (gap, other.id, other.velocity.dot(body.heading).max(0.0));
        if nearest.is_none_or(|found| (candidate.0, candidate.1) < (found.0, found.1)) {
            nearest = Some(candidate);
        }
    }
    let (gap, _, speed_ahead) = nearest?;
    // As fast as the one in front plus what can still be braked away within the gap.
    let closing = (body.max_acceleration() * gap.max(0.0)).sqrt();
    let allowed = speed_ahead + closing.min(gap.max(0.0) / (4.0 * body.limits.response_time));
    let speed = body.velocity.dot(body.heading);
    if speed <= allowed {
        return None;
    }
    Some(body.force_towards(body.velocity - body.heading * (speed - allowed), dt))
}
