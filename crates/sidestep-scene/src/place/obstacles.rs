//! Places obstacles: the listed ones where they are listed, the scattered ones where there is room.

use std::f64::consts::{FRAC_PI_4, TAU};

use glam::Vec2;

use crate::format::document::way;
use crate::format::{
    AgentGroup, BoundsKind, GoalKind, Obstacle, Scatter, ScatterShape, Scene, SceneError, Start,
    TurnedBox, Wall,
};
use crate::recording::{Outline, WallSetting, WorldBounds};

use super::clearing::{Clearing, MOST_TRIES, START_GAP, Solid, double, draw_center};
use super::layout_obstacle::{LayoutObstacle, Motion};
use super::random::{Purpose, Stream};
use super::track::Track;

/// The edges of the world.
pub(super) fn bounds(scene: &Scene) -> WorldBounds {
    let Some(edges) = scene.edges() else {
        return WorldBounds::Open;
    };
    let (min, max) = (edges.min().single(), edges.max().single());
    match scene.bounds.kind {
        BoundsKind::Open => WorldBounds::Open,
        BoundsKind::Walled => WorldBounds::Walled { min, max },
        BoundsKind::Torus => WorldBounds::Torus { min, max },
    }
}

/// The straight pieces of all walls.
pub(super) fn walls(scene: &Scene) -> Vec<WallSetting> {
    scene.walls.iter().flat_map(wall_pieces).collect()
}

/// The straight pieces of a wall. Thick ones reach beyond a joint by half their thickness, so that
/// the outer corner is filled.
pub(crate) fn wall_pieces(wall: &Wall) -> Vec<WallSetting> {
    let mut points: Vec<Vec2> = wall.points.points().iter().map(|p| p.single()).collect();
    if let (true, Some(first), Some(last)) = (wall.closed, points.first(), points.last())
        && first != last
    {
        points.push(*first);
    }
    let thickness = wall.thickness.single();
    let last = points.len().saturating_sub(2);
    let piece = |(index, pair): (usize, &[Vec2])| {
        let along = (pair[1] - pair[0]).normalize_or_zero() * (0.5 * thickness);
        let joined = [wall.closed || index > 0, wall.closed || index < last];
        let beyond = joined.map(|joined| if joined { along } else { Vec2::ZERO });
        WallSetting {
            ends: [pair[0] - beyond[0], pair[1] + beyond[1]],
            thickness,
        }
    };
    points.windows(2).enumerate().map(piece).collect()
}

/// All obstacles: the listed ones, then the scattered ones.
pub(super) fn place(
    scene: &Scene,
    bounds: WorldBounds,
    walls: &[WallSetting],
) -> Result<Vec<LayoutObstacle>, SceneError> {
    let mut obstacles: Vec<LayoutObstacle> = scene.obstacles.iter().map(listed).collect();
    if scene.scatter.is_empty() {
        return Ok(obstacles);
    }
    let widest = scene
        .scatter
        .iter()
        .map(|scatter| scatter.radius.largest() + scatter.gap.get())
        .fold(0.0, f64::max);
    let mut clearing = Clearing::new(bounds, 2.0 * widest);
    for obstacle in &obstacles {
        clearing.add(Solid::of(&obstacle.outline));
    }
    for wall in walls {
        if let Some(solid) = Solid::of_wall(wall) {
            clearing.add(solid);
        }
    }
    let keep_off = keep_off(scene);
    for (index, scatter) in scene.scatter.iter().enumerate() {
        for number in 0..scatter.count.get() {
            let seed = scene.seed.get();
            let mut stream = Stream::new(seed, Purpose::Obstacle, &[index as u64, number]);
            let Some(outline) = scattered(scatter, &mut stream, &clearing, &keep_off) else {
                return Err(scene.error_at(
                    &way!["scatter", index, "count"],
                    format!(
                        "only {number} of {} obstacles fit into the region; enlarge `region`, or \
                         lower `count`, `radius`, `gap` or `keep_clear`",
                        scatter.count.get()
                    ),
                ));
            };
            clearing.add(Solid::of(&outline));
            obstacles.push(LayoutObstacle {
                outline,
                temporary: scatter.temporary,
                heights: None,
                appear: 0.0,
                vanish: None,
                motion: Motion::Still,
            });
        }
    }
    Ok(obstacles)
}

fn listed(obstacle: &Obstacle) -> LayoutObstacle {
    let mut outline = outline_of(obstacle);
    let motion = match (&obstacle.path, obstacle.speed, obstacle.velocity) {
        (Some(path), Some(speed), _) => {
            let track = Track::new(path, speed.get(), obstacle.closed);
            let offset = track.position_at(0.0) - center_of(&outline);
            outline = outline.moved(offset);
            Motion::Along(track)
        }
        (_, _, Some(velocity)) => Motion::Steady(velocity.single()),
        _ => Motion::Still,
    };
    LayoutObstacle {
        outline,
        temporary: obstacle.temporary,
        heights: obstacle
            .floor
            .map(|floor| [floor.low.single(), floor.high.single()]),
        appear: obstacle.appear.map_or(0.0, |time| time.get()),
        vanish: obstacle.vanish.map(|time| time.get()),
        motion,
    }
}

/// The outline of an obstacle that passed its check, which sees to it that there is one.
fn outline_of(obstacle: &Obstacle) -> Outline {
    if let Some(circle) = obstacle.circle {
        return Outline::Circle {
            center: circle.center.single(),
            radius: circle.radius.single(),
        };
    }
    let points = match (&obstacle.polygon, obstacle.turned_box) {
        (Some(polygon), _) => polygon
            .points
            .corners()
            .iter()
            .map(|p| p.single())
            .collect(),
        (None, Some(turned_box)) => corners_of(&turned_box),
        (None, None) => Vec::new(),
    };
    Outline::Polygon { points }
}

fn corners_of(turned_box: &TurnedBox) -> Vec<Vec2> {
    let (width, height) = (
        turned_box.size[0].get() / 2.0,
        turned_box.size[1].get() / 2.0,
    );
    let (sine, cosine) = libm::sincos(turned_box.angle.get());
    let center = [turned_box.center.x(), turned_box.center.y()];
    [
        [-width, -height],
        [width, -height],
        [width, height],
        [-width, height],
    ]
    .map(|[x, y]| {
        Vec2::new(
            (center[0] + x * cosine - y * sine) as f32,
            (center[1] + x * sine + y * cosine) as f32,
        )
    })
    .to_vec()
}

/// Centre of a disc, mean of a polygon's corners.
fn center_of(outline: &Outline) -> Vec2 {
    match outline {
        Outline::Circle { center, .. } => *center,
        Outline::Polygon { points } => {
            points.iter().copied().sum::<Vec2>() / points.len().max(1) as f32
        }
    }
}

/// Draws one obstacle until it fits. The disc round it is what has to fit, whatever its shape.
fn scattered(
    scatter: &Scatter,
    stream: &mut Stream,
    clearing: &Clearing,
    keep_off: &[(Solid, f64)],
) -> Option<Outline> {
    let drawn = stream.between(scatter.radius.smallest(), scatter.radius.largest());
    // Rounded once, so that what is tested is what is simulated.
    let radius = drawn as f32;
    let turn = stream.fraction() * TAU;
    for _ in 0..MOST_TRIES {
        let center = draw_center(stream, scatter.region, f64::from(radius))?;
        let place = double(center);
        let is_free = clearing.is_free(place, f64::from(radius), scatter.gap.get())
            && keep_off.iter().all(|(solid, at_least)| {
                let clear = scatter.keep_clear.get().max(*at_least);
                // What asks for nothing may be covered.
                clear == 0.0 || solid.distance(place) >= f64::from(radius) + clear
            });
        if is_free {
            return Some(match scatter.shape {
                ScatterShape::Circle => Outline::Circle { center, radius },
                ScatterShape::Box => Outline::Polygon {
                    points: square(place, f64::from(radius), turn),
                },
            });
        }
    }
    None
}

fn square(center: [f64; 2], radius: f64, turn: f64) -> Vec<Vec2> {
    (0..4)
        .map(|corner| {
            let (sine, cosine) = libm::sincos(turn + FRAC_PI_4 + f64::from(corner) * TAU / 4.0);
            Vec2::new(
                (center[0] + radius * cosine) as f32,
                (center[1] + radius * sine) as f32,
            )
        })
        .collect()
}

/// What scattered obstacles keep off, and by how much at least: given starts and goals by the
/// agents' radius, paths only by `keep_clear`. Who starts at random is placed later and keeps off
/// by itself.
fn keep_off(scene: &Scene) -> Vec<(Solid, f64)> {
    let mut solids = Vec::new();
    for target in &scene.targets {
        let points: Vec<[f64; 2]> = target
            .path
            .points()
            .iter()
            .map(|p| [p.x(), p.y()])
            .collect();
        solids.extend(
            points
                .windows(2)
                .map(|pair| (Solid::Line(pair[0], pair[1]), 0.0)),
        );
        if let (true, Some(first), Some(last)) = (target.closed, points.first(), points.last()) {
            solids.push((Solid::Line(*last, *first), 0.0));
        }
    }
    for group in &scene.agents {
        keep_off_group(group, &mut solids);
    }
    solids
}

fn keep_off_group(group: &AgentGroup, solids: &mut Vec<(Solid, f64)>) {
    let room = group.radius.largest() + START_GAP;
    let starts: Vec<[f64; 2]> = match group.start() {
        Ok(Start::Round(count, circle)) => (0..count)
            .map(|index| double(circle.start(index, count)))
            .collect(),
        Ok(Start::Listed(points)) => points.iter().map(|p| [p.x(), p.y()]).collect(),
        Ok(Start::Random(..)) | Err(_) => Vec::new(),
    };
    for goal in &group.goals {
        match goal.kind() {
            Ok(GoalKind::Point(point)) => {
                solids.push((Solid::Disc([point.x(), point.y()], 0.0), room));
            }
            Ok(GoalKind::Offset(by)) => solids.extend(starts.iter().map(|start| {
                (
                    Solid::Disc([start[0] + by.x(), start[1] + by.y()], 0.0),
                    room,
                )
            })),
            Ok(GoalKind::Mirror(at)) => solids.extend(starts.iter().map(|start| {
                let opposite = [2.0 * at.x() - start[0], 2.0 * at.y() - start[1]];
                (Solid::Disc(opposite, 0.0), room)
            })),
            _ => {}
        }
    }
    solids.extend(
        starts
            .into_iter()
            .map(|start| (Solid::Disc(start, 0.0), room)),
    );
}
