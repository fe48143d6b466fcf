//! Doors, corners and hallways: what the default does there, and the whiskers beside it.

use crate::common::transform::transformed;
use crate::common::{frames, layout, run};
use glam::{Mat2, Vec2};
use sidestep_scene::measure::Summary;
use sidestep_scene::place::Layout;
use sidestep_scene::recording::Frame;

const UNSETTLED: (&str, &str) = ("settle", "false");
const WHISKERS: [&str; 6] = [
    "hit-normal",
    "additive",
    "cross",
    "hit-normal-rising",
    "additive-rising",
    "cross-rising",
];

#[track_caller]
fn assert_all_arrive_untouched(summary: &Summary) {
    let what = format!("{} {} {}", summary.scene, summary.method, summary.dt);
    assert_eq!(
        [summary.arrived, summary.stuck],
        [summary.agents, 0],
        "{what}"
    );
    let touched = [
        summary.wall_contacts,
        summary.obstacle_overlaps,
        summary.escaped,
    ];
    assert_eq!(touched, [0; 3], "{what}");
}

#[test]
fn all_get_through_all_doors_untouched_in_the_same_time_at_every_time_step() {
    let times = ["0.016666666666666666", "0.03333333333333333", "0.1"].map(|dt| {
        let summary = run("doors", &[("dt", dt), UNSETTLED]);
        assert_all_arrive_untouched(&summary);
        summary.mean_travel_seconds.unwrap_or(f64::INFINITY)
    });
    let shortest = times.iter().copied().fold(f64::INFINITY, f64::min);
    assert!(
        times.iter().all(|time| *time < 1.03 * shortest),
        "{times:?}"
    );
}

/// Who may stray two metres from the path strays behind door frames, and still comes round.
#[test]
fn even_the_sloppiest_get_through() {
    let straying = ("agents.*.behaviors.0.radius", "2");
    let summary = run("doors", &[straying, UNSETTLED]);
    assert_all_arrive_untouched(&summary);
}

#[test]
fn the_others_catch_on_door_frames() {
    for method in std::iter::once("none").chain(WHISKERS) {
        let changes = [("method", method), ("duration", "20"), UNSETTLED];
        let summary = run("doors", &changes);
        assert!(summary.wall_contacts > 50, "{method}: {summary:?}");
    }
    let settled = |method| run("doors", &[("method", method), ("duration", "60")]);
    for method in ["none", "hit-normal"] {
        let summary = settled(method);
        assert!(summary.arrived < summary.agents, "{method}: {summary:?}");
    }
}

#[test]
fn every_wedge_is_left_within_three_seconds() {
    let summary = run("wedge", &[UNSETTLED]);
    assert_all_arrive_untouched(&summary);
    let last = summary.last_arrival_seconds.unwrap_or(f64::INFINITY);
    assert!(last < 3.0, "{last} s");
    for method in std::iter::once("none").chain(WHISKERS) {
        let summary = run("wedge", &[("method", method)]);
        let last = summary.last_arrival_seconds.unwrap_or(f64::INFINITY);
        let all = summary.arrived == summary.agents;
        assert!(!all || last > 3.0, "{method}: all out after {last} s");
    }
}

/// Within a hair's breadth of a wall rounding decides whether somebody brakes for a moment; the
/// wrong side of a door frame would be more than a metre away.
#[test]
fn mirrored_walls_give_mirrored_ways() {
    for (name, seconds) in [("doors", "8"), ("wedge", "3")] {
        let layout = layout(name, &[("duration", seconds), UNSETTLED]);
        let map = Mat2::from_cols(Vec2::X, Vec2::NEG_Y);
        let (usual, mapped) = (frames(layout.clone()), frames(transformed(&layout, map)));
        let apart = (usual.iter().zip(&mapped))
            .flat_map(|(usual, mapped)| usual.agents.iter().zip(&mapped.agents))
            .map(|(usual, mapped)| (map * usual.position).distance(mapped.position))
            .fold(0.0, f32::max);
        assert!(apart < 0.2, "{name}: {apart} m apart");
    }
}

/// How far each agent gets off its straight way (m), and its sideways acceleration (m/s², root mean
/// square).
fn sideways(layout: &Layout) -> Vec<(f32, f32)> {
    let frames = frames(layout.clone());
    let dt = layout.dt as f32;
    (0..layout.agents.len())
        .map(|index| {
            let of = |frame: &Frame| frame.agents[index];
            let height = layout.agents[index].start.y;
            let off = frames
                .iter()
                .map(|frame| (of(frame).position.y - height).abs());
            let squares = frames.windows(2).map(|pair| {
                let change = of(&pair[1]).velocity.y - of(&pair[0]).velocity.y;
                (change / dt).powi(2)
            });
            let mean = squares.sum::<f32>() / frames.len() as f32;
            (off.fold(0.0, f32::max), mean.sqrt())
        })
        .collect()
}

#[test]
fn a_wall_beside_the_way_pushes_nobody() {
    for (off, acceleration) in sideways(&layout("hallway", &[])) {
        assert!(
            off < 1e-3 && acceleration < 1e-3,
            "{off} m, {acceleration} m/s²"
        );
    }
    for method in WHISKERS {
        let pushed = sideways(&layout("hallway", &[("method", method)]));
        // 15 cm between edge and wall; the whiskers reach 37 cm.
        let (off, acceleration) = pushed[2];
        assert!(
            off > 0.05 && acceleration > 0.1,
            "{method}: {off} m, {acceleration} m/s²"
        );
        let (off, acceleration) = pushed[5];
        assert!(
            off < 1e-3 && acceleration < 1e-3,
            "{method}: {off} m, {acceleration} m/s²"
        );
    }
}

/// What became of each of the fifteen walkers: whether it arrived, and whether it ran into the
/// disc.
fn blends(method: &str) -> Vec<(String, bool, bool)> {
    let layout = layout(
        "blend",
        &[("method", method), ("duration", "60"), UNSETTLED],
    );
    let frames = frames(layout.clone());
    let agents = layout.agents.iter().zip(&layout.obstacles).enumerate();
    let fates = agents.map(|(index, (agent, _))| {
        let middle = agent.start + Vec2::new(4.5, 0.0);
        let places = || frames.iter().map(|frame| frame.agents[index].position);
        let arrived = places().any(|place| place.distance(middle + Vec2::new(4.5, 0.0)) < 0.3);
        let touched = places().any(|place| place.distance(middle) < 1.0 + agent.radius - 1e-3);
        (layout.groups[agent.group].name.clone(), arrived, touched)
    });
    fates.collect()
}

/// Straight at the middle the force of the whiskers is straight backward: the walker stands still
/// or is driven through, as the weights have it. Whoever prioritises avoiding stands still whatever
/// the goal weighs.
#[test]
fn every_blend_passes_what_is_dead_ahead_with_the_default_and_none_cleanly_with_the_classic() {
    for method in ["default", "classic-3", "cross", "additive"] {
        let fates = blends(method);
        let row = |(name, arrived, touched): &(String, bool, bool)| {
            let fate = match (arrived, touched) {
                (true, false) => "passes",
                (true, true) => "runs through it",
                (false, _) => "stands still",
            };
            format!("{name} {fate}")
        };
        let table: Vec<String> = fates.iter().map(row).collect();
        println!("{method}: {}", table.join(", "));
        let clean = fates
            .iter()
            .filter(|(_, arrived, touched)| *arrived && !touched);
        let expected = if method == "default" { fates.len() } else { 0 };
        assert_eq!(clean.count(), expected, "{method}: {table:?}");
    }
    let stands = |name: &str| {
        let fates = blends("classic-3");
        let fate = fates.iter().find(|(group, ..)| group == name);
        fate.is_some_and(|(_, arrived, _)| !arrived)
    };
    assert!(stands("weighted-0.1") && stands("prioritised-0.1"));
    assert!(!stands("weighted-10.0"));
}

#[test]
fn whiskers_can_be_set() {
    let hash = |changes: &[(&str, &str)]| {
        let short = [("duration", "4"), UNSETTLED];
        run("hallway", &[&short, changes].concat()).trajectory_hash
    };
    let nobody = hash(&[("method", "none")]);
    for method in WHISKERS {
        let method = ("method", method);
        let usual = hash(&[method]);
        assert_ne!(usual, nobody, "{method:?}");
        // Too short to leave the body, and one that looks straight ahead.
        assert_eq!(hash(&[method, ("parameters.walls.length", "0.4")]), nobody);
        let ahead = [method, ("parameters.walls.count", "1")];
        assert_eq!(hash(&ahead), nobody);
        assert_eq!(hash(&[method, ("parameters.walls.spread", "0")]), nobody);
        for (key, value) in [
            ("count", "5"),
            ("spread", "1.4"),
            ("thickness", "0.05"),
            ("hits", "sum"),
        ] {
            let key = format!("parameters.walls.{key}");
            assert_ne!(hash(&[method, (&key, value)]), usual, "{method:?} {key}");
        }
    }
    for (method, key, value) in [
        ("hit-normal", "offset", "0.5"),
        ("cross", "acceleration", "1"),
        ("cross-rising", "decay", "0.1"),
        ("cross-rising", "cap", "1"),
    ] {
        let key = format!("parameters.walls.{key}");
        let usual = hash(&[("method", method)]);
        assert_ne!(hash(&[("method", method), (&key, value)]), usual, "{key}");
    }
}
