//! What of clusters doesn't follow from which barriers there are, but from what was there before: to be
//! saved, and put back.

use glam::Vec2;

use super::Clusters;
use super::grid::{FURTHEST_CELL, Grid};
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
    /// What the grid covers.
    pub extent: GridExtent,
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

/// What a grid covers, and by which cells: it depends on all that was ever listed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct GridExtent {
    /// Width of a cell (m).
    pub size: f32,
    /// Column and row of the first cell.
    pub low: [i32; 2],
    /// Column and row after the last one.
    pub high: [i32; 2],
}

impl GridExtent {
    /// Most cells that a grid comes to by growing: up to five times those that were needed, where
    /// they are in one row.
    const MOST_CELLS: i64 = 1_000_000;

    /// Furthest that a grid reaches from the origin by growing, in cells.
    const FURTHEST: u32 = 2 * FURTHEST_CELL;

    /// Whether a grid can have come to this by growing.
    pub fn is_sound(&self) -> bool {
        let columns = i64::from(self.high[0]) - i64::from(self.low[0]);
        let rows = i64::from(self.high[1]) - i64::from(self.low[1]);
        let ends = [self.low, self.high];
        (ends.as_flattened().iter()).all(|end| end.unsigned_abs() <= Self::FURTHEST)
            && self.size >= 0.5
            && self.size.is_finite()
            && columns >= 0
            && rows >= 0
            && columns.saturating_mul(rows) <= Self::MOST_CELLS
    }
}

impl Clusters {
    /// What of it doesn't follow from which barriers there are.
    pub(crate) fn history(&self) -> ClustersHistory {
        ClustersHistory {
            width: self.width,
            version: self.version,
            extent: self.grid.extent(),
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

    /// The same as clusters with this history and these barriers; `None` if no clusters can have
    /// come to that.
    pub(crate) fn restored<'a>(
        topology: Topology,
        history: &ClustersHistory,
        barriers: impl IntoIterator<Item = SaidBarrier<'a>>,
    ) -> Option<Self> {
        let sound = history.width > 0.0 && history.width.is_finite() && history.extent.is_sound();
        if !sound {
            return None;
        }
        let mut clusters = Self::new(history.width, topology);
        clusters.grid = Grid::covering(history.extent);
        for it in barriers {
            clusters.insert(it.blocker, it.kind, it.shape, it.offset, it.filter);
        }
        clusters.version = history.version;
        (clusters.grid.extent() == history.extent).then_some(clusters)
    }
}

impl Grid {
    /// An empty grid that covers what another one has come to cover.
    pub fn covering(extent: GridExtent) -> Self {
        let GridExtent { size, low, high } = extent;
        let mut grid = Self {
            low,
            high,
            ..Self::new(size)
        };
        grid.cells = vec![Vec::new(); grid.columns() * (high[1] - low[1]) as usize];
        grid
    }

    /// What it covers.
    pub const fn extent(&self) -> GridExtent {
        GridExtent {
            size: self.size,
            low: self.low,
            high: self.high,
        }
    }
}
