//! The settings of a saved world.

use glam::Vec2;
use serde::{Deserialize, Serialize};

use crate::space::Topology;
use crate::world::spec::WorldSettings;

/// The settings of a saved world: see [`WorldSettings`].
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct SavedSettings {
    /// The corners of the box (m) where the plane wraps.
    torus: Option<[Vec2; 2]>,
    seed: u64,
    settle: bool,
    settle_passes: u32,
    max_substep: f32,
    decide_every: f32,
    stuck_seconds: f32,
    max_neighbors: u64,
    paths_per_step: u64,
    parallel: bool,
}

impl SavedSettings {
    pub fn of(settings: &WorldSettings) -> Self {
        let WorldSettings {
            topology,
            seed,
            settle,
            settle_passes,
            max_substep,
            decide_every,
            stuck_seconds,
            max_neighbors,
            paths_per_step,
            parallel,
        } = *settings;
        Self {
            torus: match topology {
                Topology::Open => None,
                Topology::Torus { min, max } => Some([min, max]),
            },
            seed,
            settle,
            settle_passes,
            max_substep,
            decide_every,
            stuck_seconds,
            max_neighbors: max_neighbors as u64,
            paths_per_step: paths_per_step as u64,
            parallel,
        }
    }

    /// The settings, unchecked. Counts that this machine can't count to are as large as it can.
    pub fn settings(&self) -> WorldSettings {
        let count = |count: u64| usize::try_from(count).unwrap_or(usize::MAX);
        WorldSettings {
            topology: match self.torus {
                None => Topology::Open,
                Some([min, max]) => Topology::Torus { min, max },
            },
            seed: self.seed,
            settle: self.settle,
            settle_passes: self.settle_passes,
            max_substep: self.max_substep,
            decide_every: self.decide_every,
            stuck_seconds: self.stuck_seconds,
            max_neighbors: count(self.max_neighbors),
            paths_per_step: count(self.paths_per_step),
            parallel: self.parallel,
        }
    }
}
