//! Jumps that blocked agents take over what closes their way.

use crate::common::{frames, run_layout};
use glam::Vec2;
use sidestep_scene::format::Scene;
use sidestep_scene::measure::Summary;
use sidestep_scene::place::Layout;

/// A corridor that crates seal for good, with a jump over the middle of the seal.
const SEALED: &str = r#"
name = "over-the-seal"
title = "A jump over crates that seal a corridor"
seed = 1
duration = 30.0

[bounds]
kind = "walled"
min = [-8.0, -1.5]
max = [8.0, 1.5]

[[obstacles]]
box = { center = [0.0, -1.0], size = [0.8, 1.0] }
temporary = true

[[obstacles]]
box = { center = [0.0, 0.0], size = [0.8, 1.0] }
temporary = true

[[obstacles]]
box = { center = [0.0, 1.0], size = [0.8, 1.0] }
temporary = true

[[agents]]
name = "walkers"
positions = [[-6.5, -0.7], [-5.0, 0.0], [-6.5, 0.7]]
radius = 0.3
speed = 1.5
goals = [{ offset = [11.0, 0.0], radius = 0.5 }]
"#;

const LINK: &str = "
[[links]]
from = [-1.2, 0.0]
to = [1.2, 0.0]
seconds = 0.8
";

fn layout(text: &str, settle: bool) -> Layout {
    let set = [("settle".to_owned(), settle.to_string())];
    let scene = Scene::with_overrides(text, "test.toml", &set);
    let scene = scene.unwrap_or_else(|error| panic!("{error}"));
    Layout::new(&scene).unwrap_or_else(|error| panic!("{error}"))
}

#[track_caller]
fn assert_nothing_touched(summary: &Summary) {
    let touched = [
        summary.obstacle_overlaps,
        summary.wall_contacts,
        summary.escaped,
    ];
    assert_eq!(touched, [0; 3], "obstacles, walls, escaped");
    assert_eq!(summary.max_obstacle_overlap_m, 0.0);
}

#[test]
fn without_a_jump_they_stand_blocked_before_the_seal() {
    let layout = layout(SEALED, true);
    let summary = run_layout(layout);
    assert_eq!([summary.arrived, summary.blocked], [0, 3]);
    assert_nothing_touched(&summary);
}

#[test]
fn the_blocked_take_the_jump_and_arrive_and_are_in_no_obstacle_before_or_after() {
    for settle in [true, false] {
        let layout = layout(&format!("{SEALED}{LINK}"), settle);
        let summary = run_layout(layout.clone());
        assert_eq!(
            [summary.arrived, summary.blocked],
            [3, 0],
            "settle {settle}"
        );
        assert_eq!(summary.blocked_ever, 3, "settle {settle}");
        assert_nothing_touched(&summary);
        let frames = frames(layout.clone());
        for index in 0..layout.agents.len() {
            let states: Vec<_> = frames.iter().map(|frame| frame.agents[index]).collect();
            let starts = states
                .windows(2)
                .filter(|pair| !pair[0].airborne && pair[1].airborne);
            assert_eq!(starts.count(), 1, "agent {index}, settle {settle}");
            let flight = states.iter().filter(|state| state.airborne);
            let seconds = flight.count() as f64 * layout.dt;
            assert!((0.7..=0.8 + 1e-6).contains(&seconds), "{seconds} s");
            for state in states.iter().filter(|state| !state.airborne) {
                let beside = (state.position.abs() - Vec2::new(0.4, 1.5)).max(Vec2::ZERO);
                assert!(
                    beside.length() > 0.299,
                    "agent {index} at {}",
                    state.position
                );
            }
            let over = states.iter().any(|state| state.position.x.abs() < 0.2);
            assert!(over, "agent {index} got past without a jump");
        }
    }
}
