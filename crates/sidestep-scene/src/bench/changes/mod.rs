//! What detours cost a crowd: agents walk through an open field of temporary obstacles, of which
//! some vanish, appear or move before every step.
//!
//! Two worlds begin alike and see the same changes; in one the agents look for ways round, in the
//! other they don't. Both are stepped in turn, now the one first and now the other, so that what
//! else the machine does hits both. The clusters and the queries are measured by themselves in the
//! same run.

mod changer;
mod course;
mod field;
mod figures;

pub use changer::ChangesError;
pub use course::Course;
pub use figures::Figures;
