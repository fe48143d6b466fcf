//! One file a command.

mod bench;
mod compare;
mod convert;
mod gallery;
mod gather;
mod generate;
pub mod run;
mod scenes;
mod score;
mod simulation;
mod sweep;
mod verify;

use std::io::{self, Write};

pub use simulation::use_threads;

use crate::arguments::{Arguments, Command, DEFAULT_SCENE};
use crate::failure::Failure;
use crate::write_whole::what;

/// Does what the arguments say.
///
/// # Errors
/// See [`Failure`].
pub fn perform(arguments: Arguments) -> Result<(), Failure> {
    match arguments.command {
        None => run::run(DEFAULT_SCENE, &arguments.run),
        Some(Command::Run(arguments)) => run::run(&arguments.scene, &arguments.options),
        Some(Command::Scenes(arguments)) => scenes::scenes(&arguments),
        Some(Command::Compare(arguments)) => compare::compare(&arguments),
        Some(Command::Score(arguments)) => score::score(&arguments),
        Some(Command::Verify(arguments)) => verify::verify(&arguments),
        Some(Command::Bench(what)) => bench::bench(&what),
        Some(Command::Convert(arguments)) => convert::convert(&arguments),
        Some(Command::Sweep(arguments)) => sweep::sweep(&arguments),
        Some(Command::Gather(arguments)) => gather::gather(&arguments),
        Some(Command::Gallery(arguments)) => gallery::gallery(&arguments),
        Some(Command::Generate(what)) => generate::generate(&what),
    }
}

/// Prints to standard output. A reader that has gone away, such as `head`, is no failure.
fn print(text: &str) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    let written = out.write_all(text.as_bytes()).and_then(|()| out.flush());
    match written {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(Failure::run(format!(
            "can't write to standard output: {}",
            what(&error)
        ))),
        _ => Ok(()),
    }
}
