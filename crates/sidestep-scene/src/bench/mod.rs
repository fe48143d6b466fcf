//! Benches: figures of a method by itself, outside any world. [`yard`] draws random yards full of obstacles;
//! [`detour`] sends an agent through each and compares its way with the best there is.

pub mod yard;
