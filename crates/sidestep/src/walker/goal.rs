//! What an agent is to do.

use glam::Vec2;

use super::{AgentId, MarkerId};
use crate::range::{OutOfRange, Parameter, Parameters, Range};

/// How far ahead (m) the place is at the most to which an agent goes that goes on for ever.
pub(super) const FAR: f32 = 1000.0;

/// Something that has a place.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Target {
    /// A fixed point (m), finite.
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
    /// Come within `radius` metres of a target.
    Reach {
        /// The target; a point is finite.
        target: Target,
        /// Arrival distance from centre to target (m), 0 or more; it may be infinite.
        radius: f32,
    },
    /// Touch a box with its disc.
    Enter {
        /// Lower left corner (m), finite.
        min: Vec2,
        /// Upper right corner (m), finite and not below `min` in either coordinate.
        max: Vec2,
        /// Point to steer to (m), finite, or `None` for the nearest one of the box.
        aim: Option<Vec2>,
    },
    /// Get at least `distance` metres away from a target.
    Flee {
        /// What to flee from; a point is finite.
        from: Target,
        /// Distance at which it is safe (m), 0 or more; infinity to flee until the time limit.
        distance: f32,
    },
    /// Walk in a direction until the time limit.
    Head {
        /// The direction, finite; its length doesn't matter. Zero is to stay where it is.
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
    /// Preferred speed on the way (m/s), above 0, or `None` for the agent's own.
    pub speed: Option<f32>,
    /// Time after which the next goal is taken anyway (s), 0 or more; infinity or `None` for no
    /// limit.
    pub time_limit: Option<f32>,
    /// Height of the ground at the goal (m), finite, where floors lie above each other, or `None`
    /// for the agent's own floor.
    pub height: Option<f32>,
}

impl Parameters for Target {
    fn parameters(&mut self) -> Vec<Parameter<'_>> {
        match self {
            Self::Point(point) => vec![Parameter::new("target", point, Range::Finite)],
            Self::Marker(_) | Self::Agent(_) => Vec::new(),
        }
    }
}

impl Parameters for Objective {
    fn parameters(&mut self) -> Vec<Parameter<'_>> {
        match self {
            Self::Reach { target, radius } => {
                let mut parameters = target.parameters();
                let range = Range::AtLeastOrInfinite(0.0);
                parameters.push(Parameter::new("radius", radius, range));
                parameters
            }
            Self::Enter { min, max, aim } => {
                let not_below = [Range::AtLeast(min.x), Range::AtLeast(min.y)];
                let mut parameters = vec![
                    Parameter::new("min", min, Range::Finite),
                    Parameter::new("x of max", &mut max.x, not_below[0]),
                    Parameter::new("y of max", &mut max.y, not_below[1]),
                ];
                parameters.extend(
                    aim.as_mut()
                        .map(|aim| Parameter::new("aim", aim, Range::Finite)),
                );
                parameters
            }
            Self::Flee { from, distance } => {
                let mut parameters = from.parameters();
                let range = Range::AtLeastOrInfinite(0.0);
                parameters.push(Parameter::new("distance", distance, range));
                parameters
            }
            Self::Head { direction } => vec![Parameter::new("direction", direction, Range::Finite)],
            Self::Idle => Vec::new(),
        }
    }
}

impl Parameters for Goal {
    fn parameters(&mut self) -> Vec<Parameter<'_>> {
        let Self {
            objective,
            speed,
            time_limit,
            height,
        } = self;
        let mut parameters = objective.parameters();
        for (name, value, range) in [
            ("speed", speed, Range::AboveZero),
            ("time_limit", time_limit, Range::AtLeastOrInfinite(0.0)),
            ("height", height, Range::Finite),
        ] {
            parameters.extend(value.as_mut().map(|it| Parameter::new(name, it, range)));
        }
        parameters
    }
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

/// Refuses a list of goals of which one has a number out of its range.
pub(crate) fn check_goals(goals: &[Goal]) -> Result<(), OutOfRange> {
    (goals.iter().enumerate()).try_for_each(|(index, goal)| {
        (goal.check()).map_err(|error| error.of(format_args!("goals[{index}]")))
    })
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
