//! What all velocities cost.

use glam::Vec2;
use serde::{Deserialize, Serialize};
use sidestep::avoid::Surroundings;
use sidestep::avoid::sampling::VelocitySampling;

use super::given::{GivenBody, Values, above_zero, neighbors, wish, with_values};
use super::half_planes::{Cone, cone};

/// More than this many along a side would only cost.
const MOST_CELLS: usize = 128;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Question {
    body: GivenBody,
    wish: Vec2,
    others: Vec<GivenBody>,
    /// How fast the fastest velocity of the map is, along either axis (m/s), and how many there are
    /// along a side.
    extent: f32,
    cells: usize,
    #[serde(default)]
    parameters: Values,
}

#[derive(Debug, PartialEq, Serialize)]
pub(super) struct Answer {
    /// The costs (m/s) of the middle of each cell, row by row from the lower left.
    costs: Vec<f32>,
    preferred: Vec2,
    chosen: Vec2,
    /// Each velocity that was looked at: x, y, cost.
    looked_at: Vec<[f32; 3]>,
    /// Who would be touched first at the wish, as the place in the question, and when (s).
    threat: Option<usize>,
    contact: Option<f32>,
    /// The velocities that run into each of the others within the horizon.
    cones: Vec<Option<Cone>>,
}

pub(super) fn answer(question: Question) -> Result<Answer, String> {
    above_zero("extent", question.extent)?;
    let (extent, cells) = (question.extent, question.cells);
    if cells > MOST_CELLS {
        return Err(format!("cells is {cells}: at most {MOST_CELLS} are drawn"));
    }
    let body = question.body.body()?;
    let wish = wish(question.wish)?;
    let method = with_values(
        &VelocitySampling::for_radius(body.radius),
        question.parameters,
    )?;
    let cones = (question.others.iter().enumerate())
        .map(|(index, other)| {
            Ok(cone(
                &body,
                &other.neighbor(index)?.neighbor,
                method.horizon,
            ))
        })
        .collect::<Result<Vec<_>, String>>()?;
    let neighbors = neighbors(&body, question.others)?;
    let around = Surroundings {
        neighbor_reach: method.distance,
        ..Surroundings::neighbors(&neighbors)
    };
    let middle = |cell: usize| ((2 * cell + 1) as f32 / cells as f32 - 1.0) * extent;
    let velocities: Vec<Vec2> = (0..cells * cells)
        .map(|cell| Vec2::new(middle(cell % cells), middle(cell / cells)))
        .collect();
    let told = method.costs(&body, &wish, &around, &velocities);
    Ok(Answer {
        costs: told.costs,
        preferred: told.preferred,
        chosen: told.chosen,
        looked_at: (told.looked_at.iter())
            .map(|(velocity, cost)| [velocity.x, velocity.y, *cost])
            .collect(),
        threat: told.threat.map(|(id, _)| id as usize - 1),
        contact: told.threat.map(|(_, time)| time),
        cones,
    })
}
