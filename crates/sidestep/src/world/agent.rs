use super::behavior::check_behaviors;
use super::goal::check_goals;
use super::jump::Jump;
use super::routes::RouteMemory;
use super::temporaries::StandingStill;
use super::ways::Way;
use super::{AgentId, Behavior, Goal, OnArrival, Route, WeightedBehavior, WhenBlocked};
use crate::avoid::anticipatory::Anticipatory;
use crate::avoid::detour::{self, Detour, LocalGrid};
use crate::avoid::look_ahead::{Classic, LookAhead};
use crate::avoid::orca::Orca;
use crate::avoid::right_of_way::Standing;
use crate::avoid::sampling::VelocitySampling;
use crate::avoid::unaligned;
use crate::avoid::walls::WallAvoidance;
use crate::avoid::{self, Blocker};
use crate::blend::Blend;
use crate::geometry::Side;
use crate::motion::Body;
use crate::range::{OutOfRange, Parameter, Parameters, Range};
use crate::space::Filter;
use crate::steer::PathProgress;
use glam::Vec2;

/// How an agent avoids walls and obstacles.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum ObstacleAvoidance {
    /// Not at all.
    None,
    /// The default method, with the guard that keeps room to stop.
    LookAhead(LookAhead),
    /// The tutorial's method, blended in as the most important force.
    Classic(Classic),
    /// The whiskers of another tutorial, blended in as the most important force.
    Walls(WallAvoidance),
}

/// How an agent avoids other agents.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum AgentAvoidance {
    /// Not at all. Others know, and do all the work of avoiding it.
    None,
    /// The default method, with the guard that keeps room to stop.
    Sampling(VelocitySampling),
    /// The tutorial's method, blended in as the most important force.
    Classic(unaligned::Classic),
    /// Half-planes of velocities and a linear programme. It avoids obstacles too, by its own means.
    Orca(Orca),
    /// A force that grows as contact comes nearer, blended in as the most important one.
    Anticipatory(Anticipatory),
}

/// How an agent goes round temporary obstacles and agents that stand still.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Detouring {
    /// Not at all: it meets them as it meets walls.
    None,
    /// The shortest way round their clusters.
    Silhouette(Detour),
    /// The tutorial's way over the furthest tangents.
    Classic(detour::Classic),
    /// The way over a small grid around the agent.
    LocalGrid(LocalGrid),
    /// Along paths through walkable space with all that is temporary cut out of it. Each change of any of it costs a new mesh; to
    /// compare with. Needs [`Route::Walkable`] and the feature `nav`; otherwise it is as `None`.
    Rebake,
}

impl Parameters for ObstacleAvoidance {
    fn parameters(&mut self) -> Vec<Parameter<'_>> {
        match self {
            Self::None => Vec::new(),
            Self::LookAhead(look_ahead) => look_ahead.parameters(),
            Self::Classic(classic) => classic.parameters(),
            Self::Walls(walls) => walls.parameters(),
        }
    }
}

impl Parameters for AgentAvoidance {
    fn parameters(&mut self) -> Vec<Parameter<'_>> {
        match self {
            Self::None => Vec::new(),
            Self::Sampling(sampling) => sampling.parameters(),
            Self::Classic(classic) => classic.parameters(),
            Self::Orca(orca) => orca.parameters(),
            Self::Anticipatory(anticipatory) => anticipatory.parameters(),
        }
    }
}

impl Parameters for Detouring {
    fn parameters(&mut self) -> Vec<Parameter<'_>> {
        match self {
            Self::None | Self::Rebake => Vec::new(),
            Self::Silhouette(detour) => detour.parameters(),
            Self::Classic(classic) => classic.parameters(),
            Self::LocalGrid(grid) => grid.parameters(),
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
    /// The caller, such as a player or a script: it keeps the velocity that [`World::set_velocity`](super::World::set_velocity) gives it, and is
    /// neither steered nor pushed. Others know that it doesn't avoid them.
    Driven,
}

/// Everything that the caller says about an agent.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct AgentSpec {
    /// Its stable id, or `None` for the next free one. Give ids where the order of insertion may change
    /// but the result may not.
    pub id: Option<AgentId>,
    /// Where it is and what it can do.
    pub body: Body,
    /// A label that behaviours can tell others apart by.
    pub group: u32,
    /// Speed that it likes to walk at (m/s), above 0. The body is never faster than its largest speed, whatever stands here.
    pub preferred_speed: f32,
    /// Goals in order; none for an agent that just behaves.
    pub goals: Vec<Goal>,
    /// What it does after the last goal.
    pub on_arrival: OnArrival,
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
    /// Its part in the work of avoiding others who avoid it, 0 or more: of two agents each does its own part divided by the sum
    /// of both. 1 is usual; lower for the pushy.
    pub responsibility: f32,
    /// Of two agents that avoid each other the one with the lower priority does all the work. 0 is usual.
    pub priority: i32,
    /// Who moves it.
    pub control: Control,
    /// Its floor and layers.
    pub filter: Filter,
}

impl AgentSpec {
    /// An agent that walks at the body's largest speed, arrives at its goals, and avoids obstacles and others by
    /// the default methods.
    #[must_use]
    pub fn new(body: Body) -> Self {
        Self {
            id: None,
            body,
            group: 0,
            preferred_speed: body.limits.max_speed,
            goals: Vec::new(),
            on_arrival: OnArrival::Stop,
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

    /// The same agent with this goal only.
    #[must_use]
    pub fn with_goal(mut self, goal: Goal) -> Self {
        self.goals = vec![goal];
        self
    }
}

impl Parameters for AgentSpec {
    fn parameters(&mut self) -> Vec<Parameter<'_>> {
        let Self {
            id: _,
            body,
            group: _,
            preferred_speed,
            goals,
            on_arrival: _,
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
            Parameter::new("responsibility", responsibility, Range::AtLeast(0.0)),
        ];
        parameters.extend(body.parameters());
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
        check_part("body", &self.body)?;
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

/// An agent within the world: what the caller said, and what it remembers.
#[derive(Clone, Debug)]
pub(super) struct Agent {
    pub id: AgentId,
    pub body: Body,
    pub profile: AgentSpec,
    pub memory: Memory,
    /// The force decided on in this step (N).
    pub force: Vec2,
    /// Where the step began (m): settling sweeps from here.
    pub previous: Vec2,
}

/// What an agent remembers from step to step.
#[derive(Clone, Debug, Default)]
pub(super) struct Memory {
    /// Index of the current goal; past the end when all are reached.
    pub goal: usize,
    /// Time spent on the current goal (s).
    pub goal_seconds: f64,
    /// Whether all goals were reached once.
    pub arrived: bool,
    /// Where the current goal is, seen from the agent, if it has a place (m).
    pub aim: Option<Vec2>,
    /// The side on which it passes what is ahead.
    pub side: avoid::Memory,
    /// How far it has come on each path that it follows.
    pub progress: Vec<PathProgress>,
    /// Bit n is set while behaviour n has lost its target.
    pub targets_gone: u64,
    /// The bits that were reported already.
    pub targets_reported: u64,
    pub watch: ProgressWatch,
    /// How it stands among those who block each other.
    pub standing: Standing,
    /// When it set out for its goals (s).
    pub since: f64,
    /// What the last decision ran into.
    pub outcome: Outcome,
    /// How it gets on towards where it wants to go.
    pub way: Way,
    /// Its path through walkable space.
    pub route: RouteMemory,
    /// The speed that its behaviours wanted last (m/s).
    pub wanted_speed: f32,
    /// Whether it was told that it is blocked.
    pub told_blocked: bool,
    /// Whether it stands still.
    pub still: StandingStill,
    /// The jump that it was told to take.
    pub jump: Option<Jump>,
}

/// Watches whether an agent gets nearer to its goal.
#[derive(Clone, Copy, Debug)]
pub(super) struct ProgressWatch {
    /// Least distance to the goal so far (m).
    pub best: f32,
    /// Time since it last got better (s).
    pub seconds: f64,
    pub stuck: bool,
    /// For how much of that time an obstacle was in the way (s), and for how much another agent was (s).
    pub behind_obstacles: f64,
    pub behind_agents: f64,
    /// The way round that it is on.
    pub detour: Option<(Side, Blocker)>,
}

impl Default for ProgressWatch {
    fn default() -> Self {
        Self {
            best: f32::INFINITY,
            seconds: 0.0,
            stuck: false,
            behind_obstacles: 0.0,
            behind_agents: 0.0,
            detour: None,
        }
    }
}

/// What a decision ran into, for reports.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Outcome {
    pub enclosed: bool,
    /// What was in the way: obstacles count before agents that move.
    pub threat: Option<Blocker>,
    pub side: Option<Side>,
}
