//! What stands in for saved paths where the feature `nav` is off: a world that has them is refused.

use super::Supply;
use super::saved_routes::{SavedRoute, SavedRoutes};
use crate::rare::Rare;
use crate::world::snapshot::LoadError;
use crate::world::store::{RouteMemory, Routes};

/// The meshes that are in use: none.
#[derive(Debug, Default)]
pub(super) struct Editions;

impl SavedRoute {
    pub fn of(_: &RouteMemory, _: &mut Editions) -> Self {
        Self::default()
    }

    pub fn load(&self, _: &Editions) -> Result<Rare<RouteMemory>, LoadError> {
        if self.path.is_some() {
            return Err(LoadError::NoNav);
        }
        Ok(Rare::default())
    }
}

impl SavedRoutes {
    pub fn of(_: &Routes, _: Editions) -> Self {
        Self::default()
    }

    pub fn editions(&self, _: &mut impl Supply) -> Result<Editions, LoadError> {
        if self.editions.is_empty() && self.meshes.is_none() && self.closed.is_none() {
            return Ok(Editions);
        }
        Err(LoadError::NoNav)
    }

    pub fn load(&self, _: &Editions, _: u32) -> Result<Routes, LoadError> {
        Ok(Routes)
    }
}
