//! Avoidance methods: each turns what threatens an agent into steering. Pure.

pub mod anticipatory;
pub mod look_ahead;
mod obstacle;
pub mod orca;
pub mod unaligned;
pub mod walls;

pub use obstacle::Obstacle;
