//! Avoiding others who move, each their own way.
//!
//! [`Classic`] is the tutorial's method ("Steering Behaviors: Unaligned Collision Avoidance", 2010, after
//! Reynolds 1999), to study and to compare with. [`closest_approach`] and [`time_to_contact`] say how and when
//! two discs meet that keep their velocities, and [`Encounter`] which of many meets first.

mod classic;
mod encounter;

pub use classic::{Classic, Dodge, Reach};
pub use encounter::{ClosestApproach, Encounter, closest_approach, time_to_contact};
