//! An agent of a layout, and what it has to reach.

use glam::Vec2;

use crate::format::Region;
use crate::recording::{AgentSetting, GoalSetting};

/// An agent with its place.
#[derive(Clone, Debug, PartialEq)]
pub struct LayoutAgent {
    /// Index of its group.
    pub group: usize,
    /// Where it starts (m).
    pub start: Vec2,
    /// On a level: height of the ground there (m); else 0.
    pub height: f32,
    /// Direction that it faces at the start; length 1.
    pub facing: Vec2,
    /// Speed at the start (m/s), the way that it faces; at most `max_speed`.
    pub initial_speed: f32,
    /// Radius (m).
    pub radius: f32,
    /// Speed it likes to go at (m/s), at most `max_speed`.
    pub speed: f32,
    /// Largest speed (m/s).
    pub max_speed: f32,
    /// Largest steering force (N); `None` leaves the engine's default.
    pub max_force: Option<f32>,
    /// Mass (kg).
    pub mass: f32,
    /// What it has to reach, in order.
    pub goals: Vec<LayoutGoal>,
}

impl LayoutAgent {
    /// Velocity at the start (m/s).
    pub fn velocity(&self) -> Vec2 {
        self.facing * self.initial_speed
    }
}

/// A goal with its names and random places resolved.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LayoutGoal {
    /// What it is.
    pub kind: LayoutGoalKind,
    /// Speed on the way there (m/s); `None` for the agent's own.
    pub speed: Option<f32>,
    /// After this time (s) it is given up for the next one.
    pub time_limit: Option<f64>,
    /// Where it was drawn from, if at random. See [`super::GoalDrawer`] for drawing it anew.
    pub drawn_from: Option<Region>,
    /// On a level: the height at which it is (m); `None` where any floor will do.
    pub height: Option<f32>,
    /// On a level: the height (m) near which the scene puts it, if it says so.
    pub near_height: Option<f32>,
}

/// What a goal is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum LayoutGoalKind {
    /// Come within `radius` of a point (m).
    Point {
        /// The point.
        point: Vec2,
        /// Arrival distance, from the agent's centre.
        radius: f32,
    },
    /// Touch a box with the body (m).
    Region {
        /// Lower left corner.
        min: Vec2,
        /// Upper right corner.
        max: Vec2,
        /// Point to head for; `None` for the nearest one of the box.
        aim: Option<Vec2>,
    },
    /// Come within `radius` (m) of a moving target.
    Target {
        /// Index of the target.
        target: usize,
        /// Arrival distance, from the agent's centre.
        radius: f32,
    },
    /// Come within `radius` (m) of another agent, centre to centre.
    Agent {
        /// Its id.
        agent: usize,
        /// Arrival distance.
        radius: f32,
    },
    /// Get at least `distance` (m) away from a point; `None`: never far enough.
    Flee {
        /// The point.
        point: Vec2,
        /// How far is enough.
        distance: Option<f32>,
    },
    /// Get at least `distance` (m) away from another agent; `None`: never far enough.
    FleeAgent {
        /// Its id.
        agent: usize,
        /// How far is enough.
        distance: Option<f32>,
    },
    /// Go one way until the time limit.
    Direction {
        /// The way; length 1.
        direction: Vec2,
    },
    /// Stay put.
    Idle {
        /// How long (s).
        seconds: f64,
    },
}

impl LayoutAgent {
    /// The agent for those who watch a run.
    pub fn setting(&self, id: usize) -> AgentSetting {
        AgentSetting {
            id: id as u64,
            group: self.group,
            radius: self.radius,
            mass: self.mass,
            max_speed: self.max_speed,
            start: self.start,
            goals: self.goals.iter().filter_map(LayoutGoal::setting).collect(),
            goal_heights: if self.goals.iter().any(|goal| goal.height.is_some()) {
                let shown = self.goals.iter().filter(|goal| goal.setting().is_some());
                shown.map(|goal| goal.height).collect()
            } else {
                Vec::new()
            },
        }
    }
}

impl LayoutGoal {
    /// The goal for those who watch a run, if it is one that can be reached.
    pub fn setting(&self) -> Option<GoalSetting> {
        match self.kind {
            LayoutGoalKind::Point { point, radius } => Some(GoalSetting::Point { point, radius }),
            LayoutGoalKind::Region { min, max, .. } => Some(GoalSetting::Region { min, max }),
            LayoutGoalKind::Target { target, radius } => {
                Some(GoalSetting::Target { target, radius })
            }
            LayoutGoalKind::Agent { agent, radius } => Some(GoalSetting::Agent {
                id: agent as u64,
                radius,
            }),
            _ => None,
        }
    }
}
