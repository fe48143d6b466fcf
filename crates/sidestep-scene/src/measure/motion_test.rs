//! Turning, energy and stillness of hand-made walks.

use super::Summary;
use super::testing::{frame_at, frames_of, measured, setting_of};
use crate::recording::{Frame, GoalSetting, Setting, WorldBounds};
use glam::Vec2;
use std::f64::consts::TAU;

fn moving(place: impl Fn(f64) -> (f64, f64), dt: f64, seconds: f64) -> Vec<Frame> {
    let steps = (seconds / dt).round() as u64;
    (0..=steps)
        .map(|step| {
            let (x, y) = place(step as f64 * dt);
            frame_at(step, dt, &[(x as f32, y as f32)])
        })
        .collect()
}

fn turn_rate(summary: &Summary) -> f64 {
    summary.mean_abs_turn_rate.unwrap()
}

#[test]
fn a_circle_has_its_turn_rate_at_any_time_step_and_no_flips() {
    for dt in [1.0 / 120.0, 1.0 / 30.0, 0.1] {
        let frames = moving(|t| (2.0 * (0.5 * t).cos(), 2.0 * (0.5 * t).sin()), dt, 20.0);
        let summary = measured(&setting_of(&[0.5]), &frames);
        assert!((turn_rate(&summary) - 0.5).abs() < 0.005, "{summary:?}");
        assert_eq!(summary.direction_flips_per_minute, Some(0.0));
    }
}

#[test]
fn a_straight_walk_far_from_the_origin_neither_turns_nor_flips() {
    for dt in [1.0 / 240.0, 1.0 / 120.0, 1.0 / 15.0] {
        let frames = moving(|t| (500.3 + 0.91 * t, -300.7 + 0.3 * t), dt, 20.0);
        let summary = measured(&setting_of(&[0.5]), &frames);
        assert_eq!(turn_rate(&summary), 0.0, "dt {dt}");
        assert_eq!(summary.direction_flips_per_minute, Some(0.0), "dt {dt}");
    }
}

#[test]
fn a_slow_turn_far_from_the_origin_is_not_lost_in_rounding() {
    // One step turns by less than the rounding of the positions can.
    let circle = |t: f64| (800.0 + 10.0 * (0.1 * t).cos(), 10.0 * (0.1 * t).sin());
    let summary = measured(&setting_of(&[0.5]), &moving(circle, 1.0 / 120.0, 30.0));
    assert!((turn_rate(&summary) - 0.1).abs() < 0.01, "{summary:?}");
    assert_eq!(summary.direction_flips_per_minute, Some(0.0));
}

#[test]
fn a_weave_flips_twice_a_period_if_it_is_quick() {
    // The heading swings by some 17 degrees to each side once a second: two changes of side.
    let weave = |t: f64| (t, 0.05 * (TAU * t).sin());
    let summary = measured(&setting_of(&[0.5]), &moving(weave, 1.0 / 60.0, 30.0));
    let flips = summary.direction_flips_per_minute.unwrap();
    assert!((flips - 120.0).abs() < 5.0, "{flips}");
    // Four such swings a second, left and right alike.
    let expected = 4.0 * (0.05 * TAU).atan();
    assert!((turn_rate(&summary) / expected - 1.0).abs() < 0.02);
}

#[test]
fn a_weave_of_less_than_five_degrees_per_second_does_not_flip() {
    let weave = |t: f64| (t, 0.001 * (TAU * t).sin());
    let summary = measured(&setting_of(&[0.5]), &moving(weave, 0.05, 30.0));
    assert_eq!(summary.direction_flips_per_minute, Some(0.0));
    assert!(turn_rate(&summary) > 0.02);
}

#[test]
fn a_turn_is_forgotten_on_half_a_second_of_straight_way() {
    // Left by a right angle at 1 s, right by one after the given time.
    let zigzag = |straight: f64| {
        move |t: f64| {
            if t <= 1.0 {
                (t, 0.0)
            } else if t <= 1.0 + straight {
                (1.0, t - 1.0)
            } else {
                (t - straight, straight)
            }
        }
    };
    let flips = |straight: f64| {
        let frames = moving(zigzag(straight), 0.05, 3.05);
        measured(&setting_of(&[0.5]), &frames)
            .direction_flips_per_minute
            .unwrap()
    };
    // Three seconds of moving hold one flip: 20 a minute.
    assert!((flips(0.4) - 20.0).abs() < 1e-6, "{}", flips(0.4));
    assert_eq!(flips(0.6), 0.0);
}

#[test]
fn standing_agents_have_no_turn_rate() {
    let summary = measured(&setting_of(&[0.5]), &moving(|_| (1.0, 1.0), 0.1, 3.0));
    assert_eq!(summary.mean_abs_turn_rate, None);
    assert_eq!(summary.direction_flips_per_minute, None);
    // Slower than 5 % of its 2 m/s, in circles.
    let creeping = moving(
        |t| (0.01 * (5.0 * t).cos(), 0.01 * (5.0 * t).sin()),
        0.1,
        3.0,
    );
    assert_eq!(
        measured(&setting_of(&[0.5]), &creeping).mean_abs_turn_rate,
        None
    );
}

#[test]
fn a_teleport_is_no_turn() {
    let mut frames = frames_of(&[
        &[(0.0, 0.0)],
        &[(0.1, 0.0)],
        &[(0.1, 9.0)],
        &[(0.2, 9.0)],
        &[(0.3, 9.0)],
    ]);
    frames[2].agents[0].teleported = true;
    assert_eq!(turn_rate(&measured(&setting_of(&[0.5]), &frames)), 0.0);
}

#[test]
fn energy_of_standing_and_of_walking() {
    let mut setting = setting_of(&[0.5]);
    setting.agents[0].mass = 80.0;
    let standing = measured(&setting, &moving(|_| (0.0, 0.0), 0.1, 10.0));
    assert!((standing.energy_j.unwrap() - 80.0 * 2.23 * 10.0).abs() < 1e-6);
    let walking = measured(&setting, &moving(|t| (1.5 * t, 0.0), 0.1, 10.0));
    let expected = 80.0 * (2.23 + 1.26 * 2.25) * 10.0;
    assert!((walking.energy_j.unwrap() - expected).abs() < 0.01);
}

fn seeker() -> Setting {
    let mut setting = setting_of(&[0.5]);
    setting.agents[0].goals = vec![GoalSetting::Point {
        point: Vec2::new(100.0, 0.0),
        radius: 0.5,
    }];
    setting
}

#[test]
fn who_rocks_within_its_radius_for_five_seconds_is_stuck() {
    let rocking = |t: f64| (0.24 * (3.0 * t).sin(), 0.0);
    assert_eq!(measured(&seeker(), &moving(rocking, 0.1, 6.0)).stuck, 1);
    assert_eq!(measured(&seeker(), &moving(rocking, 1.0, 6.0)).stuck, 1);
    assert_eq!(measured(&seeker(), &moving(rocking, 0.1, 4.9)).stuck, 0);
    assert_eq!(
        measured(&setting_of(&[0.5]), &moving(rocking, 0.1, 6.0)).stuck,
        0
    );
}

#[test]
fn who_gets_farther_than_its_radius_and_comes_back_is_not_stuck() {
    let strolling = |t: f64| (0.8 * (1.5 * t).sin(), 0.0);
    assert_eq!(measured(&seeker(), &moving(strolling, 0.1, 20.0)).stuck, 0);
}

#[test]
fn who_gets_away_in_the_very_last_frame_is_not_stuck() {
    let leaping = |t: f64| (if t > 6.05 { 3.0 } else { 0.0 }, 0.0);
    assert_eq!(measured(&seeker(), &moving(leaping, 0.1, 6.0)).stuck, 1);
    assert_eq!(measured(&seeker(), &moving(leaping, 0.1, 6.1)).stuck, 0);
}

#[test]
fn who_got_stuck_late_is_stuck_and_who_got_free_is_not() {
    let stops = |t: f64| (t.min(20.0), 0.0);
    assert_eq!(
        measured(&seeker(), &moving(stops, 1.0 / 30.0, 26.0)).stuck,
        1
    );
    assert_eq!(
        measured(&seeker(), &moving(stops, 1.0 / 30.0, 24.0)).stuck,
        0
    );
    let starts = |t: f64| ((t - 20.0).max(0.0), 0.0);
    assert_eq!(
        measured(&seeker(), &moving(starts, 1.0 / 30.0, 19.0)).stuck,
        1
    );
    assert_eq!(
        measured(&seeker(), &moving(starts, 1.0 / 30.0, 24.0)).stuck,
        0
    );
}

#[test]
fn standing_on_the_seam_of_a_torus_is_stuck_too() {
    let mut setting = seeker();
    setting.bounds = WorldBounds::Torus {
        min: Vec2::ZERO,
        max: Vec2::splat(500.0),
    };
    let rocking = |t: f64| ((0.2 * (3.0 * t).sin()).rem_euclid(500.0), 1.0);
    assert_eq!(measured(&setting, &moving(rocking, 0.1, 9.0)).stuck, 1);
}

#[test]
fn the_arrived_the_removed_and_the_blocked() {
    let mut frames = moving(|_| (100.0, 0.0), 0.1, 9.0);
    let arrived = measured(&seeker(), &frames);
    assert_eq!((arrived.arrived, arrived.stuck, arrived.blocked), (1, 0, 0));
    frames.last_mut().unwrap().agents[0].blocked = true;
    assert_eq!(measured(&seeker(), &frames).blocked, 1);
    frames.last_mut().unwrap().agents[0].present = false;
    assert_eq!(measured(&seeker(), &frames).blocked, 0);
}
