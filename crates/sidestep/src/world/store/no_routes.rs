//! What stands in for paths through walkable space where the feature `nav` is off: there are none.

use super::agent::Agent;
use super::agents::Agents;
use super::obstacles::Obstacles;
use crate::walker::ObstacleId;
use crate::world::spec::WorldError;

#[derive(Clone, Debug, Default)]
pub(in crate::world) struct Routes;

impl Routes {
    pub fn admit(&mut self, _: &Agent) -> Result<(), WorldError> {
        Ok(())
    }

    pub fn forget_radius(&mut self, _: f32, _: &Agents) {}

    pub fn follow(&mut self, _: &[ObstacleId]) {}

    pub fn plan(&mut self, _: &mut Agents, _: &Obstacles, _: f64, _: usize) {}
}
