use glam::Vec2;

use super::Neighbor;
use crate::motion::Body;

/// The force (N) away from neighbours whose edge is nearer than `distance` metres, each with a share
/// that rises evenly from 0 at that distance to the body's largest force on contact.
///
/// Neighbours exactly on top part along x, the lower id towards −x, as contacts do. Give the neighbours in an order that doesn't depend
/// on storage, as sums of floats do. Source: Reynolds 1987 and 1999, "separation"; the linear share
/// replaces 1/d, which has no bound.
pub fn separation<'a>(
    body: &Body,
    id: u64,
    neighbors: impl IntoIterator<Item = &'a Neighbor>,
    distance: f32,
) -> Vec2 {
    let mut sum = Vec2::ZERO;
    for other in neighbors {
        let away = body.position - other.position;
        let length = away.length();
        let gap = length - body.radius - other.radius;
        if gap >= distance {
            continue;
        }
        let share = (1.0 - gap.max(0.0) / distance).clamp(0.0, 1.0);
        let fallback = if id < other.id { Vec2::NEG_X } else { Vec2::X };
        sum += away.normalize_or(fallback) * share;
    }
    sum * body.limits.max_force
}
