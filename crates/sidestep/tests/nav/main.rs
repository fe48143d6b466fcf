//! Walkable space: meshes, paths on them, and what hostile geometry does to them.
#![cfg(feature = "nav")]

#[path = "../common/mod.rs"]
mod common;

mod areas;
mod determinism;
mod hostile;
#[cfg(feature = "levels")]
mod levels;
mod random_areas;
mod rooms;
#[cfg(feature = "levels")]
mod shared_level;
mod timing;
