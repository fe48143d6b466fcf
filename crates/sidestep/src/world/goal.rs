use glam::Vec2;

use super::{AgentId, MarkerId};

/// Something that has a place.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Target {
    /// A fixed point (m).
    Point(Vec2),
    /// A point that the caller moves.
    Marker(MarkerId),
    /// Another agent.
    Agent(AgentId),
}

/// What an agent is to do before it goes on to its next goal.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Objective {
    /// Come within `radius` metres (0 or more) of a target.
    Reach {
        /// The target.
        target: Target,
        /// Arrival distance from centre to target (m).
        radius: f32,
    },
    /// Touch a box with its disc.
    Enter {
        /// Lower left corner (m).
        min: Vec2,
        /// Upper right corner (m).
        max: Vec2,
        /// Point to steer to (m), or `None` for the nearest one of the box.
        aim: Option<Vec2>,
    },
    /// Get at least `distance` metres away from a target.
    Flee {
        /// What to flee from.
        from: Target,
        /// Distance at which it is safe (m).
        distance: f32,
    },
    /// Walk in a direction until the time limit.
    Head {
        /// The direction; its length doesn't matter.
        direction: Vec2,
    },
    /// Stay put until the time limit.
    Idle,
}

/// A goal in an agent's list.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Goal {
    /// What to do.
    pub objective: Objective,
    /// Preferred speed on the way (m/s), or `None` for the agent's own.
    pub speed: Option<f32>,
    /// Time after which the next goal is taken anyway (s), or `None` for no limit.
    pub time_limit: Option<f32>,
    /// Height of the ground at the goal (m) where floors lie above each other, or `None` for the agent's own floor.
    pub height: Option<f32>,
}

impl Goal {
    /// Come within `radius` metres of a point (m).
    #[must_use]
    pub fn point(point: Vec2, radius: f32) -> Self {
        Self::reach(Target::Point(point), radius)
    }

    /// Come within `radius` metres of a target.
    #[must_use]
    pub fn reach(target: Target, radius: f32) -> Self {
        Self {
            objective: Objective::Reach { target, radius },
            speed: None,
            time_limit: None,
            height: None,
        }
    }
}

/// What an agent does once its last goal is reached.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum OnArrival {
    /// It comes to rest there and stays.
    #[default]
    Stop,
    /// It leaves the world.
    Remove,
    /// It goes on after its last goal: a zombie that has caught up keeps chasing.
    Continue,
}
