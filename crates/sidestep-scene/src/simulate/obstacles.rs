//! Walls and obstacles of a layout in the world.

use sidestep::geometry::{Circle, ConvexPolygon, Segment, Shape, ShapeError};
use sidestep::space::Floor;
use sidestep::world::{ObstacleId, ObstacleSpec, World};

use super::{SimulationError, edges};
use crate::place::Layout;
use crate::recording::{Outline, WallSetting, WorldBounds};

/// The walls that are there, with their indexes.
pub(super) fn there(walls: &[WallSetting]) -> impl Iterator<Item = (usize, &WallSetting)> {
    walls.iter().enumerate().filter(|(_, wall)| wall.is_there())
}

/// Adds the walls, and the edges of a walled world. Says under which id each wall is in the world.
pub(super) fn insert_walls(
    world: &mut World,
    layout: &Layout,
) -> Result<Vec<Option<ObstacleId>>, SimulationError> {
    let mut ids = vec![None; layout.walls.len()];
    for (index, wall) in there(&layout.walls) {
        ids[index] = Some(insert_wall(world, index, wall)?);
    }
    if let WorldBounds::Walled { min, max } = layout.bounds {
        for (side, edge) in edges(min, max).into_iter().enumerate() {
            insert_wall(world, layout.walls.len() + side, &edge.into())?;
        }
    }
    Ok(ids)
}

/// Adds the edges of the level's ground.
pub(super) fn insert_edges(world: &mut World, layout: &Layout) -> Result<(), SimulationError> {
    for edge in layout.level.iter().flat_map(|level| &level.edges) {
        // Edges shorter than a shape can be told from a point are left out.
        if let Ok(wall) = Segment::new(edge.ends[0], edge.ends[1]) {
            let mut spec = ObstacleSpec::new(wall);
            spec.filter.floor = edge.floor;
            world.insert_obstacle(spec)?;
        }
    }
    Ok(())
}

/// Adds a wall.
pub(super) fn insert_wall(
    world: &mut World,
    index: usize,
    wall: &WallSetting,
) -> Result<ObstacleId, SimulationError> {
    let shape = wall_shape(wall).map_err(|source| SimulationError::Shape { index, source })?;
    Ok(world.insert_obstacle(ObstacleSpec::new(shape))?)
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

/// Lets obstacles appear, move and vanish as they do at `time` (s). Says whether any appeared or
/// vanished.
pub(super) fn follow(
    world: &mut World,
    layout: &Layout,
    present: &mut [Option<ObstacleId>],
    time: f64,
) -> Result<bool, SimulationError> {
    let mut changed = false;
    for (index, (obstacle, present)) in layout.obstacles.iter().zip(present).enumerate() {
        match (obstacle.offset_at(time), *present) {
            (None, None) => {}
            (None, Some(id)) => {
                world.remove_obstacle(id)?;
                *present = None;
                changed = true;
            }
            (Some(offset), Some(id)) => {
                let velocity = obstacle.velocity_at(time);
                let moves = world
                    .obstacle(id)
                    .is_some_and(|was| was.offset != offset || was.velocity != velocity);
                if moves {
                    world.offset_obstacle(id, offset, velocity)?;
                    world.announce_obstacle(id, &obstacle.changes_at(time))?;
                }
            }
            (Some(offset), None) => {
                let shape = shape(&obstacle.outline)
                    .map_err(|source| SimulationError::Shape { index, source })?;
                let mut spec = ObstacleSpec::new(shape);
                spec.temporary = obstacle.temporary;
                if let Some([low, high]) = obstacle.heights {
                    spec.filter.floor = Floor { low, high };
                }
                let id = world.insert_obstacle(spec)?;
                world.offset_obstacle(id, offset, obstacle.velocity_at(time))?;
                world.announce_obstacle(id, &obstacle.changes_at(time))?;
                *present = Some(id);
                changed = true;
            }
        }
    }
    Ok(changed)
}

pub(super) fn shape(outline: &Outline) -> Result<Shape, ShapeError> {
    Ok(match outline {
        Outline::Circle { center, radius } => Circle::new(*center, *radius)?.into(),
        Outline::Polygon { points } => ConvexPolygon::new(points.clone())?.into(),
    })
}
