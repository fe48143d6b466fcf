//! What the world keeps: agents, walls and obstacles, paths, and the index of who is where.

mod agent;
mod agents;
mod formations;
mod motion;
mod obstacles;
mod on_path;
#[cfg(not(feature = "nav"))]
#[path = "no_path.rs"]
mod path;
#[cfg(feature = "nav")]
mod path;
mod profiles;
#[cfg(not(feature = "nav"))]
#[path = "no_routes.rs"]
mod routes;
#[cfg(feature = "nav")]
mod routes;
mod senses;

pub(super) use agent::{Agent, FETCHED, touch};
pub(super) use agents::Agents;
pub(super) use formations::{Formations, Gone};
#[cfg(feature = "serde")]
pub(super) use motion::Motion;
#[cfg(feature = "serde")]
pub(super) use obstacles::KeptObstacle;
pub(super) use obstacles::Obstacles;
pub use on_path::OnPath;
#[cfg(feature = "serde")]
pub(super) use path::RouteMemory;
#[cfg(all(feature = "nav", feature = "serde"))]
pub(super) use path::{Edition, Path};
pub(super) use profiles::Profiles;
pub(super) use routes::Routes;
pub(super) use senses::{Marker, Picture, Senses, places_of};
