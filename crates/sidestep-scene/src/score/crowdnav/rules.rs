//! Who has collided, arrived or taken too long, from positions alone.
//!
//! The rules are those of CrowdNav's `crowd_sim.py` (facts read there). Its oddities are kept,
//! since published figures rest on them: within a step a walker is taken to keep the velocity that
//! it had before the step, although it already moves with a new one; the time is up a second before
//! the limit; and whoever collides and arrives in the same step has collided.

use glam::DVec2;
use serde::Serialize;

use crate::import::crowdnav::Environment;

/// How an episode ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    /// The robot has reached its goal.
    Success,
    /// It has touched a walker.
    Collision,
    /// Neither, until the time was up.
    Timeout,
}

impl Outcome {
    /// Its name in tables and JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Success => "success",
            Self::Collision => "collision",
            Self::Timeout => "timeout",
        }
    }
}

/// A step of the robot from one place to another (m).
#[derive(Clone, Copy, Debug)]
pub(super) struct RobotStep {
    pub from: DVec2,
    pub to: DVec2,
}

/// Whether the time is up at `time` (s), before the step that begins then is judged.
pub(super) fn is_late(environment: &Environment, time: f64) -> bool {
    time >= environment.time_limit - 1.0
}

/// Whether the robot has reached `goal` (m) with a step.
pub(super) fn has_arrived(environment: &Environment, goal: DVec2, step: RobotStep) -> bool {
    step.to.distance(goal) < environment.robot_radius
}

/// The smallest gap between the bodies of the robot and a walker within a step (m), below 0 where
/// they overlap. The robot goes straight and evenly, the walker on with its `velocity` (m/s) from
/// `position` (m).
pub(super) fn smallest_gap(
    environment: &Environment,
    step: RobotStep,
    position: DVec2,
    velocity: DVec2,
) -> f64 {
    let from = position - step.from;
    let to = position + velocity * environment.time_step - step.to;
    distance_from_origin(from, to) - environment.walker_radius - environment.robot_radius
}

/// How near a segment comes to the origin (m).
fn distance_from_origin(from: DVec2, to: DVec2) -> f64 {
    let way = to - from;
    let length_squared = way.length_squared();
    if length_squared == 0.0 {
        return from.length();
    }
    let share = (-from.dot(way) / length_squared).clamp(0.0, 1.0);
    (from + way * share).length()
}

#[cfg(test)]
mod tests {
    use super::*;

    const STEP: RobotStep = RobotStep {
        from: DVec2::ZERO,
        to: DVec2::new(0.0, 0.25),
    };

    #[test]
    fn the_gap_is_that_of_the_nearest_moment() {
        let environment = Environment::default();
        let gap =
            |x, y, vx, vy| smallest_gap(&environment, STEP, DVec2::new(x, y), DVec2::new(vx, vy));
        let near = |value: f64, expected: f64| {
            assert!((value - expected).abs() < 1e-12, "{value} isn't {expected}");
        };
        // Standing ahead: the end of the step is nearest; behind: its beginning.
        near(gap(0.0, 1.0, 0.0, 0.0), 0.15);
        near(gap(0.0, -1.0, 0.0, 0.0), 0.4);
        // Going along at the same pace: always the same.
        near(gap(0.8, 0.0, 0.0, 1.0), 0.2);
        // Crossing so fast that neither end of the step shows it.
        near(gap(-10.0, 0.125, 80.0, 0.0), -0.6);
    }

    #[test]
    fn arrival_and_lateness_have_sharp_ends() {
        let environment = Environment::default();
        let at = |y| RobotStep {
            to: DVec2::new(0.0, y),
            ..STEP
        };
        let goal = DVec2::new(0.0, 4.0);
        assert!(has_arrived(&environment, goal, at(3.71)));
        assert!(!has_arrived(&environment, goal, at(3.69)));
        assert!(is_late(&environment, 24.0) && !is_late(&environment, 23.75));
    }
}
