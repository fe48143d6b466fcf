//! `sidestep-mpi run`: what `sidestep run` does, with the deciding shared among all ranks.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use sidestep_cli::arguments::{RunArguments, RunOptions};
use sidestep_cli::commands::run::Run;
use sidestep_cli::commands::use_threads;
use sidestep_cli::failure::Failure;
use sidestep_sweep::write_whole::create_folder;

use crate::arguments::SharingOptions;
use crate::invitation::{Invitation, Start};
use crate::last_words;
use crate::machine::{Machine, Stop};
use crate::ranks::Ranks;
use crate::tell::tell;

/// Runs a scene, or goes on with a run. Returns the exit code, the same at all ranks.
pub fn run(ranks: &Ranks, mut arguments: RunArguments, sharing: SharingOptions) -> u8 {
    arguments.options.changes.threads.get_or_insert(1);
    if ranks.is_first() {
        lead(ranks, arguments, sharing)
    } else {
        let threads = arguments.options.changes.threads;
        follow(ranks, threads)
    }
}

/// At rank 0, which reads, writes and speaks.
fn lead(ranks: &Ranks, arguments: RunArguments, sharing: SharingOptions) -> u8 {
    let opened = open(ranks, arguments, sharing);
    let (run, checkpoint) = match opened {
        Ok(opened) => opened,
        Err(failure) => {
            tell(ranks, &failure);
            let code = failure.exit_code();
            // Always so few bytes that it can't fail.
            let _ = Invitation::None(code).hand_out(ranks);
            return code;
        }
    };
    last_words::prepare(ranks, checkpoint);
    let mut machine = Machine::new(ranks, sharing, run.simulation().frame().step);
    let completed = run.complete(|world, dt| machine.step(world, dt).map_err(Failure::run));
    leave(ranks, &mut machine, completed)
}

/// The run before its next step, once all others know of it, and the name of its checkpoint.
fn open(
    ranks: &Ranks,
    arguments: RunArguments,
    sharing: SharingOptions,
) -> Result<(Run, Option<String>), Failure> {
    use_threads(arguments.options.changes.threads)?;
    let options = with_checkpoint(&arguments.scene, arguments.options)?;
    let run = Run::open(&arguments.scene, &options, true)?;
    let simulation = run.simulation();
    let checkpoint = run.checkpoint().map(|path| path.display().to_string());
    let start = Start {
        source: run.source().to_owned(),
        scene: run.scene().to_owned(),
        saved: match simulation.frame().step {
            0 => None,
            _ => Some(simulation.save().map_err(Failure::run)?),
        },
        sharing,
        checkpoint: checkpoint.clone(),
    };
    Invitation::Run(Box::new(start)).hand_out(ranks)?;
    Ok((run, checkpoint))
}

/// At all others, which step and say nothing unless something goes wrong with them alone.
fn follow(ranks: &Ranks, threads: Option<usize>) -> u8 {
    let start = match Invitation::receive(ranks) {
        Ok(Invitation::Run(start)) => start,
        Ok(Invitation::None(code)) => return code,
        Err(failure) => {
            tell(ranks, &failure);
            ranks.abort();
            return failure.exit_code();
        }
    };
    last_words::prepare(ranks, start.checkpoint.clone());
    let mut machine = Machine::new(ranks, start.sharing, 0);
    let completed = take_part(ranks, &start, threads, &mut machine);
    leave(ranks, &mut machine, completed)
}

fn take_part<'a>(
    ranks: &'a Ranks,
    start: &Start,
    threads: Option<usize>,
    machine: &mut Machine<'a>,
) -> Result<(), Failure> {
    use_threads(threads)?;
    let mut simulation = start.simulation()?;
    *machine = Machine::new(ranks, start.sharing, simulation.frame().step);
    while !simulation.is_over() {
        (simulation.step_by(|world, dt| machine.step(world, dt)))
            .map_err(|stop: Stop| Failure::run(stop))?;
    }
    Ok(())
}

/// Leaves together with all others. Says what went wrong, unless another rank has.
fn leave(ranks: &Ranks, machine: &mut Machine<'_>, completed: Result<(), Failure>) -> u8 {
    // What all ranks know, rank 0 tells.
    if let Err(failure) = &completed
        && (ranks.is_first() || !machine.has_left())
    {
        tell(ranks, failure);
    }
    let (code, stop) = machine.leave(completed.err().map(|failure| failure.exit_code()));
    if let Some(stop) = stop
        && ranks.is_first()
    {
        tell(ranks, &Failure::run(stop));
    }
    // From here on it is nobody's death if a rank is gone.
    last_words::forget();
    code
}

/// The options with a place for checkpoints, unless they say one or there can be none.
fn with_checkpoint(scene: &str, mut options: RunOptions) -> Result<RunOptions, Failure> {
    let is_said = options.checkpoint.is_some() || options.resume.is_some();
    if is_said || options.parquet || options.pedpy {
        return Ok(options);
    }
    let path = usual_checkpoint(scene, options.out.as_deref());
    if path.exists() {
        return Err(Failure::input(format!(
            "{0}: this is the checkpoint of a run that ended early; go on with that (--resume {0}), \
             remove it, or save this run to another file (--checkpoint FILE)",
            path.display()
        )));
    }
    if let Some(folder) = path.parent().filter(|it| !it.as_os_str().is_empty()) {
        create_folder(folder)
            .map_err(|error| Failure::run(format!("{error} (--checkpoint FILE)")))?;
    }
    options.checkpoint = Some(path);
    Ok(options)
}

/// Beside the folder of the files.
fn usual_checkpoint(scene: &str, out: Option<&Path>) -> PathBuf {
    let folder = out.map_or_else(
        || {
            let name = Path::new(scene).file_stem().unwrap_or_default();
            Path::new("out").join(name)
        },
        Path::to_owned,
    );
    match folder.file_name() {
        Some(name) => {
            let mut name: OsString = name.to_owned();
            name.push(".checkpoint");
            folder.with_file_name(name)
        }
        None => folder.join("run.checkpoint"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_checkpoint_lies_beside_the_folder_of_the_files() {
        let usual = |scene: &str, out: Option<&str>| usual_checkpoint(scene, out.map(Path::new));
        assert_eq!(usual("zombies", None), Path::new("out/zombies.checkpoint"));
        assert_eq!(
            usual("my/room.toml", None),
            Path::new("out/room.checkpoint")
        );
        assert_eq!(
            usual("zombies", Some("a/b.c/")),
            Path::new("a/b.c.checkpoint")
        );
        assert_eq!(usual("zombies", Some("..")), Path::new("../run.checkpoint"));
    }
}
