//! The search for the shortest way over the grid.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use glam::Vec2;
use sidestep::avoid::Blocker;
use sidestep::avoid::detour::Barrier;

use super::cells::Cells;
use crate::detour::straight::Passer;

/// Cost of a step along an axis, and of one along a diagonal: whole numbers, so that sums don't
/// depend on their order.
const STEP: u32 = 1024;
const DIAGONAL: u32 = 1448;

/// What a cell that nothing was found for costs.
const UNKNOWN: u32 = u32::MAX;

/// The eight neighbours, those along the axes first.
const NEIGHBORS: [(i32, i32); 8] = [
    (1, 0),
    (0, 1),
    (-1, 0),
    (0, -1),
    (1, 1),
    (-1, 1),
    (-1, -1),
    (1, -1),
];

/// A* over [`Cells`], with its memory.
#[derive(Clone, Debug, Default)]
pub(super) struct Search {
    cost: Vec<u32>,
    parent: Vec<u32>,
    closed: Vec<bool>,
    open: BinaryHeap<Reverse<Open>>,
}

/// A cell to be looked at, in the order in which they are: the least way over it; then the nearest
/// to the end; then the nearest to the straight way; then those on its right.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Open {
    whole: u32,
    rest: u32,
    astray: u64,
    on_left: bool,
    cell: u32,
}

/// What a search came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Found {
    /// A way to this cell.
    Way(u32),
    /// Everything that can be reached was looked at.
    Closed {
        /// Whether the rim of the grid can be reached.
        at_rim: bool,
        /// Of the walls that were in the way the one with the lowest name.
        wall: Option<Blocker>,
    },
}

impl Search {
    /// Searches from `start` toward `goal`: to the cell `target`, or if there is none to that half
    /// of the rim that isn't behind.
    pub(super) fn run(
        &mut self,
        cells: &Cells,
        passer: Passer,
        barriers: &[Barrier<'_>],
        [start, goal]: [Vec2; 2],
        target: Option<u32>,
    ) -> Found {
        self.reset(cells.count());
        let compass = Compass::new(cells, start, goal);
        cells.visit_joined(start, passer, barriers, |cell| {
            let away = start.distance(cells.place(cell)) / cells.size();
            self.offer(cells, &compass, cell, (away * STEP as f32) as u32, cell);
        });
        let mut at_rim = false;
        let mut wall: Option<Blocker> = None;
        while let Some(Reverse(Open { cell, .. })) = self.open.pop() {
            if std::mem::replace(&mut self.closed[cell as usize], true) {
                continue;
            }
            let (column, row) = cells.column_and_row(cell);
            let rim = cells.is_rim(column, row);
            at_rim |= rim;
            let ahead = || compass.is_ahead((column, row));
            if target.map_or_else(|| rim && ahead(), |target| target == cell) {
                return Found::Way(cell);
            }
            for (right, up) in NEIGHBORS {
                let Some(next) = cells.inside(column + right, row + up) else {
                    continue;
                };
                if self.closed[next as usize] {
                    continue;
                }
                let mut met = |index: Option<usize>| {
                    let barrier = index.map(|index| &barriers[index]);
                    let name = barrier.filter(|barrier| !barrier.is_temporary());
                    wall = wall.into_iter().chain(name.map(|it| it.blocker)).min();
                };
                if !cells.is_free(next) {
                    met(cells.owner(next));
                    continue;
                }
                let straight = right == 0 || up == 0;
                let is_open = |column, row| cells.is_free(cells.index(column, row));
                let cuts_corner = || !is_open(column + right, row) || !is_open(column, row + up);
                if !straight && cuts_corner() {
                    continue;
                }
                let cost = self.cost[cell as usize] + if straight { STEP } else { DIAGONAL };
                if cost >= self.cost[next as usize] {
                    continue;
                }
                let between = cells.between(cell, next, passer, barriers);
                if between.is_some() {
                    met(between);
                    continue;
                }
                self.offer(cells, &compass, next, cost, cell);
            }
        }
        Found::Closed { at_rim, wall }
    }

    /// Fills `way` with the start and the middles of the cells on the way to the last one.
    pub(super) fn trace(&self, last: u32, cells: &Cells, start: Vec2, way: &mut Vec<Vec2>) {
        way.clear();
        let mut cell = last;
        loop {
            let place = cells.place(cell);
            if place != start {
                way.push(place);
            }
            let parent = self.parent[cell as usize];
            if parent == cell {
                break;
            }
            cell = parent;
        }
        way.push(start);
        way.reverse();
    }

    fn reset(&mut self, count: usize) {
        self.open.clear();
        self.cost.clear();
        self.cost.resize(count, UNKNOWN);
        self.parent.clear();
        self.parent.resize(count, 0);
        self.closed.clear();
        self.closed.resize(count, false);
    }

    fn offer(&mut self, cells: &Cells, compass: &Compass, cell: u32, cost: u32, parent: u32) {
        if cost >= self.cost[cell as usize] {
            return;
        }
        self.cost[cell as usize] = cost;
        self.parent[cell as usize] = parent;
        let (rest, astray, on_left) = compass.look(cells.column_and_row(cell));
        self.open.push(Reverse(Open {
            whole: cost.saturating_add(rest),
            rest,
            astray,
            on_left,
            cell,
        }));
    }
}

/// Where the goal is, in cells.
#[derive(Clone, Copy, Debug)]
struct Compass {
    start: (i32, i32),
    goal: (i32, i32),
}

impl Compass {
    fn new(cells: &Cells, start: Vec2, goal: Vec2) -> Self {
        Self {
            start: cells.toward(start),
            goal: cells.toward(goal),
        }
    }

    /// What the way from a cell to the goal costs at least, and how far the cell is from the
    /// straight way, on which side.
    fn look(&self, (column, row): (i32, i32)) -> (u32, u64, bool) {
        let across = (self.goal.0 - column).unsigned_abs();
        let up = (self.goal.1 - row).unsigned_abs();
        let (more, less) = (across.max(up), across.min(up));
        let rest = (more - less)
            .saturating_mul(STEP)
            .saturating_add(less.saturating_mul(DIAGONAL));
        let (along, here) = self.seen_from_start((column, row));
        let turn = along.0 * here.1 - along.1 * here.0;
        (rest, turn.unsigned_abs(), turn > 0)
    }

    /// Whether a cell isn't further back than the start.
    fn is_ahead(&self, cell: (i32, i32)) -> bool {
        let (along, here) = self.seen_from_start(cell);
        along.0 * here.0 + along.1 * here.1 >= 0
    }

    /// Where the goal is from the start, and where a cell is.
    fn seen_from_start(&self, (column, row): (i32, i32)) -> ((i64, i64), (i64, i64)) {
        let relative = |column, row| {
            (
                i64::from(column) - i64::from(self.start.0),
                i64::from(row) - i64::from(self.start.1),
            )
        };
        (relative(self.goal.0, self.goal.1), relative(column, row))
    }
}
