//! What stands in for paths through walkable space where the feature `nav` is off: there are none.

use glam::Vec2;

use super::agent::Agent;
use super::obstacles::Obstacles;
use crate::explain::Recorder;
use crate::motion::Body;
use crate::space::{Clusters, Floor};
use crate::walker::{ObstacleId, Waypoint};
use crate::world::spec::WorldError;

#[derive(Clone, Debug, Default)]
pub(in crate::world) struct Routes;

#[derive(Clone, Debug, Default)]
pub(in crate::world) struct RouteMemory;

impl Routes {
    pub fn admit(&mut self, _: &Agent) -> Result<(), WorldError> {
        Ok(())
    }

    pub fn forget_radius(&mut self, _: f32, _: &[Agent]) {}

    pub fn follow(&mut self, _: &[ObstacleId]) {}

    pub fn plan(&mut self, _: &mut [Agent], _: &Obstacles, _: &Clusters, _: f64, _: usize) {}
}

impl RouteMemory {
    pub fn waypoint(&mut self, _: &Body, _: &mut Floor, _: Vec2, _: f32) -> Waypoint {
        Waypoint::None
    }

    pub fn tell(&self, _: &Body, _: &mut impl Recorder) {}
}
