//! The `sidestep-mpi` command.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;

use sidestep_mpi::commands;
use sidestep_mpi::ranks::Ranks;
use sidestep_sweep::under_way;

fn main() -> ExitCode {
    under_way::survive_file_size_limit();
    let Some(ranks) = Ranks::begin() else {
        eprintln!(
            "error: MPI can't be started, or was already; run it as mpirun -n 2 sidestep-mpi"
        );
        return ExitCode::FAILURE;
    };
    // A rank that ended in the middle of a panic would wait for the others, and they for it.
    match catch_unwind(AssertUnwindSafe(|| commands::perform(&ranks))) {
        Ok(code) => {
            ranks.end();
            ExitCode::from(code)
        }
        Err(_) => ranks.abort(),
    }
}
