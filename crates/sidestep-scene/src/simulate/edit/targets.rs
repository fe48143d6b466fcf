//! Changes of targets.

use glam::Vec2;

use super::{EditError, check};
use crate::place::Track;
use crate::simulate::Simulation;

impl Simulation {
    /// Moves a target to a point (m); from then on it stays where it is put.
    ///
    /// # Errors
    /// If there is no such target, or a coordinate isn't finite or too far out.
    pub fn move_target(&mut self, target: usize, to: Vec2) -> Result<(), EditError> {
        check::index("target", target, self.layout.targets.len())?;
        let to = check::place("a coordinate of the target's place", to)?;
        self.world.move_marker(self.markers[target], to)?;
        self.layout.targets[target].track = Track::still(to);
        if let Some(kept) = self.frame.targets.get_mut(target) {
            *kept = to;
        }
        if self.is_at_start() {
            self.edits.targets.insert(target);
        }
        Ok(())
    }
}
