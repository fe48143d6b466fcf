//! Length of the ways walked against the straight ones.

use super::arrival::Trip;
use super::edges::Edges;
use super::entry::distance_to_box;
use crate::recording::{AgentSetting, GoalSetting};
use glam::DVec2;

/// Ways shorter than this (m) have no meaningful ratio.
const SHORTEST_WAY: f64 = 1e-3;

/// How much longer than needed the ways were.
///
/// `mean_path_ratio` is the mean, over agents that arrived, of the length walked from the first
/// frame to the arrival, over the shortest length as if there were no obstacles, walls and other
/// agents: straight from the start to the points (or the middles of the regions) of its goals in
/// order, where the last leg ends at the edge of the goal, so at its radius from the point or with
/// the disc touching the region. On a torus each leg is the shortest. Who cuts the corners at goals
/// on the way can get below 1. Agents with moving goals, agents that were put elsewhere on their
/// way, and agents that started at their goal don't count. The length is that of the line through
/// the positions of the frames.
pub(super) fn mean_path_ratio(
    agents: &[AgentSetting],
    trips: &[Trip],
    edges: &Edges,
) -> Option<f64> {
    super::mean(agents.iter().zip(trips).filter_map(|(agent, trip)| {
        let (_, start) = trip.began?;
        if trip.arrived.is_none() || trip.displaced {
            return None;
        }
        let shortest = shortest_length(agent, start, edges)?;
        (shortest > SHORTEST_WAY).then(|| trip.walked / shortest)
    }))
}

/// Length of the way to the goals in a world without obstacles (m); `None` if a goal moves.
fn shortest_length(agent: &AgentSetting, start: DVec2, edges: &Edges) -> Option<f64> {
    let mut length = 0.0;
    let mut from = start;
    for (index, goal) in agent.goals.iter().enumerate() {
        let (middle, half, radius) = match *goal {
            GoalSetting::Point { point, radius } => {
                (point.as_dvec2(), DVec2::ZERO, f64::from(radius))
            }
            GoalSetting::Region { min, max } => {
                let (min, max) = (min.as_dvec2(), max.as_dvec2());
                (
                    (min + max) * 0.5,
                    (max - min) * 0.5,
                    f64::from(agent.radius),
                )
            }
            GoalSetting::Target { .. } | GoalSetting::Agent { .. } => return None,
        };
        let leg = edges.shortest(middle - from);
        length += if index + 1 == agent.goals.len() {
            (distance_to_box(leg, half) - radius).max(0.0)
        } else {
            leg.length()
        };
        from = middle;
    }
    Some(length)
}
