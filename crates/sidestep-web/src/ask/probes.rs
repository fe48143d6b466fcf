//! F. Bevilacqua's probes.

use glam::Vec2;
use serde::{Deserialize, Serialize};
use sidestep::avoid::Blocker;
use sidestep_scene::recording::Outline;
use sidestep_study::look_ahead::{Classic, Probes};

use super::given::{GivenBody, above_zero, obstacles, shapes};

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Question {
    body: GivenBody,
    obstacles: Vec<Outline>,
    /// How far the far probe is (m), and how strong the push (N).
    distance: f32,
    max_avoid_force: f32,
    /// Whether the body's own place is tested, too, and whether the distance follows the speed.
    third: bool,
    scaled: bool,
}

#[derive(Debug, PartialEq, Serialize)]
pub(super) struct Answer {
    /// Ahead, half way, and where the body is (m): the last one only if it is tested.
    points: Vec<Vec2>,
    /// Whether each is inside an obstacle.
    inside: Vec<bool>,
    /// The obstacle that pushes.
    threat: Option<u32>,
    /// The push (N).
    force: Vec2,
}

pub(super) fn answer(question: Question) -> Result<Answer, String> {
    above_zero("distance", question.distance)?;
    above_zero("max_avoid_force", question.max_avoid_force)?;
    let body = question.body.body()?;
    let shapes = shapes(&question.obstacles)?;
    let obstacles = obstacles(&shapes);
    let method = Classic {
        probes: if question.third {
            Probes::Three
        } else {
            Probes::Two
        },
        distance: question.distance,
        scaled_by_speed: question.scaled,
        max_avoid_force: question.max_avoid_force,
    };
    let decision = method.push(&body, &obstacles);
    let tested = if question.third { 3 } else { 2 };
    let points = method.points(&body)[..tested].to_vec();
    let inside = (points.iter())
        .map(|point| {
            obstacles.iter().any(|obstacle| {
                let hull = obstacle.hull();
                point.distance(hull.center()) <= hull.bounding_radius()
            })
        })
        .collect();
    Ok(Answer {
        points,
        inside,
        threat: match decision.threat {
            Some(Blocker::Obstacle(index)) => Some(index),
            _ => None,
        },
        force: decision.force,
    })
}
