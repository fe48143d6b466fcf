//! Agents that find no way, and what a game may answer.

use glam::Vec2;

use crate::avoid::detour::{Blocker, ClosedBy};
use crate::range::{Parameter, Parameters, Range};
use crate::walker::AgentId;

/// An agent that finds no way, for a game to answer: break something, let it jump, let it wait,
/// send it elsewhere.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct BlockedAgent {
    /// Who.
    pub agent: AgentId,
    /// Since when (s of simulated time).
    pub since: f64,
    /// What closes its way, in order: with any one of them gone there is a way. Where no single one
    /// opens it, those that must all go. Where several closed rows part it from its goal, those of
    /// the first row, with which gone it gets to the next. Walls are among them only where they hold
    /// it up. Where standing agents block it, or the search for a way was given up, the cluster that
    /// it meets first: with one of them gone there may be a way.
    pub by: Vec<Blocker>,
    /// What closes the ways round the cluster.
    pub closed_by: ClosedBy,
    /// Where it wants to go (m).
    pub goal: Vec2,
    /// Where the case could be resolved (m): the place on what closes its way that is nearest to it,
    /// to kick at, to break through or to jump from. `None` if nothing of that is there any more.
    pub place: Option<Vec2>,
    /// The place past all that closes its way, straight towards its goal (m), with room for its body:
    /// where a jump or a teleport may lead. Whether something else stands there isn't looked at.
    pub beyond: Option<Vec2>,
}

/// What a game tells a blocked agent to do.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(tag = "answer", rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum BlockedAnswer {
    /// Stand for so many seconds before it is listed as blocked again. It still goes on at once
    /// when the way is free.
    Wait {
        /// For how long (s), 0 or more.
        seconds: f32,
    },
    /// Take the passage as closed and look for another path through walkable space.
    Replan,
}

impl Parameters for BlockedAnswer {
    fn parameters(&mut self) -> Vec<Parameter<'_>> {
        match self {
            Self::Wait { seconds } => {
                vec![Parameter::new("seconds", seconds, Range::AtLeast(0.0))]
            }
            Self::Replan => Vec::new(),
        }
    }
}
