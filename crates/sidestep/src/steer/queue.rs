//! Queueing: waiting behind those ahead.

use glam::Vec2;

use super::Neighbor;
use crate::motion::Body;

/// The force (N) to add to `wanted`, what everything else wants together (N), so that the body
/// waits behind those who stand or walk in front of it: within `ahead` metres of its nose, inside a
/// lane as wide as both, in the direction in which it wants to go. `None` if nobody there is in its
/// way.
///
/// It is as fast as the one in front plus what it can still brake away within the gap. `dt` is the
/// time step (s). Source: Bevilacqua, "Understanding Steering Behaviors: Queue" (2013), which takes
/// back a fixed share of the other forces and of the velocity per frame.
pub fn queue<'a>(
    body: &Body,
    neighbors: impl IntoIterator<Item = &'a Neighbor>,
    ahead: f32,
    wanted: Vec2,
    dt: f32,
) -> Option<Vec2> {
    let intended = body.intended_velocity(wanted, dt);
    let direction = intended.normalize_or(body.heading);
    let mut nearest: Option<(f32, u64, f32)> = None;
    for other in neighbors {
        let offset = other.position - body.position;
        let along = offset.dot(direction);
        let beside = direction.perp_dot(offset).abs();
        let gap = along - body.radius - other.radius;
        if along <= 0.0 || gap > ahead || beside >= body.radius + other.radius {
            continue;
        }
        let candidate = (gap, other.id, other.velocity.dot(direction).max(0.0));
        if nearest.is_none_or(|found| (candidate.0, candidate.1) < (found.0, found.1)) {
            nearest = Some(candidate);
        }
    }
    let (gap, _, speed_ahead) = nearest?;
    // As for arriving: half the largest force must do for braking, and nothing may swing.
    let gap = gap.max(0.0);
    let brakeable = (body.max_acceleration() * gap).sqrt();
    let damped = gap * libm::tanhf(dt / (4.0 * body.limits.response_time)) / dt;
    let allowed = speed_ahead + brakeable.min(damped);
    let excess = intended.length() - allowed;
    (excess > 0.0).then(|| body.force_towards(direction * allowed, dt) - wanted)
}
