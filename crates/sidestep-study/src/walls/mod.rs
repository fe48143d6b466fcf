//! Keeping off walls and corners with whiskers: rays ahead of the body, and an acceleration from
//! what they hit.
//!
//! [`WallAvoidance`] is that of One Tiny Leap, to study and to compare with: its three ways to read
//! a hit ([`WallMethod`]) and its two strengths ([`Strength`]), with their faults.
//!
//! Source: "Wall or corner avoidance" (One Tiny Leap, 2012), which discards the way through the hit's
//! normal and proposes the sum and the cross product instead.

mod method;
mod strength;
mod wall_avoidance;
mod whiskers;

pub use method::WallMethod;
pub use strength::Strength;
pub use wall_avoidance::{WallAvoidance, WhiskerReading};
pub use whiskers::{MOST_WHISKERS, WhiskerHit, Whiskers};
