//! What an agent wants: the behaviours of [`steer`](crate::steer) with what each of them needs.

use glam::Vec2;

use super::{AgentId, Target};
use crate::range::{OutOfRange, Parameter, Parameters, Range};
use crate::steer::{FollowLeader, FollowPath, Wander};

/// What a goal behaviour steers to.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Aim {
    /// The agent's current goal.
    #[default]
    Goal,
    /// Something else.
    At(Target),
}

/// Those whom a behaviour is about.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Around {
    /// Edge distance within which they count (m), 0 or more; infinity for all of them.
    pub distance: f32,
    /// Their group ([`Profile::group`](super::Profile)), or `None` for everybody.
    pub group: Option<u32>,
}

impl Around {
    /// Everybody within an edge distance (m).
    #[must_use]
    pub const fn within(distance: f32) -> Self {
        Self {
            distance,
            group: None,
        }
    }
}

/// A behaviour from [`steer`](crate::steer) with what it needs in a world. Distances in metres.
///
/// A behaviour whose target is gone does nothing, and an
/// [`EventKind::TargetGone`](super::EventKind) says so once.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Behavior {
    /// Run straight to the aim.
    Seek(Aim),
    /// Run away from the aim while it is nearer than the distance: 0 or more, infinity for always.
    Flee(Aim, f32),
    /// Go to the aim and stop there.
    Arrive {
        /// The aim.
        aim: Aim,
        /// Distance below which the speed falls in proportion (m), 0 or more; 0 to slow down as
        /// late as the body can.
        slowing_distance: f32,
    },
    /// Run to where the aim is going to be, looking at most that many seconds ahead: 0 or more,
    /// finite.
    Pursue(Aim, f32),
    /// Run from where the aim is going to be while it is nearer than the distance.
    Evade {
        /// Whom to evade.
        hunter: Aim,
        /// Time looked ahead (s), 0 or more, finite.
        horizon: f32,
        /// Distance beyond which it doesn't matter (m), 0 or more; it may be infinite.
        distance: f32,
    },
    /// Stroll about.
    Wander(Wander),
    /// Follow a path of corners (m).
    FollowPath {
        /// The corners, finite.
        path: Vec<Vec2>,
        /// How it is followed.
        parameters: FollowPath,
    },
    /// Get behind an obstacle within `distance` metres, out of sight of the aim.
    Hide {
        /// Whom to hide from.
        from: Aim,
        /// How far to look for obstacles (m), 0 or more; it may be infinite.
        distance: f32,
    },
    /// Get between two agents.
    Interpose(AgentId, AgentId),
    /// Keep a place relative to another agent: x ahead and y left of its heading (m), finite.
    OffsetPursuit(AgentId, Vec2),
    /// Keep an edge distance to others.
    Separation(Around),
    /// Move as those around do.
    Alignment(Around),
    /// Keep to the middle of those around.
    Cohesion(Around),
    /// Follow a leader.
    FollowLeader(AgentId, FollowLeader),
    /// Wait behind those who stand in front. It holds back what all other behaviours want together,
    /// whatever the blend.
    Queue(Around),
}

impl Behavior {
    /// Its name in explanations and scene files.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Seek(_) => "seek",
            Self::Flee(..) => "flee",
            Self::Arrive { .. } => "arrive",
            Self::Pursue(..) => "pursue",
            Self::Evade { .. } => "evade",
            Self::Wander(_) => "wander",
            Self::FollowPath { .. } => "follow_path",
            Self::Hide { .. } => "hide",
            Self::Interpose(..) => "interpose",
            Self::OffsetPursuit(..) => "offset_pursuit",
            Self::Separation(_) => "separation",
            Self::Alignment(_) => "alignment",
            Self::Cohesion(_) => "cohesion",
            Self::FollowLeader(..) => "follow_leader",
            Self::Queue(_) => "queue",
        }
    }
}

impl Parameters for Aim {
    fn parameters(&mut self) -> Vec<Parameter<'_>> {
        match self {
            Self::Goal => Vec::new(),
            Self::At(target) => target.parameters(),
        }
    }
}

impl Parameters for Around {
    fn parameters(&mut self) -> Vec<Parameter<'_>> {
        let Self { distance, group: _ } = self;
        let range = Range::AtLeastOrInfinite(0.0);
        vec![Parameter::new("distance", distance, range)]
    }
}

impl Parameters for Behavior {
    fn parameters(&mut self) -> Vec<Parameter<'_>> {
        let within = |distance| {
            let range = Range::AtLeastOrInfinite(0.0);
            Parameter::new("distance", distance, range)
        };
        let ahead = |horizon| Parameter::new("horizon", horizon, Range::AtLeast(0.0));
        let (aim, own) = match self {
            Self::Seek(aim) => (aim, Vec::new()),
            Self::Flee(aim, distance)
            | Self::Hide {
                from: aim,
                distance,
            } => (aim, vec![within(distance)]),
            Self::Arrive {
                aim,
                slowing_distance,
            } => {
                let range = Range::AtLeast(0.0);
                let slowing = Parameter::new("slowing_distance", slowing_distance, range);
                (aim, vec![slowing])
            }
            Self::Pursue(aim, horizon) => (aim, vec![ahead(horizon)]),
            Self::Evade {
                hunter,
                horizon,
                distance,
            } => (hunter, vec![ahead(horizon), within(distance)]),
            Self::Wander(wander) => return wander.parameters(),
            Self::FollowPath { path, parameters } => {
                let corner = |corner| Parameter::new("corner", corner, Range::Finite);
                let mut all = parameters.parameters();
                all.extend(path.iter_mut().map(corner));
                return all;
            }
            Self::Interpose(..) => return Vec::new(),
            Self::OffsetPursuit(_, offset) => {
                return vec![Parameter::new("offset", offset, Range::Finite)];
            }
            Self::Separation(around)
            | Self::Alignment(around)
            | Self::Cohesion(around)
            | Self::Queue(around) => return around.parameters(),
            Self::FollowLeader(_, leader) => return leader.parameters(),
        };
        let mut parameters = aim.parameters();
        parameters.extend(own);
        parameters
    }
}

impl Behavior {
    /// Go to the current goal and stop there, slowing down as late as the body can.
    #[must_use]
    pub const fn arrive_at_goal() -> Self {
        Self::Arrive {
            aim: Aim::Goal,
            slowing_distance: 0.0,
        }
    }
}

/// A behaviour with its weight in the blend.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct WeightedBehavior {
    /// The behaviour.
    pub behavior: Behavior,
    /// Its weight, 0 or more; 1 is usual.
    pub weight: f32,
}

impl Parameters for WeightedBehavior {
    fn parameters(&mut self) -> Vec<Parameter<'_>> {
        let Self { behavior, weight } = self;
        let mut parameters = vec![Parameter::new("weight", weight, Range::AtLeast(0.0))];
        parameters.extend(behavior.parameters());
        parameters
    }
}

/// Refuses a list of behaviours of which one has a number out of its range.
pub(super) fn check_behaviors(behaviors: &[WeightedBehavior]) -> Result<(), OutOfRange> {
    (behaviors.iter().enumerate()).try_for_each(|(index, weighted)| {
        let name = weighted.behavior.name();
        (weighted.check()).map_err(|error| error.of(format_args!("behaviors[{index}] ({name})")))
    })
}

impl From<Behavior> for WeightedBehavior {
    fn from(behavior: Behavior) -> Self {
        Self {
            behavior,
            weight: 1.0,
        }
    }
}
