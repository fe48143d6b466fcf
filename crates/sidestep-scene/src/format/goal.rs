//! What an agent has to reach, and the points that move and can be reached.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::error::Misfit;
use super::names::Name;
use super::number::{Distance, Height, Length, Pace, Seconds, Speed};
use super::serial::is_false;
use super::shape::{Direction, Point, Polyline, Region};

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
    /// On a level: the height (m) at which it is, or nearly. When absent, the lowest floor at that
    /// place; with `target` and `agent` the floor on which the agent is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub height: Option<Height>,
    /// With `flee` and `flee_agent`: how far is far enough (m). When absent, it flees for
    /// `time_limit` or for ever.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub distance: Option<Distance>,
    /// Speed to go at on the way to this goal (m/s). When absent, the agent's `speed`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub speed: Option<Pace>,
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

/// The one thing that a [`Goal`] is about.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum GoalKind<'a> {
    /// Reach a point.
    Point(Point),
    /// Reach the start plus an offset.
    Offset(Point),
    /// Reach the point opposite to the start, seen from a centre.
    Mirror(Point),
    /// Touch a box.
    Region(Region),
    /// Reach a random point of a box.
    Random(Region),
    /// Reach a moving target.
    Target(&'a Name),
    /// Reach the first agent of a group.
    Agent(&'a Name),
    /// Get away from a point.
    Flee(Point),
    /// Get away from the first agent of a group.
    FleeAgent(&'a Name),
    /// Go one way.
    Direction(Direction),
    /// Stay put.
    Idle(Seconds),
}

impl Goal {
    /// What the goal is about, or which keys don't fit together.
    pub(crate) fn kind(&self) -> Result<GoalKind<'_>, Misfit> {
        let given: Vec<(&'static str, GoalKind<'_>)> = [
            self.point.map(|it| ("point", GoalKind::Point(it))),
            self.offset.map(|it| ("offset", GoalKind::Offset(it))),
            self.mirror.map(|it| ("mirror", GoalKind::Mirror(it))),
            self.region.map(|it| ("region", GoalKind::Region(it))),
            self.random.map(|it| ("random", GoalKind::Random(it))),
            self.target
                .as_ref()
                .map(|it| ("target", GoalKind::Target(it))),
            self.agent.as_ref().map(|it| ("agent", GoalKind::Agent(it))),
            self.flee.map(|it| ("flee", GoalKind::Flee(it))),
            (self.flee_agent.as_ref()).map(|it| ("flee_agent", GoalKind::FleeAgent(it))),
            self.direction
                .map(|it| ("direction", GoalKind::Direction(it))),
            self.idle.map(|it| ("idle", GoalKind::Idle(it))),
        ]
        .into_iter()
        .flatten()
        .collect();
        let (name, kind) = match given.as_slice() {
            [one] => *one,
            [] => {
                return Err(Misfit::whole(
                    "a goal needs one of `point`, `offset`, `mirror`, `region`, `random`, `target`, \
                     `agent`, `flee`, `flee_agent`, `direction` and `idle`; add one",
                ));
            }
            [first, second, ..] => {
                return Err(Misfit::at(
                    second.0,
                    format!(
                        "a goal is one thing, but this has both `{}` and `{}`; make two goals of it",
                        first.0, second.0
                    ),
                ));
            }
        };
        self.check_extras(name, kind)?;
        Ok(kind)
    }

    fn check_extras(&self, name: &str, kind: GoalKind<'_>) -> Result<(), Misfit> {
        use GoalKind::*;
        let takes_radius = matches!(
            kind,
            Point(_) | Offset(_) | Mirror(_) | Random(_) | Target(_) | Agent(_)
        );
        let takes_height = takes_radius || matches!(kind, Region(_));
        let takes_distance = matches!(kind, Flee(_) | FleeAgent(_));
        let stray = [
            ("radius", self.radius.is_some() && !takes_radius),
            ("distance", self.distance.is_some() && !takes_distance),
            ("height", self.height.is_some() && !takes_height),
            ("aim", self.aim.is_some() && !matches!(kind, Region(_))),
            ("speed", self.speed.is_some() && matches!(kind, Idle(_))),
            (
                "time_limit",
                self.time_limit.is_some() && matches!(kind, Idle(_)),
            ),
        ];
        match stray.into_iter().find(|(_, stray)| *stray) {
            Some((key, _)) => Err(Misfit::at(
                key,
                format!("a goal with `{name}` takes no `{key}`; remove it"),
            )),
            None => Ok(()),
        }
    }
}

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
    /// Whether the path leads back to its start and round again. If not, the target stops at the
    /// end.
    #[serde(default, skip_serializing_if = "is_false")]
    pub closed: bool,
}
