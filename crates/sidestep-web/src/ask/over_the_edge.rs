//! Somebody beyond the edge of a world that wraps, as rocketman's vehicles see it or don't.

use glam::Vec2;
use serde::{Deserialize, Serialize};
use sidestep::avoid::encounter;
use sidestep::space::Topology;
use sidestep::steer::Neighbor;
use sidestep_study::unaligned::{Classic, LookAhead};

use super::given::{GivenBody, above_zero};

/// What the answer of the classic form is asked for (s): long enough to show.
const MOMENT: f32 = 0.25;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Question {
    body: GivenBody,
    other: GivenBody,
    /// Corners of the world (m).
    min: Vec2,
    max: Vec2,
    /// How far ahead the classic form looks (m).
    look_ahead: f32,
    /// Whether it looks over the edge.
    over: bool,
}

#[derive(Debug, PartialEq, Serialize)]
pub(super) struct Answer {
    /// The image of the other that is nearest (m).
    image: Vec2,
    /// Whether the classic form sees the other as somebody that it will meet.
    seen: bool,
    /// Its velocity a quarter of a second later, if it turns for nobody else (m/s).
    velocity: Vec2,
    /// When they touch if neither turns (s), and where the body then is (m); none within 10 s.
    contact: Option<f32>,
    touching: Option<Vec2>,
}

/// Meetings later than this don't count (s).
const HORIZON: f32 = 10.0;

pub(super) fn answer(question: Question) -> Result<Answer, String> {
    above_zero("look_ahead", question.look_ahead)?;
    let topology =
        Topology::torus(question.min, question.max).map_err(|error| error.to_string())?;
    let (body, other) = (question.body.body()?, question.other.body()?);
    let image = topology.nearest_image(body.position, other.position);
    let mut neighbor = Neighbor::new(1, &other);
    if question.over {
        neighbor.position = image;
    }
    let classic = Classic {
        look_ahead: LookAhead::Distance(question.look_ahead),
        ..Classic::for_radius(body.radius)
    };
    let decision = classic.dodge(&body, [&neighbor], 0.0, MOMENT);
    let contact = encounter::time_to_contact(
        image - body.position,
        body.velocity - other.velocity,
        body.radius + other.radius,
    )
    .filter(|time| *time <= HORIZON);
    Ok(Answer {
        image,
        seen: decision.threat.is_some(),
        velocity: decision.velocity,
        contact,
        touching: contact.map(|time| body.position + body.velocity * time),
    })
}
