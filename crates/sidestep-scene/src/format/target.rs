//! Points that move and can be goals.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::names::Name;
use super::number::Speed;
use super::serial::is_false;
use super::shape::Polyline;

/// A point that moves along a path at a steady speed, such as the one that the zombies seek.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Target {
    /// Name for goals and behaviours to refer to.
    pub name: Name,
    /// Points of the path (m), at least two; it starts at the first.
    pub path: Polyline,
    /// Speed along the path (m/s).
    pub speed: Speed,
    /// Whether the path leads back to its start and round again. If not, the target stops at the end.
    #[serde(default, skip_serializing_if = "is_false")]
    pub closed: bool,
}
