//! Result tables for the terminal: one run, or several methods side by side.
//!
//! On a terminal the tables have fine lines; anywhere else they are plain columns, so that other
//! programs can cut them. The best value of a row is marked with `*`, which needs no colour.

mod changes;
mod crowd;
mod detours;
mod groups;
mod growth;
mod notes;
mod scores;
mod soak;
mod verify;

pub use changes::changes_table;
pub use crowd::crowd_table;
pub use detours::detour_table;
pub use groups::groups_table;
pub use growth::growth_table;
pub use notes::{FLIPS, arrival_note};
pub use scores::{crowdnav_table, steerbench_table};
pub use soak::{soak_head, soak_line};
pub use verify::verify_table;

use comfy_table::presets::{NOTHING, UTF8_HORIZONTAL_ONLY};
use comfy_table::{Cell, CellAlignment, ContentArrangement, LineStyle, Table};
use serde_json::{Map, Value};

use crate::measures::{Better, MEASURES, Measure};

/// Where a table is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableLook {
    /// On a terminal: with lines.
    Terminal,
    /// In a pipe or a file: just columns.
    Plain,
}

impl TableLook {
    /// The look for standard output.
    pub fn for_stdout() -> Self {
        use std::io::IsTerminal;
        if std::io::stdout().is_terminal() {
            Self::Terminal
        } else {
            Self::Plain
        }
    }
}

/// Measures of one run: a line a measure that the summary has.
pub fn result_table(summary: &Map<String, Value>, look: TableLook) -> String {
    let mut table = new_table(look);
    for measure in MEASURES {
        if !summary.contains_key(measure.key) {
            continue;
        }
        table.add_row([
            Cell::new(measure.label),
            right(measure.text(measure.value(summary))),
            Cell::new(measure.unit),
        ]);
    }
    finished(table)
}

/// Measures of several runs: a line a measure that any summary has, a column a run. The best value
/// is marked where one is better than another.
pub fn comparison_table(runs: &[(&str, &Map<String, Value>)], look: TableLook) -> String {
    let mut table = new_table(look);
    let mut head = vec![Cell::new("")];
    head.extend(runs.iter().map(|(name, _)| right(format!("{name}  "))));
    head.push(Cell::new("unit"));
    table.set_header(head);
    for measure in MEASURES {
        if !runs
            .iter()
            .any(|(_, summary)| summary.contains_key(measure.key))
        {
            continue;
        }
        let values: Vec<Option<f64>> = runs
            .iter()
            .map(|(_, summary)| measure.value(summary))
            .collect();
        let best = best(measure, &values);
        let mut row = vec![Cell::new(measure.label)];
        row.extend(values.iter().map(|&value| {
            let text = measure.text(value);
            let marked = value.is_some() && best.as_ref() == Some(&text);
            right(format!("{text}{}", if marked { " *" } else { "  " }))
        }));
        row.push(Cell::new(measure.unit));
        table.add_row(row);
    }
    let mut text = finished(table);
    text.push_str("\n* best of the row");
    text
}

/// The best value of a row as it is shown; none where all look the same or nothing is better.
fn best(measure: &Measure, values: &[Option<f64>]) -> Option<String> {
    let best = values
        .iter()
        .flatten()
        .copied()
        .reduce(|a, b| match measure.better {
            Better::Lower => a.min(b),
            Better::Higher | Better::Neither => a.max(b),
        })?;
    let best = measure.text(Some(best));
    let differs = values
        .iter()
        .flatten()
        .any(|value| measure.text(Some(*value)) != best);
    (measure.better != Better::Neither && differs).then_some(best)
}

fn new_table(look: TableLook) -> Table {
    let mut table = Table::new();
    table
        .load_style(match look {
            TableLook::Terminal => UTF8_HORIZONTAL_ONLY,
            TableLook::Plain => NOTHING,
        })
        .set_content_arrangement(ContentArrangement::Disabled);
    // Lines between all rows make a table of figures restless.
    table.style_mut().row_separator = LineStyle::none();
    table
}

fn right(text: String) -> Cell {
    Cell::new(text).set_alignment(CellAlignment::Right)
}

/// The text without blanks at the ends of lines.
fn finished(table: Table) -> String {
    table
        .lines()
        .map(|line| line.trim_end().to_owned())
        .collect::<Vec<_>>()
        .join("\n")
}

/// A table of what parts of a step cost (ms), and how much of that is an agent's share.
fn step_costs(title: &str, rows: &[(&str, f64)], agents: u64, look: TableLook) -> String {
    let mut table = new_table(look);
    table.set_header([
        Cell::new(title),
        right("ms a step".to_owned()),
        right("µs an agent".to_owned()),
    ]);
    for (name, milliseconds) in rows {
        let share = 1e3 * milliseconds / agents.max(1) as f64;
        table.add_row([
            Cell::new(name),
            right(format!("{milliseconds:.3}")),
            right(format!("{share:.3}")),
        ]);
    }
    finished(table)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn object(value: Value) -> Map<String, Value> {
        value.as_object().cloned().expect("an object")
    }

    fn row<'a>(table: &'a str, label: &str) -> &'a str {
        table
            .lines()
            .find(|line| line.trim_start().starts_with(label))
            .unwrap_or_else(|| panic!("no row {label} in\n{table}"))
    }

    #[test]
    fn a_result_has_values_and_units_and_no_missing_rows() {
        let summary = object(
            json!({"agents": 3, "arrived": 2, "mean_travel_seconds": 21.456,
            "last_arrival_seconds": null, "agent_steps_per_second": 690_000.4}),
        );
        let table = result_table(&summary, TableLook::Plain);
        assert!(
            row(&table, "Mean travel time").ends_with("21.46  s"),
            "{table}"
        );
        assert!(row(&table, "Last arrival").contains('–'));
        assert!(row(&table, "Agent steps").contains("690 000"));
        assert!(!table.contains("Energy"));
        assert!(table.is_ascii() || table.contains('–'), "{table}");
    }

    #[test]
    fn the_best_is_marked_by_what_is_better() {
        let a = object(json!({"arrived": 10, "stuck": 0, "agents": 10, "energy_j": 5.0}));
        let b = object(json!({"arrived": 8, "stuck": 2, "agents": 10, "energy_j": null}));
        let table = comparison_table(&[("default", &a), ("none", &b)], TableLook::Plain);
        assert!(row(&table, "Arrived").contains("10 *") && !row(&table, "Arrived").contains("8 *"));
        assert!(row(&table, "Stuck").contains("0 *") && !row(&table, "Stuck").contains("2 *"));
        // Not a contest: nothing is better about it, or there is nothing to compare with.
        assert!(!row(&table, "Agents").contains('*'));
        assert!(!row(&table, "Energy").contains('*'));
    }

    #[test]
    fn values_that_look_alike_are_not_ranked_and_ties_share_the_mark() {
        let a = object(json!({"energy_j": 5.00001, "stuck": 0}));
        let b = object(json!({"energy_j": 5.00002, "stuck": 0}));
        let c = object(json!({"energy_j": 5.00003, "stuck": 3}));
        let table = comparison_table(&[("a", &a), ("b", &b), ("c", &c)], TableLook::Plain);
        assert!(!row(&table, "Energy").contains('*'), "{table}");
        assert_eq!(row(&table, "Stuck").matches('*').count(), 2);
    }

    #[test]
    fn the_terminal_look_has_lines_and_the_plain_one_none() {
        let summary = object(json!({"agents": 3}));
        assert!(result_table(&summary, TableLook::Terminal).contains('─'));
        assert_eq!(
            result_table(&summary, TableLook::Plain)
                .trim()
                .lines()
                .count(),
            1
        );
    }
}
