//! Tables of `bench detour`.

use comfy_table::Cell;
use sidestep_scene::bench::detour::{ClassFigures, Figures, LONG, LongWay};

use super::{TableLook, finished, new_table, right};

/// What is missing, such as a ratio where no walk arrived.
const MISSING: &str = "–";

/// Figures of detours: the classes of yards, all together, and below what went wrong and how long
/// it took.
pub fn detour_table(figures: &Figures, look: TableLook) -> String {
    let mut table = new_table(look);
    let mut head = vec![Cell::new("yards with")];
    let names = [
        "yards",
        "arrived",
        "mean ratio",
        "median",
        "worst",
        "query (µs)",
        "re-bake (µs)",
    ];
    head.extend(names.map(|name| right(name.to_owned())));
    table.set_header(head);
    for class in &figures.by_obstacles {
        table.add_row(row(&format!("{} obstacles", class.class), class));
    }
    for class in &figures.by_kind {
        table.add_row(row(&class.class, class));
    }
    let all = ClassFigures {
        class: "all".to_owned(),
        yards: figures.yards,
        arrived: figures.arrived,
        mean_ratio: figures.mean_ratio,
        median_ratio: figures.median_ratio,
        worst_ratio: figures.worst_ratio,
        query_us: figures.query_us,
        rebake_us: figures.rebake_us,
    };
    table.add_row(row(&all.class, &all));

    let worst = figures
        .worst_yard
        .map_or(String::new(), |yard| format!("; worst: yard {yard}"));
    let mut text = format!(
        "Detours, seed {}: the way walked over the shortest on a re-baked mesh\n\n{}\n\n\
         {:.1} obstacles a yard; {} straight, of the others the mean ratio is {}{worst}\n\
         the first answers promised {} of the shortest at worst; {}\n\
         {} collisions, {} blocked wrongly, {} clear wrongly, {} given up\n\
         {} rightly blocked, {} obstacles named as closing it: {} of them close nothing, {} walks named none\n\
         {} have a way only beyond the neighbourhood, {} only through gaps within the clearance\n\
         {:.1} queries a walk, {:.1} % of them found the whole way",
        figures.seed,
        finished(table),
        figures.obstacles_mean,
        figures.straight,
        ratio(figures.mean_ratio_around),
        ratio(figures.worst_promised_ratio),
        long_ways(&figures.long_ways),
        figures.collisions,
        figures.blocked_wrongly,
        figures.clear_wrongly,
        figures.gave_up,
        figures.blocked_rightly,
        figures.named,
        figures.named_wrongly,
        figures.named_nothing,
        figures.blocked_nearby,
        figures.blocked_narrowly,
        figures.queries_mean,
        100.0 * figures.converged_share,
    );
    if let (Some(query), Some(rebake), Some(speedup)) = (
        figures.query_us_20,
        figures.rebake_us_20,
        figures.speedup_20,
    ) {
        text.push_str(&format!(
            "\nAt about 20 obstacles: {query:.1} µs a query ({} where a detour is needed), {rebake:.0} µs a re-bake, \
             {speedup:.0} times as much",
            figures
                .query_us_20_around
                .map_or(MISSING.to_owned(), |time| format!("{time:.1} µs")),
        ));
    }
    if !figures.suspects.is_empty() {
        let names: Vec<String> = figures.suspects.iter().map(u64::to_string).collect();
        text.push_str(&format!("\nTo look at: {}", names.join(", ")));
    }
    text
}

/// How many ways are long ones, and why: the shortest may be too narrow for what a detour keeps,
/// the way may have been long from its first answer on, or have got longer underway.
fn long_ways(ways: &[LongWay]) -> String {
    let narrow = |way: &&LongWay| way.ratio_with_clearance.is_some_and(|ratio| ratio <= LONG);
    let promised = |way: &&LongWay| way.promised.is_some_and(|ratio| ratio > LONG);
    let narrow_ways = ways.iter().filter(narrow).count();
    let others = || ways.iter().filter(|way| !narrow(way));
    let from_the_start = others().filter(promised).count();
    format!(
        "{} ratios are above {LONG}: {narrow_ways} as the shortest is too narrow for the clearance, {from_the_start} \
         others from the first answer on, {} underway",
        ways.len(),
        others().count() - from_the_start,
    )
}

fn row(name: &str, class: &ClassFigures) -> Vec<Cell> {
    let mut row = vec![Cell::new(name)];
    let values = [
        class.yards.to_string(),
        class.arrived.to_string(),
        ratio(class.mean_ratio),
        ratio(class.median_ratio),
        ratio(class.worst_ratio),
        format!("{:.1}", class.query_us),
        format!("{:.0}", class.rebake_us),
    ];
    row.extend(values.map(right));
    row
}

fn ratio(value: Option<f64>) -> String {
    value.map_or(MISSING.to_owned(), |value| format!("{value:.4}"))
}
