//! A steering behaviour of a layout.

use std::sync::Arc;

use glam::Vec2;

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
    },
    /// Wait behind those of a group, or behind everybody.
    Queue {
        group: Option<usize>,
        distance: Option<f32>,
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
