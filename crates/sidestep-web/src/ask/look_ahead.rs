//! The swept disc.

use glam::Vec2;
use serde::{Deserialize, Serialize};
use sidestep::avoid::look_ahead::LookAhead;
use sidestep::avoid::{Memory, Surroundings};
use sidestep::explain::{Explanation, Mark, MarkKind, MarkShape};
use sidestep::geometry::Side;
use sidestep_scene::recording::Outline;

use super::given::{GivenBody, Values, obstacles, shapes, wish, with_values};

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Question {
    body: GivenBody,
    wish: Vec2,
    obstacles: Vec<Outline>,
    #[serde(default)]
    parameters: Values,
}

#[derive(Debug, PartialEq, Serialize)]
pub(super) struct Answer {
    /// How far it looks (m).
    reach: f32,
    /// What the swept disc meets first.
    contact: Option<Contact>,
    /// The directions past it (m from the body), each with the length of the way in words.
    ways: Vec<Way>,
    /// The velocity that is taken (m/s), and the side.
    velocity: Vec2,
    side: Option<Side>,
    reasons: Vec<String>,
}

#[derive(Debug, PartialEq, Serialize)]
struct Contact {
    /// Where the body would be (m), and after how long (m, s).
    at: Vec2,
    distance: f32,
    time: f32,
    /// Where it would touch (m), and the direction out of the obstacle there.
    point: Vec2,
    normal: Vec2,
}

#[derive(Debug, PartialEq, Serialize)]
struct Way {
    to: Vec2,
    label: String,
    taken: bool,
}

pub(super) fn answer(question: Question) -> Result<Answer, String> {
    let body = question.body.body()?;
    let wish = wish(question.wish)?;
    let shapes = shapes(&question.obstacles)?;
    let obstacles = obstacles(&shapes);
    let method = with_values(&LookAhead::for_radius(body.radius), question.parameters)?;
    let around = Surroundings::obstacles(&obstacles);
    let decision = method.decide(&body, &wish, &around, &mut Memory::default());
    let mut told = Explanation::default();
    method.tell(&body, &wish, &around, &decision, &mut told);
    let reach = method.reach(&body, wish.velocity.length());
    let contact = wish.velocity.try_normalize().and_then(|direction| {
        let hit = (obstacles.iter())
            .filter_map(|obstacle| {
                let radius = body.radius + method.skin;
                (obstacle.hull()).sweep(body.position, direction, radius, reach)
            })
            .min_by(|a, b| a.distance.total_cmp(&b.distance))?;
        let at = body.position + direction * hit.distance;
        Some(Contact {
            at,
            distance: hit.distance,
            time: decision.contact,
            point: at - hit.normal * body.radius,
            normal: hit.normal,
        })
    });
    Ok(Answer {
        reach,
        contact,
        ways: ways(&told.marks, decision.velocity, body.position),
        velocity: decision.velocity,
        side: decision.side,
        reasons: told.reasons,
    })
}

/// The ways past that were told; the one that was taken leads where the decision goes.
fn ways(marks: &[Mark], velocity: Vec2, from: Vec2) -> Vec<Way> {
    let taken = velocity.normalize_or_zero();
    (marks.iter())
        .filter(|mark| mark.kind == MarkKind::Tangent)
        .filter_map(|mark| match mark.shape {
            MarkShape::Line { to, .. } => Some(Way {
                to,
                label: mark.label.clone(),
                taken: (to - from).normalize_or_zero().dot(taken) > 0.999_9,
            }),
            _ => None,
        })
        .collect()
}
