//! Blocked cells as few boxes.

use super::map::{Cell, GridMap};

/// Most boxes, as many as a scene may have obstacles.
pub(super) const MOST_BLOCKS: usize = 1_000_000;

/// A box of blocked cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Block {
    /// Its top left cell.
    pub top_left: Cell,
    /// Cells from left to right.
    pub width: usize,
    /// Cells from top to bottom.
    pub height: usize,
}

/// Covers the blocked cells of a map by boxes that don't overlap.
///
/// Cell by cell in reading order, each one that isn't covered yet begins a box, which grows to the
/// right as far as it can and then down as far as it can. Cells that touch at a corner only give
/// boxes that share that corner, so that nobody gets through there.
pub(super) fn blocks(map: &GridMap) -> Option<Vec<Block>> {
    let mut covered = vec![false; map.width() * map.height()];
    let mut blocks = Vec::new();
    for row in 0..map.height() {
        let mut column = 0;
        while column < map.width() {
            let is_open = |column: usize, row: usize, covered: &[bool]| {
                map.is_blocked(Cell { column, row }) && !covered[row * map.width() + column]
            };
            let run = (column..map.width())
                .take_while(|&column| is_open(column, row, &covered))
                .count();
            if run == 0 {
                column += 1;
                continue;
            }
            let fits =
                |row: usize| (column..column + run).all(|column| is_open(column, row, &covered));
            let height = (row..map.height()).take_while(|&row| fits(row)).count();
            for below in row..row + height {
                let start = below * map.width() + column;
                covered[start..start + run].fill(true);
            }
            if blocks.len() == MOST_BLOCKS {
                return None;
            }
            blocks.push(Block {
                top_left: Cell { column, row },
                width: run,
                height,
            });
            column += run;
        }
    }
    Some(blocks)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::import::moving_ai::parse_map;

    fn map(rows: &[&str]) -> GridMap {
        let text = format!(
            "type octile\nheight {}\nwidth {}\nmap\n{}",
            rows.len(),
            rows[0].len(),
            rows.join("\n")
        );
        parse_map(&text, "test.map").expect("a map")
    }

    fn blocks(map: &GridMap) -> Vec<Block> {
        super::blocks(map).expect("not too many")
    }

    #[test]
    fn a_map_of_too_many_blocks_is_refused() {
        let width = 2000;
        let odd = "@.".repeat(width / 2);
        let even = ".@".repeat(width / 2);
        let rows: Vec<&str> = (0..width)
            .map(|row| if row % 2 == 0 { &*even } else { &*odd })
            .collect();
        assert_eq!(super::blocks(&map(&rows)), None);
    }

    #[test]
    fn a_filled_map_is_one_block() {
        assert_eq!(
            blocks(&map(&["@@@", "@@@"])),
            [Block {
                top_left: Cell { column: 0, row: 0 },
                width: 3,
                height: 2
            }]
        );
        assert_eq!(blocks(&map(&["...", "..."])), []);
    }

    #[test]
    fn a_corner_becomes_two_blocks() {
        let found = blocks(&map(&["@@@.", "@...", "@..@"]));
        let sizes: Vec<(usize, usize)> = found
            .iter()
            .map(|block| (block.width, block.height))
            .collect();
        assert_eq!(sizes, [(3, 1), (1, 2), (1, 1)]);
    }

    proptest! {
        #[test]
        fn every_blocked_cell_is_covered_once_and_no_free_one(
            rows in (1_usize..12).prop_flat_map(|width| {
                proptest::collection::vec(proptest::collection::vec(any::<bool>(), width), 1..12)
            })
        ) {
            let texts: Vec<String> = rows
                .iter()
                .map(|row| row.iter().map(|blocked| if *blocked { '@' } else { '.' }).collect())
                .collect();
            let map = map(&texts.iter().map(String::as_str).collect::<Vec<_>>());
            let mut cover = vec![0; map.width() * map.height()];
            for block in blocks(&map) {
                for row in block.top_left.row..block.top_left.row + block.height {
                    for column in block.top_left.column..block.top_left.column + block.width {
                        cover[row * map.width() + column] += 1;
                    }
                }
            }
            let expected: Vec<i32> = rows.concat().iter().map(|blocked| i32::from(*blocked)).collect();
            prop_assert_eq!(cover, expected);
        }
    }
}
