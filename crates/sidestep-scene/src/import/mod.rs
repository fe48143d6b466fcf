//! Scenes from files in other formats.
//!
//! [`load`] picks the reader by the ending of the file's name. Each format can also be read from
//! text, without touching files, by the functions of its module.

mod convex_parts;
#[cfg(test)]
mod convex_parts_tests;
pub mod crowdnav;
mod fault;
pub mod level;
mod lines;
mod load;
pub mod moving_ai;
mod scene_name;
pub mod steerbench;
#[cfg(test)]
mod testing;

pub use fault::Fault;
pub use load::{ImportError, KNOWN_KINDS, LARGEST_FILE, load, load_with};
pub use scene_name::scene_name;

/// Time step of imported scenes (s): the 20 frames a second that SteerBench measures at.
pub const TIME_STEP: f64 = 0.05;
/// How long imported scenes may run (s); some scenarios may run longer.
pub const DURATION: f64 = 300.0;
