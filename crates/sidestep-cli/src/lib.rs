//! The parts of the `sidestep` command: its arguments, its commands, and what a run writes, prints
//! and shows while it works.

pub mod arguments;
mod checkpoint;
pub mod commands;
pub mod failure;
pub mod output;
pub mod progress;
pub mod scene_source;
pub mod table;
mod values;

use sidestep_sweep::{measures, memory, write_whole};
