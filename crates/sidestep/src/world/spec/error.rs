use thiserror::Error;

use crate::motion::BodyError;
use crate::space::TopologyError;
use crate::walker::AgentId;

/// Why the world refuses something. Nothing has changed then.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum WorldError {
    /// The body of an agent doesn't make sense.
    #[error("body: {0}")]
    Body(#[from] BodyError),
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
    /// A number is out of its range.
    #[error("{name} is {value}; it must be {range}")]
    OutOfRange {
        /// What the number is.
        name: &'static str,
        /// The number given.
        value: f64,
        /// The range in words.
        range: &'static str,
    },
}

/// Refuses a number that isn't finite and above 0.
pub(in crate::world) fn check_positive(name: &'static str, value: f32) -> Result<(), WorldError> {
    if value.is_finite() && value > 0.0 {
        return Ok(());
    }
    Err(WorldError::OutOfRange {
        name,
        value: f64::from(value),
        range: "a finite number above 0",
    })
}

/// Refuses a number that isn't finite and 0 or more.
pub(in crate::world) fn check_not_negative(
    name: &'static str,
    value: f32,
) -> Result<(), WorldError> {
    if value.is_finite() && value >= 0.0 {
        return Ok(());
    }
    Err(WorldError::OutOfRange {
        name,
        value: f64::from(value),
        range: "a finite number, 0 or more",
    })
}

/// Refuses a vector that isn't finite.
pub(in crate::world) fn check_finite(
    name: &'static str,
    value: glam::Vec2,
) -> Result<(), WorldError> {
    let bad = [value.x, value.y]
        .into_iter()
        .find(|part| !part.is_finite());
    bad.map_or(Ok(()), |part| {
        Err(WorldError::OutOfRange {
            name,
            value: f64::from(part),
            range: "finite",
        })
    })
}
