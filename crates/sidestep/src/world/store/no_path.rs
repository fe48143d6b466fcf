//! What stands in for the path of an agent where the feature `nav` is off: it has none.

use glam::Vec2;

use super::on_path::OnPath;
use crate::explain::Recorder;
use crate::motion::Body;
use crate::rare::Plain;
use crate::space::Floor;
use crate::walker::Waypoint;

#[derive(Clone, Debug, Default)]
pub(in crate::world) struct RouteMemory {}

impl Plain for RouteMemory {
    const PLAIN: &'static Self = &Self {};
}

impl RouteMemory {
    pub fn waypoint(&mut self, _: &Body, _: &mut Floor, _: Vec2, _: f32) -> Waypoint {
        Waypoint::None
    }

    pub fn on_path(&self) -> Option<OnPath> {
        None
    }

    pub fn put_on_path(&mut self, _: OnPath) {}

    pub fn tell(&self, _: &Body, _: &mut impl Recorder) {}
}
