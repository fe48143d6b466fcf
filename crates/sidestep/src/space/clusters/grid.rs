//! Where barriers are: cells of several sizes, of which only those that hold something exist.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use crate::geometry::Bounds;

/// A barrier that would take more cells than this is listed in larger ones.
const LARGEST_BARRIER: i64 = 16;

/// How often the cells of the next level are twice as large.
const COARSER: usize = 2;

/// Number of levels: the cells of the last one are larger than any barrier can be.
const LEVELS: usize = 24;

/// The cells' numbers stay below this (in cells from the origin); what lies further out is listed
/// in the one at the edge.
const FURTHEST_CELL: f32 = 1e9;

/// In which cells the slots are whose boxes touch them. Cells lie at multiples of their size, so
/// that nothing depends on what was listed before.
#[derive(Clone, Debug)]
pub(super) struct Grid {
    /// Width of the smallest cells (m).
    size: f32,
    listed: BTreeSet<Listed>,
    /// How many barriers each level has.
    counts: [usize; LEVELS],
}

/// A slot in a cell, in the order in which queries read them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Listed {
    level: u8,
    row: i32,
    column: i32,
    slot: u32,
}

/// The cells that a box covers.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Covered {
    level: usize,
    columns: RangeInclusive<i32>,
    rows: RangeInclusive<i32>,
}

impl Grid {
    /// Nothing yet, in cells of `size` metres and larger.
    pub const fn new(size: f32) -> Self {
        Self {
            size,
            listed: BTreeSet::new(),
            counts: [0; LEVELS],
        }
    }

    /// The cells of a level that a box covers.
    fn at_level(&self, bounds: Bounds, level: usize) -> Covered {
        let size = self.size * (1_u64 << (COARSER * level)) as f32;
        let cell = |place: f32| (place / size).floor().clamp(-FURTHEST_CELL, FURTHEST_CELL) as i32;
        Covered {
            level,
            columns: cell(bounds.min.x)..=cell(bounds.max.x),
            rows: cell(bounds.min.y)..=cell(bounds.max.y),
        }
    }

    /// The cells in which a barrier with this box is listed: the smallest of which it takes few.
    fn place(&self, bounds: Bounds) -> Covered {
        let fits =
            |it: &Covered| count(&it.columns).saturating_mul(count(&it.rows)) <= LARGEST_BARRIER;
        let mut levels = (0..LEVELS - 1).map(|level| self.at_level(bounds, level));
        levels
            .find(fits)
            .unwrap_or_else(|| self.at_level(bounds, LEVELS - 1))
    }

    /// The column and the row of the first cell in which a box is listed.
    pub fn first_cell(&self, bounds: Bounds) -> [i32; 2] {
        let covered = self.place(bounds);
        [*covered.columns.start(), *covered.rows.start()]
    }

    /// Lists a slot with its box.
    pub fn insert(&mut self, slot: u32, bounds: Bounds) {
        let covered = self.place(bounds);
        self.counts[covered.level] += 1;
        self.listed.extend(covered.cells(slot));
    }

    /// Takes a slot out that was inserted with this box.
    pub fn remove(&mut self, slot: u32, bounds: Bounds) {
        let covered = self.place(bounds);
        self.counts[covered.level] -= 1;
        for listed in covered.cells(slot) {
            self.listed.remove(&listed);
        }
    }

    /// Visits what is listed in the cells that an area touches. A box that touches several of them
    /// is visited once: `first_cell` says which the first cell of a slot is.
    pub fn visit(
        &self,
        area: Bounds,
        first_cell: impl Fn(u32) -> [i32; 2],
        mut visit: impl FnMut(u32),
    ) {
        for level in (0..LEVELS).filter(|&level| self.counts[level] > 0) {
            let Covered { columns, rows, .. } = self.at_level(area, level);
            let (left, right) = columns.into_inner();
            let (bottom, top) = rows.into_inner();
            if right < left || top < bottom {
                continue;
            }
            let from = |row, column| Listed {
                level: level as u8,
                row,
                column,
                slot: 0,
            };
            let end = from(top, right.saturating_add(1));
            let mut next = from(bottom, left);
            // Row by row; rows without anything are stepped over, however many they are.
            'rows: loop {
                for it in self.listed.range(next..end) {
                    if it.column < left {
                        next = from(it.row, left);
                        continue 'rows;
                    }
                    if it.column > right {
                        next = from(it.row + 1, left);
                        if next < end {
                            continue 'rows;
                        }
                        break 'rows;
                    }
                    let [column, row] = first_cell(it.slot);
                    if it.column == column.max(left) && it.row == row.max(bottom) {
                        visit(it.slot);
                    }
                }
                break;
            }
        }
    }
}

impl Covered {
    fn cells(self, slot: u32) -> impl Iterator<Item = Listed> {
        let Self {
            level,
            columns,
            rows,
        } = self;
        rows.flat_map(move |row| {
            columns.clone().map(move |column| Listed {
                level: level as u8,
                row,
                column,
                slot,
            })
        })
    }
}

fn count(range: &RangeInclusive<i32>) -> i64 {
    i64::from(*range.end()) - i64::from(*range.start()) + 1
}
