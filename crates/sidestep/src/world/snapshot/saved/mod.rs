//! A world as plain data, to be saved in a format of the caller's choice or as bytes.

mod agent;
#[cfg(feature = "postcard")]
mod bytes;
mod clusters;
mod error;
mod formation;
mod load;
mod obstacle;
#[cfg(not(feature = "nav"))]
#[path = "no_routes.rs"]
mod routes;
#[cfg(feature = "nav")]
mod routes;
mod saved_routes;
mod settings;
mod supply;
#[cfg(test)]
mod tests;

pub use error::LoadError;
pub use supply::Supply;

use glam::Vec2;
use serde::{Deserialize, Serialize};

use crate::avoid::Blocker;
use crate::walker::{AgentId, Event, Link};
use crate::world::World;
use crate::world::spec::LevelOfDetail;
use crate::world::store::Marker;
use agent::SavedAgent;
use clusters::SavedClusters;
use formation::SavedFormation;
use obstacle::SavedObstacle;
use routes::Editions;
use saved_routes::SavedRoutes;
use settings::SavedSettings;

/// The number of the format of [`SavedWorld`]: a world that was saved in another one is refused.
pub const SAVED_FORMAT: u32 = 14;

/// A whole world as plain data: to be written to a file or sent to another machine, and
/// [loaded](World::load) there.
///
/// It holds what the steps to come depend on, each thing once; what follows from it is made anew
/// when it is loaded. Walkable space is named by its key (`NavMeshes::key`) and a method of one's own
/// by its name, and both are handed over by a [`Supply`].
///
/// Any format of serde that holds all numbers will do. JSON doesn't: it knows no infinite ones. With
/// the feature `postcard`, `to_bytes` and `from_bytes` write and read a compact one, with a head and
/// a checksum, so that damage is told from a world.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SavedWorld {
    format: u32,
    settings: SavedSettings,
    detail: LevelOfDetail,
    time: f64,
    next_agent: u64,
    agents: Vec<SavedAgent>,
    next_obstacle: u32,
    obstacles: Vec<SavedObstacle>,
    clusters: SavedClusters,
    routes: SavedRoutes,
    links: Vec<Link>,
    markers: Vec<SavedMarker>,
    next_formation: u32,
    formations: Vec<SavedFormation>,
    events: Vec<Event>,
    /// Whether something has changed since everybody was looked at last.
    stale: bool,
}

/// A marker: where it is, where it was in the last step (m), and its velocity (m/s).
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
struct SavedMarker {
    position: Vec2,
    previous: Vec2,
    velocity: Vec2,
}

impl World {
    /// The whole state as plain data.
    ///
    /// To go back within a run, [`World::snapshot`] is many times as fast.
    #[must_use]
    pub fn save(&self) -> SavedWorld {
        let mut editions = Editions::default();
        let mut agents: Vec<SavedAgent> = (self.agents.iter())
            .map(|agent| SavedAgent::of(agent, &mut editions))
            .collect();
        for barrier in self.clusters.said() {
            if let Blocker::Agent(id) = barrier.blocker
                && let Ok(seat) = self.find(AgentId(id))
            {
                agents[self.agents.rows()[seat] as usize].standing = Some(barrier.filter);
            }
        }
        let marker = |marker: &Marker| SavedMarker {
            position: marker.position,
            previous: marker.previous,
            velocity: marker.velocity,
        };
        SavedWorld {
            format: SAVED_FORMAT,
            settings: SavedSettings::of(&self.settings),
            detail: self.detail.clone(),
            time: self.time,
            next_agent: self.next_agent,
            agents,
            next_obstacle: self.obstacles.next_id(),
            obstacles: self
                .obstacles
                .kept()
                .map(|it| SavedObstacle::of(&it))
                .collect(),
            clusters: SavedClusters::of(&self.clusters, &self.obstacles),
            routes: SavedRoutes::of(&self.routes, editions),
            links: self.links.clone(),
            markers: self.markers.iter().map(marker).collect(),
            next_formation: self.formations.next_id(),
            formations: (self.formations.iter())
                .map(|(id, formation)| SavedFormation::of(id, formation))
                .collect(),
            events: self.events.clone(),
            stale: self.senses.stale,
        }
    }
}
