//! Grid maps.

use crate::import::Fault;
use crate::import::fault::{did_you_mean, quoted};
use crate::import::lines::{Field, Line};

/// Most cells along a side of a map.
pub const LONGEST_SIDE: usize = 16_384;

/// A grid of cells that are free or blocked.
///
/// | sign | what it is | here |
/// |---|---|---|
/// | `.` `G` | ground | free |
/// | `S` | swamp, as passable as ground for who walks | free |
/// | `@` `O` | out of bounds | blocked |
/// | `T` | trees | blocked |
/// | `W` | water, which can't be entered from ground | blocked |
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GridMap {
    width: usize,
    height: usize,
    /// Row by row from the top.
    blocked: Vec<bool>,
}

/// A cell, counted from 0 from the left and, as in the files, from the top.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Cell {
    /// Cells to its left.
    pub column: usize,
    /// Cells above it.
    pub row: usize,
}

impl GridMap {
    /// Cells from left to right.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Cells from top to bottom.
    pub fn height(&self) -> usize {
        self.height
    }

    /// Whether the cell is part of the map.
    pub fn contains(&self, cell: Cell) -> bool {
        cell.column < self.width && cell.row < self.height
    }

    /// Whether nobody may be in the cell; nobody may be outside the map.
    pub fn is_blocked(&self, cell: Cell) -> bool {
        !self.contains(cell) || self.blocked[cell.row * self.width + cell.column]
    }
}

/// Reads a `.map` from its text. `source_name` stands in the messages.
///
/// # Errors
/// A [`Fault`] with its line when the head, a sign, the length of a row or the number of rows is
/// wrong, or when a side is longer than [`LONGEST_SIDE`].
pub fn parse_map(text: &str, source_name: &str) -> Result<GridMap, Fault> {
    let mut lines = Line::all(text, source_name);
    let head = read_head(&mut lines, source_name)?;
    let mut blocked = Vec::new();
    let mut rows = 0;
    for line in lines {
        if line.text.is_empty() {
            continue;
        }
        if rows == head.height {
            return Err(line.fault(
                format!(
                    "there are more rows than the height of {} says",
                    head.height
                ),
                "take this row out, or correct `height`",
            ));
        }
        read_row(line, head.width, &mut blocked)?;
        rows += 1;
    }
    if rows < head.height {
        return Err(Fault::of_file(
            source_name,
            format!("there are {rows} rows, but the height is {}", head.height),
            "add the missing rows, or correct `height`",
        ));
    }
    Ok(GridMap {
        width: head.width,
        height: head.height,
        blocked,
    })
}

struct Head {
    width: usize,
    height: usize,
}

/// Reads `type`, `height` and `width`, in any order, up to and with `map`.
fn read_head<'a>(
    lines: &mut impl Iterator<Item = Line<'a>>,
    source_name: &str,
) -> Result<Head, Fault> {
    const KEYS: [&str; 4] = ["type", "height", "width", "map"];
    let (mut kind, mut height, mut width) = (false, None, None);
    for line in lines.filter(|line| !line.text.is_empty()) {
        let fields = line.fields();
        match &fields[..] {
            [key] if key.text == "map" => {
                return match (kind, height, width) {
                    (true, Some(height), Some(width)) => Ok(Head { width, height }),
                    _ => Err(line.fault(
                        "the rows begin before `type`, `height` and `width` are all given",
                        "write `type octile`, `height` and `width`, each on its own line, before `map`",
                    )),
                };
            }
            [key, value] if key.text == "type" => {
                if value.text != "octile" {
                    return Err(value.fault(
                        format!("maps of the type {} aren't known", quoted(value.text)),
                        "only `type octile` is",
                    ));
                }
                kind = true;
            }
            [key, value] if key.text == "height" => height = Some(read_side(*value, "height")?),
            [key, value] if key.text == "width" => width = Some(read_side(*value, "width")?),
            _ => {
                let key = fields.first().map_or("", |field| field.text);
                let mend = did_you_mean(key, &KEYS).filter(|_| !KEYS.contains(&key));
                return Err(line.fault(
                    format!("{} doesn't belong in the head of a map", quoted(line.text)),
                    mend.unwrap_or_else(|| {
                        "the head is `type octile`, `height` and a number, `width` and a number, `map`".to_owned()
                    }),
                ));
            }
        }
    }
    Err(Fault::of_file(
        source_name,
        "the head of the map has no end",
        "write `map` on a line of its own, and the rows after it",
    ))
}

/// Reads the width or the height of a map (cells).
pub(super) fn read_side(field: Field, what: &str) -> Result<usize, Fault> {
    let side = field.number(what)?;
    if (1..=LONGEST_SIDE).contains(&side) {
        return Ok(side);
    }
    Err(field.fault(
        format!("a {what} of {side} is out of range"),
        format!("it may be from 1 to {LONGEST_SIDE}"),
    ))
}

fn read_row(line: Line, width: usize, blocked: &mut Vec<bool>) -> Result<(), Fault> {
    let mut length = 0;
    for (index, sign) in line.text.chars().enumerate() {
        blocked.push(match sign {
            '.' | 'G' | 'S' => false,
            '@' | 'O' | 'T' | 'W' => true,
            _ => {
                return Err(line.fault_at(
                    index,
                    format!("{} is no kind of cell", quoted(&sign.to_string())),
                    "use `.`, `G` or `S` for free cells and `@`, `O`, `T` or `W` for blocked ones",
                ));
            }
        });
        length += 1;
        if length > width {
            break;
        }
    }
    if length == width {
        return Ok(());
    }
    let length = line.text.chars().count();
    Err(line.fault(
        format!("the row has {length} cells, but the width is {width}"),
        "mend the row, or correct `width`",
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    const MAP: &str = "type octile\nheight 2\nwidth 4\nmap\n.G@S\nOTW.\n";

    #[test]
    fn signs_are_free_or_blocked_and_outside_is_blocked() {
        for text in [
            MAP.to_owned(),
            MAP.replace('\n', "\r\n"),
            MAP.replace("height 2\nwidth 4", "width\t4\nheight  2\n"),
        ] {
            let map = parse_map(&text, "a.map").expect("a map");
            assert_eq!((map.width(), map.height()), (4, 2));
            let row = |row| (0..5).map(move |column| Cell { column, row });
            let blocked = |cells: &mut dyn Iterator<Item = Cell>| -> Vec<bool> {
                cells.map(|cell| map.is_blocked(cell)).collect()
            };
            assert_eq!(blocked(&mut row(0)), [false, false, true, false, true]);
            assert_eq!(blocked(&mut row(1)), [true, true, true, false, true]);
            assert_eq!(blocked(&mut row(2)), [true; 5]);
        }
    }

    #[test]
    fn a_wrong_map_is_refused_with_its_place() {
        let cases = [
            (
                "octile",
                "hex",
                "a.map:1:6: maps of the type `hex` aren't known",
            ),
            (
                "height 2",
                "hieght 2",
                "a.map:2: `hieght 2` doesn't belong in the head of a map; did you mean `height`?",
            ),
            ("height 2", "height two", "a.map:2:8: the height is `two`"),
            (
                "height 2",
                "height 1000000000000",
                "a.map:2:8: a height of 1000000000000 is out of range",
            ),
            (
                "height 2",
                "height 0",
                "a.map:2:8: a height of 0 is out of range",
            ),
            (
                "height 2",
                "height 3",
                "a.map: there are 2 rows, but the height is 3",
            ),
            (
                "height 2",
                "height 1",
                "a.map:6: there are more rows than the height of 1 says",
            ),
            ("width 4\n", "", "a.map:3: the rows begin before"),
            ("map\n.G@S", "", "a.map:5: `OTW.` doesn't belong"),
            (
                ".G@S",
                ".G@",
                "a.map:5: the row has 3 cells, but the width is 4",
            ),
            (
                ".G@S",
                ".G@S...",
                "a.map:5: the row has 7 cells, but the width is 4",
            ),
            ("OTW.", "OTx.", "a.map:6:3: `x` is no kind of cell"),
        ];
        for (text, replacement, expected) in cases {
            let changed = MAP.replacen(text, replacement, 1);
            let message = parse_map(&changed, "a.map")
                .expect_err(replacement)
                .to_string();
            assert!(message.starts_with(expected), "{message}");
        }
        assert!(
            parse_map("", "a.map")
                .expect_err("empty")
                .to_string()
                .starts_with("a.map: ")
        );
    }
}
