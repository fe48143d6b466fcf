//! Scene files, importers, built-in scenes, runs and measures for [`sidestep`].

pub mod bench;
pub mod builtin;
pub mod format;
pub mod import;
pub mod input_file;
pub mod measure;
pub mod memory;
pub mod method;
pub mod place;
pub mod recording;
pub mod score;
pub mod simulate;
pub mod source;
pub mod suggestion;
pub mod sweep;
pub mod verify;
