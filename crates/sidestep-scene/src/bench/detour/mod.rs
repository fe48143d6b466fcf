//! How good detours are: in a yard the body asks for its way with nothing but [`Detour::find`](
//! sidestep::avoid::detour::Detour::find), goes straight to the sub-goal, and asks again. What it
//! walked is compared with the shortest path on a navigation mesh that is baked anew with all
//! obstacles cut in, and checked for collisions apart from the engine's geometry.

mod clearance;
mod closing;
mod figures;
mod optimum;
mod trial;
mod walk;

pub use closing::Closing;
pub use figures::{ClassFigures, Figures, LongWay};
pub use optimum::Optimum;
pub use trial::{LONG, Trial, Verdict};
pub use walk::{Walk, WalkEnd};
