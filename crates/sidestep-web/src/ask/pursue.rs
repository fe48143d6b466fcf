//! Running after somebody: to where they are, and to where they will be.

use glam::Vec2;
use serde::{Deserialize, Serialize};
use sidestep::motion::Body;
use sidestep::steer::{self, Neighbor};

use super::given::{DT, GivenBody, above_zero};

/// The hunts are followed for so long (s), and told so often.
const SECONDS: f32 = 12.0;
const STEPS_A_PLACE: u32 = 6;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Question {
    hunter: GivenBody,
    /// Goes straight on, whatever happens.
    quarry: GivenBody,
    /// How far ahead the hunter looks at most (s).
    horizon: f32,
}

#[derive(Debug, PartialEq, Serialize)]
pub(super) struct Answer {
    /// Where the hunter takes the quarry to be when it has it (m).
    meeting: Vec2,
    /// By pursuing, and by seeking.
    pursue: Hunt,
    seek: Hunt,
}

#[derive(Debug, PartialEq, Serialize)]
struct Hunt {
    /// Where the hunter is, every tenth of a second (m), until it has the quarry.
    places: Vec<Vec2>,
    /// When they touch (s), if they do within 12 s.
    caught: Option<f32>,
}

pub(super) fn answer(question: Question) -> Result<Answer, String> {
    let Question {
        hunter,
        quarry,
        horizon,
    } = question;
    above_zero("horizon", horizon)?;
    let (hunter, quarry) = (hunter.body()?, quarry.body()?);
    let speed = hunter.limits.max_speed;
    let seen = Neighbor::new(1, &quarry);
    Ok(Answer {
        meeting: steer::predicted_position(hunter.position, speed, &seen, horizon),
        pursue: hunt(hunter, quarry, |hunter, quarry| {
            steer::pursue(hunter, quarry, speed, horizon, DT)
        }),
        seek: hunt(hunter, quarry, |hunter, quarry| {
            steer::seek(hunter, quarry.position, speed, DT)
        }),
    })
}

fn hunt(mut hunter: Body, mut quarry: Body, wish: impl Fn(&Body, &Neighbor) -> Vec2) -> Hunt {
    let mut places = vec![hunter.position];
    let reach = hunter.radius + quarry.radius;
    let steps = (SECONDS / DT).round() as u32;
    for step in 1..=steps {
        let force = wish(&hunter, &Neighbor::new(1, &quarry));
        hunter.advance(force.clamp_length_max(hunter.limits.max_force), DT);
        quarry.position += quarry.velocity * DT;
        let caught = hunter.position.distance(quarry.position) <= reach;
        if caught || step % STEPS_A_PLACE == 0 {
            places.push(hunter.position);
        }
        if caught {
            return Hunt {
                places,
                caught: Some(step as f32 * DT),
            };
        }
    }
    Hunt {
        places,
        caught: None,
    }
}
