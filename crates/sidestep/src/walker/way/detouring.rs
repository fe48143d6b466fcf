//! What the ways to go round things have in common for an agent that looks for its way.

use std::borrow::Cow;

use glam::Vec2;

use crate::avoid::detour::{
    Blocker, Detour, DetourAnswer, DetourMemory, DetourQuery, DetourScratch, FoundWay,
};
use crate::explain::{Explanation, Recorder};
use crate::geometry::Bounds;
use crate::walker::Detouring;

/// Memory that is reused from query to query, whatever the method.
#[derive(Debug, Default)]
pub(super) struct DetouringScratch {
    pub detour: DetourScratch,
    found: FoundWay,
}

impl DetouringScratch {
    /// Who belongs to the cluster that blocked the last query of a method, in order.
    pub fn members(&self, detouring: &Detouring) -> &[Blocker] {
        match detouring {
            Detouring::Custom(_) => &self.found.members,
            _ => self.detour.members(),
        }
    }

    /// All that closed the way in the last query for that, in order, if the method knows it.
    pub fn barricade(&self, detouring: &Detouring) -> &[Blocker] {
        match detouring {
            Detouring::Silhouette(_) => self.detour.barricade(),
            Detouring::None | Detouring::Custom(_) => &[],
        }
    }

    /// The way that a method found in the last query (m), from the start to the goal.
    pub fn way(&self, detouring: &Detouring) -> &[Vec2] {
        match detouring {
            Detouring::Custom(_) => &self.found.corners,
            _ => self.detour.way(),
        }
    }
}

impl Detouring {
    /// How far from the straight way it looks (m); 0 if it doesn't.
    #[must_use]
    pub fn neighborhood(&self) -> f32 {
        match self {
            Self::None => 0.0,
            Self::Silhouette(detour) => detour.neighborhood,
            Self::Custom(method) => method.neighborhood(),
        }
    }

    /// Distance kept besides the radius (m).
    #[must_use]
    pub fn clearance(&self) -> f32 {
        match self {
            Self::None => 0.0,
            Self::Silhouette(detour) => detour.clearance,
            Self::Custom(method) => method.clearance(),
        }
    }

    /// Whether it goes round walls, too.
    pub(in crate::walker) fn goes_round_walls(&self) -> bool {
        matches!(self, Self::Silhouette(detour) if detour.round_walls)
    }

    /// The same with a neighbourhood so many times as large.
    pub(super) fn looking_further(&self, times: f32) -> Cow<'_, Self> {
        match self {
            Self::Silhouette(detour) if times != 1.0 => Cow::Owned(Self::Silhouette(Detour {
                neighborhood: detour.neighborhood * times,
                ..*detour
            })),
            _ => Cow::Borrowed(self),
        }
    }

    /// Where obstacles matter to the way from one point to another (m) for a body of `radius`
    /// metres.
    pub(super) fn area(&self, from: Vec2, to: Vec2, radius: f32) -> Bounds {
        match self {
            Self::None => Bounds {
                min: from.min(to),
                max: from.max(to),
            },
            Self::Silhouette(detour) => detour.area(from, to, radius),
            Self::Custom(method) => method.area(from, to, radius),
        }
    }

    /// The way round.
    pub(super) fn find(
        &self,
        query: &DetourQuery<'_>,
        memory: &mut DetourMemory,
        scratch: &mut DetouringScratch,
    ) -> DetourAnswer {
        match self {
            Self::None => DetourAnswer::clear(query),
            Self::Silhouette(detour) => detour.find(query, memory, &mut scratch.detour),
            Self::Custom(method) => method.find(query, memory, &mut scratch.found),
        }
    }

    /// The answer to a query, and what closes the way if there is none, as far as the method knows:
    /// see [`Detour::what_closes`].
    pub(super) fn what_closes(
        &self,
        query: &DetourQuery<'_>,
        memory: &DetourMemory,
        scratch: &mut DetouringScratch,
    ) -> DetourAnswer {
        match self {
            Self::Silhouette(detour) => detour.what_closes(query, memory, &mut scratch.detour),
            Self::None | Self::Custom(_) => self.find(query, &mut memory.clone(), scratch),
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
        match self {
            Self::None => {}
            Self::Silhouette(detour) => detour.tell(query, memory, answer, recorder),
            Self::Custom(method) if recorder.listens() => {
                let mut told = Explanation::default();
                method.tell(query, memory, answer, &mut told);
                told.retell(recorder);
            }
            Self::Custom(_) => {}
        }
    }
}
