//! Whether a step costs what is near: worlds of hostile shapes, each stepped beside a plain one in
//! which about the same is near everybody.
//!
//! `people` and `ground` are what `worlds` are made of, `case` says which there are,
//! `course` steps them, `figures` is what came of it.

mod case;
mod course;
mod figures;
mod ground;
mod people;
mod worlds;

pub use case::Case;
pub use course::Course;
pub use figures::{CaseFigures, Figures};
pub use ground::GrowthError;
