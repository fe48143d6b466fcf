//! Benches: figures of a method by itself, outside any world. [`yard`] draws random yards full of obstacles;
//! [`detour`] sends a body through each and compares its way with the best there is.

pub mod detour;
pub mod yard;
