//! The cells of the grid, free or not.

use glam::Vec2;
use sidestep::avoid::detour::Barrier;

use crate::detour::straight::Passer;

/// How many cells away a place that no free cell holds is looked for one that can be walked to
/// straight.
const JOIN: i32 = 4;

/// A square of cells around a place, and how much room there is in the middle of each.
#[derive(Clone, Debug, Default)]
pub(super) struct Cells {
    middle: Vec2,
    size: f32,
    /// Cells from the middle one to the rim.
    half: i32,
    /// How far it is from the middle of each cell to where the body would touch something (m),
    /// negative where it overlaps; only exact where it is near.
    room: Vec<f32>,
    /// The barrier that is nearest to the middle of each cell, where one is near.
    nearest: Vec<u32>,
}

impl Cells {
    /// Lays `half` cells of `size` metres in each direction from the one around `middle`.
    pub(super) fn lay(
        &mut self,
        middle: Vec2,
        size: f32,
        half: i32,
        passer: Passer,
        barriers: &[Barrier<'_>],
    ) {
        (self.middle, self.size, self.half) = (middle, size, half);
        let count = (self.side() * self.side()) as usize;
        self.room.clear();
        self.room.resize(count, f32::INFINITY);
        self.nearest.clear();
        self.nearest.resize(count, u32::MAX);
        for (index, barrier) in (0u32..).zip(barriers) {
            self.take_in(index, barrier, passer, barriers);
        }
    }

    fn take_in(&mut self, index: u32, barrier: &Barrier<'_>, passer: Passer, all: &[Barrier<'_>]) {
        let kept = Passer::kept(barrier, passer.turning);
        let hull = barrier.hull();
        // A step between two middles is a cell's diagonal at the most: what is further off can't be
        // met by it.
        let near = (barrier.shape.bounds().moved(barrier.offset)).grown(kept + 1.5 * self.size);
        let low = ((near.min - self.middle) / self.size).floor();
        let high = ((near.max - self.middle) / self.size).ceil();
        // Casts saturate, so that what lies far out ends at the rim.
        let half = self.half;
        for row in (low.y as i32).max(-half)..=(high.y as i32).min(half) {
            for column in (low.x as i32).max(-half)..=(high.x as i32).min(half) {
                let cell = self.index(column, row);
                let room = hull.surface(self.place(cell)).distance - kept;
                let before = self.room[cell as usize];
                let name = |index: u32| all.get(index as usize).map(|barrier| barrier.blocker);
                if room < before
                    || (room == before && name(index) < name(self.nearest[cell as usize]))
                {
                    self.room[cell as usize] = room;
                    self.nearest[cell as usize] = index;
                }
            }
        }
    }

    /// Cells along a side.
    pub(super) const fn side(&self) -> i32 {
        2 * self.half + 1
    }

    pub(super) const fn count(&self) -> usize {
        self.room.len()
    }

    /// The cell so many columns and rows from the middle.
    pub(super) const fn index(&self, column: i32, row: i32) -> u32 {
        ((row + self.half) * self.side() + column + self.half) as u32
    }

    /// The same if the grid reaches as far.
    pub(super) fn inside(&self, column: i32, row: i32) -> Option<u32> {
        (column.abs() <= self.half && row.abs() <= self.half).then(|| self.index(column, row))
    }

    /// Size of a cell (m).
    pub(super) const fn size(&self) -> f32 {
        self.size
    }

    /// Columns and rows from the middle.
    pub(super) const fn column_and_row(&self, cell: u32) -> (i32, i32) {
        let (cell, side) = (cell as i32, self.side());
        (cell % side - self.half, cell / side - self.half)
    }

    /// The middle of a cell (m).
    pub(super) fn place(&self, cell: u32) -> Vec2 {
        let (column, row) = self.column_and_row(cell);
        self.middle + Vec2::new(column as f32, row as f32) * self.size
    }

    /// Columns and rows from the middle to the cell that would hold a place, be it outside.
    pub(super) fn toward(&self, place: Vec2) -> (i32, i32) {
        const FAR: f32 = 1e6;
        let cells = ((place - self.middle) / self.size).clamp(Vec2::splat(-FAR), Vec2::splat(FAR));
        (cells.x.round() as i32, cells.y.round() as i32)
    }

    /// Whether a place is on the grid.
    pub(super) fn covers(&self, place: Vec2) -> bool {
        let (column, row) = self.toward(place);
        column.abs() <= self.half && row.abs() <= self.half
    }

    pub(super) const fn is_rim(&self, column: i32, row: i32) -> bool {
        column.abs() >= self.half || row.abs() >= self.half
    }

    /// Whether the body can stand in the middle of a cell.
    pub(super) fn is_free(&self, cell: u32) -> bool {
        self.room[cell as usize] >= 0.0
    }

    /// The barrier that is nearest to the middle of a cell, by its index, where one is near.
    pub(super) fn owner(&self, cell: u32) -> Option<usize> {
        let index = self.nearest[cell as usize];
        (index != u32::MAX).then_some(index as usize)
    }

    /// What stops the body between the middles of two free cells, if anything.
    pub(super) fn between(
        &self,
        one: u32,
        other: u32,
        passer: Passer,
        barriers: &[Barrier<'_>],
    ) -> Option<usize> {
        let (from, to) = (self.place(one), self.place(other));
        // The room changes by as much as one moves at the most: with enough at both ends there is
        // some between.
        if self.room[one as usize] + self.room[other as usize] > from.distance(to) {
            return None;
        }
        let met = passer.first_met(from, to, barriers, |_| true)?;
        Some(met.index)
    }

    /// Visits the free cells around a place that can be walked to straight from it: of the nearest
    /// nine, and further ones if there are none among these.
    pub(super) fn visit_joined(
        &self,
        place: Vec2,
        passer: Passer,
        barriers: &[Barrier<'_>],
        mut visit: impl FnMut(u32),
    ) {
        let (column, row) = self.toward(place);
        let mut found = false;
        for ring in 0..=JOIN {
            for (right, up) in (-ring..=ring).flat_map(|up| (-ring..=ring).map(move |x| (x, up))) {
                if right.abs().max(up.abs()) != ring {
                    continue;
                }
                if let Some(cell) = self.inside(column + right, row + up)
                    && self.is_free(cell)
                    && passer.is_free(place, self.place(cell), barriers)
                {
                    found = true;
                    visit(cell);
                }
            }
            if found && ring > 0 {
                return;
            }
        }
    }

    /// Of the cells joined to a place the one that is nearest to it.
    pub(super) fn nearest_joined(
        &self,
        place: Vec2,
        passer: Passer,
        barriers: &[Barrier<'_>],
    ) -> Option<u32> {
        let mut nearest: Option<(f32, u32)> = None;
        self.visit_joined(place, passer, barriers, |cell| {
            let distance = self.place(cell).distance_squared(place);
            if nearest.is_none_or(|(least, _)| distance < least) {
                nearest = Some((distance, cell));
            }
        });
        nearest.map(|(_, cell)| cell)
    }
}
