//! Calls about walls, obstacles and markers.

use glam::Vec2;

use super::no_such;
use crate::range::{Parameters, Range};
use crate::walker::{MarkerId, ObstacleId};
use crate::world::World;
use crate::world::spec::{ObstacleSpec, WorldError};
use crate::world::store::Marker;

impl World {
    /// Adds a wall or an obstacle.
    ///
    /// # Errors
    /// If its velocity isn't finite, or its floor makes no sense.
    pub fn insert_obstacle(&mut self, spec: ObstacleSpec) -> Result<ObstacleId, WorldError> {
        spec.check()?;
        self.senses.stale = true;
        Ok(self.obstacles.insert(spec))
    }

    /// Takes a wall or an obstacle out.
    ///
    /// # Errors
    /// If there is no such obstacle.
    pub fn remove_obstacle(&mut self, id: ObstacleId) -> Result<(), WorldError> {
        self.senses.stale = true;
        if self.obstacles.remove(id) {
            Ok(())
        } else {
            Err(no_such("obstacle", id.0))
        }
    }

    /// Says how far an obstacle has moved from where its shape says (m), and its velocity from now on (m/s).
    ///
    /// # Errors
    /// If there is no such obstacle, or a coordinate isn't finite.
    pub fn move_obstacle(
        &mut self,
        id: ObstacleId,
        offset: Vec2,
        velocity: Vec2,
    ) -> Result<(), WorldError> {
        Range::Finite.check_vector("offset", offset)?;
        Range::Finite.check_vector("velocity", velocity)?;
        self.senses.stale = true;
        if self.obstacles.set_motion(id, offset, velocity) {
            Ok(())
        } else {
            Err(no_such("obstacle", id.0))
        }
    }

    /// An obstacle and how far it has moved (m), if it is in the world.
    #[must_use]
    pub fn obstacle(&self, id: ObstacleId) -> Option<(&ObstacleSpec, Vec2)> {
        self.obstacles.get(id)
    }

    /// All walls and obstacles with how far they have moved (m), in order of id.
    pub fn obstacles(&self) -> impl Iterator<Item = (ObstacleId, &ObstacleSpec, Vec2)> {
        self.obstacles.iter()
    }

    /// Adds a marker, a point (m) that behaviours and goals can aim at and the caller moves.
    ///
    /// # Errors
    /// If a coordinate isn't finite.
    pub fn insert_marker(&mut self, position: Vec2) -> Result<MarkerId, WorldError> {
        Range::Finite.check_vector("position", position)?;
        self.markers.push(Marker {
            position,
            previous: position,
            velocity: Vec2::ZERO,
        });
        Ok(MarkerId(self.markers.len() as u32 - 1))
    }

    /// Moves a marker (m).
    ///
    /// # Errors
    /// If there is no such marker, or a coordinate isn't finite.
    pub fn move_marker(&mut self, id: MarkerId, position: Vec2) -> Result<(), WorldError> {
        Range::Finite.check_vector("position", position)?;
        match self.markers.get_mut(id.0 as usize) {
            Some(marker) => {
                marker.position = position;
                Ok(())
            }
            None => Err(no_such("marker", id.0)),
        }
    }
}
