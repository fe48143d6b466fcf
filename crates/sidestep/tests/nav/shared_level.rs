//! Recast's test level and the queries that come with it.
//!
//! They are no part of this project. They are read from the folder in `SIDESTEP_CASES`, else from
//! `../shared/cases` beside the workspace.

use std::path::{Path, PathBuf};

use sidestep::Vec2;
use sidestep::nav::{GroundPoint, Level, LevelSettings, NavMesh};
use sidestep::random::Random;

/// The files in the shared folder; `None`, and a printed reason, if they aren't there.
pub fn files() -> Option<(String, String)> {
    let folder = match std::env::var_os("SIDESTEP_CASES") {
        Some(folder) => PathBuf::from(folder),
        None => Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/cases"),
    };
    let read = |name: &str| std::fs::read_to_string(folder.join("levels").join(name)).ok();
    let files = read("nav_test.obj").zip(read("nav_mesh_test.txt"));
    if files.is_none() {
        println!("skipped: no shared cases in {}", folder.display());
    }
    files
}

/// Start and goal of each query: positions as in the level's file.
pub fn queries(text: &str) -> Vec<[GroundPoint; 2]> {
    text.lines()
        .filter_map(|line| line.strip_prefix("pf "))
        .map(|line| {
            let numbers: Vec<f32> = line
                .split_whitespace()
                .take(6)
                .map(|word| word.parse().expect("number"))
                .collect();
            let point = |at: usize| {
                let position = Vec2::new(numbers[at], -numbers[at + 2]);
                GroundPoint::new(position, numbers[at + 1])
            };
            [point(0), point(3)]
        })
        .collect()
}

pub fn mesh(level: &str) -> NavMesh {
    // What Recast's own program bakes it with.
    let settings = LevelSettings {
        height: 2.0,
        max_climb: 0.9,
        ..LevelSettings::default()
    };
    let level = Level::from_obj(level).expect("level");
    level.bake(0.6, &settings).expect("mesh")
}

/// Checks a path by walking it: straight legs, ground under every step, no jump above the highest
/// step of 0.9 m.
fn check(mesh: &NavMesh, from: GroundPoint, to: GroundPoint) -> Option<f32> {
    let path = mesh.path(from, to)?;
    let straight = path.start.position.distance(path.goal.position);
    assert!(path.length >= straight * 0.9999, "{path:?}");
    let mut last = path.start;
    for &corner in &path.corners {
        assert!(mesh.contains(corner), "{corner:?} of {path:?}");
        assert!(
            mesh.is_straight(last, corner),
            "{last:?} to {corner:?} of {path:?}"
        );
        let steps = (last.position.distance(corner.position) / 0.1)
            .ceil()
            .max(1.0);
        let mut height = last.height;
        for step in 0..=steps as u32 {
            let place = last.position.lerp(corner.position, step as f32 / steps);
            let next = mesh.height_at(place, height);
            let next = next.unwrap_or_else(|| panic!("no ground at {place} of {path:?}"));
            assert!(
                (next - height).abs() < 1.0,
                "{height} to {next} at {place} of {path:?}"
            );
            height = next;
        }
        assert!(
            (height - corner.height).abs() < 1.0,
            "{height} at {corner:?} of {path:?}"
        );
        last = corner;
    }
    let back = mesh.path(path.goal, path.start).expect("a way back");
    assert!(
        (back.length - path.length).abs() <= 0.01 * path.length + 0.01,
        "{} there, {} back: {path:?}",
        path.length,
        back.length
    );
    Some(path.length)
}

#[test]
fn every_query_of_the_shared_level_finds_its_way() {
    let Some((level, list)) = files() else {
        return;
    };
    let mesh = mesh(&level);
    let queries = queries(&list);
    assert!(queries.len() > 15, "{}", queries.len());
    for [from, to] in queries {
        for end in [from, to] {
            let nearest = mesh.nearest(end, 1.0).expect("ground near the query");
            assert!(nearest.position.distance(end.position) < 0.5, "{end:?}");
        }
        assert!(check(&mesh, from, to).is_some(), "{from:?} to {to:?}");
    }
}

#[test]
fn floors_of_the_shared_level_are_told_apart() {
    let Some((level, _)) = files() else {
        return;
    };
    let mesh = mesh(&level);
    let bounds = [(-29.0, 62.0), (-31.0, 46.0)];
    let mut random = Random::new(4, 0);
    let (mut several, mut found) = (0, 0);
    for _ in 0..2_000 {
        let position = Vec2::new(
            random.between(bounds[0].0, bounds[0].1),
            random.between(bounds[1].0, bounds[1].1),
        );
        let floors = mesh.floors_at(position);
        found += usize::from(!floors.is_empty());
        several += usize::from(floors.len() > 1);
        for pair in floors.windows(2) {
            assert!(pair[1] - pair[0] > 1.8, "{floors:?} at {position}");
            let [low, high] = [pair[0], pair[1]].map(|height| GroundPoint::new(position, height));
            for floor in [low, high] {
                let nearest = mesh.nearest(floor, 0.1).expect("the floor itself");
                assert!(
                    (nearest.height - floor.height).abs() < 0.1,
                    "{nearest:?} {floor:?}"
                );
            }
            assert!(!mesh.is_straight(low, high));
            if let Some(length) = check(&mesh, low, high) {
                assert!(length > 1.0, "{length} m from {low:?} to {high:?}");
            }
        }
    }
    assert!(
        found > 500 && several > 5,
        "{found} on ground, {several} on several floors"
    );
}
