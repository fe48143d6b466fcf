//! The scenes of the gallery's pages, and the code beside them.

mod detours;
mod faults;
mod look_ahead;
mod scenes;
mod side_by_side;
mod unaligned;
mod walls;
