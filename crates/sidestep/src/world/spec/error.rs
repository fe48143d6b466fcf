//! Why the world refuses something.

use thiserror::Error;

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
    /// There is no such obstacle, wall or marker.
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
    /// An agent would be put where numbers are too far apart for its body.
    #[error("position of body: {0}")]
    TooFarOut(#[from] TooFarOut),
}
