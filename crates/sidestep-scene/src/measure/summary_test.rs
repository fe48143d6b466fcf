//! The summary as a whole: its keys, odd runs, and independence of the order of agents.

use super::testing::{add_disc, frame_at, frames_of, measured, setting_of, watched};
use super::{Measures, Summary};
use crate::recording::{Frame, GoalSetting, Observer, Setting};
use glam::Vec2;

const KEYS: [&str; 38] = [
    "scene",
    "method",
    "seed",
    "agents",
    "dt",
    "steps",
    "sim_seconds",
    "arrived",
    "stuck",
    "blocked",
    "mean_travel_seconds",
    "last_arrival_seconds",
    "mean_path_ratio",
    "agent_overlaps",
    "overlap_pair_seconds",
    "max_overlap_m",
    "obstacle_overlaps",
    "max_obstacle_overlap_m",
    "wall_contacts",
    "max_wall_penetration_m",
    "escaped",
    "mean_abs_turn_rate",
    "direction_flips_per_minute",
    "energy_j",
    "steerbench_score",
    "wall_seconds",
    "agent_steps_per_second",
    "trajectory_hash",
    "agent_steps",
    "blocked_ever",
    "blocked_agent_seconds",
    "side_changes",
    "max_side_changes_per_obstacle",
    "lost",
    "obstacle_overlap_pair_seconds",
    "non_finite",
    "arrived_near",
    "start_overlaps",
];

fn walkers() -> (Setting, Vec<Frame>) {
    let mut setting = setting_of(&[0.5, 0.25, 0.375]);
    for (agent, x) in setting.agents.iter_mut().zip([4.0, -4.0, 9.0]) {
        agent.goals = vec![GoalSetting::Point {
            point: Vec2::new(x, 0.0),
            radius: 0.25,
        }];
    }
    setting.agents[2].goals = vec![GoalSetting::Agent { id: 1, radius: 1.0 }];
    setting.walls = vec![[Vec2::new(-9.0, -0.25), Vec2::new(9.0, -0.25)].into()];
    let mut frames: Vec<Frame> = (0..=60u64)
        .map(|step| {
            let t = step as f32 * 0.1;
            let weave = (3.0 * t).sin() * 0.125;
            frame_at(
                step,
                0.1,
                &[(t - 1.0, weave), (1.0 - t, -weave), (2.0, 3.0 - 0.75 * t)],
            )
        })
        .collect();
    add_disc(&mut setting, &mut frames, (2.0, 0.5), 0.375);
    (setting, frames)
}

#[test]
fn the_keys_stand_in_their_order_and_read_back() {
    let (setting, frames) = walkers();
    let summary = measured(&setting, &frames);
    let text = serde_json::to_string(&summary).unwrap();
    let places: Vec<usize> = KEYS
        .iter()
        .map(|key| text.find(&format!("\"{key}\":")).expect(key))
        .collect();
    assert!(places.is_sorted(), "{text}");
    let object: serde_json::Map<String, serde_json::Value> = serde_json::from_str(&text).unwrap();
    assert_eq!(object.len(), KEYS.len());
    assert_eq!(serde_json::from_str::<Summary>(&text).unwrap(), summary);
}

#[test]
fn what_does_not_exist_is_null() {
    let text = serde_json::to_value(measured(&setting_of(&[]), &frames_of(&[&[]]))).unwrap();
    for key in [
        "mean_travel_seconds",
        "last_arrival_seconds",
        "mean_path_ratio",
        "mean_abs_turn_rate",
        "direction_flips_per_minute",
        "energy_j",
        "steerbench_score",
    ] {
        assert!(text[key].is_null(), "{key}: {}", text[key]);
    }
    assert_eq!(text["agents"], 0);
}

#[test]
fn nothing_seen_and_one_frame_seen() {
    let nothing = Measures::new().finish(0.0);
    assert_eq!(nothing.trajectory_hash, "ef46db3751d8e999");
    assert_eq!(nothing.agent_steps_per_second, None);
    let one = measured(&setting_of(&[0.5]), &frames_of(&[&[(1.0, 2.0)]]));
    assert_eq!((one.steps, one.sim_seconds, one.agent_steps), (0, 0.0, 0));
    assert_eq!(one.steerbench_score, Some(0.0));
}

#[test]
fn the_runner_gives_the_time_on_the_clock() {
    let (setting, frames) = walkers();
    let measures = watched(&setting, &frames);
    let mut summary = measures.finish(0.5);
    assert_eq!(summary.agent_steps, 180);
    assert_eq!(summary.agent_steps_per_second, Some(360.0));
    summary.set_wall_seconds(2.0);
    assert_eq!(summary.agent_steps_per_second, Some(90.0));
    for unmeasured in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        summary.set_wall_seconds(unmeasured);
        assert_eq!(
            (summary.wall_seconds, summary.agent_steps_per_second),
            (0.0, None)
        );
    }
}

#[test]
fn the_walkers_meet_each_other_the_wall_and_the_obstacle() {
    let (setting, frames) = walkers();
    let summary = measured(&setting, &frames);
    assert_eq!(summary.steps, 60);
    assert!((summary.sim_seconds - 6.0).abs() < 1e-9);
    assert_eq!(summary.arrived, 3);
    assert!(summary.agent_overlaps > 0 && summary.max_overlap_m > 0.0);
    assert!(summary.obstacle_overlaps > 0 && summary.wall_contacts > 0);
    assert!(summary.direction_flips_per_minute.unwrap() > 0.0);
}

#[test]
fn the_order_of_the_agents_changes_nothing_but_the_hash() {
    let (setting, frames) = walkers();
    let straight = measured(&setting, &frames);
    let (mut shuffled, mut shuffled_frames) = (setting.clone(), frames.clone());
    shuffled.agents.rotate_left(1);
    for frame in &mut shuffled_frames {
        frame.agents.rotate_left(1);
    }
    let mut rotated = measured(&shuffled, &shuffled_frames);
    assert_ne!(rotated.trajectory_hash, straight.trajectory_hash);
    rotated
        .trajectory_hash
        .clone_from(&straight.trajectory_hash);
    // Sums are taken in another order.
    for (one, other) in [
        (&mut rotated.energy_j, straight.energy_j),
        (&mut rotated.steerbench_score, straight.steerbench_score),
        (&mut rotated.mean_abs_turn_rate, straight.mean_abs_turn_rate),
        (
            &mut rotated.mean_travel_seconds,
            straight.mean_travel_seconds,
        ),
        (&mut rotated.mean_path_ratio, straight.mean_path_ratio),
    ] {
        assert!((one.unwrap() / other.unwrap() - 1.0).abs() < 1e-12);
        *one = other;
    }
    assert_eq!(rotated, straight);
}

#[test]
fn figures_that_are_not_numbers_are_counted_and_harm_nothing() {
    let (mut setting, mut frames) = walkers();
    add_disc(&mut setting, &mut frames, (f32::NAN, 0.0), 1.0);
    frames[5].agents[1].position.x = f32::NAN;
    frames[6].agents[1].velocity.y = f32::INFINITY;
    frames[7].agents[2].velocity.y = f32::NEG_INFINITY;
    frames[8].obstacles[0] = Some(Vec2::NAN);
    frames[9].time = f64::NAN;
    let summary = measured(&setting, &frames);
    assert_eq!(summary.non_finite, 3);
    assert_eq!(summary.arrived, 3);
    let text = serde_json::to_string(&summary).unwrap();
    assert_eq!(serde_json::from_str::<Summary>(&text).unwrap(), summary);

    setting.agents[0].radius = f32::NAN;
    setting.agents[1].mass = f32::INFINITY;
    setting.dt = f64::NAN;
    setting.walls.push([Vec2::NAN, Vec2::ZERO].into());
    let summary = measured(&setting, &frames);
    assert_eq!(summary.non_finite, 4);
    assert_eq!(summary.agent_overlaps, 0);
    let text = serde_json::to_string(&summary).unwrap();
    assert_eq!(serde_json::from_str::<Summary>(&text).unwrap(), summary);
}

#[test]
fn huge_numbers_and_frames_that_do_not_fit_the_setting_do_not_panic() {
    let (mut setting, mut frames) = walkers();
    setting.agents[0].goals.push(GoalSetting::Target {
        target: 7,
        radius: f32::NAN,
    });
    frames[3].agents[0].position = Vec2::splat(f32::MAX);
    frames[4].agents[0].position = Vec2::splat(f32::MIN);
    frames[10].agents.clear();
    frames[11].obstacles.clear();
    let extra = frames[12].agents[0];
    frames[12].agents.push(extra);
    let mut measures = Measures::new();
    for frame in &frames {
        measures.observe(&setting, frame);
    }
    let text = serde_json::to_string(&measures.finish(1.0)).unwrap();
    serde_json::from_str::<Summary>(&text).unwrap();
}
