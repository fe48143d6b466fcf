//! Crates that fall on the way of those who follow paths through walkable space. A path knows nothing of them;
//! whoever finds one on it goes round it, or takes another path.

use std::collections::BTreeSet;

use crate::common::run_layout;
use crate::common::transform::transformed;
use glam::{Mat2, Vec2};
use sidestep_scene::format::Scene;
use sidestep_scene::place::Layout;
use sidestep_scene::simulate::Simulation;

/// The same, mirrored, and a quarter of a turn.
const MAPS: [Mat2; 3] = [
    Mat2::IDENTITY,
    Mat2::from_cols(Vec2::X, Vec2::NEG_Y),
    Mat2::from_cols(Vec2::Y, Vec2::NEG_X),
];

/// Where walls and crates are, who comes, and where to.
struct Plan<'a> {
    /// Walls (m), each from a corner to a corner.
    walls: &'a [[[f32; 2]; 2]],
    /// Middle and size (m) of the crates, and when they fall (s).
    crates: &'a [([f32; 2], [f32; 2], f32)],
    /// Number of columns and rows, 0.8 m apart, and the middle of the foremost column (m).
    group: (usize, usize, [f32; 2]),
    /// The goal (m).
    to: [f32; 2],
}

impl Plan<'_> {
    fn text(&self, more: &str) -> String {
        let mut text = "name = \"dropped\"\nduration = 120.0\n[bounds]\nkind = \"walled\"\nmin = [-16, -10]\nmax = [16, 10]\n".to_owned();
        for points in self.walls {
            text += &format!("[[walls]]\npoints = {points:?}\n");
        }
        for (center, size, at) in self.crates {
            text += &format!(
                "[[obstacles]]\nbox = {{ center = {center:?}, size = {size:?} }}\ntemporary = true\nappear = {at:?}\n"
            );
        }
        let (columns, rows, from) = self.group;
        let places: Vec<[f32; 2]> = (0..columns * rows)
            .map(|index| {
                let (column, row) = (index / rows, index % rows);
                let off = 0.05 * (index * 7 % 10) as f32 / 10.0;
                let across = row as f32 - 0.5 * (rows - 1) as f32;
                [
                    from[0] - 0.8 * column as f32 - off,
                    from[1] + 0.8 * across + off,
                ]
            })
            .collect();
        format!(
            "{text}[[agents]]\npositions = {places:?}\nradius = 0.25\nspeed = 1.3\nroute = \"walkable\"\n\
             on_arrival = \"remove\"\ngoals = [{{ point = {:?}, radius = 0.5 }}]\n{more}",
            self.to
        )
    }

    fn layout(&self, dt: &str, more: &str) -> Layout {
        let dt = ("dt".to_owned(), dt.to_owned());
        let scene = Scene::with_overrides(&self.text(more), "dropped", &[dt]);
        let scene = scene.unwrap_or_else(|error| panic!("{error}"));
        Layout::new(&scene).unwrap_or_else(|error| panic!("{error}"))
    }

    /// Everybody gets there within so many seconds, mirrored, turned and at half the step.
    fn all_get_there(&self, what: &str, at_most: f64) {
        for map in MAPS {
            for dt in ["0.05", "0.025"] {
                let summary = run_layout(transformed(&self.layout(dt, ""), map));
                let last = summary.last_arrival_seconds;
                let arrived = (summary.arrived, summary.agents);
                println!("{what}, {dt} s: {arrived:?}, the last after {last:?} s");
                assert_eq!(arrived.0, arrived.1, "{what}, {dt} s, {map:?}");
                assert!(
                    last.is_some_and(|last| last < at_most),
                    "{what}, {dt} s, {map:?}: {last:?}"
                );
            }
        }
    }
}

/// A wall across, with a door of 2 m straight ahead and another one 7 m aside.
const TWO_DOORS: [[[f32; 2]; 2]; 3] = [
    [[0.0, -10.0], [0.0, -1.0]],
    [[0.0, 1.0], [0.0, 6.0]],
    [[0.0, 8.0], [0.0, 10.0]],
];

/// Two crates that fill the door straight ahead.
const PLUG: [([f32; 2], [f32; 2], f32); 2] = [
    ([0.2, -0.5], [1.0, 1.0], 4.0),
    ([0.2, 0.5], [1.0, 1.0], 4.0),
];

const THIRTY: (usize, usize, [f32; 2]) = (6, 5, [-4.0, 0.0]);

/// The corner of the path was inside a crate, so it seemed to be reached beside it, on the near side; and who
/// had begun to go round by the other door was off its path, and got another one through the plug. Those 12
/// of 30 stood there, and so did one alone.
#[test]
fn who_came_to_a_plugged_door_did_not_look_for_another_one() {
    let plan = Plan {
        walls: &TWO_DOORS,
        crates: &PLUG,
        group: THIRTY,
        to: [10.0, 0.0],
    };
    plan.all_get_there("thirty", 45.0);
    for from in [[-6.0, 0.0], [-6.0, 0.6], [-6.0, 1.3], [-7.0, -1.5]] {
        let group = (1, 1, from);
        Plan { group, ..plan }.all_get_there("one", 35.0);
    }
}

/// Who finds two of three doors plugged takes the third.
#[test]
fn of_three_doors_the_one_that_is_left_is_found() {
    let plan = Plan {
        walls: &[
            [[0.0, -10.0], [0.0, -6.0]],
            [[0.0, -4.5], [0.0, -1.0]],
            [[0.0, 1.0], [0.0, 6.0]],
            [[0.0, 8.0], [0.0, 10.0]],
        ],
        crates: &[PLUG[0], PLUG[1], ([0.0, -5.25], [1.0, 1.5], 2.0)],
        group: THIRTY,
        to: [10.0, -2.0],
    };
    plan.all_get_there("three doors", 45.0);
}

/// A corner that a crate stands on is passed where there is room beside it, by those behind others, too.
#[test]
fn those_behind_others_stood_before_a_crate_on_the_corner_that_they_wanted_round() {
    for (size, center) in [(1.0, 3.5), (2.0, 4.0)] {
        let plan = Plan {
            walls: &[[[0.0, -10.0], [0.0, 3.0]]],
            crates: &[([0.0, center], [size, size], 3.0)],
            group: (6, 5, [-4.0, -3.0]),
            to: [8.0, -3.0],
        };
        plan.all_get_there(&format!("a crate of {size} m on the corner"), 50.0);
    }
    let half = Plan {
        walls: &TWO_DOORS,
        crates: &PLUG[..1],
        group: THIRTY,
        to: [10.0, 0.0],
    };
    half.all_get_there("half of the door", 45.0);
}

/// Two crowds that meet at a plug go round by the other door, both of them.
#[test]
fn two_crowds_on_either_side_of_a_plug_stood_there() {
    let plan = Plan {
        walls: &TWO_DOORS,
        crates: &PLUG,
        group: (5, 3, [-4.0, 0.0]),
        to: [10.0, 0.0],
    };
    let against: Vec<[f32; 2]> = (0..15)
        .map(|index| {
            [
                4.0 + 0.8 * (index / 3) as f32,
                0.8 * (index % 3) as f32 - 0.8,
            ]
        })
        .collect();
    let more = format!(
        "[[agents]]\npositions = {against:?}\nradius = 0.25\nspeed = 1.3\nroute = \"walkable\"\non_arrival = \"remove\"\n\
         goals = [{{ point = [-10.0, 0.0], radius = 0.5 }}]\n"
    );
    for map in MAPS {
        let summary = run_layout(transformed(&plan.layout("0.05", &more), map));
        let last = summary.last_arrival_seconds;
        assert_eq!(summary.arrived, 30, "{map:?}");
        assert!(last.is_some_and(|last| last < 60.0), "{map:?}: {last:?}");
    }
}

/// Steps for so many seconds, and collects what everybody's reasons say.
fn listen(simulation: &mut Simulation, seconds: f64) -> BTreeSet<String> {
    let end = simulation.frame().time + seconds;
    let mut said = BTreeSet::new();
    while simulation.frame().time < end {
        simulation.step().expect("a step");
        for index in 0..simulation.frame().agents.len() {
            said.extend(
                simulation
                    .explain(index)
                    .map(|told| told.reasons)
                    .unwrap_or_default(),
            );
        }
    }
    said
}

/// Who waits instead of taking another path is told to be blocked by what stands there, and goes on once that
/// is gone.
#[test]
fn who_waits_before_a_plug_names_it_and_goes_on_without_it() {
    for from in [[-6.0, 0.0], [-6.0, 0.9], [-6.0, 1.3], [-7.0, -1.5]] {
        let plan = Plan {
            walls: &TWO_DOORS,
            crates: &PLUG,
            group: (1, 1, from),
            to: [10.0, 0.0],
        };
        let layout = plan.layout("0.05", "when_blocked = \"wait\"\n");
        let mut simulation = Simulation::new(layout).unwrap_or_else(|error| panic!("{error}"));
        listen(&mut simulation, 15.0);
        let place = simulation.frame().agents[0].position;
        assert!(place.x < 0.0 && place.y.abs() < 2.0, "{place}");
        assert_eq!(simulation.blocked().count(), 1, "at {place}");
        let said = listen(&mut simulation, 0.5);
        let waits = "waits in front of what closes its way";
        assert!(said.iter().any(|it| it.contains(waits)), "{said:?}");
        for index in 0..2 {
            simulation.remove_obstacle(index).expect("the crate");
        }
        listen(&mut simulation, 15.0);
        assert_eq!(simulation.blocked().count(), 0);
        assert!(simulation.world().agents().all(|agent| agent.arrived));
    }
}

#[test]
fn who_gets_no_further_past_a_crate_on_a_corner_says_so() {
    let plan = Plan {
        walls: &[[[0.0, -10.0], [0.0, 3.0]]],
        crates: &[([0.0, 4.0], [2.0, 2.0], 3.0)],
        group: (4, 4, [-4.0, -3.0]),
        to: [8.0, -3.0],
    };
    let mut simulation =
        Simulation::new(plan.layout("0.05", "")).unwrap_or_else(|error| panic!("{error}"));
    let said = listen(&mut simulation, 20.0);
    let words = "gets no further, as something stands on the corner of its path";
    assert!(said.contains(words), "{said:?}");
}

/// A path to a box goes to its nearest place, which moves as the agent does. Who turned back from a plugged door
/// to the next one got a path to where that place was by then, through the plug: it went to and fro, for good in half
/// of these runs.
#[test]
fn who_goes_to_a_box_and_turns_back_from_a_plug_gets_no_path_through_it() {
    for y in [-1.2, 0.0, 2.0, 4.0] {
        for center in ["[0.9, -2.37]", "[1.0, -2.37]"] {
            for (dt, map) in ["0.05", "0.025", "0.0333"].into_iter().zip(MAPS) {
                let text = format!(
                    r#"
name = "box-behind-a-plug"
duration = 60.0
dt = {dt}
[bounds]
kind = "walled"
min = [-14, -7]
max = [14, 7]
[[walls]]
points = [[0.0, -7.0], [0.0, -5.8]]
[[walls]]
points = [[0.0, -4.2], [0.0, -3.3]]
[[walls]]
points = [[0.0, -1.7], [0.0, 7.0]]
[[obstacles]]
box = {{ center = {center}, size = [1.0, 1.4] }}
temporary = true
appear = 1.5
[[agents]]
positions = [[-12.0, {y}]]
radius = 0.3
speed = 1.3
route = "walkable"
goals = [{{ region = {{ min = [2.0, -6.5], max = [13.5, 6.5] }} }}]
"#
                );
                let scene =
                    Scene::from_toml(&text, "box").unwrap_or_else(|error| panic!("{error}"));
                let layout = Layout::new(&scene).unwrap_or_else(|error| panic!("{error}"));
                let summary = run_layout(transformed(&layout, map));
                let last = summary.last_arrival_seconds;
                println!("from {y}, {center}, {dt} s: {last:?}");
                assert!(
                    last.is_some_and(|last| last < 20.0),
                    "{y}, {center}, {dt}: {last:?}"
                );
            }
        }
    }
}
