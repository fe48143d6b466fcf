//! Arrivals, travel times and path ratios of hand-made walks.

use super::testing::{frame_at, frames_of, measured, setting_of};
use crate::recording::{Frame, GoalSetting, Setting, WorldBounds};
use glam::Vec2;

fn point(x: f32, y: f32, radius: f32) -> GoalSetting {
    GoalSetting::Point {
        point: Vec2::new(x, y),
        radius,
    }
}

fn setting_with(goals: &[GoalSetting]) -> Setting {
    let mut setting = setting_of(&[0.5]);
    setting.agents[0].goals = goals.to_vec();
    setting
}

/// An agent that goes along the x axis from the origin at a speed, seen with a time step.
fn walk(speed: f64, dt: f64, seconds: f64) -> Vec<Frame> {
    let steps = (seconds / dt).round() as u64;
    (0..=steps)
        .map(|step| frame_at(step, dt, &[((speed * step as f64 * dt) as f32, 0.0)]))
        .collect()
}

#[test]
fn travel_time_is_the_same_at_any_time_step_and_speed() {
    let setting = setting_with(&[point(20.0, 0.0, 0.5)]);
    for speed in [0.5, 1.3, 50.0] {
        for dt in [1.0 / 120.0, 1.0 / 30.0, 0.25] {
            let summary = measured(&setting, &walk(speed, dt, 45.0));
            assert_eq!(summary.arrived, 1, "speed {speed}, dt {dt}");
            let expected = 19.5 / speed;
            let travel = summary.mean_travel_seconds.unwrap();
            assert!(
                (travel - expected).abs() < 0.002 / speed,
                "{travel} for {expected}"
            );
            assert_eq!(summary.last_arrival_seconds, summary.mean_travel_seconds);
            let ratio = summary.mean_path_ratio.unwrap();
            assert!((ratio - 1.0).abs() < 1e-3, "{ratio}");
        }
    }
}

#[test]
fn a_goal_jumped_over_between_two_frames_is_reached() {
    let setting = setting_with(&[point(10.0, 0.25, 0.5)]);
    let summary = measured(&setting, &frames_of(&[&[(0.0, 0.0)], &[(1000.0, 0.0)]]));
    assert_eq!(summary.arrived, 1);
}

#[test]
fn goals_count_only_in_their_order() {
    let there_and_back = setting_with(&[point(10.0, 0.0, 1.0), point(2.0, 0.0, 1.0)]);
    let out: &[&[(f32, f32)]] = &[&[(0.0, 0.0)], &[(10.0, 0.0)]];
    assert_eq!(measured(&there_and_back, &frames_of(out)).arrived, 0);
    let back: &[&[(f32, f32)]] = &[&[(0.0, 0.0)], &[(10.0, 0.0)], &[(2.0, 0.0)]];
    let summary = measured(&there_and_back, &frames_of(back));
    assert_eq!(summary.arrived, 1);
    // 10 m out, 7 m back, over 10 m and 8 m less the last radius.
    let ratio = summary.mean_path_ratio.unwrap();
    assert!((ratio - 17.0 / 17.0).abs() < 1e-3, "{ratio}");
    let both_ahead = setting_with(&[point(3.0, 0.0, 1.0), point(6.0, 0.0, 1.0)]);
    let summary = measured(&both_ahead, &frames_of(out));
    assert_eq!(summary.arrived, 1);
    assert!((summary.mean_travel_seconds.unwrap() - 0.05).abs() < 1e-4);
}

#[test]
fn a_detour_shows_in_the_path_ratio() {
    let setting = setting_with(&[point(8.0, 0.0, 0.0)]);
    let frames = frames_of(&[&[(0.0, 0.0)], &[(4.0, 3.0)], &[(8.0, 0.0)]]);
    let ratio = measured(&setting, &frames).mean_path_ratio.unwrap();
    assert!((ratio - 1.25).abs() < 1e-3, "{ratio}");
}

#[test]
fn an_agent_removed_at_the_edge_of_its_goal_has_arrived_and_is_not_lost() {
    let setting = setting_with(&[point(10.0, 0.0, 1.0)]);
    let mut frames = frames_of(&[&[(0.0, 0.0)], &[(8.9995, 0.0)], &[(8.9995, 0.0)]]);
    frames[1].agents[0].present = false;
    frames[2].agents[0].present = false;
    let summary = measured(&setting, &frames);
    assert_eq!((summary.arrived, summary.lost), (1, 0));
    assert_eq!(summary.agent_steps, 1);
}

#[test]
fn an_agent_removed_elsewhere_is_lost() {
    let setting = setting_with(&[point(10.0, 0.0, 1.0)]);
    let mut frames = frames_of(&[&[(0.0, 0.0)], &[(5.0, 0.0)]]);
    frames[1].agents[0].present = false;
    let summary = measured(&setting, &frames);
    assert_eq!((summary.arrived, summary.lost), (0, 1));
    assert_eq!(summary.mean_travel_seconds, None);
}

#[test]
fn a_moving_target_is_caught_where_it_is() {
    let setting_and_frames = |target: &[(f32, f32)]| {
        let mut setting = setting_with(&[GoalSetting::Target {
            target: 0,
            radius: 1.0,
        }]);
        setting.targets = vec!["bait".to_owned()];
        let mut frames = frames_of(&[&[(0.0, 0.0)], &[(10.0, 0.0)]]);
        for (frame, place) in frames.iter_mut().zip(target) {
            frame.targets = vec![Vec2::from(*place)];
        }
        (setting, frames)
    };
    let (setting, frames) = setting_and_frames(&[(20.0, 0.0), (10.0, 0.0)]);
    let summary = measured(&setting, &frames);
    assert!((summary.mean_travel_seconds.unwrap() - 0.095).abs() < 1e-4);
    assert_eq!(summary.mean_path_ratio, None);
    // It runs ahead at the same speed.
    let (setting, frames) = setting_and_frames(&[(5.0, 0.0), (15.0, 0.0)]);
    assert_eq!(measured(&setting, &frames).arrived, 0);
}

#[test]
fn an_agent_removed_where_its_target_stood_before_the_step_has_arrived() {
    let mut setting = setting_with(&[GoalSetting::Target {
        target: 0,
        radius: 0.5,
    }]);
    setting.targets = vec!["bait".to_owned()];
    let mut frames = frames_of(&[&[(0.0, 0.0)], &[(1.0, 0.0)]]);
    frames[0].targets = vec![Vec2::new(1.25, 0.0)];
    frames[1].targets = vec![Vec2::new(3.25, 0.0)];
    assert_eq!(measured(&setting, &frames).arrived, 0);
    frames[1].agents[0].present = false;
    assert_eq!(measured(&setting, &frames).arrived, 1);
}

#[test]
fn a_goal_counts_as_passed_only_if_somebody_beside_keeps_the_agent_from_it() {
    let mut setting = setting_of(&[0.25, 0.25]);
    setting.agents[0].goals = vec![point(0.0, 0.0, 0.2), point(9.0, 0.0, 0.2)];
    let frames = |other: (f32, f32), goal: Option<u32>| {
        let mut frames = frames_of(&[&[(-0.6, 0.0), other], &[(-0.6, 0.0), other]]);
        frames[1].agents[0].passed_by = goal;
        // To the second goal, in a wide curve round the first.
        for (step, place) in (2..).zip([(-0.6, 5.0), (9.0, 5.0), (9.0, 0.0)]) {
            frames.push(frame_at(step, 1.0, &[place, other]));
        }
        frames
    };
    let arrived = |other, goal| measured(&setting, &frames(other, goal)).arrived;
    assert_eq!(arrived((0.0, 0.1), Some(0)), 1);
    for (other, goal) in [
        ((0.0, 0.1), None),
        ((0.0, 0.1), Some(1)),
        // Further away than it is, or far from both.
        ((-1.1, 0.0), Some(0)),
        ((0.0, 3.0), Some(0)),
    ] {
        assert_eq!(arrived(other, goal), 0, "{other:?}, {goal:?}");
    }
}

#[test]
fn another_agent_is_found_by_its_id_and_only_while_it_is_there() {
    let mut setting = setting_of(&[0.5, 0.5, 0.5]);
    for (agent, id) in setting.agents.iter_mut().zip([70, 7, 5]) {
        agent.id = id;
    }
    setting.agents[0].goals = vec![GoalSetting::Agent { id: 5, radius: 1.0 }];
    let near_second = frames_of(&[&[(0.0, 0.0), (0.5, 0.0), (9.0, 0.0)]]);
    assert_eq!(measured(&setting, &near_second).arrived, 0);
    let mut near_third = frames_of(&[&[(0.0, 0.0), (9.0, 0.0), (0.5, 0.0)]]);
    assert_eq!(measured(&setting, &near_third).arrived, 1);
    near_third[0].agents[2].present = false;
    assert_eq!(measured(&setting, &near_third).arrived, 0);
    setting.agents[0].goals = vec![GoalSetting::Agent {
        id: 99,
        radius: 1.0,
    }];
    assert_eq!(measured(&setting, &near_third).arrived, 0);
}

#[test]
fn a_region_is_reached_when_the_disc_touches_it() {
    let setting = setting_with(&[GoalSetting::Region {
        min: Vec2::new(10.0, -1.0),
        max: Vec2::new(12.0, 1.0),
    }]);
    let summary = measured(&setting, &frames_of(&[&[(0.0, 0.0)], &[(19.0, 0.0)]]));
    assert!((summary.mean_travel_seconds.unwrap() - 0.05).abs() < 1e-4);
    assert!((summary.mean_path_ratio.unwrap() - 1.0).abs() < 1e-3);
    // Past its corner, nearer than the radius along each axis but not across.
    let past = measured(&setting, &frames_of(&[&[(9.625, 1.375)]]));
    assert_eq!(past.arrived, 0);
}

#[test]
fn who_starts_in_the_goal_arrives_at_once_without_a_path_ratio() {
    let setting = setting_with(&[point(0.0, 0.0, 1.0)]);
    let summary = measured(&setting, &walk(1.0, 0.1, 1.0));
    assert_eq!(summary.mean_travel_seconds, Some(0.0));
    assert_eq!(summary.mean_path_ratio, None);
    assert_eq!(summary.energy_j, Some(0.0));
}

#[test]
fn an_agent_that_enters_later_is_timed_from_then() {
    let setting = setting_with(&[point(4.0, 0.0, 0.0)]);
    let mut frames = frames_of(&[&[(0.0, 0.0)], &[(0.0, 0.0)], &[(2.0, 0.0)], &[(4.0, 0.0)]]);
    frames[0].agents[0].present = false;
    let summary = measured(&setting, &frames);
    assert!((summary.mean_travel_seconds.unwrap() - 0.2).abs() < 1e-3);
    assert!((summary.last_arrival_seconds.unwrap() - 0.3).abs() < 1e-3);
    assert_eq!(summary.agent_steps, 2);
    let expected = 70.0 * (2.23 + 1.26 * 400.0) * 0.2;
    assert!((summary.energy_j.unwrap() / expected - 1.0).abs() < 1e-3);
}

#[test]
fn a_lift_to_the_goal_counts_as_arrival_but_not_as_a_way() {
    let setting = setting_with(&[point(50.0, 0.0, 1.0)]);
    let mut frames = frames_of(&[&[(0.0, 0.0)], &[(50.0, 0.0)]]);
    frames[1].agents[0].teleported = true;
    let summary = measured(&setting, &frames);
    assert_eq!(summary.arrived, 1);
    assert_eq!(summary.mean_path_ratio, None);
}

#[test]
fn the_goal_is_reached_across_the_seam_of_a_torus() {
    let mut setting = setting_with(&[point(1.0, 5.0, 0.5)]);
    setting.bounds = WorldBounds::Torus {
        min: Vec2::ZERO,
        max: Vec2::splat(10.0),
    };
    let frames = frames_of(&[&[(8.5, 5.0)], &[(9.5, 5.0)], &[(0.5, 5.0)]]);
    let summary = measured(&setting, &frames);
    assert_eq!(summary.arrived, 1);
    assert!((summary.mean_path_ratio.unwrap() - 1.0).abs() < 1e-3);
}

#[test]
fn after_the_arrival_nothing_more_is_counted_on_the_way() {
    let setting = setting_with(&[point(2.0, 0.0, 0.0)]);
    let short = measured(&setting, &frames_of(&[&[(0.0, 0.0)], &[(2.0, 0.0)]]));
    let wandering: &[&[(f32, f32)]] = &[&[(0.0, 0.0)], &[(2.0, 0.0)], &[(9.0, 9.0)], &[(2.0, 0.0)]];
    let long = measured(&setting, &frames_of(wandering));
    assert_eq!(short.mean_travel_seconds, long.mean_travel_seconds);
    assert_eq!(short.mean_path_ratio, long.mean_path_ratio);
    assert_eq!(short.energy_j, long.energy_j);
}
