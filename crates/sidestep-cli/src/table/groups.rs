//! A table of what a sweep has found: a row a group.

use comfy_table::Cell;
use sidestep_scene::sweep::Group;

use super::{TableLook, finished, new_table, right};
use crate::measures::Measure;

/// Means with half the width of their 95 % confidence interval, a row a group. `keys` are those of
/// the grid, and each row begins with its scene, its method and its values for them.
pub fn groups_table(
    keys: &[&str],
    rows: &[(Vec<String>, &Group)],
    measures: &[&Measure],
    look: TableLook,
) -> String {
    let mut table = new_table(look);
    let mut head: Vec<Cell> = ["scene", "method"]
        .into_iter()
        .chain(keys.iter().copied())
        .map(Cell::new)
        .collect();
    head.push(right("runs".to_owned()));
    for measure in measures {
        let unit = match measure.unit {
            "" => String::new(),
            unit => format!(" ({unit})"),
        };
        head.push(right(format!("{}{unit}", measure.label.to_lowercase())));
    }
    table.set_header(head);
    for (names, group) in rows {
        let mut row: Vec<Cell> = names.iter().map(Cell::new).collect();
        row.push(right(group.done.to_string()));
        for measure in measures {
            // A mean of counts has a digit more than a count.
            let shown = Measure {
                decimals: measure.decimals.max(1),
                ..**measure
            };
            let estimate = group.estimates.get(measure.key);
            let mut text = shown.text(estimate.map(|it| it.mean));
            if let Some([low, high]) = estimate.and_then(|it| it.interval) {
                text.push_str(&format!(" ± {}", shown.text(Some(0.5 * (high - low)))));
            }
            row.push(right(text));
        }
        table.add_row(row);
    }
    finished(table)
}
