//! Scores of a simple point mover against values that SteerSuite itself gave for the same motion.

use super::{Score, Scorer};
use crate::recording::{
    AgentFrame, AgentSetting, Frame, Observer, ObstacleSetting, Outline, Setting,
};
use glam::{DVec2, Vec2};
use std::path::PathBuf;

const DT: f64 = 0.05;

/// An agent of a case: where it starts and its only goal.
struct Walker {
    from: DVec2,
    to: DVec2,
}

/// A case: its agents, all of radius 0.5 m, and its boxes as corners.
struct Case {
    walkers: Vec<Walker>,
    boxes: Vec<[Vec2; 2]>,
}

/// What SteerSuite gave. Some figures were not published for every case.
#[derive(Default)]
struct Expected {
    frames: u64,
    collisions: u64,
    seconds: Option<f64>,
    kinetic_energy: Option<f64>,
    acceleration: Option<f64>,
    distance: f64,
    composite01: Option<f64>,
    composite02: f64,
    depth: Option<f64>,
}

/// Pulls every walker straight to its goal without any avoidance until it is nearer than half a
/// metre, then takes it out. Returns the number of frames it took, one more than the last arrival,
/// and the score.
fn run(case: &Case) -> (u64, Score) {
    let setting = setting_of(case);
    let mut positions: Vec<DVec2> = case.walkers.iter().map(|walker| walker.from).collect();
    let mut velocities = vec![DVec2::ZERO; positions.len()];
    let mut present = vec![true; positions.len()];
    let mut scorer = Scorer::new();
    scorer.begin(&setting, &frame(0, &positions, &present));
    let mut step = 0;
    while present.contains(&true) {
        step += 1;
        for index in 0..positions.len() {
            let way = case.walkers[index].to - positions[index];
            if way.length() < 0.5 {
                present[index] = false;
            }
            if present[index] {
                let pull = way.clamp_length_max(3.0);
                velocities[index] = (velocities[index] + pull * DT).clamp_length_max(1.3);
                positions[index] += velocities[index] * DT;
            }
        }
        scorer.observe(&setting, &frame(step, &positions, &present));
        assert!(step < 6000, "the walkers never arrive");
    }
    (step + 1, scorer.score())
}

fn frame(step: u64, positions: &[DVec2], present: &[bool]) -> Frame {
    let agents = positions.iter().zip(present);
    Frame {
        step,
        time: step as f64 * DT,
        agents: agents
            .map(|(position, &present)| AgentFrame {
                position: position.as_vec2(),
                velocity: Vec2::ZERO,
                present,
                teleported: false,
                blocked: false,
                airborne: false,
                arrived_near: false,
                passed_by: None,
                height: 0.0,
            })
            .collect(),
        // No case has more obstacles than this; those beyond the setting's are not looked at.
        obstacles: vec![Some(Vec2::ZERO); 16],
        ..Frame::default()
    }
}

fn setting_of(case: &Case) -> Setting {
    let corners = |[min, max]: &[Vec2; 2]| ObstacleSetting {
        outline: Outline::Polygon {
            points: vec![*min, Vec2::new(max.x, min.y), *max, Vec2::new(min.x, max.y)],
        },
        temporary: false,
        heights: None,
    };
    let agents = case.walkers.iter().zip(0..);
    Setting {
        dt: DT,
        obstacles: case.boxes.iter().map(corners).collect(),
        agents: agents
            .map(|(walker, id)| AgentSetting {
                id,
                group: 0,
                radius: 0.5,
                mass: 1.0,
                max_speed: 1.3,
                start: walker.from.as_vec2(),
                goals: Vec::new(),
                goal_heights: Vec::new(),
            })
            .collect(),
        ..Setting::default()
    }
}

fn close(name: &str, found: f64, expected: f64) {
    let error = (found / expected - 1.0).abs();
    assert!(error < 1e-3, "{name}: {found} instead of {expected}");
}

fn check(case: &Case, expected: &Expected) {
    let (frames, score) = run(case);
    assert_eq!(frames, expected.frames);
    assert_eq!(score.collisions, expected.collisions);
    assert_eq!(
        score.agent_contacts * 2 + score.obstacle_contacts,
        expected.collisions
    );
    assert_eq!(score.arrived, case.walkers.len() as u64);
    close("distance", score.mean_distance_m, expected.distance);
    close("composite02", score.composite02, expected.composite02);
    for (name, found, expected) in [
        ("T", score.mean_seconds, expected.seconds),
        ("E", score.mean_kinetic_energy, expected.kinetic_energy),
        ("A", score.mean_acceleration, expected.acceleration),
        ("composite01", score.composite01, expected.composite01),
        ("depth", score.max_depth_m, expected.depth),
    ] {
        if let Some(expected) = expected {
            close(name, found, expected);
        }
    }
}

/// Two walkers whose ways cross at a right angle.
fn crossing() -> Expected {
    Expected {
        frames: 306,
        collisions: 2,
        seconds: Some(14.825),
        kinetic_energy: Some(246.077),
        acceleration: Some(23.0005),
        distance: 19.0225,
        composite01: Some(310.902),
        composite02: 333.903,
        depth: Some(0.2920),
    }
}

#[test]
fn crossing_rebuilt_from_its_facts() {
    let walker = |from: (f64, f64), to: (f64, f64)| Walker {
        from: from.into(),
        to: to.into(),
    };
    let case = Case {
        walkers: vec![
            walker((9.0, 1.0), (-10.0, 1.0)),
            walker((1.0, 10.0), (1.0, -10.0)),
        ],
        boxes: Vec::new(),
    };
    check(&case, &crossing());
}

#[test]
fn crossing_1() {
    check_shared("crossing-1", &crossing());
}

#[test]
fn oncoming_1() {
    check_shared(
        "oncoming-1",
        &Expected {
            frames: 307,
            collisions: 2,
            seconds: Some(15.250),
            kinetic_energy: Some(253.260),
            acceleration: Some(23.0004),
            distance: 19.5750,
            composite01: Some(318.510),
            composite02: 341.510,
            depth: Some(0.9850),
        },
    );
}

#[test]
fn squeeze() {
    check_shared(
        "squeeze",
        &Expected {
            frames: 383,
            collisions: 2,
            seconds: Some(19.050),
            kinetic_energy: Some(317.480),
            acceleration: Some(23.0005),
            distance: 24.5149,
            composite01: Some(386.530),
            composite02: 409.530,
            depth: Some(0.9600),
        },
    );
}

#[test]
fn oncoming_groups() {
    check_shared(
        "oncoming-groups",
        &Expected {
            frames: 867,
            collisions: 52,
            distance: 47.0537,
            composite02: 886.538,
            ..Expected::default()
        },
    );
}

fn check_shared(name: &str, expected: &Expected) {
    match read_shared(name) {
        Some(case) => check(&case, expected),
        None => println!("skipped: no shared cases"),
    }
}

/// Reads the resolved initial conditions of a case, if the folder of shared cases is there.
fn read_shared(name: &str) -> Option<Case> {
    let workspace = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..");
    let folder = std::env::var_os("SIDESTEP_CASES")
        .map_or_else(|| workspace.join("../shared/cases"), PathBuf::from);
    let text = std::fs::read_to_string(folder.join(format!("steerbench/{name}.json"))).ok()?;
    let json: serde_json::Value = serde_json::from_str(&text).expect("a case is JSON");
    let pair = |value: &serde_json::Value| {
        let number = |index: usize| value[index].as_f64().expect("a coordinate");
        DVec2::new(number(0), number(1))
    };
    let list = |key: &str| json[key].as_array().expect("a list").clone();
    let walkers = list("agents").into_iter().map(|agent| {
        assert_eq!(agent["radius"].as_f64(), Some(0.5));
        Walker {
            from: pair(&agent["pos"]),
            to: pair(&agent["goals"][0]["target"]),
        }
    });
    let boxes = list("obstacles").into_iter().map(|obstacle| {
        assert_eq!(obstacle["type"], "box");
        [
            pair(&obstacle["min"]).as_vec2(),
            pair(&obstacle["max"]).as_vec2(),
        ]
    });
    Some(Case {
        walkers: walkers.collect(),
        boxes: boxes.collect(),
    })
}
