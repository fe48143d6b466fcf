//! Steering, obstacle avoidance and crowds.

pub mod avoid;
pub mod blend;
pub mod explain;
pub mod geometry;
pub mod motion;
#[cfg(feature = "nav")]
pub mod nav;
pub mod random;
pub mod space;
pub mod steer;
pub mod world;

pub use glam::{self, Vec2};

/// The examples of the README, which run as tests.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
pub struct Readme;
