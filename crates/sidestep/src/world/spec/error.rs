//! Why the world refuses something.

use thiserror::Error;

use crate::formation::FormationId;
use crate::range::{OutOfRange, TooFarOut};
use crate::space::TopologyError;
use crate::walker::AgentId;

/// Why the world refuses something. Nothing has changed then.
#[derive(Clone, Debug, Error, PartialEq)]
#[non_exhaustive]
pub enum WorldError {
    /// The wrapping box doesn't make sense.
    #[error(transparent)]
    Topology(#[from] TopologyError),
    /// The settings name another topology than the world has.
    #[error("a world keeps its topology; make another `World` for another one")]
    OtherTopology,
    /// The id is taken.
    #[error("{id} exists already; remove it first or give another id")]
    IdTaken {
        /// The id given.
        id: AgentId,
    },
    /// There is no such agent.
    #[error("there is no {id}")]
    NoSuchAgent {
        /// The id given.
        id: AgentId,
    },
    /// The agent is a member of a formation already.
    #[error("{agent} is in {formation} already; call `leave_formation` for it first")]
    InFormation {
        /// Whom a formation was to take in.
        agent: AgentId,
        /// The one that it is in.
        formation: FormationId,
    },
    /// The agent isn't a member of any formation.
    #[error("{agent} is in no formation; `formations` lists the members of all")]
    NotInFormation {
        /// Who was to leave.
        agent: AgentId,
    },
    /// A formation names an agent twice.
    #[error(
        "the formation names {agent} twice; name each member once, and its leader not among them"
    )]
    NamedTwice {
        /// Who is named twice.
        agent: AgentId,
    },
    /// There is no such obstacle, wall, marker or formation.
    #[error("there is no {what} {index}")]
    NoSuchThing {
        /// Its kind.
        what: &'static str,
        /// Its id.
        index: u32,
    },
    /// Walkable space can't be had for an agent.
    #[cfg(feature = "nav")]
    #[error("walkable space: {0}")]
    Walkable(#[from] crate::nav::NavError),
    /// A number is out of its range. Its name says of what it is: `period of behaviors[1]
    /// (wander)`.
    #[error(transparent)]
    OutOfRange(#[from] OutOfRange),
    /// What was decided elsewhere isn't for the agents of this world.
    #[cfg(feature = "postcard")]
    #[error(
        "what was decided elsewhere for agents in rows {start} to {end} can't be taken over: {what}; \
         let the same build of the same program run on all machines, with the same world"
    )]
    Decisions {
        /// The first of these rows.
        start: usize,
        /// The row after the last of them.
        end: usize,
        /// What is wrong.
        what: String,
    },
    /// An agent would be put where numbers are too far apart for its body.
    #[error("position of body: {0}")]
    TooFarOut(#[from] TooFarOut),
}
