//! Scenarios: starts and goals on a map.

use super::map::{Cell, read_side};
use crate::import::Fault;
use crate::import::fault::quoted;
use crate::import::lines::{Field, Line};

/// Most entries of a scenario, as many as a scene may have agents.
const MOST_ENTRIES: usize = 1_000_000;

/// What a `.scen` file says.
#[derive(Clone, Debug, PartialEq)]
pub struct Scenario {
    /// Path of the map, as written: relative to the scenario's folder, or to wherever its author
    /// had it.
    pub map: String,
    /// Width of the map (cells).
    pub width: usize,
    /// Height of the map (cells).
    pub height: usize,
    /// Starts and goals, at least one, in the order of the file.
    pub entries: Vec<Entry>,
}

/// A start and a goal.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Entry {
    /// Line of the file that it stands on, counted from 1.
    pub line: usize,
    /// Group of entries of similar length.
    pub bucket: u64,
    /// Where the way begins.
    pub start: Cell,
    /// Where it ends.
    pub goal: Cell,
    /// Length of the shortest way over cells (cells), when straight and diagonal steps are allowed
    /// but none past a blocked corner.
    pub length: f64,
}

/// Reads a `.scen` from its text. `source_name` stands in the messages.
///
/// Every entry must be on the same map. Whether starts and goals are free cells of it is for
/// [`super::scenario_to_scene`] to check.
///
/// # Errors
/// A [`Fault`] with its line when the version isn't 1, a line doesn't have its nine fields, a field
/// is no number, entries are on different maps, or there is no entry.
pub fn parse_scenario(text: &str, source_name: &str) -> Result<Scenario, Fault> {
    let mut lines = Line::all(text, source_name).filter(|line| !line.text.is_empty());
    check_version(lines.next(), source_name)?;
    let mut scenario: Option<Scenario> = None;
    for line in lines {
        let (map, size, entry) = read_entry(line)?;
        let known = scenario.get_or_insert_with(|| Scenario {
            map: map.text.to_owned(),
            width: size[0],
            height: size[1],
            entries: Vec::new(),
        });
        if known.map != map.text || [known.width, known.height] != size {
            return Err(map.fault(
                format!(
                    "this entry is on {} of {} by {} cells, the first one on {} of {} by {}",
                    quoted(map.text),
                    size[0],
                    size[1],
                    quoted(&known.map),
                    known.width,
                    known.height
                ),
                "put entries on different maps into different files",
            ));
        }
        if known.entries.len() == MOST_ENTRIES {
            return Err(line.fault(
                format!("there are more than {MOST_ENTRIES} entries"),
                "split the file",
            ));
        }
        known.entries.push(entry);
    }
    scenario.ok_or_else(|| {
        Fault::of_file(
            source_name,
            "the scenario has no entries",
            "add lines with a start and a goal each",
        )
    })
}

fn check_version(line: Option<Line>, source_name: &str) -> Result<(), Fault> {
    const MEND: &str = "write `version 1` on the first line";
    let Some(line) = line else {
        return Err(Fault::of_file(source_name, "the scenario is empty", MEND));
    };
    let fields = line.fields();
    let texts: Vec<&str> = fields.iter().map(|field| field.text).collect();
    match texts[..] {
        ["version", version] if version.parse() == Ok(1.0_f64) => Ok(()),
        ["version", version] => Err(fields[1].fault(
            format!("version {} of scenarios isn't known", quoted(version)),
            MEND,
        )),
        _ => Err(line.fault(
            format!(
                "the file begins with {} instead of its version",
                quoted(line.text)
            ),
            MEND,
        )),
    }
}

fn read_entry(line: Line<'_>) -> Result<(Field<'_>, [usize; 2], Entry), Fault> {
    let fields = line.fields();
    let Ok(
        [
            bucket,
            map,
            width,
            height,
            start_column,
            start_row,
            goal_column,
            goal_row,
            length,
        ],
    ) = <[Field; 9]>::try_from(fields)
    else {
        return Err(line.fault(
            format!("the entry has {} fields instead of nine", line.fields().len()),
            "an entry is: bucket, map, width, height, start column and row, goal column and row, length",
        ));
    };
    let size = [read_side(width, "width")?, read_side(height, "height")?];
    let cell = |column: Field, row: Field, what: &str| {
        let cell = Cell {
            column: column.number(&format!("column of the {what}"))?,
            row: row.number(&format!("row of the {what}"))?,
        };
        if cell.column < size[0] && cell.row < size[1] {
            return Ok(cell);
        }
        Err(column.fault(
            format!(
                "the {what} at column {} and row {} is outside the map",
                cell.column, cell.row
            ),
            format!(
                "columns are from 0 to {} and rows from 0 to {}",
                size[0] - 1,
                size[1] - 1
            ),
        ))
    };
    let way_length: f64 = length.number("length of the shortest way")?;
    if !way_length.is_finite() || way_length < 0.0 {
        return Err(length.fault(
            "the length of the shortest way is no length",
            "write a number from 0",
        ));
    }
    let entry = Entry {
        line: line.number,
        bucket: bucket.number("bucket")?,
        start: cell(start_column, start_row, "start")?,
        goal: cell(goal_column, goal_row, "goal")?,
        length: way_length,
    };
    Ok((map, size, entry))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCENARIO: &str = "version 1\n0\tmy map.map\t4\t2\t0\t1\t3\t0\t3.41421356\n2\tmy map.map\t4\t2\t1\t0\t1\t0\t0\n";

    #[test]
    fn entries_are_read_with_tabs_or_spaces() {
        let scenario = parse_scenario(SCENARIO, "a.scen").expect("a scenario");
        assert_eq!(
            (scenario.map.as_str(), scenario.width, scenario.height),
            ("my map.map", 4, 2)
        );
        let first = scenario.entries[0];
        assert_eq!(
            (first.start, first.goal),
            (Cell { column: 0, row: 1 }, Cell { column: 3, row: 0 })
        );
        assert_eq!(
            (first.line, first.bucket, first.length),
            (2, 0, 3.414_213_56)
        );
        let spaced = SCENARIO
            .replace("my map", "map")
            .replace('\t', "  ")
            .replace("version 1", "version 1.0");
        assert_eq!(
            parse_scenario(&spaced, "a.scen")
                .expect("a scenario")
                .entries,
            scenario.entries
        );
    }

    #[test]
    fn a_wrong_scenario_is_refused_with_its_place() {
        let cases = [
            (
                "version 1",
                "version 2",
                "a.scen:1:9: version `2` of scenarios isn't known",
            ),
            ("version 1\n", "", "a.scen:1: the file begins with `0"),
            (
                "\t3.41421356",
                "",
                "a.scen:2: the entry has 8 fields instead of nine",
            ),
            (
                "\t3.41421356",
                "\tNaN",
                "a.scen:2:26: the length of the shortest way is no length",
            ),
            (
                "4\t2\t0\t1",
                "4\t2\t4\t1",
                "a.scen:2:18: the start at column 4 and row 1 is outside the map",
            ),
            (
                "4\t2\t0\t1",
                "4\t2\t-1\t1",
                "a.scen:2:18: the column of the start is `-1`",
            ),
            (
                "4\t2\t0\t1",
                "1000000000000\t2\t0\t1",
                "a.scen:2:14: a width of 1000000000000 is out of range",
            ),
            (
                "2\tmy map",
                "2\tother",
                "a.scen:3:3: this entry is on `other.map` of 4 by 2 cells",
            ),
        ];
        for (text, replacement, expected) in cases {
            let changed = SCENARIO.replacen(text, replacement, 1);
            let message = parse_scenario(&changed, "a.scen")
                .expect_err(replacement)
                .to_string();
            assert!(message.starts_with(expected), "{message}");
        }
        for (text, expected) in [("", "is empty"), ("version 1\n", "has no entries")] {
            assert!(
                parse_scenario(text, "a.scen")
                    .expect_err(text)
                    .to_string()
                    .contains(expected)
            );
        }
    }
}
