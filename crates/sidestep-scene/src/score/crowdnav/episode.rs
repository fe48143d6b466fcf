//! One episode from its start to its end.

use glam::DVec2;
use serde::Serialize;
use sidestep::avoid::orca::OrcaScratch;
use sidestep::world::WorldError;

use super::robot::Robot;
use super::rules::{Outcome, RobotStep, has_arrived, is_late, smallest_gap};
use super::walkers::{Pedestrian, next_velocity};
use crate::import::crowdnav::Environment;

/// How an episode went.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct EpisodeEnd {
    /// How it ended.
    pub outcome: Outcome,
    /// When it ended (s): after the last step, or at the time limit if that was up.
    pub seconds: f64,
    /// The smallest gap between the bodies of the robot and a walker (m), below 0 where they
    /// overlapped; `None` without walkers.
    pub smallest_gap_m: Option<f64>,
    /// Time in steps in which a walker felt uncomfortable (s).
    pub discomfort_seconds: f64,
}

/// Where the robot starts and where its goal is (m).
pub fn robot_way(environment: &Environment) -> [DVec2; 2] {
    [-1.0, 1.0].map(|side| DVec2::new(0.0, side * environment.circle_radius))
}

/// Plays an episode. The walkers see the robot if it is `visible`; all of them and the robot decide
/// on what is there before a step, and move together.
///
/// # Errors
/// If the robot can't be simulated.
pub fn play(
    environment: &Environment,
    mut walkers: Vec<Pedestrian>,
    robot: &mut dyn Robot,
    visible: bool,
) -> Result<EpisodeEnd, WorldError> {
    let dt = environment.time_step;
    let [start, goal] = robot_way(environment);
    let mut shown = Pedestrian {
        position: start,
        velocity: DVec2::ZERO,
        radius: environment.robot_radius,
        goal,
        speed: environment.robot_speed,
    };
    let mut scratch = OrcaScratch::default();
    let mut end = EpisodeEnd {
        outcome: Outcome::Timeout,
        seconds: environment.time_limit,
        smallest_gap_m: None,
        discomfort_seconds: 0.0,
    };
    for index in 0_u64.. {
        if is_late(environment, index as f64 * dt) {
            break;
        }
        let velocities: Vec<DVec2> = (0..walkers.len())
            .map(|own| {
                let others = (0..walkers.len()).filter(|&other| other != own);
                let others = others.map(|other| &walkers[other]);
                let robot = visible.then_some(&shown);
                next_velocity(&walkers[own], others.chain(robot), dt, &mut scratch)
            })
            .collect();
        let step = RobotStep {
            from: shown.position,
            to: robot.step(&walkers, dt)?,
        };
        let gap = walkers
            .iter()
            .map(|it| smallest_gap(environment, step, it.position, it.velocity))
            .min_by(f64::total_cmp);
        if let Some(gap) = gap {
            let before = end.smallest_gap_m.unwrap_or(f64::INFINITY);
            end.smallest_gap_m = Some(gap.min(before));
            if gap < environment.discomfort_distance {
                end.discomfort_seconds += dt;
            }
        }
        let ended = if gap.is_some_and(|gap| gap < 0.0) {
            Some(Outcome::Collision)
        } else {
            has_arrived(environment, goal, step).then_some(Outcome::Success)
        };
        if let Some(outcome) = ended {
            end.outcome = outcome;
            end.seconds = (index + 1) as f64 * dt;
            break;
        }
        shown.velocity = (step.to - step.from) / dt;
        shown.position = step.to;
        for (walker, velocity) in walkers.iter_mut().zip(velocities) {
            walker.advance(velocity, dt);
        }
    }
    Ok(end)
}
