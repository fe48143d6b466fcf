//! Placement: makes a [`Layout`] of a scene, in which nothing is left to chance or to names.
//!
//! Everything random comes from the scene's seed, through a generator that is part of this crate (see
//! [`random`]) and gives the same numbers everywhere. Each obstacle, agent, start and goal draws from a
//! stream of its own. So another number of agents leaves the obstacles and the agents before as they
//! are, except where a place is no longer free.
//!
//! The order: listed obstacles, scattered obstacles, agents with given starts, agents with random
//! starts, random goals. What is placed keeps off what was placed before; a place is drawn anew until
//! it is free, up to [`MOST_TRIES`] times.

mod agents;
mod clearing;
mod goals;
mod layout;
mod layout_agent;
mod layout_behavior;
mod layout_obstacle;
mod obstacles;
pub mod random;
mod track;

pub use goals::GoalDrawer;
pub(crate) use goals::towards_first_goal;
pub use layout::{Layout, LayoutGroup, LayoutTarget};
pub use layout_agent::{LayoutAgent, LayoutGoal, LayoutGoalKind};
pub use layout_behavior::{Aim, LayoutBehavior, LayoutBehaviorKind};
pub use layout_obstacle::{LayoutObstacle, Motion};
pub(crate) use obstacles::wall_pieces;
pub use track::Track;

/// How often a place is drawn anew before the scene counts as full. Discs thrown at random cover up to
/// some 50 % of a region with this many tries.
pub const MOST_TRIES: usize = 2000;
