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

/// An episode while it is played, step by step: the walkers go by themselves, and the robot goes where
/// it is told.
#[derive(Clone, Debug)]
pub struct Crossing {
    environment: Environment,
    walkers: Vec<Pedestrian>,
    /// The robot as walkers see it.
    robot: Pedestrian,
    visible: bool,
    steps: u64,
    end: EpisodeEnd,
    over: bool,
    scratch: OrcaScratch,
}

/// What a step of a [`Crossing`] has come to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CrossingStep {
    /// The smallest gap between the bodies of the robot and a walker within the step (m), below 0
    /// where they overlapped; `None` without walkers.
    pub gap: Option<f64>,
    /// How the episode has ended, if it has.
    pub outcome: Option<Outcome>,
}

impl Crossing {
    /// An episode before its first step. The walkers see the robot if it is `visible`.
    pub fn new(environment: &Environment, walkers: Vec<Pedestrian>, visible: bool) -> Self {
        let [start, goal] = robot_way(environment);
        Self {
            environment: *environment,
            walkers,
            robot: Pedestrian {
                position: start,
                velocity: DVec2::ZERO,
                radius: environment.robot_radius,
                goal,
                speed: environment.robot_speed,
            },
            visible,
            steps: 0,
            end: EpisodeEnd {
                outcome: Outcome::Timeout,
                seconds: environment.time_limit,
                smallest_gap_m: None,
                discomfort_seconds: 0.0,
            },
            over: false,
            scratch: OrcaScratch::default(),
        }
    }

    /// The walkers as they are now.
    pub fn walkers(&self) -> &[Pedestrian] {
        &self.walkers
    }

    /// The robot as it is now.
    pub const fn robot(&self) -> &Pedestrian {
        &self.robot
    }

    /// Simulated time (s).
    pub fn time(&self) -> f64 {
        self.steps as f64 * self.environment.time_step
    }

    /// How it went so far; what it ended with once it has ended.
    pub const fn end(&self) -> &EpisodeEnd {
        &self.end
    }

    /// Whether the time is up before another step.
    pub fn is_late(&self) -> bool {
        is_late(&self.environment, self.time())
    }

    /// Moves the robot to a place (m), and the walkers on. All decide on what is there before the
    /// step, and move together. If the time is up, or the episode has ended already, nobody moves.
    pub fn step(&mut self, to: DVec2) -> CrossingStep {
        if self.over || self.is_late() {
            self.over = true;
            return CrossingStep {
                gap: None,
                outcome: Some(self.end.outcome),
            };
        }
        let dt = self.environment.time_step;
        let velocities: Vec<DVec2> = (0..self.walkers.len())
            .map(|own| {
                let others = (0..self.walkers.len()).filter(|&other| other != own);
                let others = others.map(|other| &self.walkers[other]);
                let robot = self.visible.then_some(&self.robot);
                let others = others.chain(robot);
                next_velocity(&self.walkers[own], others, dt, &mut self.scratch)
            })
            .collect();
        let step = RobotStep {
            from: self.robot.position,
            to,
        };
        let gap = (self.walkers.iter())
            .map(|it| smallest_gap(&self.environment, step, it.position, it.velocity))
            .min_by(f64::total_cmp);
        if let Some(gap) = gap {
            let before = self.end.smallest_gap_m.unwrap_or(f64::INFINITY);
            self.end.smallest_gap_m = Some(gap.min(before));
            if gap < self.environment.discomfort_distance {
                self.end.discomfort_seconds += dt;
            }
        }
        let outcome = if gap.is_some_and(|gap| gap < 0.0) {
            Some(Outcome::Collision)
        } else {
            has_arrived(&self.environment, self.robot.goal, step).then_some(Outcome::Success)
        };
        self.steps += 1;
        if let Some(outcome) = outcome {
            self.end.outcome = outcome;
            self.end.seconds = self.time();
            self.over = true;
        }
        self.robot.velocity = (step.to - step.from) / dt;
        self.robot.position = step.to;
        for (walker, velocity) in self.walkers.iter_mut().zip(velocities) {
            walker.advance(velocity, dt);
        }
        CrossingStep { gap, outcome }
    }
}

/// Plays an episode. The walkers see the robot if it is `visible`; all of them and the robot decide
/// on what is there before a step, and move together.
///
/// # Errors
/// If the robot can't be simulated.
pub fn play(
    environment: &Environment,
    walkers: Vec<Pedestrian>,
    robot: &mut dyn Robot,
    visible: bool,
) -> Result<EpisodeEnd, WorldError> {
    let mut crossing = Crossing::new(environment, walkers, visible);
    while !crossing.is_late() {
        let to = robot.step(crossing.walkers(), environment.time_step)?;
        if crossing.step(to).outcome.is_some() {
            break;
        }
    }
    Ok(*crossing.end())
}
