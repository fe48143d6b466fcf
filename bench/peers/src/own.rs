//! Sidestep.

use std::error::Error;

use sidestep::avoid::orca::Orca;
use sidestep::world::{AgentAvoidance, Detouring, ObstacleAvoidance};
use sidestep::{AgentSpec, Body, Goal, Vec2, World, WorldSettings};

use super::Crowd;
use super::plaza::Plaza;

/// A world.
pub struct Own {
    world: World,
    dt: f32,
}

impl Own {
    /// With the default methods, with `orca`, or with `none`, as the scene `plaza` takes them:
    /// contacts are settled with each of them.
    pub fn new(plaza: &Plaza, method: &str) -> Result<Self, Box<dyn Error>> {
        let mut world = World::new(WorldSettings {
            parallel: false,
            ..WorldSettings::default()
        })?;
        for (start, goal) in plaza.starts.iter().zip(&plaza.goals) {
            let body = Body::new(Vec2::from_array(*start), plaza.radius, plaza.speed);
            let goal = Goal::point(Vec2::from_array(*goal), plaza.radius);
            let mut spec = AgentSpec::new(body).with_goal(goal);
            let profile = &mut spec.profile;
            profile.preferred_speed = plaza.speed;
            match method {
                "default" => {}
                "orca" => {
                    profile.agent_avoidance = AgentAvoidance::Orca(Orca::for_radius(plaza.radius));
                    profile.obstacle_avoidance = ObstacleAvoidance::None;
                    profile.detouring = Detouring::None;
                }
                "none" => {
                    profile.agent_avoidance = AgentAvoidance::None;
                    profile.obstacle_avoidance = ObstacleAvoidance::None;
                    profile.detouring = Detouring::None;
                }
                _ => return Err(format!("there is no method '{method}'").into()),
            }
            world.insert_agent(spec)?;
        }
        Ok(Self {
            world,
            dt: plaza.dt,
        })
    }
}

impl Crowd for Own {
    fn step(&mut self) -> Result<(), Box<dyn Error>> {
        Ok(self.world.step(self.dt)?)
    }

    fn places(&self) -> Vec<[f32; 2]> {
        (self.world.agents())
            .map(|agent| agent.body.position.to_array())
            .collect()
    }
}
