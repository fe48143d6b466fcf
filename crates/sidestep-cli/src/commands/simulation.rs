//! Running a scene, which `run` and `compare` share.

use sidestep_scene::format::Scene;
use sidestep_scene::measure::{Measures, Summary};
use sidestep_scene::memory::Crowd;
use sidestep_scene::place::Layout;
use sidestep_scene::recording::Observer;
use sidestep_scene::simulate::Simulation;

use crate::failure::Failure;
use crate::memory;

/// The world of a scene, before its first step. `recorded` says whether the run writes files.
///
/// # Errors
/// When it needs more memory than can be had, what is placed doesn't fit, or the method is unknown.
pub fn prepare(scene: &Scene, recorded: bool) -> Result<Simulation, Failure> {
    Simulation::new(layout(scene, recorded)?).map_err(Failure::input)
}

/// As [`prepare`], and says on standard error if agents start in each other.
///
/// # Errors
/// As [`prepare`].
pub fn prepare_and_warn(scene: &Scene, recorded: bool) -> Result<Simulation, Failure> {
    let layout = layout(scene, recorded)?;
    if let Some(warning) = about_starts(&layout) {
        eprintln!("warning: {warning}");
    }
    Simulation::new(layout).map_err(Failure::input)
}

/// What to say of agents that start in each other, if any do.
fn about_starts(layout: &Layout) -> Option<String> {
    let pairs = layout.overlapping_starts();
    let [one, other] = pairs.first()?;
    let [first, second] = [one, other].map(|id| {
        let agent = &layout.agents[*id];
        let group = &layout.groups[agent.group].name;
        format!(
            "{id} of `{group}` at [{}, {}]",
            agent.start.x, agent.start.y
        )
    });
    let count = match pairs.len() {
        1 => "a pair of agents starts".to_owned(),
        count => format!("{count} pairs of agents start"),
    };
    let then = if layout.settle {
        "contacts push them apart"
    } else {
        "with `settle = false` nothing pushes them apart"
    };
    Some(format!(
        "{count} in each other, such as {first} and {second}; {then}; move their `positions`, or \
         make them smaller"
    ))
}

fn layout(scene: &Scene, recorded: bool) -> Result<Layout, Failure> {
    memory::check(Crowd::of(scene), recorded)?;
    let layout = Layout::new(scene).map_err(Failure::input)?;
    if layout.agents.is_empty() {
        return Err(Failure::input(format!(
            "{}: the scene has no agents; add a group of [[agents]]",
            layout.name
        )));
    }
    Ok(layout)
}

/// Runs it to the end, measures it, and shows it to the observers.
///
/// # Errors
/// When the engine refuses something on the way.
pub fn measure(
    mut simulation: Simulation,
    observers: &mut [&mut dyn Observer],
) -> Result<Summary, Failure> {
    let mut measures = Measures::new();
    let mut all: Vec<&mut dyn Observer> = vec![&mut measures];
    for observer in observers.iter_mut() {
        all.push(*observer);
    }
    let seconds = simulation.run(&mut all).map_err(Failure::run)?;
    Ok(measures.finish(seconds))
}

/// Steps with so many threads from now on; with one for each core if not given.
///
/// # Errors
/// When threads can't be started.
pub fn use_threads(count: Option<usize>) -> Result<(), Failure> {
    // 0 is as many as there are cores. Left to itself, the pool would panic where it can't begin. This thread is
    // one of them: to hand each step to another would take as long as some of its stages.
    rayon::ThreadPoolBuilder::new()
        .num_threads(count.unwrap_or(0))
        .use_current_thread()
        .build_global()
        .map_err(|error| {
            Failure::run(format!(
                "threads can't be started: {error}; run with fewer (--threads 1)"
            ))
        })
}
