//! Crowds that go to one place and stay there: nobody can stand where another stands, so those who
//! get no nearer come to rest around it, have arrived near it, and say so.

use crate::common::transform::transformed;
use crate::common::{self, Frames, watch};
use glam::{Mat2, Vec2};
use sidestep_scene::format::Scene;
use sidestep_scene::measure::Summary;
use sidestep_scene::place::Layout;
use sidestep_scene::recording::Frame;
use sidestep_scene::simulate::Simulation;

/// The same, a quarter of a turn, and in a mirror in which everybody still keeps to the right.
const MAPS: [Mat2; 3] = [
    Mat2::IDENTITY,
    Mat2::from_cols(Vec2::Y, Vec2::NEG_X),
    Mat2::from_cols(Vec2::X, Vec2::NEG_Y),
];

/// From random places to one point, where they stay; `more` are keys of the group.
fn meeting(agents: usize, more: &str) -> String {
    format!(
        r#"
name = "meeting-of-{agents}"
dt = 0.05
duration = 60.0
stop_when_arrived = false
settle = false

[[agents]]
count = {agents}
region = {{ min = [-12.0, -12.0], max = [12.0, 12.0] }}
radius = 0.25
speed = 1.3
goals = [{{ point = [0.0, 0.0], radius = 0.25 }}]
{more}
"#
    )
}

fn run(text: &str, overrides: &[(&str, &str)], map: Mat2) -> (Summary, Vec<Frame>) {
    let overrides: Vec<(String, String)> = (overrides.iter())
        .map(|(key, value)| ((*key).to_owned(), (*value).to_owned()))
        .collect();
    let scene = Scene::with_overrides(text, "meeting", &overrides)
        .unwrap_or_else(|error| panic!("{error}"));
    let layout = Layout::new(&scene).unwrap_or_else(|error| panic!("{error}"));
    let simulation =
        Simulation::new(transformed(&layout, map)).unwrap_or_else(|error| panic!("{error}"));
    let mut frames = Frames::default();
    let summary = watch(simulation, &mut [&mut frames]);
    (summary, frames.0)
}

/// How far somebody has walked at most from so many seconds on (m).
fn longest_walk(frames: &[Frame], from: f64) -> f32 {
    let late: Vec<&Frame> = frames.iter().filter(|frame| frame.time >= from).collect();
    (0..late[0].agents.len())
        .map(|agent| {
            let place = |frame: &Frame| frame.agents[agent].position;
            let steps = late.windows(2);
            steps
                .map(|pair| place(pair[0]).distance(place(pair[1])))
                .sum()
        })
        .fold(0.0, f32::max)
}

fn comes_to_rest(text: &str, overrides: &[(&str, &str)], map: Mat2) {
    let (summary, frames) = run(text, overrides, map);
    let told = format!("{}, {overrides:?}, {map:?}", summary.scene);
    assert_eq!(summary.agent_overlaps, 0, "{told}");
    let there = summary.arrived + summary.arrived_near;
    assert_eq!((there, summary.stuck), (summary.agents, 0), "{told}");
    let few = summary.agents < 20 || 2 * summary.arrived < summary.agents;
    assert!(summary.arrived >= 1 && few, "{told}: {}", summary.arrived);
    // In 20 s nobody walks further than half its radius.
    let walked = longest_walk(&frames, 40.0);
    assert!(walked < 0.125, "{told}: somebody walks {walked} m");
    // As near as can be: a heap of discs that don't fill more than half of the circle around them.
    let radius = 0.25 * (2.0 * summary.agents as f32).sqrt() + 0.75;
    let last = frames.last().expect("a frame");
    let furthest = (last.agents.iter()).map(|agent| agent.position.length());
    let furthest = furthest.fold(0.0, f32::max);
    assert!(furthest < radius, "{told}: {furthest} m of {radius} m");
}

#[test]
fn who_finds_the_goal_taken_comes_to_rest_beside_it() {
    for agents in [3, 20, 60] {
        for seed in ["1", "2", "3"] {
            comes_to_rest(&meeting(agents, ""), &[("seed", seed)], Mat2::IDENTITY);
        }
    }
    for map in MAPS {
        comes_to_rest(&meeting(20, ""), &[], map);
    }
    comes_to_rest(&meeting(20, ""), &[("dt", "0.025")], Mat2::IDENTITY);
}

/// Who came first, but for a hand's breadth, and found others at rest about it, one of them over the goal, pressed on
/// for ever: none of these was nearer. One of these 24 runs ended so.
#[test]
fn who_is_nearest_to_a_goal_that_another_covers_comes_to_rest() {
    for seed in 1..=12 {
        for dt in ["0.025", "0.05"] {
            let overrides = [("seed", &*seed.to_string()), ("dt", dt)];
            let (summary, _) = run(&meeting(20, ""), &overrides, Mat2::IDENTITY);
            let there = (summary.arrived + summary.arrived_near, summary.stuck);
            assert_eq!(there, (20, 0), "{overrides:?}");
        }
    }
}

/// In longer than the run nobody counts as arrived who isn't, and they never stop shifting about.
#[test]
fn without_the_rule_they_press_on() {
    let text = meeting(20, "arrives_near_after = 1000.0");
    for map in MAPS {
        let (summary, frames) = run(&text, &[], map);
        assert_eq!(summary.arrived_near, 0);
        assert!(summary.arrived < 10, "{}", summary.arrived);
        assert!(summary.stuck > 2, "{}", summary.stuck);
        let walked = longest_walk(&frames, 40.0);
        assert!(walked > 0.5, "{walked} m");
    }
}

/// Who leaves on arrival doesn't stay in the way, so that everybody gets there: nobody is near.
#[test]
fn where_all_leave_nobody_arrives_near() {
    let (summary, _) = run(&meeting(20, "on_arrival = \"remove\""), &[], Mat2::IDENTITY);
    assert_eq!((summary.arrived, summary.arrived_near), (20, 0));
    assert_eq!(summary.lost, 0);
}

/// Who would leave on arrival and finds somebody standing there leaves from beside it.
#[test]
fn who_would_leave_from_where_another_stands_leaves_from_beside() {
    let text = meeting(1, "on_arrival = \"remove\"")
        + r#"
[[agents]]
positions = [[0.0, 0.0]]
radius = 0.25
speed = 1.3
control = "driven"
"#;
    let (summary, frames) = run(&text, &[], Mat2::IDENTITY);
    assert_eq!((summary.arrived, summary.arrived_near), (0, 1));
    assert_eq!((summary.lost, summary.stuck), (0, 0));
    assert!(!frames.last().expect("a frame").agents[0].present);
}

/// A box, the nearest place of which is taken by one who rests there: beside it there is room.
fn box_with_its_corner_taken(comes_from: Vec2) -> String {
    let Vec2 { x, y } = comes_from;
    format!(
        r#"
name = "corner-from-{x:.2}-{y:.2}"
dt = 0.05
duration = 40.0
stop_when_arrived = false
settle = false

[[agents]]
positions = [[0.25, 0.25], [{x}, {y}]]
radius = 0.25
speed = 1.3
goals = [{{ region = {{ min = [0.0, 0.0], max = [8.0, 8.0] }} }}]
"#
    )
}

/// Who stood at the edge of a box before somebody who rested at the place of it nearest to both stood there for
/// ever: now it makes for the middle, and so comes past.
#[test]
fn who_finds_the_nearest_place_of_a_box_taken_enters_it_elsewhere() {
    for map in MAPS {
        for degrees in [-60.0_f32, -20.0, 0.0, 13.0, 45.0, 80.0] {
            let (sin, cos) = degrees.to_radians().sin_cos();
            for away in [0.56, 0.7, 3.0] {
                let from = Vec2::splat(0.25) - away * Vec2::new(cos, sin);
                let (summary, frames) = run(&box_with_its_corner_taken(from), &[], map);
                let told = format!("{}, {map:?}", summary.scene);
                assert_eq!((summary.arrived, summary.agent_overlaps), (2, 0), "{told}");
                let walked = longest_walk(&frames, 30.0);
                assert!(
                    walked < 0.125,
                    "{told}: somebody walks {walked} m at the end"
                );
            }
        }
    }
}

/// Some who rest about the origin, and six who come to it first and then go on to the right: `first` and `then` are
/// their goals.
fn rounds(resting: usize, first: &str, then: &str) -> String {
    format!(
        r#"
name = "rounds-{resting}"
dt = 0.05
duration = 120.0

[[agents]]
count = {resting}
region = {{ min = [-3.0, -3.0], max = [3.0, 3.0] }}
radius = 0.25
speed = 1.3
goals = [{{ {first} }}]

[[agents]]
count = 6
region = {{ min = [-14.0, -3.0], max = [-9.0, 3.0] }}
radius = 0.25
speed = 1.3
on_arrival = "remove"
goals = [{{ {first} }}, {{ {then} }}, {{ point = [0.0, 9.0], radius = 0.5 }}]
"#
    )
}

const POINT: &str = "point = [0.0, 0.0], radius = 0.25";
const BOX: &str = "region = { min = [-0.2, -0.2], max = [0.2, 0.2] }";

/// Who went by a place on its round at which others rest pressed on for ever: only near their last goal agents
/// counted as arrived.
#[test]
fn who_finds_a_place_on_its_round_taken_goes_on_to_the_next() {
    let then = "point = [9.0, 0.0], radius = 0.5";
    for first in [POINT, BOX] {
        for resting in [3, 12] {
            for (seed, map) in ["1", "2", "3"].into_iter().zip(MAPS) {
                let text = rounds(resting, first, then);
                let (summary, _) = run(&text, &[("seed", seed)], map);
                let told = format!("{first}, {resting}, seed {seed}");
                assert_eq!((summary.agent_overlaps, summary.stuck), (0, 0), "{told}");
                assert_eq!((summary.lost, summary.blocked), (0, 0), "{told}");
                let there = summary.arrived + summary.arrived_near;
                assert_eq!(there, summary.agents, "{told}");
                // The six leave.
                assert!(summary.arrived >= 6, "{told}");
            }
        }
        let text =
            rounds(12, first, then).replace("on_arrival", "arrives_near_after = 1e3\non_arrival");
        let (summary, _) = run(&text, &[], Mat2::IDENTITY);
        assert!(
            summary.arrived + summary.arrived_near < 18,
            "without the rule"
        );
    }
}

/// Of those who went to a box that is too small for all, the others pressed on for ever.
#[test]
fn who_finds_a_box_full_comes_to_rest_beside_it() {
    for (seed, map) in ["1", "2", "3"].into_iter().zip(MAPS) {
        for agents in [6, 20] {
            let text = meeting(agents, "").replace("point = [0.0, 0.0], radius = 0.25", BOX);
            let (summary, frames) = run(&text, &[("seed", seed)], map);
            let told = format!("{}, seed {seed}", summary.scene);
            let (arrived, near) = (summary.arrived, summary.arrived_near);
            assert_eq!(
                (arrived + near, summary.stuck),
                (summary.agents, 0),
                "{told}"
            );
            assert!(near > 0 || agents == 6, "{told}: {arrived} fit in");
            let walked = longest_walk(&frames, 50.0);
            assert!(walked < 0.125, "{told}: somebody walks {walked} m");
        }
        // There is room for all.
        let wide = "region = { min = [-1.5, -1.5], max = [1.5, 1.5] }";
        let text = meeting(20, "").replace("point = [0.0, 0.0], radius = 0.25", wide);
        let (summary, _) = run(&text, &[("seed", seed)], map);
        assert_eq!(
            (summary.arrived, summary.arrived_near),
            (20, 0),
            "seed {seed}"
        );
    }
}

/// Only those who rest make a place taken: who waits behind a crowd that only passes hasn't arrived.
#[test]
fn who_is_held_up_on_the_way_has_not_arrived() {
    for name in ["counterflow", "queue"] {
        let summary = common::run(name, &[("duration", "30.0")]);
        assert_eq!(summary.arrived_near, 0, "{name}");
    }
}
