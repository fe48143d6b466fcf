//! The `sidestep` command.

use std::process::ExitCode;

use clap::Parser;
use sidestep_cli::arguments::Arguments;
use sidestep_cli::commands;

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    match commands::perform(arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("error: {failure}");
            ExitCode::from(failure.exit_code())
        }
    }
}
