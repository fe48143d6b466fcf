//! `sidestep-mpi bench`: which part of a step all ranks do alike, and which part they share.

use serde::Serialize;
use sidestep_cli::commands::use_threads;
use sidestep_cli::failure::Failure;
use sidestep_cli::scene_source;
use sidestep_scene::measure::median;
use sidestep_scene::place::Layout;
use sidestep_scene::simulate::Simulation;

use crate::arguments::{BenchArguments, PolicyName, SharingOptions};
use crate::machine::{Cost, Machine, Stop};
use crate::processor_time::processor_time;
use crate::ranks::Ranks;
use crate::tell::tell;

/// Number of steps before those that are measured: they fill the memory that later ones use again.
const WARMING: u64 = 5;

/// What a step costs a rank in time of its processors (of all its threads together): medians over the
/// steps.
#[derive(Debug, Serialize)]
struct Figures {
    scene: String,
    agents: usize,
    ranks: usize,
    threads: usize,
    steps: u64,
    /// A whole step (ms), the exchange included.
    step_ms: f64,
    /// What is shared: finding ways and deciding for the rank's own agents, and turning that into
    /// bytes (ms).
    deciding_ms: f64,
    writing_ms: f64,
    /// The exchange, and waiting for others (ms).
    gathering_ms: f64,
    /// Taking over what all ranks have decided, its own included (ms).
    reading_ms: f64,
    /// Everything else (ms): all ranks do it alike.
    besides_ms: f64,
    bytes_an_agent: f64,
    /// With one rank, how many times as fast as one process alone this many ranks can be at most,
    /// with a network that takes no time and shares that are even.
    gains: Vec<Gain>,
    state_hash: String,
}

/// What a number of ranks can gain.
#[derive(Debug, Serialize)]
struct Gain {
    ranks: usize,
    at_most: f64,
}

/// Measures the steps of a scene, and prints the figures of rank 0 as JSON. Returns the exit code, the
/// same at all ranks.
pub fn bench(ranks: &Ranks, arguments: &BenchArguments) -> u8 {
    let sharing = SharingOptions {
        shares: PolicyName::Even,
        check_hashes: false,
    };
    let mut machine = Machine::new(ranks, sharing, 0).reading_own();
    let figures = measure(ranks, arguments, &mut machine);
    // What all ranks know, or find wrong alike, rank 0 tells.
    let told = figures.as_ref().err().filter(|_| ranks.is_first());
    if let Some(failure) = told {
        tell(ranks, failure);
    }
    let (code, stop) = machine.leave(figures.as_ref().err().map(Failure::exit_code));
    match (figures, stop) {
        (Ok(figures), None) if code == 0 && ranks.is_first() => {
            match serde_json::to_string_pretty(&figures) {
                Ok(text) => println!("{text}"),
                Err(error) => tell(ranks, &Failure::run(error)),
            }
        }
        (_, Some(stop)) if ranks.is_first() => tell(ranks, &Failure::run(stop)),
        _ => {}
    }
    code
}

fn measure(
    ranks: &Ranks,
    arguments: &BenchArguments,
    machine: &mut Machine<'_>,
) -> Result<Figures, Failure> {
    let threads = arguments.changes.threads.unwrap_or(1);
    use_threads(Some(threads))?;
    let scene = scene_source::load(&arguments.scene, &arguments.changes, None)?;
    let layout = Layout::new(&scene).map_err(Failure::input)?;
    let mut simulation = Simulation::new(layout).map_err(Failure::input)?;
    let mut costs: Vec<(f64, Cost)> = Vec::new();
    for step in 0..WARMING + arguments.steps {
        let start = processor_time();
        simulation
            .step_by(|world, dt| machine.step(world, dt))
            .map_err(|stop: Stop| Failure::run(stop))?;
        if step >= WARMING {
            let spent = processor_time().saturating_sub(start);
            costs.push((spent.as_secs_f64(), machine.cost()));
        }
    }
    let ms = |of: &dyn Fn(&(f64, Cost)) -> f64| {
        1e3 * median(costs.iter().map(of).collect()).unwrap_or_default()
    };
    let shared = |cost: &Cost| cost.deciding + cost.writing + cost.gathering + cost.reading;
    let agents = simulation.setting().agents.len();
    let bytes: usize = costs.iter().map(|(_, cost)| cost.bytes).sum();
    let mut figures = Figures {
        scene: simulation.setting().scene.clone(),
        agents,
        ranks: ranks.count(),
        threads,
        steps: arguments.steps,
        step_ms: ms(&|(step, _)| *step),
        deciding_ms: ms(&|(_, cost)| cost.deciding.as_secs_f64()),
        writing_ms: ms(&|(_, cost)| cost.writing.as_secs_f64()),
        gathering_ms: ms(&|(_, cost)| cost.gathering.as_secs_f64()),
        reading_ms: ms(&|(_, cost)| cost.reading.as_secs_f64()),
        besides_ms: ms(&|(step, cost)| step - shared(cost).as_secs_f64()),
        bytes_an_agent: bytes as f64 / (agents as u64 * arguments.steps).max(1) as f64,
        gains: Vec::new(),
        state_hash: format!("{:016x}", simulation.world().state_hash()),
    };
    if ranks.count() == 1 {
        figures.gains = [2, 4, 8, 16, 32, 64]
            .map(|ranks| Gain {
                ranks,
                at_most: figures.gain(ranks as f64),
            })
            .into();
    }
    Ok(figures)
}

impl Figures {
    /// The time of a step of one process alone, over that of so many ranks: each decides for an even
    /// share, hands that over, and reads those of all others.
    fn gain(&self, ranks: f64) -> f64 {
        let shared = (self.deciding_ms + self.writing_ms) / ranks;
        let reading = self.reading_ms * (ranks - 1.0) / ranks;
        (self.besides_ms + self.deciding_ms) / (self.besides_ms + shared + reading)
    }
}
