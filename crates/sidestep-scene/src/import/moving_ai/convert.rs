//! Scenes of maps and scenarios.

use std::collections::BTreeMap;
use std::path::Path;

use super::blocks::{Block, MOST_BLOCKS, blocks};
use super::map::{Cell, GridMap};
use super::scenario::{Entry, Scenario};
use crate::format::number::{Angle, Length, OutOfRange, Pace, RunLength, TimeStep};
use crate::format::{
    AgentGroup, Bounds, BoundsKind, Goal, Name, Obstacle, OnArrival, Origin, Point, Region, Route,
    Scene,
};
use crate::import::{DURATION, Fault, TIME_STEP, scene_name};

/// A run may take this many times as long as its longest way takes alone.
const PATIENCE: f64 = 3.0;
/// Longest run (s).
const LONGEST_RUN: f64 = 100_000.0;

/// What a scenario doesn't say about its agents.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ScenarioOptions {
    /// Radius of each agent (m), above 0 and at most 0.5, the half width of a cell. 0.3 unless
    /// changed.
    pub radius: f64,
    /// Speed of each agent (m/s), preferred and largest. 1 unless changed: a cell a second.
    pub speed: f64,
    /// How many entries to take, from the first; all unless changed.
    pub limit: Option<usize>,
    /// How the agents get to their goals: along the shortest path between the blocked cells unless
    /// changed.
    pub route: Route,
}

impl Default for ScenarioOptions {
    fn default() -> Self {
        Self {
            radius: 0.3,
            speed: 1.0,
            limit: None,
            route: Route::Walkable,
        }
    }
}

/// Makes a scene without agents of a map: its blocked cells as boxes, its edge as a wall.
///
/// `source_name` is what messages about the scene call it; without its folder and ending it is the
/// scene's name.
///
/// # Errors
/// A [`Fault`] without line for a map of more than 1,000,000 boxes.
pub fn map_to_scene(map: &GridMap, source_name: &str) -> Result<Scene, Fault> {
    build_scene(map, source_name).map_err(|error| unfit(source_name, &error.to_string()))
}

/// Makes a scene of a scenario and its map.
///
/// Each entry is an agent that starts in the middle of a cell and has arrived within its own radius
/// of the middle of its goal's cell, where it is removed. The run may take three times as long as
/// the longest way takes at the agents' speed, and at least as long as other imported scenes.
/// Agents are in the order of the file. `source_name` is the scenario's.
///
/// # Errors
/// A [`Fault`] with the entry's line when the map has another size than the scenario says, a start
/// or a goal is blocked, or two starts are the same cell; without line when an option is out of
/// range.
pub fn scenario_to_scene(
    scenario: &Scenario,
    map: &GridMap,
    options: &ScenarioOptions,
    source_name: &str,
) -> Result<Scene, Fault> {
    check_options(options, source_name)?;
    let count = options
        .limit
        .unwrap_or(scenario.entries.len())
        .min(scenario.entries.len());
    let entries = &scenario.entries[..count];
    check_entries(scenario, entries, map, source_name)?;
    let build = || -> Result<Scene, Box<dyn std::error::Error>> {
        let mut scene = build_scene(map, source_name)?;
        let agents = entries
            .iter()
            .enumerate()
            .map(|(index, entry)| agent(index, entry, map, options));
        let longest = entries.iter().map(|entry| entry.length).fold(0.0, f64::max);
        scene.duration =
            RunLength::clamped((PATIENCE * longest / options.speed).clamp(DURATION, LONGEST_RUN));
        scene.agents = agents.collect::<Result<_, _>>()?;
        Ok(scene)
    };
    build().map_err(|error| unfit(source_name, &error.to_string()))
}

fn unfit(source_name: &str, what: &str) -> Fault {
    Fault::of_file(source_name, what, "use a smaller map")
}

fn check_options(options: &ScenarioOptions, source_name: &str) -> Result<(), Fault> {
    let ScenarioOptions {
        radius,
        speed,
        limit,
        route: _,
    } = *options;
    let wrong = |what: String, mend| Err(Fault::of_file(source_name, what, mend));
    if !(0.0001..=0.5).contains(&radius) {
        return wrong(
            format!("the radius of {radius} m is out of range"),
            "give one from 0.0001 to 0.5 m",
        );
    }
    if Pace::new(speed).is_err() {
        return wrong(
            format!("the speed of {speed} m/s is out of range"),
            "give one from 0.0001 to 10000 m/s",
        );
    }
    if limit == Some(0) {
        return wrong(
            "none of the entries is to be taken".to_owned(),
            "take at least one",
        );
    }
    Ok(())
}

fn check_entries(
    scenario: &Scenario,
    entries: &[Entry],
    map: &GridMap,
    source_name: &str,
) -> Result<(), Fault> {
    let fault = |entry: &Entry, what: String, mend: &str| {
        Err(Fault::of_file(source_name, what, mend).at(entry.line, None))
    };
    let mut taken = BTreeMap::new();
    for entry in entries {
        if (scenario.width, scenario.height) != (map.width(), map.height()) {
            let what = format!(
                "the scenario is for a map of {} by {} cells, but `{}` has {} by {}",
                scenario.width,
                scenario.height,
                scenario.map,
                map.width(),
                map.height()
            );
            return fault(entry, what, "use the map that the scenario was made for");
        }
        for (cell, what) in [(entry.start, "start"), (entry.goal, "goal")] {
            if map.is_blocked(cell) {
                let what = format!(
                    "the {what} at column {} and row {} is blocked",
                    cell.column, cell.row
                );
                return fault(
                    entry,
                    what,
                    "choose a free cell, or use the map that the scenario was made for",
                );
            }
        }
        if let Some(earlier) = taken.insert(entry.start, entry.line) {
            let what = format!(
                "the start at column {} and row {} is already that of line {earlier}",
                entry.start.column, entry.start.row
            );
            return fault(
                entry,
                what,
                "choose another cell, or take only the entries before this one",
            );
        }
    }
    Ok(())
}

fn build_scene(map: &GridMap, source_name: &str) -> Result<Scene, Box<dyn std::error::Error>> {
    let stem = Path::new(source_name)
        .file_stem()
        .unwrap_or_default()
        .to_string_lossy();
    let blocks = blocks(map)
        .ok_or_else(|| format!("the blocked cells make more than {MOST_BLOCKS} boxes"))?;
    let obstacles = blocks
        .iter()
        .map(|block| obstacle(block, map))
        .collect::<Result<_, OutOfRange>>()?;
    let edge = Region::new(
        Point::new(0.0, 0.0)?,
        Point::new(map.width() as f64, map.height() as f64)?,
    )?;
    Ok(Scene {
        name: Some(Name::from_any(&scene_name(&stem, "map"))),
        title: format!("{stem}: {} by {} cells", map.width(), map.height()),
        bounds: Bounds::around(BoundsKind::Walled, edge),
        obstacles,
        dt: TimeStep::clamped(TIME_STEP),
        duration: RunLength::clamped(DURATION),
        origin: Origin {
            source: source_name.to_owned(),
            ..Origin::default()
        },
        ..Scene::default()
    })
}

fn obstacle(block: &Block, map: &GridMap) -> Result<Obstacle, OutOfRange> {
    let (width, height) = (block.width as f64, block.height as f64);
    let bottom = (map.height() - block.top_left.row - block.height) as f64;
    let center = Point::new(
        block.top_left.column as f64 + width / 2.0,
        bottom + height / 2.0,
    )?;
    Ok(Obstacle::from_box(
        center,
        [Length::new(width)?, Length::new(height)?],
        Angle::new(0.0)?,
    ))
}

/// The middle of a cell.
fn middle(cell: Cell, map: &GridMap) -> Result<Point, OutOfRange> {
    Point::new(
        cell.column as f64 + 0.5,
        (map.height() - 1 - cell.row) as f64 + 0.5,
    )
}

fn agent(
    index: usize,
    entry: &Entry,
    map: &GridMap,
    options: &ScenarioOptions,
) -> Result<AgentGroup, OutOfRange> {
    let radius = Length::new(options.radius)?;
    let goal = Goal {
        radius: Some(radius),
        ..Goal::at(middle(entry.goal, map)?)
    };
    Ok(AgentGroup {
        name: Some(Name::from_any(&format!("agent-{}", index + 1))),
        positions: vec![middle(entry.start, map)?],
        radius: radius.into(),
        speed: Pace::new(options.speed)?.into(),
        goals: vec![goal],
        on_arrival: OnArrival::Remove,
        route: options.route,
        ..AgentGroup::default()
    })
}
