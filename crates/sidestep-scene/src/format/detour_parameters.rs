//! Changes to the parameters of the ways round temporary obstacles.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::number::{Count, Distance, Length, Margin, Rounds};

/// Parameters of the ways round temporary obstacles and agents that stand still.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct DetourOverrides {
    /// Distance kept from what is passed, besides the radius (m). A gap that is narrower than the body and
    /// twice this counts as closed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clearance: Option<Distance>,
    /// How far from the straight way to the goal obstacles are looked at, and how far a detour may go (m).
    /// Larger finds the way out of deeper dead ends, and costs more. With `local-grid`: how far the grid reaches.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub neighborhood: Option<Length>,
    /// How often the way is looked at again with the clusters that it met taken in.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rounds: Option<Rounds>,
    /// By which share the way on the other side must be shorter to change sides, or with `classic-detour` to
    /// leave its favoured side.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub side_margin: Option<Margin>,
    /// How many places to turn at are looked at most, by the default.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub most_turns: Option<Count>,
}

impl DetourOverrides {
    /// Whether nothing is changed.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}
