//! Scenes from files in other formats.
//!
//! [`load`] picks the reader by the ending of the file's name. Each format can also be read from text, without
//! touching files, by the functions of its module.

mod convex_parts;
mod fault;
pub mod moving_ai;
mod scene_name;
pub mod steerbench;

pub use fault::Fault;
pub use scene_name::scene_name;
