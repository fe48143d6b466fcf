//! Changes to a scene while it runs, made between two steps: by hand, or by other values of the
//! scene.
//!
//! Indexes are those of the [`Setting`](crate::recording::Setting) and stay: what is removed leaves
//! its index empty, what is inserted comes at the end. A change that is refused leaves everything
//! as it was. Whatever is put somewhere jumps there: measures take notice of it as of something
//! placed, which didn't move or cross anything on the way.
//!
//! What is dropped on agents pushes them out in the next step, as far as contacts are settled.

mod agents;
mod blocked;
mod change;
mod check;
mod error;
mod kept;
mod lead;
mod obstacles;
mod scene;
mod targets;
mod walls;
mod written;

pub use blocked::{BlockedBy, BlockedIndex};
pub use change::Change;
pub use error::EditError;
pub use error::{MOST_AGENTS, MOST_SHAPES};
pub(super) use kept::Edits;

use super::{Simulation, SimulationError, walkable};
use crate::method::Method;

impl Simulation {
    /// Whether no step has been done yet: changes are then changes of how the scene begins.
    fn is_at_start(&self) -> bool {
        self.frame.step == 0
    }

    /// Refuses on a level what needs the height of a place.
    fn check_plane(&self, what: &'static str) -> Result<(), EditError> {
        match self.layout.level {
            Some(_) => Err(EditError::OnLevel { what }),
            None => Ok(()),
        }
    }

    /// Takes over into the setting what has changed in the layout.
    fn renew_setting(&mut self) {
        self.setting = self.layout.setting();
        self.version += 1;
    }

    /// Makes walkable space anew if walls have changed since the last step. Where none can be made,
    /// as in a world that a far wall has made too wide, the old one stays.
    pub(super) fn renew_walkable(&mut self) {
        let stale = std::mem::take(&mut self.edits.walkable_is_stale);
        if stale
            && self.edits.walkable.is_some()
            && let Ok(walkable) = walkable::insert(&mut self.world, &self.layout)
        {
            self.edits.walkable = Some(walkable);
        }
    }

    /// Bakes walkable space anew, with what is temporary cut out, if a group's method is to do so.
    pub(super) fn rebake(&mut self) -> Result<(), SimulationError> {
        if let Some(walkable) = &mut self.edits.walkable {
            let rebakes = super::agents::methods(&self.layout)?.contains(&Method::Rebake);
            walkable.rebake(&mut self.world, rebakes)?;
        }
        Ok(())
    }

    /// Marks in the frame what was put where it is by hand since the last one.
    pub(super) fn tell_what_was_placed(&mut self) {
        for index in self.edits.placed_agents.drain(..) {
            if let Some(agent) = self.frame.agents.get_mut(index) {
                agent.teleported = true;
            }
        }
        std::mem::swap(
            &mut self.frame.placed_obstacles,
            &mut self.edits.placed_obstacles,
        );
        self.edits.placed_obstacles.clear();
    }
}
