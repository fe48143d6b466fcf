//! Coming to a point: with braking for it, and without.

use glam::Vec2;
use serde::{Deserialize, Serialize};
use sidestep::motion::Body;
use sidestep::steer;

use super::given::{DT, GivenBody, above_zero, point};

/// The ways are followed for so long (s), and told so often.
const SECONDS: f32 = 8.0;
const STEPS_A_PLACE: u32 = 6;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Question {
    body: GivenBody,
    target: Vec2,
    /// The speed that it likes (m/s).
    speed: f32,
    /// What its legs can do (m/s²).
    max_acceleration: f32,
}

#[derive(Debug, PartialEq, Serialize)]
pub(super) struct Answer {
    /// Who brakes for the point, and who always runs at it.
    arrive: Way,
    seek: Way,
}

#[derive(Debug, PartialEq, Serialize)]
struct Way {
    /// The first force (N), as far as the body has it.
    force: Vec2,
    /// Where it is, every tenth of a second (m).
    places: Vec<Vec2>,
    /// How far beyond the point it gets after it was nearest for the first time (m).
    overshoot: f32,
    /// How far off it is at the end (m).
    off: f32,
    /// Its largest speed in the last second (m/s).
    speed_at_the_end: f32,
}

pub(super) fn answer(question: Question) -> Result<Answer, String> {
    let Question {
        body,
        target,
        speed,
        max_acceleration,
    } = question;
    point("target", target)?;
    above_zero("speed", speed)?;
    above_zero("max_acceleration", max_acceleration)?;
    let mut body = body.body()?;
    body.limits.max_force = max_acceleration * body.mass;
    Ok(Answer {
        arrive: follow(body, target, |body| steer::arrive(body, target, speed, DT)),
        seek: follow(body, target, |body| steer::seek(body, target, speed, DT)),
    })
}

fn follow(mut body: Body, target: Vec2, wish: impl Fn(&Body) -> Vec2) -> Way {
    let force = wish(&body).clamp_length_max(body.limits.max_force);
    let mut places = vec![body.position];
    let (mut nearest, mut passed, mut overshoot) = (body.position.distance(target), false, 0.0f32);
    let mut speed_at_the_end = 0.0f32;
    let steps = (SECONDS / DT).round() as u32;
    for step in 1..=steps {
        body.advance(wish(&body).clamp_length_max(body.limits.max_force), DT);
        let off = body.position.distance(target);
        passed |= off > nearest && nearest < body.radius;
        nearest = nearest.min(off);
        if passed {
            overshoot = overshoot.max(off - nearest);
        }
        if (steps - step) as f32 * DT < 1.0 {
            speed_at_the_end = speed_at_the_end.max(body.speed());
        }
        if step % STEPS_A_PLACE == 0 {
            places.push(body.position);
        }
    }
    Way {
        force,
        places,
        overshoot,
        off: body.position.distance(target),
        speed_at_the_end,
    }
}
