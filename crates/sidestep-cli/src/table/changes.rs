//! Tables of `bench changes`.

use sidestep_scene::bench::changes::Figures;

use super::{TableLook, step_costs};

/// What a crowd among changing obstacles costs, and below what its queries came to.
pub fn changes_table(figures: &Figures, look: TableLook) -> String {
    let rows = [
        ("step with detours", figures.step_ms),
        ("step without detours", figures.step_without_detours_ms),
        ("difference of the two", figures.plan_ms),
        ("clusters alone, one thread", figures.clusters_ms),
        ("queries alone, one thread", figures.queries_ms),
    ];
    let table = step_costs("cost", &rows, figures.agents, look);
    let queries = figures.clear + figures.around + figures.blocked;
    let share = |part: u64| 100.0 * part as f64 / queries.max(1) as f64;
    format!(
        "{} agents among {} temporary obstacles, {} of which change before each of {} steps, seed {}, {} thread(s)\n\n\
         {}\n\n\
         medians; of the queries {:.1} % found the way clear, {:.1} % a way round, {:.1} % none",
        figures.agents,
        figures.obstacles,
        figures.changing,
        figures.steps,
        figures.seed,
        figures.threads,
        table,
        share(figures.clear),
        share(figures.around),
        share(figures.blocked),
    )
}
