//! Walkable space of a layout: what is between its walls and the obstacles that stay.

use glam::Vec2;
use sidestep::nav::{Blocked, NavMeshes, WalkableArea};
use sidestep::world::World;

use super::SimulationError;
use super::obstacles::{shape, there, wall_shape};
use crate::format::Route;
use crate::method::Method;
use crate::place::{Layout, LayoutGoalKind, LayoutObstacle, Motion};
use crate::recording::{Outline, WorldBounds};

/// So far (largest radii) beyond all that is there walkable space reaches in an open world, at least.
const BEYOND: f32 = 10.0;

/// How the agents of a group get to their goals. Whoever avoids by rebaking walks along paths, except on a torus, which has
/// no walkable space.
pub(super) fn route(layout: &Layout, group: usize, method: Method) -> Route {
    let torus = matches!(layout.bounds, WorldBounds::Torus { .. });
    if method == Method::Rebake && !torus {
        Route::Walkable
    } else {
        layout.groups[group].route
    }
}

/// Whether anybody walks along paths through walkable space.
pub(super) fn is_wanted(layout: &Layout, methods: &[Method]) -> bool {
    let mut groups = methods.iter().enumerate();
    groups.any(|(group, &method)| route(layout, group, method) == Route::Walkable)
}

/// Gives the world walkable space. Says which box it fills: its corners (m).
pub(super) fn insert(world: &mut World, layout: &Layout) -> Result<[Vec2; 2], SimulationError> {
    let [min, max] = extent(layout);
    let mut area = WalkableArea::new(min, max)?;
    for (index, wall) in there(&layout.walls) {
        let shape = wall_shape(wall).map_err(|source| SimulationError::Shape { index, source })?;
        area.block(Blocked::new(shape, Vec2::ZERO)?);
    }
    for (index, obstacle) in layout.obstacles.iter().enumerate() {
        if stays(obstacle) {
            let shape = shape(&obstacle.outline_at_rest())
                .map_err(|source| SimulationError::Shape { index, source })?;
            area.block(Blocked::new(shape, Vec2::ZERO)?);
        }
    }
    world.set_walkable(NavMeshes::new(area))?;
    Ok([min, max])
}

/// Whether an obstacle is part of the level: always there, always in the same place.
fn stays(obstacle: &LayoutObstacle) -> bool {
    !obstacle.temporary
        && obstacle.appear == 0.0
        && obstacle.vanish.is_none()
        && matches!(obstacle.motion, Motion::Still | Motion::Held(_))
}

/// The corners of a box in which all ways lie (m): the edges of the world, or in an open one all that is there and some room to
/// walk round it.
fn extent(layout: &Layout) -> [Vec2; 2] {
    if let WorldBounds::Walled { min, max } = layout.bounds {
        return [min, max];
    }
    let mut around = [Vec2::INFINITY, Vec2::NEG_INFINITY];
    let mut take = |point: Vec2| around = [around[0].min(point), around[1].max(point)];
    layout
        .walls
        .iter()
        .flat_map(|wall| wall.corners())
        .for_each(&mut take);
    // What appears later doesn't count: nobody knows of it yet.
    for obstacle in layout.obstacles.iter().filter(|it| it.is_present(0.0)) {
        match obstacle.outline_at_rest() {
            Outline::Circle { center, radius } => {
                take(center - radius);
                take(center + radius);
            }
            Outline::Polygon { points } => points.iter().copied().for_each(&mut take),
        }
    }
    for target in &layout.targets {
        target.track.points().for_each(&mut take);
    }
    let mut largest = 0.0_f32;
    for agent in &layout.agents {
        largest = largest.max(agent.radius);
        take(agent.start);
        for goal in &agent.goals {
            match goal.kind {
                LayoutGoalKind::Point { point, .. } => take(point),
                LayoutGoalKind::Region { min, max, .. } => {
                    take(min);
                    take(max);
                }
                _ => {}
            }
        }
    }
    let [min, max] = around;
    let margin = (BEYOND * largest).max(0.1 * (max - min).max_element());
    [min - margin, max + margin]
}
