//! Steering behaviours of a group.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::error::Misfit;
use super::names::Name;
use super::number::{Distance, Length, Seconds, TurnRate, Weight};
use super::serial::is_false;
use super::shape::{Point, Polyline};

/// A steering behaviour and its parameters. Which parameters a kind takes stands with the kind;
/// others are refused.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Behavior {
    /// What it does.
    pub kind: BehaviorKind,
    /// Weight in the blend, from 0.
    #[serde(default = "whole_weight")]
    pub weight: Weight,
    /// The point (m) it is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub point: Option<Point>,
    /// Name of the moving target it is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target: Option<Name>,
    /// Name of the group it is about: its first agent where one is meant, else all of them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agents: Option<Name>,
    /// Name of the second group, for `interpose`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub other: Option<Name>,
    /// Points (m) of the path.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub path: Option<Polyline>,
    /// Whether the path leads back to its start and round again.
    #[serde(default, skip_serializing_if = "is_false")]
    pub closed: bool,
    /// A radius (m), see the kind.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub radius: Option<Length>,
    /// A distance (m), see the kind.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub distance: Option<Distance>,
    /// Distance (m) from which it slows down before it stops.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub slowing_distance: Option<Length>,
    /// How far ahead it looks (s).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub horizon: Option<Seconds>,
    /// Largest turn (rad/s).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn_rate: Option<TurnRate>,
}

impl Behavior {
    /// A behaviour of weight 1 without parameters.
    pub fn new(kind: BehaviorKind) -> Self {
        Self {
            kind,
            weight: whole_weight(),
            point: None,
            target: None,
            agents: None,
            other: None,
            path: None,
            closed: false,
            radius: None,
            distance: None,
            slowing_distance: None,
            horizon: None,
            turn_rate: None,
        }
    }
}

fn whole_weight() -> Weight {
    Weight::clamped(1.0)
}

/// What a behaviour does. Where `point`, `target` and `agents` may all be given, at most one of
/// them is; with none of them the behaviour is about the current goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum BehaviorKind {
    /// Go straight there at full speed. Takes `point`, `target` or `agents`.
    Seek,
    /// Go straight away. Takes `point`, `target` or `agents`, and `distance`: beyond it, no fear.
    Flee,
    /// Go there and stop without overshoot. Takes `point`, `target` or `agents`, and
    /// `slowing_distance`.
    Arrive,
    /// Go where it will be. Takes `target` or `agents`, and `horizon`.
    Pursue,
    /// Go away from where it will be. Takes `target` or `agents`, `horizon`, and `distance`: beyond
    /// it, no fear.
    Evade,
    /// Roam, turning gently. Takes `distance` (above 0) and `radius` (the circle ahead on which it
    /// picks its aim) and `turn_rate` (how fast the aim moves round that circle).
    Wander,
    /// Follow a line. Needs `path`; takes `closed`, `radius` (half the width of the corridor) and
    /// `horizon` (above 0).
    FollowPath,
    /// Keep an obstacle between itself and others. Takes `target` or `agents`, and `distance`: how
    /// far behind the obstacle.
    Hide,
    /// Get between two others. Needs `agents` and `other`.
    Interpose,
    /// Keep apart from neighbours. Takes `agents` (default: everybody) and `distance`: free gap
    /// below which it acts.
    Separation,
    /// Go the way that neighbours go. Takes `agents` (default: the own group) and `distance`: how
    /// near neighbours are.
    Alignment,
    /// Stay with the neighbours. Takes `agents` (default: the own group) and `distance`: how near
    /// neighbours are.
    Cohesion,
    /// Follow the first agent of a group without crowding it. Needs `agents`; takes `distance`: how
    /// far behind.
    FollowLeader,
    /// Wait behind those in front. Takes `agents` (default: everybody) and `distance`: how far
    /// ahead it looks.
    Queue,
}

impl BehaviorKind {
    /// The name in scene files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Seek => "seek",
            Self::Flee => "flee",
            Self::Arrive => "arrive",
            Self::Pursue => "pursue",
            Self::Evade => "evade",
            Self::Wander => "wander",
            Self::FollowPath => "follow_path",
            Self::Hide => "hide",
            Self::Interpose => "interpose",
            Self::Separation => "separation",
            Self::Alignment => "alignment",
            Self::Cohesion => "cohesion",
            Self::FollowLeader => "follow_leader",
            Self::Queue => "queue",
        }
    }

    /// Whether `agents` means the first agent of that group instead of all of them.
    pub fn is_about_one_agent(self) -> bool {
        use BehaviorKind::*;
        !matches!(self, Separation | Alignment | Cohesion | Queue)
    }

    /// Keys that the kind needs, and keys that it may have besides.
    fn keys(self) -> (&'static [&'static str], &'static [&'static str]) {
        match self {
            Self::Seek => (&[], &["point", "target", "agents"]),
            Self::Flee => (&[], &["point", "target", "agents", "distance"]),
            Self::Arrive => (&[], &["point", "target", "agents", "slowing_distance"]),
            Self::Pursue => (&[], &["target", "agents", "horizon"]),
            Self::Evade => (&[], &["target", "agents", "horizon", "distance"]),
            Self::Wander => (&[], &["distance", "radius", "turn_rate"]),
            Self::FollowPath => (&["path"], &["closed", "radius", "horizon"]),
            Self::Hide => (&[], &["target", "agents", "distance"]),
            Self::Interpose => (&["agents", "other"], &[]),
            Self::Separation | Self::Alignment | Self::Cohesion => (&[], &["agents", "distance"]),
            Self::FollowLeader => (&["agents"], &["distance"]),
            Self::Queue => (&[], &["agents", "distance"]),
        }
    }
}

impl Behavior {
    /// Checks that the keys are those of the kind.
    pub(crate) fn check(&self) -> Result<(), Misfit> {
        let given = [
            ("point", self.point.is_some()),
            ("target", self.target.is_some()),
            ("agents", self.agents.is_some()),
            ("other", self.other.is_some()),
            ("path", self.path.is_some()),
            ("closed", self.closed),
            ("radius", self.radius.is_some()),
            ("distance", self.distance.is_some()),
            ("slowing_distance", self.slowing_distance.is_some()),
            ("horizon", self.horizon.is_some()),
            ("turn_rate", self.turn_rate.is_some()),
        ];
        let given: Vec<&'static str> = given
            .iter()
            .filter(|(_, given)| *given)
            .map(|(key, _)| *key)
            .collect();
        let name = self.kind.name();
        let (needed, allowed) = self.kind.keys();
        if let Some(key) = needed.iter().find(|key| !given.contains(key)) {
            return Err(Misfit::whole(format!("`{name}` needs `{key}`; add it")));
        }
        for key in &given {
            if !needed.contains(key) && !allowed.contains(key) {
                let takes = [needed, allowed].concat().join(", ");
                return Err(Misfit::at(
                    key,
                    format!("`{name}` takes no `{key}`; remove it (it takes: weight, {takes})"),
                ));
            }
        }
        self.check_zeros()?;
        let about: Vec<&'static str> = ["point", "target", "agents"]
            .into_iter()
            .filter(|key| given.contains(key))
            .collect();
        if let [first, second, ..] = about.as_slice() {
            return Err(Misfit::at(
                second,
                format!("`{name}` is about one of `{first}` and `{second}`; remove the other"),
            ));
        }
        Ok(())
    }

    /// Refuses the zeros that the kind can't do with.
    fn check_zeros(&self) -> Result<(), Misfit> {
        let zero = match self.kind {
            BehaviorKind::Wander if self.distance.is_some_and(|it| it.get() == 0.0) => "distance",
            BehaviorKind::FollowPath if self.horizon.is_some_and(|it| it.get() == 0.0) => "horizon",
            _ => return Ok(()),
        };
        let name = self.kind.name();
        Err(Misfit::at(
            zero,
            format!(
                "must be above 0 for `{name}`, but is 0; raise it, or remove it for the usual one"
            ),
        ))
    }
}
