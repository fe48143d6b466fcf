//! `sidestep bench detour`: ways round temporary obstacles against the best there are.

use sidestep::avoid::detour::Detour;
use sidestep_scene::bench::detour::{Figures, Trial};
use sidestep_scene::bench::yard::RADIUS;

use crate::arguments::BenchDetourArguments;
use crate::commands::print;
use crate::failure::Failure;
use crate::output::yard_svg;
use crate::progress::Progress;
use crate::table::{TableLook, detour_table};
use crate::write_whole::{WholeFile, write_whole};

/// Runs the yards and prints the figures.
///
/// # Errors
/// See [`Failure`].
pub fn bench(arguments: &BenchDetourArguments) -> Result<(), Failure> {
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
    if arguments.json {
        let text = serde_json::to_string_pretty(&figures).map_err(Failure::run)?;
        return print(&format!("{text}\n"));
    }
    print(&format!(
        "{}\n",
        detour_table(&figures, TableLook::for_stdout())
    ))
}
