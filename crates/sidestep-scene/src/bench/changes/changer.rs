//! Changes of obstacles before each step.

use glam::Vec2;
use sidestep::avoid::detour::{BarrierKind, Blocker};
use sidestep::geometry::{Shape, ShapeError};
use sidestep::space::{Clusters, Filter};
use sidestep::world::{ObstacleId, ObstacleSpec, World, WorldError};

use super::field::Field;

/// One obstacle in three that change moves; the others vanish, and others appear elsewhere.
const MOVES_ONE_IN: usize = 3;

/// Why a bench of changes failed.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ChangesError {
    /// Fewer obstacles than are to change.
    #[error(
        "{changing} of {obstacles} obstacles can't change: give at least as many obstacles, or fewer changes"
    )]
    MoreChangesThanObstacles {
        /// Obstacles.
        obstacles: u64,
        /// How many of them were to change.
        changing: u64,
    },
    /// The agents leave no place for another obstacle.
    #[error("the agents leave no place for another obstacle")]
    NoRoom,
    /// A shape was refused.
    #[error("a shape was refused: {0}")]
    Shape(#[from] ShapeError),
    /// The engine refused something.
    #[error("the engine refused something: {0}")]
    World(#[from] WorldError),
}

/// The obstacles that are there now.
#[derive(Debug, Default)]
pub(super) struct Changer {
    standing: Vec<Standing>,
    /// The id that the next obstacle gets.
    next: u32,
}

#[derive(Clone, Debug)]
struct Standing {
    id: ObstacleId,
    shape: Shape,
}

/// What happens to an obstacle.
#[derive(Clone, Debug)]
pub(super) enum Change {
    /// It vanishes.
    Vanish(ObstacleId),
    /// It comes with this shape, around the origin, moved to a place (m).
    Appear(ObstacleId, Shape, Vec2),
    /// It moves to a place (m).
    Move(ObstacleId, Vec2),
}

impl Changer {
    /// This many obstacles that appear clear of the agents (m).
    pub fn fill(
        &mut self,
        count: u64,
        field: &mut Field,
        agents: &[Vec2],
    ) -> Result<Vec<Change>, ChangesError> {
        (0..count).map(|_| self.appear(field, agents)).collect()
    }

    /// Changes of `count` different obstacles.
    pub fn change(
        &mut self,
        count: u64,
        field: &mut Field,
        agents: &[Vec2],
    ) -> Result<Vec<Change>, ChangesError> {
        let mut changes = Vec::new();
        // Those that changed stand at the end, out of reach for the rest of this step.
        let mut untouched = self.standing.len();
        for index in 0..count as usize {
            if untouched == 0 {
                break;
            }
            let chosen = self.standing.remove(field.pick(untouched));
            untouched -= 1;
            if index % MOVES_ONE_IN == 0 {
                let place = field.clear_place(&chosen.shape, agents);
                changes.push(Change::Move(chosen.id, place.ok_or(ChangesError::NoRoom)?));
                self.standing.push(chosen);
            } else {
                changes.push(Change::Vanish(chosen.id));
                changes.push(self.appear(field, agents)?);
            }
        }
        Ok(changes)
    }

    fn appear(&mut self, field: &mut Field, agents: &[Vec2]) -> Result<Change, ChangesError> {
        let shape = field.shape()?;
        let place = field.clear_place(&shape, agents);
        let place = place.ok_or(ChangesError::NoRoom)?;
        let id = ObstacleId(self.next);
        self.next += 1;
        self.standing.push(Standing {
            id,
            shape: shape.clone(),
        });
        Ok(Change::Appear(id, shape, place))
    }
}

/// Tells a world what has changed.
pub(super) fn tell_world(world: &mut World, changes: &[Change]) -> Result<(), WorldError> {
    for change in changes {
        match change {
            Change::Vanish(id) => world.remove_obstacle(*id)?,
            Change::Appear(id, shape, place) => {
                let given = world.insert_obstacle(ObstacleSpec::new(shape.clone()).temporary())?;
                debug_assert_eq!(given, *id);
                world.offset_obstacle(given, *place, Vec2::ZERO)?;
            }
            Change::Move(id, place) => world.offset_obstacle(*id, *place, Vec2::ZERO)?,
        }
    }
    Ok(())
}

/// Tells clusters what has changed.
pub(super) fn tell_clusters(clusters: &mut Clusters, changes: &[Change]) {
    for change in changes {
        match change {
            Change::Vanish(id) => {
                clusters.remove(Blocker::Obstacle(id.0));
            }
            Change::Appear(id, shape, place) => {
                let name = Blocker::Obstacle(id.0);
                clusters.insert(
                    name,
                    BarrierKind::Temporary,
                    shape,
                    *place,
                    Filter::default(),
                );
            }
            Change::Move(id, place) => {
                clusters.move_to(Blocker::Obstacle(id.0), *place);
            }
        }
    }
}
