//! The scenes of the gallery's pages, and the code beside them.

mod claims;
mod faults;
mod figures;
mod pages;
mod presets;
mod scenes;
mod side_by_side;
