//! The figures of a run.

use serde::{Deserialize, Serialize};

/// The figures of a run, as they stand in `summary.json`, in this order.
///
/// A figure that doesn't exist, such as the mean travel time when nobody arrived, is `None` and
/// `null` in JSON. All others are finite numbers.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Summary {
    /// Name of the scene.
    pub scene: String,
    /// Name of the avoidance method.
    pub method: String,
    /// Seed of every random choice.
    pub seed: u64,
    /// Agents of the setting.
    pub agents: u64,
    /// Time step (s).
    pub dt: f64,
    /// Number of the last step.
    pub steps: u64,
    /// Simulated time from the first frame to the last (s).
    pub sim_seconds: f64,
    /// Agents that reached their last goal at any time; the motion within each step is followed.
    pub arrived: u64,
    /// Agents that at the end have arrived neither at their goal nor near it, and got no farther than their radius in the last 5
    /// s.
    pub stuck: u64,
    /// Agents that the engine reports as blocked at the end.
    pub blocked: u64,
    /// Mean time from an agent's first frame in the world to its arrival (s), over those that
    /// arrived.
    pub mean_travel_seconds: Option<f64>,
    /// Time of the run at which the last of the agents that arrived did (s).
    pub last_arrival_seconds: Option<f64>,
    /// Mean of the walked length over the shortest length as if there were no obstacles, over
    /// agents with fixed goals that arrived.
    pub mean_path_ratio: Option<f64>,
    /// Distinct pairs of agents that ever overlapped by more than 1 mm.
    pub agent_overlaps: u64,
    /// Time that pairs of agents overlapped by more than 1 mm, summed over the pairs (s).
    pub overlap_pair_seconds: f64,
    /// Largest overlap of two agents (m); exactly 0 if it is below a micrometre.
    pub max_overlap_m: f64,
    /// Distinct pairs of agent and obstacle that overlapped by more than 1 mm anywhere on the way.
    pub obstacle_overlaps: u64,
    /// Largest depth of an agent in an obstacle anywhere on its way (m); exactly 0 below a
    /// micrometre.
    pub max_obstacle_overlap_m: f64,
    /// Distinct pairs of agent and wall that overlapped by more than 1 mm anywhere on the way.
    pub wall_contacts: u64,
    /// Largest depth of an agent in a wall anywhere on its way (m); exactly 0 below a micrometre.
    pub max_wall_penetration_m: f64,
    /// Agents whose centre touched or crossed a wall, or lay outside a walled world, at any time.
    pub escaped: u64,
    /// Mean size of the turn rate of moving agents (rad/s).
    pub mean_abs_turn_rate: Option<f64>,
    /// Turns to the other side within 0.5 s, per minute that an agent moves.
    pub direction_flips_per_minute: Option<f64>,
    /// Mean energy that a person of the agent's mass would have spent until the arrival (J).
    pub energy_j: Option<f64>,
    /// SteerBench's `composite02`, brought to its 20 steps per second. Lower is better.
    pub steerbench_score: Option<f64>,
    /// Time that the run took on the clock (s).
    pub wall_seconds: f64,
    /// Steps of single agents in the world per second on the clock; `None` if no time was measured.
    pub agent_steps_per_second: Option<f64>,
    /// Hash of the raw bits of every position and velocity: see
    /// [`TrajectoryHash`](super::TrajectoryHash).
    pub trajectory_hash: String,
    /// Steps of single agents: over all steps, the agents that were in the world before it.
    pub agent_steps: u64,
    /// Agents that the engine ever reported as blocked.
    pub blocked_ever: u64,
    /// Time that agents were reported as blocked, added up (s).
    pub blocked_agent_seconds: f64,
    /// How often agents changed the side on which they pass a temporary obstacle or somebody who
    /// stands.
    pub side_changes: u64,
    /// The most such changes of one agent at one obstacle.
    pub max_side_changes_per_obstacle: u64,
    /// Agents that left the world with a goal unreached.
    pub lost: u64,
    /// Time that agents spent in obstacles, added up over the pairs (s).
    pub obstacle_overlap_pair_seconds: f64,
    /// Agents, obstacles and moving targets with a figure that was ever not a finite number. An
    /// agent without a finite position counts as absent.
    pub non_finite: u64,
    /// Agents that never reached their last goal, as others who rest there keep them from it, and
    /// that have come as near as they can.
    pub arrived_near: u64,
    /// Pairs of agents that overlapped by more than 1 mm before the first step: where the scene has put
    /// them.
    pub start_overlaps: u64,
}

impl Summary {
    /// Sets the time that the run took on the clock (s), and with it the speed.
    pub fn set_wall_seconds(&mut self, wall_seconds: f64) {
        let measured = wall_seconds.is_finite() && wall_seconds > 0.0;
        self.wall_seconds = if measured { wall_seconds } else { 0.0 };
        self.agent_steps_per_second = measured
            .then(|| self.agent_steps as f64 / wall_seconds)
            .filter(|speed| speed.is_finite());
    }
}
