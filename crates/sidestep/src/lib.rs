//! Steering, obstacle avoidance and crowds.
//!
//! - [`steer`] says where an agent wants to go, [`blend`] makes one force of several wishes, [`motion`] moves the body.
//! - [`avoid`] keeps it from walls, obstacles and others; [`avoid::detour`] finds the way round what wasn't there when a path was
//!   planned, or says that there is none. [`space`] finds what is near.
//! - `nav` (a feature, and `levels` for floors above each other) plans paths through walkable space.
//! - [`world`] does all of it for many agents, step by step, and lists those who are [blocked](world::World::blocked).
//!
//! All but [`world`] are functions of what the caller hands in. Units are metres, seconds, radians, kilograms and newtons; x points
//! right, y up.

pub mod avoid;
pub mod blend;
pub mod contact;
pub mod explain;
pub mod geometry;
pub mod motion;
#[cfg(feature = "nav")]
pub mod nav;
pub mod random;
pub mod range;
pub mod space;
pub mod steer;
pub mod walker;
pub mod world;

pub use glam::{self, Vec2};

/// The examples of the README, which run as tests.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
pub struct Readme;
