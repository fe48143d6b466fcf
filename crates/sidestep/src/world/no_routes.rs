//! What stands in for paths through walkable space where the feature `nav` is off: there are none.

use glam::Vec2;

use super::agent::Agent;
use super::obstacles::Obstacles;
use super::temporaries::Temporaries;
use super::{ObstacleId, WorldError};
use crate::explain::Recorder;
use crate::motion::Body;
use crate::space::Floor;

#[derive(Clone, Debug, Default)]
pub(super) struct Routes;

#[derive(Clone, Debug, Default)]
pub(super) struct RouteMemory;

/// Where a path leads next; without paths it is always `None`.
#[derive(Clone, Copy, Debug)]
#[allow(dead_code)]
pub(super) enum Leg {
    None,
    Awaited,
    Corner { place: Vec2, beyond: f32 },
}

impl Routes {
    pub fn admit(&mut self, _: &Agent) -> Result<(), WorldError> {
        Ok(())
    }

    pub fn forget_radius(&mut self, _: f32, _: &[Agent]) {}

    pub fn follow(&mut self, _: &[ObstacleId]) {}

    pub fn plan(&mut self, _: &mut [Agent], _: &Obstacles, _: &Temporaries, _: f64, _: usize) {}
}

impl RouteMemory {
    pub fn leg(&mut self, _: &Body, _: &mut Floor, _: Vec2, _: f32) -> Leg {
        Leg::None
    }

    pub fn tell(&self, _: &Body, _: &mut impl Recorder) {}
}
