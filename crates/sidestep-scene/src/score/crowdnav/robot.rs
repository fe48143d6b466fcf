//! The robot: anything that can take a step among walkers, and above all an agent of the engine.

use glam::DVec2;
use sidestep::Vec2;
use sidestep::motion::{Body, Limits};
use sidestep::world::{
    AgentAvoidance, AgentId, AgentSpec, Control, Goal, ObstacleAvoidance, OnArrival, Profile,
    World, WorldError, WorldSettings,
};

use super::walkers::Pedestrian;
use crate::format::ParameterOverrides;
use crate::import::crowdnav::Environment;
use crate::method::Method;
use crate::recording::WorldBounds;
use crate::simulate::{agent_avoidance, avoidance};

/// What crosses the walkers.
pub trait Robot {
    /// Takes the next step of `dt` seconds, and says where it is then (m). It sees the walkers as
    /// they are before the step.
    ///
    /// # Errors
    /// If it can't be simulated.
    fn step(&mut self, walkers: &[Pedestrian], dt: f64) -> Result<DVec2, WorldError>;
}

/// Id of the robot in its world; the walkers come after it.
const ROBOT: AgentId = AgentId(0);
/// How much of a wrong velocity is left after a step: e to the minus this, so nothing in `f32`.
const RESPONSES_IN_STEP: f64 = 20.0;
/// The largest force, as a multiple of what turns full speed one way into full speed the other way
/// in a step.
const STRENGTH: f32 = 100.0;

/// An agent in a [`World`] of its own, with the method and pipeline of any agent of a scene. It
/// walks to its goal as agents of scenes do unless told otherwise: at full speed, and slower only
/// where the next step would end beyond it. It has any velocity at once, as CrowdNav's holonomic
/// robot has. The walkers are agents that the world doesn't steer. Contacts aren't settled, so that
/// the method's own faults show.
pub struct EngineRobot {
    world: World,
    walkers: usize,
}

impl EngineRobot {
    /// A robot before its first step, at `start` with a goal (m).
    ///
    /// # Errors
    /// If the engine refuses what the environment says.
    pub fn new(
        method: Method,
        environment: &Environment,
        [start, goal]: [DVec2; 2],
        walkers: &[Pedestrian],
    ) -> Result<Self, WorldError> {
        let dt = environment.time_step as f32;
        let mut world = World::new(WorldSettings {
            settle: false,
            // The robot decides once a step.
            max_substep: dt,
            parallel: false,
            ..WorldSettings::default()
        })?;
        let speed = environment.robot_speed as f32;
        let radius = environment.robot_radius as f32;
        let mut body = Body::new(start.as_vec2(), radius, speed);
        body.limits = Limits {
            max_speed: speed,
            max_force: STRENGTH * 2.0 * speed * body.mass / dt,
            response_time: (environment.time_step / RESPONSES_IN_STEP) as f32,
        };
        body.heading = (goal - start).as_vec2().normalize_or(Vec2::X);
        let overrides = ParameterOverrides::default();
        world.insert_agent(AgentSpec {
            id: Some(ROBOT),
            body,
            profile: Profile {
                goals: vec![Goal::point(goal.as_vec2(), radius)],
                obstacle_avoidance: avoidance::obstacle_avoidance(method, &body, &overrides),
                agent_avoidance: agent_avoidance::agent_avoidance(
                    method,
                    &body,
                    &overrides,
                    WorldBounds::Open,
                ),
                on_arrival: OnArrival::Continue,
                ..Profile::for_body(&body)
            },
        })?;
        for (index, walker) in walkers.iter().enumerate() {
            let radius = walker.radius as f32;
            let body = Body::new(walker.position.as_vec2(), radius, walker.speed as f32);
            world.insert_agent(AgentSpec {
                id: Some(walker_id(index)),
                body,
                profile: Profile {
                    control: Control::Driven,
                    behaviors: Vec::new(),
                    obstacle_avoidance: ObstacleAvoidance::None,
                    agent_avoidance: AgentAvoidance::None,
                    ..Profile::for_body(&body)
                },
            })?;
        }
        Ok(Self {
            world,
            walkers: walkers.len(),
        })
    }
}

impl Robot for EngineRobot {
    fn step(&mut self, walkers: &[Pedestrian], dt: f64) -> Result<DVec2, WorldError> {
        for (index, walker) in walkers.iter().take(self.walkers).enumerate() {
            let (position, velocity) = (walker.position.as_vec2(), walker.velocity.as_vec2());
            self.world
                .place_agent(walker_id(index), position, velocity)?;
        }
        self.world.step(dt as f32)?;
        let robot = self.world.agent(ROBOT);
        let robot = robot.ok_or(WorldError::NoSuchAgent { id: ROBOT })?;
        Ok(robot.body.position.as_dvec2())
    }
}

fn walker_id(index: usize) -> AgentId {
    AgentId(ROBOT.0 + 1 + index as u64)
}
