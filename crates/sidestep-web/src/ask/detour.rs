//! The way round temporary obstacles.

use glam::Vec2;
use serde::{Deserialize, Serialize};
use sidestep::avoid::Blocker;
use sidestep::avoid::detour::{
    BarrierKind, Detour, DetourMemory, DetourQuery, DetourScratch, Outcome,
};
use sidestep::explain::{Explanation, Mark};
use sidestep::geometry::Side;
use sidestep::space::{Clusters, Filter, Topology};
use sidestep_scene::recording::Outline;

use super::given::{Values, above_zero, point, shapes, with_values};

/// More obstacles than this are no drawing.
const MOST_BARRIERS: usize = 200;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Question {
    from: Vec2,
    to: Vec2,
    radius: f32,
    crates: Vec<Outline>,
    walls: Vec<Outline>,
    #[serde(default)]
    parameters: Values,
}

#[derive(Debug, PartialEq, Serialize)]
pub(super) struct Answer {
    /// `clear`, `around` or `blocked`.
    outcome: &'static str,
    /// On which side, and how long the whole way is (m).
    side: Option<Side>,
    length: Option<f32>,
    sub_goal: Option<Vec2>,
    /// The crates that belong to the cluster, as places in the question.
    members: Vec<u32>,
    /// Outlines, both ways, terminators.
    marks: Vec<Mark>,
    reasons: Vec<String>,
}

pub(super) fn answer(question: Question) -> Result<Answer, String> {
    point("from", question.from)?;
    point("to", question.to)?;
    above_zero("radius", question.radius)?;
    let count = question.crates.len() + question.walls.len();
    if count > MOST_BARRIERS {
        return Err(format!(
            "{count} obstacles: at most {MOST_BARRIERS} are drawn"
        ));
    }
    let method = with_values(&Detour::for_radius(question.radius), question.parameters)?;
    let mut clusters = Clusters::new(
        2.0 * (question.radius + method.clearance),
        Topology::default(),
    );
    let crates = shapes(&question.crates)?;
    let walls = shapes(&question.walls)?;
    for (index, shape) in crates.iter().chain(&walls).enumerate() {
        clusters.insert(
            Blocker::Obstacle(index as u32),
            BarrierKind::of(index < crates.len()),
            shape,
            Vec2::ZERO,
            Filter::default(),
        );
    }
    let mut barriers = Vec::new();
    let area = method.area(question.from, question.to, question.radius);
    clusters.gather(area, &Filter::default(), &mut barriers);
    let query = DetourQuery {
        from: question.from,
        to: question.to,
        radius: question.radius,
        barriers: &barriers,
        walls_too: false,
    };
    let mut scratch = DetourScratch::default();
    let answer = method.find(&query, &mut DetourMemory::default(), &mut scratch);
    let mut told = Explanation::default();
    method.tell(&query, &DetourMemory::default(), &answer, &mut told);
    let (outcome, side, length, sub_goal) = match answer.outcome {
        Outcome::Clear => ("clear", None, None, None),
        Outcome::Around {
            sub_goal,
            side,
            length,
            ..
        } => ("around", Some(side), Some(length), Some(sub_goal)),
        Outcome::Blocked { .. } => ("blocked", None, None, None),
    };
    let cluster = match answer.outcome {
        Outcome::Clear => None,
        Outcome::Around { cluster, .. } | Outcome::Blocked { cluster, .. } => Some(cluster),
    };
    let members = cluster.map_or_else(Vec::new, |cluster| clusters.members(cluster));
    Ok(Answer {
        outcome,
        side,
        length,
        sub_goal,
        members: (members.into_iter())
            .filter_map(|member| match member {
                Blocker::Obstacle(index) => Some(index),
                Blocker::Agent(_) => None,
            })
            .collect(),
        marks: told.marks,
        reasons: told.reasons,
    })
}
