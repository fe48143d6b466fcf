//! Where barriers are: a grid that changes a cell at a time.

use std::ops::RangeInclusive;

use super::Slot;
use crate::geometry::Bounds;

/// A barrier that would take more cells than this is kept apart.
const LARGEST_BARRIER: i64 = 64;

/// Most cells of the grid: where barriers lie far apart the cells grow.
const MOST_CELLS: i64 = 262_144;

/// Barriers further out than so many cells are kept apart too.
pub(super) const FURTHEST_CELL: u32 = 1 << 20;

/// A rectangle of cells, each with the slots whose boxes touch it in order of name. Cells lie at
/// multiples of their size, so that the order of answers doesn't depend on what the grid covers.
#[derive(Clone, Debug)]
pub(super) struct Grid {
    pub(super) size: f32,
    /// The first cell and the one after the last, in cells from the origin.
    pub(super) low: [i32; 2],
    pub(super) high: [i32; 2],
    pub(super) cells: Vec<Vec<u32>>,
    pub(super) large: Vec<u32>,
}

impl Grid {
    pub const fn new(size: f32) -> Self {
        Self {
            size,
            low: [0; 2],
            high: [0; 2],
            cells: Vec::new(),
            large: Vec::new(),
        }
    }

    /// Columns and rows that a box covers.
    fn covered(&self, bounds: Bounds) -> (RangeInclusive<i32>, RangeInclusive<i32>) {
        // Casts saturate, so that boxes far out end at the edge.
        let cell = |place: f32| (place / self.size).floor() as i32;
        (
            cell(bounds.min.x)..=cell(bounds.max.x),
            cell(bounds.min.y)..=cell(bounds.max.y),
        )
    }

    fn place(&self, column: i32, row: i32) -> usize {
        (row - self.low[1]) as usize * self.columns() + (column - self.low[0]) as usize
    }

    pub(super) const fn columns(&self) -> usize {
        (self.high[0] - self.low[0]) as usize
    }

    fn is_large(&self, bounds: Bounds) -> bool {
        let (columns, rows) = self.covered(bounds);
        let far_out = [&columns, &rows].into_iter().any(|range| {
            range.start().unsigned_abs() > FURTHEST_CELL
                || range.end().unsigned_abs() > FURTHEST_CELL
        });
        far_out || count(&columns) * count(&rows) > LARGEST_BARRIER
    }

    /// Adds a slot that is in `slots` already.
    pub fn insert(&mut self, index: u32, bounds: Bounds, slots: &mut [Option<Slot>]) {
        if !self.is_large(bounds) && !self.covers(bounds) {
            self.grow(bounds, slots);
        } else {
            self.list(index, bounds, slots);
        }
    }

    fn covers(&self, bounds: Bounds) -> bool {
        let (columns, rows) = self.covered(bounds);
        *columns.start() >= self.low[0]
            && *columns.end() < self.high[0]
            && *rows.start() >= self.low[1]
            && *rows.end() < self.high[1]
    }

    /// Lays the grid out anew, so that it covers a box too, and lists all slots again.
    fn grow(&mut self, bounds: Bounds, slots: &mut [Option<Slot>]) {
        let listed = |grid: &Self, slots: &[Option<Slot>]| {
            slots
                .iter()
                .flatten()
                .map(|slot| slot.bounds)
                .filter(|bounds| !grid.is_large(*bounds))
                .collect::<Vec<_>>()
        };
        loop {
            let mut all = bounds;
            for other in listed(self, slots) {
                all.min = all.min.min(other.min);
                all.max = all.max.max(other.max);
            }
            let (columns, rows) = self.covered(all);
            let cells = count(&columns) * count(&rows);
            // Twice as wide as needed, so that it isn't laid out for each newcomer.
            if cells <= MOST_CELLS / 4 {
                let spare = |range: &RangeInclusive<i32>| (count(range) / 2 + 1) as i32;
                for (axis, range) in [&columns, &rows].into_iter().enumerate() {
                    self.low[axis] = range.start() - spare(range);
                    self.high[axis] = range.end() + spare(range) + 1;
                }
                break;
            }
            self.size *= 2.0;
        }
        let cells = self.columns() * (self.high[1] - self.low[1]) as usize;
        self.cells = vec![Vec::new(); cells];
        self.large.clear();
        for index in 0..slots.len() as u32 {
            if let Some(slot) = &slots[index as usize] {
                self.list(index, slot.bounds, slots);
            }
        }
    }

    fn list(&mut self, index: u32, bounds: Bounds, slots: &mut [Option<Slot>]) {
        if let Some(slot) = &mut slots[index as usize] {
            let (columns, rows) = self.covered(bounds);
            slot.first_cell = [*columns.start(), *rows.start()];
        }
        let slots = &*slots;
        let key = |index: u32| {
            slots[index as usize]
                .as_ref()
                .map(|slot| (slot.blocker, slot.offset.to_array().map(f32::to_bits)))
        };
        let put = |list: &mut Vec<u32>| {
            let place = list.partition_point(|&other| key(other) < key(index));
            list.insert(place, index);
        };
        if self.is_large(bounds) {
            put(&mut self.large);
            return;
        }
        let (columns, rows) = self.covered(bounds);
        for row in rows {
            for column in columns.clone() {
                let place = self.place(column, row);
                put(&mut self.cells[place]);
            }
        }
    }

    pub fn remove(&mut self, index: u32, bounds: Bounds) {
        let take = |list: &mut Vec<u32>| list.retain(|&it| it != index);
        if self.is_large(bounds) {
            take(&mut self.large);
            return;
        }
        let (columns, rows) = self.covered(bounds);
        for row in rows {
            for column in columns.clone() {
                let place = self.place(column, row);
                take(&mut self.cells[place]);
            }
        }
    }

    /// Visits what is listed in the cells that an area touches. A box that touches several of them
    /// is visited once for each; the second argument of `visit` says for its first cell whether
    /// this visit is the first.
    pub fn visit(&self, area: Bounds, mut visit: impl FnMut(u32, &dyn Fn([i32; 2]) -> bool)) {
        for &index in &self.large {
            visit(index, &|_| true);
        }
        let (columns, rows) = self.covered(area);
        let columns = (*columns.start()).max(self.low[0])..=(*columns.end()).min(self.high[0] - 1);
        let rows = (*rows.start()).max(self.low[1])..=(*rows.end()).min(self.high[1] - 1);
        let (first_column, first_row) = (*columns.start(), *rows.start());
        for row in rows {
            for column in columns.clone() {
                let is_first = |cell: [i32; 2]| {
                    column == cell[0].max(first_column) && row == cell[1].max(first_row)
                };
                for &index in &self.cells[self.place(column, row)] {
                    visit(index, &is_first);
                }
            }
        }
    }
}

fn count(range: &RangeInclusive<i32>) -> i64 {
    (i64::from(*range.end()) - i64::from(*range.start()) + 1).max(0)
}
