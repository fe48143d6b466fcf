//! Test episodes of CrowdNav (Chen, Liu, Kreiss and Alahi 2019, <https://github.com/vita-epfl/CrowdNav>): a robot crosses
//! a few walkers.
//!
//! CrowdNav draws its episodes from a seed in NumPy. Here they are read as drawn, from a table with
//! a line a walker: `case,seed,human,px,py,gx,gy`, the start and the goal in metres.
//! [`parse_episodes`] reads it, [`parse_environment`] the `env.config` that says the rest, [`load`]
//! a table with the `env.config` beside it. What becomes of an episode is for
//! [`score`](crate::score::crowdnav) to say.

mod environment;
mod episodes;
#[cfg(test)]
mod hostile_tests;
mod load;

pub use environment::{Environment, parse_environment};
pub use episodes::{Episode, Walk, parse_episodes};
pub use load::{ENVIRONMENT_FILE, EpisodeFile, load};
