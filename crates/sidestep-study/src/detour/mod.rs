//! Ways round what is temporary, to compare [`sidestep::avoid::detour`] with.
//!
//! Both methods go from corner to corner: `straight` says what is met on a straight way, `way_out`
//! brings an agent or a goal out of what it is inside of, and `marks` draws what was looked at.

mod furthest_tangents;
mod local_grid;
mod marks;
mod straight;
mod way_out;

pub use furthest_tangents::FurthestTangents;
pub use local_grid::{LocalGrid, MOST_CELLS};
