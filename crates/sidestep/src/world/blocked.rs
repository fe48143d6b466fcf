use glam::Vec2;

use super::AgentId;
use crate::avoid::detour::{Blocker, ClosedBy};
use crate::range::{Parameter, Parameters, Range};

/// An agent that finds no way, for a game to answer: break something, let it jump, let it wait, send it elsewhere.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct BlockedAgent {
    /// Who.
    pub agent: AgentId,
    /// Since when (s of simulated time).
    pub since: f64,
    /// The temporary obstacles and standing agents of the cluster that blocks it, in order: with one of them gone there may
    /// be a way.
    pub by: Vec<Blocker>,
    /// What closes the ways round the cluster.
    pub closed_by: ClosedBy,
    /// Where it wants to go (m).
    pub goal: Vec2,
}

/// What a game tells a blocked agent to do.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(tag = "answer", rename_all = "kebab-case"))]
pub enum BlockedAnswer {
    /// Stand for so many seconds before it is listed as blocked again. It still goes on at once when the way is free.
    Wait {
        /// For how long (s), 0 or more.
        seconds: f32,
    },
    /// Take the passage as closed and look for another path through walkable space.
    Replan,
    /// Walk to one point, then go over or through everything to another, and on from there.
    Jump(Link),
}

/// A way that isn't walked: over a crate, down a ledge. While it is on it, nothing stops an agent, and nobody has to be avoided.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Link {
    /// Where it begins (m), finite.
    pub from: Vec2,
    /// Where it ends (m), finite. An agent that would come down inside something comes down at the nearest free place.
    pub to: Vec2,
    /// How long it takes (s), above 0.
    pub seconds: f32,
}

impl Parameters for BlockedAnswer {
    fn parameters(&mut self) -> Vec<Parameter<'_>> {
        match self {
            Self::Wait { seconds } => {
                vec![Parameter::new("seconds", seconds, Range::AtLeast(0.0))]
            }
            Self::Replan => Vec::new(),
            Self::Jump(link) => link.parameters(),
        }
    }
}

impl Parameters for Link {
    fn parameters(&mut self) -> Vec<Parameter<'_>> {
        let Self { from, to, seconds } = self;
        vec![
            Parameter::new("from", from, Range::Finite),
            Parameter::new("to", to, Range::Finite),
            Parameter::new("seconds", seconds, Range::AboveZero),
        ]
    }
}

/// What a blocked agent does as long as nobody answers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum WhenBlocked {
    /// Takes another path through walkable space if there is one, and waits otherwise.
    #[default]
    Replan,
    /// Waits.
    Wait,
    /// Goes on as if nothing were there: it stops in front of the obstacle.
    Press,
}

/// How an agent gets from where it is to its goal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Route {
    /// Straight: the caller's own path finding gives it corners as goals, or as a path to follow.
    #[default]
    Straight,
    /// Along a path through the world's walkable space.
    Walkable,
}
