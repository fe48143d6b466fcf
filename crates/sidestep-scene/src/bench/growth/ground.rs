//! A world with what its caller does before each step.

use std::time::Instant;

use glam::Vec2;
use sidestep::geometry::{Circle, ConvexPolygon, Segment, Shape, ShapeError};
use sidestep::space::Topology;
use sidestep::world::{AgentSpec, ObstacleId, ObstacleSpec, World, WorldError, WorldSettings};

use super::people::People;

/// Time step (s).
const STEP: f32 = 0.1;

/// How far the caller moves a door in a step (m), and how many steps it goes on before it comes
/// back.
const DOOR_STEP: f32 = 0.3;
const DOOR_STEPS: u32 = 10;

/// Why worlds couldn't be compared.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum GrowthError {
    /// A shape was refused.
    #[error("a shape was refused: {0}")]
    Shape(#[from] ShapeError),
    /// The engine refused something.
    #[error("the engine refused something: {0}")]
    World(#[from] WorldError),
}

/// How a door moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Door {
    /// By its own velocity.
    Moves,
    /// The caller places it anew before each step.
    Placed,
}

/// A world that is stepped on one thread.
pub(super) struct Ground {
    pub world: World,
    /// Doors that are placed before each step.
    placed: Vec<ObstacleId>,
    steps: u32,
}

impl Ground {
    /// An empty one.
    pub fn new(topology: Topology) -> Result<Self, GrowthError> {
        let world = World::new(WorldSettings {
            topology,
            parallel: false,
            ..WorldSettings::default()
        })?;
        Ok(Self {
            world,
            placed: Vec::new(),
            steps: 0,
        })
    }

    /// An open plane with people.
    pub fn with(people: &People) -> Result<Self, GrowthError> {
        let mut ground = Self::new(Topology::Open)?;
        ground.bring(people)?;
        Ok(ground)
    }

    pub fn bring(&mut self, people: &People) -> Result<(), GrowthError> {
        self.world.insert_agents(people.specs())?;
        Ok(())
    }

    pub fn insert(&mut self, agent: AgentSpec) -> Result<(), GrowthError> {
        self.world.insert_agent(agent)?;
        Ok(())
    }

    /// A wall from one point to another (m).
    pub fn wall(&mut self, from: Vec2, to: Vec2) -> Result<(), GrowthError> {
        let shape = Segment::new(from, to)?;
        self.world.insert_obstacle(ObstacleSpec::new(shape))?;
        Ok(())
    }

    /// A wall from one point to another (m) that moves upwards as a door does.
    pub fn door(&mut self, from: Vec2, to: Vec2, door: Door) -> Result<(), GrowthError> {
        let mut spec = ObstacleSpec::new(Segment::new(from, to)?);
        if door == Door::Moves {
            spec.velocity = Vec2::Y * (DOOR_STEP / STEP);
        }
        let id = self.world.insert_obstacle(spec)?;
        if door == Door::Placed {
            self.placed.push(id);
        }
        Ok(())
    }

    /// A temporary circle of this radius (m) around a place (m).
    pub fn barrel(&mut self, place: Vec2, radius: f32) -> Result<(), GrowthError> {
        self.temporary(Circle::new(place, radius)?)
    }

    /// A temporary square box with sides of this length (m), turned by `angle` (rad).
    pub fn crate_at(&mut self, place: Vec2, side: f32, angle: f32) -> Result<(), GrowthError> {
        self.temporary(ConvexPolygon::rectangle(place, Vec2::splat(side), angle)?)
    }

    fn temporary(&mut self, shape: impl Into<Shape>) -> Result<(), GrowthError> {
        let spec = ObstacleSpec::new(shape).temporary();
        self.world.insert_obstacle(spec)?;
        Ok(())
    }

    /// One step, with what its caller does before it: how long both took (ms).
    pub fn step(&mut self) -> Result<f64, GrowthError> {
        let start = Instant::now();
        let turn = self.steps % (2 * DOOR_STEPS);
        let open = (turn + 1).min(2 * DOOR_STEPS - turn - 1);
        let offset = Vec2::Y * (open as f32 * DOOR_STEP);
        for &door in &self.placed {
            self.world.offset_obstacle(door, offset, Vec2::ZERO)?;
        }
        self.world.step(STEP)?;
        self.steps += 1;
        Ok(start.elapsed().as_secs_f64() * 1e3)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn doors_of_both_kinds_open_and_those_that_are_placed_close_again() {
        for door in [Door::Moves, Door::Placed] {
            let mut ground = Ground::new(Topology::Open).expect("a ground");
            ground.door(Vec2::ZERO, Vec2::X, door).expect("a door");
            let height = |ground: &Ground| {
                let door = ground.world.obstacles().next().expect("a door");
                door.hull().center().y
            };
            for step in 1..=21 {
                ground.step().expect("a step");
                let expected = match door {
                    Door::Placed if step > 10 => 0.3 * f64::from(20 - step).abs(),
                    _ => 0.3 * f64::from(step),
                };
                let found = f64::from(height(&ground));
                assert!(
                    (found - expected).abs() < 1e-4,
                    "{door:?} at {step}: {found}"
                );
            }
        }
    }
}
