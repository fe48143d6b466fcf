//! Parts of a layout as a scene file says them.

use glam::Vec2;

use super::{EditError, check};
use crate::format::number::{Distance, Length, Seconds};
use crate::format::{Circle, Obstacle, Point, Polygon, Scene, Wall};
use crate::place::{LayoutObstacle, Motion, wall_pieces};
use crate::recording::{Outline, WallSetting};

/// A point (m).
pub(super) fn point(at: Vec2) -> Result<Point, EditError> {
    check::point("a coordinate", at)
}

/// A length (m).
pub(super) fn length(metres: f32) -> Result<Length, EditError> {
    Length::new(f64::from(metres)).map_err(|source| EditError::Number {
        what: "a length",
        source,
    })
}

/// The line of a target that stays at a point (m): one needs another to be a line.
pub(super) fn stay(at: Vec2) -> Result<Vec<Point>, EditError> {
    let step = Vec2::new(if at.x > 0.0 { -1.0 } else { 1.0 }, 0.0);
    Ok(vec![point(at)?, point(at + step)?])
}

/// Walls as they stand: those of the scene that are as they were in one piece, the others piece by
/// piece.
pub(super) fn walls(scene: &Scene, pieces: &[WallSetting]) -> Result<Vec<Wall>, EditError> {
    let mut walls = Vec::new();
    let mut rest = pieces;
    for wall in &scene.walls {
        let given = wall_pieces(wall);
        let (own, others) = rest.split_at(given.len().min(rest.len()));
        rest = others;
        if own == given {
            walls.push(wall.clone());
        } else {
            add_pieces(&mut walls, own)?;
        }
    }
    add_pieces(&mut walls, rest)?;
    Ok(walls)
}

fn add_pieces(walls: &mut Vec<Wall>, pieces: &[WallSetting]) -> Result<(), EditError> {
    for piece in pieces.iter().filter(|piece| piece.is_there()) {
        walls.push(Wall {
            points: check::line(piece.ends)?,
            closed: false,
            thickness: Distance::clamped(f64::from(piece.thickness)),
        });
    }
    Ok(())
}

/// How many obstacles a scene scatters.
pub(super) fn scattered(scene: &Scene) -> usize {
    let counts = scene.scatter.iter().map(|scatter| scatter.count.get());
    counts.sum::<u64>() as usize
}

/// Writes obstacles as they stand. The scattered ones are listed if any of them was touched, or if
/// asked for.
pub(super) fn obstacles(
    written: &mut Scene,
    obstacles: &[LayoutObstacle],
    list_scattered: bool,
) -> Result<(), EditError> {
    let (listed, rest) = obstacles.split_at(written.obstacles.len().min(obstacles.len()));
    let (random, inserted) = rest.split_at(scattered(written).min(rest.len()));
    let mut kept = Vec::new();
    for (given, now) in written.obstacles.iter().zip(listed) {
        kept.extend(touched(given, now)?);
    }
    let was_touched = |it: &LayoutObstacle| it.motion != Motion::Still || it.vanish.is_some();
    if list_scattered || random.iter().any(was_touched) {
        written.scatter.clear();
        for now in random {
            kept.extend(as_listed(now)?);
        }
    }
    for now in inserted {
        kept.extend(as_listed(now)?);
    }
    written.obstacles = kept;
    Ok(())
}

/// An obstacle of the scene as it stands; `None` if it was never there.
fn touched(given: &Obstacle, now: &LayoutObstacle) -> Result<Option<Obstacle>, EditError> {
    let mut obstacle = given.clone();
    if now.vanish != given.vanish.map(Seconds::get) {
        if now.vanish.is_some_and(|vanish| vanish <= now.appear) {
            return Ok(None);
        }
        obstacle.vanish = now.vanish.map(Seconds::clamped);
    }
    if let Motion::Held(_) = now.motion {
        obstacle.path = None;
        obstacle.velocity = None;
        obstacle.speed = None;
        obstacle.closed = false;
        let outline = now.outline_at_rest();
        if let (Some(turned_box), Outline::Polygon { points }) =
            (&mut obstacle.turned_box, &outline)
        {
            let middle = points.iter().sum::<Vec2>() / points.len().max(1) as f32;
            turned_box.center = point(middle)?;
        } else {
            set_outline(&mut obstacle, &outline)?;
        }
    }
    Ok(Some(obstacle))
}

/// An obstacle that the scene doesn't list; `None` if it was never there.
fn as_listed(now: &LayoutObstacle) -> Result<Option<Obstacle>, EditError> {
    if now.vanish.is_some_and(|vanish| vanish <= now.appear) {
        return Ok(None);
    }
    let mut obstacle = Obstacle {
        temporary: now.temporary,
        appear: (now.appear > 0.0).then(|| Seconds::clamped(now.appear)),
        vanish: now.vanish.map(Seconds::clamped),
        ..Obstacle::default()
    };
    set_outline(&mut obstacle, &now.outline_at_rest())?;
    Ok(Some(obstacle))
}

fn set_outline(obstacle: &mut Obstacle, outline: &Outline) -> Result<(), EditError> {
    match outline {
        Outline::Circle { center, radius } => {
            let circle: Circle = check::circle(*center, *radius)?;
            obstacle.circle = Some(circle);
        }
        Outline::Polygon { points } => {
            obstacle.polygon = Some(Polygon {
                points: check::polygon(points)?,
            });
        }
    }
    Ok(())
}
