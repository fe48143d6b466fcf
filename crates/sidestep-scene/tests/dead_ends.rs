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

/// Walls as a scene says them, each given by its corners.
fn told(walls: &[&[[f32; 2]]]) -> String {
    (walls.iter())
        .map(|points| format!("[[walls]]\npoints = {points:?}\n"))
        .collect()
}

/// One agent of 0.4 m radius at 1.4 m/s among walls, each given by its corners.
fn text(walls: &[&[[f32; 2]]], from: [f32; 2], to: [f32; 2], more: &str) -> String {
    let walls = told(walls);
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

/// How many columns and rows of people stand before a dead end, and where they go.
struct Group {
    columns: usize,
    rows: usize,
    /// How far to the right of the mouth they go (m).
    to: f32,
    /// Whether all go to one place, or each keeps its own in the group.
    together: bool,
}

impl Group {
    /// They stand 0.8 m apart before a mouth at x = 0, each a little off its place.
    fn layout(&self, walls: &[&[[f32; 2]]], more: &str) -> Layout {
        let walls = told(walls);
        let mut text = format!("name = \"group\"\nduration = 150.0\n{more}\n{walls}");
        for index in 0..self.columns * self.rows {
            let (column, row) = (index / self.rows, index % self.rows);
            let off = 0.05 * (index * 7 % 10) as f32 / 10.0;
            let x = -1.0 - 0.8 * column as f32 - off;
            let y = 0.8 * (row as f32 - 0.5 * (self.rows - 1) as f32) + off;
            let to = if self.together {
                [self.to, 0.0]
            } else {
                [self.to - x, y]
            };
            text += &format!(
                "[[agents]]\npositions = [[{x}, {y}]]\nradius = 0.25\nspeed = 1.3\non_arrival = \"remove\"\n\
                 goals = [{{ point = {to:?}, radius = 0.5 }}]\n"
            );
        }
        let scene = Scene::with_overrides(&text, "group", &[]);
        let scene = scene.unwrap_or_else(|error| panic!("{error}"));
        Layout::new(&scene).unwrap_or_else(|error| panic!("{error}"))
    }
}

/// Whoever was first in waited half a minute for those beside it before it turned round, and then met
/// those behind it, who wanted in. Who had got out went in again, and hardly anybody of five came out of a
/// pocket of 3 by 4 m in five minutes.
#[test]
fn a_group_that_went_into_a_dead_end_stayed_there_for_good() {
    let pocket = |depth: f32, half: f32| [[0.0, -half], [depth, -half], [depth, half], [0.0, half]];
    for (depth, half, columns, rows, at_most) in [
        (4.0, 1.5, 2, 3, 40.0),
        (10.0, 0.9, 10, 1, 70.0),
        (6.0, 2.0, 4, 3, 55.0),
        (6.0, 2.5, 8, 4, 75.0),
        (8.0, 4.0, 10, 6, 110.0),
    ] {
        for together in [true, false] {
            for map in MAPS {
                for more in STEPS {
                    let to = depth + 4.0;
                    let group = Group {
                        columns,
                        rows,
                        to,
                        together,
                    };
                    let layout = group.layout(&[&pocket(depth, half)], more);
                    let summary = run_layout(transformed(&layout, map));
                    let last = summary.last_arrival_seconds;
                    let what = format!(
                        "{} in {depth} m, together: {together}, {more}, {map:?}: {} arrived, the last after {last:?} s",
                        columns * rows,
                        summary.arrived
                    );
                    println!("{what}");
                    assert_eq!(summary.arrived, summary.agents, "{what}");
                    assert!(last.is_some_and(|last| last < at_most), "{what}");
                    let touched = [summary.agent_overlaps, summary.wall_contacts];
                    assert_eq!(touched, [0, 0], "{what}");
                }
            }
        }
    }
}

/// A way out on one side, 3 m before the end: those who swayed there between the end and each other never
/// saw for long enough that only walls were in their way.
#[test]
fn a_group_swayed_for_good_at_the_end_of_a_corridor_beyond_the_way_out() {
    let group = Group {
        columns: 10,
        rows: 2,
        to: 12.0,
        together: true,
    };
    let near = [
        [-15.0, -1.2],
        [8.0, -1.2],
        [8.0, 1.2],
        [5.0, 1.2],
        [5.0, 6.0],
    ];
    let far = [[-15.0, 1.2], [3.0, 1.2], [3.0, 6.0]];
    for map in MAPS {
        for more in STEPS {
            let layout = group.layout(&[&near, &far], more);
            let summary = run_layout(transformed(&layout, map));
            let last = summary.last_arrival_seconds;
            println!(
                "{more}, {map:?}: {} arrived, the last after {last:?} s",
                summary.arrived
            );
            assert_eq!(summary.arrived, 20, "{more}, {map:?}");
            assert!(
                last.is_some_and(|last| last < 60.0),
                "{more}, {map:?}: {last:?}"
            );
        }
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
