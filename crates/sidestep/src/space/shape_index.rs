use glam::Vec2;

use super::Topology;
use crate::geometry::Bounds;

/// A uniform grid over the boxes of walls and obstacles.
#[derive(Clone, Debug, Default)]
pub struct ShapeIndex {
    cell_size: f32,
    topology: Topology,
    boxes: Vec<Bounds>,
    /// Cells in order of row, column and shape index.
    entries: Vec<(i32, i32, u32)>,
    /// Shapes that cover too many cells; they are always looked at.
    large: Vec<u32>,
}

/// A shape that would take more cells than this is kept apart.
const MOST_CELLS: i64 = 256;

impl ShapeIndex {
    /// Indexes shapes by their boxes. The index of a shape in answers is its place in `boxes`.
    pub fn rebuild(&mut self, boxes: impl IntoIterator<Item = Bounds>, topology: Topology) {
        self.topology = topology;
        self.boxes.clear();
        self.boxes.extend(boxes);
        self.entries.clear();
        self.large.clear();
        self.cell_size = typical_size(&self.boxes);
        for (index, bounds) in (0u32..).zip(&self.boxes) {
            let (first, last) = self.cells(*bounds);
            let count = (i64::from(last.0) - i64::from(first.0) + 1)
                .saturating_mul(i64::from(last.1) - i64::from(first.1) + 1);
            if count > MOST_CELLS {
                self.large.push(index);
                continue;
            }
            for row in first.0..=last.0 {
                for column in first.1..=last.1 {
                    self.entries.push((row, column, index));
                }
            }
        }
        self.entries.sort_unstable();
    }

    /// Fills `found` with the shapes whose boxes touch `area`, and the offset (m) of the image that does:
    /// in order of shape, then of offset.
    pub fn touching(&self, area: Bounds, found: &mut Vec<(u32, Vec2)>) {
        found.clear();
        self.topology.images(area.min, area.max, |offset| {
            let local = area.moved(-offset);
            let mut keep = |index: u32| {
                if self.boxes[index as usize].touches(local) {
                    found.push((index, offset));
                }
            };
            self.large.iter().copied().for_each(&mut keep);
            self.visit_cells(local, keep);
        });
        // Shapes that stick out of a wrapping box reach in from the images on the other side.
        self.visit_overhang(area, found);
        found.sort_unstable_by(|a, b| {
            (a.0, a.1.y, a.1.x)
                .partial_cmp(&(b.0, b.1.y, b.1.x))
                .unwrap_or(std::cmp::Ordering::Equal)
        });
        found.dedup();
    }

    fn visit_overhang(&self, area: Bounds, found: &mut Vec<(u32, Vec2)>) {
        let Topology::Torus { min, max } = self.topology else {
            return;
        };
        let size = max - min;
        for (index, bounds) in (0u32..).zip(&self.boxes) {
            if bounds.min.cmpge(min).all() && bounds.max.cmple(max).all() {
                continue;
            }
            for row in -1..=1 {
                for column in -1..=1 {
                    let offset = Vec2::new(column as f32, row as f32) * size;
                    if bounds.moved(offset).touches(area) {
                        found.push((index, offset));
                    }
                }
            }
        }
    }

    fn visit_cells(&self, area: Bounds, mut visit: impl FnMut(u32)) {
        if self.entries.is_empty() {
            return;
        }
        let (first, last) = self.cells(area);
        let mut start = self.lower_bound(first.0, first.1);
        while let Some(&(row, column, index)) = self.entries.get(start) {
            if row > last.0 {
                break;
            }
            if column < first.1 {
                start = self.lower_bound(row, first.1);
                continue;
            }
            if column > last.1 {
                start = self.lower_bound(row + 1, first.1);
                continue;
            }
            visit(index);
            start += 1;
        }
    }

    fn lower_bound(&self, row: i32, column: i32) -> usize {
        self.entries
            .partition_point(|entry| (entry.0, entry.1) < (row, column))
    }

    /// First and last cell (row, column) of a box.
    fn cells(&self, bounds: Bounds) -> ((i32, i32), (i32, i32)) {
        let cell = |coordinate: f32| {
            // Saturates far out, where everything shares a cell.
            (coordinate / self.cell_size).floor().clamp(-1e9, 1e9) as i32
        };
        (
            (cell(bounds.min.y), cell(bounds.min.x)),
            (cell(bounds.max.y), cell(bounds.max.x)),
        )
    }
}

/// The median of the boxes' longer sides, not below half a metre: most shapes take few cells then.
fn typical_size(boxes: &[Bounds]) -> f32 {
    let mut sizes: Vec<f32> = boxes
        .iter()
        .map(|bounds| (bounds.max - bounds.min).max_element())
        .collect();
    sizes.sort_unstable_by(f32::total_cmp);
    sizes.get(sizes.len() / 2).copied().unwrap_or(1.0).max(0.5)
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
                    let size = if index % 40 == 0 { 30.0 } else { 1.0 };
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
