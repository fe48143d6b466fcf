//! What the ways to go round things have in common for an agent that looks for its way.

use glam::Vec2;

use crate::avoid::detour::{
    Barrier, Blocker, DetourAnswer, DetourMemory, DetourScratch, LocalGridScratch,
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

    /// The way from one point to another (m) for a body of `radius` metres.
    #[allow(clippy::too_many_arguments)]
    pub(super) fn find(
        &self,
        from: Vec2,
        to: Vec2,
        radius: f32,
        barriers: &[Barrier<'_>],
        memory: &mut DetourMemory,
        scratch: &mut DetouringScratch,
        recorder: &mut impl Recorder,
    ) -> DetourAnswer {
        let workspace = &mut scratch.detour;
        match self {
            Self::None | Self::Rebake => DetourAnswer::clear(from, to),
            Self::Classic(classic) => classic.find(from, to, radius, barriers, workspace, recorder),
            Self::LocalGrid(grid) => {
                grid.find(from, to, radius, barriers, &mut scratch.grid, recorder)
            }
            Self::Silhouette(detour) => {
                detour.find(from, to, radius, barriers, memory, workspace, recorder)
            }
        }
    }
}
