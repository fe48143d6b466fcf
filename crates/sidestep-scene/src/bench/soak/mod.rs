//! A crowd that is stepped for long while agents, walls, crates and goals come and go at random:
//! whether the engine keeps its promises, and whether memory and time stay what they were.
//!
//! `yard` is where it happens, `course` is what happens, `worst` the worst that was seen, and
//! `figures` what came of it.

mod course;
mod figures;
mod worst;
mod yard;

pub use course::{Course, SoakError};
pub use figures::{Figures, Interval};
pub use worst::Worst;
