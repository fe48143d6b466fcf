//! Scenes of maps and scenarios.

use super::*;
use crate::format::{BoundsKind, OnArrival, Point, Route};

const MAP: &str = "type octile\nheight 3\nwidth 5\nmap\n@@...\n..@..\n.....\n";
const SCENARIO: &str =
    "version 1\n0\tm.map\t5\t3\t0\t1\t4\t0\t4.4\n0\tm.map\t5\t3\t2\t2\t0\t2\t2\n";

fn at(x: f64, y: f64) -> Point {
    Point::new(x, y).expect("in range")
}

fn scene_with(
    scenario: &str,
    options: &ScenarioOptions,
) -> Result<crate::format::Scene, crate::import::Fault> {
    let map = parse_map(MAP, "m.map").expect("a map");
    let scenario = parse_scenario(scenario, "dir/A Scenario.scen").expect("a scenario");
    scenario_to_scene(&scenario, &map, options, "dir/A Scenario.scen")
}

#[test]
fn the_first_row_is_at_the_top_and_the_edge_is_a_wall() {
    let map = parse_map(MAP, "m.map").expect("a map");
    let scene = map_to_scene(&map, "maps/m.map").expect("a scene");
    assert_eq!(scene.name.as_ref().map(|name| name.as_str()), Some("m"));
    assert_eq!(scene.bounds.kind, BoundsKind::Walled);
    assert_eq!(
        (scene.bounds.min, scene.bounds.max),
        (Some(at(0.0, 0.0)), Some(at(5.0, 3.0)))
    );
    let boxes: Vec<_> = scene
        .obstacles
        .iter()
        .filter_map(|obstacle| obstacle.turned_box)
        .collect();
    assert_eq!(boxes.len(), 2);
    assert_eq!(
        (boxes[0].center, boxes[0].size.map(|side| side.get())),
        (at(1.0, 2.5), [2.0, 1.0])
    );
    assert_eq!(
        (boxes[1].center, boxes[1].size.map(|side| side.get())),
        (at(2.5, 1.5), [1.0, 1.0])
    );
    assert!(scene.agents.is_empty());
}

#[test]
fn blocked_cells_that_touch_at_a_corner_leave_no_gap() {
    let map = parse_map(MAP, "m.map").expect("a map");
    let scene = map_to_scene(&map, "m.map").expect("a scene");
    let boxes: Vec<_> = scene
        .obstacles
        .iter()
        .filter_map(|obstacle| obstacle.turned_box)
        .collect();
    let right_of_first = boxes[0].center.x() + boxes[0].size[0].get() / 2.0;
    let bottom_of_first = boxes[0].center.y() - boxes[0].size[1].get() / 2.0;
    let left_of_second = boxes[1].center.x() - boxes[1].size[0].get() / 2.0;
    let top_of_second = boxes[1].center.y() + boxes[1].size[1].get() / 2.0;
    assert_eq!(
        (right_of_first, bottom_of_first),
        (left_of_second, top_of_second)
    );
}

#[test]
fn entries_become_agents_in_the_middle_of_cells() {
    let scene = scene_with(SCENARIO, &ScenarioOptions::default()).expect("a scene");
    scene.check().expect("its parts fit");
    assert_eq!(
        scene.name.as_ref().map(|name| name.as_str()),
        Some("a-scenario")
    );
    assert_eq!(scene.agents.len(), 2);
    let first = &scene.agents[0];
    assert_eq!(
        (first.positions.as_slice(), first.goals[0].point),
        (&[at(0.5, 1.5)][..], Some(at(4.5, 2.5)))
    );
    assert_eq!(
        (
            first.radius.largest(),
            first.goals[0].radius.map(|radius| radius.get())
        ),
        (0.3, Some(0.3))
    );
    assert_eq!(first.on_arrival, OnArrival::Remove);
    assert_eq!(first.route, Route::Walkable);
}

#[test]
fn options_change_size_speed_and_number_of_agents() {
    let options = ScenarioOptions {
        radius: 0.5,
        speed: 2.5,
        limit: Some(1),
        route: Route::Straight,
    };
    let scene = scene_with(SCENARIO, &options).expect("a scene");
    assert_eq!(scene.agents.len(), 1);
    assert_eq!(scene.agents[0].route, Route::Straight);
    assert_eq!(
        (
            scene.agents[0].radius.largest(),
            scene.agents[0].speed.largest()
        ),
        (0.5, 2.5)
    );
    let many = ScenarioOptions {
        limit: Some(usize::MAX),
        ..options
    };
    assert_eq!(
        scene_with(SCENARIO, &many).expect("a scene").agents.len(),
        2
    );
    for wrong in [
        ScenarioOptions {
            radius: 0.6,
            ..options
        },
        ScenarioOptions {
            radius: f64::NAN,
            ..options
        },
        ScenarioOptions {
            speed: 0.0,
            ..options
        },
        ScenarioOptions {
            speed: f64::INFINITY,
            ..options
        },
        ScenarioOptions {
            limit: Some(0),
            ..options
        },
    ] {
        let message = scene_with(SCENARIO, &wrong)
            .expect_err("out of range")
            .to_string();
        assert!(message.starts_with("dir/A Scenario.scen: "), "{message}");
    }
}

#[test]
fn starts_and_goals_must_be_free_and_the_map_of_the_right_size() {
    let cases = [
        (
            "5\t3\t0\t1",
            "5\t3\t0\t0",
            ":2: the start at column 0 and row 0 is blocked",
        ),
        (
            "2\t2\t0\t2",
            "2\t2\t2\t1",
            ":3: the goal at column 2 and row 1 is blocked",
        ),
        (
            "5\t3\t2\t2",
            "5\t3\t0\t1",
            ":3: the start at column 0 and row 1 is already that of line 2",
        ),
    ];
    for (text, replacement, expected) in cases {
        let changed = SCENARIO.replacen(text, replacement, 1);
        let message = scene_with(&changed, &ScenarioOptions::default())
            .expect_err(expected)
            .to_string();
        assert!(
            message.starts_with(&format!("dir/A Scenario.scen{expected}")),
            "{message}"
        );
    }
    let wider = SCENARIO.replace("\t5\t3\t", "\t6\t3\t");
    let message = scene_with(&wider, &ScenarioOptions::default())
        .expect_err("another size")
        .to_string();
    assert!(
        message.contains(":2: the scenario is for a map of 6 by 3 cells"),
        "{message}"
    );
}

#[test]
fn a_run_is_long_enough_for_its_longest_way() {
    let duration_of = |length: &str| {
        let scenario = SCENARIO.replacen("\t4.4\n", &format!("\t{length}\n"), 1);
        let options = ScenarioOptions {
            speed: 2.0,
            ..ScenarioOptions::default()
        };
        scene_with(&scenario, &options)
            .expect("a scene")
            .duration
            .get()
    };
    assert_eq!(duration_of("4.4"), 300.0);
    assert_eq!(duration_of("1000"), 1500.0);
    assert_eq!(duration_of("1e300"), 100_000.0);
}
