//! When two movers come nearest.

use glam::Vec2;
use serde::{Deserialize, Serialize};
use sidestep::avoid::encounter;

use super::given::{GivenBody, above_zero};

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Question {
    body: GivenBody,
    other: GivenBody,
    horizon: f32,
}

#[derive(Debug, PartialEq, Serialize)]
pub(super) struct Answer {
    /// When the two are nearest (s), how far apart their centres then are (m), and where each is.
    time: f32,
    miss: f32,
    places: [Vec2; 2],
    /// When they touch (s), if they do within the horizon, and where each then is.
    contact: Option<f32>,
    touching: Option<[Vec2; 2]>,
}

pub(super) fn answer(question: Question) -> Result<Answer, String> {
    above_zero("horizon", question.horizon)?;
    let (body, other) = (question.body.body()?, question.other.body()?);
    let offset = other.position - body.position;
    let relative = body.velocity - other.velocity;
    let approach = encounter::closest_approach(offset, relative, question.horizon);
    let contact = encounter::time_to_contact(offset, relative, body.radius + other.radius)
        .filter(|time| *time <= question.horizon);
    let places = |time: f32| [&body, &other].map(|body| body.position + body.velocity * time);
    Ok(Answer {
        time: approach.time,
        miss: approach.miss.length(),
        places: places(approach.time),
        contact,
        touching: contact.map(places),
    })
}
