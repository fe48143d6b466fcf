//! The table of `sidestep bench plaza` and its like.

use sidestep_scene::bench::crowd::Figures;

use super::{TableLook, step_costs};

/// What each stage costs, and below what the whole came to.
pub fn crowd_table(figures: &Figures, look: TableLook) -> String {
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
    let table = step_costs("stage", &rows, figures.agents, look);
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
        table,
        figures.agent_steps_per_second,
        figures.agent_overlaps,
        figures.trajectory_hash,
    )
}
