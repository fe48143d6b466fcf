//! How a rank says what went wrong.

use sidestep_cli::failure::Failure;

use crate::ranks::Ranks;

/// Says on standard error what went wrong at this rank; rank 0 speaks for all.
pub fn tell(ranks: &Ranks, failure: &Failure) {
    if ranks.is_first() {
        eprintln!("error: {failure}");
    } else {
        eprintln!("error: rank {}: {failure}", ranks.rank());
    }
}
