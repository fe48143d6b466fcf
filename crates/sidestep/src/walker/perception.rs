//! What an agent can find out about the world around it.

use glam::Vec2;

use super::percept::{Kinds, Percept};
use super::{AgentId, Link, MarkerId, ObstacleId, Target};
use crate::avoid::{Largest, Obstacle};
use crate::geometry::{Bounds, Shape};
use crate::motion::Body;
use crate::space::{Clusters, Filter, Topology};
use crate::steer::Neighbor;

/// What all agents share during one step: they decide on the state at its start, and nobody writes
/// to that meanwhile.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StepContext {
    /// Length of the step (s), above 0.
    pub dt: f32,
    /// Simulated time at its start (s).
    pub time: f64,
    /// Whether the plane wraps.
    pub topology: Topology,
    /// Seed of every random choice.
    pub seed: u64,
    /// Largest number of neighbours that a behaviour sees, the nearest ones.
    pub max_neighbors: usize,
    /// How often an agent decides (s), 0 or more: 0 in each step. In between it goes on as it has
    /// decided, guarded in each step, unless an obstacle is put near it
    /// ([`Memory::notice_obstacle`](super::Memory::notice_obstacle)). Methods that only add a force to those
    /// of the behaviours decide in each step all the same.
    pub decide_every: f32,
    /// Largest distance of a coordinate from the origin (m): rounding grows with it.
    pub extent: f32,
    /// Largest radius of an agent (m).
    pub largest_radius: f32,
    /// Largest speed that an agent has or can have (m/s).
    pub fastest: f32,
    /// Longest way that an agent needs to brake from its largest speed (m).
    pub longest_braking: f32,
    /// Radius of the largest circle around an obstacle (m).
    pub largest_obstacle: f32,
    /// Whether an obstacle moves or will, so that even who isn't about to decide looks far enough to
    /// hear of it, and nobody is in the open.
    pub obstacles_move: bool,
    /// The largest of those agents that are found by distance. The others, few and far larger or faster than
    /// these, must be in every answer of [`Perception::agents_within`], so that one of them doesn't
    /// make everybody look far.
    pub usual: Extremes,
}

/// The largest of what agents have.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Extremes {
    /// Radius (m).
    pub radius: f32,
    /// Speed that an agent has or can have (m/s).
    pub speed: f32,
    /// Way to brake from the largest speed (m).
    pub braking: f32,
}

impl Extremes {
    /// Those of one body.
    #[must_use]
    pub fn of(body: &Body) -> Self {
        Self {
            radius: body.radius,
            speed: body.speed().max(body.limits.max_speed),
            braking: body.braking_distance(body.limits.max_speed),
        }
    }

    /// The larger of each.
    #[must_use]
    pub const fn max(&self, other: &Self) -> Self {
        Self {
            radius: self.radius.max(other.radius),
            speed: self.speed.max(other.speed),
            braking: self.braking.max(other.braking),
        }
    }
}

impl Default for StepContext {
    /// The facts before anything was admitted, of a step of a second.
    fn default() -> Self {
        Self::new(0.0, 1.0)
    }
}

impl StepContext {
    /// A step of `dt` seconds (above 0) that begins at `time` (s) on an open plane, with the usual
    /// settings and no agents yet: [`StepContext::admit`] takes notice of them, and
    /// [`StepContext::admit_shape`] of obstacles.
    #[must_use]
    pub const fn new(time: f64, dt: f32) -> Self {
        Self {
            dt,
            time,
            topology: Topology::Open,
            seed: 1,
            max_neighbors: 16,
            decide_every: 0.0,
            extent: 0.0,
            largest_radius: 0.0,
            fastest: 0.0,
            longest_braking: 0.0,
            largest_obstacle: 0.0,
            obstacles_move: false,
            usual: Extremes {
                radius: 0.0,
                speed: 0.0,
                braking: 0.0,
            },
        }
    }

    /// The same facts for a step of `dt` seconds (above 0) that begins at `time` (s).
    #[must_use]
    pub const fn at(self, time: f64, dt: f32) -> Self {
        Self { dt, time, ..self }
    }

    /// The largest of what methods may meet.
    #[must_use]
    pub const fn largest(&self) -> Largest {
        Largest {
            speed: self.fastest,
            obstacle_radius: self.largest_obstacle,
        }
    }

    /// Takes notice of an agent's body. The order doesn't matter.
    pub fn admit(&mut self, body: &Body) {
        self.usual = self.usual.max(&Extremes::of(body));
        self.admit_unusual(body);
    }

    /// Takes notice of the bodies of many, of whom most can do the same.
    pub(crate) fn admit_all(&mut self, bodies: impl Iterator<Item = Body>) {
        let (mut all, mut extent, mut square) = (Extremes::default(), Vec2::ZERO, 0.0f32);
        let mut latest = None;
        for body in bodies {
            all.radius = all.radius.max(body.radius);
            extent = extent.max(body.position.abs());
            // Whose square is the largest is the fastest.
            square = square.max(body.velocity.length_squared());
            if latest != Some((body.mass, body.limits)) {
                latest = Some((body.mass, body.limits));
                let fastest = body.limits.max_speed;
                all.speed = all.speed.max(fastest);
                all.braking = all.braking.max(body.braking_distance(fastest));
            }
        }
        all.speed = all.speed.max(square.sqrt());
        self.usual = self.usual.max(&all);
        self.admit_extremes(&all, extent.max_element());
    }

    /// Takes notice of those whom another context has admitted.
    pub(crate) fn admit_those_of(&mut self, other: &Self) {
        self.usual = self.usual.max(&other.usual);
        self.admit_extremes(&other.extremes(), other.extent);
    }

    /// Takes notice of the body of an agent that is in every answer of
    /// [`Perception::agents_within`], however far away it is. The order doesn't matter.
    pub fn admit_unusual(&mut self, body: &Body) {
        self.admit_extremes(&Extremes::of(body), body.position.abs().max_element());
    }

    fn admit_extremes(&mut self, its: &Extremes, extent: f32) {
        let all = self.extremes().max(its);
        (self.largest_radius, self.fastest) = (all.radius, all.speed);
        self.longest_braking = all.braking;
        self.extent = self.extent.max(extent);
    }

    /// The largest of what all agents have.
    #[must_use]
    pub const fn extremes(&self) -> Extremes {
        Extremes {
            radius: self.largest_radius,
            speed: self.fastest,
            braking: self.longest_braking,
        }
    }

    /// Takes notice of the shape of an obstacle. The order doesn't matter.
    pub fn admit_shape(&mut self, shape: &Shape) {
        let radius = shape.hull(Vec2::ZERO).bounding_radius();
        self.largest_obstacle = self.largest_obstacle.max(radius);
    }
}

/// A point that the caller moves, as agents see it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MarkerState {
    /// Where it is (m).
    pub position: Vec2,
    /// How it moves (m/s).
    pub velocity: Vec2,
}

/// What an agent is to another one in the same [formation](crate::formation).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comrade {
    /// It leads: one makes way for it.
    Leader,
    /// It follows: it makes way.
    Follower,
    /// Both follow the same.
    Mate,
}

/// What a [`Walker`](super::Walker) asks of whoever holds agents, walls and obstacles.
///
/// [`World`](crate::world::World) answers from its indices; an engine with a store of its own
/// answers from that, by a loop over everything if it likes. What is around must be the same for
/// all agents of a step: the state at its start.
///
/// An answer may hold more than what was asked for, since whoever asks looks closely again; it must
/// not hold less. Where order matters the question says so.
pub trait Perception<'a> {
    /// What all agents share in this step.
    fn context(&self) -> &StepContext;

    /// The kinds of all agents.
    fn kinds(&self) -> &'a Kinds;

    /// An agent, wherever it is; `None` if there is none of this id.
    fn agent(&self, id: AgentId) -> Option<&'a Percept>;

    /// Calls `visit` once for each agent whose centre is within `distance` metres of `center`, with
    /// the way from there to its nearest image (m), in any order. Who asks may be among them. Whoever
    /// was [admitted as unusual](StepContext::admit_unusual) must be, however far away.
    fn agents_within(&self, center: Vec2, distance: f32, visit: impl FnMut(&'a Percept, Vec2));

    /// Puts the walls and obstacles whose boxes touch `area` and that `filter`
    /// [meets](Filter::meets) into `found`, which is emptied first: in order of id, on a wrapping
    /// plane each image that touches by itself. The box of what moves is the one around all places
    /// where it will be soon: [`Obstacle::foreseen`].
    fn obstacles(&self, area: Bounds, filter: &Filter, found: &mut Vec<Obstacle<'a>>);

    /// Whether an obstacle moves or turns in this step: detours leave it out, and it is met where it
    /// will be. None does unless this is written.
    fn moves(&self, _id: ObstacleId) -> bool {
        false
    }

    /// What can be walked round, temporary obstacles and agents that stand still, with the walls,
    /// in clusters.
    fn clusters(&self) -> &'a Clusters;

    /// How often an agent that is at `place` (m) decides (s), 0 or more; as often as all, unless this
    /// is written. See [`StepContext::decide_every`].
    fn decide_every(&self, _place: Vec2) -> f32 {
        self.context().decide_every
    }

    /// A marker; `None` if there is none of this id, as unless this is written.
    fn marker(&self, _id: MarkerId) -> Option<MarkerState> {
        None
    }

    /// The jumps that a blocked agent may take, none unless this is written.
    fn links(&self) -> &'a [Link] {
        &[]
    }

    /// Whether anybody belongs together, so that [`Perception::comrade`] is worth asking; nobody does
    /// unless this is written.
    fn has_comrades(&self) -> bool {
        false
    }

    /// What `other` is to `one` in the formation that both are in, if any.
    fn comrade(&self, _one: AgentId, _other: AgentId) -> Option<Comrade> {
        None
    }

    /// Whether an agent is a member of a formation, with a slot in it. It is asked only where there are
    /// comrades; nobody is unless this is written.
    fn has_slot(&self, _id: AgentId) -> bool {
        false
    }

    /// The share of its speed at which an agent walks, above 0 and up to 1: less than 1 for the leader of a
    /// formation that [waits](crate::formation::Formation::leader_share). It is asked only where there are
    /// comrades; 1 unless this is written.
    fn speed_share(&self, _id: AgentId) -> f32 {
        1.0
    }

    /// Where a target is, at the image nearest to `from` (m); `None` if it is gone.
    fn target(&self, from: Vec2, target: Target) -> Option<Vec2> {
        let point = match target {
            Target::Point(point) => point,
            Target::Marker(marker) => self.marker(marker)?.position,
            Target::Agent(id) => self.agent(id)?.position,
        };
        Some(self.context().topology.nearest_image(from, point))
    }

    /// A target as something that moves, at the image nearest to `from` (m); `None` if it is gone.
    /// Points and markers have no radius and face the way that they move.
    fn quarry(&self, from: Vec2, target: Target) -> Option<Neighbor> {
        let velocity = match target {
            Target::Agent(id) => return self.neighbor(from, id),
            Target::Point(_) => Vec2::ZERO,
            Target::Marker(marker) => self.marker(marker)?.velocity,
        };
        Some(Neighbor {
            id: u64::MAX,
            position: self.target(from, target)?,
            velocity,
            heading: velocity.normalize_or(Vec2::X),
            radius: 0.0,
        })
    }

    /// An agent as a neighbour, at the image nearest to `from` (m); `None` if it is gone.
    fn neighbor(&self, from: Vec2, id: AgentId) -> Option<Neighbor> {
        let percept = self.agent(id)?;
        let topology = &self.context().topology;
        let place = topology.nearest_image(from, percept.position);
        Some(percept.neighbor_at(place))
    }
}
