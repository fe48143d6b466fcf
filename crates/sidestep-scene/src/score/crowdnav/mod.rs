//! CrowdNav's test episodes, played by its rules: does the robot get through, and how fast?
//!
//! [`walkers`](Pedestrian) are driven by ORCA with CrowdNav's values; the robot is an agent of the
//! engine with any method ([`EngineRobot`]), or anything else that is a [`Robot`]. Success,
//! collision and timeout follow from positions alone.
//!
//! With the method `orca` the robot succeeds in 13 and 53 of the first hundred circle and square
//! crossings, where CrowdNav's own, which follows ORCA too, succeeds in 55 and 78. The same code does
//! both; what differs is what it is given. CrowdNav adds a centimetre to every radius (its robot without
//! that: 23 and 48, as many touch to within rounding), looks 5 s ahead and not 3 (its robot with 3 s: 20
//! and 80), and counts on the walkers for half of the work though they don't see it (with all of it: 33
//! and 81). Ours with that centimetre: 27 and 86.

mod episode;
mod figures;
mod robot;
mod rules;
#[cfg(test)]
mod tests;
mod walkers;

pub use episode::{Crossing, CrossingStep, EpisodeEnd, play, robot_way};
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
