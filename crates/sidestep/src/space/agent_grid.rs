//! The index over agents.

use std::ops::Range;

use glam::Vec2;

use super::Topology;
use crate::geometry::Bounds;

/// A uniform grid over the agents: simple, correct anywhere on the plane, and without hashing, so
/// that the order of answers never changes.
///
/// Each agent has a slot: its place in the order of rows, columns and its index. Whoever keeps what
/// queries read in this order has those who are near each other side by side in memory.
///
/// Build it once a step; queries see the positions of that moment.
#[derive(Clone, Debug, Default)]
pub struct AgentGrid {
    cell_size: f32,
    topology: Topology,
    /// By slot: each agent's index.
    indices: Vec<u32>,
    /// By slot: where each agent is (m).
    positions: Vec<Vec2>,
    cells: Cells,
    /// Slots that are in every answer.
    always: Vec<u32>,
}

/// Which slots belong to a cell.
#[derive(Clone, Debug, Default)]
struct Cells {
    first_row: i32,
    first_column: i32,
    last_row: i32,
    last_column: i32,
    /// Rows and columns of the rectangle that holds everybody.
    rows: usize,
    columns: usize,
    /// The first slot of each cell of the rectangle, row by row, and one more at the end; nothing
    /// if the rectangle is far larger than what is in it.
    starts: Vec<u32>,
    /// The row and column by slot, if so.
    keys: Vec<(i32, i32)>,
}

/// Cells are counted from the origin; beyond this the grid is one cell wide.
const FARTHEST_CELL: f32 = 1e9;

/// Number of those near that a query notes before it shows them.
const NOTED: usize = 64;

/// Number of cells for each agent up to which all cells of the rectangle are listed.
const MOST_CELLS: usize = 8;

impl AgentGrid {
    /// Indexes `positions` (m, finite, wrapped into the topology) with cells of `cell_size` metres,
    /// above 0; a quarter of the usual query distance is good. Memory is reused, and `numbers` is memory to
    /// work in.
    pub fn rebuild(
        &mut self,
        positions: &[Vec2],
        cell_size: f32,
        topology: Topology,
        numbers: &mut Vec<u32>,
    ) {
        self.cell_size = cell_size;
        self.topology = topology;
        self.always.clear();
        let count = positions.len();
        self.measure(positions);
        self.cells.starts.clear();
        self.cells.keys.clear();
        if self.cells.is_compact(count) {
            // Each is written over.
            self.indices.resize(count, 0);
            self.positions.resize(count, Vec2::ZERO);
            self.count_into_cells(positions, numbers);
        } else {
            self.sort_by_cell(positions);
        }
    }

    /// Measures the rectangle of cells that holds everybody.
    fn measure(&mut self, positions: &[Vec2]) {
        let (mut low, mut high) = (Vec2::INFINITY, Vec2::NEG_INFINITY);
        for position in positions {
            // No coordinate is no number.
            low.x = if position.x < low.x {
                position.x
            } else {
                low.x
            };
            low.y = if position.y < low.y {
                position.y
            } else {
                low.y
            };
            high.x = if position.x > high.x {
                position.x
            } else {
                high.x
            };
            high.y = if position.y > high.y {
                position.y
            } else {
                high.y
            };
        }
        let (first, last) = if positions.is_empty() {
            ((0, 0), (0, 0))
        } else {
            (self.at(low), self.at(high))
        };
        let cells = |low: i32, high: i32| (i64::from(high) - i64::from(low) + 1) as usize;
        (self.cells.first_row, self.cells.first_column) = first;
        (self.cells.last_row, self.cells.last_column) = last;
        self.cells.rows = cells(first.0, last.0);
        self.cells.columns = cells(first.1, last.1);
    }

    /// Gives everybody a slot by counting: the first slot of each cell, then everybody into the next free
    /// slot of its cell, in the order of the indices. `numbers` is memory to work in.
    fn count_into_cells(&mut self, positions: &[Vec2], numbers: &mut Vec<u32>) {
        let (cell_size, cells) = (self.cell_size, &mut self.cells);
        let (first_row, first_column) = (cells.first_row, cells.first_column);
        let (starts, columns) = (&mut cells.starts, cells.columns);
        // In a loop of their own, so that many are divided at a time.
        numbers.clear();
        numbers.extend(positions.iter().map(|position| {
            let row = (cell(position.y, cell_size) - first_row) as u32;
            row * columns as u32 + (cell(position.x, cell_size) - first_column) as u32
        }));
        starts.resize(cells.rows * columns + 2, 0);
        for &number in &*numbers {
            starts[number as usize + 2] += 1;
        }
        for cell in 2..starts.len() {
            starts[cell] += starts[cell - 1];
        }
        for ((index, &position), &number) in (0u32..).zip(positions).zip(&*numbers) {
            let next = &mut starts[number as usize + 1];
            self.indices[*next as usize] = index;
            self.positions[*next as usize] = position;
            *next += 1;
        }
        starts.pop();
    }

    /// Gives everybody a slot by sorting, where there are far more cells than agents.
    fn sort_by_cell(&mut self, positions: &[Vec2]) {
        let keyed = positions
            .iter()
            .map(|&position| (self.at(position), position));
        let mut sorted: Vec<(u32, _)> = (0..).zip(keyed).collect();
        sorted.sort_unstable_by_key(|&(index, (key, _))| (key, index));
        self.indices.clear();
        self.positions.clear();
        for (index, (key, position)) in sorted {
            self.indices.push(index);
            self.cells.keys.push(key);
            self.positions.push(position);
        }
    }

    /// Puts agents (by index, in order) into every answer, however far away they are, until the grid
    /// is rebuilt. Not on a torus.
    pub fn show_always(&mut self, agents: &[u32]) {
        debug_assert!(agents.is_empty() || self.topology == Topology::Open);
        self.always.clear();
        if !agents.is_empty() {
            let slots = (0u32..).zip(&self.indices);
            let shown = slots.filter(|(_, index)| agents.binary_search(index).is_ok());
            self.always.extend(shown.map(|(slot, _)| slot));
        }
    }

    /// The index of each agent, by slot.
    pub fn indices(&self) -> &[u32] {
        &self.indices
    }

    /// The same, for those who give agents other indices.
    pub fn indices_mut(&mut self) -> &mut [u32] {
        &mut self.indices
    }

    /// The slots of those who are in [every answer](Self::show_always), the first ones first.
    pub fn shown_always(&self) -> &[u32] {
        &self.always
    }

    /// Where each agent is (m), by slot.
    pub fn places(&self) -> &[Vec2] {
        &self.positions
    }

    /// Calls `visit` with the slot of each agent within `distance` metres of `center`, and with the
    /// way from `center` to it (m). The order depends on the cells: sort where order matters. An
    /// agent is visited once, at its nearest image, so on a torus `distance` counts up to half the
    /// box.
    pub fn within(&self, center: Vec2, distance: f32, mut visit: impl FnMut(u32, Vec2)) {
        // A narrow query meets each agent at one image only.
        if !self.is_plain(distance) {
            self.within_anywhere(center, distance, &mut visit);
            return;
        }
        let limit = distance * distance;
        self.topology.images(around(center, distance), |offset| {
            let local = center - offset;
            self.note(around(local, distance), (local, limit), &mut visit);
        });
    }

    /// Whether all cells are listed, nobody is in every answer, and whoever is within this distance (m) of
    /// anywhere is seen at one image.
    fn is_plain(&self, distance: f32) -> bool {
        self.topology.is_narrow(distance) && !self.cells.starts.is_empty() && self.always.is_empty()
    }

    /// What [`AgentGrid::within`] does, wherever it is. Apart, so that the plain case is short.
    #[cold]
    #[inline(never)]
    fn within_anywhere(&self, center: Vec2, distance: f32, visit: &mut dyn FnMut(u32, Vec2)) {
        let limit = distance * distance;
        let narrow = self.topology.is_narrow(distance);
        self.topology.images(around(center, distance), |offset| {
            let local = center - offset;
            self.runs(around(local, distance), |slots| {
                for (slot, position) in (slots.start..).zip(&self.positions[slots]) {
                    let way = *position - local;
                    if way.length_squared() <= limit
                        && (narrow
                            || way.abs_diff_eq(self.topology.between(local, *position), 1e-3))
                    {
                        visit(slot as u32, way);
                    }
                }
            });
        });
        for &slot in &self.always {
            let way = self.positions[slot as usize] - center;
            if way.length_squared() > limit {
                visit(slot, way);
            }
        }
    }

    /// Whether everybody within `distance` metres of the agent in a slot is either behind it, in one of the
    /// slots that [`AgentGrid::following`] looks at, or finds it there: nearly everybody, but none of those who
    /// are near an edge of a box that wraps.
    pub fn is_inner(&self, slot: usize, distance: f32) -> bool {
        let area = around(self.positions[slot], distance);
        self.is_plain(distance) && self.topology.holds(area)
    }

    /// Calls `visit` as [`AgentGrid::within`] does with those in later slots who are within `distance` metres
    /// of an [inner](Self::is_inner) one, so that each pair is looked at once.
    #[inline]
    pub fn following(&self, slot: usize, distance: f32, mut visit: impl FnMut(u32, Vec2)) {
        let here = self.positions[slot];
        let limit = distance * distance;
        let area = around(here, distance);
        let first = (self.at(here).0, self.at(area.min).1);
        for slots in self.cells.rows(first, self.at(area.max)) {
            let first = slots.start.max(slot + 1);
            let others = &self.positions[first..slots.end.max(first)];
            for (other, position) in (first as u32..).zip(others) {
                let way = *position - here;
                if way.length_squared() <= limit {
                    visit(other, way);
                }
            }
        }
    }

    /// Whether it has such cells.
    pub fn has_cells(&self, cell_size: f32, topology: Topology) -> bool {
        self.cell_size == cell_size && self.topology == topology
    }

    /// Whether those in these slots are where they were, by index.
    pub fn are_at(&self, slots: Range<usize>, position: impl Fn(u32) -> Vec2) -> bool {
        // To the bit: a zero has a sign.
        let bits = |place: Vec2| place.to_array().map(f32::to_bits);
        let mut placed = self.indices[slots.clone()]
            .iter()
            .zip(&self.positions[slots]);
        placed.all(|(&index, &place)| bits(place) == bits(position(index)))
    }

    /// Calls `visit` with whoever is so near to `local` (m) that the square of the distance is at most
    /// `limit` (m²), all of whom are in this area and seen at one image, where all cells are listed.
    /// Whether somebody is near is noted without a branch, which nobody could predict.
    #[inline(always)]
    fn note(&self, area: Bounds, (local, limit): (Vec2, f32), visit: &mut impl FnMut(u32, Vec2)) {
        let (mut noted, mut count) = ([0; NOTED], 0);
        let mut show = |noted: &[u32]| {
            for &slot in noted {
                visit(slot, self.positions[slot as usize] - local);
            }
        };
        for slots in self.cells.rows(self.at(area.min), self.at(area.max)) {
            let mut first = slots.start;
            while first < slots.end {
                // As many as there is room for are noted before they are shown.
                if count > NOTED / 2 {
                    show(&noted[..count]);
                    count = 0;
                }
                let end = slots.end.min(first + NOTED / 2);
                for (slot, position) in (first as u32..).zip(&self.positions[first..end]) {
                    noted[count % NOTED] = slot;
                    let near = (*position - local).length_squared() <= limit;
                    count += usize::from(near);
                }
                first = end;
            }
        }
        show(&noted[..count]);
    }

    /// The row and column of the cell of a point (m).
    fn at(&self, point: Vec2) -> (i32, i32) {
        (cell(point.y, self.cell_size), cell(point.x, self.cell_size))
    }

    /// Calls `visit` with runs of slots that together hold all cells which touch an area (m).
    fn runs(&self, area: Bounds, mut visit: impl FnMut(Range<usize>)) {
        let (first, last) = (self.at(area.min), self.at(area.max));
        let ((first_row, first_column), (last_row, last_column)) = (first, last);
        let cells = &self.cells;
        if cells.starts.is_empty() {
            let mut start = cells.lower_bound((first_row, first_column));
            while let Some(&(row, column)) = cells.keys.get(start) {
                if row > last_row {
                    break;
                }
                if column > last_column {
                    start = cells.lower_bound((row + 1, first_column));
                    continue;
                }
                if column < first_column {
                    start = cells.lower_bound((row, first_column));
                }
                let end = cells.lower_bound((row, last_column + 1));
                visit(start..end);
                start = end;
            }
            return;
        }
        cells.rows(first, last).for_each(visit);
    }
}

impl Cells {
    /// Whether the cells of the rectangle can be listed for so many agents.
    fn is_compact(&self, count: usize) -> bool {
        let most = (MOST_CELLS * (count + 8)).min(u32::MAX as usize);
        count > 0 && self.rows.saturating_mul(self.columns) <= most
    }

    /// The slots of the cells from these first to these last row and column, a run for each row, where
    /// all cells are listed.
    #[inline(always)]
    fn rows(
        &self,
        (first_row, first_column): (i32, i32),
        (last_row, last_column): (i32, i32),
    ) -> impl Iterator<Item = Range<usize>> {
        // What is outside of the rectangle is empty.
        let mut rows = first_row.max(self.first_row)..last_row.min(self.last_row) + 1;
        let begin = first_column.max(self.first_column) - self.first_column;
        let end = last_column.min(self.last_column) + 1 - self.first_column;
        if end <= begin {
            rows.end = rows.start;
        }
        let (begin, end) = (begin as usize, end as usize);
        rows.map(move |row| {
            let row = (row - self.first_row) as usize * self.columns;
            self.starts[row + begin] as usize..self.starts[row + end] as usize
        })
    }

    fn lower_bound(&self, key: (i32, i32)) -> usize {
        self.keys.partition_point(|other| *other < key)
    }
}

/// Everything within `distance` metres of a point (m), and more.
fn around(point: Vec2, distance: f32) -> Bounds {
    Bounds {
        min: point,
        max: point,
    }
    .grown(distance)
}

fn cell(coordinate: f32, size: f32) -> i32 {
    let cells = (coordinate / size).clamp(-FARTHEST_CELL, FARTHEST_CELL);
    // Rounded down by hand: not every processor can.
    let towards_origin = cells as i32;
    towards_origin - i32::from(cells < towards_origin as f32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    fn found(grid: &AgentGrid, center: Vec2, distance: f32) -> Vec<u32> {
        let mut found = Vec::new();
        grid.within(center, distance, |slot, _| {
            found.push(grid.indices()[slot as usize])
        });
        found.sort_unstable();
        found
    }

    #[test]
    fn finds_the_same_as_looking_at_everybody() {
        let size = Vec2::new(40.0, 30.0);
        for topology in [
            Topology::Open,
            Topology::torus(Vec2::ZERO, size).expect("a box"),
        ] {
            let mut random = Random::new(7, 0);
            let positions: Vec<Vec2> = (0..400)
                .map(|_| Vec2::new(random.between(0.0, size.x), random.between(0.0, size.y)))
                .collect();
            let mut grid = AgentGrid::default();
            let mut numbers = Vec::new();
            for cell_size in [0.5, 3.0, 50.0] {
                grid.rebuild(&positions, cell_size, topology, &mut numbers);
                for _ in 0..50 {
                    let center =
                        Vec2::new(random.between(0.0, size.x), random.between(0.0, size.y));
                    let distance = random.between(0.1, 14.0);
                    let expected: Vec<u32> = (0..)
                        .zip(&positions)
                        .filter(|(_, position)| {
                            topology.between(center, **position).length() <= distance
                        })
                        .map(|(index, _)| index)
                        .collect();
                    assert_eq!(found(&grid, center, distance), expected);
                }
            }
        }
    }

    #[test]
    fn whom_an_inner_one_follows_are_all_near_it_in_later_slots() {
        let size = Vec2::new(40.0, 30.0);
        let mut random = Random::new(9, 0);
        let positions: Vec<Vec2> = (0..400)
            .map(|_| Vec2::new(random.between(0.0, size.x), random.between(0.0, size.y)))
            .collect();
        for topology in [
            Topology::Open,
            Topology::torus(Vec2::ZERO, size).expect("a box"),
        ] {
            let mut grid = AgentGrid::default();
            let mut numbers = Vec::new();
            for (cell_size, distance) in [(2.0, 1.1), (3.0, 1.1), (3.0, 4.0), (50.0, 2.0)] {
                grid.rebuild(&positions, cell_size, topology, &mut numbers);
                assert!(grid.has_cells(cell_size, topology) && grid.indices().len() == 400);
                assert!(grid.are_at(0..400, |row| positions[row as usize]));
                let mut inner = 0;
                for slot in 0..400 {
                    let here = grid.places()[slot];
                    let is_near_edge =
                        here.min_element() < distance || (size - here).min_element() < distance;
                    if !grid.is_inner(slot, distance) {
                        assert!(topology != Topology::Open && is_near_edge, "{here}");
                        continue;
                    }
                    assert!(topology == Topology::Open || !is_near_edge, "{here}");
                    inner += 1;
                    let mut found = Vec::new();
                    grid.following(slot, distance, |other, way| {
                        assert_eq!(way, grid.places()[other as usize] - here);
                        found.push(other as usize);
                    });
                    found.sort_unstable();
                    let is_near = |&other: &usize| grid.places()[other].distance(here) <= distance;
                    let expected: Vec<usize> = (slot + 1..400).filter(is_near).collect();
                    assert_eq!(found, expected);
                }
                assert!(inner > 200, "{inner}");
            }
        }
        let mut grid = AgentGrid::default();
        let mut numbers = Vec::new();
        grid.rebuild(&positions, 3.0, Topology::Open, &mut numbers);
        let moved =
            |row: u32| positions[row as usize] + Vec2::X * if row == 7 { 0.01 } else { 0.0 };
        let theirs = grid.indices().iter().position(|&row| row == 7).expect("it");
        assert!(grid.are_at(0..theirs, moved) && grid.are_at(theirs + 1..400, moved));
        assert!(!grid.are_at(theirs..theirs + 1, moved));
        assert!(!grid.are_at(0..400, moved));
        assert!(grid.has_cells(3.0, Topology::Open) && !grid.has_cells(2.0, Topology::Open));
    }

    #[test]
    fn who_is_shown_always_is_found_once_near_and_far() {
        let mut grid = AgentGrid::default();
        let mut numbers = Vec::new();
        let positions = [Vec2::ZERO, Vec2::new(3.0, 0.0), Vec2::new(500.0, 0.0)];
        grid.rebuild(&positions, 1.0, Topology::Open, &mut numbers);
        grid.show_always(&[1, 2]);
        assert_eq!(found(&grid, Vec2::ZERO, 5.0), [0, 1, 2]);
        assert_eq!(found(&grid, Vec2::ZERO, 2.0), [0, 1, 2]);
        grid.rebuild(&positions, 1.0, Topology::Open, &mut numbers);
        assert_eq!(found(&grid, Vec2::ZERO, 5.0), [0, 1]);
    }

    #[test]
    fn outliers_cost_no_memory() {
        let mut grid = AgentGrid::default();
        let mut numbers = Vec::new();
        let positions = [Vec2::ZERO, Vec2::splat(1e30), Vec2::splat(-1e30)];
        grid.rebuild(&positions, 1.0, Topology::Open, &mut numbers);
        assert_eq!(found(&grid, Vec2::ZERO, 5.0), [0]);
    }
}
