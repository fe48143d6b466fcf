//! Changes to the parameters of the avoidance methods.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::agent_parameters::{
    AnticipatoryOverrides, OrcaOverrides, SamplingOverrides, UnalignedOverrides,
};
use super::number::{Distance, Force, Length, Seconds};

/// Changes to the parameters of the avoidance methods, one table a method. What isn't given follows
/// from the agent's radius.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct ParameterOverrides {
    /// Look-ahead avoidance of obstacles.
    #[serde(skip_serializing_if = "LookAheadOverrides::is_empty")]
    pub look_ahead: LookAheadOverrides,
    /// The default avoidance of others.
    #[serde(skip_serializing_if = "SamplingOverrides::is_empty")]
    pub sampling: SamplingOverrides,
    /// The method `orca`.
    #[serde(skip_serializing_if = "OrcaOverrides::is_empty")]
    pub orca: OrcaOverrides,
    /// The method `anticipatory`.
    #[serde(skip_serializing_if = "AnticipatoryOverrides::is_empty")]
    pub anticipatory: AnticipatoryOverrides,
    /// The tutorial's avoidance of others.
    #[serde(skip_serializing_if = "UnalignedOverrides::is_empty")]
    pub unaligned: UnalignedOverrides,
}

impl ParameterOverrides {
    /// Whether nothing is changed.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// Parameters of look-ahead avoidance.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct LookAheadOverrides {
    /// Least distance (m) that it looks ahead.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub distance: Option<Length>,
    /// Time (s) that it looks ahead.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub horizon: Option<Seconds>,
    /// Free gap (m) that it keeps from obstacles.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub margin: Option<Distance>,
    /// Largest avoidance force (N).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_force: Option<Force>,
}

impl LookAheadOverrides {
    /// Whether nothing is changed.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}
