//! Changes of obstacles: inserted, taken out, moved.

use glam::Vec2;

use super::{EditError, MOST_SHAPES, check};
use crate::place::{LayoutObstacle, Motion};
use crate::recording::Outline;
use crate::simulate::Simulation;

impl Simulation {
    /// Adds an obstacle that stays, and says under which index. It may lie on agents: they are
    /// pushed out in the next step. Who walks along paths walks round it as round anything that
    /// isn't part of the level.
    ///
    /// # Errors
    /// If its outline isn't convex or has no area, a number isn't finite or out of range, it is 10
    /// km wide or more, or there are too many obstacles.
    pub fn insert_obstacle(
        &mut self,
        outline: &Outline,
        temporary: bool,
    ) -> Result<usize, EditError> {
        if !temporary {
            self.check_plane("adding an obstacle that stays")?;
        }
        let index = self.layout.obstacles.len();
        check::room("obstacles", index, MOST_SHAPES)?;
        let outline = check::outline(outline)?;
        // What the engine can't tell from a point or a line is refused before anything changes.
        let shape = crate::simulate::obstacles::shape(&outline);
        shape.map_err(|source| crate::simulate::SimulationError::Shape { index, source })?;
        self.layout.obstacles.push(LayoutObstacle {
            outline,
            temporary,
            heights: None,
            appear: self.frame.time,
            vanish: None,
            motion: Motion::Still,
        });
        self.obstacles.push(None);
        self.frame.obstacles.push(Some(Vec2::ZERO));
        self.follow_obstacles(self.frame.time)?;
        self.renew_setting();
        Ok(index)
    }

    /// Says how far an obstacle is from its pose in the setting (m); from then on it stays there.
    /// Measures take it as put there: who was between its old place and its new one wasn't hit.
    ///
    /// # Errors
    /// If there is no such obstacle, it isn't there now, or a coordinate isn't finite or too far
    /// out.
    pub fn offset_obstacle(&mut self, obstacle: usize, offset: Vec2) -> Result<(), EditError> {
        self.check_obstacle(obstacle)?;
        let offset = check::place("a coordinate of the obstacle's offset", offset)?;
        let outline = self.layout.obstacles[obstacle].outline.clone();
        check::outline(&outline.moved(offset))?;
        let motion = Motion::Held(offset);
        let moves = self.layout.obstacles[obstacle].motion != motion;
        self.layout.obstacles[obstacle].motion = motion;
        self.frame.obstacles[obstacle] = Some(offset);
        self.edits.placed_obstacles.push(obstacle);
        self.follow_obstacles(self.frame.time)?;
        self.drawer = None;
        // It may be part of the level.
        self.edits.walkable_is_stale |= moves && !self.layout.obstacles[obstacle].temporary;
        Ok(())
    }

    /// Takes an obstacle out; its index stays.
    ///
    /// # Errors
    /// If there is no such obstacle, or it isn't there now.
    pub fn remove_obstacle(&mut self, obstacle: usize) -> Result<(), EditError> {
        self.check_obstacle(obstacle)?;
        let gone = &mut self.layout.obstacles[obstacle];
        gone.vanish = Some(self.frame.time);
        self.edits.walkable_is_stale |= !gone.temporary;
        self.frame.obstacles[obstacle] = None;
        self.follow_obstacles(self.frame.time)?;
        Ok(())
    }

    fn check_obstacle(&self, obstacle: usize) -> Result<(), EditError> {
        check::index("obstacle", obstacle, self.layout.obstacles.len())?;
        if self.layout.obstacles[obstacle].is_present(self.frame.time) {
            return Ok(());
        }
        Err(EditError::Gone {
            what: "obstacle",
            index: obstacle,
        })
    }
}
