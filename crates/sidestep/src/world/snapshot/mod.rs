//! The whole state of a world: kept in memory to go back to, or saved to go on elsewhere.
//!
//! [`Snapshot`] is for going back within a run: taking and restoring one copies memory and nothing
//! else. `SavedWorld` is for files and other machines: plain data of a fixed format, whose layout is
//! its own, so that a change of what the world keeps in memory doesn't change it, and which is
//! checked when it is loaded.

mod ring;
#[cfg(feature = "serde")]
mod saved;

pub use ring::{NoSuchFrame, SnapshotRing};
#[cfg(feature = "serde")]
pub use saved::{LoadError, SAVED_FORMAT, SavedWorld, Supply};

use super::World;
use super::spec::{LevelOfDetail, WorldSettings};
use super::store::{Agents, Formations, Marker, Obstacles, Routes};
use crate::clone_by_field::clone_by_field;
use crate::space::Clusters;
use crate::walker::{Event, Link};

/// The state of a world at a moment, to go back to.
///
/// It holds all that the steps to come depend on; what follows from that, such as the index of who
/// is where, is made anew. A world that is restored goes on bit for bit as it did the first time.
/// Walkable space and methods of one's own are shared, not copied.
///
/// ```
/// use sidestep::Vec2;
/// use sidestep::motion::Body;
/// use sidestep::world::{AgentSpec, Goal, World, WorldSettings};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let mut world = World::new(WorldSettings::default())?;
/// let spec = AgentSpec::new(Body::new(Vec2::ZERO, 0.4, 1.5));
/// world.insert_agent(spec.with_goal(Goal::point(Vec2::new(9.0, 0.0), 0.2)))?;
/// let before = world.snapshot();
/// for _ in 0..8 {
///     world.step(1.0 / 60.0)?;
/// }
/// let first = world.state_hash();
/// world.restore(&before);
/// for _ in 0..8 {
///     world.step(1.0 / 60.0)?;
/// }
/// assert_eq!(world.state_hash(), first);
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
pub struct Snapshot {
    settings: WorldSettings,
    detail: LevelOfDetail,
    time: f64,
    agents: Agents,
    next_agent: u64,
    obstacles: Obstacles,
    clusters: Clusters,
    routes: Routes,
    links: Vec<Link>,
    markers: Vec<Marker>,
    formations: Formations,
    events: Vec<Event>,
    /// Whether something has changed since everybody was looked at last.
    stale: bool,
}

clone_by_field!(Snapshot {
    settings,
    detail,
    time,
    agents,
    next_agent,
    obstacles,
    clusters,
    routes,
    links,
    markers,
    formations,
    events,
    stale,
});

impl World {
    /// The state as it is now, to go back to.
    #[must_use]
    pub fn snapshot(&self) -> Snapshot {
        Snapshot {
            settings: self.settings,
            detail: self.detail.clone(),
            time: self.time,
            agents: self.agents.clone(),
            next_agent: self.next_agent,
            obstacles: self.obstacles.clone(),
            clusters: self.clusters.clone(),
            routes: self.routes.clone(),
            links: self.links.clone(),
            markers: self.markers.clone(),
            formations: self.formations.clone(),
            events: self.events.clone(),
            stale: self.senses.stale,
        }
    }

    /// As [`World::snapshot`], in the place of an older one, whose memory is used again.
    pub fn snapshot_into(&self, snapshot: &mut Snapshot) {
        let Snapshot {
            settings,
            detail,
            time,
            agents,
            next_agent,
            obstacles,
            clusters,
            routes,
            links,
            markers,
            formations,
            events,
            stale,
        } = snapshot;
        *settings = self.settings;
        detail.clone_from(&self.detail);
        *time = self.time;
        agents.clone_from(&self.agents);
        *next_agent = self.next_agent;
        obstacles.clone_from(&self.obstacles);
        clusters.clone_from(&self.clusters);
        routes.clone_from(&self.routes);
        links.clone_from(&self.links);
        markers.clone_from(&self.markers);
        formations.clone_from(&self.formations);
        events.clone_from(&self.events);
        *stale = self.senses.stale;
    }

    /// Goes back to a snapshot, of this world or another one: the next steps are those that followed
    /// on it, bit for bit.
    pub fn restore(&mut self, snapshot: &Snapshot) {
        self.settings = snapshot.settings;
        self.detail.clone_from(&snapshot.detail);
        self.time = snapshot.time;
        self.agents.clone_from(&snapshot.agents);
        self.next_agent = snapshot.next_agent;
        self.obstacles.clone_from(&snapshot.obstacles);
        self.clusters.clone_from(&snapshot.clusters);
        self.routes.clone_from(&snapshot.routes);
        self.links.clone_from(&snapshot.links);
        self.markers.clone_from(&snapshot.markers);
        self.formations.clone_from(&snapshot.formations);
        self.events.clone_from(&snapshot.events);
        self.look_again(snapshot.stale);
    }

    /// A world of its own that goes on from a snapshot.
    #[must_use]
    pub fn from_snapshot(snapshot: &Snapshot) -> Self {
        let Snapshot {
            settings,
            detail,
            time,
            agents,
            next_agent,
            obstacles,
            clusters,
            routes,
            links,
            markers,
            formations,
            events,
            stale,
        } = snapshot.clone();
        let mut world = Self {
            settings,
            detail,
            time,
            agents,
            profiles: Default::default(),
            next_agent,
            obstacles,
            clusters,
            routes,
            links,
            markers,
            formations,
            events,
            senses: Default::default(),
            settling: Default::default(),
        };
        world.look_again(stale);
        world
    }

    /// Indexes everybody where they are now, for those who go on in the middle of a
    /// [step](Self::propose). `stale` says whether the next step has to look again anyway.
    fn look_again(&mut self, stale: bool) {
        self.senses.look(&mut self.agents, &self.settings);
        self.senses.stale = stale;
    }
}
