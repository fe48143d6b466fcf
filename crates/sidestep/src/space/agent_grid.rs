//! The index over agents.

use glam::Vec2;

use super::Topology;
use crate::geometry::Bounds;

/// A uniform grid over the agents, sorted by cell: simple, correct anywhere on the plane, and
/// without hashing, so that the order of answers never changes.
///
/// Build it once a step; queries see the positions of that moment.
#[derive(Clone, Debug, Default)]
pub struct AgentGrid {
    cell_size: f32,
    topology: Topology,
    /// Cells in order of row, column, and agent index.
    entries: Vec<Entry>,
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    row: i32,
    column: i32,
    index: u32,
    position: Vec2,
}

/// Cells are counted from the origin; beyond this the grid is one cell wide.
const FARTHEST_CELL: f32 = 1e9;

impl AgentGrid {
    /// Indexes `positions` (m, finite, wrapped into the topology) with cells of `cell_size` metres,
    /// above 0; about the usual query distance is good. Memory is reused.
    pub fn rebuild(
        &mut self,
        positions: impl Iterator<Item = (u32, Vec2)>,
        cell_size: f32,
        topology: Topology,
    ) {
        self.cell_size = cell_size;
        self.topology = topology;
        self.entries.clear();
        self.entries
            .extend(positions.map(|(index, position)| Entry {
                row: cell(position.y, cell_size),
                column: cell(position.x, cell_size),
                index,
                position,
            }));
        self.entries
            .sort_unstable_by_key(|entry| (entry.row, entry.column, entry.index));
    }

    /// Calls `visit` with the index of each agent within `distance` metres of `center`, and with
    /// the way from `center` to it (m). The order depends on the cells: sort where order matters.
    /// An agent is visited once, at its nearest image, so on a torus `distance` counts up to half
    /// the box.
    pub fn within(&self, center: Vec2, distance: f32, mut visit: impl FnMut(u32, Vec2)) {
        let limit = distance * distance;
        let area = Bounds {
            min: center,
            max: center,
        };
        self.topology.images(area.grown(distance), |offset| {
            let local = center - offset;
            self.within_cells(local, distance, |entry| {
                let way = entry.position - local;
                // The nearest image only, or a wide query on a small torus sees an agent twice.
                if way.length_squared() <= limit
                    && way.abs_diff_eq(self.topology.between(local, entry.position), 1e-3)
                {
                    visit(entry.index, way);
                }
            });
        });
    }

    fn within_cells(&self, center: Vec2, distance: f32, mut visit: impl FnMut(&Entry)) {
        let (first_row, last_row) = (
            cell(center.y - distance, self.cell_size),
            cell(center.y + distance, self.cell_size),
        );
        let (first_column, last_column) = (
            cell(center.x - distance, self.cell_size),
            cell(center.x + distance, self.cell_size),
        );
        let mut start = self.lower_bound(first_row, first_column);
        while let Some(entry) = self.entries.get(start) {
            if entry.row > last_row {
                break;
            }
            if entry.column < first_column {
                start = self.lower_bound(entry.row, first_column);
                continue;
            }
            if entry.column > last_column {
                start = self.lower_bound(entry.row + 1, first_column);
                continue;
            }
            visit(entry);
            start += 1;
        }
    }

    fn lower_bound(&self, row: i32, column: i32) -> usize {
        self.entries
            .partition_point(|entry| (entry.row, entry.column) < (row, column))
    }
}

fn cell(coordinate: f32, size: f32) -> i32 {
    (coordinate / size)
        .floor()
        .clamp(-FARTHEST_CELL, FARTHEST_CELL) as i32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    fn found(grid: &AgentGrid, center: Vec2, distance: f32) -> Vec<u32> {
        let mut found = Vec::new();
        grid.within(center, distance, |index, _| found.push(index));
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
            for cell_size in [0.5, 3.0, 50.0] {
                grid.rebuild((0..).zip(positions.iter().copied()), cell_size, topology);
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
    fn outliers_cost_no_memory() {
        let mut grid = AgentGrid::default();
        let positions = [Vec2::ZERO, Vec2::splat(1e30), Vec2::splat(-1e30)];
        grid.rebuild((0..).zip(positions), 1.0, Topology::Open);
        assert_eq!(found(&grid, Vec2::ZERO, 5.0), [0]);
    }
}
