//! `sidestep bench`: what a method achieves and costs, outside any scene.

mod changes;
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
        Bench::Changes(arguments) => changes::bench(arguments),
    }
}
