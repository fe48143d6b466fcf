//! CrowdNav's test episodes, played by its rules: does the robot get through, and how fast?
//!
//! [`walkers`](Pedestrian) are driven by ORCA with CrowdNav's values; the robot is an agent of the
//! engine with any method ([`EngineRobot`]), or anything else that is a [`Robot`]. Success,
//! collision and timeout follow from positions alone.

mod episode;
mod figures;
mod robot;
mod rules;
#[cfg(test)]
mod tests;
mod walkers;

pub use episode::{EpisodeEnd, play, robot_way};
pub use figures::{Case, Figures, FileFigures, Shares};
pub use robot::{EngineRobot, Robot};
pub use rules::Outcome;
pub use walkers::Pedestrian;

use sidestep::world::WorldError;

use crate::import::crowdnav::{Environment, Episode};
use crate::method::Method;

/// The walkers of an episode before the first step.
pub fn pedestrians(episode: &Episode, environment: &Environment) -> Vec<Pedestrian> {
    let walks = episode.walkers.iter();
    walks
        .map(|walk| Pedestrian::at_start(walk, environment))
        .collect()
}

/// Plays an episode with an agent of the engine as the robot. The walkers see it if it is
/// `visible`.
///
/// # Errors
/// If the engine refuses what the environment says.
pub fn play_with(
    method: Method,
    environment: &Environment,
    episode: &Episode,
    visible: bool,
) -> Result<EpisodeEnd, WorldError> {
    let walkers = pedestrians(episode, environment);
    let mut robot = EngineRobot::new(method, environment, robot_way(environment), &walkers)?;
    play(environment, walkers, &mut robot, visible)
}
