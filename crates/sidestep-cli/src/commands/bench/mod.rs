//! `sidestep bench`: one method by itself.

mod detour;

use crate::arguments::Bench;
use crate::failure::Failure;

/// Measures what was asked for.
///
/// # Errors
/// See [`Failure`].
pub fn bench(what: &Bench) -> Result<(), Failure> {
    match what {
        Bench::Detour(arguments) => detour::bench(arguments),
    }
}
