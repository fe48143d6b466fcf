//! `sidestep bench changes`: what detours cost a crowd among obstacles that come, move and go.

use sidestep_scene::bench::changes::{ChangesError, Course};

use crate::arguments::BenchChangesArguments;
use crate::commands::{print, simulation};
use crate::failure::Failure;
use crate::progress::Progress;
use crate::table::{TableLook, changes_table};

/// Runs the crowd and prints the figures.
///
/// # Errors
/// See [`Failure`].
pub fn bench(arguments: &BenchChangesArguments) -> Result<(), Failure> {
    let course = Course {
        agents: arguments.agents,
        obstacles: arguments.obstacles,
        changing: arguments.changing,
        steps: arguments.steps,
        seed: arguments.seed,
    };
    simulation::use_threads(arguments.threads)?;
    let progress = Progress::new(course.steps, "changes", arguments.json);
    let figures = course.run(rayon::current_num_threads(), |step| progress.set_done(step));
    progress.finish();
    let figures = figures.map_err(|error| match error {
        ChangesError::MoreChangesThanObstacles { .. } => Failure::input(error),
        _ => Failure::run(error),
    })?;
    if arguments.json {
        let text = serde_json::to_string_pretty(&figures).map_err(Failure::run)?;
        return print(&format!("{text}\n"));
    }
    print(&format!(
        "{}\n",
        changes_table(&figures, TableLook::for_stdout())
    ))
}
