//! What a run hands to those who watch it: the fixed setting once, then a frame after each step.
//!
//! Measures, drawings and replays read these and nothing of the engine, so that a fault in the
//! stepping code can't hide itself in the figures.

use glam::Vec2;
use serde::{Deserialize, Serialize};
use sidestep::explain::Explanation;

/// What stays the same during a run.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Setting {
    /// Name of the scene, also the name of its output folder.
    pub scene: String,
    /// One line for people.
    pub title: String,
    /// Name of the avoidance method.
    pub method: String,
    /// Seed of every random choice.
    pub seed: u64,
    /// Time step in seconds.
    pub dt: f64,
    /// Edges of the world.
    pub bounds: WorldBounds,
    /// The level on which all is, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub level: Option<LevelSetting>,
    /// Straight pieces of wall.
    pub walls: Vec<WallSetting>,
    /// Obstacles, in their pose at the time they appear.
    pub obstacles: Vec<ObstacleSetting>,
    /// Agents in order of id; frames list them in the same order.
    pub agents: Vec<AgentSetting>,
    /// Names of the groups that agents belong to.
    pub groups: Vec<String>,
    /// Names of the moving targets; frames list their positions in the same order.
    pub targets: Vec<String>,
}

/// A level with floors above each other.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct LevelSetting {
    /// Height of the agents (m). Whose heights are at least so far apart don't meet.
    pub headroom: f32,
    /// Where its ground ends.
    pub edges: Vec<LevelEdge>,
    /// Its ground, in convex pieces, the lowest first: for drawings.
    pub ground: Vec<GroundSetting>,
}

/// A straight piece of the edge of a level's ground: a wall for those whose body reaches between its
/// heights.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct LevelEdge {
    /// Where it begins and ends (m).
    pub ends: [Vec2; 2],
    /// From which height to which it is a wall (m).
    pub heights: [f32; 2],
}

/// A piece of a level's ground.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct GroundSetting {
    /// Corners, counter-clockwise (m).
    pub points: Vec<Vec2>,
    /// Mean height of the corners (m).
    pub height: f32,
}

/// Edges of the world.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum WorldBounds {
    /// No edges.
    #[default]
    Open,
    /// A box with walls.
    Walled {
        /// Lower left corner (m).
        min: Vec2,
        /// Upper right corner (m).
        max: Vec2,
    },
    /// What leaves on one side enters on the other.
    Torus {
        /// Lower left corner (m).
        min: Vec2,
        /// Upper right corner (m).
        max: Vec2,
    },
}

/// Outline of an obstacle.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Outline {
    /// A disc.
    Circle {
        /// Centre (m).
        center: Vec2,
        /// Radius (m).
        radius: f32,
    },
    /// A convex polygon, counter-clockwise.
    Polygon {
        /// Corners (m).
        points: Vec<Vec2>,
    },
}

impl Outline {
    /// The same outline, moved by an offset (m).
    #[must_use]
    pub fn moved(self, offset: Vec2) -> Self {
        match self {
            Self::Circle { center, radius } => Self::Circle {
                center: center + offset,
                radius,
            },
            Self::Polygon { points } => Self::Polygon {
                points: points.into_iter().map(|point| point + offset).collect(),
            },
        }
    }
}

/// A straight piece of wall. One without length, such as one that was removed, isn't there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WallSetting {
    /// Where its middle line begins and ends (m).
    pub ends: [Vec2; 2],
    /// Thickness (m), 0 for a mere line.
    pub thickness: f32,
}

impl From<[Vec2; 2]> for WallSetting {
    fn from(ends: [Vec2; 2]) -> Self {
        Self {
            ends,
            thickness: 0.0,
        }
    }
}

impl WallSetting {
    /// What stands for a wall that was removed: it has no length.
    pub const REMOVED: Self = Self {
        ends: [Vec2::ZERO; 2],
        thickness: 0.0,
    };

    /// Whether there is a wall at all.
    pub fn is_there(&self) -> bool {
        self.ends[0] != self.ends[1]
    }

    /// The two ends of a mere line, or the four corners of a box, counter-clockwise (m); nothing
    /// for one that isn't there.
    pub fn corners(&self) -> Vec<Vec2> {
        if !self.is_there() {
            return Vec::new();
        }
        let [from, to] = self.ends;
        let side = (to - from).normalize_or_zero().perp() * (0.5 * self.thickness);
        if side == Vec2::ZERO {
            return vec![from, to];
        }
        vec![from - side, to - side, to + side, from + side]
    }
}

impl Serialize for WallSetting {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.corners().serialize(serializer)
    }
}

/// An obstacle of the setting.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ObstacleSetting {
    /// Outline in the pose at the time it appears.
    pub outline: Outline,
    /// Whether it is temporary (a crate) or part of the level.
    pub temporary: bool,
    /// On a level: from which height to which it stands (m). `None`: on all floors.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub heights: Option<[f32; 2]>,
}

/// An agent of the setting.
#[derive(Clone, Debug, Serialize)]
pub struct AgentSetting {
    /// Stable id.
    pub id: u64,
    /// Index into [`Setting::groups`].
    pub group: usize,
    /// Radius (m).
    pub radius: f32,
    /// Mass (kg).
    pub mass: f32,
    /// Largest speed (m/s).
    pub max_speed: f32,
    /// Position at the start (m).
    pub start: Vec2,
    /// What it has to reach, in order. Empty: it never arrives.
    pub goals: Vec<GoalSetting>,
    /// On a level: the height of each goal (m), `None` for one that is reached on any floor. Empty
    /// where there is no level.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub goal_heights: Vec<Option<f32>>,
}

/// Something to reach.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum GoalSetting {
    /// Come within `radius` of a fixed point.
    Point {
        /// The point (m).
        point: Vec2,
        /// Arrival distance (m).
        radius: f32,
    },
    /// Come within `radius` of a moving target.
    Target {
        /// Index into [`Setting::targets`].
        target: usize,
        /// Arrival distance (m).
        radius: f32,
    },
    /// Come within `radius` of another agent.
    Agent {
        /// Id of that agent.
        id: u64,
        /// Arrival distance (m).
        radius: f32,
    },
    /// Touch a box.
    Region {
        /// Lower left corner (m).
        min: Vec2,
        /// Upper right corner (m).
        max: Vec2,
    },
}

/// The state after a step. Frame 0 is the state before the first one.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Frame {
    /// Number of steps done.
    pub step: u64,
    /// Simulated time (s).
    pub time: f64,
    /// One entry an agent, in the order of [`Setting::agents`].
    pub agents: Vec<AgentFrame>,
    /// One entry an obstacle, in the order of [`Setting::obstacles`]: `None` while it is absent,
    /// else how far it has moved from the pose in the setting (m).
    pub obstacles: Vec<Option<Vec2>>,
    /// Positions of the moving targets (m).
    pub targets: Vec<Vec2>,
    /// Obstacles, by index, that were put where they are by hand since the last frame, instead of
    /// moving there.
    pub placed_obstacles: Vec<usize>,
}

/// An agent within a [`Frame`].
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct AgentFrame {
    /// Position (m).
    pub position: Vec2,
    /// Velocity (m/s).
    pub velocity: Vec2,
    /// On a level: height of the ground on which the engine has it (m); else 0.
    pub height: f32,
    /// Whether it is in the world: an agent that was removed on arrival isn't.
    pub present: bool,
    /// Whether it was put here by the caller or an emitter since the last frame, instead of
    /// walking.
    pub teleported: bool,
    /// Whether the engine reports it as blocked.
    pub blocked: bool,
    /// Whether the engine reports it as in the air, on a jump over what is below: it touches
    /// nothing then.
    pub airborne: bool,
    /// Whether the engine reports it as arrived near its goal, as near as others who rest there let
    /// it come.
    pub arrived_near: bool,
    /// The goal, by its index in [`AgentSetting::goals`], that the engine reports as passed by in the step to
    /// this frame: as near as others who rest there let it come.
    pub passed_by: Option<u32>,
}

/// Watches a run frame by frame.
pub trait Observer {
    /// Sees the setting and frame 0, before the first step.
    fn begin(&mut self, setting: &Setting, frame: &Frame);
    /// Sees the state after each step.
    fn observe(&mut self, setting: &Setting, frame: &Frame);
    /// The agents, by index, whose decision in the step after this frame it wants explained.
    fn wants_explanations(&self, frame: &Frame) -> Vec<usize> {
        let _ = frame;
        Vec::new()
    }
    /// Sees these explanations.
    fn explain(&mut self, frame: &Frame, explanations: &[(usize, Explanation)]) {
        let _ = (frame, explanations);
    }
    /// Whether it can't go on, so that there is no use in running further.
    fn has_failed(&self) -> bool {
        false
    }
}
