//! Hiding behind obstacles.

use glam::Vec2;

use super::arrive;
use crate::geometry::Hull;
use crate::motion::Body;

/// The force (N) that takes the body behind the obstacle whose far side, seen from `threat` (m), is
/// nearest; `None` if there is no obstacle to hide behind. It keeps `clearance` metres between its
/// edge and the obstacle. `dt` is the time step (s), as for [`arrive`].
///
/// Source: Reynolds 1999, "hide". Of equally near places the first obstacle's is taken.
pub fn hide<'a>(
    body: &Body,
    threat: Vec2,
    obstacles: impl IntoIterator<Item = Hull<'a>>,
    clearance: f32,
    speed: f32,
    dt: f32,
) -> Option<Vec2> {
    let mut best: Option<(f32, Vec2)> = None;
    for obstacle in obstacles {
        let center = obstacle.center();
        let away = (center - threat).normalize_or(body.heading);
        let reach = obstacle.bounding_radius() + body.radius + clearance;
        let place = center + away * reach;
        let distance = body.position.distance_squared(place);
        if best.is_none_or(|(nearest, _)| distance < nearest) {
            best = Some((distance, place));
        }
    }
    best.map(|(_, place)| arrive(body, place, speed, dt))
}
