//! The table of episodes.

use std::collections::BTreeSet;

use glam::DVec2;

use crate::import::Fault;
use crate::import::fault::{did_you_mean, quoted};
use crate::import::lines::{Field, Line};

/// Columns that the table must have; it may have more, in any order.
const COLUMNS: [&str; 7] = ["case", "seed", "human", "px", "py", "gx", "gy"];
/// Most walkers of a table, as many as a scene may have agents.
const MOST_WALKERS: usize = 1_000_000;
/// Most walkers of an episode: each looks at all others in each step.
const MOST_IN_EPISODE: usize = 1_000;
/// Farthest place from the origin on either axis (m).
const FARTHEST: f64 = 100_000.0;

/// Where one walker starts and where it goes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Walk {
    /// Start (m).
    pub start: DVec2,
    /// Goal (m).
    pub goal: DVec2,
}

/// One crossing of the robot.
#[derive(Clone, Debug, PartialEq)]
pub struct Episode {
    /// Line of the file that it begins on, counted from 1.
    pub line: usize,
    /// Its number.
    pub case: u64,
    /// Seed that it was drawn with; just a label here.
    pub seed: u64,
    /// The walkers, at least one.
    pub walkers: Vec<Walk>,
}

/// Reads a table of episodes from its text. `source_name` stands in the messages.
///
/// # Errors
/// A [`Fault`] with its line when a column is missing, a field is no number or out of range, the
/// walkers of a case don't stand together and counted from 0, or there are none.
pub fn parse_episodes(text: &str, source_name: &str) -> Result<Vec<Episode>, Fault> {
    let mut lines = Line::all(text, source_name).filter(|line| !line.text.is_empty());
    let header = lines.next().ok_or_else(|| {
        let mend = format!("begin with a line `{}`", COLUMNS.join(","));
        Fault::of_file(source_name, "the table is empty", mend)
    })?;
    let columns = Columns::read(header)?;
    let mut episodes: Vec<Episode> = Vec::new();
    let mut cases = BTreeSet::new();
    for (index, line) in lines.enumerate() {
        if index == MOST_WALKERS {
            let what = format!("there are more than {MOST_WALKERS} walkers");
            return Err(line.fault(what, "split the file"));
        }
        let row = columns.row(line)?;
        match episodes.last_mut() {
            Some(episode) if episode.case == row.case => row.join(episode)?,
            _ => {
                if !cases.insert(row.case) {
                    return Err(row.case_field.fault(
                        format!("case {} comes a second time", row.case),
                        "keep the walkers of a case together, and number cases differently",
                    ));
                }
                let mut episode = Episode {
                    line: line.number,
                    case: row.case,
                    seed: row.seed,
                    walkers: Vec::new(),
                };
                row.join(&mut episode)?;
                episodes.push(episode);
            }
        }
    }
    if episodes.is_empty() {
        return Err(Fault::of_file(
            source_name,
            "the table has no episodes",
            "add a line for each walker",
        ));
    }
    Ok(episodes)
}

/// Where each of [`COLUMNS`] stands in a line.
struct Columns {
    places: [usize; COLUMNS.len()],
    count: usize,
}

/// A line with its numbers.
struct Row<'a> {
    case: u64,
    seed: u64,
    human: usize,
    walk: Walk,
    case_field: Field<'a>,
    seed_field: Field<'a>,
    human_field: Field<'a>,
}

impl Columns {
    fn read(header: Line<'_>) -> Result<Self, Fault> {
        let fields = header.comma_fields();
        let names: Vec<&str> = fields.iter().map(|field| field.text).collect();
        let mut places = [0; COLUMNS.len()];
        for (place, column) in places.iter_mut().zip(COLUMNS) {
            let mut found = (0..names.len()).filter(|&index| names[index] == column);
            *place = found
                .next()
                .ok_or_else(|| missing(header, &fields, column))?;
            if let Some(second) = found.next() {
                let what = format!("there are two columns `{column}`");
                return Err(fields[second].fault(what, "take one of them out"));
            }
        }
        Ok(Self {
            places,
            count: names.len(),
        })
    }

    fn row<'a>(&self, line: Line<'a>) -> Result<Row<'a>, Fault> {
        let fields = line.comma_fields();
        if fields.len() != self.count {
            return Err(line.fault(
                format!("the line has {} fields", fields.len()),
                format!(
                    "write {}, one for each column of the first line",
                    self.count
                ),
            ));
        }
        let [case, seed, human, px, py, gx, gy] = self.places.map(|place| fields[place]);
        let point = |x: Field, y: Field, what: &str| -> Result<DVec2, Fault> {
            Ok(DVec2::new(
                coordinate(x, &format!("x of the {what}"))?,
                coordinate(y, &format!("y of the {what}"))?,
            ))
        };
        Ok(Row {
            case: case.number("case")?,
            seed: seed.number("seed")?,
            human: human.number("number of the walker")?,
            walk: Walk {
                start: point(px, py, "start")?,
                goal: point(gx, gy, "goal")?,
            },
            case_field: case,
            seed_field: seed,
            human_field: human,
        })
    }
}

fn missing(header: Line<'_>, fields: &[Field<'_>], column: &str) -> Fault {
    let what = format!("there is no column `{column}`");
    let slip = fields.iter().find(|field| {
        !COLUMNS.contains(&field.text) && did_you_mean(field.text, &[column]).is_some()
    });
    match slip {
        Some(field) => field.fault(what, format!("write it instead of {}", quoted(field.text))),
        None => header.fault(what, format!("begin with a line `{}`", COLUMNS.join(","))),
    }
}

fn coordinate(field: Field<'_>, what: &str) -> Result<f64, Fault> {
    let value: f64 = field.number(what)?;
    // Not a number isn't within any range.
    if value.abs() <= FARTHEST {
        return Ok(value);
    }
    Err(field.fault(
        format!("the {what} is {}", quoted(field.text)),
        format!("write a number of metres from -{FARTHEST} to {FARTHEST}"),
    ))
}

impl Row<'_> {
    /// Adds the walker to its episode.
    fn join(self, episode: &mut Episode) -> Result<(), Fault> {
        if self.seed != episode.seed {
            return Err(self.seed_field.fault(
                format!(
                    "case {} has seed {} before and {} here",
                    self.case, episode.seed, self.seed
                ),
                "write the same seed on all lines of a case",
            ));
        }
        let expected = episode.walkers.len();
        if self.human != expected {
            return Err(self.human_field.fault(
                format!(
                    "walker {} of case {} stands where walker {expected} should",
                    self.human, self.case
                ),
                "number the walkers of a case from 0, in order",
            ));
        }
        if expected == MOST_IN_EPISODE {
            return Err(self.human_field.fault(
                format!("case {} has more than {MOST_IN_EPISODE} walkers", self.case),
                "take some of them out",
            ));
        }
        episode.walkers.push(self.walk);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TABLE: &str = "case,seed,human,px,py,gx,gy\n4,1004,0,-2.5,1,2.5,-1\n4,1004,1,0,3e0,0,-3\n5,1005,0,1,2,3,4\n";

    #[test]
    fn episodes_are_read_walker_by_walker() {
        let episodes = parse_episodes(TABLE, "a.csv").expect("a table");
        assert_eq!(episodes.len(), 2);
        let first = &episodes[0];
        assert_eq!((first.line, first.case, first.seed), (2, 4, 1004));
        assert_eq!(first.walkers[0].start, DVec2::new(-2.5, 1.0));
        assert_eq!(first.walkers[1].goal, DVec2::new(0.0, -3.0));
        assert_eq!((episodes[1].line, episodes[1].walkers.len()), (4, 1));
        let windows = format!("\u{feff}{}", TABLE.replace('\n', "\r\n").replace(',', ", "));
        assert_eq!(
            parse_episodes(&windows, "a.csv").expect("a table"),
            episodes
        );
    }

    #[test]
    fn columns_may_stand_in_any_order() {
        let turned = "note,gy,gx,py,px,human,seed,case\nx,4,3,2,1,0,7,9\n";
        let episodes = parse_episodes(turned, "a.csv").expect("a table");
        assert_eq!((episodes[0].case, episodes[0].seed), (9, 7));
        assert_eq!(episodes[0].walkers[0].start, DVec2::new(1.0, 2.0));
        assert_eq!(episodes[0].walkers[0].goal, DVec2::new(3.0, 4.0));
    }

    #[test]
    fn a_wrong_table_is_refused_with_its_place() {
        let cases = [
            (
                "human",
                "hman",
                "a.csv:1:11: there is no column `human`; write it instead of `hman`",
            ),
            (
                "case,",
                "",
                "a.csv:1: there is no column `case`; begin with a line `case,seed",
            ),
            (
                "gx,gy\n",
                "gx,gy,gx\n",
                "a.csv:1:29: there are two columns `gx`",
            ),
            (
                "2.5,-1\n",
                "2.5\n",
                "a.csv:2: the line has 6 fields; write 7",
            ),
            (
                "-2.5",
                "west",
                "a.csv:2:10: the x of the start is `west`; write a number",
            ),
            (
                "3e0",
                "3e40",
                "a.csv:3:12: the y of the start is `3e40`; write a number of metres",
            ),
            ("3e0", "NaN", "a.csv:3:12: the y of the start is `NaN`"),
            (
                "1004,1",
                "1004,2",
                "a.csv:3:8: walker 2 of case 4 stands where walker 1 should",
            ),
            (
                "1004,1",
                "1003,1",
                "a.csv:3:3: case 4 has seed 1004 before and 1003 here",
            ),
            (
                "5,1005,0,1,2,3,4\n",
                "5,1005,0,1,2,3,4\n4,1004,2,0,0,0,0\n",
                "a.csv:5:1: case 4 comes a second",
            ),
            ("4,1004,0", "-4,1004,0", "a.csv:2:1: the case is `-4`"),
        ];
        for (text, replacement, expected) in cases {
            let changed = TABLE.replacen(text, replacement, 1);
            let message = parse_episodes(&changed, "a.csv")
                .expect_err(replacement)
                .to_string();
            assert!(
                message.starts_with(expected),
                "{message}\nis not {expected}"
            );
        }
        for (text, expected) in [
            ("\n", "is empty"),
            ("case,seed,human,px,py,gx,gy\n", "has no episodes"),
        ] {
            let message = parse_episodes(text, "a.csv").expect_err(text).to_string();
            assert!(message.contains(expected), "{message}");
        }
    }
}
