//! Several forces as one.

use glam::Vec2;
use serde::{Deserialize, Serialize};
use sidestep::blend::{Blend, Weighted};

use super::given::{above_zero, point};

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Question {
    /// The most important first.
    forces: Vec<GivenForce>,
    max_force: f32,
    blend: Way,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct GivenForce {
    force: Vec2,
    weight: f32,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Way {
    WeightedSum,
    Prioritised,
    Priority,
}

#[derive(Debug, PartialEq, Serialize)]
pub(super) struct Answer {
    /// What each is given (N).
    given: Vec<Vec2>,
    total: Vec2,
    /// All of them by their weights, before anything is cut (N).
    sum: Vec2,
}

/// Share of the largest force below which a wish counts as none: as in scene files.
const THRESHOLD: f32 = 0.05;

pub(super) fn answer(question: Question) -> Result<Answer, String> {
    above_zero("max_force", question.max_force)?;
    for given in &question.forces {
        point("force", given.force)?;
        if !(0.0..=1e3).contains(&given.weight) {
            return Err(format!("weight is {}: 0 to 1000 is allowed", given.weight));
        }
    }
    let blend = match question.blend {
        Way::WeightedSum => Blend::WeightedSum,
        Way::Prioritised => Blend::Prioritised,
        Way::Priority => Blend::Priority {
            threshold: THRESHOLD,
        },
    };
    let forces: Vec<Weighted> = (question.forces.iter())
        .map(|&GivenForce { force, weight }| Weighted { force, weight })
        .collect();
    let mut given = vec![Vec2::ZERO; forces.len()];
    let total = blend.combine(&forces, question.max_force, |index, share| {
        given[index] = share;
    });
    let sum = (forces.iter())
        .map(|share| share.force * share.weight)
        .sum();
    Ok(Answer { given, total, sum })
}
