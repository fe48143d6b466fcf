//! The parts of the `sidestep` command: what a run writes, prints and shows while it works.

pub mod measures;
pub mod output;
pub mod progress;
pub mod table;
pub mod write_whole;
