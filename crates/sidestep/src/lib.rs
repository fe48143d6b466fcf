//! Steering, obstacle avoidance and crowds: Sidestep moves many agents to where they want to go
//! without bumping into things.
//!
//! A path finder gives you corners. Between these and the character that moves there is still work
//! to do: see the pillar ahead, choose a side and keep to it, walk round the crate that fell a
//! second ago, let others through, brake in time, and say so where there is no way. Sidestep does
//! that. It gives the same bits on every run and on any number of threads, explains every decision,
//! and knows no engine.
//!
//! # Should I use it?
//!
//! Yes, if many characters move on a plane, or on floors above each other, among walls, obstacles
//! and other characters: in a game, a simulation of a crowd, or a fleet of robots in a simulator.
//! It takes any path, or none.
//!
//! No, if you need one of these:
//!
//! - *A physics engine.* Bodies are upright discs, nothing bounces or tips over, and contacts are
//!   settled by position.
//! - *Vehicles* that can't turn on the spot or go sideways, or *three dimensions*, as for birds and
//!   fish.
//! - *Only paths.* The feature `nav` has a navigation mesh for what the rest needs; [polyanya]
//!   alone is smaller.
//! - *Millions of agents* that needn't be looked at one by one: a flow field costs less.
//!
//! # Five minutes
//!
//! ```
//! use sidestep::{AgentSpec, Body, Circle, Goal, ObstacleSpec, Vec2, World, WorldSettings};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let mut world = World::new(WorldSettings::default())?;
//! let pillar = Circle::new(Vec2::new(4.0, 0.1), 1.0)?; // metres
//! world.insert_obstacle(ObstacleSpec::new(pillar))?;
//! let fallen = Circle::new(Vec2::new(8.0, 0.0), 0.5)?;
//! world.insert_obstacle(ObstacleSpec::new(fallen).temporary())?; // it came after paths were planned
//!
//! // Two people who change places: radius 0.4 m, up to 1.5 m/s.
//! let mut people = Vec::new();
//! for (from, to) in [(0.0, 12.0), (12.0, 0.0)] {
//!     let body = Body::new(Vec2::new(from, 0.0), 0.4, 1.5);
//!     let goal = Goal::point(Vec2::new(to, 0.0), 0.2);
//!     people.push(world.insert_agent(AgentSpec::new(body).with_goal(goal))?);
//! }
//!
//! let mut reasons = Vec::new();
//! while !world.agents().all(|agent| agent.arrived) {
//!     reasons.extend(world.explain(people[0], 1.0 / 60.0)?.reasons);
//!     world.step(1.0 / 60.0)?; // seconds
//!     assert!(world.time() < 15.0, "nobody is held up for long");
//! }
//! assert!(reasons.iter().any(|reason| reason.starts_with("keeps to the right of obstacle 1")));
//! # Ok(())
//! # }
//! ```
//!
//! # Which storey?
//!
//! Each is made of the one before, through public functions only: you may enter anywhere.
//!
//! | storey | you hold | you get | take it |
//! |---|---|---|---|
//! | [`steer`], [`avoid`], [`blend`] | a [`Body`] and what is near it | a velocity or a force, from one method | for one behaviour, or to build a default of your own |
//! | [`walker`] | agents in rows of your own, and answers to "what is near?" | one agent's whole default: goals, way, force | in an engine with an entity store |
//! | [`World`] | ids | everything, stepped, on several threads, with contacts settled | otherwise |
//!
//! Beside them: [`motion`] moves bodies, [`contact`] settles overlaps, [`space`] finds what is
//! near, `nav` plans paths. All but [`World`] are functions of what the caller hands in: no clock,
//! no global state.
//!
//! # Which method?
//!
//! None, at first: [`AgentSpec::new`] and [`Profile::for_body`] choose the defaults for the radius
//! of the body. They look ahead past obstacles, choose among velocities past other agents, walk
//! round whole heaps of what is temporary, and guard the result, so that a body can always stop in
//! time. The [table in `avoid`](avoid#which-to-take) says what each method does, what it costs and
//! where it comes from. [`ObstacleAvoidance`], [`AgentAvoidance`] and [`Detouring`] choose for each
//! agent. A [method of your own](avoid::Method) can be chosen, too; the crate `sidestep-study` has
//! those of tutorials and others, to compare.
//!
//! # Features
//!
//! | feature | default | what it adds |
//! |---|---|---|
//! | `parallel` | yes | [`World::step`] on several threads, with the same bits |
//! | `serde` | no | `Serialize` and `Deserialize` for bodies, parameters, decisions and explanations; `World::save` and `load` |
//! | `postcard` | no | a saved world as compact, checked bytes; it brings `serde` |
//! | `nav` | no | the module `nav`: walkable space, a mesh for each radius, paths on it |
//! | `levels` | no | the module `nav::level`: walkable space with floors above each other, from `.obj` text; it brings `nav` |
//!
//! # Conventions
//!
//! Units are metres, seconds, radians, kilograms and newtons; x points right, y up, and angles turn
//! to the left. Ties are broken by id. [`range`] says what each number may be, and what is out of
//! its range is refused by name.
//!
//! # More
//!
//! The folder `examples` of this crate has a program for each storey: `first_steps` (a [`World`]),
//! `own_store` (the [`walker`] over rows of one's own) and `one_method`; others are `own_method`,
//! `moving_obstacle`, `blocked` and `rollback`. The repository also holds a command that runs and measures
//! scenes, a gallery in which every method can be tried, and `docs/terms.md` with the meaning of
//! each word.
//!
//! [polyanya]: https://docs.rs/polyanya

#![cfg_attr(docsrs, feature(doc_cfg))]

pub mod avoid;
pub mod blend;
mod clone_by_field;
mod compact;
pub mod contact;
pub mod explain;
pub mod formation;
pub mod geometry;
mod hash;
pub mod motion;
#[cfg(feature = "nav")]
pub mod nav;
pub mod random;
pub mod range;
mod rare;
pub mod space;
pub mod steer;
pub mod walker;
pub mod world;

pub use glam::{self, Vec2};

// What a first program needs. Everything else has one path only.
pub use avoid::Blocker;
pub use explain::Explanation;
pub use geometry::{Capsule, Circle, ConvexPolygon, Segment, Shape, ShapeError};
pub use motion::Body;
pub use space::{Filter, Floor};
pub use walker::{
    AgentAvoidance, AgentId, Aim, Behavior, Detouring, Event, EventKind, Goal, Link, MarkerId,
    Objective, ObstacleAvoidance, ObstacleId, OnArrival, Preset, Profile, StuckReason, Target,
};
pub use world::{
    AgentSpec, AgentView, BlockedAgent, BlockedAnswer, ObstacleSpec, Snapshot, SnapshotRing, World,
    WorldError, WorldSettings,
};

/// The examples of the README, which run as tests.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
pub struct Readme;

/// Those of the page on the library, likewise.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/library.md")]
pub struct LibraryPage;
