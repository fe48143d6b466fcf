//! The top level of a scene file.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::agents::AgentGroup;
use super::error::Misfit;
use super::formation::Formation;
use super::goal::Target;
use super::level::Level;
use super::names::Name;
use super::number::{Distance, Horizon, RunLength, Seconds, Seed, TimeStep};
use super::obstacle::Obstacle;
use super::origin::Origin;
use super::parameters::ParameterOverrides;
use super::scatter::Scatter;
use super::serial::is_false;
use super::shape::{Point, Polyline, Region};

/// A scene: a world, who walks in it, and where to.
///
/// The parts are checked one by one as they are built; how they fit together (names that are
/// referred to, keys that exclude each other) is checked by [`Scene::check`], which loading and
/// placement call.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Scene {
    /// Short name, also the name of the output folder: letters, digits, `-`, `_` and `.`. When
    /// absent, the file's name without its ending.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<Name>,
    /// One line for people.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub title: String,
    /// What happens here and what to look at.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub description: String,
    /// Seed of every random choice. The same scene with the same seed always runs the same.
    pub seed: Seed,
    /// Time step (s).
    pub dt: TimeStep,
    /// How long the scene runs (s).
    pub duration: RunLength,
    /// Avoidance method, such as `default`, `none`, `classic-2` or `classic-3`.
    pub method: String,
    /// Whether bodies that overlap are pushed apart after each step. Off shows how well the method
    /// does alone.
    pub settle: bool,
    /// How often an agent decides (s); 0 is in each step. Agents take turns, and each is guarded in
    /// every step: a tenth of a second suits walkers where steps are much shorter.
    pub decide_every: Seconds,
    /// Whether the run ends as soon as all agents have arrived.
    pub stop_when_arrived: bool,
    /// Whether another number of agents (`--agents`) keeps the density: k times as many agents make
    /// the edges of the world, and the boxes in which agents start and have their goals, √k times
    /// as wide and high about the origin. Only for scenes without walls and obstacles, whose groups
    /// all start in a `region`.
    #[serde(skip_serializing_if = "is_false")]
    pub keep_density: bool,
    /// Edges of the world.
    pub bounds: Bounds,
    /// Level with floors above each other, on which all is: in the place of walls and bounds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub level: Option<Level>,
    /// Walls that nobody may cross.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub walls: Vec<Wall>,
    /// Obstacles with a given place.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub obstacles: Vec<Obstacle>,
    /// Obstacles with a random place.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub scatter: Vec<Scatter>,
    /// Points that move along a path and can be goals.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub targets: Vec<Target>,
    /// Jumps that blocked agents may take.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub links: Vec<Link>,
    /// Groups of agents.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub agents: Vec<AgentGroup>,
    /// Groups that keep together.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub formations: Vec<Formation>,
    /// Changes to the parameters of the avoidance methods.
    #[serde(skip_serializing_if = "ParameterOverrides::is_empty")]
    pub parameters: ParameterOverrides,
    /// Where the scene comes from, for messages.
    #[serde(skip)]
    pub origin: Origin,
}

impl Default for Scene {
    fn default() -> Self {
        Self {
            name: None,
            title: String::new(),
            description: String::new(),
            seed: Seed::clamped(1),
            dt: TimeStep::clamped(1.0 / 30.0),
            duration: RunLength::clamped(60.0),
            method: "default".to_owned(),
            settle: true,
            decide_every: Seconds::clamped(0.0),
            stop_when_arrived: true,
            keep_density: false,
            bounds: Bounds::default(),
            level: None,
            walls: Vec::new(),
            obstacles: Vec::new(),
            scatter: Vec::new(),
            targets: Vec::new(),
            links: Vec::new(),
            agents: Vec::new(),
            formations: Vec::new(),
            parameters: ParameterOverrides::default(),
            origin: Origin::default(),
        }
    }
}

/// Edges of the world. `walled` and `torus` need `min` and `max`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Bounds {
    /// Kind of edge.
    #[serde(default)]
    pub kind: BoundsKind,
    /// Lower left corner (m).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub min: Option<Point>,
    /// Upper right corner (m).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max: Option<Point>,
}

impl Bounds {
    /// Bounds of a kind that has edges.
    pub fn around(kind: BoundsKind, region: Region) -> Self {
        Self {
            kind,
            min: Some(region.min()),
            max: Some(region.max()),
        }
    }
}

/// Kind of edge of the world.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum BoundsKind {
    /// No edges.
    #[default]
    Open,
    /// A wall all round.
    Walled,
    /// What leaves on one side enters on the opposite one.
    Torus,
}

/// A wall: points joined by straight pieces. The ends are flat, and corners are filled.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Wall {
    /// Points of the wall (m), at least two.
    pub points: Polyline,
    /// Whether the last point is joined to the first.
    #[serde(default, skip_serializing_if = "is_false")]
    pub closed: bool,
    /// Thickness (m), half of it on either side of the lines.
    #[serde(default = "no_thickness", skip_serializing_if = "is_thin")]
    pub thickness: Distance,
}

fn no_thickness() -> Distance {
    Distance::clamped(0.0)
}

fn is_thin(thickness: &Distance) -> bool {
    *thickness == no_thickness()
}

/// A jump that a blocked agent may take: it walks to `from`, goes over everything to `to`, and
/// walks on from there.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Link {
    /// Where it begins (m).
    pub from: Point,
    /// Where it ends (m). Who would come down inside something comes down at the nearest free
    /// place.
    pub to: Point,
    /// How long it takes (s).
    pub seconds: Horizon,
}

impl Link {
    /// Checks that it leads anywhere.
    pub(crate) fn check(&self) -> Result<(), Misfit> {
        if self.from == self.to {
            return Err(Misfit::at(
                "to",
                "must be another point than `from`; move one of both",
            ));
        }
        Ok(())
    }
}
