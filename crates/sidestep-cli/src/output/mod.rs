//! What a run leaves behind: `summary.json`, `paths.svg`, `paths.png` and `replay.html`, and on request
//! tables of all trajectories and a moving picture.
//!
//! [`Recording`] watches a run, keeps what the files need, and writes them at its end. Every file
//! appears whole or not at all.

mod axis;
pub mod columns;
mod curve;
mod extent;
mod images;
mod multiples;
mod palette;
mod paths;
mod pedpy;
mod recording;
mod replay;
#[cfg(test)]
mod synthetic;
mod trails;
mod trajectories;
mod trajectories_parquet;
mod yard;

pub use curve::curve_svg;
pub use multiples::{Multiples, Panel, Point, Series};
pub use paths::{PictureError, png};
pub use recording::{
    ON_REQUEST, OutputError, Recording, RecordingOptions, SavedRecording, Written,
};
pub use yard::yard_svg;
