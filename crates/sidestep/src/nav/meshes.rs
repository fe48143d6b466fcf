//! Meshes of one ground for several radii.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use super::mesh::MeshOrigin;
use super::{Blocked, NavError, NavMesh, WalkableArea};
use crate::hash::Fnv;

/// Walkable space for agents of several radii: one geometry and one mesh for each radius, baked
/// when it is first asked for. Clones share both.
#[derive(Clone)]
pub struct NavMeshes {
    ground: Ground,
    key: u64,
    closed: Arc<[Blocked]>,
    baked: Arc<Mutex<BTreeMap<u32, NavMesh>>>,
}

#[derive(Clone)]
enum Ground {
    Area(Arc<WalkableArea>),
    #[cfg(feature = "levels")]
    Level(Arc<super::Level>, super::LevelSettings),
}

impl Ground {
    /// A hash of all that it is made of.
    fn key(&self) -> u64 {
        let mut hash = Fnv::new();
        match self {
            Self::Area(area) => area.hash_into(&mut hash),
            #[cfg(feature = "levels")]
            Self::Level(level, settings) => level.hash_into(settings, &mut hash),
        }
        hash.finish()
    }
}

impl fmt::Debug for NavMeshes {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("NavMeshes")
            .field("closed", &self.closed.len())
            .field("radii", &self.radii())
            .finish_non_exhaustive()
    }
}

impl NavMeshes {
    /// Meshes of an area of the plane.
    #[must_use]
    pub fn new(area: WalkableArea) -> Self {
        Self::on(Ground::Area(Arc::new(area)))
    }

    /// Meshes of a level.
    #[cfg(feature = "levels")]
    #[must_use]
    pub fn of_level(level: super::Level, settings: super::LevelSettings) -> Self {
        Self::on(Ground::Level(Arc::new(level), settings))
    }

    fn on(ground: Ground) -> Self {
        Self {
            key: ground.key(),
            ground,
            closed: Arc::new([]),
            baked: Arc::default(),
        }
    }

    /// The mesh for discs of `radius` metres; baked now if it wasn't before.
    ///
    /// # Errors
    /// As for [`NavMesh::bake`].
    pub fn mesh(&self, radius: f32) -> Result<NavMesh, NavError> {
        // Baking under the lock: who asks for the same radius meanwhile needs the result anyway.
        let mut baked = self.baked.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(mesh) = baked.get(&radius.to_bits()) {
            return Ok(mesh.clone());
        }
        let mut mesh = match &self.ground {
            Ground::Area(area) => NavMesh::bake_with(area, &self.closed, radius)?,
            #[cfg(feature = "levels")]
            Ground::Level(level, settings) => level.bake_with(settings, &self.closed, radius)?,
        };
        mesh.origin = Some(self.origin());
        baked.insert(radius.to_bits(), mesh.clone());
        Ok(mesh)
    }

    /// A name for the ground that follows from nothing but what it is made of, whatever is closed
    /// on it: the same on every machine, and another one as soon as anything is changed. A saved
    /// world names its walkable space by it.
    #[must_use]
    pub const fn key(&self) -> u64 {
        self.key
    }

    /// What its meshes are baked of.
    pub(crate) fn origin(&self) -> MeshOrigin {
        MeshOrigin {
            key: self.key,
            closed: self.closed.clone(),
        }
    }

    /// The same ground with more shapes that can't be walked through, instead of those closed
    /// before: a passage that turned out to be blocked, or all obstacles as they stand. Its meshes
    /// are baked anew when asked for.
    #[must_use]
    pub fn with_closed(&self, closed: impl IntoIterator<Item = Blocked>) -> Self {
        let closed: Arc<[Blocked]> = closed.into_iter().collect();
        if closed.is_empty() && self.closed.is_empty() {
            return self.clone();
        }
        Self {
            ground: self.ground.clone(),
            key: self.key,
            closed,
            baked: Arc::default(),
        }
    }

    /// The shapes that [`with_closed`](Self::with_closed) closed.
    #[must_use]
    pub fn closed(&self) -> &[Blocked] {
        &self.closed
    }

    /// The radii (m) for which a mesh is baked, smallest first.
    #[must_use]
    pub fn radii(&self) -> Vec<f32> {
        let baked = self.baked.lock().unwrap_or_else(PoisonError::into_inner);
        // Bits of positive numbers are in the order of the numbers.
        baked.keys().map(|bits| f32::from_bits(*bits)).collect()
    }
}
