//! Walkable space: meshes, paths on them, and what hostile geometry does to them.

#[cfg(feature = "nav")]
#[path = "../common/mod.rs"]
mod common;

#[cfg(feature = "nav")]
mod areas;
#[cfg(feature = "nav")]
mod determinism;
#[cfg(feature = "nav")]
mod hostile;
#[cfg(feature = "levels")]
mod levels;
#[cfg(feature = "nav")]
mod random_areas;
#[cfg(feature = "nav")]
mod rooms;
#[cfg(feature = "levels")]
mod shared_level;
#[cfg(feature = "nav")]
mod timing;

/// Says in the summary that there is more.
#[cfg(not(feature = "nav"))]
#[test]
#[ignore = "tests of walkable space need --features levels"]
fn walkable_space() {}
