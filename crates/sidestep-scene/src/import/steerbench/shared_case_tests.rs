//! Test cases that others wrote, against the same cases as SteerSuite's own reader resolved them.
//!
//! They are no part of this project. They are read from the folder in `SIDESTEP_CASES`, else from
//! `../shared/cases` beside the workspace; where they are missing, a test says so and is done.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use super::*;
use crate::format::{Amount, Obstacle as SceneObstacle, Scene};

/// The resolved values went through single precision.
const TOLERANCE: f64 = 1e-5;

fn folder() -> Option<PathBuf> {
    let folder = match std::env::var_os("SIDESTEP_CASES") {
        Some(folder) => PathBuf::from(folder),
        None => Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/cases"),
    };
    let folder = folder.join("steerbench");
    if !folder.is_dir() {
        println!("skipped: no shared cases at {}", folder.display());
        return None;
    }
    Some(folder)
}

fn xml_files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("the folder can be listed");
    let mut files: Vec<PathBuf> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .collect();
    files.retain(|file| file.extension().is_some_and(|ending| ending == "xml"));
    files.sort();
    assert!(
        !files.is_empty(),
        "the folder of shared cases holds no test case"
    );
    files
}

fn load(file: &Path) -> (TestCase, Scene) {
    let text = fs::read_to_string(file).expect("a text file");
    let name = file.display().to_string();
    let case = parse(&text, &name).unwrap_or_else(|fault| panic!("{fault}"));
    let scene = to_scene(&case, &name).unwrap_or_else(|fault| panic!("{fault}"));
    (case, scene)
}

#[test]
fn every_shared_case_loads_and_its_scene_fits_together() {
    let Some(folder) = folder() else { return };
    for file in xml_files(&folder) {
        let (case, scene) = load(&file);
        scene.check().unwrap_or_else(|error| panic!("{error}"));
        let agents: u32 = case
            .agents
            .iter()
            .chain(&case.emitters)
            .map(|spec| spec.count)
            .sum();
        assert_eq!(
            scene.agents.iter().map(|group| group.size()).sum::<usize>(),
            agents as usize
        );
        let text = scene.to_toml().unwrap_or_else(|error| panic!("{error}"));
        let again = Scene::from_toml(&text, "again.toml").unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(again, scene, "{}", file.display());
    }
}

#[test]
fn fixed_agents_goals_and_obstacles_agree_with_the_resolved_cases() {
    let Some(folder) = folder() else { return };
    let mut compared = 0;
    for file in xml_files(&folder) {
        let Ok(resolved) = fs::read_to_string(file.with_extension("json")) else {
            println!("skipped: {} has no resolved case beside it", file.display());
            continue;
        };
        let resolved: Value = serde_json::from_str(&resolved).expect("the resolved case is JSON");
        let (case, scene) = load(&file);
        compare_agents(&resolved, &case, &scene, &file);
        compare_obstacles(&resolved, &case, &scene, &file);
        compared += 1;
    }
    assert!(compared > 0, "no case was compared");
}

#[track_caller]
fn assert_near(found: f64, expected: &Value, what: &str) {
    let expected = expected
        .as_f64()
        .unwrap_or_else(|| panic!("{what}: {expected} is no number"));
    assert!(
        (found - expected).abs() <= TOLERANCE * (1.0 + expected.abs()),
        "{what}: {found} for {expected}"
    );
}

fn list<'a>(value: &'a Value, key: &str) -> &'a [Value] {
    value[key]
        .as_array()
        .unwrap_or_else(|| panic!("no list {key}"))
}

fn compare_agents(resolved: &Value, case: &TestCase, scene: &Scene, file: &Path) {
    let all = list(resolved, "agents");
    let expected_total: u32 = case.agents.iter().map(|spec| spec.count).sum();
    assert_eq!(all.len(), expected_total as usize, "{}", file.display());
    assert_eq!(list(resolved, "emitters").len(), case.emitters.len());
    let fixed: Vec<&Value> = all
        .iter()
        .filter(|agent| agent["random_pos"] == false)
        .collect();
    let groups: Vec<_> = scene
        .agents
        .iter()
        .filter(|group| !group.positions.is_empty())
        .collect();
    assert_eq!(
        groups.len(),
        fixed.len() + case.emitters.len(),
        "{}",
        file.display()
    );
    for (group, agent) in groups.iter().zip(fixed) {
        let what = format!("{}, agent {}", file.display(), agent["name"]);
        assert_near(group.positions[0].x(), &agent["pos"][0], &what);
        assert_near(group.positions[0].y(), &agent["pos"][1], &what);
        assert_near(group.radius.largest(), &agent["radius"], &what);
        assert_near(group.initial_speed.largest(), &agent["speed"], &what);
        if let Some(heading) = group.heading.map(Amount::largest) {
            let direction =
                [&agent["dir"][0], &agent["dir"][1]].map(|part| part.as_f64().unwrap_or(0.0));
            let length = direction[0].hypot(direction[1]);
            let along = (direction[0] * heading.cos() + direction[1] * heading.sin()) / length;
            assert!(
                along > 1.0 - TOLERANCE,
                "{what}: heading {heading} for {direction:?}"
            );
        }
        compare_goals(group.goals.as_slice(), agent, group.speed.largest(), &what);
    }
}

fn compare_goals(goals: &[crate::format::Goal], agent: &Value, usual_speed: f64, what: &str) {
    let expected = list(agent, "goals");
    assert_eq!(goals.len(), expected.len(), "{what}");
    for (goal, expected) in goals.iter().zip(expected) {
        if expected["type"] == "seekStaticTarget" && expected["random"] == false {
            let point = goal
                .point
                .unwrap_or_else(|| panic!("{what}: no point for {expected}"));
            assert_near(point.x(), &expected["target"][0], what);
            assert_near(point.y(), &expected["target"][1], what);
            assert_near(
                goal.speed.map_or(usual_speed, |speed| speed.get()),
                &expected["desired_speed"],
                what,
            );
        }
    }
}

fn compare_obstacles(resolved: &Value, case: &TestCase, scene: &Scene, file: &Path) {
    let all = list(resolved, "obstacles");
    let random: u32 = case
        .obstacle_regions
        .iter()
        .map(|region| region.count)
        .sum();
    let scattered: u64 = scene
        .scatter
        .iter()
        .map(|scatter| scatter.count.get())
        .sum();
    assert_eq!(u64::from(random), scattered);
    assert_eq!(
        all.len(),
        scene.obstacles.len() + random as usize,
        "{}",
        file.display()
    );
    // Those in random places come last in a resolved case.
    for (obstacle, expected) in scene.obstacles.iter().zip(all) {
        compare_obstacle(obstacle, expected, &file.display().to_string());
    }
}

fn compare_obstacle(obstacle: &SceneObstacle, expected: &Value, what: &str) {
    match expected["type"].as_str() {
        Some("circle") => {
            let circle = obstacle
                .circle
                .unwrap_or_else(|| panic!("{what}: no circle"));
            assert_near(circle.center.x(), &expected["center"][0], what);
            assert_near(circle.center.y(), &expected["center"][1], what);
            assert_near(circle.radius.get(), &expected["radius"], what);
        }
        Some("box") => {
            let level = obstacle
                .turned_box
                .unwrap_or_else(|| panic!("{what}: no box"));
            let center = [level.center.x(), level.center.y()];
            assert_eq!(level.angle.get(), 0.0);
            for axis in 0..2 {
                let half = level.size[axis].get() / 2.0;
                assert_near(center[axis] - half, &expected["min"][axis], what);
                assert_near(center[axis] + half, &expected["max"][axis], what);
            }
        }
        Some("oriented_box") => {
            let turned = obstacle
                .turned_box
                .unwrap_or_else(|| panic!("{what}: no box"));
            for axis in 0..2 {
                assert_near(
                    [turned.center.x(), turned.center.y()][axis],
                    &expected["center"][axis],
                    what,
                );
                assert_near(turned.size[axis].get(), &expected["size"][axis], what);
            }
            assert_near(
                -turned.angle.get().to_degrees(),
                &expected["theta_deg"],
                what,
            );
        }
        other => panic!("{what}: {other:?} is no kind of obstacle"),
    }
}

#[test]
fn every_shared_case_can_be_laid_out() {
    let Some(folder) = folder() else { return };
    let mut refused = Vec::new();
    for file in xml_files(&folder) {
        let (_, scene) = load(&file);
        match crate::place::Layout::new(&scene) {
            Ok(layout) => assert_eq!(
                layout.agents.len(),
                scene.agents.iter().map(|group| group.size()).sum::<usize>()
            ),
            Err(error) => refused.push(error.to_string()),
        }
    }
    assert!(refused.is_empty(), "{}", refused.join("\n"));
}
