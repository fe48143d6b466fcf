//! What the steps of a scene cost: the time of each stage, memory, and whether anybody overlapped.

use std::time::Instant;

use serde::Serialize;
use sidestep::world::StepStage;

use crate::measure::{Measures, median};
use crate::place::Layout;
use crate::recording::Observer;
use crate::simulate::{Simulation, SimulationError};

/// Number of steps before those that are measured: they fill the memory that later ones use again.
const WARMING: u64 = 5;

/// What the steps of a scene cost.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Figures {
    /// Name of the scene.
    pub scene: String,
    /// Its avoidance method.
    pub method: String,
    /// Number of agents.
    pub agents: u64,
    /// Number of steps that were measured.
    pub steps: u64,
    /// Length of a step (s).
    pub dt: f64,
    /// Number of threads.
    pub threads: usize,
    /// Time of a step (ms): the median.
    pub step_ms: f64,
    /// Time of each stage in a step (ms): the medians, so that they need not add up.
    pub stages_ms: StageTimes,
    /// Agents times steps over the time of all measured steps.
    pub agent_steps_per_second: f64,
    /// Memory by which the process has grown since before the agents were inserted, over their
    /// number (bytes); `None` where it can't be seen. With few agents it says nothing.
    pub bytes_an_agent: Option<u64>,
    /// Pairs that have overlapped by more than 1 mm.
    pub agent_overlaps: u64,
    /// The hash of all positions and velocities of the measured steps.
    pub trajectory_hash: String,
}

/// A time for each stage (ms).
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct StageTimes {
    /// Indexing.
    pub sense: f64,
    /// Goals and ways.
    pub plan: f64,
    /// Decisions.
    pub decide: f64,
    /// Moving.
    pub advance: f64,
    /// Contacts.
    pub settle: f64,
    /// Events.
    pub report: f64,
    /// What the scene does beside the world: what it moves by script, and goals that it draws.
    pub scene: f64,
}

/// Steps a scene `steps` times (1 or more) and measures. `threads` is how many it may step with,
/// for the report only; `memory` says how much the process uses (bytes), if that is known, and
/// `done` hears the number of measured steps that are over.
///
/// # Errors
/// If the engine refuses the scene.
pub fn run(
    layout: Layout,
    steps: u64,
    threads: usize,
    memory: impl Fn() -> Option<u64>,
    mut done: impl FnMut(u64),
) -> Result<Figures, SimulationError> {
    let (method, dt) = (layout.method.clone(), layout.dt);
    let before = memory();
    let mut simulation = Simulation::new(layout)?;
    for _ in 0..WARMING {
        simulation.step()?;
    }
    let after = memory();
    let agents = simulation.setting().agents.len() as u64;
    let mut measures = Measures::new();
    measures.begin(simulation.setting(), simulation.frame());
    let mut times: Vec<[f64; 8]> = Vec::new();
    for step in 0..steps {
        times.push(timed_step(&mut simulation)?);
        measures.observe(simulation.setting(), simulation.frame());
        done(step + 1);
    }
    let of = |column: usize| median(times.iter().map(|row| row[column]).collect());
    let ms = |column: usize| 1e3 * of(column).unwrap_or_default();
    let seconds: f64 = times.iter().map(|row| row[TOTAL]).sum();
    let summary = measures.finish(seconds);
    Ok(Figures {
        scene: simulation.setting().scene.clone(),
        method,
        agents,
        steps,
        dt,
        threads,
        step_ms: ms(TOTAL),
        stages_ms: StageTimes {
            sense: ms(0),
            plan: ms(1),
            decide: ms(2),
            advance: ms(3),
            settle: ms(4),
            report: ms(5),
            scene: ms(SCENE),
        },
        agent_steps_per_second: (agents * steps) as f64 / seconds.max(f64::MIN_POSITIVE),
        bytes_an_agent: (before.zip(after))
            .and_then(|(before, after)| after.saturating_sub(before).checked_div(agents)),
        agent_overlaps: summary.agent_overlaps,
        trajectory_hash: summary.trajectory_hash,
    })
}

/// Columns behind those of the stages.
const SCENE: usize = 6;
const TOTAL: usize = 7;

/// Does one step: how long each stage took, then what was no stage, then all (s).
fn timed_step(simulation: &mut Simulation) -> Result<[f64; 8], SimulationError> {
    let mut row = [0.0; 8];
    let start = Instant::now();
    let mut since = start;
    let mut column = SCENE;
    simulation.step_watched(|stage: Option<StepStage>| {
        let now = Instant::now();
        row[column] += (now - since).as_secs_f64();
        since = now;
        column = stage.map_or(SCENE, |stage| stage as usize);
    })?;
    row[SCENE] += since.elapsed().as_secs_f64();
    row[TOTAL] = start.elapsed().as_secs_f64();
    Ok(row)
}
