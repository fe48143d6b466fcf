//! The scores of SteerBench, the benchmark of steering behaviours by Singh and others (2009), from
//! positions alone.
//!
//! # What is sampled
//! Each frame after the first, every agent that is in the world. An agent that is removed in a
//! step, or (if its arrival is told) reaches its last goal in it, contributes nothing for that
//! frame and those after it. Only agents that were there in the first frame are scored. The
//! velocity is the way since the last frame over the time between; the change of velocity counts
//! from the second sample on.
//!
//! # What is summed, per agent
//! - C, contact episodes: two agents, or an agent and an obstacle or wall, that get more than 1 mm
//!   into each other at the positions of a frame begin an episode, which ends at a frame with less.
//!   Between agents both are charged. An episode whose partner leaves the world stays open. The
//!   depth in a polygon is the radius minus the distance from it, so at most the radius; in a disc
//!   the radii minus the distance of the centres. Walls, which SteerBench has none of, count as
//!   boxes without thickness.
//! - T, time (s): the lengths of the sampled steps.
//! - E, half the squared speed (m²/s²), and A, the size of the acceleration (m/s²), summed over
//!   frames. SteerBench has 20 frames a second and doesn't weigh them with time; here each frame
//!   has the weight `elapsed / 0.05 s`, which is the same at its rate and comparable at others. A
//!   change of velocity that the rounding of the recorded `f32` positions could make is not counted
//!   until it has grown beyond that.
//! - Distance (m), and degrees turned. SteerBench takes the turn from the agents' own headings;
//!   positions have none, so it is the angle between successive ways, standing left out.
//!
//! # The scores
//! `composite01 = 50 C + T + E` and `composite02 = 50 C + T + E + A`, each a mean over agents;
//! lower is better. They don't punish an agent that never arrives except by T, so look at `arrived`
//! first.

mod ledger;

#[cfg(test)]
mod check_values_test;
#[cfg(test)]
mod episodes_test;

use super::contacts::ContactFinder;
use super::pairs::PairFinder;
use super::step::Step;
use crate::recording::{Frame, Observer, Setting};
pub(super) use ledger::{Ledgers, Touches};
use serde::{Deserialize, Serialize};

/// SteerBench's figures of a run.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Score {
    /// Agents that were there in the first frame: only they are scored.
    pub agents: u64,
    /// Of these, how many left the world or reached their last goal.
    pub arrived: u64,
    /// C summed over agents: an episode between two agents counts for both.
    pub collisions: u64,
    /// Episodes between agents, each pair once.
    pub agent_contacts: u64,
    /// Episodes between an agent and an obstacle or a wall.
    pub obstacle_contacts: u64,
    /// Contacts of each agent in each frame, summed.
    pub contact_frames: u64,
    /// Largest depth of a contact (m).
    pub max_depth_m: f64,
    /// Mean of T (s).
    pub mean_seconds: f64,
    /// Mean of E (m²/s²).
    pub mean_kinetic_energy: f64,
    /// Mean of A (m/s²).
    pub mean_acceleration: f64,
    /// Mean distance walked (m).
    pub mean_distance_m: f64,
    /// Mean angle turned (degrees).
    pub mean_turned_degrees: f64,
    /// Mean of 50 C + T + E; 0 without agents.
    pub composite01: f64,
    /// Mean of 50 C + T + E + A; 0 without agents.
    pub composite02: f64,
    /// Time of the frame in which the last agent had arrived (s); `None` unless all did.
    pub makespan_seconds: Option<f64>,
}

/// Scores a run from its frames alone: an agent arrives when it leaves the world.
///
/// [`Measures`](super::Measures) does the same, but also lets an agent arrive that stays in the
/// world after it has reached its last goal.
#[derive(Clone, Debug, Default)]
pub struct Scorer {
    watch: Option<Box<Watch>>,
}

#[derive(Clone, Debug)]
struct Watch {
    setting: Setting,
    step: Step,
    pairs: PairFinder,
    obstacles: ContactFinder,
    walls: ContactFinder,
    ledgers: Ledgers,
}

impl Scorer {
    /// A scorer of a run that has not begun.
    pub fn new() -> Self {
        Self::default()
    }

    /// The figures so far.
    pub fn score(&self) -> Score {
        match &self.watch {
            Some(watch) => watch.ledgers.score(),
            None => Score::default(),
        }
    }
}

impl Observer for Scorer {
    fn begin(&mut self, setting: &Setting, frame: &Frame) {
        let step = Step::begin(setting, frame);
        self.watch = Some(Box::new(Watch {
            pairs: PairFinder::default(),
            obstacles: ContactFinder::over_obstacles(setting),
            walls: ContactFinder::over_walls(setting),
            ledgers: Ledgers::begin(&step),
            setting: setting.clone(),
            step,
        }));
    }

    fn observe(&mut self, setting: &Setting, frame: &Frame) {
        let Some(watch) = &mut self.watch else {
            return self.begin(setting, frame);
        };
        let step = &mut watch.step;
        step.advance(&watch.setting, frame);
        watch.ledgers.observe(
            step,
            |_| false,
            &Touches {
                pairs: watch.pairs.find(step),
                obstacles: watch.obstacles.find(step, &step.obstacles),
                walls: watch.walls.find_fixed(step),
            },
        );
    }
}
