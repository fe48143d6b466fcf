//! What of clusters doesn't follow from which barriers there are, but from what was there before: to be
//! saved, and put back.

use glam::Vec2;

use super::Clusters;
use crate::avoid::detour::{BarrierKind, Blocker};
use crate::geometry::Shape;
use crate::space::{Filter, Topology};

/// What of clusters doesn't follow from which barriers there are, but from what was there before.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct ClustersHistory {
    /// Gaps narrower than this are closed (m).
    pub width: f32,
    /// Counts the changes.
    pub version: u64,
}

/// A barrier as it was said.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SaidBarrier<'a> {
    pub blocker: Blocker,
    pub kind: BarrierKind,
    pub shape: &'a Shape,
    /// How far its shape is moved (m).
    pub offset: Vec2,
    pub filter: Filter,
}

impl Clusters {
    /// What of it doesn't follow from which barriers there are.
    pub(crate) fn history(&self) -> ClustersHistory {
        ClustersHistory {
            width: self.width,
            version: self.version,
        }
    }

    /// All barriers as they were said, in order of name.
    pub(crate) fn said(&self) -> impl Iterator<Item = SaidBarrier<'_>> {
        self.names.iter().filter_map(|(&blocker, named)| {
            let first = *named.images.first()?;
            let slot = self.slots[first as usize].as_ref()?;
            Some(SaidBarrier {
                blocker,
                kind: slot.kind,
                shape: &slot.shape,
                offset: named.offset,
                filter: slot.filter,
            })
        })
    }

    /// The same as clusters with this history and these barriers; `None` if the width isn't one that
    /// bodies have.
    pub(crate) fn restored<'a>(
        topology: Topology,
        history: &ClustersHistory,
        barriers: impl IntoIterator<Item = SaidBarrier<'a>>,
    ) -> Option<Self> {
        if !(history.width > 0.0 && history.width.is_finite()) {
            return None;
        }
        let mut clusters = Self::new(history.width, topology);
        for it in barriers {
            clusters.insert(it.blocker, it.kind, it.shape, it.offset, it.filter);
        }
        clusters.version = history.version;
        Some(clusters)
    }
}
