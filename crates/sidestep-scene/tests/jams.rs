//! Crowds that want the same: a goal that many share, a door that is too narrow for all. Everybody
//! gets there and nobody touches anybody, whatever the seed, turned, mirrored and at half the step.

use crate::common::transform::transformed;
use crate::common::{self, run_layout};
use glam::{Mat2, Vec2};
use sidestep_scene::format::Scene;
use sidestep_scene::place::Layout;

/// The same, a quarter of a turn, and in a mirror in which everybody still keeps to the right.
const MAPS: [Mat2; 3] = [
    Mat2::IDENTITY,
    Mat2::from_cols(Vec2::Y, Vec2::NEG_X),
    Mat2::from_cols(Vec2::X, Vec2::NEG_Y),
];

fn layout(text: &str, overrides: &[(&str, &str)]) -> Layout {
    let overrides: Vec<(String, String)> = (overrides.iter())
        .map(|(key, value)| ((*key).to_owned(), (*value).to_owned()))
        .collect();
    let scene =
        Scene::with_overrides(text, "jam", &overrides).unwrap_or_else(|error| panic!("{error}"));
    Layout::new(&scene).unwrap_or_else(|error| panic!("{error}"))
}

/// Runs the scene with several seeds, each turned and mirrored, and one at half the step.
fn everybody_gets_through(text: &str, seeds: u64) {
    for seed in 1..=seeds {
        let seed = seed.to_string();
        for map in MAPS {
            let summary = run_layout(transformed(&layout(text, &[("seed", &seed)]), map));
            let (name, arrived) = (&summary.scene, summary.arrived);
            assert_eq!(arrived, summary.agents, "{name}, seed {seed}, {map:?}");
            assert_eq!(summary.agent_overlaps, 0, "{name}, seed {seed}, {map:?}");
        }
    }
    let summary = run_layout(layout(text, &[("dt", "0.025")]));
    assert_eq!(summary.arrived, summary.agents, "{}, half", summary.scene);
    assert_eq!(summary.agent_overlaps, 0, "{}, half", summary.scene);
}

const TWO: &str = r#"
name = "two-meet-at-their-goal"
dt = 0.05
duration = 40.0
settle = false

[[agents]]
positions = [[-10.0, 0.0], [10.0, 0.0]]
radius = 0.25
speed = 1.3
goals = [{ point = [0.0, 0.0], radius = 0.25 }]
on_arrival = "remove"
"#;

#[test]
fn two_who_meet_at_their_goal_both_get_there() {
    everybody_gets_through(TWO, 1);
}

const RING: &str = r#"
name = "ring-to-its-centre"
dt = 0.05
duration = 60.0
settle = false

[[agents]]
count = 20
circle = { center = [0.0, 0.0], radius = 8.0 }
radius = 0.25
speed = 1.3
goals = [{ point = [0.0, 0.0], radius = 0.25 }]
on_arrival = "remove"
"#;

#[test]
fn twenty_on_a_ring_all_get_to_its_centre() {
    everybody_gets_through(RING, 2);
}

/// A door into which two just don't fit side by side.
const DOOR: &str = r#"
name = "narrow-door"
dt = 0.05
duration = 90.0
settle = false

[[walls]]
points = [[0.0, 0.4], [0.0, 4.0], [-12.0, 4.0], [-12.0, -4.0], [0.0, -4.0], [0.0, -0.4], [1.0, -0.4]]

[[walls]]
points = [[0.0, 0.4], [1.0, 0.4]]

[[agents]]
count = 40
region = { min = [-7.0, -3.0], max = [-2.0, 3.0] }
radius = 0.2
speed = { min = 1.24, max = 1.44 }
route = "straight"
goals = [
    { region = { min = [1.0, -0.3], max = [1.5, 0.3] } },
    { region = { min = [8.0, -6.0], max = [9.0, 6.0] } },
]
on_arrival = "remove"
"#;

#[test]
fn no_arch_stays_before_a_narrow_door() {
    everybody_gets_through(DOOR, 3);
}

/// A hundred on a ring: too many for those in front to stand aside by themselves.
const LARGE_RING: &str = r#"
name = "large-ring-to-its-centre"
dt = 0.05
duration = 80.0

[[agents]]
count = 100
circle = { center = [0.0, 0.0], radius = 11.5 }
radius = 0.25
speed = 1.3
goals = [{ point = [0.0, 0.0], radius = 0.25 }]
on_arrival = "remove"
"#;

/// The rules are what does it: without them a crowd stays around its goal for minutes.
#[test]
fn without_the_rules_among_fellows_a_hundred_crowd_round_their_goal() {
    let with = run_layout(layout(LARGE_RING, &[]));
    assert_eq!((with.arrived, with.agent_overlaps), (100, 0));
    let off = [
        ("parameters.sampling.fellow_reach", "0"),
        ("parameters.sampling.squeezed_passing", "1"),
    ];
    let without = run_layout(layout(LARGE_RING, &off));
    assert!(without.arrived < 90, "{}", without.arrived);
}

/// Two metres for people 0.4 m wide: a door through which streams go, and no arch stays.
const WIDE_DOOR: &str = r#"
name = "wide-door"
dt = 0.05
duration = 90.0

[[walls]]
points = [[0.0, 1.0], [0.0, 4.0], [-12.0, 4.0], [-12.0, -4.0], [0.0, -4.0], [0.0, -1.0], [1.0, -1.0]]

[[walls]]
points = [[0.0, 1.0], [1.0, 1.0]]

[[agents]]
count = 80
region = { min = [-8.0, -3.8], max = [-3.0, 3.8] }
radius = 0.2
speed = { min = 1.24, max = 1.44 }
route = "straight"
goals = [
    { region = { min = [1.0, -0.9], max = [1.5, 0.9] } },
    { region = { min = [8.0, -6.0], max = [9.0, 6.0] } },
]
on_arrival = "remove"
"#;

#[test]
fn a_wide_door_is_left_sooner_where_those_alongside_are_passed_closely() {
    let last_arrivals = |passing: &str| -> f64 {
        let of_seed = |seed: &str| {
            let overrides = [
                ("seed", seed),
                ("parameters.sampling.alongside_passing", passing),
                // What those who come along the wall from both sides do to each other hides a part of it.
                ("parameters.sampling.lane_angle", "0"),
            ];
            let summary = run_layout(layout(WIDE_DOOR, &overrides));
            assert_eq!((summary.arrived, summary.agent_overlaps), (80, 0));
            summary.last_arrival_seconds.expect("all have arrived")
        };
        ["1", "2", "3", "4"].map(of_seed).into_iter().sum()
    };
    let (usual, as_others) = (last_arrivals("0.5"), last_arrivals("1"));
    assert!(usual < 0.97 * as_others, "{usual}, {as_others}");
}

/// With lanes those who came to the door along the wall from either side warned everybody that others come,
/// so that who was in the left half of the hall turned away from the door: it took a seventh longer.
#[test]
fn a_crowd_kept_lanes_before_a_door_against_itself() {
    let last_arrivals = |lane_angle: &str| -> f64 {
        let of_seed = |seed: &str| {
            let overrides = [
                ("seed", seed),
                ("parameters.sampling.lane_angle", lane_angle),
            ];
            let summary = run_layout(layout(WIDE_DOOR, &overrides));
            summary.last_arrival_seconds.expect("all have arrived")
        };
        ["1", "2", "3", "4"].map(of_seed).into_iter().sum()
    };
    let (with, without) = (last_arrivals("0.6"), last_arrivals("0"));
    assert!(with < 1.08 * without, "{with}, {without}");
}

/// Who stood at the wall in the lane of those who came was pushed back by them for 20 m, as it cost less
/// to go with them than to stand: the last of these arrived after 73, 59 and 83 s.
#[test]
fn nobody_is_pushed_back_through_the_corridor_by_those_who_come() {
    for seed in ["3", "7", "11"] {
        let summary = run_layout(common::layout("corridor", &[("seed", seed)]));
        assert_eq!(summary.agent_overlaps, 0, "seed {seed}");
        let last = summary.last_arrival_seconds.expect("all have arrived");
        assert!(last < 50.0, "seed {seed}: {last} s");
    }
}

/// Whoever comes first takes all of the corridor's width at its own end, and those who come towards it got
/// through in single file or not at all: the last of these seeds arrived after 121 to 147 s.
#[test]
fn two_crowds_kept_to_their_halves_of_a_corridor_only_if_told() {
    for seed in ["1", "2", "3", "4", "5"] {
        let last_with = |overrides: &[(&str, &str)]| {
            let summary = run_layout(common::layout("counterflow", overrides));
            assert_eq!(summary.agent_overlaps, 0, "seed {seed}");
            assert_eq!(summary.arrived, 200, "seed {seed}");
            summary.last_arrival_seconds.expect("all have arrived")
        };
        let seed = ("seed", seed);
        let usual = last_with(&[seed]);
        let without = last_with(&[seed, ("parameters.sampling.lane_angle", "0")]);
        assert!(usual <= 120.0, "{seed:?}: {usual} s");
        assert!(usual < without, "{seed:?}: {usual} and {without} s");
    }
}

/// Room for one, and two crowds who want through it the other way each.
const ONE_LANE_DOOR: &str = r#"
name = "one-lane-door"
dt = 0.05
duration = 300.0

[[walls]]
points = [[0.0, -8.0], [0.0, -0.5]]
thickness = 0.5

[[walls]]
points = [[0.0, 0.5], [0.0, 8.0]]
thickness = 0.5

[[agents]]
count = 12
region = { min = [-7.0, -2.5], max = [-3.0, 2.5] }
radius = 0.3
speed = 1.3
goals = [
    { region = { min = [0.5, -0.25], max = [1.25, 0.25] } },
    { region = { min = [6.0, -4.0], max = [10.0, 4.0] } },
]
on_arrival = "remove"

[[agents]]
count = 12
region = { min = [3.0, -2.5], max = [7.0, 2.5] }
radius = 0.3
speed = 1.3
goals = [
    { region = { min = [-1.25, -0.25], max = [-0.5, 0.25] } },
    { region = { min = [-10.0, -4.0], max = [-6.0, 4.0] } },
]
on_arrival = "remove"
"#;

/// Who stood in the door went after others by its id, and those before the door didn't let it out: both
/// crowds stood there, with one of these seeds for five minutes.
#[test]
fn two_crowds_at_a_door_for_one_kept_those_in_it_from_coming_out() {
    for seed in 1..=20 {
        let summary = run_layout(layout(ONE_LANE_DOOR, &[("seed", &seed.to_string())]));
        assert_eq!(summary.agent_overlaps, 0, "seed {seed}");
        assert_eq!(summary.arrived, 24, "seed {seed}");
        let last = summary.last_arrival_seconds.expect("all have arrived");
        assert!(last < 60.0, "seed {seed}: {last} s");
    }
}

/// A corridor for one, so long and so wide (m), with those on either side who want to the other: how many, and
/// at what speed.
fn one_lane_corridor(
    (length, width): (f32, f32),
    [left, right]: [&[(u32, &str)]; 2],
    seed: u64,
) -> String {
    let (x, y) = (0.5 * length, 0.5 * width);
    let box_from = |from: f32, to: f32| format!("{{ min = [{from}, -5.5], max = [{to}, 5.5] }}");
    let sides = [box_from(-x - 9.5, -x - 1.0), box_from(x + 1.0, x + 9.5)];
    let step = [0.05, 0.0333, 0.1][seed as usize % 3];
    let mut text = format!(
        "name = \"one-lane-corridor\"\ndt = {step}\nduration = 400.0\nseed = {seed}\n\
         [bounds]\nkind = \"walled\"\nmin = [{}, -6.0]\nmax = [{}, 6.0]\n",
        -x - 10.0,
        x + 10.0
    );
    for side in [-1.0, 1.0] {
        let (near, far) = (side * y, side * 6.0);
        text += &format!(
            "[[walls]]\npoints = [[{:?}, {far:?}], [{:?}, {near:?}], [{x:?}, {near:?}], [{x:?}, {far:?}]]\n",
            -x, -x
        );
    }
    for (groups, [from, to]) in [
        (left, [&sides[0], &sides[1]]),
        (right, [&sides[1], &sides[0]]),
    ] {
        for (count, speed) in groups {
            text += &format!(
                "[[agents]]\ncount = {count}\nregion = {from}\nradius = 0.25\nspeed = {speed}\n\
                 route = \"walkable\"\ngoals = [{{ random = {to} }}]\n"
            );
        }
    }
    text
}

/// Whether all arrive in a corridor for one, and nobody touches anybody or a wall. Says when the last has arrived (s), at
/// the latest.
fn all_pass_a_one_lane_corridor(size: (f32, f32), crowds: [&[(u32, &str)]; 2]) -> f64 {
    let mut latest: f64 = 0.0;
    for (seed, map) in (1..).zip(MAPS) {
        let text = one_lane_corridor(size, crowds, seed);
        let summary = run_layout(transformed(&layout(&text, &[]), map));
        let last = summary.last_arrival_seconds;
        let what = format!(
            "{crowds:?} at {size:?} m, seed {seed}: {} arrive, the last after {last:?} s",
            summary.arrived
        );
        println!("{what}");
        assert_eq!(summary.arrived, summary.agents, "{what}");
        assert_eq!(summary.agent_overlaps + summary.wall_contacts, 0, "{what}");
        latest = latest.max(last.expect("all have arrived"));
    }
    latest
}

/// Both crowds stood for good in more than half of these runs: who made room in the corridor couldn't get out of
/// the way, and told nobody behind it which way it had to go; it went into the wall, as that cost less than all who came; and
/// those before the corridor took whoever came out of it for somebody who goes the same way, as both have its
/// mouth before them.
#[test]
fn two_crowds_in_a_corridor_for_one_stood_for_good() {
    for size in [(3.0, 0.8), (3.0, 1.0), (6.0, 0.8), (12.0, 0.8), (12.0, 1.0)] {
        for [left, right] in [[2, 15], [5, 30], [15, 15]] {
            all_pass_a_one_lane_corridor(size, [&[(left, "1.3")], &[(right, "1.3")]]);
        }
    }
}

/// Whoever came out of a corridor for one had no right any more as soon as it was past its mouth, so those who waited
/// there pushed it back in. And who made room before it after it had arrived, so that it was pushed in, had none there.
/// Without the turning, the last of two of these runs took 130 and 217 s; with other seeds some took six minutes, or never came
/// out.
#[test]
fn the_last_out_of_a_corridor_for_one_were_pushed_back_in() {
    for size in [(6.0, 0.8), (12.0, 0.8)] {
        for left in [1, 3, 8] {
            let last = all_pass_a_one_lane_corridor(size, [&[(left, "1.3")], &[(30, "1.3")]]);
            assert!(last < 120.0, "{left} against 30 at {size:?} m: {last} s");
        }
    }
}

/// Who was slower than those who had the right in a corridor for one would have touched them whatever it did, so
/// it stood, and everybody did for good.
#[test]
fn slow_ones_in_a_corridor_for_one_did_not_go_back_before_the_fast() {
    for size in [(6.0, 1.0), (16.0, 0.8), (16.0, 1.0)] {
        for (slow, fast) in [(1, 2), (4, 8)] {
            let crowd = [
                (slow, "{ min = 0.2, max = 0.5 }"),
                (fast, "{ min = 1.2, max = 2.2 }"),
            ];
            all_pass_a_one_lane_corridor(size, [&crowd, &crowd]);
        }
    }
}

/// A gap for one between two crates, so deep and so wide (m), with so many on either side who want to the other.
fn gap_between_crates((depth, width): (f32, f32), [left, right]: [u32; 2], seed: u64) -> String {
    let step = [0.05, 0.0333, 0.1][seed as usize % 3];
    let mut text = format!(
        "name = \"gap\"\ndt = {step}\nduration = 300.0\nseed = {seed}\n\
         [bounds]\nkind = \"walled\"\nmin = [-13.0, -6.0]\nmax = [13.0, 6.0]\n"
    );
    let size = 6.0 - 0.5 * width;
    for side in [-1.0, 1.0] {
        let center = side * (6.0 - 0.5 * size);
        text += &format!(
            "[[obstacles]]\nbox = {{ center = [0.0, {center:?}], size = [{depth:?}, {size:?}] }}\n\
             temporary = true\n"
        );
    }
    let sides = [(-12.5, -3.0), (3.0, 12.5)]
        .map(|(from, to): (f32, f32)| format!("{{ min = [{from:?}, -5.5], max = [{to:?}, 5.5] }}"));
    for (count, from, to) in [(left, &sides[0], &sides[1]), (right, &sides[1], &sides[0])] {
        text += &format!(
            "[[agents]]\ncount = {count}\nregion = {from}\nradius = 0.25\nspeed = 1.3\n\
             route = \"walkable\"\ngoals = [{{ random = {to} }}]\n"
        );
    }
    text
}

/// Only walls made a door: who was between two crates had no right to come out before others went in. Two crowds
/// stood for good at most of the deep ones of these.
#[test]
fn two_crowds_at_a_gap_between_crates_stood_for_good() {
    for size in [(0.4, 0.7), (3.0, 0.9), (6.0, 0.7), (6.0, 0.9)] {
        for crowds in [[3, 10], [10, 20], [20, 20]] {
            for (seed, map) in (1..).zip(MAPS) {
                let text = gap_between_crates(size, crowds, seed);
                let summary = run_layout(transformed(&layout(&text, &[]), map));
                let last = summary.last_arrival_seconds;
                let what = format!("{crowds:?} at {size:?} m, seed {seed}: {last:?} s");
                println!("{what}");
                let touched = summary.agent_overlaps + summary.obstacle_overlaps;
                assert_eq!((summary.arrived, touched), (summary.agents, 0), "{what}");
                assert!(last.is_some_and(|last| last < 180.0), "{what}");
            }
        }
    }
}

/// Two doors through which two hardly pass, and sixty on either side who want to the other.
const TWO_DOORS: &str = r#"
name = "two-doors"
dt = 0.05
duration = 200.0

[[walls]]
points = [[0.0, -10.0], [0.0, -3.6]]
thickness = 0.2

[[walls]]
points = [[0.0, -2.4], [0.0, 2.4]]
thickness = 0.2

[[walls]]
points = [[0.0, 3.6], [0.0, 10.0]]
thickness = 0.2

[[walls]]
points = [[-15.0, -10.0], [15.0, -10.0], [15.0, 10.0], [-15.0, 10.0]]
closed = true

[[agents]]
count = 60
region = { min = [-14.0, -9.0], max = [-3.0, 9.0] }
radius = 0.25
speed = { min = 1.2, max = 1.5 }
route = "walkable"
goals = [{ region = { min = [12.0, -9.0], max = [14.5, 9.0] } }]
on_arrival = "remove"

[[agents]]
count = 60
region = { min = [3.0, -9.0], max = [14.0, 9.0] }
radius = 0.25
speed = { min = 1.2, max = 1.5 }
route = "walkable"
goals = [{ region = { min = [-14.5, -9.0], max = [-12.0, 9.0] } }]
on_arrival = "remove"
"#;

/// The same with room for nearly two: it took 107 to 138 s, and 82 s on average while only those with the
/// same goal counted as fellows, not all who go through the same door.
#[test]
fn two_crowds_at_two_doors_kept_those_in_them_from_coming_out() {
    let last_arrival = |seed: u64| {
        let summary = run_layout(layout(TWO_DOORS, &[("seed", &seed.to_string())]));
        assert_eq!(summary.agent_overlaps, 0, "seed {seed}");
        assert_eq!(summary.arrived, 120, "seed {seed}");
        summary.last_arrival_seconds.expect("all have arrived")
    };
    let last = [1, 2, 3, 4].map(last_arrival);
    assert!(last.iter().all(|last| *last <= 90.0), "{last:?}");
    assert!(last.iter().sum::<f64>() < 4.0 * 83.0, "{last:?}");
}

/// Two hundred leave a hall by a door for two, and spread to ten goals beyond it.
fn many_goals(seed: u64) -> Layout {
    let mut text = r#"
name = "many-goals"
dt = 0.05
duration = 260.0

[[walls]]
points = [[0.0, -1.2], [0.0, -30.0], [60.0, -30.0], [60.0, 30.0], [0.0, 30.0], [0.0, 1.2]]
thickness = 1.0
"#
    .to_owned();
    for aside in [20, 15, 10, 5, 1, -1, -5, -10, -15, -20] {
        text += &format!(
            r#"
[[agents]]
count = 20
region = {{ min = [12.0, -28.0], max = [58.0, 28.0] }}
radius = 0.5
speed = 1.3
route = "walkable"
goals = [{{ point = [-20.0, {aside}.0], radius = 0.5 }}]
on_arrival = "remove"
"#
        );
    }
    layout(&text, &[("seed", &seed.to_string())])
}

/// Whoever was held up behind others claimed the way through the same door, those in front of it handed
/// that on to each other, and as their goals differed all of them made room: with one of these seeds 96
/// of 200 stood before the open door for good, and everybody changed sides 110 times a minute.
#[test]
fn those_who_had_other_goals_made_room_for_those_behind_them_before_a_free_door() {
    for seed in [3, 5] {
        let summary = run_layout(many_goals(seed));
        assert_eq!(summary.agent_overlaps, 0, "seed {seed}");
        assert_eq!(summary.arrived, 200, "seed {seed}");
        let flips = (summary.direction_flips_per_minute).expect("they walk long enough");
        assert!(flips < 90.0, "seed {seed}: {flips} a minute");
    }
}

/// A thousand leave a room by two doors, and spread beyond them.
const ROOM: &str = r#"
name = "room"
seed = 2
dt = 0.05
duration = 400.0

[[walls]]
points = [[8.0, 0.0], [22.0, 0.0]]
[[walls]]
points = [[23.0, 0.0], [30.0, 0.0], [30.0, 20.0], [0.0, 20.0], [0.0, 0.0], [7.0, 0.0]]

[[agents]]
count = 500
region = { min = [0.1, 0.1], max = [14.9, 19.9] }
preset = "pedestrian"
radius = 0.2
speed = { min = 1.24, max = 1.44 }
on_arrival = "remove"
goals = [
    { region = { min = [7.1, -0.4], max = [7.9, 0.0] } },
    { region = { min = [2.5, -6.0], max = [12.5, -5.0] } },
]

[[agents]]
count = 500
region = { min = [15.1, 0.1], max = [29.9, 19.9] }
preset = "pedestrian"
radius = 0.2
speed = { min = 1.24, max = 1.44 }
on_arrival = "remove"
goals = [
    { region = { min = [22.1, -0.4], max = [22.9, 0.0] } },
    { region = { min = [17.5, -6.0], max = [27.5, -5.0] } },
]
"#;

/// One who had been through a door was pushed back to its corner. It went on to its next goal, those behind it
/// to the place in the door that it had reached: so it made room for eight of them, couldn't, and 423 of
/// 1,000 stood there for good.
#[test]
fn one_pushed_back_to_the_corner_of_a_door_made_room_for_all_behind_it() {
    let summary = run_layout(layout(ROOM, &[]));
    assert_eq!((summary.arrived, summary.agent_overlaps), (1000, 0));
}

/// Two hundred who want to the same point, and three others who go to and fro among them.
const AGAINST: &str = r#"
name = "against"
dt = 0.05
duration = 120.0

[[agents]]
count = 200
region = { min = [-20, 10], max = [20, 40] }
radius = 0.5
speed = 1.3
goals = [{ point = [0, 0], radius = 0.5 }]
on_arrival = "remove"

[[agents]]
name = "others"
positions = [[-6, -20], [6, -20], [0, -24]]
radius = 0.5
speed = 1.3
goals = [{ offset = [0, 20] }, { offset = [0, 10] }, { offset = [0, 30] }, { offset = [0, 10] }, { offset = [0, 30] }, { offset = [0, 10] }, { offset = [0, 30] }]
"#;

/// The word of the three went through the whole crowd, nobody let anybody go first any more, and 92
/// of 200 arrived.
#[test]
fn the_word_of_others_far_off_does_not_close_a_shared_goal() {
    let summary = run_layout(layout(AGAINST, &[]));
    assert!(summary.arrived >= 180, "{}", summary.arrived);
    assert_eq!(summary.agent_overlaps, 0);
}
