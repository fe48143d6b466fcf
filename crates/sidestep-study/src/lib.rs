//! Avoidance methods that are there to be studied and compared. To avoid things, take what
//! [`sidestep::avoid`] has.
//!
//! "Classic" means the form that a tutorial gives a method, faults included. What is known to go
//! wrong stands with each.
//!
//! | method | towards | what it does | source |
//! |---|---|---|---|
//! | [`look_ahead::Classic`] | obstacles | points ahead are tested against circles, and the nearest circle pushes | F. Bevilacqua 2013 |
//! | [`walls::WallAvoidance`] | walls | whiskers, and an acceleration from what they hit | "Wall or corner avoidance" (One Tiny Leap, 2012) |
//! | [`unaligned::Classic`] | agents | turns by 45° from where others will be | "Unaligned Collision Avoidance" (rocketman, 2010), after C. Reynolds 1999 |
//! | [`anticipatory::Anticipatory`] | agents | a force that grows as contact comes nearer in time | Karamouzas, Skinner and Guy 2014 |
//! | [`detour::FurthestTangents`] | what is temporary | the furthest tangent of a cluster on the shorter side | M. Mononen 2011 |
//! | [`detour::LocalGrid`] | what is temporary | A* over a small grid around the agent | named by M. Mononen 2011 |
//!
//! They plug into a [`World`](sidestep::world::World) by the open door that any method of one's own
//! uses, [`sidestep::avoid::Method`] and [`sidestep::avoid::detour::DetourMethod`]:
//!
//! ```
//! use std::sync::Arc;
//!
//! use sidestep::Vec2;
//! use sidestep::motion::Body;
//! use sidestep::world::{AgentAvoidance, AgentSpec, Goal, World, WorldError, WorldSettings};
//! use sidestep_study::unaligned;
//!
//! # fn main() -> Result<(), WorldError> {
//! let mut world = World::new(WorldSettings::default())?;
//! let mut walker = AgentSpec::new(Body::new(Vec2::ZERO, 0.3, 1.3))
//!     .with_goal(Goal::point(Vec2::new(8.0, 0.0), 0.2));
//! walker.profile.agent_avoidance = AgentAvoidance::Custom(Arc::new(unaligned::Classic::for_radius(0.3)));
//! world.insert_agent(walker)?;
//! world.step(1.0 / 60.0)?;
//! # Ok(())
//! # }
//! ```

pub mod anticipatory;
pub mod detour;
pub mod look_ahead;
pub mod unaligned;
pub mod walls;
