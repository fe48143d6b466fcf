//! The index over walls and obstacles.

use std::ops::Range;

use glam::Vec2;

use super::Topology;
use crate::geometry::Bounds;

/// Uniform grids over the boxes of walls and obstacles: a fine one, and coarser ones for what is
/// large among them.
#[derive(Clone, Debug, Default)]
pub struct ShapeIndex {
    topology: Topology,
    boxes: Vec<Bounds>,
    /// The finest first. A shape is in the first of them in which it doesn't cover too many cells.
    levels: Vec<Cells>,
    /// Shapes that stick out of a wrapping box.
    overhanging: Vec<u32>,
}

/// The grid itself: a rectangle of cells, each with a list of shapes.
#[derive(Clone, Debug, Default)]
struct Cells {
    /// Lower left corner of the first cell (m).
    origin: Vec2,
    size: f32,
    columns: usize,
    rows: usize,
    /// Where each cell's list begins, row by row; one more at the end.
    starts: Vec<u32>,
    listed: Vec<Listed>,
}

/// A shape in the list of one of the cells that it covers, and whether it covers none to the left and none
/// below: so who looks at many cells sees it once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Listed(u32);

impl Listed {
    const FIRST_COLUMN: u32 = 1;
    const FIRST_ROW: u32 = 2;

    fn new(shape: u32, is_first_column: bool, is_first_row: bool) -> Self {
        debug_assert!(shape <= u32::MAX >> 2);
        Self(shape << 2 | u32::from(is_first_row) << 1 | u32::from(is_first_column))
    }

    const fn shape(self) -> u32 {
        self.0 >> 2
    }

    /// Whether all of these flags are set.
    const fn has(self, flags: u32) -> bool {
        self.0 & flags == flags
    }
}

/// A shape that would take more cells than this is in a coarser grid.
const LARGEST_SHAPE: usize = 256;

/// How much larger the cells of the next grid are.
const COARSER: f32 = 8.0;

/// Most cells of a grid: where shapes lie far apart the cells grow.
const MOST_CELLS: f32 = 262_144.0;

impl ShapeIndex {
    /// Indexes shapes by their boxes. The index of a shape in answers is its place in `boxes`.
    pub fn rebuild(&mut self, boxes: impl IntoIterator<Item = Bounds>, topology: Topology) {
        self.topology = topology;
        self.boxes.clear();
        self.boxes.extend(boxes);
        self.overhanging.clear();
        if let Topology::Torus { min, max } = topology {
            let sticks_out =
                |bounds: &Bounds| !(bounds.min.cmpge(min).all() && bounds.max.cmple(max).all());
            let all = (0u32..).zip(&self.boxes);
            let out = all.filter(|(_, bounds)| sticks_out(bounds));
            self.overhanging.extend(out.map(|(index, _)| index));
        }
        let mut left: Vec<u32> = (0..self.boxes.len() as u32).collect();
        let mut listed: Vec<(usize, Listed)> = Vec::new();
        let mut used = 0;
        let mut size = typical_size(&self.boxes);
        while !left.is_empty() {
            if self.levels.len() == used {
                self.levels.push(Cells::default());
            }
            let cells = &mut self.levels[used];
            cells.lay_out(&self.boxes, size);
            listed.clear();
            left.retain(|&index| {
                let (columns, rows) = cells.covered(self.boxes[index as usize]);
                let fits = columns.len() * rows.len() <= LARGEST_SHAPE;
                if fits {
                    for row in rows.clone() {
                        let first = row * cells.columns;
                        listed.extend(columns.clone().map(|column| {
                            let is_first = (column == columns.start, row == rows.start);
                            (first + column, Listed::new(index, is_first.0, is_first.1))
                        }));
                    }
                }
                !fits
            });
            listed.sort_unstable();
            cells.fill(&listed);
            size = COARSER * cells.size;
            used += 1;
        }
        self.levels.truncate(used);
    }

    /// Fills `found` with the shapes whose boxes touch `area`, and the offset (m) of the image that
    /// does: in order of shape, then of offset.
    #[cfg(any(feature = "nav", test))]
    pub fn touching(&self, area: Bounds, found: &mut Vec<(u32, Vec2)>) {
        found.clear();
        self.visit_touching(area, |index, offset| found.push((index, offset)));
        found.sort_unstable_by(|a, b| {
            (a.0, a.1.y, a.1.x)
                .partial_cmp(&(b.0, b.1.y, b.1.x))
                .unwrap_or(std::cmp::Ordering::Equal)
        });
        found.dedup();
    }

    /// Calls `visit` with each shape whose box touches `area`, and with the offset (m) of the image
    /// that does: in any order, and on a torus some of them more than once.
    pub fn visit_touching(&self, area: Bounds, mut visit: impl FnMut(u32, Vec2)) {
        if self.boxes.is_empty() {
            return;
        }
        self.topology.images(area, |offset| {
            let local = area.moved(-offset);
            let mut keep = |index: u32| {
                if self.boxes[index as usize].touches(local) {
                    visit(index, offset);
                }
            };
            for cells in &self.levels {
                cells.visit(local, &mut keep);
            }
        });
        // Shapes that stick out of a wrapping box reach in from the images on the other side.
        self.visit_overhang(area, visit);
    }

    fn visit_overhang(&self, area: Bounds, mut visit: impl FnMut(u32, Vec2)) {
        let Topology::Torus { min, max } = self.topology else {
            return;
        };
        let size = max - min;
        for &index in &self.overhanging {
            let bounds = self.boxes[index as usize];
            for row in -1..=1 {
                for column in -1..=1 {
                    let offset = Vec2::new(column as f32, row as f32) * size;
                    if bounds.moved(offset).touches(area) {
                        visit(index, offset);
                    }
                }
            }
        }
    }
}

impl Cells {
    /// Chooses the rectangle and the size of the cells, `size` metres or more.
    fn lay_out(&mut self, boxes: &[Bounds], size: f32) {
        let Some(first) = boxes.first() else {
            *self = Self::default();
            return;
        };
        let (min, max) = boxes.iter().fold((first.min, first.max), |(min, max), it| {
            (min.min(it.min), max.max(it.max))
        });
        self.origin = min;
        let extent = (max - min).min(Vec2::splat(f32::MAX));
        self.size = size;
        let count = |size: f32| (extent / size).floor() + Vec2::ONE;
        while count(self.size).element_product() > MOST_CELLS {
            self.size *= 2.0;
        }
        let count = count(self.size);
        self.columns = count.x as usize;
        self.rows = count.y as usize;
    }

    /// Columns and rows that a box covers; none if it lies outside.
    fn covered(&self, bounds: Bounds) -> (Range<usize>, Range<usize>) {
        let low = ((bounds.min - self.origin) / self.size).floor();
        let high = ((bounds.max - self.origin) / self.size).floor();
        let range = |low: f32, high: f32, count: usize| {
            if high < 0.0 || low >= count as f32 {
                return 0..0;
            }
            // Casts saturate, so that boxes far out end at the edge.
            let first = low.max(0.0) as usize;
            let last = (high as usize).min(count - 1);
            first..last + 1
        };
        (
            range(low.x, high.x, self.columns),
            range(low.y, high.y, self.rows),
        )
    }

    /// Takes the shapes in order of cell.
    fn fill(&mut self, listed: &[(usize, Listed)]) {
        self.starts.clear();
        self.starts.resize(self.columns * self.rows + 1, 0);
        for (cell, _) in listed {
            self.starts[cell + 1] += 1;
        }
        for cell in 1..self.starts.len() {
            self.starts[cell] += self.starts[cell - 1];
        }
        self.listed.clear();
        self.listed.extend(listed.iter().map(|(_, shape)| *shape));
    }

    /// Calls `visit` once with each shape that is listed in a cell of this area.
    fn visit(&self, area: Bounds, mut visit: impl FnMut(u32)) {
        let (columns, rows) = self.covered(area);
        if columns.is_empty() {
            return;
        }
        for row in rows.clone() {
            let first = row * self.columns;
            // The cells of a row lie side by side, and so do their lists.
            let start = |column: usize| self.starts[first + column] as usize;
            let begin = start(columns.start);
            let (next, end) = (start(columns.start + 1), start(columns.end));
            let in_row = if row == rows.start {
                0
            } else {
                Listed::FIRST_ROW
            };
            for (cells, flags) in [
                (begin..next, in_row),
                (next..end, in_row | Listed::FIRST_COLUMN),
            ] {
                for listed in &self.listed[cells] {
                    if listed.has(flags) {
                        visit(listed.shape());
                    }
                }
            }
        }
    }
}

/// A longer side of a box that three quarters of the boxes exceed, not below half a metre: cells that
/// are small enough for what is small, however much there is that is large.
fn typical_size(boxes: &[Bounds]) -> f32 {
    let mut sizes: Vec<f32> = boxes
        .iter()
        .map(|bounds| (bounds.max - bounds.min).max_element())
        .collect();
    sizes.sort_unstable_by(f32::total_cmp);
    sizes.get(sizes.len() / 4).copied().unwrap_or(1.0).max(0.5)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    #[test]
    fn finds_the_same_as_looking_at_everything() {
        let (low, high) = (Vec2::ZERO, Vec2::new(60.0, 40.0));
        for topology in [Topology::Open, Topology::torus(low, high).expect("a box")] {
            let mut random = Random::new(3, 1);
            let mut point = || Vec2::new(random.between(0.0, 60.0), random.between(0.0, 40.0));
            let boxes: Vec<Bounds> = (0..200)
                .map(|index| {
                    let min = point();
                    let size = match index % 40 {
                        0 => 30.0,
                        // In the coarsest of three grids.
                        1 if topology == Topology::Open => 3000.0,
                        _ => 1.0,
                    };
                    Bounds {
                        min,
                        max: min + Vec2::splat(size),
                    }
                })
                .collect();
            let mut index = ShapeIndex::default();
            index.rebuild(boxes.iter().copied(), topology);
            let mut found = Vec::new();
            for _ in 0..100 {
                let center = point();
                let area = Bounds {
                    min: center,
                    max: center,
                }
                .grown(4.0);
                index.touching(area, &mut found);
                if topology == Topology::Open {
                    // Each once, however many cells it covers.
                    let mut visits = 0;
                    index.visit_touching(area, |_, _| visits += 1);
                    assert_eq!(visits, found.len());
                }
                let mut expected = Vec::new();
                let laps = if topology == Topology::Open { 0 } else { 2 };
                for (shape, bounds) in (0u32..).zip(&boxes) {
                    for row in -laps..=laps {
                        for column in -laps..=laps {
                            let offset = Vec2::new(column as f32, row as f32) * high;
                            if bounds.moved(offset).touches(area) {
                                expected.push((shape, offset));
                            }
                        }
                    }
                }
                assert_eq!(found, expected);
            }
        }
    }
}
