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
            stuck_seconds,
            max_neighbors,
            paths_per_step,
            parallel: _,
        } = self;
        vec![
            Parameter::new("settle_passes", settle_passes, Range::Between(1.0, 32.0)),
            Parameter::new("max_substep", max_substep, Range::AboveZero),
            Parameter::new("stuck_seconds", stuck_seconds, Range::AtLeast(0.0)),
            Parameter::new("max_neighbors", max_neighbors, Range::OneOrMore),
            Parameter::new("paths_per_step", paths_per_step, Range::OneOrMore),
        ]
    }
}
