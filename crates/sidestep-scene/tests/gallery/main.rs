//! The scenes of the gallery's pages, and the code beside them.

mod claims;
mod faults;
mod figures;
#[path = "../common/page.rs"]
mod page;
mod pages;
mod presets;
mod scenes;
mod side_by_side;
