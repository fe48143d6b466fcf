//! What a crowd among changing obstacles costs.

use serde::Serialize;

/// What a crowd among changing obstacles costs. Times are medians over the steps (ms) and differ
/// from run to run; all else is the same from the same seed.
#[derive(Clone, Debug, Serialize)]
pub struct Figures {
    /// Number of agents.
    pub agents: u64,
    /// Number of obstacles.
    pub obstacles: u64,
    /// How many of these vanished, appeared or moved before each step.
    pub changing: u64,
    /// Number of steps.
    pub steps: u64,
    /// Seed of all places.
    pub seed: u64,
    /// A step of the world, with the changes before it, with detours (ms).
    pub step_ms: f64,
    /// The same without detours; the clusters are kept there too (ms).
    pub step_without_detours_ms: f64,
    /// By how much the first was longer than the second, step by step (ms): the cost of looking for
    /// ways, and of what agents do otherwise because of them.
    pub plan_ms: f64,
    /// The changes, told to clusters by themselves, on one thread (ms).
    pub clusters_ms: f64,
    /// A query of every agent, with the gathering of what is near, on one thread (ms).
    pub queries_ms: f64,
    /// Queries, all steps together, that found the straight way free.
    pub clear: u64,
    /// Queries that found a way round.
    pub around: u64,
    /// Queries that found no way.
    pub blocked: u64,
    /// Threads that the worlds stepped with.
    pub threads: usize,
}

/// What one step took (ms).
#[derive(Clone, Copy, Debug)]
pub(super) struct StepTimes {
    pub with_detours: f64,
    pub without: f64,
    pub clusters: f64,
    pub queries: f64,
}

/// What the queries came to.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Outcomes {
    pub clear: u64,
    pub around: u64,
    pub blocked: u64,
}
