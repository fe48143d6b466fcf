//! A moving body and how a steering force moves it. Pure.

mod body;
mod limits;

pub use body::Body;
pub use limits::Limits;
