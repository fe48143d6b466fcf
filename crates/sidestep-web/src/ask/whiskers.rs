//! Whiskers and what they hit.

use glam::Vec2;
use serde::{Deserialize, Serialize};
use sidestep_scene::recording::Outline;
use sidestep_study::walls::{Strength, WallMethod, WhiskerHit, Whiskers};

use super::given::{GivenBody, Values, above_zero, obstacles, shapes, with_values};

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Question {
    body: GivenBody,
    walls: Vec<Outline>,
    /// See [`Whiskers`].
    #[serde(default)]
    parameters: Values,
    /// Strength at 1 m, times 1 m² (m³/s²), and the largest strength (m/s²).
    decay: f32,
    cap: f32,
}

#[derive(Debug, PartialEq, Serialize)]
pub(super) struct Answer {
    rays: Vec<Ray>,
    /// The ray whose hit is nearest.
    nearest: Option<usize>,
    /// How strongly that pushes (m/s²).
    strength: f32,
    /// In which direction, by each of the three ways to read it; of length 1, or zero.
    hit_normal: Vec2,
    additive: Vec2,
    cross: Vec2,
    /// The place off the wall that the first of them goes for (m).
    aim: Option<Vec2>,
}

#[derive(Debug, PartialEq, Serialize)]
struct Ray {
    /// Where it would end with nothing in its way, and where it ends (m).
    end: Vec2,
    to: Vec2,
    /// Direction out of the wall where it hits.
    normal: Option<Vec2>,
}

pub(super) fn answer(question: Question) -> Result<Answer, String> {
    above_zero("decay", question.decay)?;
    above_zero("cap", question.cap)?;
    let body = question.body.body()?;
    let shapes = shapes(&question.walls)?;
    let obstacles = obstacles(&shapes);
    let whiskers = with_values(&Whiskers::for_radius(body.radius), question.parameters)?;
    let hits: Vec<Option<WhiskerHit>> = (0..whiskers.number())
        .map(|whisker| whiskers.cast(&body, whisker, &obstacles))
        .collect();
    let rays = (hits.iter().zip(0..))
        .map(|(hit, whisker)| {
            let direction = whiskers.direction(&body, whisker);
            let end = body.position + direction * whiskers.length_of(whisker);
            Ray {
                end,
                to: hit.map_or(end, |hit| hit.point),
                normal: hit.map(|hit| hit.normal),
            }
        })
        .collect();
    let nearest = (hits.iter().flatten()).fold(None, |best: Option<&WhiskerHit>, hit| {
        let nearer = best.is_none_or(|best| hit.distance < best.distance);
        if nearer { Some(hit) } else { best }
    });
    let rising = Strength::Rising {
        decay: question.decay,
        cap: question.cap,
    };
    let by_normal = WallMethod::hit_normal_for_radius(body.radius);
    let direction = |method: WallMethod| {
        nearest.map_or(Vec2::ZERO, |hit| {
            method.direction(&body, Whiskers::ahead(&body), hit)
        })
    };
    Ok(Answer {
        rays,
        nearest: nearest.map(|hit| hit.whisker as usize),
        strength: nearest.map_or(0.0, |hit| rising.at(body.position.distance(hit.point))),
        hit_normal: direction(by_normal),
        additive: direction(WallMethod::Additive),
        cross: direction(WallMethod::Cross),
        aim: nearest.and_then(|hit| match by_normal {
            WallMethod::HitNormal { offset } => Some(hit.point + hit.normal * offset),
            _ => None,
        }),
    })
}
