//! Walkable space: where the centre of a disc can be, and the shortest ways through it.
//!
//! A [`WalkableArea`] says what can't be walked through; [`NavMeshes`] bakes it once for every
//! radius that is asked for. A [`NavMesh`] answers: the shortest path and its corners, whether one
//! can walk straight, the nearest walkable point, and the boundary near a point. With the feature
//! `levels`, `Level` does the same for the triangles of a level with floors above each other; the
//! mesh is of the same type, its points carry heights.
//!
//! Outlines are cut out on a grid of integers ([`i_overlay`]), triangulated there ([`spade`]) and
//! merged to convex polygons, so that each step is exact and none can fail on hostile input.
//! [`polyanya`] finds which polygons the shortest path goes through; the path itself is pulled taut
//! in double precision. The same input gives the same bits in every run and on every thread.

mod area;
mod corridor;
mod edge;
mod error;
mod funnel;
mod inflate;
mod lattice;
#[cfg(feature = "levels")]
mod level;
mod locate;
mod merge;
mod mesh;
mod meshes;
mod outline;
mod path;
mod relief;
mod search;
mod straight;
mod surface;
mod triangulate;

pub use area::{Blocked, WalkableArea};
pub use edge::MeshEdge;
pub use error::NavError;
#[cfg(feature = "levels")]
pub use level::{Level, LevelError, LevelSettings, UpAxis};
#[cfg(feature = "serde")]
pub(crate) use mesh::MeshOrigin;
pub use mesh::NavMesh;
pub use meshes::NavMeshes;
pub use path::{GroundPoint, NavPath};
