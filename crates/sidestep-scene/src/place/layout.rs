//! A scene with everything decided: plain data to build a world from.

use std::sync::Arc;

use glam::Vec2;

use crate::format::{Blend, Floor, OnArrival, ParameterOverrides, Region, Scene, SceneError};
use crate::recording::{AgentSetting, GoalSetting, ObstacleSetting, Outline, Setting, WorldBounds};

use super::track::Track;
use super::{agents, goals, obstacles};

/// A scene with everything decided: each obstacle and agent has its place, each name is an index.
#[derive(Clone, Debug, PartialEq)]
pub struct Layout {
    /// Name of the scene.
    pub name: String,
    /// One line for people.
    pub title: String,
    /// Seed of the random choices.
    pub seed: u64,
    /// Time step (s).
    pub dt: f64,
    /// Number of steps of a whole run.
    pub steps: u64,
    /// Name of the avoidance method, as the scene gives it.
    pub method: String,
    /// Whether bodies that overlap are pushed apart.
    pub settle: bool,
    /// Whether the run ends as soon as all have arrived.
    pub stop_when_arrived: bool,
    /// Edges of the world.
    pub bounds: WorldBounds,
    /// Wall segments, end to end. The edges of a walled world aren't among them.
    pub walls: Vec<[Vec2; 2]>,
    /// Obstacles: the listed ones first, then the scattered ones.
    pub obstacles: Vec<LayoutObstacle>,
    /// Moving targets.
    pub targets: Vec<LayoutTarget>,
    /// Groups of agents.
    pub groups: Vec<LayoutGroup>,
    /// Agents; the index is the id. Group by group, in the order of the file.
    pub agents: Vec<LayoutAgent>,
    /// Changes to the parameters of the avoidance methods.
    pub parameters: ParameterOverrides,
}

/// An obstacle with its place.
#[derive(Clone, Debug, PartialEq)]
pub struct LayoutObstacle {
    /// Outline in the pose at the time it appears.
    pub outline: Outline,
    /// Whether it is temporary (a crate) instead of part of the level.
    pub temporary: bool,
    /// When it appears (s); 0 for one that is there from the start.
    pub appear: f64,
    /// When it vanishes (s), if it does.
    pub vanish: Option<f64>,
    /// How it moves, from the time it appears.
    pub motion: Motion,
}

/// How an obstacle moves, without turning.
#[derive(Clone, Debug, PartialEq)]
pub enum Motion {
    /// Not at all.
    Still,
    /// Steadily (m/s).
    Steady(Vec2),
    /// Its centre along a line.
    Along(Track),
}

impl LayoutObstacle {
    /// Whether it is there at `time` (s): from `appear` on, and before `vanish`.
    pub fn is_present(&self, time: f64) -> bool {
        time >= self.appear && self.vanish.is_none_or(|vanish| time < vanish)
    }

    /// How far it has moved at `time` (s) from its outline (m); `None` while it is absent.
    pub fn offset_at(&self, time: f64) -> Option<Vec2> {
        let age = time - self.appear;
        self.is_present(time).then(|| match &self.motion {
            Motion::Still => Vec2::ZERO,
            Motion::Steady(velocity) => *velocity * age as f32,
            Motion::Along(track) => track.position_at(age) - track.position_at(0.0),
        })
    }

    /// Its velocity at `time` (m/s); zero while it is absent.
    pub fn velocity_at(&self, time: f64) -> Vec2 {
        match &self.motion {
            _ if !self.is_present(time) => Vec2::ZERO,
            Motion::Still => Vec2::ZERO,
            Motion::Steady(velocity) => *velocity,
            Motion::Along(track) => track.velocity_at(time - self.appear),
        }
    }
}

/// A moving target.
#[derive(Clone, Debug, PartialEq)]
pub struct LayoutTarget {
    /// Its name.
    pub name: String,
    /// Where it is when.
    pub track: Track,
}

/// What the agents of a group have in common.
#[derive(Clone, Debug, PartialEq)]
pub struct LayoutGroup {
    /// Its name.
    pub name: String,
    /// Ids of its agents, without gaps.
    pub members: std::ops::Range<usize>,
    /// What happens when an agent reaches its last goal.
    pub on_arrival: OnArrival,
    /// Steering behaviours, the most important first.
    pub behaviors: Vec<LayoutBehavior>,
    /// How the behaviours and the avoidance become one force.
    pub blend: Blend,
    /// Whether the agents avoid obstacles and others.
    pub avoid: bool,
    /// Layers that the agents are on, one bit each.
    pub layer: u32,
    /// Layers of others that they see, one bit each.
    pub mask: u32,
    /// Heights between which their bodies are.
    pub floor: Option<Floor>,
}

/// A steering behaviour with its names resolved.
#[derive(Clone, Debug, PartialEq)]
pub struct LayoutBehavior {
    /// Weight in the blend, from 0.
    pub weight: f32,
    /// What it does.
    pub kind: LayoutBehaviorKind,
}

/// What a behaviour does. Distances in metres; `None` leaves the engine's default.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)] // The fields are those of `BehaviorKind`, where each is explained.
pub enum LayoutBehaviorKind {
    /// Go straight there at full speed.
    Seek { aim: Aim },
    /// Go straight away; beyond `distance`, no fear.
    Flee { aim: Aim, distance: Option<f32> },
    /// Go there and stop.
    Arrive {
        aim: Aim,
        slowing_distance: Option<f32>,
    },
    /// Go where it will be; `horizon` in seconds.
    Pursue { aim: Aim, horizon: Option<f32> },
    /// Go away from where it will be.
    Evade {
        aim: Aim,
        horizon: Option<f32>,
        distance: Option<f32>,
    },
    /// Roam; `turn_rate` in rad/s.
    Wander {
        distance: Option<f32>,
        radius: Option<f32>,
        turn_rate: Option<f32>,
    },
    /// Follow a line.
    FollowPath {
        points: Arc<[Vec2]>,
        closed: bool,
        radius: Option<f32>,
        horizon: Option<f32>,
    },
    /// Keep an obstacle in between.
    Hide { aim: Aim, distance: Option<f32> },
    /// Get between two agents, given by id.
    Interpose { first: usize, second: usize },
    /// Keep apart from a group, or from everybody.
    Separation {
        group: Option<usize>,
        distance: Option<f32>,
    },
    /// Go the way that a group goes.
    Alignment { group: usize, distance: Option<f32> },
    /// Stay with a group.
    Cohesion { group: usize, distance: Option<f32> },
    /// Follow an agent, given by id, without crowding it.
    FollowLeader {
        leader: usize,
        distance: Option<f32>,
        slowing_distance: Option<f32>,
    },
    /// Wait behind those of a group, or behind everybody.
    Queue {
        group: Option<usize>,
        distance: Option<f32>,
        radius: Option<f32>,
    },
}

/// What a behaviour is about.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Aim {
    /// The agent's current goal.
    Goal,
    /// A fixed point (m).
    Point(Vec2),
    /// A moving target, by index.
    Target(usize),
    /// Another agent, by id.
    Agent(usize),
}

/// An agent with its place.
#[derive(Clone, Debug, PartialEq)]
pub struct LayoutAgent {
    /// Index of its group.
    pub group: usize,
    /// Where it starts (m).
    pub start: Vec2,
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

impl Layout {
    /// Decides everything about a scene. The same scene and seed always give the same layout, and
    /// one more agent changes nothing about the obstacles and the other agents drawn before it.
    ///
    /// # Errors
    /// [`SceneError::Invalid`] when the scene's parts don't fit together, when an agent is listed
    /// inside an obstacle, a wall or beyond the edges, or when there is no room for all that should
    /// be placed at random.
    pub fn new(scene: &Scene) -> Result<Self, SceneError> {
        scene.check()?;
        let bounds = obstacles::bounds(scene);
        let walls = obstacles::walls(scene);
        let obstacles = obstacles::place(scene, bounds, &walls)?;
        let mut layout = Self {
            name: scene.name().to_owned(),
            title: scene.title.clone(),
            seed: scene.seed.get(),
            dt: scene.dt.get(),
            steps: scene.steps(),
            method: scene.method.clone(),
            settle: scene.settle,
            stop_when_arrived: scene.stop_when_arrived,
            bounds,
            walls,
            obstacles,
            targets: scene.targets.iter().map(LayoutTarget::of).collect(),
            groups: agents::groups(scene),
            agents: Vec::new(),
            parameters: scene.parameters,
        };
        layout.agents = agents::place(scene, &layout)?;
        goals::resolve(scene, &mut layout)?;
        Ok(layout)
    }

    /// What stays the same during a run, for those who watch it.
    ///
    /// Only goals that can be reached are in it: fleeing, going one way and staying put aren't.
    pub fn setting(&self) -> Setting {
        Setting {
            scene: self.name.clone(),
            title: self.title.clone(),
            method: self.method.clone(),
            seed: self.seed,
            dt: self.dt,
            bounds: self.bounds,
            walls: self.walls.clone(),
            obstacles: self.obstacles.iter().map(LayoutObstacle::setting).collect(),
            agents: (self.agents.iter().enumerate())
                .map(|(id, agent)| agent.setting(id))
                .collect(),
            groups: self.groups.iter().map(|group| group.name.clone()).collect(),
            targets: self
                .targets
                .iter()
                .map(|target| target.name.clone())
                .collect(),
        }
    }
}

impl LayoutTarget {
    fn of(target: &crate::format::Target) -> Self {
        Self {
            name: target.name.to_string(),
            track: Track::new(&target.path, target.speed.get(), target.closed),
        }
    }
}

impl LayoutObstacle {
    fn setting(&self) -> ObstacleSetting {
        ObstacleSetting {
            outline: self.outline.clone(),
            temporary: self.temporary,
        }
    }
}

impl LayoutAgent {
    fn setting(&self, id: usize) -> AgentSetting {
        AgentSetting {
            id: id as u64,
            group: self.group,
            radius: self.radius,
            mass: self.mass,
            max_speed: self.max_speed,
            start: self.start,
            goals: self.goals.iter().filter_map(LayoutGoal::setting).collect(),
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
