//! Changes of sides on hand-made walks past a barrel at the origin, towards a goal on the right.

use super::testing::{add_disc, frame_at, measured, setting_of};
use crate::recording::{Frame, GoalSetting, Setting, WorldBounds};
use glam::Vec2;

const SPEED: f32 = 1.4;

/// A walker of 0.4 m radius with a goal at (10, 0).
fn walker() -> Setting {
    let mut setting = setting_of(&[0.4]);
    setting.agents[0].goals = vec![GoalSetting::Point {
        point: Vec2::new(10.0, 0.0),
        radius: 0.3,
    }];
    setting
}

/// Places on a walk through points, one each time step (s).
fn places(points: &[(f32, f32)], dt: f32) -> Vec<(f32, f32)> {
    let mut places = vec![points[0]];
    for pair in points.windows(2) {
        let (from, to) = (Vec2::from(pair[0]), Vec2::from(pair[1]));
        let steps = (from.distance(to) / (SPEED * dt)).ceil() as usize;
        let walk = (1..=steps).map(|step| from.lerp(to, step as f32 / steps as f32));
        places.extend(walk.map(|place| (place.x, place.y)));
    }
    places
}

fn walk(points: &[(f32, f32)], dt: f32) -> Vec<Frame> {
    let places = places(points, dt).into_iter().zip(0..);
    places
        .map(|(place, step)| frame_at(step, f64::from(dt), &[place]))
        .collect()
}

/// All changes, and the most at one obstacle, on a walk past a barrel at the origin.
fn changes(points: &[(f32, f32)], dt: f32) -> [u64; 2] {
    let (mut setting, mut frames) = (walker(), walk(points, dt));
    add_disc(&mut setting, &mut frames, (0.0, 0.0), 0.5);
    setting.obstacles[0].temporary = true;
    both(&setting, &frames)
}

fn both(setting: &Setting, frames: &[Frame]) -> [u64; 2] {
    let summary = measured(setting, frames);
    [summary.side_changes, summary.max_side_changes_per_obstacle]
}

/// Half of it above the axis, half below, in front of the barrel.
const ONE_CHANGE: [(f32, f32); 5] = [
    (-5.0, 0.0),
    (-1.5, 0.8),
    (-1.5, -0.8),
    (0.0, -1.2),
    (9.5, 0.0),
];

#[test]
fn who_passes_on_one_side_changes_none() {
    for points in [
        &[(-5.0, 1.2), (9.5, 1.2)][..],
        &[(-5.0, 0.0), (-2.0, 0.0), (0.0, 1.2), (9.5, 0.0)],
        // From the left across the front, to pass on the right.
        &[(-4.0, 2.0), (-1.4, 0.8), (-0.4, -1.2), (9.5, 0.0)],
        // Out of a dead end round the far side.
        &[(-1.0, 0.0), (-3.0, 0.5), (0.0, 2.0), (9.5, 0.0)],
    ] {
        assert_eq!(changes(points, 0.1), [0, 0], "{points:?}");
    }
}

#[test]
fn who_turns_back_across_the_front_changes_sides_at_any_time_step_and_in_a_mirror() {
    let mirrored = ONE_CHANGE.map(|(x, y)| (x, -y));
    for dt in [0.02, 0.1, 0.4] {
        assert_eq!(changes(&ONE_CHANGE, dt), [1, 1], "{dt} s");
        assert_eq!(changes(&mirrored, dt), [1, 1], "{dt} s in a mirror");
    }
}

#[test]
fn every_change_of_a_ditherer_counts() {
    let mut points = vec![(-5.0, 0.0)];
    for turn in 0..7 {
        points.push((-1.6, if turn % 2 == 0 { 0.3 } else { -0.3 }));
    }
    // Too little first, then a choice, which the five others change.
    assert_eq!(changes(&points, 0.1), [5, 5]);
    let trembling: Vec<_> = points.iter().map(|&(x, y)| (x, 0.5 * y)).collect();
    assert_eq!(changes(&trembling, 0.1), [0, 0], "less than 15 degrees");
}

#[test]
fn giving_way_on_the_same_side_is_no_change() {
    let points = [
        (-5.0, 0.0),
        (-1.8, 1.2),
        (-1.8, 0.2),
        (-0.8, 1.4),
        (9.5, 0.0),
    ];
    assert_eq!(changes(&points, 0.1), [0, 0]);
}

#[test]
fn what_lies_behind_or_far_off_is_not_passed() {
    let zigzag = |x: f32| [(x - 3.0, 0.0), (x, 0.8), (x, -0.8), (x, 0.8), (x, -0.8)];
    assert_eq!(changes(&zigzag(1.5), 0.1), [0, 0], "behind");
    assert_eq!(changes(&zigzag(-3.5), 0.1), [0, 0], "far off");
    assert_eq!(changes(&zigzag(-1.5), 0.1), [3, 3]);
}

#[test]
fn only_what_is_temporary_or_stands_is_passed() {
    let (mut setting, mut frames) = (walker(), walk(&ONE_CHANGE, 0.1));
    add_disc(&mut setting, &mut frames, (0.0, 0.0), 0.5);
    assert_eq!(both(&setting, &frames), [0, 0], "part of the level");

    // Somebody who stands there without a goal, who walks on the spot, and who has a goal.
    let with_another = |sideways: f32, goals: &[GoalSetting]| {
        let mut setting = walker();
        setting.agents.push(setting_of(&[0.5]).agents[0].clone());
        setting.agents[1].goals = goals.to_vec();
        let frames: Vec<Frame> = (places(&ONE_CHANGE, 0.1).into_iter().zip(0..))
            .map(|(place, step)| {
                let other = (if step % 2 == 0 { 0.0 } else { sideways }, 0.0);
                frame_at(step, 0.1, &[place, other])
            })
            .collect();
        both(&setting, &frames)
    };
    assert_eq!(with_another(0.0, &[]), [1, 1]);
    assert_eq!(with_another(0.1, &[]), [0, 0]);
    assert_eq!(with_another(0.0, &walker().agents[0].goals), [0, 0]);
}

#[test]
fn each_obstacle_and_each_way_to_a_goal_counts_for_itself() {
    let second = ONE_CHANGE.map(|(x, y)| (x + 8.0, y));
    let (mut setting, mut frames) = (walker(), walk(&[&ONE_CHANGE[..4], &second].concat(), 0.1));
    setting.agents[0].goals = vec![GoalSetting::Point {
        point: Vec2::new(20.0, 0.0),
        radius: 0.3,
    }];
    for x in [0.0, 8.0] {
        add_disc(&mut setting, &mut frames, (x, 0.0), 0.5);
    }
    for obstacle in &mut setting.obstacles {
        obstacle.temporary = true;
    }
    assert_eq!(both(&setting, &frames), [2, 1]);
    // Reached in the middle of the zigzag, the goal ends the way on which the side was chosen.
    setting.obstacles.truncate(1);
    setting.agents[0].goals.insert(
        0,
        GoalSetting::Point {
            point: Vec2::new(-1.5, 0.8),
            radius: 0.1,
        },
    );
    assert_eq!(both(&setting, &frames), [0, 0]);
}

#[test]
fn a_crate_that_goes_to_and_fro_changes_nobodys_mind() {
    let (mut setting, mut frames) = (walker(), walk(&[(-5.0, 0.0), (-1.6, 0.3)], 0.1));
    let last = frames.last().cloned().unwrap_or_default();
    frames.extend((1..100).map(|step| Frame {
        step: last.step + step,
        time: last.time + 0.1 * step as f64,
        ..last.clone()
    }));
    add_disc(&mut setting, &mut frames, (0.0, 0.0), 0.5);
    setting.obstacles[0].temporary = true;
    for (frame, step) in frames.iter_mut().zip(0u8..) {
        let sideways = if step / 10 % 2 == 0 { 1.0 } else { -1.0 };
        frame.obstacles[0] = Some(Vec2::new(0.0, sideways));
    }
    assert_eq!(both(&setting, &frames), [0, 0]);
}

#[test]
fn it_is_the_same_across_the_seam_of_a_torus() {
    let (mut setting, mut frames) = (walker(), walk(&ONE_CHANGE, 0.1));
    setting.bounds = WorldBounds::Torus {
        min: Vec2::new(-0.7, -20.0),
        max: Vec2::new(39.3, 20.0),
    };
    for frame in &mut frames {
        let place = &mut frame.agents[0].position;
        place.x = if place.x < -0.7 {
            place.x + 40.0
        } else {
            place.x
        };
    }
    add_disc(&mut setting, &mut frames, (0.0, 0.0), 0.5);
    setting.obstacles[0].temporary = true;
    assert_eq!(both(&setting, &frames), [1, 1]);
}
