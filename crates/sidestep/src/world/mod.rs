//! Many agents: their storage, the step, contacts, events and explanations.
//!
//! [`World`] calls the pure functions of [`steer`](crate::steer), [`avoid`](crate::avoid) and
//! [`blend`](crate::blend) for many agents at once. A game that keeps its agents in a store of its own
//! can call those functions directly instead.

mod advance;
mod agent;
mod batches;
mod behave;
mod behavior;
mod blocked;
mod decide;
mod detouring;
mod encounter;
mod error;
mod event;
mod explain;
mod goal;
mod id;
mod jump;
mod kept_way;
mod obstacles;
mod pass;
mod plan;
mod report;
#[cfg(not(feature = "nav"))]
#[path = "no_routes.rs"]
mod routes;
#[cfg(feature = "nav")]
mod routes;
mod sense;
mod set_spec;
mod settings;
mod settle;
mod temporaries;
mod ways;

pub use agent::{AgentAvoidance, AgentSpec, Control, Detouring, ObstacleAvoidance};
pub use behavior::{Aim, Around, Behavior, WeightedBehavior};
pub use blocked::{BlockedAgent, BlockedAnswer, Link, Route, WhenBlocked};
pub use error::WorldError;
pub use event::{Event, EventKind, StuckReason};
pub use goal::{Goal, Objective, OnArrival, Target};
pub use id::{AgentId, MarkerId, ObstacleId};
pub use obstacles::ObstacleSpec;
pub use settings::WorldSettings;

use glam::Vec2;

use crate::motion::Body;
use crate::range::{Parameters, Range};
use crate::space::Floor;
use agent::{Agent, Memory};
use goal::check_goals;
use jump::Jump;
use obstacles::Obstacles;
use routes::Routes;
use sense::Senses;
use settle::Settling;
use temporaries::Temporaries;

/// Many agents among walls and obstacles, moved step by step.
///
/// The result depends on nothing but the calls made: not on threads, nor on the order in which agents with
/// given ids were inserted. Cloning a world takes a snapshot that continues bit for bit the same.
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
    time: f64,
    /// In order of id.
    agents: Vec<Agent>,
    next_agent: u64,
    obstacles: Obstacles,
    temporaries: Temporaries,
    routes: Routes,
    links: Vec<Link>,
    markers: Vec<Marker>,
    events: Vec<Event>,
    senses: Senses,
    settling: Settling,
}

/// A point that the caller moves.
#[derive(Clone, Copy, Debug)]
struct Marker {
    position: Vec2,
    /// Where it was in the last step (m).
    previous: Vec2,
    /// Velocity that follows from both (m/s).
    velocity: Vec2,
}

/// An agent as the caller sees it.
#[derive(Clone, Copy, Debug)]
pub struct AgentView<'a> {
    /// Its id.
    pub id: AgentId,
    /// Where it is and what it can do.
    pub body: &'a Body,
    /// Whether it has reached its last goal once.
    pub arrived: bool,
    /// Whether it makes no progress.
    pub stuck: bool,
    /// Index of its current goal; the number of goals when all are reached.
    pub goal: usize,
    /// Heights that it takes up (m); on a level they change as it walks.
    pub floor: Floor,
    /// Whether it finds no way: see [`World::blocked`].
    pub blocked: bool,
    /// Whether it is in the air on a [`Link`]: until it lands it touches nothing and nobody.
    pub jumping: bool,
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
            time: 0.0,
            agents: Vec::new(),
            next_agent: 0,
            obstacles: Obstacles::default(),
            temporaries: Temporaries::new(settings.topology),
            routes: Default::default(),
            links: Vec::new(),
            markers: Vec::new(),
            events: Vec::new(),
            senses: Senses::default(),
            settling: Settling::default(),
        })
    }

    /// Moves everything by `dt` seconds. A `dt` above [`WorldSettings::max_substep`] is cut into equal
    /// parts. The events are those of this step.
    ///
    /// # Errors
    /// If `dt` isn't a finite number above 0, or needs more than 100,000 parts.
    pub fn step(&mut self, dt: f32) -> Result<(), WorldError> {
        let parts = self.parts(dt)?;
        self.events.clear();
        self.watch_markers(dt);
        for _ in 0..parts as u32 {
            self.substep(dt / parts);
        }
        Ok(())
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

    /// One step as its named stages.
    fn substep(&mut self, dt: f32) {
        self.sense();
        self.plan(dt);
        self.decide(dt);
        self.advance(dt);
        self.settle(dt);
        self.report(dt);
    }

    /// Adds an agent, and says under which id.
    ///
    /// # Errors
    /// If its body doesn't make sense, a number is out of range, its id is taken, or the walkable space that it wants can't be
    /// had for its radius.
    pub fn insert_agent(&mut self, spec: AgentSpec) -> Result<AgentId, WorldError> {
        spec.check()?;
        let id = spec.id.unwrap_or(AgentId(self.next_agent));
        let Err(place) = self.find(id) else {
            return Err(WorldError::IdTaken { id });
        };
        let mut body = spec.body;
        body.position = self.settings.topology.wrap(body.position);
        let agent = Agent {
            id,
            body,
            memory: Memory {
                progress: vec![Default::default(); spec.behaviors.len()],
                since: self.time,
                ..Memory::default()
            },
            profile: spec,
            force: Vec2::ZERO,
            previous: body.position,
        };
        self.routes.admit(&agent)?;
        self.next_agent = self.next_agent.max(id.0.saturating_add(1));
        self.agents.insert(place, agent);
        self.make_room_for(place);
        self.senses.stale = true;
        Ok(id)
    }

    /// Takes an agent out. Behaviours that aim at it do nothing from then on.
    ///
    /// # Errors
    /// If there is no such agent.
    pub fn remove_agent(&mut self, id: AgentId) -> Result<(), WorldError> {
        let place = self.place(id)?;
        let mut gone = self.agents.remove(place);
        self.temporaries.forget(&mut gone);
        self.senses.stale = true;
        Ok(())
    }

    /// An agent, if it is in the world.
    #[must_use]
    pub fn agent(&self, id: AgentId) -> Option<AgentView<'_>> {
        self.find(id).ok().map(|place| view(&self.agents[place]))
    }

    /// All agents, in order of id.
    pub fn agents(&self) -> impl ExactSizeIterator<Item = AgentView<'_>> {
        self.agents.iter().map(view)
    }

    /// Gives an agent new goals; it begins with the first.
    ///
    /// # Errors
    /// If there is no such agent, or a number of a goal is out of range.
    pub fn set_goals(&mut self, id: AgentId, goals: Vec<Goal>) -> Result<(), WorldError> {
        check_goals(&goals)?;
        let place = self.place(id)?;
        let agent = &mut self.agents[place];
        agent.profile.goals = goals;
        agent.memory.begin_goals(self.time);
        Ok(())
    }

    /// The agents that find no way to where they want to go, in order of id. A game polls this and
    /// [answers](Self::answer_blocked), takes away one of the obstacles that block, or [puts](Self::place_agent) the agent elsewhere.
    pub fn blocked(&self) -> impl Iterator<Item = BlockedAgent> + '_ {
        self.agents.iter().filter_map(|agent| {
            let plight = agent.memory.way.plight.as_ref()?;
            (self.time >= plight.silent_until).then(|| BlockedAgent {
                agent: agent.id,
                since: plight.since,
                by: plight.by.clone(),
                closed_by: plight.closed_by,
                goal: plight.goal,
            })
        })
    }

    /// Tells an agent what to do about being blocked. One that isn't does nothing, except for a jump: that is always taken.
    ///
    /// # Errors
    /// If there is no such agent, or a number is out of range.
    pub fn answer_blocked(&mut self, id: AgentId, answer: BlockedAnswer) -> Result<(), WorldError> {
        answer.check()?;
        let time = self.time;
        let place = self.place(id)?;
        let memory = &mut self.agents[place].memory;
        match (answer, &mut memory.way.plight) {
            (BlockedAnswer::Wait { seconds }, Some(plight)) => {
                plight.silent_until = time + f64::from(seconds);
            }
            (BlockedAnswer::Jump(link), _) => {
                memory.jump = Some(Jump { link, flight: None });
                memory.way = Default::default();
            }
            (BlockedAnswer::Replan, Some(plight)) => plight.replan = true,
            (BlockedAnswer::Wait { .. } | BlockedAnswer::Replan, None) => {}
        }
        Ok(())
    }

    /// Adds a jump that any agent may take that has been blocked for half a second and finds it on its way: it is taken if the
    /// straight way to its start is free and it ends nearer to where the agent wants to go.
    ///
    /// # Errors
    /// If a coordinate isn't finite, or the time isn't above 0.
    pub fn insert_link(&mut self, link: Link) -> Result<(), WorldError> {
        link.check()?;
        self.links.push(link);
        Ok(())
    }

    /// Puts an agent somewhere else (m) with a velocity (m/s), as a game does that moves it by itself.
    ///
    /// # Errors
    /// If there is no such agent, or a coordinate isn't finite.
    pub fn place_agent(
        &mut self,
        id: AgentId,
        position: Vec2,
        velocity: Vec2,
    ) -> Result<(), WorldError> {
        Range::Finite.check_vector("position", position)?;
        Range::Finite.check_vector("velocity", velocity)?;
        let place = self.place(id)?;
        let agent = &mut self.agents[place];
        agent.body.position = self.settings.topology.wrap(position);
        agent.body.velocity = velocity;
        agent.body.face_velocity();
        agent.previous = agent.body.position;
        agent.memory.side = Default::default();
        agent.memory.standing = Default::default();
        agent.memory.watch = Default::default();
        agent.memory.way = Default::default();
        agent.memory.jump = None;
        self.temporaries.forget(agent);
        self.senses.stale = true;
        Ok(())
    }

    /// Gives an agent another velocity (m/s): how a caller moves one that is [`Control::Driven`].
    ///
    /// # Errors
    /// If there is no such agent, or a coordinate isn't finite.
    pub fn set_velocity(&mut self, id: AgentId, velocity: Vec2) -> Result<(), WorldError> {
        Range::Finite.check_vector("velocity", velocity)?;
        let place = self.place(id)?;
        let body = &mut self.agents[place].body;
        body.velocity = velocity;
        body.face_velocity();
        self.senses.stale = true;
        Ok(())
    }

    /// Turns an agent to face another way, a unit vector. One that walks turns back to where it goes with the next step.
    ///
    /// # Errors
    /// If there is no such agent, or the heading isn't a unit vector.
    pub fn set_heading(&mut self, id: AgentId, heading: Vec2) -> Result<(), WorldError> {
        let place = self.place(id)?;
        let body = &mut self.agents[place].body;
        let turned = Body { heading, ..*body };
        turned.check()?;
        *body = turned;
        self.senses.stale = true;
        Ok(())
    }

    /// Adds a wall or an obstacle.
    ///
    /// # Errors
    /// If its velocity isn't finite, or its floor makes no sense.
    pub fn insert_obstacle(&mut self, spec: ObstacleSpec) -> Result<ObstacleId, WorldError> {
        spec.check()?;
        self.senses.stale = true;
        Ok(self.obstacles.insert(spec))
    }

    /// Takes a wall or an obstacle out.
    ///
    /// # Errors
    /// If there is no such obstacle.
    pub fn remove_obstacle(&mut self, id: ObstacleId) -> Result<(), WorldError> {
        self.senses.stale = true;
        if self.obstacles.remove(id) {
            Ok(())
        } else {
            Err(no_such("obstacle", id.0))
        }
    }

    /// Says how far an obstacle has moved from where its shape says (m), and its velocity from now on (m/s).
    ///
    /// # Errors
    /// If there is no such obstacle, or a coordinate isn't finite.
    pub fn move_obstacle(
        &mut self,
        id: ObstacleId,
        offset: Vec2,
        velocity: Vec2,
    ) -> Result<(), WorldError> {
        Range::Finite.check_vector("offset", offset)?;
        Range::Finite.check_vector("velocity", velocity)?;
        self.senses.stale = true;
        if self.obstacles.set_motion(id, offset, velocity) {
            Ok(())
        } else {
            Err(no_such("obstacle", id.0))
        }
    }

    /// An obstacle and how far it has moved (m), if it is in the world.
    #[must_use]
    pub fn obstacle(&self, id: ObstacleId) -> Option<(&ObstacleSpec, Vec2)> {
        self.obstacles.get(id)
    }

    /// All walls and obstacles with how far they have moved (m), in order of id.
    pub fn obstacles(&self) -> impl Iterator<Item = (ObstacleId, &ObstacleSpec, Vec2)> {
        self.obstacles.iter()
    }

    /// Gives the world walkable space, in the place of what it had: agents with [`Route::Walkable`] walk along paths through it.
    ///
    /// # Errors
    /// If no mesh can be baked for one of these agents.
    #[cfg(feature = "nav")]
    pub fn set_walkable(&mut self, meshes: crate::nav::NavMeshes) -> Result<(), WorldError> {
        self.routes.set(meshes, &mut self.agents)
    }

    /// Puts the edges of walkable space in as walls: for a level, whose walls and ledges are known from its triangles only. An edge
    /// stops those who stand at most `climb` metres (above 0) higher than it, such as the highest step that they can take: those
    /// on a ramp walk on over the edges below it. The mesh should be one for a small radius, as the edges are where the
    /// centre of a disc of that radius has to stop.
    ///
    /// # Errors
    /// If `climb` isn't a finite number above 0.
    #[cfg(feature = "nav")]
    pub fn insert_edges(
        &mut self,
        mesh: &crate::nav::NavMesh,
        climb: f32,
    ) -> Result<(), WorldError> {
        Range::AboveZero.check("climb", climb)?;
        for [start, end] in mesh.boundary() {
            // Edges shorter than a shape can be told from a point are left out.
            let Ok(wall) = crate::geometry::Segment::new(start.position, end.position) else {
                continue;
            };
            let mut spec = ObstacleSpec::new(wall);
            spec.filter.floor = crate::space::Floor {
                low: start.height.min(end.height),
                high: start.height.max(end.height) + climb,
            };
            self.insert_obstacle(spec)?;
        }
        Ok(())
    }

    /// Adds a marker, a point (m) that behaviours and goals can aim at and the caller moves.
    ///
    /// # Errors
    /// If a coordinate isn't finite.
    pub fn insert_marker(&mut self, position: Vec2) -> Result<MarkerId, WorldError> {
        Range::Finite.check_vector("position", position)?;
        self.markers.push(Marker {
            position,
            previous: position,
            velocity: Vec2::ZERO,
        });
        Ok(MarkerId(self.markers.len() as u32 - 1))
    }

    /// Moves a marker (m).
    ///
    /// # Errors
    /// If there is no such marker, or a coordinate isn't finite.
    pub fn move_marker(&mut self, id: MarkerId, position: Vec2) -> Result<(), WorldError> {
        Range::Finite.check_vector("position", position)?;
        match self.markers.get_mut(id.0 as usize) {
            Some(marker) => {
                marker.position = position;
                Ok(())
            }
            None => Err(no_such("marker", id.0)),
        }
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

    /// Sees to it that gaps are taken for closed if this agent doesn't fit through.
    fn make_room_for(&mut self, place: usize) {
        let topology = self.settings.topology;
        let agent = &self.agents[place];
        self.temporaries
            .widen(agent, &self.obstacles, topology, &self.agents);
    }

    fn find(&self, id: AgentId) -> Result<usize, usize> {
        // Ids mostly come in order: look at the end first.
        if self.agents.last().is_none_or(|last| last.id < id) {
            return Err(self.agents.len());
        }
        self.agents.binary_search_by_key(&id, |agent| agent.id)
    }

    fn place(&self, id: AgentId) -> Result<usize, WorldError> {
        self.find(id).map_err(|_| WorldError::NoSuchAgent { id })
    }
}

fn view(agent: &Agent) -> AgentView<'_> {
    AgentView {
        id: agent.id,
        body: &agent.body,
        arrived: agent.memory.arrived,
        stuck: agent.memory.watch.stuck,
        goal: agent.memory.goal,
        floor: agent.profile.filter.floor,
        blocked: agent.memory.way.plight.is_some(),
        jumping: agent.is_in_the_air(),
    }
}

const fn no_such(what: &'static str, index: u32) -> WorldError {
    WorldError::NoSuchThing { what, index }
}
