//! What the ways to go round things have in common for an agent that looks for its way.

use glam::Vec2;

use super::Detouring;
use crate::avoid::detour::{
    Barrier, Blocker, Classic, Detour, DetourAnswer, DetourMemory, DetourScratch, LocalGrid,
    LocalGridScratch, Outcome,
};
use crate::explain::Recorder;
use crate::geometry::{Bounds, Side};

/// Memory that is reused from query to query, whatever the method.
#[derive(Default)]
pub(super) struct DetouringScratch {
    silhouette: DetourScratch,
    grid: LocalGridScratch,
    members: Vec<Blocker>,
}

impl DetouringScratch {
    /// Who belongs to the cluster that blocked the last query, in order.
    pub fn members(&self) -> &[Blocker] {
        &self.members
    }
}

impl Detouring {
    /// How far around the way obstacles are looked at (m); `None` for who doesn't look.
    pub(super) const fn neighborhood(&self) -> Option<f32> {
        match self {
            Self::None => None,
            Self::Silhouette(Detour { neighborhood, .. })
            | Self::Classic(Classic { neighborhood, .. }) => Some(*neighborhood),
            Self::LocalGrid(LocalGrid { half_extent, .. }) => Some(*half_extent),
        }
    }

    /// Distance kept from what is passed, besides the radius (m).
    pub(super) const fn clearance(&self) -> f32 {
        match self {
            Self::None => 0.0,
            Self::Silhouette(Detour { clearance, .. })
            | Self::Classic(Classic { clearance, .. })
            | Self::LocalGrid(LocalGrid { clearance, .. }) => *clearance,
        }
    }

    /// Where obstacles matter to the way from one point to another (m) for a body of `radius` metres.
    pub(super) fn area(&self, from: Vec2, to: Vec2, radius: f32) -> Bounds {
        let (to, reach) = match self {
            Self::LocalGrid(grid) => (from, grid.reach(radius)),
            _ => {
                let neighborhood = self.neighborhood().unwrap_or(0.0);
                (to, neighborhood + radius + self.clearance())
            }
        };
        Bounds {
            min: from.min(to),
            max: from.max(to),
        }
        .grown(reach)
    }

    /// Whether the straight way is free of temporary obstacles, with neither end inside anything.
    pub(super) fn is_clear(
        &self,
        from: Vec2,
        to: Vec2,
        radius: f32,
        barriers: &[Barrier<'_>],
        scratch: &mut DetouringScratch,
    ) -> bool {
        let detour = Detour {
            clearance: self.clearance(),
            ..Detour::for_radius(radius)
        };
        detour.is_clear(from, to, radius, barriers, &mut scratch.silhouette)
    }

    /// The way from one point to another, by the method chosen; all is clear for who doesn't look.
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
        let DetouringScratch {
            silhouette,
            grid,
            members,
        } = scratch;
        let (answer, found) = match self {
            Self::None => {
                let answer = DetourAnswer {
                    outcome: Outcome::Clear,
                    goal: to,
                    goal_moved: false,
                    way_out: None,
                    converged: true,
                    rounds: 0,
                    free: from.distance(to),
                };
                (answer, &[][..])
            }
            Self::Silhouette(method) => {
                let answer = method.find(from, to, radius, barriers, memory, silhouette, recorder);
                (answer, silhouette.members())
            }
            Self::Classic(method) => {
                let answer = method.find(from, to, radius, barriers, silhouette, recorder);
                memory.chosen = chosen(&answer);
                (answer, silhouette.members())
            }
            Self::LocalGrid(method) => {
                let answer = method.find(from, to, radius, barriers, grid, recorder);
                memory.chosen = chosen(&answer);
                (answer, grid.members())
            }
        };
        members.clear();
        members.extend_from_slice(found);
        answer
    }
}

/// What the methods that remember nothing have chosen now, for those who want to know whether that changes.
fn chosen(answer: &DetourAnswer) -> Option<(Side, Blocker)> {
    match answer.outcome {
        Outcome::Around { side, cluster, .. } => Some((side, cluster)),
        Outcome::Clear | Outcome::Blocked { .. } => None,
    }
}
