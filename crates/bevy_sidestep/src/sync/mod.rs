//! What happens in a tick, in this order: components go into the mirrors (`worlds`, `agents`,
//! `goals`, `obstacles`, `links`), the worlds `step`, transforms and states are written (`write_back`),
//! and events are told (`report`).

mod agents;
mod drive;
mod goals;
mod links;
mod obstacles;
mod report;
mod step;
mod worlds;
mod write_back;

pub(crate) use agents::{meet_agents, number_rows};
pub(crate) use goals::meet_goals;
pub(crate) use links::meet_links;
pub(crate) use obstacles::meet_obstacles;
pub(crate) use report::report;
pub(crate) use step::step;
#[cfg(feature = "nav")]
pub(crate) use worlds::meet_walkable;
pub(crate) use worlds::meet_worlds;
pub(crate) use write_back::write_back;
