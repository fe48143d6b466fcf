//! What counts as a collision, on hand-made frames.

use super::{Score, Scorer};
use crate::measure::testing::{add_disc, add_polygon, frame_at, frames_of, setting_of, watched};
use crate::recording::{Frame, GoalSetting, Observer, Setting};
use glam::Vec2;

fn scored(setting: &Setting, frames: &[Frame]) -> Score {
    let mut scorer = Scorer::new();
    scorer.begin(setting, &frames[0]);
    for frame in &frames[1..] {
        scorer.observe(setting, frame);
    }
    scorer.score()
}

const APART: &[(f32, f32)] = &[(0.0, 0.0), (5.0, 0.0)];
const TOUCHING: &[(f32, f32)] = &[(0.0, 0.0), (0.75, 0.0)];

#[test]
fn an_episode_counts_once_for_each_of_both_until_it_ends() {
    let frames = frames_of(&[APART, TOUCHING, TOUCHING, APART, TOUCHING]);
    let score = scored(&setting_of(&[0.5, 0.5]), &frames);
    assert_eq!((score.collisions, score.agent_contacts), (4, 2));
    assert_eq!(score.contact_frames, 6);
    assert_eq!(score.max_depth_m, 0.25);
}

#[test]
fn a_contact_in_the_initial_conditions_counts_from_the_first_step() {
    let setting = setting_of(&[0.5, 0.5]);
    assert_eq!(scored(&setting, &frames_of(&[TOUCHING])).collisions, 0);
    assert_eq!(
        scored(&setting, &frames_of(&[TOUCHING, TOUCHING])).collisions,
        2
    );
    assert_eq!(
        scored(&setting, &frames_of(&[TOUCHING, APART])).collisions,
        0
    );
}

#[test]
fn an_agent_that_leaves_contributes_nothing_for_that_frame() {
    let mut frames = frames_of(&[APART, APART, TOUCHING, TOUCHING]);
    for frame in &mut frames[2..] {
        frame.agents[1].present = false;
    }
    let score = scored(&setting_of(&[0.5, 0.5]), &frames);
    assert_eq!(score.collisions, 0);
    assert_eq!((score.arrived, score.makespan_seconds), (1, None));
    // Three steps and one step of 0.1 s.
    assert!((score.mean_seconds - 0.2).abs() < 1e-12);
    frames[3].agents[0].present = false;
    let score = scored(&setting_of(&[0.5, 0.5]), &frames);
    assert_eq!(score.arrived, 2);
    assert!((score.makespan_seconds.unwrap() - 0.3).abs() < 1e-12);
}

#[test]
fn an_episode_stays_open_while_a_partner_is_away() {
    let mut frames = frames_of(&[APART, TOUCHING, TOUCHING, TOUCHING]);
    frames[2].agents[1].present = false;
    let score = scored(&setting_of(&[0.5, 0.5]), &frames);
    assert_eq!((score.collisions, score.agent_contacts), (2, 1));
}

#[test]
fn only_agents_of_the_first_frame_are_scored_but_others_can_be_hit() {
    let mut frames = frames_of(&[APART, TOUCHING]);
    frames[0].agents[1].present = false;
    let score = scored(&setting_of(&[0.5, 0.5]), &frames);
    assert_eq!(
        (score.agents, score.collisions, score.agent_contacts),
        (1, 1, 1)
    );
}

#[test]
fn depth_in_a_polygon_is_at_most_the_radius_and_in_a_disc_it_is_not() {
    let mut setting = setting_of(&[0.5]);
    let mut frames = frames_of(&[&[(9.0, 0.0)], &[(0.0, 0.0)]]);
    add_polygon(
        &mut setting,
        &mut frames,
        &[(-3.0, -3.0), (3.0, -3.0), (3.0, 3.0), (-3.0, 3.0)],
    );
    let score = scored(&setting, &frames);
    assert_eq!((score.obstacle_contacts, score.max_depth_m), (1, 0.5));
    add_disc(&mut setting, &mut frames, (0.0, 0.0), 3.0);
    let score = scored(&setting, &frames);
    assert_eq!((score.collisions, score.max_depth_m), (2, 3.5));
}

#[test]
fn only_the_positions_of_frames_count_for_a_contact() {
    let mut setting = setting_of(&[0.5]);
    let mut frames = frames_of(&[&[(-9.0, 0.0)], &[(9.0, 0.0)]]);
    add_disc(&mut setting, &mut frames, (0.0, 0.0), 1.0);
    setting.walls = vec![[Vec2::new(5.0, -1.0), Vec2::new(5.0, 1.0)].into()];
    assert_eq!(scored(&setting, &frames).collisions, 0);
}

#[test]
fn turning_and_effort_of_a_right_angle() {
    let frames = frames_of(&[
        &[(0.0, 0.0)],
        &[(0.25, 0.0)],
        &[(0.25, 0.0)],
        &[(0.25, 0.25)],
    ]);
    let score = scored(&setting_of(&[0.5]), &frames);
    assert!((score.mean_turned_degrees - 90.0).abs() < 1e-9);
    assert!((score.mean_distance_m - 0.5).abs() < 1e-12);
    // Two frames at 2.5 m/s, each of twice the weight at 10 frames a second.
    assert!((score.mean_kinetic_energy - 2.0 * 2.0 * 0.5 * 6.25).abs() < 1e-9);
    // Changes of 2.5 m/s down and up; the start is not counted.
    assert!((score.mean_acceleration - 5.0 / 0.05).abs() < 1e-9);
    assert_eq!(
        score.composite02,
        score.composite01 + score.mean_acceleration
    );
}

#[test]
fn the_score_hardly_depends_on_the_time_step() {
    let slowing = |dt: f64| -> Vec<Frame> {
        (0..=(8.0 / dt).round() as u64)
            .map(|step| {
                let t = step as f64 * dt;
                frame_at(step, dt, &[((1.5 * t - 0.09 * t * t) as f32, 0.0)])
            })
            .collect()
    };
    let setting = setting_of(&[0.5]);
    let coarse = scored(&setting, &slowing(0.05));
    let fine = scored(&setting, &slowing(0.0125));
    assert!((coarse.composite02 / fine.composite02 - 1.0).abs() < 0.01);
}

#[test]
fn who_has_arrived_and_stays_takes_no_further_part_in_the_measures() {
    let mut setting = setting_of(&[0.5]);
    setting.agents[0].goals = vec![GoalSetting::Point {
        point: Vec2::new(2.0, 0.0),
        radius: 0.0,
    }];
    let frames = frames_of(&[&[(0.0, 0.0)], &[(1.0, 0.0)], &[(2.0, 0.0)], &[(2.0, 0.0)]]);
    let score = watched(&setting, &frames).steerbench();
    assert_eq!(score.arrived, 1);
    assert!((score.mean_seconds - 0.1).abs() < 1e-12);
    assert!((score.makespan_seconds.unwrap() - 0.2).abs() < 1e-12);
    assert!((scored(&setting, &frames).mean_seconds - 0.3).abs() < 1e-12);
}

#[test]
fn nobody_scores_nothing() {
    let score = scored(&setting_of(&[]), &frames_of(&[&[], &[]]));
    assert_eq!(score, Score::default());
}
