//! Separation: keeping apart from neighbours.

use glam::Vec2;

use super::{Neighbor, parting_direction};
use crate::motion::Body;

/// The force (N) away from neighbours whose edge is nearer than `distance` metres, each with a
/// share that rises evenly from 0 at that distance to the body's largest force on contact.
///
/// Neighbours exactly on top part in a direction that their ids give, as contacts do. Give the
/// neighbours in an order that doesn't depend on storage, as sums of floats do. Source: Reynolds
/// 1987 and 1999, "separation"; the linear share replaces 1/d, which has no bound.
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
        // Not divided where they overlap: the distance may be 0.
        let share = if gap > 0.0 { 1.0 - gap / distance } else { 1.0 };
        let direction = away
            .try_normalize()
            .unwrap_or_else(|| parting_direction(id, other.id));
        sum += direction * share;
    }
    sum * body.limits.max_force
}
