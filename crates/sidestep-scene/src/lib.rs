//! Scene files, importers, built-in scenes, runs and measures for [`sidestep`].

pub mod measure;
pub mod recording;
