//! A scene of a test case.

mod agents;
mod chance;
mod crowd;
mod goals;
mod obstacles;
mod starts;

#[cfg(test)]
mod tests;

use glam::DVec3;

use self::starts::Moved;
use super::test_case::{Bounds, Header, TestCase};
use crate::format::number::{OutOfRange, RunLength, TimeStep};
use crate::format::{Name, Origin, Point, Region, Scene, ShapeError};
use crate::import::{DURATION, Fault, TIME_STEP, scene_name};

/// Preferred speed where a goal has none (m/s).
const USUAL_SPEED: f64 = 1.3;
/// Random places are drawn no further from the origin than this (m), in x and in z: the size of the
/// world of SteerSuite.
const WORLD_EDGE: f64 = 100.0;
/// Obstacles and regions are at least this wide (m).
const THINNEST: f64 = 0.001;

/// Makes a scene of a test case. `source_name` is what messages about the scene call it, and what
/// the scene is called when the test case has no name.
///
/// - x stays x and z becomes y, so that pictures are the mirror image of a view from above.
/// - A step is 0.05 s and the run at most 300 s. The world is open: the test case's bounds are no
///   walls.
/// - An agent has arrived within its own radius of a point; it is then removed. An agent of an
///   emitter starts again. Box goals are regions to touch, with the target location as the point to
///   head for.
/// - The preferred speed is the desired speed of the goal at hand, 1.3 m/s where there is none. The
///   largest speed is a parameter `...max_speed` of a goal's behaviour where there is one, else the
///   largest desired speed or the speed at the start, whichever is more.
/// - Agents follow the shortest path between the obstacles, unless none is listed or a goal is no
///   place: they go straight then.
/// - Goals are given up after their time only when that is shorter than the run.
/// - What is random is drawn anew by this project, not as SteerSuite draws it: places of agents,
///   squares and random goals by the scene's own seed; doors, places to flee, directions to go and
///   agents to chase here, always the same for the same test case. Random places lie in the world
///   bounds as far as those are within 100 m of the origin, and in that whole square where nothing
///   of them is.
/// - Heights and colours are left out. A flow to follow becomes going on in the direction at the
///   start aligned with the others; a group target becomes standing still.
/// - An agent that would start in an obstacle is moved to a free place nearby, and the description
///   says so.
/// - Boxes and regions thinner than 1 mm are made that wide; a region too narrow for a single agent
///   is widened.
///
/// # Errors
/// A [`Fault`] without line for a test case that wasn't made by [`super::parse`] and holds values
/// that no scene can have.
pub fn to_scene(test_case: &TestCase, source_name: &str) -> Result<Scene, Fault> {
    let stem = std::path::Path::new(source_name)
        .file_stem()
        .unwrap_or_default()
        .to_string_lossy();
    let header = &test_case.header;
    let build = || -> Result<Scene, Unfit> {
        let (obstacles, scatter) = obstacles::convert(test_case)?;
        let mut agents = agents::convert(test_case)?;
        let moved = starts::move_off_obstacles(&mut agents, &obstacles);
        Ok(Scene {
            name: Some(Name::from_any(&scene_name(&header.name, &stem))),
            title: one_line(&header.name),
            description: description(header, &moved),
            dt: TimeStep::clamped(TIME_STEP),
            duration: RunLength::clamped(DURATION),
            obstacles,
            scatter,
            agents,
            origin: Origin {
                source: source_name.to_owned(),
                ..Origin::default()
            },
            ..Scene::default()
        })
    };
    build().map_err(|unfit| {
        Fault::of_file(
            source_name,
            unfit.to_string(),
            "change the test case so that it holds no such value",
        )
    })
}

/// A value that a scene can't have.
#[derive(Debug, thiserror::Error)]
enum Unfit {
    #[error("a number {0}")]
    Number(#[from] OutOfRange),
    #[error("{0}")]
    Shape(#[from] ShapeError),
}

/// The description of the test case, and which agents don't start where it says.
fn description(header: &Header, moved: &[Moved]) -> String {
    let mut paragraphs: Vec<String> = header.description.iter().cloned().collect();
    if !moved.is_empty() {
        paragraphs.push("Moved off obstacles that the test case has them start in:".to_owned());
    }
    paragraphs.extend(moved.iter().map(|Moved { name, from, to }| {
        format!(
            "- `{name}` from [{}, {}] to [{:.3}, {:.3}]",
            from.x(),
            from.y(),
            to.x(),
            to.y()
        )
    }));
    paragraphs.join("\n")
}

fn one_line(text: &str) -> String {
    const LONGEST: usize = 200;
    text.split_whitespace()
        .collect::<Vec<_>>()
        .join(" ")
        .chars()
        .take(LONGEST)
        .collect()
}

/// A point of the test case on the plane of the scene.
fn point(position: DVec3) -> Result<Point, OutOfRange> {
    Point::new(position.x, position.z)
}

/// Bounds as a region that is at least `least` wide, enlarged about its middle where needed.
fn region(bounds: &Bounds, least: f64) -> Result<Region, Unfit> {
    let widened = |low: f64, high: f64| {
        if high - low >= least {
            (low, high)
        } else {
            let middle = low + (high - low) / 2.0;
            (middle - least / 2.0, middle + least / 2.0)
        }
    };
    let (left, right) = widened(bounds.min.x, bounds.max.x);
    let (bottom, top) = widened(bounds.min.z, bounds.max.z);
    Ok(Region::new(
        Point::new(left, bottom)?,
        Point::new(right, top)?,
    )?)
}

/// Where random places are drawn: the world bounds as far as they are within the world of
/// SteerSuite.
fn world(test_case: &TestCase) -> Bounds {
    let edge = DVec3::splat(WORLD_EDGE);
    let given = &test_case.header.world_bounds;
    let (min, max) = (given.min.clamp(-edge, edge), given.max.clamp(-edge, edge));
    if min.x < max.x && min.z < max.z {
        Bounds { min, max }
    } else {
        Bounds {
            min: -edge,
            max: edge,
        }
    }
}
