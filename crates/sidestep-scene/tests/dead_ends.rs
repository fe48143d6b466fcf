//! Dead ends and corners of walls, without walkable space: who is held up goes round them, and who
//! can't is told so and stands still.

use crate::common::transform::transformed;
use crate::common::{frames, run_layout};
use glam::{Mat2, Vec2};
use sidestep_scene::format::Scene;
use sidestep_scene::place::Layout;

/// The same, mirrored, and a quarter of a turn.
const MAPS: [Mat2; 3] = [
    Mat2::IDENTITY,
    Mat2::from_cols(Vec2::X, Vec2::NEG_Y),
    Mat2::from_cols(Vec2::Y, Vec2::NEG_X),
];

/// One agent of 0.4 m radius at 1.4 m/s among walls, each given by its corners.
fn text(walls: &[&[[f32; 2]]], from: [f32; 2], to: [f32; 2], more: &str) -> String {
    let walls: String = (walls.iter())
        .map(|points| format!("[[walls]]\npoints = {points:?}\n"))
        .collect();
    format!(
        "name = \"dead-end\"\nduration = 60.0\nsettle = false\n{more}\n{walls}\n[[agents]]\n\
         positions = [{from:?}]\nradius = 0.4\nspeed = 1.4\n\
         goals = [{{ point = {to:?}, radius = 0.4 }}]\n"
    )
}

fn layout(walls: &[&[[f32; 2]]], from: [f32; 2], to: [f32; 2], more: &str) -> Layout {
    let scene = Scene::with_overrides(&text(walls, from, to, more), "dead-end", &[]);
    let scene = scene.unwrap_or_else(|error| panic!("{error}"));
    Layout::new(&scene).unwrap_or_else(|error| panic!("{error}"))
}

/// A dead end that opens to the left, so deep and so wide to either side (m).
fn u(depth: f32, half: f32) -> [[f32; 2]; 4] {
    [[-depth, -half], [0.0, -half], [0.0, half], [-depth, half]]
}

const STEPS: [&str; 2] = ["dt = 0.05", "dt = 0.025"];

#[track_caller]
fn assert_arrives(layout: Layout, what: &str) {
    let summary = run_layout(layout);
    let figures = [summary.arrived, summary.wall_contacts, summary.blocked_ever];
    assert_eq!(figures, [1, 0, 0], "arrived, touched, blocked: {what}");
}

#[test]
fn dead_ends_of_walls_are_left_whatever_their_size() {
    for depth in [1.0, 2.0, 3.0, 4.5, 6.0] {
        for half in [1.0, 2.0, 3.0] {
            for more in STEPS {
                for map in MAPS {
                    let walls = u(depth, half);
                    let layout = layout(&[&walls], [-depth - 5.0, 0.3], [8.0, 0.0], more);
                    let what = format!("{depth} m deep, {half} m to a side, {more}, {map:?}");
                    assert_arrives(transformed(&layout, map), &what);
                }
            }
        }
    }
}

/// Of those who come along, who plans a path goes past the mouth, and who doesn't goes in.
#[test]
fn who_plans_a_path_never_goes_into_a_dead_end() {
    for depth in [2.0, 4.5, 6.0] {
        for half in [1.0, 2.0, 3.0] {
            let deepest = |route: &str| {
                let world =
                    "dt = 0.05\n[bounds]\nkind = \"walled\"\nmin = [-14, -9]\nmax = [11, 9]";
                let text = text(&[&u(depth, half)], [-depth - 5.0, 0.3], [8.0, 0.0], world);
                let route = ("agents.0.route".to_owned(), format!("\"{route}\""));
                let scene = Scene::with_overrides(&text, "dead-end", &[route]);
                let scene = scene.unwrap_or_else(|error| panic!("{error}"));
                let layout = Layout::new(&scene).unwrap_or_else(|error| panic!("{error}"));
                (frames(layout).iter())
                    .map(|frame| frame.agents[0].position)
                    .filter(|at| at.y.abs() < half && at.x < 0.0)
                    .map(|at| at.x + depth)
                    .fold(f32::MIN, f32::max)
            };
            let (planned, straight) = (deepest("walkable"), deepest("straight"));
            let what = format!("{depth} m deep, {half} m to a side");
            assert!(planned < 0.0, "{what}: {planned} m in");
            // One who sees the end of a short one doesn't go in either.
            assert!(
                depth < 3.0 || straight > 0.3 * depth,
                "{what}: {straight} m in"
            );
        }
    }
}

/// From places inside to goals anywhere beyond.
#[test]
fn who_begins_in_a_dead_end_of_walls_gets_out() {
    for seed in 0..20_u32 {
        let draw = |n: u32| (seed * 7 + n * 13) as f32 % 10.0 / 10.0;
        let (depth, half) = (2.0 + 4.0 * draw(0), 1.0 + 2.0 * draw(1));
        let from = [
            -0.5 - (depth - 1.0) * draw(2),
            (half - 0.5) * (2.0 * draw(3) - 1.0),
        ];
        let to = [2.0 + 6.0 * draw(4), 4.0 * draw(5) - 2.0];
        let layout = layout(&[&u(depth, half)], from, to, STEPS[0]);
        assert_arrives(layout, &format!("seed {seed}"));
    }
}

#[test]
fn corners_of_walls_are_gone_round() {
    for size in [2.0, 4.0, 6.0] {
        let l = [[-size, -3.0], [0.0, -3.0], [0.0, 2.0]];
        let bar = [[0.0, -3.0], [0.0, 3.0]];
        let stem = [[-size, 0.0], [0.0, 0.0]];
        for start in [-1.0, 0.3, 1.0] {
            for more in STEPS {
                for map in MAPS {
                    let what = format!("{size} m, from {start}, {more}, {map:?}");
                    let from = [-size - 2.0, start];
                    let corner = layout(&[&l], from, [6.0, -1.0], more);
                    assert_arrives(transformed(&corner, map), &format!("L {what}"));
                    let tee = layout(&[&bar, &stem], from, [6.0, 0.2], more);
                    assert_arrives(transformed(&tee, map), &format!("T {what}"));
                }
            }
        }
    }
}

/// The corner of a corridor: the straight way leads through both of its walls.
#[test]
fn a_corridor_round_a_corner_is_walked_to_its_end() {
    let walls = [
        [-12.0, 0.0],
        [-12.0, 2.0],
        [-2.0, 2.0],
        [-2.0, 12.0],
        [0.0, 12.0],
        [0.0, 0.0],
        [-12.0, 0.0],
    ];
    for map in MAPS {
        let layout = layout(&[&walls], [-11.0, 1.0], [-1.0, 11.0], STEPS[0]);
        assert_arrives(transformed(&layout, map), &format!("{map:?}"));
    }
}

#[test]
fn where_walls_leave_no_way_it_says_so_and_stands_still() {
    let ring = [
        [-2.0, -2.0],
        [2.0, -2.0],
        [2.0, 2.0],
        [-2.0, 2.0],
        [-2.0, -2.0],
    ];
    for (from, to) in [([-8.0, 0.4], [0.2, 0.0]), ([0.2, 0.0], [-8.0, 0.4])] {
        for more in STEPS {
            for map in MAPS {
                let layout = transformed(&layout(&[&ring], from, to, more), map);
                let summary = run_layout(layout.clone());
                let figures = [summary.arrived, summary.blocked, summary.wall_contacts];
                assert_eq!(figures, [0, 1, 0], "from {from:?}, {more}, {map:?}");
                let frames = frames(layout);
                let told = frames.iter().find(|frame| frame.agents[0].blocked);
                let told = told.map_or(f64::INFINITY, |frame| frame.time);
                assert!(told < 9.0, "told at {told} s");
                let later: Vec<Vec2> = (frames.iter())
                    .filter(|frame| frame.time > told + 2.0)
                    .map(|frame| frame.agents[0].position)
                    .collect();
                let walked: f32 = later.windows(2).map(|it| it[0].distance(it[1])).sum();
                assert!(
                    walked < 0.05,
                    "walked {walked} m, {from:?}, {more}, {map:?}"
                );
            }
        }
    }
}

/// What it would be without: the option can be switched off.
#[test]
fn without_going_round_walls_dead_ends_hold() {
    let off = "dt = 0.05\n[parameters.detour]\nround_walls = false";
    let mut held = 0;
    for half in [1.0, 2.0, 3.0] {
        let layout = layout(&[&u(4.5, half)], [-9.5, 0.3], [8.0, 0.0], off);
        let summary = run_layout(layout);
        assert_eq!(summary.blocked_ever, 0);
        held += summary.agents - summary.arrived;
    }
    assert_eq!(held, 3);
}
