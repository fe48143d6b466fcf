//! What is said about one agent: its goals, its behaviours, and its methods.

use std::any::{Any, TypeId};
use std::mem::discriminant;
use std::sync::Arc;

use glam::Vec2;

use super::behavior::check_behaviors;
use super::goal::check_goals;
use super::{Behavior, Goal, OnArrival, WeightedBehavior};
use crate::avoid::detour::{Detour, DetourMethod};
use crate::avoid::look_ahead::LookAhead;
use crate::avoid::orca::Orca;
use crate::avoid::sampling::VelocitySampling;
use crate::avoid::{Method, Stage};
use crate::blend::Blend;
use crate::clone_by_field::clone_by_field;
use crate::motion::Body;
use crate::range::{OutOfRange, Parameter, Parameters, Range};
use crate::space::Filter;

/// How an agent avoids walls and obstacles.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum ObstacleAvoidance {
    /// Not at all.
    None,
    /// The default method, with the guard that keeps room to stop.
    LookAhead(LookAhead),
    /// A method of one's own. It can't be saved or loaded: serde refuses it.
    #[cfg_attr(feature = "serde", serde(skip))]
    Custom(Arc<dyn Method>),
}

/// How an agent avoids other agents.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum AgentAvoidance {
    /// Not at all. Others know, and do all the work of avoiding it.
    None,
    /// The default method, with the guard that keeps room to stop.
    Sampling(VelocitySampling),
    /// Half-planes of velocities and a linear programme. It avoids obstacles too, by its own means.
    Orca(Orca),
    /// A method of one's own. It can't be saved or loaded: serde refuses it.
    #[cfg_attr(feature = "serde", serde(skip))]
    Custom(Arc<dyn Method>),
}

/// How an agent goes round temporary obstacles and agents that stand still.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Detouring {
    /// Not at all: it meets them as it meets walls.
    None,
    /// The shortest way round their clusters.
    Silhouette(Detour),
    /// A method of one's own. It can't be saved or loaded: serde refuses it.
    #[cfg_attr(feature = "serde", serde(skip))]
    Custom(Arc<dyn DetourMethod>),
}

impl ObstacleAvoidance {
    /// Whether the guard has the last word on its force, towards obstacles.
    pub(crate) fn is_guarded(&self) -> bool {
        match self {
            Self::None => false,
            Self::LookAhead(_) => true,
            Self::Custom(method) => method.is_guarded(),
        }
    }

    /// Whether it changes what the behaviours want after they are blended.
    pub(super) fn turns(&self) -> bool {
        match self {
            Self::None => false,
            Self::LookAhead(_) => true,
            Self::Custom(method) => method.stage() == Stage::Turn,
        }
    }

    /// Whether what one remembers suits the other.
    pub(super) fn is_same_kind(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Custom(one), Self::Custom(other)) => kind(&**one) == kind(&**other),
            _ => discriminant(self) == discriminant(other),
        }
    }
}

impl AgentAvoidance {
    /// Whether the guard has the last word on its force, towards agents that are guarded too.
    pub(crate) fn is_guarded(&self) -> bool {
        match self {
            Self::None | Self::Orca(_) => false,
            Self::Sampling(_) => true,
            Self::Custom(method) => method.is_guarded(),
        }
    }

    /// Whether it changes what the behaviours want after they are blended.
    pub(super) fn turns(&self) -> bool {
        match self {
            Self::None => false,
            Self::Sampling(_) | Self::Orca(_) => true,
            Self::Custom(method) => method.stage() == Stage::Turn,
        }
    }

    /// Whether what one remembers suits the other.
    pub(super) fn is_same_kind(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Custom(one), Self::Custom(other)) => kind(&**one) == kind(&**other),
            _ => discriminant(self) == discriminant(other),
        }
    }
}

impl Detouring {
    /// Whether what one remembers suits the other.
    pub(super) fn is_same_kind(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Custom(one), Self::Custom(other)) => kind(&**one) == kind(&**other),
            _ => discriminant(self) == discriminant(other),
        }
    }
}

/// The type of a method of one's own.
fn kind(method: &dyn Any) -> TypeId {
    method.type_id()
}

impl Parameters for ObstacleAvoidance {
    fn parameters(&mut self) -> Vec<Parameter<'_>> {
        match self {
            Self::LookAhead(look_ahead) => look_ahead.parameters(),
            Self::None | Self::Custom(_) => Vec::new(),
        }
    }

    fn check(&self) -> Result<(), OutOfRange> {
        match self {
            Self::None => Ok(()),
            Self::LookAhead(look_ahead) => look_ahead.check(),
            Self::Custom(method) => method.check(),
        }
    }
}

impl Parameters for AgentAvoidance {
    fn parameters(&mut self) -> Vec<Parameter<'_>> {
        match self {
            Self::Sampling(sampling) => sampling.parameters(),
            Self::Orca(orca) => orca.parameters(),
            Self::None | Self::Custom(_) => Vec::new(),
        }
    }

    fn check(&self) -> Result<(), OutOfRange> {
        match self {
            Self::None => Ok(()),
            Self::Sampling(sampling) => sampling.check(),
            Self::Orca(orca) => orca.check(),
            Self::Custom(method) => method.check(),
        }
    }
}

impl Parameters for Detouring {
    fn parameters(&mut self) -> Vec<Parameter<'_>> {
        match self {
            Self::Silhouette(detour) => detour.parameters(),
            Self::None | Self::Custom(_) => Vec::new(),
        }
    }

    fn check(&self) -> Result<(), OutOfRange> {
        match self {
            Self::None => Ok(()),
            Self::Silhouette(detour) => detour.check(),
            Self::Custom(method) => method.check(),
        }
    }
}

/// Who moves an agent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Control {
    /// Its behaviours and its avoidance.
    #[default]
    Steered,
    /// The caller, such as a player or a script: it keeps the velocity that
    /// [`World::set_velocity`](crate::world::World::set_velocity) gives it, and is neither steered
    /// nor pushed. Others know that it doesn't avoid them.
    Driven,
}

/// What a blocked agent does as long as nobody answers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum WhenBlocked {
    /// Takes another path through walkable space if there is one, and waits otherwise.
    #[default]
    Replan,
    /// Waits.
    Wait,
    /// Goes on as if nothing were there: it stops in front of the obstacle.
    Press,
}

/// How an agent gets from where it is to its goal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Route {
    /// Straight: the caller's own path finding gives it corners as goals, or as a path to follow.
    #[default]
    Straight,
    /// Along a path through the world's walkable space.
    Walkable,
}

/// Shortest time that a jump may take (s).
const SHORTEST_JUMP: f32 = 1e-4;

/// A way that isn't walked: over a crate, down a ledge. While it is on it, nothing stops an agent,
/// and nobody has to be avoided.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Link {
    /// Where it begins (m), a coordinate up to 10¹².
    pub from: Vec2,
    /// Where it ends (m), a coordinate up to 10¹². An agent that would come down inside something
    /// comes down at the nearest free place.
    pub to: Vec2,
    /// How long it takes (s), 0.0001 or more.
    pub seconds: f32,
}

impl Parameters for Link {
    fn parameters(&mut self) -> Vec<Parameter<'_>> {
        let Self { from, to, seconds } = self;
        vec![
            Parameter::new("from", from, Range::Coordinate),
            Parameter::new("to", to, Range::Coordinate),
            Parameter::new("seconds", seconds, Range::AtLeast(SHORTEST_JUMP)),
        ]
    }
}

/// Everything that is said about an agent apart from its body: it may be shared by many.
#[derive(Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Profile {
    /// A label that behaviours can tell others apart by.
    pub group: u32,
    /// Speed that it likes to walk at (m/s), above 0. The body is never faster than its largest
    /// speed, whatever stands here.
    pub preferred_speed: f32,
    /// How fast its heading turns to where it means to go (rad/s), above 0. 2π is usual: half a turn
    /// in half a second. Lower for the heavy; from π divided by the time step on it turns at once.
    /// How it moves doesn't depend on it, but what others do who keep a place relative to its heading.
    pub turn_rate: f32,
    /// Time (s), 0 or more, that it stays behind those ahead who go its way: it goes no faster than to
    /// be an eighth of both radii behind where they are now after that time, edge to edge. So it slows
    /// down in a crowd long before it would touch anybody, as people do. Before a place to which others go too, such as a door, it closes
    /// up; at 0 everywhere. Only who avoids others by [`AgentAvoidance::Sampling`] keeps it. Where a goal
    /// makes it slower than its [`preferred_speed`](Self::preferred_speed), as on stairs, it takes as many times
    /// longer: it keeps as far behind as it would elsewhere, and a crowd doesn't close up there.
    ///
    /// Source: A. Tordeux, M. Chraibi, A. Seyfried, "Collision-free speed model for pedestrian dynamics"
    /// (2016), where whoever is ahead counts; U. Weidmann, "Transporttechnik der Fussgänger" (1993): on stairs
    /// speed falls with density as on the level, from a lower one.
    pub time_gap: f32,
    /// Goals in order; none for an agent that just behaves.
    pub goals: Vec<Goal>,
    /// What it does after the last goal.
    pub on_arrival: OnArrival,
    /// Time (s), 0 or more, in which it gets no nearer to a goal, a fixed point, until that counts as
    /// reached if others who rest there keep it away. At its last goal it has arrived then, too, and rests
    /// where it is ([`EventKind::ArrivedNear`](super::EventKind)); from one before that it goes on
    /// ([`EventKind::GoalReachedNear`](super::EventKind)). Kept from a box, it makes for the middle after this
    /// time, and looks for room for as long again as it takes to walk round the box. Higher lets it look
    /// longer for a place further in; infinity makes it press on for ever. Who is pushed away from where it
    /// rests goes back, and gives up after ten times this, or after this where somebody else stands there by
    /// then; every ten seconds it looks whether the goal that it had reached is free, and the way there, and
    /// goes back if so. Of no effect on the last goal of who goes on after it ([`OnArrival::Continue`]).
    pub arrives_near_after: f32,
    /// Its behaviours, the most important first.
    pub behaviors: Vec<WeightedBehavior>,
    /// How their forces are combined.
    pub blend: Blend,
    /// How it avoids walls and obstacles.
    pub obstacle_avoidance: ObstacleAvoidance,
    /// How it avoids other agents.
    pub agent_avoidance: AgentAvoidance,
    /// How it goes round temporary obstacles and agents that stand still.
    pub detouring: Detouring,
    /// How it gets to its goals.
    pub route: Route,
    /// What it does when it finds no way.
    pub when_blocked: WhenBlocked,
    /// Its part in the work of avoiding others who avoid it, 0 or more: of two agents each does its
    /// own part divided by the sum of both. 1 is usual; lower for the pushy.
    pub responsibility: f32,
    /// Of two agents that avoid each other the one with the lower priority does all the work. 0 is
    /// usual.
    pub priority: i32,
    /// Who moves it.
    pub control: Control,
    /// Its floor and layers. The floor is the one that it begins on.
    pub filter: Filter,
}

clone_by_field!(Profile {
    group,
    preferred_speed,
    turn_rate,
    time_gap,
    goals,
    on_arrival,
    arrives_near_after,
    behaviors,
    blend,
    obstacle_avoidance,
    agent_avoidance,
    detouring,
    route,
    when_blocked,
    responsibility,
    priority,
    control,
    filter,
});

impl Profile {
    /// An agent that walks at the body's largest speed, arrives at its goals, and avoids obstacles
    /// and others by the default methods.
    #[must_use]
    pub fn for_body(body: &Body) -> Self {
        Self {
            group: 0,
            preferred_speed: body.limits.max_speed,
            turn_rate: std::f32::consts::TAU,
            time_gap: 0.0,
            goals: Vec::new(),
            on_arrival: OnArrival::Stop,
            arrives_near_after: 2.0,
            behaviors: vec![Behavior::arrive_at_goal().into()],
            blend: Blend::WeightedSum,
            obstacle_avoidance: ObstacleAvoidance::LookAhead(LookAhead::for_radius(body.radius)),
            agent_avoidance: AgentAvoidance::Sampling(VelocitySampling::for_radius(body.radius)),
            detouring: Detouring::Silhouette(Detour::for_radius(body.radius)),
            route: Route::Straight,
            when_blocked: WhenBlocked::Replan,
            responsibility: 1.0,
            priority: 0,
            control: Control::Steered,
            filter: Filter::default(),
        }
    }

    /// Whether the agent is moved by its behaviours and its avoidance.
    #[must_use]
    pub fn is_steered(&self) -> bool {
        self.control == Control::Steered
    }

    /// Whether it follows a path through walkable space to where it wants to go.
    #[must_use]
    pub fn follows_paths(&self) -> bool {
        self.route == Route::Walkable
    }
}

impl Parameters for Profile {
    fn parameters(&mut self) -> Vec<Parameter<'_>> {
        let Self {
            group: _,
            preferred_speed,
            turn_rate,
            time_gap,
            goals,
            on_arrival: _,
            arrives_near_after,
            behaviors,
            blend,
            obstacle_avoidance,
            agent_avoidance,
            detouring,
            route: _,
            when_blocked: _,
            responsibility,
            priority: _,
            control: _,
            filter,
        } = self;
        let mut parameters = vec![
            Parameter::new("preferred_speed", preferred_speed, Range::AboveZero),
            Parameter::new("turn_rate", turn_rate, Range::AboveZero),
            Parameter::new("time_gap", time_gap, Range::AtLeast(0.0)),
            Parameter::new("responsibility", responsibility, Range::AtLeast(0.0)),
            Parameter::new(
                "arrives_near_after",
                arrives_near_after,
                Range::AtLeastOrInfinite(0.0),
            ),
        ];
        parameters.extend(goals.iter_mut().flat_map(Goal::parameters));
        parameters.extend(behaviors.iter_mut().flat_map(WeightedBehavior::parameters));
        parameters.extend(blend.parameters());
        parameters.extend(obstacle_avoidance.parameters());
        parameters.extend(agent_avoidance.parameters());
        parameters.extend(detouring.parameters());
        parameters.extend(filter.parameters());
        parameters
    }

    fn check(&self) -> Result<(), OutOfRange> {
        // The parts one by one, so that the error says in which of them the number is.
        check_goals(&self.goals)?;
        check_behaviors(&self.behaviors)?;
        check_part("blend", &self.blend)?;
        check_part("obstacle_avoidance", &self.obstacle_avoidance)?;
        check_part("agent_avoidance", &self.agent_avoidance)?;
        check_part("detouring", &self.detouring)?;
        check_part("filter", &self.filter)?;
        // Then all of them, of which its own are left.
        (self.clone().parameters().iter()).try_for_each(Parameter::check)
    }
}

fn check_part(name: &str, part: &impl Parameters) -> Result<(), OutOfRange> {
    part.check().map_err(|error| error.of(name))
}
