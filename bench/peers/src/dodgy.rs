//! The crate `dodgy_2d`, with its own simulator.

use std::error::Error;

use dodgy_2d::{Agent, AgentParameters, Simulator, SimulatorMargin};
use glam::Vec2;

use super::Crowd;
use super::plaza::Plaza;

/// Its simulator.
pub struct Dodgy {
    simulator: Simulator,
    dt: f32,
}

/// How far ahead it looks (s): as `pyrvo` does here.
const HORIZON: f32 = 5.0;

impl Dodgy {
    /// Everybody, each with the same responsibility.
    pub fn new(plaza: &Plaza) -> Self {
        let mut simulator = Simulator::new();
        for (start, goal) in plaza.starts.iter().zip(&plaza.goals) {
            let agent = Agent {
                position: Vec2::from_array(*start),
                velocity: Vec2::ZERO,
                radius: plaza.radius,
                avoidance_responsibility: 1.0,
            };
            let parameters = AgentParameters {
                goal_point: Vec2::from_array(*goal),
                max_speed: plaza.speed,
                obstacle_margin: SimulatorMargin::AgentRadius,
                time_horizon: HORIZON,
                obstacle_time_horizon: HORIZON,
            };
            simulator.add_agent(agent, parameters);
        }
        Self {
            simulator,
            dt: plaza.dt,
        }
    }
}

impl Crowd for Dodgy {
    fn step(&mut self) -> Result<(), Box<dyn Error>> {
        self.simulator.step(self.dt);
        Ok(())
    }

    fn places(&self) -> Vec<[f32; 2]> {
        (0..self.simulator.get_agent_count())
            .map(|index| self.simulator.get_agent(index).position.to_array())
            .collect()
    }
}
