//! What steps of hostile worlds cost.

use serde::Serialize;

/// What was measured of all cases.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Figures {
    /// Number of steps of each world after the first.
    pub steps: u64,
    /// Share of the full size that the worlds had.
    pub scale: f64,
    /// Number of threads.
    pub threads: usize,
    /// One case after the other.
    pub cases: Vec<CaseFigures>,
}

/// What was measured of a case.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CaseFigures {
    /// Its name.
    pub case: &'static str,
    /// What the hostile world is, at full size.
    pub title: &'static str,
    /// What the plain world is instead.
    pub plain: &'static str,
    /// Agents in the hostile world.
    pub agents: u64,
    /// Walls and obstacles in it.
    pub obstacles: u64,
    /// Agents in the plain world.
    pub plain_agents: u64,
    /// Walls and obstacles in it.
    pub plain_obstacles: u64,
    /// Time of the first step (ms), in which everything is put in order for the first time.
    pub first_step_ms: f64,
    /// The same of the plain world.
    pub plain_first_step_ms: f64,
    /// Time of a step after that (ms), with what the caller does before it: the median.
    pub step_ms: f64,
    /// The same of the plain world.
    pub plain_step_ms: f64,
    /// The median of the hostile world over that of the plain one.
    pub ratio: f64,
    /// Hash of the hostile world at the end.
    pub state_hash: String,
}
