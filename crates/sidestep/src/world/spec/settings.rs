//! How a world works.

use crate::range::{Parameter, Parameters, Range};
use crate::space::Topology;

/// How a world works, for all of its agents.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct WorldSettings {
    /// Whether the plane wraps.
    pub topology: Topology,
    /// Seed of every random choice.
    pub seed: u64,
    /// Whether contacts are settled by position after each step. Off, a method's own faults show.
    pub settle: bool,
    /// Passes over overlapping agents a step, 1 to 32. More parts dense crowds better and costs
    /// more.
    pub settle_passes: u32,
    /// Longest step that is taken at once (s), above 0: a longer `dt` is cut into equal parts.
    pub max_substep: f32,
    /// How often an agent decides (s), 0 or more; 0 is in each step. The agents take turns, so that
    /// all steps cost the same, and each of them is guarded in every step: the promise to stop in
    /// time holds at any value. A tenth of a second suits walkers in a game of 60 steps a second.
    /// Who is slower to decide dodges later; who gets a new goal, or has an obstacle put near it, decides at
    /// once. Methods without a guard that only add forces decide in each step.
    pub decide_every: f32,
    /// Time without progress after which an agent counts as stuck (s), 0 or more.
    pub stuck_seconds: f32,
    /// Largest number of neighbours that a behaviour sees, the nearest ones, 1 or more.
    pub max_neighbors: usize,
    /// How many paths through walkable space are searched for in a part of a step, 1 or more: those
    /// who wait longest come first.
    pub paths_per_step: usize,
    /// Whether several threads may be used. The result is the same.
    pub parallel: bool,
}

impl Default for WorldSettings {
    fn default() -> Self {
        Self {
            topology: Topology::Open,
            seed: 1,
            settle: true,
            settle_passes: 4,
            max_substep: 0.1,
            decide_every: 0.0,
            stuck_seconds: 3.0,
            max_neighbors: 16,
            paths_per_step: 32,
            parallel: true,
        }
    }
}

impl Parameters for WorldSettings {
    fn parameters(&mut self) -> Vec<Parameter<'_>> {
        let Self {
            topology: _,
            seed: _,
            settle: _,
            settle_passes,
            max_substep,
            decide_every,
            stuck_seconds,
            max_neighbors,
            paths_per_step,
            parallel: _,
        } = self;
        vec![
            Parameter::new("settle_passes", settle_passes, Range::Between(1.0, 32.0)),
            Parameter::new("max_substep", max_substep, Range::AboveZero),
            Parameter::new("decide_every", decide_every, Range::AtLeast(0.0)),
            Parameter::new("stuck_seconds", stuck_seconds, Range::AtLeast(0.0)),
            Parameter::new("max_neighbors", max_neighbors, Range::OneOrMore),
            Parameter::new("paths_per_step", paths_per_step, Range::OneOrMore),
        ]
    }
}
