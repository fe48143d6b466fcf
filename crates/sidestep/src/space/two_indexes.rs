//! The index over walls and obstacles of which a few change.

use glam::Vec2;

use super::{ShapeIndex, Topology};
use crate::geometry::Bounds;

/// Two indexes: a large one of the shapes that have stayed since it was made, and a small one, made
/// anew whenever something changes, of those that haven't.
///
/// Shapes are known by their rows: places in a list from which the caller may remove some, so that
/// the rows behind move up.
#[derive(Clone, Debug, Default)]
pub struct TwoIndexes {
    settled: ShapeIndex,
    /// How many shapes there were when it was made.
    count: u32,
    /// Which of these, by their rows then, are gone since, in order.
    gone: Vec<u32>,
    /// Which of them have changed since.
    left: Vec<bool>,
    /// The rows of those that have changed, or came, in order.
    restless: Vec<u32>,
    few: ShapeIndex,
    stale: bool,
}

/// So many shapes and this share of all may have changed until the large index is made anew.
const FEW: usize = 32;
const SHARE: usize = 16;

impl TwoIndexes {
    /// Takes notice of a shape that came, as the last one, or has changed.
    pub fn touch(&mut self, row: u32) {
        self.stale = true;
        if let Err(place) = self.restless.binary_search(&row) {
            self.restless.insert(place, row);
            let number = self.number(row);
            if number < self.count {
                self.left[number as usize] = true;
            }
        }
    }

    /// Takes notice of a shape that has gone.
    pub fn remove(&mut self, row: u32) {
        self.stale = true;
        let number = self.number(row);
        let place = match self.restless.binary_search(&row) {
            Ok(place) => {
                self.restless.remove(place);
                place
            }
            Err(place) => place,
        };
        for behind in &mut self.restless[place..] {
            *behind -= 1;
        }
        if number < self.count {
            self.left[number as usize] = true;
            let place = self.gone.partition_point(|&gone| gone < number);
            self.gone.insert(place, number);
        }
    }

    /// Brings both up to date. `bounds` says the box of each of the `count` shapes by its row; it is
    /// asked for those that have changed, at least.
    pub fn refresh(&mut self, count: usize, topology: Topology, bounds: impl FnMut(u32) -> Bounds) {
        if !self.stale {
            return;
        }
        self.stale = false;
        if self.restless.len() + self.gone.len() > FEW + count / SHARE {
            self.settled
                .rebuild((0..count as u32).map(bounds), topology);
            self.count = count as u32;
            self.left.clear();
            self.left.resize(count, false);
            self.gone.clear();
            self.restless.clear();
            self.few.rebuild([], topology);
        } else {
            self.few
                .rebuild(self.restless.iter().copied().map(bounds), topology);
        }
    }

    /// Calls `visit` with each shape whose box touches `area`, by its row, and with the offset (m) of
    /// the image that does: in any order, and on a torus some of them more than once.
    pub fn visit_touching(&self, area: Bounds, mut visit: impl FnMut(u32, Vec2)) {
        self.settled.visit_touching(area, |number, offset| {
            if !self.left[number as usize] {
                let before = self.gone.partition_point(|&gone| gone < number);
                visit(number - before as u32, offset);
            }
        });
        self.few.visit_touching(area, |place, offset| {
            visit(self.restless[place as usize], offset);
        });
    }

    /// The row that a shape had when the large index was made; at least as many as there were then
    /// for those that came since.
    fn number(&self, row: u32) -> u32 {
        let mut number = row;
        for &gone in &self.gone {
            if gone > number {
                break;
            }
            number += 1;
        }
        number
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    #[test]
    fn after_any_changes_it_finds_the_same_as_looking_at_everything() {
        let (low, high) = (Vec2::ZERO, Vec2::new(60.0, 40.0));
        for topology in [Topology::Open, Topology::torus(low, high).expect("a box")] {
            let mut random = Random::new(11, 1);
            let mut draw = |most: usize| (random.between(0.0, most as f32) as usize).min(most - 1);
            let mut boxes: Vec<Bounds> = Vec::new();
            let mut indexes = TwoIndexes::default();
            let mut rebuilt = 0;
            for round in 0..2000 {
                let min = Vec2::new(draw(60) as f32, draw(40) as f32);
                let there = Bounds {
                    min,
                    max: min + Vec2::splat(0.5 + draw(3) as f32),
                };
                // Grows, then changes, then shrinks.
                let grows = round < 300 || (round < 1400 && draw(2) == 0);
                match draw(3) {
                    _ if grows || boxes.is_empty() => {
                        indexes.touch(boxes.len() as u32);
                        boxes.push(there);
                    }
                    0 => {
                        let row = draw(boxes.len());
                        boxes[row] = there;
                        indexes.touch(row as u32);
                    }
                    _ => {
                        let row = draw(boxes.len());
                        boxes.remove(row);
                        indexes.remove(row as u32);
                    }
                }
                if draw(3) == 0 {
                    continue;
                }
                indexes.refresh(boxes.len(), topology, |row| boxes[row as usize]);
                rebuilt += usize::from(indexes.restless.is_empty());
                let center = Vec2::new(draw(60) as f32, draw(40) as f32);
                let area = Bounds {
                    min: center,
                    max: center,
                }
                .grown(5.0);
                let mut found = Vec::new();
                indexes.visit_touching(area, |row, offset| {
                    found.push((row, offset.to_array().map(f32::to_bits)));
                });
                found.sort_unstable();
                found.dedup();
                let mut plain = ShapeIndex::default();
                plain.rebuild(boxes.iter().copied(), topology);
                let mut expected = Vec::new();
                plain.visit_touching(area, |row, offset| {
                    expected.push((row, offset.to_array().map(f32::to_bits)));
                });
                expected.sort_unstable();
                expected.dedup();
                assert_eq!(found, expected, "in round {round}");
            }
            assert!(rebuilt > 10 && rebuilt < 500, "made anew {rebuilt} times");
        }
    }
}
