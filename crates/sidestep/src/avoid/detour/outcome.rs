//! What is asked of a detour, and what it answers.

use glam::Vec2;

use super::{Barrier, Blocker};
use crate::geometry::Side;

/// A query for a detour.
#[derive(Clone, Copy, Debug)]
pub struct DetourQuery<'a> {
    /// Where the body is (m).
    pub from: Vec2,
    /// Where it wants to go (m).
    pub to: Vec2,
    /// Its radius (m), 0 or more.
    pub radius: f32,
    /// What may be in the way, in an order that doesn't depend on chance. Each method says how far
    /// around the query it looks.
    pub barriers: &'a [Barrier<'a>],
    /// Whether permanent barriers that close the straight way are gone round as well. Otherwise
    /// only temporary ones are, and walls that one comes behind on a way round those.
    pub walls_too: bool,
}

/// What a detour came to.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(tag = "outcome", rename_all = "kebab-case"))]
pub enum Outcome {
    /// Nothing temporary is in the way: go straight.
    Clear,
    /// There is a way round.
    Around {
        /// Where to go straight now (m): nothing is touched on the way there.
        sub_goal: Vec2,
        /// The side on which the cluster is passed.
        side: Side,
        /// The cluster in the way: its lowest member.
        cluster: Blocker,
        /// Length of the whole way to the goal (m), along the outlines.
        length: f32,
    },
    /// There is no way round within the neighbourhood.
    Blocked {
        /// The cluster in the way: its lowest member.
        cluster: Blocker,
        /// What closes it.
        closed_by: ClosedBy,
    },
}

/// What closes the ways round a cluster.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClosedBy {
    /// Temporary obstacles alone: a ring around the agent or around the goal.
    Ring,
    /// Temporary obstacles and a wall that ends the way round them, one of those that do; or walls
    /// alone, of which it is one.
    Wall {
        /// The wall.
        wall: Blocker,
    },
    /// There may be a way, but it leaves the neighbourhood that is looked at.
    Neighborhood,
    /// The search was given up after the most ways that may be looked at.
    Effort,
}

/// The answer to a query for a detour.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct DetourAnswer {
    /// What it came to.
    pub outcome: Outcome,
    /// The goal (m), or the nearest free place to it if it is inside something.
    pub goal: Vec2,
    /// Whether the goal had to be moved.
    pub goal_moved: bool,
    /// The nearest free place (m), for an agent that is inside something: it goes there first, and
    /// the way begins there.
    pub way_out: Option<Vec2>,
    /// Whether the whole way is free. If not, the rounds were used up: the part up to the sub-goal
    /// is free, and the rest is looked at again from there.
    pub converged: bool,
    /// How many rounds it took, 0 if the straight way is free.
    pub rounds: u32,
    /// How far one can go straight towards the goal (m): to the first obstacle that counts, or all
    /// the way.
    pub free: f32,
}

impl DetourAnswer {
    /// The answer that the straight way is free.
    #[must_use]
    pub fn clear(query: &DetourQuery<'_>) -> Self {
        let DetourQuery { from, to, .. } = *query;
        Self {
            outcome: Outcome::Clear,
            goal: to,
            goal_moved: false,
            way_out: None,
            converged: true,
            rounds: 0,
            free: from.distance(to),
        }
    }
}

/// The side on which an agent goes round a cluster; kept by the caller between queries. As long as
/// there is one, the agent is on a way round, and goes round walls that it comes behind on it, too.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct DetourMemory {
    /// The side, and what was met first of the cluster that it was chosen for.
    pub chosen: Option<(Side, Blocker)>,
}

/// In text an object whose key `kind` says what it is; formats that aren't for people, which may
/// not tell an object's keys before its values, have an enum.
#[cfg(feature = "serde")]
mod serial {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use super::{Blocker, ClosedBy};

    #[derive(Serialize, Deserialize)]
    #[serde(remote = "ClosedBy", tag = "kind", rename_all = "kebab-case")]
    enum Text {
        Ring,
        Wall { wall: Blocker },
        Neighborhood,
        Effort,
    }

    #[derive(Serialize, Deserialize)]
    #[serde(remote = "ClosedBy")]
    enum Binary {
        Ring,
        Wall { wall: Blocker },
        Neighborhood,
        Effort,
    }

    impl Serialize for ClosedBy {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            if serializer.is_human_readable() {
                Text::serialize(self, serializer)
            } else {
                Binary::serialize(self, serializer)
            }
        }
    }

    impl<'de> Deserialize<'de> for ClosedBy {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            if deserializer.is_human_readable() {
                Text::deserialize(deserializer)
            } else {
                Binary::deserialize(deserializer)
            }
        }
    }
}
