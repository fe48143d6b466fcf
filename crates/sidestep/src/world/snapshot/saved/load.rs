//! From what was saved to a world: everything is checked as if it were inserted.

use super::error::in_order;
use super::formation::load_formations;
use super::{SAVED_FORMAT, SavedMarker, SavedWorld, Supply};
use crate::range::{OutOfRange, Parameters, Range};
use crate::space::Filter;
use crate::world::World;
use crate::world::snapshot::LoadError;
use crate::world::store::{Agent, Agents, Marker, Obstacles, Profiles, Senses};

/// Most ids that are ever given to obstacles: there are numbers left above them.
const MOST_IDS: f32 = 4e9;

impl World {
    /// The world that was saved, which goes on bit for bit as the saved one does. `supply` hands
    /// over what the saved world only names; `&mut ()` is enough where it has neither walkable space
    /// nor methods of one's own.
    ///
    /// # Errors
    /// If a number, id or reference isn't one that could have been inserted, or something that the
    /// world names isn't handed over.
    pub fn load(saved: &SavedWorld, supply: &mut impl Supply) -> Result<Self, LoadError> {
        if saved.format != SAVED_FORMAT {
            return Err(LoadError::Format {
                found: saved.format,
            });
        }
        let settings = saved.settings.settings();
        settings.topology.check()?;
        settings.check().map_err(|error| error.of("the settings"))?;
        let detail = &saved.detail;
        (detail.check()).map_err(|error| error.of("the level of detail"))?;
        Range::AtLeast(0.0).check("time", saved.time)?;
        in_order("agent", saved.agents.iter().map(|agent| agent.id))?;
        in_order(
            "obstacle",
            saved.obstacles.iter().map(|it| u64::from(it.id)),
        )?;

        let editions = saved.routes.editions(supply)?;
        let mut profiles = Profiles::default();
        let mut agents: Vec<Agent> = Vec::with_capacity(saved.agents.len());
        for agent in &saved.agents {
            let route = agent.route.load(&editions)?;
            agents.push(agent.load(settings.topology, route, &mut profiles, supply)?);
        }
        let next = saved.next_obstacle;
        Range::Between(0.0, MOST_IDS).check("id of the next obstacle", next)?;
        if let Some(last) = saved.obstacles.last().filter(|last| last.id >= next) {
            return Err(LoadError::Order {
                what: "obstacle",
                id: u64::from(last.id),
            });
        }
        let kept = (saved.obstacles.iter())
            .map(|it| it.load())
            .collect::<Result<Vec<_>, _>>()?;
        let changes = saved.clusters.changes(next)?;
        let obstacles = Obstacles::restored(next, kept, changes, settings.topology);
        let widest = (agents.iter().map(|agent| agent.walker().width())).fold(0.0, f32::max);
        Range::AtLeast(widest).check("width of gaps between obstacles", saved.clusters.width)?;
        let standing: Vec<Option<Filter>> = saved.agents.iter().map(|it| it.standing).collect();
        let clusters = saved
            .clusters
            .load(settings.topology, &obstacles, &agents, &standing)?;
        let routes = saved.routes.load(&editions, next)?;
        for link in &saved.links {
            link.check().map_err(|error| error.of("a link"))?;
        }
        let markers = (saved.markers.iter())
            .map(|marker| marker.load().map_err(|error| error.of("a marker")))
            .collect::<Result<_, _>>()?;
        let formations = load_formations(saved, &agents)?;
        for event in &saved.events {
            Range::Number.check("time of an event", event.time)?;
        }
        let mut world = Self {
            settings,
            detail: detail.clone(),
            time: saved.time,
            agents: Agents::in_order_of_id(agents),
            profiles,
            next_agent: saved.next_agent,
            obstacles,
            clusters,
            routes,
            links: saved.links.clone(),
            markers,
            formations,
            events: saved.events.clone(),
            senses: Senses::default(),
            settling: Default::default(),
        };
        world.look_again(saved.stale);
        Ok(world)
    }
}

impl SavedMarker {
    fn load(&self) -> Result<Marker, OutOfRange> {
        Range::Finite.check_vector("position", self.position)?;
        Range::Finite.check_vector("previous position", self.previous)?;
        Range::Number.check_vector("velocity", self.velocity)?;
        Ok(Marker {
            position: self.position,
            previous: self.previous,
            velocity: self.velocity,
        })
    }
}
