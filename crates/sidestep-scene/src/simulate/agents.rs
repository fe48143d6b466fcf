//! Agents of a layout in the world.

use sidestep::blend::Blend as EngineBlend;
use sidestep::motion::{Body, Limits};
use sidestep::space::{Filter, Floor};
use sidestep::world::{
    AgentAvoidance, AgentId, AgentSpec, Control as EngineControl, Detouring, Goal, MarkerId,
    Objective, ObstacleAvoidance, OnArrival as EngineOnArrival, Profile, Route as EngineRoute,
    Target, WhenBlocked as EngineWhenBlocked,
};

use super::agent_avoidance::agent_avoidance;
use super::avoidance::obstacle_avoidance;
use super::behaviors;
use super::detouring::detouring;
use super::walkable;
use crate::format::{Blend, Control, OnArrival, Route, WhenBlocked};
use crate::method::{Method, UnknownMethod};
use crate::place::{Layout, LayoutAgent, LayoutGoal, LayoutGoalKind, LayoutGroup, LayoutLevel};

/// Share of the largest force below which a behaviour counts as asking for nothing.
const PRIORITY_THRESHOLD: f32 = 0.05;

/// The method of each group: its own, or the layout's.
///
/// # Errors
/// If there is no such method.
pub(super) fn methods(layout: &Layout) -> Result<Vec<Method>, UnknownMethod> {
    let usual = Method::find(&layout.method)?;
    (layout.groups.iter())
        .map(|group| group.method.as_deref().map_or(Ok(usual), Method::find))
        .collect()
}

/// Everything that the world must know of an agent.
pub(super) fn spec(layout: &Layout, id: usize, markers: &[MarkerId], method: Method) -> AgentSpec {
    let agent = &layout.agents[id];
    let group = &layout.groups[agent.group];
    let mut limits = Limits::for_speed(agent.max_speed, agent.mass);
    if let Some(max_force) = agent.max_force {
        limits.max_force = max_force;
    }
    let body = Body {
        position: agent.start,
        velocity: agent.velocity(),
        heading: agent.facing,
        radius: agent.radius,
        mass: agent.mass,
        limits,
    };
    AgentSpec {
        id: Some(AgentId(id as u64)),
        body,
        profile: Profile {
            group: agent.group as u32,
            preferred_speed: agent.speed,
            turn_rate: group.turn_rate,
            time_gap: group.time_gap,
            goals: goals(agent, markers),
            on_arrival: match group.on_arrival {
                OnArrival::Stop => EngineOnArrival::Stop,
                OnArrival::Remove => EngineOnArrival::Remove,
                // Those who start again are sent on by the simulation.
                OnArrival::Continue | OnArrival::Respawn | OnArrival::Redraw => {
                    EngineOnArrival::Continue
                }
            },
            arrives_near_after: group.arrives_near_after,
            behaviors: (group.behaviors.iter())
                .map(|behavior| behaviors::behavior(behavior, agent, markers))
                .collect(),
            blend: match group.blend {
                Blend::Weighted => EngineBlend::WeightedSum,
                Blend::Prioritised => EngineBlend::Prioritised,
                Blend::Priority => EngineBlend::Priority {
                    threshold: PRIORITY_THRESHOLD,
                },
            },
            obstacle_avoidance: if group.avoid {
                obstacle_avoidance(method, &body, &layout.parameters)
            } else {
                ObstacleAvoidance::None
            },
            agent_avoidance: if group.avoid {
                agent_avoidance(method, &body, &layout.parameters, layout.bounds)
            } else {
                AgentAvoidance::None
            },
            detouring: if group.avoid {
                detouring(method, agent.radius, &layout.parameters)
            } else {
                Detouring::None
            },
            route: match walkable::route(layout, agent.group, method) {
                Route::Straight => EngineRoute::Straight,
                Route::Walkable => EngineRoute::Walkable,
            },
            when_blocked: match group.when_blocked {
                WhenBlocked::Replan => EngineWhenBlocked::Replan,
                WhenBlocked::Wait => EngineWhenBlocked::Wait,
                WhenBlocked::Press => EngineWhenBlocked::Press,
            },
            responsibility: group.responsibility,
            priority: group.priority,
            control: match group.control {
                Control::Steered => EngineControl::Steered,
                Control::Driven => EngineControl::Driven,
            },
            filter: filter(layout, agent, group),
        },
    }
}

/// The heights of an agent where it starts on a level.
pub(super) fn floor(agent: &LayoutAgent, level: &LayoutLevel) -> Floor {
    Floor {
        low: agent.height,
        high: agent.height + level.headroom,
    }
}

fn filter(layout: &Layout, agent: &LayoutAgent, group: &LayoutGroup) -> Filter {
    let given = || {
        group.floor.map_or(Floor::ALL, |floor| Floor {
            low: floor.low.get() as f32,
            high: floor.high.get() as f32,
        })
    };
    Filter {
        floor: (layout.level.as_ref()).map_or_else(given, |level| floor(agent, level)),
        // Walls and obstacles are in the first layer, and everybody meets them.
        layers: group.layer,
        mask: group.mask,
    }
}

/// The goals of an agent.
pub(super) fn goals(agent: &LayoutAgent, markers: &[MarkerId]) -> Vec<Goal> {
    agent
        .goals
        .iter()
        .map(|goal| one_goal(goal, markers))
        .collect()
}

fn one_goal(goal: &LayoutGoal, markers: &[MarkerId]) -> Goal {
    let agent = |id: usize| Target::Agent(AgentId(id as u64));
    let reach = |target, radius| Objective::Reach { target, radius };
    let flee = |from, distance: Option<f32>| Objective::Flee {
        from,
        distance: distance.unwrap_or(f32::INFINITY),
    };
    let mut time_limit = goal.time_limit.map(|limit| limit as f32);
    let objective = match goal.kind {
        LayoutGoalKind::Point { point, radius } => reach(Target::Point(point), radius),
        LayoutGoalKind::Region { min, max, aim } => Objective::Enter { min, max, aim },
        LayoutGoalKind::Target { target, radius } => reach(Target::Marker(markers[target]), radius),
        LayoutGoalKind::Agent { agent: id, radius } => reach(agent(id), radius),
        LayoutGoalKind::Flee { point, distance } => flee(Target::Point(point), distance),
        LayoutGoalKind::FleeAgent {
            agent: id,
            distance,
        } => flee(agent(id), distance),
        LayoutGoalKind::Direction { direction } => Objective::Head { direction },
        LayoutGoalKind::Idle { seconds } => {
            time_limit = Some(seconds as f32);
            Objective::Idle
        }
    };
    Goal {
        objective,
        speed: goal.speed,
        time_limit,
        height: goal.height,
    }
}

/// Puts a goal that was drawn at random somewhere else.
pub(super) fn move_goal(goal: &mut LayoutGoal, to: glam::Vec2) {
    if let LayoutGoalKind::Point { point, .. } = &mut goal.kind {
        *point = to;
    }
}
