//! What the ways to go round things have in common for an agent that looks for its way.

use glam::Vec2;

use crate::avoid::detour::{
    Blocker, DetourAnswer, DetourMemory, DetourQuery, DetourScratch, LocalGridScratch,
};
use crate::explain::Recorder;
use crate::geometry::Bounds;
use crate::walker::Detouring;

/// Memory that is reused from query to query, whatever the method.
#[derive(Debug, Default)]
pub(super) struct DetouringScratch {
    pub detour: DetourScratch,
    grid: LocalGridScratch,
}

impl DetouringScratch {
    /// Who belongs to the cluster that blocked the last query of a method, in order.
    pub fn members(&self, detouring: Detouring) -> &[Blocker] {
        match detouring {
            Detouring::LocalGrid(_) => self.grid.members(),
            _ => self.detour.members(),
        }
    }

    /// The way that a method found in the last query (m), from the start to the goal.
    pub fn way(&self, detouring: Detouring) -> &[Vec2] {
        match detouring {
            Detouring::LocalGrid(_) => self.grid.way(),
            _ => self.detour.way(),
        }
    }
}

impl Detouring {
    /// How far from the straight way it looks (m); 0 if it doesn't.
    #[must_use]
    pub fn neighborhood(&self) -> f32 {
        match self {
            Self::None | Self::Rebake => 0.0,
            Self::Silhouette(detour) => detour.neighborhood,
            Self::Classic(classic) => classic.neighborhood,
            Self::LocalGrid(grid) => grid.half_extent,
        }
    }

    /// Distance kept besides the radius (m).
    #[must_use]
    pub fn clearance(&self) -> f32 {
        match self {
            Self::None | Self::Rebake => 0.0,
            Self::Silhouette(detour) => detour.clearance,
            Self::Classic(classic) => classic.clearance,
            Self::LocalGrid(grid) => grid.clearance,
        }
    }

    /// Where obstacles matter to the way from one point to another (m) for a body of `radius` metres.
    pub(super) fn area(&self, from: Vec2, to: Vec2, radius: f32) -> Bounds {
        let (to, reach) = match self {
            Self::LocalGrid(grid) => (from, grid.reach(radius)),
            _ => (to, self.neighborhood() + radius + self.clearance()),
        };
        Bounds {
            min: from.min(to),
            max: from.max(to),
        }
        .grown(reach)
    }

    /// The way round.
    pub(super) fn find(
        &self,
        query: &DetourQuery<'_>,
        memory: &mut DetourMemory,
        scratch: &mut DetouringScratch,
    ) -> DetourAnswer {
        match self {
            Self::None | Self::Rebake => DetourAnswer::clear(query),
            Self::Silhouette(detour) => detour.find(query, memory, &mut scratch.detour),
            Self::Classic(classic) => classic.find(query, &mut scratch.detour, &mut ()),
            Self::LocalGrid(grid) => grid.find(query, &mut scratch.grid, &mut ()),
        }
    }

    /// Tells what led to the answer to a query; `memory` is as it was before.
    pub(super) fn tell(
        &self,
        query: &DetourQuery<'_>,
        memory: &DetourMemory,
        answer: &DetourAnswer,
        recorder: &mut impl Recorder,
    ) {
        if !recorder.listens() {
            return;
        }
        match self {
            Self::None | Self::Rebake => {}
            Self::Silhouette(detour) => detour.tell(query, memory, answer, recorder),
            Self::Classic(classic) => {
                classic.find(query, &mut DetourScratch::default(), recorder);
            }
            Self::LocalGrid(grid) => {
                grid.find(query, &mut LocalGridScratch::default(), recorder);
            }
        }
    }
}
