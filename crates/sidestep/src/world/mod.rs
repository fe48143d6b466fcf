//! Many agents: their storage, the step, contacts, events and explanations.
//!
//! [`World`] gathers what is around each agent, asks its [`Walker`](crate::walker::Walker), and
//! moves what follows from the answers. A game that keeps its agents in a store of its own calls
//! the [`walker`](crate::walker) instead.
//!
//! Inside, arrows point one way: `spec` is what callers say, `store` what is kept, `step` has the
//! stages, `api` the calls, and `snapshot` takes and saves the whole state.

mod api;
mod batches;
mod snapshot;
mod spec;
mod step;
mod store;
#[cfg(feature = "parallel")]
mod team;

pub use crate::formation::{Anchor, FormationId, FormationSpec, Pattern};
pub use crate::walker::{
    AgentAvoidance, AgentId, Aim, Around, Behavior, Control, Detouring, Event, EventKind, Goal,
    Link, MarkerId, NearReason, Objective, ObstacleAvoidance, ObstacleId, OnArrival, Profile,
    Route, StuckReason, Target, WeightedBehavior, WhenBlocked,
};
pub use api::{AgentView, FormationView, Moved, Proposal};
#[cfg(feature = "serde")]
pub use snapshot::{LoadError, SAVED_FORMAT, SavedWorld, Supply};
pub use snapshot::{NoSuchFrame, Snapshot, SnapshotRing};
pub use spec::{
    AgentSpec, BlockedAgent, BlockedAnswer, DetailBand, LevelOfDetail, ObstacleSpec, ObstacleView,
    Pose, WorldError, WorldSettings,
};
pub use step::{Decisions, Sharing, StepStage};
pub use store::OnPath;

use crate::range::{Parameters, Range};
use crate::space::Clusters;
use step::Settling;
use store::{Agents, Formations, Marker, Obstacles, Profiles, Routes, Senses};

/// Many agents among walls and obstacles, moved step by step.
///
/// The result depends on nothing but the calls made: not on threads, nor on the order in which
/// agents with given ids were inserted. A [`Snapshot`] takes it back to where it was, and it goes on
/// from there bit for bit the same; so does a clone.
///
/// ```
/// use sidestep::Vec2;
/// use sidestep::geometry::Circle;
/// use sidestep::motion::Body;
/// use sidestep::world::{AgentSpec, Goal, ObstacleSpec, World, WorldSettings};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let mut world = World::new(WorldSettings::default())?;
/// world.insert_obstacle(ObstacleSpec::new(Circle::new(Vec2::new(5.0, 0.0), 1.0)?))?;
/// let walker = AgentSpec::new(Body::new(Vec2::ZERO, 0.4, 1.5))
///     .with_goal(Goal::point(Vec2::new(10.0, 0.0), 0.2));
/// let id = world.insert_agent(walker)?;
/// while !world.agent(id).is_some_and(|agent| agent.arrived) && world.time() < 30.0 {
///     world.step(1.0 / 60.0)?;
/// }
/// assert!(world.time() < 9.0);
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct World {
    settings: WorldSettings,
    detail: LevelOfDetail,
    time: f64,
    agents: Agents,
    /// To find out who may share one.
    profiles: Profiles,
    next_agent: u64,
    obstacles: Obstacles,
    /// What can be walked round, with the walls that end the ways round it.
    clusters: Clusters,
    routes: Routes,
    links: Vec<Link>,
    markers: Vec<Marker>,
    formations: Formations,
    events: Vec<Event>,
    senses: Senses,
    settling: Settling,
}

impl World {
    /// An empty world.
    ///
    /// # Errors
    /// If a setting is out of its range.
    pub fn new(settings: WorldSettings) -> Result<Self, WorldError> {
        settings.topology.check()?;
        settings.check()?;
        Ok(Self {
            settings,
            detail: LevelOfDetail::default(),
            time: 0.0,
            agents: Agents::default(),
            profiles: Profiles::default(),
            next_agent: 0,
            obstacles: Obstacles::default(),
            clusters: Clusters::new(0.1, settings.topology),
            routes: Default::default(),
            links: Vec::new(),
            markers: Vec::new(),
            formations: Formations::default(),
            events: Vec::new(),
            senses: Senses::default(),
            settling: Settling::default(),
        })
    }

    /// Moves everything by `dt` seconds. A `dt` above [`WorldSettings::max_substep`] is cut into
    /// equal parts. The events are those of this step.
    ///
    /// With the feature `parallel` and [`WorldSettings::parallel`] it uses the thread pool of rayon
    /// that it is called in: a pool of one's own by `pool.install(|| world.step(dt))`, otherwise
    /// the global one. A world of fewer than 96 agents, or with a pool of one thread, steps on the
    /// thread that calls. Threads of the pool that have nothing else to do look for work until the step
    /// is over, and sleep between steps. A step is handed to the pool and back unless it is called
    /// there; where the calling thread is one of the pool's, by rayon's
    /// `ThreadPoolBuilder::use_current_thread`, a step of some thousand agents takes 5 % less.
    ///
    /// # Errors
    /// If `dt` isn't a finite number above 0, or needs more than 100,000 parts.
    pub fn step(&mut self, dt: f32) -> Result<(), WorldError> {
        self.step_watched(dt, |_| ())
    }

    /// Velocities of the markers since the last step of `dt` seconds.
    fn watch_markers(&mut self, dt: f32) {
        let topology = self.settings.topology;
        for marker in &mut self.markers {
            marker.velocity = topology.between(marker.previous, marker.position) / dt;
            marker.previous = marker.position;
        }
    }

    /// Into how many equal parts a step of `dt` seconds is cut.
    fn parts(&self, dt: f32) -> Result<f32, WorldError> {
        Range::AboveZero.check("dt", dt)?;
        let parts = (dt / self.settings.max_substep).ceil().max(1.0);
        Range::Between(1.0, 100_000.0).check("dt / max_substep", parts)?;
        Ok(parts)
    }

    /// Simulated time (s).
    #[must_use]
    pub const fn time(&self) -> f64 {
        self.time
    }

    /// The settings.
    #[must_use]
    pub const fn settings(&self) -> &WorldSettings {
        &self.settings
    }

    /// What happened in the last step, in order of time and agent.
    #[must_use]
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// Says whether contacts are settled by position after each step, from now on: see
    /// [`WorldSettings::settle`].
    pub const fn set_settle(&mut self, settle: bool) {
        self.settings.settle = settle;
    }

    /// Says how often an agent decides (s), from now on: see [`WorldSettings::decide_every`].
    ///
    /// # Errors
    /// If that isn't a finite number of 0 or more. Nothing has changed then.
    pub fn set_decide_every(&mut self, seconds: f32) -> Result<(), WorldError> {
        Range::AtLeast(0.0).check("decide_every", seconds)?;
        self.settings.decide_every = seconds;
        self.senses.stale = true;
        Ok(())
    }

    /// Says how the world works, from now on. All of it may change but the topology.
    ///
    /// # Errors
    /// If a setting is out of its range, or the topology another one. Nothing has changed then.
    pub fn set_settings(&mut self, settings: WorldSettings) -> Result<(), WorldError> {
        settings.check()?;
        if settings.topology != self.settings.topology {
            return Err(WorldError::OtherTopology);
        }
        if settings != self.settings {
            self.settings = settings;
            self.senses.stale = true;
        }
        Ok(())
    }

    /// Where agents decide less often, from now on: call it whenever what is looked at has moved.
    ///
    /// # Errors
    /// If a number is out of its range. Nothing has changed then.
    pub fn set_level_of_detail(&mut self, detail: LevelOfDetail) -> Result<(), WorldError> {
        detail.check()?;
        self.detail = detail;
        Ok(())
    }

    /// Where agents decide less often.
    #[must_use]
    pub const fn level_of_detail(&self) -> &LevelOfDetail {
        &self.detail
    }
}
