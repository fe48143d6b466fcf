//! The way round temporary obstacles.

use glam::Vec2;
use serde::{Deserialize, Serialize};
use sidestep::avoid::Blocker;
use sidestep::avoid::detour::{
    BarrierKind, Detour, DetourAnswer, DetourMemory, DetourMethod, DetourQuery, DetourScratch,
    FoundWay, Outcome,
};
use sidestep::explain::{Explanation, Mark};
use sidestep::geometry::Side;
use sidestep::space::{Clusters, Filter, Topology};
use sidestep_scene::recording::Outline;
use sidestep_study::detour::FurthestTangents;

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
    by: Way,
    #[serde(default)]
    parameters: Values,
}

/// How the way is found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Way {
    /// By a tight string.
    #[default]
    String,
    /// By the furthest tangents of the cluster that is met.
    TangentsOfCluster,
    /// By the furthest tangents of all obstacles together, as the tutorial warns of.
    TangentsOfAll,
}

/// A cluster holds together over gaps up to this (m) where all obstacles are to be one.
const EVERYTHING: f32 = 1e3;

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
    let string = with_values(&Detour::for_radius(question.radius), question.parameters)?;
    let tangents = FurthestTangents {
        clearance: string.clearance,
        neighborhood: string.neighborhood,
        ..FurthestTangents::for_radius(question.radius)
    };
    let width = match question.by {
        Way::String | Way::TangentsOfCluster => 2.0 * (question.radius + string.clearance),
        Way::TangentsOfAll => EVERYTHING,
    };
    let mut clusters = Clusters::new(width, Topology::default());
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
    let area = string.area(question.from, question.to, question.radius);
    clusters.gather(area, &Filter::default(), &mut barriers);
    let query = DetourQuery {
        from: question.from,
        to: question.to,
        radius: question.radius,
        barriers: &barriers,
        walls_too: false,
    };
    let (answer, told) = match question.by {
        Way::String => by_string(&string, &query),
        Way::TangentsOfCluster | Way::TangentsOfAll => by_tangents(&tangents, &query),
    };
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

fn by_string(method: &Detour, query: &DetourQuery<'_>) -> (DetourAnswer, Explanation) {
    let mut told = Explanation::default();
    let answer = method.find(
        query,
        &mut DetourMemory::default(),
        &mut DetourScratch::default(),
    );
    method.tell(query, &DetourMemory::default(), &answer, &mut told);
    (answer, told)
}

fn by_tangents(method: &FurthestTangents, query: &DetourQuery<'_>) -> (DetourAnswer, Explanation) {
    let mut told = Explanation::default();
    let answer = method.find(
        query,
        &mut DetourMemory::default(),
        &mut FoundWay::default(),
    );
    DetourMethod::tell(method, query, &DetourMemory::default(), &answer, &mut told);
    (answer, told)
}
