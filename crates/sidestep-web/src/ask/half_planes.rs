//! ORCA's half-planes.

use glam::Vec2;
use serde::{Deserialize, Serialize};
use sidestep::avoid::orca::{HalfPlane, Orca, OrcaScratch};
use sidestep::avoid::{Blocker, Surroundings};
use sidestep::geometry::{Circle, Shape};
use sidestep::motion::Body;
use sidestep::steer::Neighbor;

use super::given::{GivenBody, Values, neighbors, wish, with_values};

/// Corners of the circle of all speeds that the body can go.
const CORNERS: usize = 96;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Question {
    body: GivenBody,
    wish: Vec2,
    others: Vec<GivenBody>,
    #[serde(default)]
    parameters: Values,
}

#[derive(Debug, PartialEq, Serialize)]
pub(super) struct Answer {
    planes: Vec<Plane>,
    /// The corners of what all of them allow (m/s), counter-clockwise; none if that is nothing.
    allowed: Vec<Vec2>,
    /// The velocity that is taken (m/s), and whether all allow it.
    velocity: Vec2,
    feasible: bool,
    /// The velocities that run into each of the others within the horizon.
    cones: Vec<Option<Cone>>,
}

#[derive(Debug, PartialEq, Serialize)]
struct Plane {
    /// A velocity on the boundary (m/s), and its direction; what is on the left is allowed.
    point: Vec2,
    direction: Vec2,
    /// Whose it is, as the place in the question.
    other: usize,
    /// The smallest change of velocity that keeps the two apart (m/s); our half of it leads from our
    /// velocity to the boundary.
    change: Vec2,
}

/// Velocities that run into somebody within a time: a cone with a rounded tip.
#[derive(Debug, PartialEq, Serialize)]
pub(super) struct Cone {
    /// Middle and radius of the rounding (m/s).
    center: Vec2,
    radius: f32,
    /// Where each leg begins (m/s), and where it leads: a unit vector.
    left: [Vec2; 2],
    right: [Vec2; 2],
}

pub(super) fn answer(question: Question) -> Result<Answer, String> {
    let body = question.body.body()?;
    let wish = wish(question.wish)?;
    let method = with_values(&Orca::for_radius(body.radius), question.parameters)?;
    let cones = (question.others.iter().enumerate())
        .map(|(index, other)| {
            let other = other.neighbor(index)?.neighbor;
            Ok(cone(&body, &other, method.time_horizon))
        })
        .collect::<Result<Vec<_>, String>>()?;
    let neighbors = neighbors(&body, question.others)?;
    let around = Surroundings::neighbors(&neighbors);
    let mut scratch = OrcaScratch::default();
    let decision = method.decide(&body, &wish, &around, &mut scratch);
    let share = |other: u64| {
        let found = neighbors.iter().find(|it| it.neighbor.id == other);
        found.map_or(0.5, |it| it.share)
    };
    let planes = (scratch.constraints())
        .filter_map(|(plane, source)| match source {
            Blocker::Agent(id) => Some(Plane {
                point: plane.point,
                direction: plane.direction,
                other: id as usize - 1,
                change: (plane.point - body.velocity) / share(id),
            }),
            Blocker::Obstacle(_) => None,
        })
        .collect();
    Ok(Answer {
        planes,
        allowed: allowed(scratch.half_planes(), body.limits.max_speed),
        velocity: decision.velocity,
        feasible: decision.feasible,
        cones,
    })
}

/// The velocities that run into another body within `horizon` seconds, if it keeps its velocity;
/// `None` if the two overlap already: then all do.
pub(super) fn cone(body: &Body, other: &Neighbor, horizon: f32) -> Option<Cone> {
    let offset = other.position - body.position;
    let radius = body.radius + other.radius;
    if offset.length() <= radius {
        return None;
    }
    let disc = Shape::from(Circle::new(offset, radius).ok()?);
    let tangents = disc.hull(Vec2::ZERO).tangents(Vec2::ZERO, 0.0);
    let leg = |direction: Vec2, length: f32| {
        let start = other.velocity + direction * (length / horizon);
        [start, direction]
    };
    Some(Cone {
        center: other.velocity + offset / horizon,
        radius: radius / horizon,
        left: leg(tangents.left.direction, tangents.left.length),
        right: leg(tangents.right.direction, tangents.right.length),
    })
}

/// What half-planes leave of all velocities up to `fastest` m/s.
fn allowed(planes: &[HalfPlane], fastest: f32) -> Vec<Vec2> {
    let mut corners: Vec<Vec2> = (0..CORNERS)
        .map(|corner| {
            let angle = corner as f32 / CORNERS as f32 * std::f32::consts::TAU;
            Vec2::from_angle(angle) * fastest
        })
        .collect();
    for plane in planes {
        corners = cut(&corners, plane);
    }
    corners
}

/// What of a convex outline is on the allowed side.
fn cut(corners: &[Vec2], plane: &HalfPlane) -> Vec<Vec2> {
    let mut left = Vec::with_capacity(corners.len() + 1);
    for (index, &corner) in corners.iter().enumerate() {
        let next = corners[(index + 1) % corners.len()];
        let (here, there) = (plane.clearance(corner), plane.clearance(next));
        if here >= 0.0 {
            left.push(corner);
        }
        if (here >= 0.0) != (there >= 0.0) {
            left.push(corner.lerp(next, here / (here - there)));
        }
    }
    left
}
