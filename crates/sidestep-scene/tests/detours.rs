//! Round crates, barrels and people who stand about: what the default does in the scenes about
//! temporary obstacles, and what becomes of those who look for no way round.

use crate::common::transform::transformed;
use crate::common::{frames, layout, run, run_layout};
use glam::{Mat2, Vec2};
use sidestep_scene::measure::Summary;
use sidestep_scene::place::{Layout, LayoutGoalKind};
use sidestep_scene::recording::Frame;

const UNSETTLED: (&str, &str) = ("settle", "false");
const NO_DETOUR: (&str, &str) = ("method", "no-detour");

/// How many agents have something to reach.
fn travellers(layout: &Layout) -> u64 {
    let with_goals = layout.agents.iter().filter(|agent| !agent.goals.is_empty());
    with_goals.count() as u64
}

/// All arrive, touching nothing.
#[track_caller]
fn assert_all_arrive_untouched(layout: &Layout, summary: &Summary) {
    let what = format!(
        "{} {} dt {} settle {}",
        summary.scene, summary.method, summary.dt, layout.settle
    );
    assert_eq!(
        [summary.arrived, summary.stuck],
        [travellers(layout), 0],
        "arrived, stuck: {what}"
    );
    let touched = [
        summary.agent_overlaps,
        summary.obstacle_overlaps,
        summary.wall_contacts,
        summary.escaped,
    ];
    assert_eq!(touched, [0; 4], "agents, obstacles, walls, escaped: {what}");
}

/// The same, and nobody dithers: at most one change of sides at each thing that is passed.
#[track_caller]
fn assert_passed(layout: Layout) {
    assert_passed_with_changes(layout, 1);
}

/// Among others that push and step aside one may be led past the middle of what it goes round, so
/// that the other side is the nearer one.
fn assert_passed_with_changes(layout: Layout, most: u64) {
    let summary = run_layout(layout.clone());
    assert_all_arrive_untouched(&layout, &summary);
    assert!(
        summary.max_side_changes_per_obstacle <= most,
        "{}: {} changes of sides at one obstacle, {} in all",
        summary.scene,
        summary.max_side_changes_per_obstacle,
        summary.side_changes
    );
}

/// In the frames of a run: the first time (s) from which on an agent is as wanted, if ever.
fn first_time(frames: &[Frame], wanted: impl Fn(&Frame) -> bool) -> Option<f64> {
    frames
        .iter()
        .find(|frame| wanted(frame))
        .map(|frame| frame.time)
}

/// The frame at a time (s).
fn frame_at(frames: &[Frame], time: f64) -> &Frame {
    let after = frames.iter().find(|frame| frame.time >= time - 1e-6);
    after.unwrap_or_else(|| panic!("the run is over before {time} s"))
}

#[test]
fn the_yard_is_crossed_while_more_crates_fall() {
    assert_passed_with_changes(layout("crates", &[]), 2);
    assert_passed_with_changes(layout("crates", &[UNSETTLED]), 2);
}

#[test]
fn dead_ends_of_ten_depths_are_left_and_passed() {
    let half_step = ("dt", "0.016666666666666666");
    assert_passed(layout("u-trap", &[]));
    assert_passed(layout("u-trap", &[UNSETTLED]));
    assert_passed(layout("u-trap", &[UNSETTLED, half_step]));
}

#[test]
fn row_after_row_is_passed_and_the_middle_of_the_spiral_found() {
    let half_step = ("dt", "0.016666666666666666");
    assert_passed(layout("staircase", &[]));
    assert_passed(layout("staircase", &[UNSETTLED]));
    assert_passed(layout("staircase", &[UNSETTLED, half_step]));
}

#[test]
fn a_hundred_pass_a_hundred_who_stand_about() {
    assert_passed_with_changes(layout("parked", &[]), 3);
}

#[test]
fn a_hundred_pass_a_hundred_without_contacts_settled() {
    assert_passed_with_changes(layout("parked", &[UNSETTLED]), 3);
}

#[test]
fn mirrored_and_turned_scenes_are_passed_as_well() {
    let mirror = Mat2::from_cols(Vec2::X, Vec2::NEG_Y);
    let turn = Mat2::from_cols(Vec2::Y, Vec2::NEG_X);
    for name in ["u-trap", "staircase"] {
        for map in [mirror, turn] {
            assert_passed(transformed(&layout(name, &[UNSETTLED]), map));
        }
    }
}

/// Seen is the plug once it is there and within the distance that detours look at, 25 radii. Two
/// seconds later nobody comes nearer to it any more, until the far end of the upper block.
#[test]
fn those_before_a_plugged_corridor_take_the_other_way_within_two_seconds() {
    let layout = layout("plugged", &[]);
    let plug = Vec2::new(2.0, 0.0);
    let frames = frames(layout.clone());
    let summary = run_layout(layout.clone());
    assert_all_arrive_untouched(&layout, &summary);
    let mut seen_by = 0;
    for index in 0..layout.agents.len() {
        let place = |frame: &Frame| frame.agents[index].position;
        let highest = frames.iter().map(|frame| place(frame).y);
        let highest = highest.fold(f32::NEG_INFINITY, f32::max);
        assert!(highest > 12.0, "agent {index} got to {highest} m only");
        let in_sight = 25.0 * layout.agents[index].radius;
        let seen = first_time(&frames, |frame| {
            frame.time >= 4.0 && place(frame).distance(plug) < in_sight && place(frame).y < 2.0
        });
        // Who has taken the other way before never sees it.
        let Some(seen) = seen else { continue };
        seen_by += 1;
        let nearest = place(frame_at(&frames, seen + 2.0)).distance(plug) - 0.05;
        let later = frames.iter().filter(|frame| frame.time > seen + 2.0);
        for frame in later.take_while(|frame| place(frame).y < 11.0) {
            let distance = place(frame).distance(plug);
            assert!(
                distance > nearest,
                "agent {index} sees it at {seen} s and comes from {nearest} to {distance} m at {} s",
                frame.time
            );
        }
    }
    assert!(seen_by >= 5, "{seen_by} saw the plug");
}

#[test]
fn those_before_a_seal_are_reported_wait_and_go_on_when_it_breaks() {
    let (falls, breaks) = (2.0, 10.0);
    let layout = layout("sealed", &[]);
    let frames = frames(layout.clone());
    let summary = run_layout(layout.clone());
    assert_all_arrive_untouched(&layout, &summary);
    assert_eq!([summary.blocked_ever, summary.blocked], [6, 0]);
    for (index, agent) in layout.agents.iter().enumerate() {
        let name = &layout.groups[agent.group].name;
        let reported = first_time(&frames, |frame| frame.agents[index].blocked);
        let reported = reported.unwrap_or(f64::INFINITY);
        assert!(
            (falls..=falls + 2.0).contains(&reported),
            "{name}: reported at {reported} s"
        );
        let waiting = frames
            .iter()
            .filter(|frame| frame.time > falls + 2.0 && frame.time < breaks);
        let places: Vec<Vec2> = waiting
            .map(|frame| {
                assert!(frame.agents[index].blocked, "{name} at {} s", frame.time);
                frame.agents[index].position
            })
            .collect();
        let walked: f32 = places
            .windows(2)
            .map(|pair| pair[0].distance(pair[1]))
            .sum();
        assert!(walked < 1.0, "{name} walked {walked} m while it waited");
        let (goal, radius) = match agent.goals[0].kind {
            LayoutGoalKind::Point { point, radius } => (point, radius),
            other => panic!("{other:?} is no point"),
        };
        let there = first_time(&frames, |frame| {
            frame.agents[index].position.distance(goal) <= radius + 1e-3
        });
        let there = there.unwrap_or(f64::INFINITY);
        assert!(
            (breaks..=breaks + 2.0).contains(&there),
            "{name}: at its goal at {there} s"
        );
    }
}

#[test]
fn rings_with_a_gap_are_left_and_entered_and_closed_ones_reported() {
    let layout = layout("ring", &[]);
    let frames = frames(layout.clone());
    assert_all_arrive_untouched(&layout, &run_layout(layout.clone()));
    for (index, agent) in layout.agents.iter().enumerate() {
        let name = &layout.groups[agent.group].name;
        let closed = name.ends_with("closed");
        let reported = first_time(&frames, |frame| frame.agents[index].blocked);
        assert_eq!(reported.is_some(), closed, "{name}: {reported:?}");
        assert!(
            reported.is_none_or(|time| time < 2.0),
            "{name}: {reported:?}"
        );
        let while_closed = frame_at(&frames, 7.9).agents[index];
        assert_eq!(while_closed.blocked, closed, "{name}");
        let afterwards = frame_at(&frames, 10.0).agents[index];
        assert!(!afterwards.blocked, "{name}");
    }
}

#[test]
fn gates_that_move_are_passed_while_they_leave_room() {
    let layout = layout("moving-gate", &[]);
    assert_all_arrive_untouched(&layout, &run_layout(layout.clone()));
}

/// A gap needs the body's width and a clearance of a fiftieth of the radius on either side.
#[test]
fn a_gap_of_the_bodys_width_is_closed_and_a_tenth_more_is_open() {
    let layout = layout("tight", &[UNSETTLED]);
    let frames = frames(layout.clone());
    assert_all_arrive_untouched(&layout, &run_layout(layout.clone()));
    for (index, agent) in layout.agents.iter().enumerate() {
        let name = &layout.groups[agent.group].name;
        let off = frames
            .iter()
            .map(|frame| frame.agents[index].position.y.abs());
        let off = off.fold(0.0, f32::max);
        let through = ["a-tenth-wider", "half-as-wide-again"].contains(&name.as_str());
        let right = if through { off < 0.5 } else { off > 2.4 };
        assert!(right, "{name}: {off} m from the straight way");
    }
}

#[test]
fn fewer_arrive_without_detours() {
    let scenes = [
        "crates",
        "u-trap",
        "plugged",
        "sealed",
        "ring",
        "staircase",
        "parked",
        "moving-gate",
        "tight",
    ];
    let (mut with, mut without) = (0, 0);
    for name in scenes {
        let [usual, straight] = [&[][..], &[NO_DETOUR]].map(|changes| run(name, changes).arrived);
        println!("{name}: {usual} arrive with detours, {straight} without");
        assert!(straight <= usual, "{name}");
        if ["u-trap", "plugged", "ring", "staircase"].contains(&name) {
            assert!(straight < usual, "{name}: {straight} and {usual}");
        }
        with += usual;
        without += straight;
    }
    assert!(without < with, "{without} and {with}");
}
