//! Groups of agents.

use std::f64::consts::TAU;

use glam::Vec2;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::amount::Amount;
use super::behavior::{Behavior, BehaviorKind};
use super::error::Misfit;
use super::goal::Goal;
use super::names::Name;
use super::number::{
    Angle, Count, Force, Height, Length, Mass, Pace, Part, Priority, Seconds, Speed, TurnRate,
    Weight,
};
use super::preset::Preset;
use super::shape::{Point, Region};

/// Agents that have all in common but their start and what is drawn for each.
///
/// Where they start takes either `count` with `region` (random places), or `count` with `circle`
/// (evenly round it), or `positions` (listed).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct AgentGroup {
    /// Name for goals and behaviours to refer to. When absent, `group-1`, `group-2` and so on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<Name>,
    /// Kind of agent by name: what the group doesn't say itself is as the preset has it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub preset: Option<Preset>,
    /// How many. Not with `positions`, which says it already.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub count: Option<Count>,
    /// Start at random places of this box, whole bodies inside, clear of obstacles and each other.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub region: Option<Region>,
    /// Start evenly spaced on this circle, the first one at its right.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub circle: Option<StartCircle>,
    /// Start at these points (m), one agent each.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub positions: Vec<Point>,
    /// Radius of the body (m), or `{ min, max }` to draw it for each.
    pub radius: Amount<Length>,
    /// Speed it likes to go at (m/s), or `{ min, max }` to draw it for each.
    pub speed: Amount<Pace>,
    /// Largest speed (m/s), or `{ min, max }`. When absent, the agent's `speed`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_speed: Option<Amount<Pace>>,
    /// Largest steering force (N), or `{ min, max }`. When absent, the engine's default for its
    /// mass and speed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_force: Option<Amount<Force>>,
    /// Mass (kg), or `{ min, max }`. Only the ratio of force to mass matters to how it moves.
    pub mass: Amount<Mass>,
    /// Direction it faces at the start (rad, counter-clockwise from the right), or `{ min, max }`.
    /// When absent, towards its first goal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub heading: Option<Amount<Angle>>,
    /// How fast its heading turns to where it means to go (rad/s). How it moves doesn't depend on it.
    pub turn_rate: TurnRate,
    /// Time that it stays behind those ahead who go its way (s): it goes no faster than to be an eighth of both
    /// radii behind where they are now after that time, edge to edge. Before a place to which others go too, such as a door, it closes up. Where a
    /// goal makes it slower, as on stairs, the time is as many times longer. Only the default method keeps it.
    pub time_gap: Weight,
    /// Speed at the start (m/s), along its heading, or `{ min, max }`.
    pub initial_speed: Amount<Speed>,
    /// What to reach, in this order. Without goals the behaviours alone decide, and it never
    /// arrives.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub goals: Vec<Goal>,
    /// What happens when the last goal is reached.
    pub on_arrival: OnArrival,
    /// Time (s) without getting nearer to a goal, a point, until that counts as reached if others who rest
    /// there keep it away: at the last one it has arrived near it, and rests beside them, from one before it
    /// goes on. Kept from a region, it makes for the middle after this time, and looks for room for as long
    /// again as it takes to walk round it. A time longer than the run means never. Without effect on the
    /// last goal of those who go on after it.
    pub arrives_near_after: Seconds,
    /// Steering behaviours, the most important first.
    pub behaviors: Vec<Behavior>,
    /// How the behaviours and the avoidance become one force.
    pub blend: Blend,
    /// Whether it avoids obstacles and others. If not, they still avoid it.
    pub avoid: bool,
    /// Avoidance method of this group, whatever the scene's `method` and the command's `--method`
    /// say. When absent, the scene's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub method: Option<String>,
    /// Its part in the work of avoiding others who avoid it: of two agents each does its own part
    /// divided by the sum of both. Lower is pushier.
    pub responsibility: Part,
    /// Of two agents that avoid each other the one with the lower priority does all the work.
    pub priority: Priority,
    /// How it gets to its goals.
    pub route: Route,
    /// What it does when there is no way round what blocks it.
    pub when_blocked: WhenBlocked,
    /// Who moves it.
    pub control: Control,
    /// On a level: the height (m) on which it starts, or nearly; the floor there is looked for within
    /// half the agents' height. When absent, the lowest floor at its place.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub height: Option<Height>,
    /// Layers that it is on, one bit each.
    pub layer: u32,
    /// Layers of others that it sees, one bit each.
    pub mask: u32,
    /// Heights between which its body is (m). Those whose heights don't meet ignore each other.
    /// When absent, it meets everything.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub floor: Option<Floor>,
}

impl Default for AgentGroup {
    fn default() -> Self {
        Self {
            name: None,
            preset: None,
            count: None,
            region: None,
            circle: None,
            positions: Vec::new(),
            radius: Length::clamped(0.4).into(),
            speed: Pace::clamped(1.4).into(),
            max_speed: None,
            max_force: None,
            mass: Mass::clamped(1.0).into(),
            heading: None,
            turn_rate: TurnRate::clamped(std::f64::consts::TAU),
            time_gap: Weight::clamped(0.0),
            initial_speed: Speed::clamped(0.0).into(),
            goals: Vec::new(),
            on_arrival: OnArrival::default(),
            arrives_near_after: Seconds::clamped(2.0),
            behaviors: vec![Behavior::new(BehaviorKind::Arrive)],
            blend: Blend::default(),
            avoid: true,
            method: None,
            responsibility: Part::clamped(1.0),
            priority: Priority::default(),
            route: Route::default(),
            when_blocked: WhenBlocked::default(),
            control: Control::default(),
            height: None,
            layer: 1,
            mask: u32::MAX,
            floor: None,
        }
    }
}

/// A circle to start on.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StartCircle {
    /// Centre (m).
    pub center: Point,
    /// Radius (m).
    pub radius: Length,
}

impl StartCircle {
    /// Where agent number `index` of `count` starts: evenly spaced, the first one at its right.
    pub(crate) fn start(self, index: usize, count: usize) -> Vec2 {
        let (sine, cosine) = libm::sincos(TAU * index as f64 / count as f64);
        let radius = self.radius.get();
        Vec2::new(
            (self.center.x() + radius * cosine) as f32,
            (self.center.y() + radius * sine) as f32,
        )
    }
}

/// Heights between which a body is; `low` is below `high`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Floor {
    /// Lower end (m).
    pub low: Height,
    /// Upper end (m).
    pub high: Height,
}

/// Who moves an agent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Control {
    /// Its behaviours and its avoidance.
    #[default]
    Steered,
    /// A script: it keeps the velocity that it starts with (`heading` and `initial_speed`), through
    /// everything, and is never pushed. Others avoid it and know that it doesn't avoid them. It
    /// walks on after its last goal, unless `on_arrival` is `remove` or `respawn`.
    Driven,
}

/// How an agent gets to its goals.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Route {
    /// Straight, past what its avoidance sees.
    #[default]
    Straight,
    /// Along the shortest path between the walls and the obstacles that aren't temporary and always
    /// stay where they are, or over the ground of a level. Not on a torus.
    Walkable,
}

/// What an agent does when there is no way round temporary obstacles, as long as nobody answers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum WhenBlocked {
    /// It takes another path if it has `route = "walkable"` and there is one; otherwise it waits.
    #[default]
    Replan,
    /// It waits until there is a way.
    Wait,
    /// It goes on as if nothing were there, and stops in front of what blocks it.
    Press,
}

/// What happens when an agent has reached its last goal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum OnArrival {
    /// It stops there and stays in the way of others.
    #[default]
    Stop,
    /// It leaves the world.
    Remove,
    /// It goes on towards its last goal, such as one that moves.
    Continue,
    /// It is put back to its start and begins anew.
    Respawn,
    /// It begins with its first goal again; random goals are drawn anew.
    Redraw,
}

/// How several steering forces become one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Blend {
    /// Weighted sum, cut off at the largest force.
    Weighted,
    /// Avoidance first, then the behaviours in order, each getting what force is left.
    #[default]
    Prioritised,
    /// The first one that asks for a force gets it alone.
    Priority,
}

/// Where the agents of a group start.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Start<'a> {
    /// This many at random places of a box.
    Random(usize, Region),
    /// This many evenly round a circle.
    Round(usize, StartCircle),
    /// At listed points.
    Listed(&'a [Point]),
}

impl AgentGroup {
    /// Number of agents.
    pub fn size(&self) -> usize {
        match self.count {
            Some(count) => count.get() as usize,
            None => self.positions.len(),
        }
    }

    /// Which keys about who moves the agents, and how, don't fit together.
    pub(crate) fn check_control(&self) -> Result<(), Misfit> {
        let usual = Self::default();
        if self.method.is_some() && !self.avoid {
            return Err(Misfit::at(
                "method",
                "the group doesn't avoid anything (`avoid = false`), so it has no method; remove one \
                 of both",
            ));
        }
        if self.control == Control::Steered {
            return Ok(());
        }
        let stray = [
            ("method", self.method.is_some()),
            ("behaviors", self.behaviors != usual.behaviors),
            (
                "responsibility",
                self.responsibility != usual.responsibility,
            ),
            ("priority", self.priority != usual.priority),
            ("turn_rate", self.turn_rate != usual.turn_rate),
            ("time_gap", self.time_gap != usual.time_gap),
            (
                "arrives_near_after",
                self.arrives_near_after != usual.arrives_near_after,
            ),
            ("route", self.route != usual.route),
            ("when_blocked", self.when_blocked != usual.when_blocked),
        ];
        match stray.into_iter().find(|(_, stray)| *stray) {
            Some((key, _)) => Err(Misfit::at(
                key,
                format!("driven agents keep their velocity and take no `{key}`; remove it"),
            )),
            None => Ok(()),
        }
    }

    /// Where the agents start, or which keys about it don't fit together.
    pub(crate) fn start(&self) -> Result<Start<'_>, Misfit> {
        match (self.count, self.region, self.circle) {
            (None, None, None) if !self.positions.is_empty() => Ok(Start::Listed(&self.positions)),
            (Some(count), Some(region), None) if self.positions.is_empty() => {
                Ok(Start::Random(count.get() as usize, region))
            }
            (Some(count), None, Some(circle)) if self.positions.is_empty() => {
                Ok(Start::Round(count.get() as usize, circle))
            }
            (None, Some(_), None) | (None, None, Some(_)) if self.positions.is_empty() => {
                Err(Misfit::whole("how many agents? add `count`"))
            }
            (Some(_), None, None) if self.positions.is_empty() => Err(Misfit::at(
                "count",
                "where do these agents start? add `region = { min, max }` or `circle`",
            )),
            (None, None, None) => Err(Misfit::whole(
                "the group has no agents; add `count` with `region` or `circle`, or `positions`",
            )),
            _ => Err(Misfit::whole(
                "agents start either at `count` places of a `region`, or at `count` places of a \
                 `circle`, or at listed `positions`; keep one of these and remove the rest",
            )),
        }
    }
}
