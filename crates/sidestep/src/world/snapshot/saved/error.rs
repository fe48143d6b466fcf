//! Why a saved world isn't loaded.

use thiserror::Error;

use super::SAVED_FORMAT;
use crate::formation::FormationId;
use crate::geometry::ShapeError;
use crate::range::OutOfRange;
use crate::space::TopologyError;
use crate::walker::AgentId;

/// Why a saved world isn't loaded.
#[derive(Clone, Debug, Error, PartialEq)]
#[non_exhaustive]
pub enum LoadError {
    /// These aren't the bytes of a saved world at all.
    #[error("this isn't a saved world: it doesn't begin as one; give what `to_bytes` has written")]
    NotAWorld,
    /// It was saved in a format that this version doesn't read.
    #[error(
        "the world was saved in format {found}, and this version of Sidestep reads format {}; load \
         it with the version that has saved it",
        SAVED_FORMAT
    )]
    Format {
        /// The format found.
        found: u32,
    },
    /// Bytes are missing at the end, or there are too many.
    #[error(
        "the saved world has {found} bytes, and its head says {expected}; it was cut off or added \
         to: take another copy"
    )]
    Length {
        /// How many bytes there are after the head.
        found: u64,
        /// How many there should be.
        expected: u64,
    },
    /// The bytes aren't those that were written.
    #[error("the saved world is damaged: its checksum is wrong; take another copy")]
    Checksum,
    /// The bytes can't be read as a world, though they are those that were written.
    #[error("the saved world can't be read: {message}")]
    Unreadable {
        /// What the format says.
        message: String,
    },
    /// A number is out of its range. Its name says of what it is.
    #[error("the saved world is wrong: {0}")]
    OutOfRange(#[from] OutOfRange),
    /// The wrapping box doesn't make sense.
    #[error("the saved world is wrong: {0}")]
    Topology(#[from] TopologyError),
    /// A shape doesn't make sense.
    #[error("the saved world is wrong: {what}: {source}")]
    Shape {
        /// Of what.
        what: String,
        /// Why.
        source: ShapeError,
    },
    /// Ids aren't in order, or are there twice.
    #[error("the saved world is wrong: {what} {id} is there twice or out of order")]
    Order {
        /// What has these ids.
        what: &'static str,
        /// The first that isn't above the one before.
        id: u64,
    },
    /// Something is named that isn't there.
    #[error("the saved world is wrong: {by} names {what} {id}, which isn't there")]
    NoSuch {
        /// What kind of thing.
        what: &'static str,
        /// Its id or index.
        id: u64,
        /// What names it.
        by: String,
    },
    /// Slots aren't dealt to each member once.
    #[error("the saved world is wrong: the slots of {formation} aren't one for each member")]
    Slots {
        /// Whose.
        formation: FormationId,
    },
    /// An agent has a slot, and no formation has it as a member.
    #[error("the saved world is wrong: {agent} has a slot and is in no formation")]
    NotInFormation {
        /// Who.
        agent: AgentId,
    },
    /// What can be walked round can't have come to this.
    #[error("the saved world is wrong: its obstacles don't fit what is known of their clusters")]
    Clusters,
    /// It has walkable space, and that wasn't handed over.
    #[error(
        "the saved world has walkable space with the key {key:016x}, which isn't at hand; hand over \
         the `NavMeshes` of that key"
    )]
    NoWalkable {
        /// The key of the ground.
        key: u64,
    },
    /// Walkable space was handed over that has another key.
    #[error(
        "the saved world has walkable space with the key {key:016x}, and the one handed over has \
         {found:016x}: its ground has changed since"
    )]
    OtherWalkable {
        /// The key of the ground.
        key: u64,
        /// That of what was handed over.
        found: u64,
    },
    /// It has walkable space, for which this build has no code.
    #[error("the saved world has walkable space; build Sidestep with the feature `nav` to load it")]
    NoNav,
    /// The walkable space handed over can't be baked for an agent any more.
    #[cfg(feature = "nav")]
    #[error("the walkable space of the saved world: {0}")]
    Walkable(#[from] crate::nav::NavError),
    /// An agent has a method of one's own that wasn't handed over.
    #[error("{agent} has the method `{name}` of its own, which isn't at hand; hand it over")]
    NoMethod {
        /// Whose.
        agent: AgentId,
        /// Its name.
        name: String,
    },
    /// A method was handed over that has another name.
    #[error("{agent} has the method `{name}` of its own, and the one handed over is `{found}`")]
    OtherMethod {
        /// Whose.
        agent: AgentId,
        /// Its name.
        name: String,
        /// The name of what was handed over.
        found: String,
    },
}

/// Refuses ids that aren't each above the one before.
pub(super) fn in_order(
    what: &'static str,
    ids: impl Iterator<Item = u64>,
) -> Result<(), LoadError> {
    let mut last = None;
    for id in ids {
        if last.is_some_and(|last| last >= id) {
            return Err(LoadError::Order { what, id });
        }
        last = Some(id);
    }
    Ok(())
}
