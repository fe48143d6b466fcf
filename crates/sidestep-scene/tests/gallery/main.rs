//! The scenes of the gallery's pages, and the code beside them.

mod blending;
mod crowds;
mod goals;
mod look_ahead;
mod orca;
mod outcome;
mod side_by_side;
