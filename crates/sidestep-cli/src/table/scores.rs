//! Tables of suites: a row a case, and totals.

use comfy_table::Cell;
use sidestep_scene::score::{crowdnav, steerbench};

use super::{TableLook, finished, new_table, right};

/// Figures of SteerBench: a line a case, and the sums below.
pub fn steerbench_table(figures: &steerbench::Figures, look: TableLook) -> String {
    let mut table = new_table(look);
    let head = [
        "agents",
        "arrived",
        "clean",
        "agent contacts",
        "obstacle contacts",
        "max depth (m)",
        "composite01",
        "composite02",
        "makespan (s)",
        "stepping took (s)",
    ];
    let mut cells = vec![Cell::new("case")];
    cells.extend(head.map(|name| right(name.to_owned())));
    table.set_header(cells);
    for case in &figures.cases {
        let clean = if case.clean { "yes" } else { "no" };
        let values = [
            case.agents.to_string(),
            case.arrived.to_string(),
            clean.to_owned(),
            case.agent_contacts.to_string(),
            case.obstacle_contacts.to_string(),
            format!("{:.3}", case.max_depth_m),
            format!("{:.1}", case.composite01),
            format!("{:.1}", case.composite02),
            decimals(case.makespan_seconds),
            format!("{:.2}", case.wall_seconds),
        ];
        let mut row = vec![Cell::new(&case.name)];
        row.extend(values.map(right));
        table.add_row(row);
    }
    let mut text = format!(
        "SteerBench, method {}\n\n{}\n\n{} of {} cases clean; all agents arrived in {}",
        figures.method,
        finished(table),
        figures.clean,
        figures.total,
        figures.arrived
    );
    if !figures.left_out.is_empty() {
        let names = figures.left_out.join(", ");
        text.push_str(&format!(
            "\nLeft out, as their goals aren't fixed places: {names}"
        ));
    }
    text
}

/// Figures of CrowdNav: a line an episode, and the shares below, of each file and of all.
pub fn crowdnav_table(figures: &crowdnav::Figures, look: TableLook) -> String {
    let mut table = new_table(look);
    let mut head = vec![Cell::new("file")];
    head.extend(["case", "seed"].map(|name| right(name.to_owned())));
    head.push(Cell::new("outcome"));
    let more = ["seconds", "smallest gap (m)", "discomfort (s)"];
    head.extend(more.map(|name| right(name.to_owned())));
    table.set_header(head);
    for case in &figures.cases {
        let end = &case.end;
        table.add_row([
            Cell::new(&case.file),
            right(case.case.to_string()),
            right(case.seed.to_string()),
            Cell::new(end.outcome.name()),
            right(format!("{:.2}", end.seconds)),
            right(
                end.smallest_gap_m
                    .map_or_else(|| "–".to_owned(), |gap| format!("{gap:.3}")),
            ),
            right(format!("{:.2}", end.discomfort_seconds)),
        ]);
    }
    let mut totals = new_table(look);
    let mut head = vec![Cell::new("file")];
    let shares = [
        "episodes",
        "success",
        "collision",
        "timeout",
        "mean time of successes (s)",
    ];
    head.extend(shares.map(|name| right(name.to_owned())));
    totals.set_header(head);
    let files = figures
        .files
        .iter()
        .map(|file| (file.name.as_str(), &file.shares));
    let all = (figures.files.len() > 1).then_some(("all", &figures.shares));
    for (name, shares) in files.chain(all) {
        let percent = |share: f64| right(format!("{:.1} %", 100.0 * share));
        totals.add_row([
            Cell::new(name),
            right(shares.episodes.to_string()),
            percent(shares.success),
            percent(shares.collision),
            percent(shares.timeout),
            right(decimals(shares.mean_seconds)),
        ]);
    }
    let title = format!("CrowdNav, method {}", figures.method);
    format!("{title}\n\n{}\n\n{}", finished(table), finished(totals))
}

/// Seconds, or a dash where there are none.
fn decimals(seconds: Option<f64>) -> String {
    seconds.map_or_else(|| "–".to_owned(), |seconds| format!("{seconds:.2}"))
}
