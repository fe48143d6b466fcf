//! The scenes about meeting others: with the default method all arrive and nobody touches anybody,
//! with nothing that pushes bodies apart, and whatever the time step, the direction or the order of
//! insertion.

use crate::common::transform::transformed;
use crate::common::{Frames, frames, layout, run, run_layout, watch};
use glam::{Mat2, Vec2};
use sidestep_scene::measure::Summary;
use sidestep_scene::place::{Layout, LayoutGoalKind};
use sidestep_scene::recording::Frame;
use sidestep_scene::simulate::Simulation;

/// Scenes in which all shall arrive and nobody shall touch anybody. All are run without contacts.
const SCENES: [&str; 6] = [
    "headon",
    "overtake",
    "crossing",
    "corridor",
    "crossroads",
    "torus",
];

#[track_caller]
fn assert_clean(summary: &Summary, what: &str) {
    let what = format!("{} {what}", summary.scene);
    assert_eq!(
        [summary.arrived, summary.stuck],
        [summary.agents, 0],
        "{what}: arrived and stuck"
    );
    assert_eq!(
        summary.agent_overlaps, 0,
        "{what}: {} m",
        summary.max_overlap_m
    );
    assert_eq!(summary.obstacle_overlaps, 0, "{what}");
    assert_eq!([summary.wall_contacts, summary.escaped], [0, 0], "{what}");
}

#[test]
fn all_arrive_and_nobody_touches_anybody() {
    for scene in SCENES {
        let layout = layout(scene, &[]);
        assert!(!layout.settle, "{scene} shows what the method does alone");
        assert_clean(&run_layout(layout), "as it is");
    }
}

#[test]
fn other_seeds_are_as_clean() {
    for scene in ["corridor", "crossroads", "torus"] {
        for seed in ["2", "3", "4"] {
            assert_clean(&run(scene, &[("seed", seed)]), &format!("seed {seed}"));
        }
    }
}

#[test]
fn half_and_a_third_of_the_time_step_are_as_clean_and_take_as_long() {
    for scene in SCENES {
        let usual = run(scene, &[]);
        for dt in ["0.016666666666666666", "0.011111111111111112"] {
            let finer = run(scene, &[("dt", dt)]);
            assert_clean(&finer, &format!("dt {dt}"));
            let [usual, finer] = [&usual, &finer].map(|it| it.mean_travel_seconds.unwrap_or(0.0));
            // Who waits for whom in a crowd is another at another step; over many seeds that evens
            // out.
            assert!(
                (finer / usual - 1.0).abs() < 0.12,
                "{scene}: {usual} s, and {finer} s at {dt}"
            );
        }
    }
}

/// Everybody turns to the right to make room, so a mirrored scene isn't a mirrored run; but it is
/// as clean.
#[test]
fn mirrored_scenes_are_as_clean() {
    for mirror in [
        Mat2::from_cols(Vec2::X, Vec2::NEG_Y),
        Mat2::from_cols(Vec2::NEG_X, Vec2::Y),
    ] {
        for scene in SCENES {
            let layout = transformed(&layout(scene, &[]), mirror);
            assert_clean(&run_layout(layout), "mirrored");
        }
    }
}

const QUARTERS: [Mat2; 3] = [
    Mat2::from_cols(Vec2::Y, Vec2::NEG_X),
    Mat2::from_cols(Vec2::NEG_X, Vec2::NEG_Y),
    Mat2::from_cols(Vec2::NEG_Y, Vec2::X),
];

#[test]
fn turned_scenes_are_as_clean() {
    for turn in QUARTERS {
        for scene in SCENES {
            let layout = transformed(&layout(scene, &[]), turn);
            assert_clean(&run_layout(layout), "turned");
        }
    }
}

/// Rounding grows where many meet, so the crowds are compared as long as they are on their way to
/// the meeting.
#[test]
fn turned_scenes_give_turned_runs() {
    for (scene, seconds) in [
        ("headon", "20"),
        ("crossing", "5"),
        ("overtake", "20"),
        ("corridor", "5"),
        ("crossroads", "4"),
        ("torus", "1"),
    ] {
        let layout = layout(scene, &[("duration", seconds)]);
        let usual = frames(layout.clone());
        for turn in QUARTERS {
            let turned = frames(transformed(&layout, turn));
            let apart = farthest_apart(&usual, &turned, |place| turn * place);
            assert!(apart < 0.01, "{scene} turned: {apart} m apart");
        }
    }
}

fn farthest_apart(first: &[Frame], second: &[Frame], map: impl Fn(Vec2) -> Vec2) -> f32 {
    (first.iter().zip(second))
        .flat_map(|(first, second)| first.agents.iter().zip(&second.agents))
        .map(|(first, second)| map(first.position).distance(second.position))
        .fold(0.0, f32::max)
}

#[test]
fn the_order_of_insertion_does_not_matter_to_any_method() {
    for scene in SCENES {
        for method in ["default", "orca", "anticipatory", "classic", "classic-time"] {
            let layout = layout(scene, &[("method", method), ("duration", "8")]);
            let count = layout.agents.len();
            let usual = run_layout(layout.clone()).trajectory_hash;
            let backwards: Vec<usize> = (0..count).rev().collect();
            let simulation = Simulation::with_insertion_order(layout, &backwards);
            let simulation = simulation.unwrap_or_else(|error| panic!("{error}"));
            let shuffled = watch(simulation, &mut []).trajectory_hash;
            assert_eq!(shuffled, usual, "{scene} {method}");
        }
    }
}

/// How often an agent goes from swerving to one side of its straight way to swerving to the other.
fn changes_of_side(layout: &Layout, frames: &[Frame], agent: usize) -> usize {
    let LayoutGoalKind::Point { point, .. } = layout.agents[agent].goals[0].kind else {
        panic!("the scene has points as goals");
    };
    let across = (point - layout.agents[agent].start).normalize().perp();
    let mut sides: Vec<bool> = (frames.iter())
        .map(|frame| frame.agents[agent].velocity.dot(across))
        .filter(|speed| speed.abs() > 0.02)
        .map(|speed| speed > 0.0)
        .collect();
    sides.dedup();
    sides.len().saturating_sub(1)
}

#[test]
fn two_who_meet_head_on_swerve_once_and_hardly_lose_time() {
    let free = run("headon", &[("method", "none")]);
    let layout = layout("headon", &[]);
    let mut frames = Frames::default();
    let simulation = Simulation::new(layout.clone()).expect("a built-in scene runs");
    let summary = watch(simulation, &mut [&mut frames]);
    let [free, met] = [&free, &summary].map(|it| it.last_arrival_seconds.unwrap_or(f64::INFINITY));
    assert!(met < 1.2 * free, "{met} s instead of {free} s");
    for agent in 0..layout.agents.len() {
        let changes = changes_of_side(&layout, &frames.0, agent);
        let name = &layout.groups[layout.agents[agent].group].name;
        assert!(changes <= 1, "{name}: {changes} changes of side");
        let swerve = (frames.0.iter())
            .map(|frame| (frame.agents[agent].position.y - layout.agents[agent].start.y).abs())
            .fold(0.0, f32::max);
        assert!(
            swerve > 0.1,
            "{name} swerves by {swerve} m: both do their share"
        );
    }
}

/// Who is overtaken has no reason to swerve far: a little more than its radius off its line at most, as it
/// keeps to what it does while it is calm. Where it decides in each step it is less than half of that.
#[test]
fn the_slowest_is_overtaken_on_its_line() {
    let layout = layout("overtake", &[]);
    let slowest = layout.agents.len() - 1;
    for frame in frames(layout.clone()) {
        let off = frame.agents[slowest].position.y.abs();
        assert!(
            off < 1.1 * layout.agents[slowest].radius,
            "{off} m off its line at {} s",
            frame.time
        );
    }
}

#[test]
fn rings_of_every_size_change_places() {
    for count in ["2", "3", "4", "8", "50"] {
        let ring = [
            ("agents.0.count", count),
            ("agents.0.circle.radius", "40"),
            ("duration", "250"),
        ];
        assert_clean(&run("circle-250", &ring), &format!("of {count}"));
    }
}

#[test]
fn a_few_change_rooms_through_the_corridor() {
    let few = [
        ("agents.0.count", "10"),
        ("agents.1.count", "10"),
        ("settle", "false"),
    ];
    assert_clean(&run("counterflow", &few), "of 20");
}

#[test]
fn on_the_plaza_all_get_somewhere_without_touching_anybody() {
    let summary = run("plaza", &[("settle", "false")]);
    assert_clean(&summary, "without contacts");
}

#[test]
fn the_visitor_gets_through_the_passers_by_and_they_take_no_notice() {
    let of_method = |method: &str, seed: &str| {
        let layout = layout("passers-by", &[("method", method), ("seed", seed)]);
        let mut frames = Frames::default();
        let simulation = Simulation::new(layout).expect("a built-in scene runs");
        let summary = watch(simulation, &mut [&mut frames]);
        (summary, frames.0)
    };
    let mut blind = 0;
    for seed in ["1", "2", "3", "4", "5", "6"] {
        let (summary, seeing) = of_method("default", seed);
        assert_clean(&summary, &format!("seed {seed}"));
        let (summary, unseeing) = of_method("none", seed);
        blind += summary.agent_overlaps;
        for (seeing, unseeing) in seeing.iter().zip(&unseeing) {
            assert_eq!(
                seeing.agents[1..],
                unseeing.agents[1..],
                "at {} s",
                seeing.time
            );
        }
    }
    assert!(blind > 0, "without avoidance it bumps into somebody");
}
