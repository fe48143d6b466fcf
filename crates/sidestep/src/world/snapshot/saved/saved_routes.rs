//! Walkable space of a saved world, and the paths that agents follow through it. The data is the
//! same whether this build can follow paths or not.

use glam::Vec2;
use serde::{Deserialize, Serialize};

use super::obstacle::SavedShape;

/// The walkable space of a world and the state of its paths.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct SavedRoutes {
    /// All the meshes that are in use, by what they are baked of.
    pub editions: Vec<SavedEdition>,
    /// Those of the world, and the same with closed passages: indices of editions.
    pub meshes: Option<u32>,
    pub closed: Option<u32>,
    /// The obstacles that block those passages.
    pub closures: Vec<u32>,
    pub version: u64,
    pub edition: u64,
    pub stale: bool,
    pub refreshed: f64,
    pub radii: Vec<f32>,
}

/// What meshes are baked of.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct SavedEdition {
    /// The key of the ground.
    pub key: u64,
    /// The shapes that are closed on it.
    pub closed: Vec<SavedClosed>,
}

/// A shape that is closed on walkable space.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct SavedClosed {
    pub shape: SavedShape,
    pub offset: Vec2,
    pub heights: Option<[f32; 2]>,
}

/// The route of an agent.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct SavedRoute {
    pub path: Option<SavedPath>,
    pub asked: Option<f64>,
    pub knows_closures: bool,
    pub no_other_way: Option<u64>,
    pub off_path: f64,
}

/// The path of an agent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct SavedPath {
    /// What its mesh is baked of, an index of editions, and for which radius (m).
    pub of: u32,
    pub radius: f32,
    /// Corners (m) with the height of the ground there (m).
    pub corners: Vec<(Vec2, f32)>,
    pub next: u32,
    pub goal: Vec2,
    pub meshes: u64,
    pub closures: Option<u64>,
}
