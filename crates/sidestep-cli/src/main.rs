//! The `sidestep` command.

use std::process::ExitCode;

use clap::Parser;
use sidestep_cli::arguments::{Arguments, with_command_hint};
use sidestep_cli::commands;
use sidestep_sweep::under_way;

fn main() -> ExitCode {
    under_way::survive_file_size_limit();
    let arguments = Arguments::try_parse().unwrap_or_else(|error| with_command_hint(error).exit());
    match commands::perform(arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("error: {failure}");
            ExitCode::from(failure.exit_code())
        }
    }
}
