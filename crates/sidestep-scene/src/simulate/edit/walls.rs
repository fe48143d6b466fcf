//! Changes of walls.

use glam::Vec2;

use super::{EditError, MOST_SHAPES, check};
use crate::recording::WallSetting;
use crate::simulate::{Simulation, obstacles};

impl Simulation {
    /// Adds a straight wall (m), and says under which index. It may lie on agents: they are pushed
    /// out in the next step.
    ///
    /// # Errors
    /// If its ends are one point, a number isn't finite or out of range, it is 10 km long or more,
    /// or there are too many walls.
    pub fn insert_wall(&mut self, ends: [Vec2; 2], thickness: f32) -> Result<usize, EditError> {
        self.check_plane("adding a wall")?;
        let index = self.layout.walls.len();
        check::room("walls", index, MOST_SHAPES)?;
        let wall = check::wall(ends, thickness)?;
        let id = obstacles::insert_wall(&mut self.world, index, &wall)?;
        self.walls.push(Some(id));
        self.layout.walls.push(wall);
        self.walls_have_changed();
        Ok(index)
    }

    /// Puts the ends of a wall somewhere else (m). It jumps there: who was between the old place
    /// and the new one wasn't hit.
    ///
    /// # Errors
    /// If there is no such wall, it isn't there any more, or as [`Simulation::insert_wall`].
    pub fn move_wall(&mut self, wall: usize, ends: [Vec2; 2]) -> Result<(), EditError> {
        let old = self.check_wall(wall)?;
        let new = check::wall(ends, self.layout.walls[wall].thickness)?;
        let id = obstacles::insert_wall(&mut self.world, wall, &new)?;
        self.world.remove_obstacle(old)?;
        self.walls[wall] = Some(id);
        self.layout.walls[wall] = new;
        self.walls_have_changed();
        Ok(())
    }

    /// Takes a wall out; its index stays.
    ///
    /// # Errors
    /// If there is no such wall, or it isn't there any more.
    pub fn remove_wall(&mut self, wall: usize) -> Result<(), EditError> {
        let id = self.check_wall(wall)?;
        self.world.remove_obstacle(id)?;
        self.walls[wall] = None;
        self.layout.walls[wall] = WallSetting::REMOVED;
        self.walls_have_changed();
        Ok(())
    }

    /// A wall that is there.
    ///
    /// # Errors
    /// If there is no such wall, or it isn't there any more.
    pub fn wall(&self, wall: usize) -> Result<WallSetting, EditError> {
        self.check_wall(wall)?;
        Ok(self.layout.walls[wall])
    }

    /// The id of a wall in the world.
    fn check_wall(&self, wall: usize) -> Result<sidestep::world::ObstacleId, EditError> {
        check::index("wall", wall, self.walls.len())?;
        self.walls[wall].ok_or(EditError::Gone {
            what: "wall",
            index: wall,
        })
    }

    fn walls_have_changed(&mut self) {
        self.drawer = None;
        self.edits.walkable_is_stale = true;
        self.setting.walls.clone_from(&self.layout.walls);
        self.version += 1;
    }
}
