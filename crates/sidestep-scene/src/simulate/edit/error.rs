//! Why a change is refused, and how much may be inserted.

use sidestep::world::WorldError;

use super::super::SimulationError;
use crate::format::number::OutOfRange;
use crate::format::{SceneError, ShapeError};

/// Most agents that may be in a scene for another to be inserted while it runs.
pub const MOST_AGENTS: usize = 200_000;

/// Most walls, and most obstacles, that may be in a scene for another to be inserted while it runs.
pub const MOST_SHAPES: usize = 50_000;

/// Largest size of an inserted wall or obstacle (m).
pub(super) const LARGEST_SHAPE: f64 = 10_000.0;

/// Why a change is refused. Nothing has changed then.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum EditError {
    /// There is no such thing.
    #[error("there is no {what} {index}; there are {count}, counted from 0")]
    NoSuch {
        /// Its kind.
        what: &'static str,
        /// The index given.
        index: usize,
        /// How many there are.
        count: usize,
    },
    /// It was there, but isn't any more.
    #[error("{what} {index} isn't there any more; choose one that is")]
    Gone {
        /// Its kind.
        what: &'static str,
        /// The index given.
        index: usize,
    },
    /// A number is out of its range.
    #[error("{what} {source}")]
    Number {
        /// What the number is about.
        what: &'static str,
        /// How it is out of range.
        source: OutOfRange,
    },
    /// Points don't make the shape that they should.
    #[error("{what}: {source}")]
    Shape {
        /// What the points should make.
        what: &'static str,
        /// What is wrong with them.
        source: ShapeError,
    },
    /// A shape is larger than makes sense.
    #[error("{what} is {size:.0} m across; make it smaller than {LARGEST_SHAPE:.0} m")]
    TooLarge {
        /// Its kind.
        what: &'static str,
        /// From one end to the other (m).
        size: f64,
    },
    /// There are too many already.
    #[error(
        "there are too many {what} already; at most {MOST_AGENTS} agents and {MOST_SHAPES} of anything else can be \
         there while a scene runs"
    )]
    TooMany {
        /// Their kind.
        what: &'static str,
    },
    /// A place on a level would need a height.
    #[error(
        "{what} on a level isn't possible while it runs, as a place there has a height, too; change the scene, \
         and run that"
    )]
    OnLevel {
        /// What was to be done.
        what: &'static str,
    },
    /// The engine refuses it.
    #[error(transparent)]
    Engine(#[from] SimulationError),
    /// The values of the scene don't fit together.
    #[error(transparent)]
    Scene(#[from] SceneError),
}

impl From<WorldError> for EditError {
    fn from(error: WorldError) -> Self {
        Self::Engine(error.into())
    }
}
