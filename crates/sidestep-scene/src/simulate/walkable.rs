//! Walkable space of a layout: what is between its walls and the obstacles that stay.

use glam::Vec2;
use sidestep::geometry::Circle;
use sidestep::nav::{Blocked, NavMeshes, WalkableArea};
use sidestep::world::{World, WorldError};

use super::SimulationError;
use super::obstacles::{shape, there, wall_shape};
use crate::format::Route;
use crate::method::Method;
use crate::place::{Layout, LayoutGoalKind, LayoutObstacle, Motion};
use crate::recording::{Outline, WorldBounds};

/// Distance, in largest radii, by which walkable space reaches beyond all that is there in an open
/// world, at least.
const BEYOND: f32 = 10.0;

/// Time between two bakes (s).
const REBAKES_EVERY: f64 = 0.25;

/// How the agents of a group get to their goals. Whoever avoids by rebaking walks along paths,
/// except on a torus, which has no walkable space.
pub(super) fn route(layout: &Layout, group: usize, method: Method) -> Route {
    let torus = matches!(layout.bounds, WorldBounds::Torus { .. });
    if method == Method::Rebake && !torus {
        Route::Walkable
    } else {
        layout.groups[group].route
    }
}

/// Whether anybody walks along paths through walkable space, as everybody on a level does.
pub(super) fn is_wanted(layout: &Layout, methods: &[Method]) -> bool {
    if layout.level.is_some() {
        return true;
    }
    let mut groups = methods.iter().enumerate();
    groups.any(|(group, &method)| route(layout, group, method) == Route::Walkable)
}

/// The walkable space of a world.
#[derive(Clone, Debug)]
pub(crate) struct Walkable {
    /// The corners of the box that it fills (m).
    pub extent: [Vec2; 2],
    /// What never moves.
    ground: NavMeshes,
    /// What is cut out of it now, besides, in order.
    cut: Vec<Blocked>,
    /// When that was seen to last (s).
    cut_at: f64,
}

impl Walkable {
    /// When anything was cut out last (s).
    pub const fn cut_at(&self) -> f64 {
        self.cut_at
    }

    /// Goes on as that of a saved world, out of which what is closed there was cut last at a time
    /// (s).
    pub fn resume(&mut self, world: &World, cut_at: f64) {
        self.cut = world
            .walkable()
            .map_or_else(Vec::new, |meshes| meshes.closed().to_vec());
        self.cut_at = cut_at;
    }

    /// Cuts everything temporary and everybody who stands still out of walkable space and bakes it
    /// anew if any of that has changed, or puts the ground back: what the method `rebake` does
    /// before each step.
    pub fn rebake(&mut self, world: &mut World, rebakes: bool) -> Result<(), WorldError> {
        if rebakes && world.time() > 0.0 && world.time() - self.cut_at < REBAKES_EVERY {
            return Ok(());
        }
        let cut = if rebakes {
            temporary(world)
        } else {
            Vec::new()
        };
        if cut == self.cut {
            return Ok(());
        }
        world.update_walkable(self.ground.with_closed(cut.iter().cloned()))?;
        self.cut = cut;
        self.cut_at = world.time();
        Ok(())
    }
}

/// Temporary obstacles, then agents that stand still, each in order of id.
fn temporary(world: &World) -> Vec<Blocked> {
    let obstacles = world.obstacles().filter(|obstacle| obstacle.temporary);
    let crates =
        obstacles.map(|it| Blocked::new(it.shape.clone(), it.offset)?.on_floor(it.filter.floor));
    let standing = world.agents().filter_map(|agent| {
        let disc = Circle::new(Vec2::ZERO, agent.body.radius).ok()?;
        Some(Blocked::new(disc, agent.standing?).and_then(|blocked| blocked.on_floor(agent.floor)))
    });
    crates.chain(standing).flatten().collect()
}

/// Gives the world walkable space.
pub(super) fn insert(world: &mut World, layout: &Layout) -> Result<Walkable, SimulationError> {
    if let Some(level) = &layout.level {
        world.set_walkable(level.meshes.clone())?;
        return Ok(Walkable {
            extent: level.extent(),
            ground: level.meshes.clone(),
            cut: Vec::new(),
            cut_at: world.time(),
        });
    }
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
    let ground = NavMeshes::new(area);
    world.set_walkable(ground.clone())?;
    Ok(Walkable {
        extent: [min, max],
        ground,
        cut: Vec::new(),
        cut_at: world.time(),
    })
}

/// Whether an obstacle is part of the level: always there, always in the same place.
fn stays(obstacle: &LayoutObstacle) -> bool {
    !obstacle.temporary
        && obstacle.appear == 0.0
        && obstacle.vanish.is_none()
        && matches!(obstacle.motion, Motion::Still | Motion::Held(_))
}

/// The corners of a box in which all ways lie (m): the edges of the world, or in an open one all
/// that is there and some room to walk round it.
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
