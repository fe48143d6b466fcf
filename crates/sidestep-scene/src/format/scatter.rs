//! Obstacles with a random place.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::amount::Amount;
use super::number::{Count, Distance, Length};
use super::serial::is_false;
use super::shape::Region;

/// Obstacles at random places of a region. They are placed before the agents, which then keep off
/// them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Scatter {
    /// How many.
    pub count: Count,
    /// Radius (m), or `{ min, max }` to draw it for each. A box has this half-diagonal.
    pub radius: Amount<Length>,
    /// Where: each obstacle lies wholly inside.
    pub region: Region,
    /// Smallest free gap (m) to any other obstacle, to walls and to the edges of a walled world.
    #[serde(default = "no_gap")]
    pub gap: Distance,
    /// Free distance (m) to given starts and goals and to the paths of moving targets. Given starts
    /// and goals are kept clear by an agent's radius in any case.
    #[serde(default = "no_gap")]
    pub keep_clear: Distance,
    /// What to place.
    #[serde(default)]
    pub shape: ScatterShape,
    /// Whether they are temporary (crates) instead of part of the level.
    #[serde(default, skip_serializing_if = "is_false")]
    pub temporary: bool,
}

/// Shape of scattered obstacles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ScatterShape {
    /// Discs.
    #[default]
    Circle,
    /// Squares, each turned at random.
    Box,
}

fn no_gap() -> Distance {
    Distance::clamped(0.0)
}
