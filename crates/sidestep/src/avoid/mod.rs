//! Avoidance methods: each turns what threatens an agent into steering. Pure.

pub mod anticipatory;
pub mod detour;
pub mod guard;
pub mod look_ahead;
mod obstacle;
pub mod orca;
pub mod right_of_way;
pub mod sampling;
mod shared_neighbor;
pub mod unaligned;
pub mod walls;

pub use obstacle::Obstacle;
pub use shared_neighbor::SharedNeighbor;
