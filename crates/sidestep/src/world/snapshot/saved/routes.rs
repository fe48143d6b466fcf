//! Walkable space and paths, to and from what is saved of them.

use glam::Vec2;

use super::Supply;
use super::clusters::MOST_CHANGES;
use super::obstacle::SavedShape;
use super::saved_routes::{SavedClosed, SavedEdition, SavedPath, SavedRoute, SavedRoutes};
use crate::nav::{Blocked, GroundPoint, MeshOrigin, NavMeshes};
use crate::range::{OutOfRange, Range};
use crate::rare::Rare;
use crate::walker::ObstacleId;
use crate::world::snapshot::LoadError;
use crate::world::store::{Edition, Path, RouteMemory, Routes};

/// The meshes that are in use: on saving by what they are baked of, on loading baked anew where they
/// are asked for.
#[derive(Default)]
pub(super) struct Editions {
    origins: Vec<MeshOrigin>,
    meshes: Vec<NavMeshes>,
}

impl Editions {
    /// The index of meshes, which are taken in if they are new. Meshes of one bake share what they
    /// are baked of.
    fn index(&mut self, origin: &MeshOrigin) -> u32 {
        let known = |other: &MeshOrigin| {
            other.key == origin.key && std::sync::Arc::ptr_eq(&other.closed, &origin.closed)
        };
        let index = self.origins.iter().position(known).unwrap_or_else(|| {
            self.origins.push(origin.clone());
            self.origins.len() - 1
        });
        index as u32
    }

    fn meshes(&self, index: u32, by: &str) -> Result<&NavMeshes, LoadError> {
        (self.meshes.get(index as usize)).ok_or_else(|| LoadError::NoSuch {
            what: "walkable space",
            id: u64::from(index),
            by: by.to_owned(),
        })
    }
}

impl SavedEdition {
    fn of(origin: &MeshOrigin) -> Self {
        let closed = |blocked: &Blocked| {
            let (shape, offset, heights) = blocked.parts();
            SavedClosed {
                shape: SavedShape::of(shape),
                offset,
                heights,
            }
        };
        Self {
            key: origin.key,
            closed: origin.closed.iter().map(closed).collect(),
        }
    }

    fn load(&self, supply: &mut impl Supply) -> Result<NavMeshes, LoadError> {
        let key = self.key;
        let ground = supply.walkable(key).ok_or(LoadError::NoWalkable { key })?;
        if ground.key() != key {
            let found = ground.key();
            return Err(LoadError::OtherWalkable { key, found });
        }
        let closed = (self.closed.iter())
            .map(SavedClosed::load)
            .collect::<Result<Vec<_>, _>>()?;
        Ok(ground.with_closed(closed))
    }
}

impl SavedClosed {
    fn load(&self) -> Result<Blocked, LoadError> {
        let shape = self.shape.turned().map_err(|source| LoadError::Shape {
            what: "what is closed on walkable space".to_owned(),
            source,
        })?;
        let blocked = Blocked::new(shape, self.offset)?;
        Ok(match self.heights {
            Some([low, high]) => blocked.between(low, high)?,
            None => blocked,
        })
    }
}

impl SavedRoute {
    pub fn of(route: &RouteMemory, editions: &mut Editions) -> Self {
        let RouteMemory {
            path,
            asked,
            knows_closures,
            no_other_way,
            off_path,
        } = route;
        Self {
            // All paths come from the meshes of a world, which say what they are baked of.
            path: path.as_ref().and_then(|path| SavedPath::of(path, editions)),
            asked: *asked,
            knows_closures: *knows_closures,
            no_other_way: *no_other_way,
            off_path: *off_path,
        }
    }

    pub fn load(&self, editions: &Editions) -> Result<Rare<RouteMemory>, LoadError> {
        let mut route = Rare::default();
        if *self == Self::default() {
            return Ok(route);
        }
        Range::Finite.check("asked of route", self.asked.unwrap_or(0.0))?;
        Range::AtLeast(0.0).check("off_path of route", self.off_path)?;
        *route.edit() = RouteMemory {
            path: match &self.path {
                Some(path) => Some(path.load(editions)?),
                None => None,
            },
            asked: self.asked,
            knows_closures: self.knows_closures,
            no_other_way: self.no_other_way,
            off_path: self.off_path,
        };
        Ok(route)
    }
}

impl SavedPath {
    fn of(path: &Path, editions: &mut Editions) -> Option<Self> {
        let Path {
            mesh,
            corners,
            next,
            goal,
            edition,
        } = path;
        let corner = |corner: &GroundPoint| (corner.position, corner.height);
        Some(Self {
            of: editions.index(mesh.origin()?),
            radius: mesh.radius(),
            corners: corners.iter().map(corner).collect(),
            next: *next as u32,
            goal: *goal,
            meshes: edition.meshes,
            closures: edition.closures,
        })
    }

    fn load(&self, editions: &Editions) -> Result<Path, LoadError> {
        self.check().map_err(|error| error.of("a path"))?;
        let corner = |&(position, height): &(Vec2, f32)| GroundPoint::new(position, height);
        Ok(Path {
            mesh: editions.meshes(self.of, "a path")?.mesh(self.radius)?,
            corners: self.corners.iter().map(corner).collect(),
            next: self.next as usize,
            goal: self.goal,
            edition: Edition {
                meshes: self.meshes,
                closures: self.closures,
            },
        })
    }

    fn check(&self) -> Result<(), OutOfRange> {
        for &(position, height) in &self.corners {
            Range::Finite.check_vector("corner", position)?;
            Range::Finite.check("height of corner", height)?;
        }
        Range::Between(0.0, self.corners.len() as f32).check("next", f64::from(self.next))?;
        Range::Finite.check_vector("goal", self.goal)
    }
}

impl SavedRoutes {
    pub fn of(routes: &Routes, mut editions: Editions) -> Self {
        let Routes {
            meshes,
            closed,
            closures,
            version,
            edition,
            stale,
            refreshed,
            radii,
        } = routes;
        let mut index = |meshes: &Option<NavMeshes>| {
            (meshes.as_ref()).map(|meshes| editions.index(&meshes.origin()))
        };
        let (meshes, closed) = (index(meshes), index(closed));
        Self {
            editions: editions.origins.iter().map(SavedEdition::of).collect(),
            meshes,
            closed,
            closures: closures.iter().map(|id| id.0).collect(),
            version: *version,
            edition: *edition,
            stale: *stale,
            refreshed: *refreshed,
            radii: radii.clone(),
        }
    }

    /// All the meshes that are in use, not baked yet.
    pub fn editions(&self, supply: &mut impl Supply) -> Result<Editions, LoadError> {
        Ok(Editions {
            origins: Vec::new(),
            meshes: (self.editions.iter())
                .map(|edition| edition.load(supply))
                .collect::<Result<_, _>>()?,
        })
    }

    /// `next` is the id of the obstacle that comes next.
    pub fn load(&self, editions: &Editions, next: u32) -> Result<Routes, LoadError> {
        let of = |index: Option<u32>| match index {
            Some(index) => editions.meshes(index, "the world").cloned().map(Some),
            None => Ok(None),
        };
        let (meshes, closed) = (of(self.meshes)?, of(self.closed)?);
        Range::Number.check("time of the last closures", self.refreshed)?;
        for (name, count) in [
            ("number of closures", self.version),
            ("number of changes of walkable space", self.edition),
        ] {
            Range::Between(0.0, MOST_CHANGES).check(name, count as f64)?;
        }
        for radius in &self.radii {
            Range::AboveZero.check("radius of walkable space", *radius)?;
        }
        for pair in self.radii.windows(2) {
            Range::AboveZero.check("growth of radii of walkable space", pair[1] - pair[0])?;
        }
        if let Some(&id) = self.closures.iter().find(|id| **id >= next) {
            return Err(LoadError::NoSuch {
                what: "obstacle",
                id: u64::from(id),
                by: "a closed passage".to_owned(),
            });
        }
        Ok(Routes {
            meshes,
            closed,
            closures: self.closures.iter().copied().map(ObstacleId).collect(),
            version: self.version,
            edition: self.edition,
            stale: self.stale,
            refreshed: self.refreshed,
            radii: self.radii.clone(),
        })
    }
}
