//! A row of neighbouring polygons from one place to another.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

use glam::DVec2;

use super::locate::Place;
use super::surface::{NOTHING, Surface};

/// A polygon that the search has come to.
#[derive(Clone, Copy, PartialEq)]
struct Reached {
    /// Way so far and straight on to the goal (m).
    estimate: f64,
    polygon: u32,
}

impl Eq for Reached {}

impl Ord for Reached {
    /// The shortest first out of a heap that gives the largest first; then the lower polygon.
    fn cmp(&self, other: &Self) -> Ordering {
        other
            .estimate
            .total_cmp(&self.estimate)
            .then_with(|| other.polygon.cmp(&self.polygon))
    }
}

impl PartialOrd for Reached {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Surface {
    /// A short, not always shortest, row of neighbouring polygons from one place to another: A*
    /// from edge to edge. It finds a way wherever there is one, and is what is left where the exact
    /// search gives up.
    pub(super) fn corridor(&self, from: Place, to: Place) -> Option<Vec<u32>> {
        if self.island(from.polygon) != self.island(to.polygon) {
            return None;
        }
        let count = self.polygon_count();
        let mut best = vec![f64::INFINITY; count];
        let mut entry: Vec<DVec2> = vec![from.position; count];
        let mut before = vec![NOTHING; count];
        let mut open = BinaryHeap::new();
        best[from.polygon as usize] = 0.0;
        open.push(Reached {
            estimate: 0.0,
            polygon: from.polygon,
        });
        while let Some(Reached { polygon, estimate }) = open.pop() {
            if polygon == to.polygon {
                break;
            }
            let (here, so_far) = (entry[polygon as usize], best[polygon as usize]);
            if estimate > so_far + here.distance(to.position) + self.tolerance {
                continue;
            }
            for edge in self.edges(polygon) {
                if edge.neighbor == NOTHING {
                    continue;
                }
                let middle = (self.vertex(edge.from) + self.vertex(edge.to)) * 0.5;
                let length = so_far + here.distance(middle);
                let neighbor = edge.neighbor as usize;
                if length < best[neighbor] {
                    best[neighbor] = length;
                    entry[neighbor] = middle;
                    before[neighbor] = polygon;
                    open.push(Reached {
                        estimate: length + middle.distance(to.position),
                        polygon: edge.neighbor,
                    });
                }
            }
        }
        let mut corridor = vec![to.polygon];
        while let Some(&last) = corridor.last() {
            if last == from.polygon {
                corridor.reverse();
                return Some(corridor);
            }
            let previous = before[last as usize];
            // Improving the way to a polygon never leads back, as ways only grow; the length is a
            // safeguard.
            if previous == NOTHING || corridor.len() > count {
                return None;
            }
            corridor.push(previous);
        }
        None
    }
}
