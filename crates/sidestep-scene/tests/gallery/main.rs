//! The scenes of the gallery's pages, and the code beside them.

mod look_ahead;
mod side_by_side;
