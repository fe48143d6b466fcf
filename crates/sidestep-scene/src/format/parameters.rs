//! Changes to the parameters of the avoidance methods.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sidestep::avoid::look_ahead::LookAhead;

use super::agent_parameters::{
    AnticipatoryOverrides, OrcaOverrides, SamplingOverrides, UnalignedOverrides,
};
use super::number::{
    Acceleration, Count, Decay, Distance, FanAngle, Force, Length, Margin, Rounds, Seconds,
    WhiskerCount, set,
};
use super::serial::is_empty;

/// Changes to the parameters of the avoidance methods, one table a method. What isn't given follows
/// from the agent's radius.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct ParameterOverrides {
    /// Look-ahead avoidance of obstacles.
    #[serde(skip_serializing_if = "LookAheadOverrides::is_empty")]
    pub look_ahead: LookAheadOverrides,
    /// The whiskers of `hit-normal`, `additive` and `cross`, and what their hits do.
    #[serde(skip_serializing_if = "WallOverrides::is_empty")]
    pub walls: WallOverrides,
    /// The ways round temporary obstacles of `default`, `classic-detour` and `local-grid`.
    #[serde(skip_serializing_if = "DetourOverrides::is_empty")]
    pub detour: DetourOverrides,
    /// The default avoidance of others.
    #[serde(skip_serializing_if = "SamplingOverrides::is_empty")]
    pub sampling: SamplingOverrides,
    /// The method `orca`.
    #[serde(skip_serializing_if = "OrcaOverrides::is_empty")]
    pub orca: OrcaOverrides,
    /// The method `anticipatory`.
    #[serde(skip_serializing_if = "AnticipatoryOverrides::is_empty")]
    pub anticipatory: AnticipatoryOverrides,
    /// Classic unaligned avoidance of others (rocketman, 2010).
    #[serde(skip_serializing_if = "UnalignedOverrides::is_empty")]
    pub unaligned: UnalignedOverrides,
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
    /// Puts what is given in the place of the usual values.
    pub(crate) fn change(&self, parameters: &mut LookAhead) {
        set(&mut parameters.distance, self.distance);
        set(&mut parameters.horizon, self.horizon);
        set(&mut parameters.margin, self.margin);
    }
}

/// Parameters of wall avoidance with whiskers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct WallOverrides {
    /// Number of whiskers. One looks straight ahead; so does the middle one of an odd number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub count: Option<WhiskerCount>,
    /// Angle (rad) from straight ahead to the outermost whisker on either side.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub spread: Option<FanAngle>,
    /// Length (m) of a whisker straight ahead, from the agent's centre.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub length: Option<Length>,
    /// Length (m) of the outermost whiskers; those between have lengths between. When absent, as
    /// `length`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub side_length: Option<Length>,
    /// Radius (m) of the whiskers; 0 for rays.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub thickness: Option<Distance>,
    /// Which hits count when several whiskers hit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hits: Option<HitsThatCount>,
    /// With `hit-normal`: how far (m) from the wall the point is that the agent seeks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub offset: Option<Length>,
    /// Strength (m/s²) of a hit at any distance, without `-rising`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub acceleration: Option<Acceleration>,
    /// With `-rising`: a hit at 1 m has so much strength (m³/s²), one at 2 m a quarter of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub decay: Option<Decay>,
    /// With `-rising`: the largest strength (m/s²), however near the hit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cap: Option<Acceleration>,
}

/// Which hits count when several whiskers hit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum HitsThatCount {
    /// The nearest one.
    Nearest,
    /// All of them, added.
    Sum,
}

/// Parameters of the ways round temporary obstacles and agents that stand still.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct DetourOverrides {
    /// Distance kept from what is passed, besides the radius (m). A gap that is narrower than the
    /// body and twice this counts as closed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clearance: Option<Distance>,
    /// How far from the straight way to the goal obstacles are looked at, and how far a detour may
    /// go (m). Larger finds the way out of deeper dead ends, and costs more. With `local-grid`: how
    /// far the grid reaches.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub neighborhood: Option<Length>,
    /// How often the way is looked at again with the clusters that it met taken in.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rounds: Option<Rounds>,
    /// By which share the way on the other side must be shorter to change sides, or with
    /// `classic-detour` to leave its favoured side.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub side_margin: Option<Margin>,
    /// How many places to turn at are looked at most, by the default.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub most_turns: Option<Count>,
    /// Whether agents go round walls, too, when they hold them up: out of dead ends and round
    /// corners, or until it is known that there is no way. True unless it is set. Only by the
    /// default, and without a path through walkable space.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub round_walls: Option<bool>,
}

is_empty!(
    ParameterOverrides,
    LookAheadOverrides,
    WallOverrides,
    DetourOverrides
);
