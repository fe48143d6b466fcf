//! The scenes of the gallery's pages, and the code beside them.

mod blending;
mod crowds;
mod detours;
mod faults;
mod goals;
mod look_ahead;
mod orca;
mod outcome;
mod scenes;
mod side_by_side;
mod unaligned;
mod walls;
