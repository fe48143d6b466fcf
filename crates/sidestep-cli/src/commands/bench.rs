//! `sidestep bench`: what a method achieves and costs, outside any scene.

use serde::Serialize;
use sidestep::avoid::detour::Detour;
use sidestep_scene::bench::changes::{ChangesError, Course};
use sidestep_scene::bench::crowd;
use sidestep_scene::bench::detour::{Figures, Trial};
use sidestep_scene::bench::growth;
use sidestep_scene::bench::soak;
use sidestep_scene::bench::yard::RADIUS;
use sidestep_scene::memory::Crowd;
use sidestep_scene::place::Layout;

use crate::arguments::{
    Bench, BenchChangesArguments, BenchCrowdArguments, BenchDetourArguments, BenchGrowthArguments,
    BenchSoakArguments,
};
use crate::commands::{print, simulation};
use crate::failure::Failure;
use crate::memory;
use crate::output::yard_svg;
use crate::progress::Progress;
use crate::scene_source;
use crate::table::{
    TableLook, changes_table, crowd_table, detour_table, growth_table, soak_head, soak_line,
};
use crate::write_whole::{WholeFile, write_whole};

/// Measures what was asked for.
///
/// # Errors
/// See [`Failure`].
pub fn bench(what: &Bench) -> Result<(), Failure> {
    match what {
        Bench::Detour(arguments) => detour(arguments),
        Bench::Changes(arguments) => changes(arguments),
        Bench::Soak(arguments) => soak(arguments),
        Bench::Growth(arguments) => growth(arguments),
        Bench::Plaza(arguments) => crowd(arguments, "plaza"),
        Bench::Circle(arguments) => crowd(arguments, "circle-250"),
        Bench::Doors(arguments) => crowd(arguments, "doors"),
    }
}

/// `sidestep bench detour`: ways round temporary obstacles against the best there are.
fn detour(arguments: &BenchDetourArguments) -> Result<(), Failure> {
    if let Some(path) = &arguments.svg {
        WholeFile::check_name(path).map_err(Failure::run)?;
    }
    let seed = arguments.seed;
    let yards = match arguments.yard {
        Some(only) => only..only + 1,
        None => 0..arguments.yards,
    };
    let count = yards.end - yards.start;
    let progress = Progress::counting(count, "yards", "detour", arguments.json);
    let detour = Detour::for_radius(RADIUS);
    let mut trials = Vec::new();
    for index in yards {
        let trial = Trial::run(seed, index, &detour);
        trials.push(trial.map_err(|error| Failure::run(format!("yard {index}: {error}")))?);
        progress.set_done(trials.len() as u64);
    }
    progress.finish();
    if let (Some(path), [trial]) = (&arguments.svg, trials.as_slice()) {
        write_whole(path, yard_svg(trial).as_bytes()).map_err(Failure::run)?;
    }
    let figures = Figures::new(seed, &trials);
    tell(&figures, arguments.json, detour_table)
}

/// `sidestep bench changes`: what detours cost a crowd among obstacles that come, move and go.
fn changes(arguments: &BenchChangesArguments) -> Result<(), Failure> {
    let course = Course {
        agents: arguments.agents,
        obstacles: arguments.obstacles,
        changing: arguments.changing,
        steps: arguments.steps,
        seed: arguments.seed,
    };
    simulation::use_threads(arguments.threads)?;
    let crowd = Crowd {
        agents: arguments.agents,
        shapes: arguments.obstacles,
    };
    memory::check(crowd, false)?;
    let progress = Progress::new(course.steps, "changes", arguments.json);
    let figures = course.run(rayon::current_num_threads(), |step| progress.set_done(step));
    progress.finish();
    let figures = figures.map_err(|error| match error {
        ChangesError::MoreChangesThanObstacles { .. } => Failure::input(error),
        _ => Failure::run(error),
    })?;
    tell(&figures, arguments.json, changes_table)
}

/// `sidestep bench plaza` and its like: what each stage of a step costs in a built-in scene.
fn crowd(arguments: &BenchCrowdArguments, scene: &str) -> Result<(), Failure> {
    simulation::use_threads(arguments.changes.threads)?;
    let scene = scene_source::load(scene, &arguments.changes, arguments.method)?;
    memory::check(Crowd::of(&scene), false)?;
    let layout = Layout::new(&scene).map_err(Failure::input)?;
    let progress = Progress::new(arguments.steps, layout.name.clone(), arguments.json);
    let threads = rayon::current_num_threads();
    let done = |step| progress.set_done(step);
    let figures = crowd::run(layout, arguments.steps, threads, memory_used, done);
    progress.finish();
    tell(&figures.map_err(Failure::run)?, arguments.json, crowd_table)
}

/// `sidestep bench growth`: whether a step costs what is near.
fn growth(arguments: &BenchGrowthArguments) -> Result<(), Failure> {
    let course = growth::Course {
        cases: match arguments.only {
            Some(only) => vec![only],
            None => growth::Case::ALL.to_vec(),
        },
        steps: arguments.steps,
        scale: arguments.scale,
    };
    memory::check(course.crowd(), false)?;
    let count = course.cases.len() as u64;
    let progress = Progress::counting(count, "cases", "growth", arguments.json);
    let figures = course.run(|done| progress.set_done(done));
    progress.finish();
    tell(
        &figures.map_err(Failure::run)?,
        arguments.json,
        growth_table,
    )
}

/// `sidestep bench soak`: whether promises are kept over many steps.
fn soak(arguments: &BenchSoakArguments) -> Result<(), Failure> {
    simulation::use_threads(arguments.threads)?;
    let crowd = Crowd {
        agents: arguments.agents,
        shapes: 0,
    };
    memory::check(crowd, false)?;
    let course = soak::Course {
        agents: arguments.agents,
        steps: arguments.steps,
        seed: arguments.seed,
    };
    let mut printed = Ok(());
    if !arguments.json {
        print(&format!("{}\n", soak_head()))?;
    }
    let told = |interval: &soak::Interval| {
        if !arguments.json && printed.is_ok() {
            printed = print(&format!("{}\n", soak_line(interval)));
        }
    };
    let figures = course.run(rayon::current_num_threads(), memory_used, told);
    let figures = figures.map_err(Failure::run)?;
    printed?;
    if arguments.json {
        let text = serde_json::to_string_pretty(&figures).map_err(Failure::run)?;
        print(&format!("{text}\n"))?;
    } else {
        print(&format!(
            "{} changes, {} agents left on arrival, {} thread(s), hash {}\n",
            figures.changes, figures.left, figures.threads, figures.state_hash
        ))?;
    }
    let broken = figures.broken_promises();
    if broken.is_empty() {
        return Ok(());
    }
    Err(Failure::run(format!(
        "promises were broken: {}",
        broken.join("; ")
    )))
}

/// Memory that the process uses (bytes), if that can be seen.
fn memory_used() -> Option<u64> {
    memory_stats::memory_stats().map(|stats| stats.physical_mem as u64)
}

/// Prints figures as JSON or as a table.
fn tell<F: Serialize>(
    figures: &F,
    json: bool,
    table: impl Fn(&F, TableLook) -> String,
) -> Result<(), Failure> {
    if json {
        let text = serde_json::to_string_pretty(figures).map_err(Failure::run)?;
        return print(&format!("{text}\n"));
    }
    print(&format!("{}\n", table(figures, TableLook::for_stdout())))
}
