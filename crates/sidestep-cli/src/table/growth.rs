//! The table of `sidestep bench growth`.

use comfy_table::Cell;
use sidestep_scene::bench::growth::Figures;

use super::{TableLook, finished, new_table, right};

/// What steps of hostile worlds cost beside plain ones, and below what each case is.
pub fn growth_table(figures: &Figures, look: TableLook) -> String {
    let mut table = new_table(look);
    let mut head = vec![Cell::new("case")];
    let names = ["first step (ms)", "step (ms)", "plain step (ms)", "ratio"];
    head.extend(names.map(|name| right(name.to_owned())));
    table.set_header(head);
    for case in &figures.cases {
        let mut row = vec![Cell::new(case.case)];
        let times = [case.first_step_ms, case.step_ms, case.plain_step_ms];
        row.extend(times.map(|time| right(format!("{time:.3}"))));
        row.push(right(format!("{:.2}", case.ratio)));
        table.add_row(row);
    }
    let mut text = format!(
        "Hostile worlds and plain ones, {} of the full size, {} steps after the first, {} thread(s)\n\n{}\n\nmedians; at full size:",
        percent(figures.scale),
        figures.steps,
        figures.threads,
        finished(table),
    );
    for case in &figures.cases {
        text.push_str(&format!(
            "\n{}: {}; plain: {}",
            case.case, case.title, case.plain
        ));
    }
    text
}

fn percent(share: f64) -> String {
    format!("{} %", 100.0 * share)
}
