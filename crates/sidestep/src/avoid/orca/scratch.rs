use super::linear_program::Workspace;
use super::{HalfPlane, WallEdge};
use crate::avoid::{Blocker, SharedNeighbor};

/// Memory that [`Orca::decide`](super::Orca::decide) works in, to keep from call to call: once it has grown
/// nothing is allocated any more. It holds no state that matters to the next call.
#[derive(Clone, Debug, Default)]
pub struct OrcaScratch {
    pub(super) planes: Vec<HalfPlane>,
    pub(super) sources: Vec<Blocker>,
    pub(super) workspace: Workspace,
    pub(super) walls: Vec<(f32, WallEdge)>,
    pub(super) neighbors: Vec<(f32, SharedNeighbor)>,
}

impl OrcaScratch {
    /// The half-planes of the last call: first those of walls, then those of agents, each nearest first.
    #[must_use]
    pub fn half_planes(&self) -> &[HalfPlane] {
        &self.planes
    }

    /// The half-planes of the last call and what they come from.
    pub fn constraints(&self) -> impl Iterator<Item = (HalfPlane, Blocker)> + '_ {
        self.planes
            .iter()
            .copied()
            .zip(self.sources.iter().copied())
    }

    pub(super) fn clear(&mut self) {
        self.planes.clear();
        self.sources.clear();
        self.walls.clear();
        self.neighbors.clear();
    }
}
