//! Turning: how fast headings change, and how often they flip.

use super::step::Step;
use crate::recording::AgentSetting;
use glam::DVec2;
use serde::{Deserialize, Serialize};

/// An agent slower than this share of its largest speed doesn't count as moving.
const MOVING_SHARE: f64 = 0.05;
/// Turn rate from which an agent counts as turning left or right (rad/s): 5 degrees per second.
const TURNING_RATE: f64 = 5.0 * std::f64::consts::PI / 180.0;
/// A turn is forgotten after this long without another (s).
const FORGET_SECONDS: f64 = 0.5;

/// How much agents turn, and how often they change their minds.
///
/// Velocities are differences of successive positions over the time between. An agent moves in a
/// step if it walked faster than 5 % of its largest speed in it and in the step before; only such
/// steps count. The turn is the angle between the two velocities. A turn that the rounding of the
/// recorded `f32` positions alone could cause is not counted until it has grown beyond that
/// together with those after it.
/// - `mean_abs_turn_rate`: the sum of the sizes of all turns over the sum of the lengths of those
///   steps, all agents together (rad/s).
/// - `direction_flips_per_minute`: how often a turn faster than 5 degrees per second to one side
///   follows one to the other side within 0.5 s, over the same time, per minute of one agent.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct Turning {
    agents: Vec<LastTurn>,
    turned: f64,
    flips: u64,
    seconds: f64,
}

/// What an agent did last.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
struct LastTurn {
    /// The way up to which turns have been counted (m), and when that was (s).
    heading: Option<(DVec2, f64)>,
    /// Time of the last turn (s) and whether it was to the left.
    turn: Option<(f64, bool)>,
}

impl Turning {
    /// Starts for so many agents.
    pub(super) fn begin(agents: usize) -> Self {
        Self {
            agents: vec![LastTurn::default(); agents],
            ..Self::default()
        }
    }

    /// Goes on with so many agents.
    pub(super) fn follow(&mut self, agents: usize) {
        self.agents.resize(agents, LastTurn::default());
    }

    /// Sees a step.
    pub(super) fn observe(&mut self, agents: &[AgentSetting], step: &Step) {
        if step.elapsed <= 0.0 {
            return;
        }
        for ((agent, last), walk) in agents.iter().zip(&mut self.agents).zip(&step.moves) {
            let velocity = walk.way() / step.elapsed;
            let slowest = MOVING_SHARE * f64::from(agent.max_speed);
            if velocity.length() <= slowest {
                *last = LastTurn::default();
                continue;
            }
            let Some((before, since)) = last.heading else {
                last.heading = Some((walk.way(), step.time));
                continue;
            };
            self.seconds += step.elapsed;
            let way = walk.way();
            let angle = before.perp_dot(way).atan2(before.dot(way));
            if angle.abs() * before.length().min(way.length()) > walk.rounding() {
                self.turned += angle.abs();
                if angle.abs() > TURNING_RATE * (step.time - since) {
                    self.flips += u64::from(last.flips_with(step.time, angle > 0.0));
                }
                last.heading = Some((way, step.time));
            }
        }
    }

    /// Mean size of the turn rate (rad/s).
    pub(super) fn mean_rate(&self) -> Option<f64> {
        (self.seconds > 0.0).then(|| self.turned / self.seconds)
    }

    /// Changes of side.
    pub(super) fn flips(&self) -> u64 {
        self.flips
    }

    /// Changes of side per minute of one agent.
    pub(super) fn flips_per_minute(&self) -> Option<f64> {
        (self.seconds > 0.0).then(|| self.flips as f64 * 60.0 / self.seconds)
    }
}

impl LastTurn {
    /// Notes a turn and says whether it goes against the last one that is remembered.
    fn flips_with(&mut self, time: f64, left: bool) -> bool {
        let flips = self.turn.is_some_and(|(earlier, was_left)| {
            was_left != left && time - earlier <= FORGET_SECONDS
        });
        self.turn = Some((time, left));
        flips
    }
}
