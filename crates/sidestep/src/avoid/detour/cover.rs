//! Where a pile of shapes leaves no free place, told at a glance.

use glam::DVec2;

use super::field::Field;

/// Fewer shapes than this around a point are looked at one by one as fast.
const FEWEST: usize = 12;

/// In a pile a point is in more shapes than this.
const SINGLE: usize = 2;

/// Cells of the longer side of the rectangle that holds all shapes.
const CELLS: f64 = 32.0;

/// A grid over a field whose cells are marked where one shape holds all of a cell.
#[derive(Clone, Debug, Default)]
pub(super) struct Cover {
    /// Corner of the first cell (m).
    low: DVec2,
    /// Width of a cell (m).
    size: f64,
    columns: usize,
    rows: usize,
    /// Row by row; nothing if a look at each shape is as good.
    held: Vec<bool>,
}

impl Cover {
    /// The cells of a field that lie inside of one of its shapes, if a point is in a pile of them.
    pub fn around(field: &Field, point: DVec2) -> Self {
        let mut cover = Self::default();
        let shapes = 0..field.shapes.len();
        let over = |shape: &usize| field.is_inside(*shape, point);
        if shapes.len() < FEWEST || shapes.filter(over).take(SINGLE + 1).count() <= SINGLE {
            return cover;
        }
        let (mut low, mut high) = (DVec2::INFINITY, DVec2::NEG_INFINITY);
        for shape in &field.shapes {
            low = low.min(shape.center - shape.bound);
            high = high.max(shape.center + shape.bound);
        }
        let size = (high - low).max_element() / CELLS;
        if !(size > 0.0 && size.is_finite()) {
            return cover;
        }
        (cover.low, cover.size) = (low, size);
        // What is so far off that its size is lost in its place has none of its own.
        let count = ((high - low) / size).ceil().max(DVec2::ONE);
        (cover.columns, cover.rows) = (count.x as usize, count.y as usize);
        cover.held = vec![false; cover.columns * cover.rows];
        for shape in 0..field.shapes.len() {
            cover.mark(field, shape);
        }
        cover
    }

    /// Marks the cells of which a shape holds all four corners: it is convex, so it holds the rest.
    fn mark(&mut self, field: &Field, shape: usize) {
        let it = &field.shapes[shape];
        let (from, to) = self.cells(it.center - it.bound, it.center + it.bound);
        let (low, size) = (self.low, self.size);
        let corners = |row: usize| -> Vec<bool> {
            let corner = |column: usize| low + size * DVec2::new(column as f64, row as f64);
            (from.0..=to.0)
                .map(|column| field.is_inside(shape, corner(column)))
                .collect()
        };
        let mut below = corners(from.1);
        for row in from.1..to.1 {
            let above = corners(row + 1);
            for (place, (low, high)) in below.windows(2).zip(above.windows(2)).enumerate() {
                if low[0] && low[1] && high[0] && high[1] {
                    self.held[row * self.columns + from.0 + place] = true;
                }
            }
            below = above;
        }
    }

    /// The first column and row of the cells that a box touches, and those after the last.
    fn cells(&self, low: DVec2, high: DVec2) -> ((usize, usize), (usize, usize)) {
        // Casts saturate at 0.
        let cell = |place: DVec2| {
            let cell = ((place - self.low) / self.size).floor();
            (
                (cell.x as usize).min(self.columns - 1),
                (cell.y as usize).min(self.rows - 1),
            )
        };
        let (from, to) = (cell(low), cell(high));
        (from, (to.0 + 1, to.1 + 1))
    }

    /// Whether all that lies in both of two shapes' surroundings is inside of others: their
    /// outlines don't cross at a free place.
    pub fn holds_both(&self, field: &Field, shape: usize, other: usize) -> bool {
        if self.held.is_empty() {
            return false;
        }
        let (a, b) = (&field.shapes[shape], &field.shapes[other]);
        let low = (a.center - a.bound).max(b.center - b.bound);
        let high = (a.center + a.bound).min(b.center + b.bound);
        let (from, to) = self.cells(low, high);
        (from.1..to.1).all(|row| {
            let start = row * self.columns;
            self.held[start + from.0..start + to.0].iter().all(|it| *it)
        })
    }

    /// Whether a point is in a cell that a shape holds.
    pub fn holds(&self, point: DVec2) -> bool {
        let cell = ((point - self.low) / self.size).floor();
        let inside = cell.cmpge(DVec2::ZERO).all()
            && cell.x < self.columns as f64
            && cell.y < self.rows as f64;
        !self.held.is_empty()
            && inside
            && self.held[cell.y as usize * self.columns + cell.x as usize]
    }
}
