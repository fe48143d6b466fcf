//! The lines of `sidestep bench soak`: they appear one after the other, while it goes on.

use sidestep_scene::bench::soak::Interval;

/// Names of the columns.
pub fn soak_head() -> String {
    line([
        "steps",
        "ms a step",
        "a tenth below",
        "memory (MiB)",
        "agents",
        "obstacles",
        "blocked",
        "longest (s)",
        "in another (mm)",
        "in a wall (mm)",
    ])
}

/// A part of the run.
pub fn soak_line(interval: &Interval) -> String {
    let memory = interval
        .memory
        .map(|bytes| bytes as f64 / f64::from(1 << 20));
    let columns = [
        interval.steps.to_string(),
        format!("{:.2}", interval.step_ms),
        format!("{:.2}", interval.quick_step_ms),
        memory.map_or_else(
            || "unknown".to_owned(),
            |mebibytes| format!("{mebibytes:.1}"),
        ),
        interval.agents.to_string(),
        interval.obstacles.to_string(),
        interval.blocked.to_string(),
        format!("{:.1}", interval.worst.longest_blocked),
        format!("{:.3}", 1e3 * interval.worst.deepest_overlap),
        format!("{:.3}", 1e3 * interval.worst.deepest_in_obstacle),
    ];
    line(columns.each_ref().map(String::as_str))
}

fn line(columns: [&str; 10]) -> String {
    let [
        steps,
        step,
        quick,
        memory,
        agents,
        obstacles,
        blocked,
        longest,
        overlap,
        depth,
    ] = columns;
    format!(
        "{steps:>7}  {step:>9}  {quick:>13}  {memory:>12}  {agents:>7}  {obstacles:>9}  {blocked:>7}  {longest:>11}  {overlap:>15}  {depth:>14}"
    )
}
