//! Walls and obstacles of a layout in the world.

use sidestep::geometry::{Circle, ConvexPolygon, Segment, Shape, ShapeError};
use sidestep::world::{ObstacleId, ObstacleSpec, World};

use super::{SimulationError, edges};
use crate::place::Layout;
use crate::recording::{Outline, WallSetting, WorldBounds};

/// Adds the walls, and the edges of a walled world.
pub(super) fn insert_walls(world: &mut World, layout: &Layout) -> Result<(), SimulationError> {
    let edges = match layout.bounds {
        WorldBounds::Walled { min, max } => edges(min, max).to_vec(),
        WorldBounds::Open | WorldBounds::Torus { .. } => Vec::new(),
    };
    let edges = edges.into_iter().map(WallSetting::from);
    for (index, wall) in layout.walls.iter().copied().chain(edges).enumerate() {
        let shape = wall_shape(&wall).map_err(|source| SimulationError::Shape { index, source })?;
        world.insert_obstacle(ObstacleSpec::new(shape))?;
    }
    Ok(())
}

pub(super) fn wall_shape(wall: &WallSetting) -> Result<Shape, ShapeError> {
    let corners = wall.corners();
    Ok(match corners.as_slice() {
        [start, end] => Segment::new(*start, *end)?.into(),
        // Thinner than single precision can tell this far out: a line.
        _ => match ConvexPolygon::new(corners) {
            Ok(polygon) => polygon.into(),
            Err(_) => Segment::new(wall.ends[0], wall.ends[1])?.into(),
        },
    })
}

/// Lets obstacles appear, move and vanish as they do at `time` (s).
pub(super) fn follow(
    world: &mut World,
    layout: &Layout,
    present: &mut [Option<ObstacleId>],
    time: f64,
) -> Result<(), SimulationError> {
    for (index, (obstacle, present)) in layout.obstacles.iter().zip(present).enumerate() {
        match (obstacle.offset_at(time), *present) {
            (None, None) => {}
            (None, Some(id)) => {
                world.remove_obstacle(id)?;
                *present = None;
            }
            (Some(offset), Some(id)) => {
                let velocity = obstacle.velocity_at(time);
                let moves = world
                    .obstacle(id)
                    .is_some_and(|(spec, was)| was != offset || spec.velocity != velocity);
                if moves {
                    world.move_obstacle(id, offset, velocity)?;
                }
            }
            (Some(offset), None) => {
                let shape = shape(&obstacle.outline)
                    .map_err(|source| SimulationError::Shape { index, source })?;
                let mut spec = ObstacleSpec::new(shape);
                spec.temporary = obstacle.temporary;
                let id = world.insert_obstacle(spec)?;
                world.move_obstacle(id, offset, obstacle.velocity_at(time))?;
                *present = Some(id);
            }
        }
    }
    Ok(())
}

pub(super) fn shape(outline: &Outline) -> Result<Shape, ShapeError> {
    Ok(match outline {
        Outline::Circle { center, radius } => Circle::new(*center, *radius)?.into(),
        Outline::Polygon { points } => ConvexPolygon::new(points.clone())?.into(),
    })
}
