//! Does what the command line says.

use crate::arguments::{self, Command};
use crate::ranks::Ranks;
use crate::{bench, run, verify};

/// Does what the command line says, together with all other ranks, and returns the exit code: 0
/// done, 1 the run failed, 2 bad usage or bad input. What goes wrong is told once.
pub fn perform(ranks: &Ranks) -> u8 {
    let arguments = match arguments::read() {
        Ok(arguments) => arguments,
        Err(error) => {
            // All ranks have the same command line. A closed terminal is no failure.
            if ranks.is_first() {
                let _ = error.print();
            }
            return u8::try_from(error.exit_code()).unwrap_or(2);
        }
    };
    if let Some(bytes) = arguments.message_bytes {
        ranks.send_at_most(bytes);
    }
    match arguments.command {
        Command::Run(arguments) => run::run(ranks, arguments.run, arguments.sharing),
        Command::Verify(arguments) => verify::verify(ranks, &arguments),
        Command::Bench(arguments) => bench::bench(ranks, &arguments),
    }
}
