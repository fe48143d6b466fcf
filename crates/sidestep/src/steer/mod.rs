//! Goal behaviours: each turns what it knows into a steering force (N) for one body. Pure.
//!
//! The forces aren't cut to the body's largest force; [`blend`](crate::blend) does that once for
//! all of them together. Sources: C. W. Reynolds, "Steering Behaviors for Autonomous Characters"
//! (1999), and F. Bevilacqua's series "Understanding Steering Behaviors" (2012–2013), whose forces
//! per frame are forces per second here.

mod alignment;
mod arrive;
mod cohesion;
mod evade;
mod flee;
mod follow_path;
mod hide;
mod interpose;
mod leader;
mod neighbor;
mod offset_pursuit;
mod pursue;
mod queue;
mod seek;
mod separation;
mod wander;

/// How fast a behaviour is to go, and for how long a step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pace {
    /// Speed (m/s), 0 or more.
    pub speed: f32,
    /// Length of the step (s), above 0.
    pub dt: f32,
}

pub use alignment::alignment;
pub use arrive::arrive;
pub use cohesion::cohesion;
pub use evade::evade;
pub use flee::flee;
pub use follow_path::{FollowPath, PathProgress};
pub use hide::hide;
pub use interpose::interpose;
pub use leader::FollowLeader;
pub use neighbor::{Neighbor, parting_direction};
pub use offset_pursuit::offset_pursuit;
pub use pursue::{predicted_position, pursue};
pub use queue::queue;
pub use seek::seek;
pub use separation::separation;
pub use wander::Wander;
