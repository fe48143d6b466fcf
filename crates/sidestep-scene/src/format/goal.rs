//! What an agent has to reach.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::names::Name;
use super::number::{Distance, Length, Seconds, Speed};
use super::shape::{Direction, Point, Region};

/// A goal. Needs exactly one of `point`, `offset`, `mirror`, `region`, `random`, `target`, `agent`,
/// `flee`, `flee_agent`, `direction` and `idle`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Goal {
    /// Reach this point (m).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub point: Option<Point>,
    /// Reach the start plus this offset (m).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub offset: Option<Point>,
    /// Reach the point opposite to the start, seen from this centre (m).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mirror: Option<Point>,
    /// Touch this box.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub region: Option<Region>,
    /// Reach a random point of this box, free of obstacles.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub random: Option<Region>,
    /// Reach the moving target of this name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub target: Option<Name>,
    /// Reach the first agent of the group of this name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub agent: Option<Name>,
    /// Get at least `distance` away from this point (m).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub flee: Option<Point>,
    /// Get at least `distance` away from the first agent of the group of this name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub flee_agent: Option<Name>,
    /// Go this way, for `time_limit` or for ever.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub direction: Option<Direction>,
    /// Stay put for this time (s).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub idle: Option<Seconds>,
    /// With `region`: the point (m) to head for. When absent, the nearest point of the box.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub aim: Option<Point>,
    /// With `point`, `offset`, `mirror`, `random`, `target` and `agent`: arrived when its centre is
    /// this near (m). When absent 0.5; with `agent`, when the bodies are 0.1 m apart.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub radius: Option<Length>,
    /// With `flee` and `flee_agent`: how far is far enough (m). When absent, it flees for
    /// `time_limit` or for ever.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub distance: Option<Distance>,
    /// Speed to go at on the way to this goal (m/s). When absent, the agent's `speed`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub speed: Option<Speed>,
    /// After this time (s) the goal is given up for the next one. When absent, never.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time_limit: Option<Seconds>,
}

impl Goal {
    /// A fixed point.
    pub fn at(point: Point) -> Self {
        Self {
            point: Some(point),
            ..Self::default()
        }
    }
}
