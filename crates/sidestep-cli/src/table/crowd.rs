//! The table of `sidestep bench plaza` and its like.

use comfy_table::Cell;
use sidestep_scene::bench::crowd::Figures;

use super::{TableLook, finished, new_table, right};

/// What each stage costs, and below what the whole came to.
pub fn crowd_table(figures: &Figures, look: TableLook) -> String {
    let mut table = new_table(look);
    table.set_header([
        Cell::new("stage"),
        right("ms a step".to_owned()),
        right("µs an agent".to_owned()),
    ]);
    let stages = &figures.stages_ms;
    let rows = [
        ("sense", stages.sense),
        ("plan", stages.plan),
        ("decide", stages.decide),
        ("advance", stages.advance),
        ("settle", stages.settle),
        ("report", stages.report),
        ("the scene's own", stages.scene),
        ("whole step", figures.step_ms),
    ];
    for (name, milliseconds) in rows {
        table.add_row([
            Cell::new(name),
            right(format!("{milliseconds:.3}")),
            right(format!(
                "{:.3}",
                1e3 * milliseconds / figures.agents.max(1) as f64
            )),
        ]);
    }
    let bytes = match figures.bytes_an_agent {
        Some(bytes) => format!("{bytes} bytes an agent"),
        None => "memory unknown".to_owned(),
    };
    format!(
        "{}, {} agents, method {}, {} steps of {} s, {} thread(s)\n\n\
         {}\n\n\
         medians; {:.0} agent-steps a second, {bytes}, {} overlapping pairs, hash {}",
        figures.scene,
        figures.agents,
        figures.method,
        figures.steps,
        figures.dt,
        figures.threads,
        finished(table),
        figures.agent_steps_per_second,
        figures.agent_overlaps,
        figures.trajectory_hash,
    )
}
