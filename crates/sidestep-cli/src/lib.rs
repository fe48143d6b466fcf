//! The parts of the `sidestep` command: its arguments, its commands, and what a run writes, prints
//! and shows while it works.

pub mod arguments;
mod checkpoint;
mod claim;
pub mod commands;
pub mod failure;
mod leftovers;
pub mod measures;
mod memory;
pub mod output;
pub mod progress;
pub mod scene_source;
pub mod table;
pub mod under_way;
mod values;
pub mod write_whole;
