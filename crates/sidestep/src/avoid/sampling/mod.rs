//! The default way to meet others: of many velocities the one that costs least.
//!
//! Every agent weighs what it would like (its preferred velocity) against what it runs into (how
//! soon it would touch somebody, and how closely it would pass), and expects the others to do their
//! share. Whoever has nobody to dodge keeps its velocity to the bit.
//!
//! Sources: sampled velocities after J. van den Berg, M. Lin and D. Manocha, "Reciprocal Velocity
//! Obstacles for Real-Time Multi-Agent Navigation" (2008); the closest approach after C. Reynolds,
//! "Steering Behaviors for Autonomous Characters" (1999). The cost of passing closely, and the
//! common turn to the right, are ours.

mod candidates;
mod cost;
mod costs;
mod sampler;
mod tell;

pub use costs::VelocityCosts;
pub use sampler::{SamplingScratch, VelocitySampling};
