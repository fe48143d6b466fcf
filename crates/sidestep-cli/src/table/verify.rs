//! The table of `sidestep verify`.

use comfy_table::Cell;
use sidestep_scene::verify::{Reading, Report};

use super::{TableLook, finished, new_table};

/// A line a criterion; below, the figures of those that don't hold that are out of their bounds.
pub fn verify_table(report: &Report, look: TableLook) -> String {
    let mut table = new_table(look);
    table.set_header(["criterion", "source", "ours", "wanted", "holds"].map(Cell::new));
    for finding in &report.findings {
        table.add_row([
            Cell::new(finding.criterion),
            Cell::new(finding.source),
            Cell::new(&finding.ours),
            Cell::new(finding.wanted),
            Cell::new(if finding.holds { "yes" } else { "no" }),
        ]);
    }
    let mut text = format!(
        "{}\n\n{} of {} criteria hold",
        finished(table),
        report.held,
        report.total
    );
    for finding in report.findings.iter().filter(|it| !it.holds) {
        text.push_str(&format!("\n{}: {}", finding.criterion, finding.title));
        for reading in finding.readings.iter().filter(|it| !it.holds) {
            text.push_str(&format!("\n  {}", beside_its_bounds(reading)));
        }
    }
    text
}

/// A figure and what it should be, in words.
fn beside_its_bounds(reading: &Reading) -> String {
    let ours = reading
        .ours
        .map_or_else(|| "none".to_owned(), |ours| format!("{ours:.2}"));
    let wanted = match (reading.at_least, reading.at_most) {
        (Some(least), Some(most)) if least == most => format!("{least:.2}"),
        (Some(least), Some(most)) => format!("{least:.2} to {most:.2}"),
        (Some(least), None) => format!("{least:.2} or more"),
        (None, Some(most)) => format!("{most:.2} or less"),
        (None, None) => "any".to_owned(),
    };
    format!("{}: {ours} instead of {wanted}", reading.what)
}

#[cfg(test)]
mod tests {
    use sidestep_scene::verify::Finding;

    use super::*;

    fn reading(what: &str, ours: f64, holds: bool) -> Reading {
        Reading {
            what: what.to_owned(),
            ours: Some(ours),
            at_least: Some(1.0),
            at_most: Some(2.0),
            holds,
        }
    }

    fn finding(criterion: &'static str, holds: bool) -> Finding {
        Finding {
            criterion,
            source: "somebody",
            title: "what happens",
            wanted: "from 1 to 2",
            ours: "1.50 9".to_owned(),
            holds,
            readings: vec![reading("right", 1.5, true), reading("wrong", 9.0, holds)],
            curves: Vec::new(),
            wall_seconds: 0.1,
        }
    }

    #[test]
    fn what_does_not_hold_is_told_figure_by_figure() {
        let report = Report::new(vec![finding("good", true), finding("bad", false)]);
        let text = verify_table(&report, TableLook::Plain);
        let lines: Vec<&str> = text.lines().map(str::trim).collect();
        assert!(lines[0].starts_with("criterion") && lines[0].ends_with("holds"));
        assert!(
            lines
                .iter()
                .any(|line| line.starts_with("good") && line.ends_with("yes"))
        );
        assert!(
            lines
                .iter()
                .any(|line| line.starts_with("bad") && line.ends_with("no"))
        );
        assert!(lines.contains(&"1 of 2 criteria hold"));
        assert_eq!(
            lines[lines.len() - 2..],
            ["bad: what happens", "wrong: 9.00 instead of 1.00 to 2.00"]
        );
    }
}
