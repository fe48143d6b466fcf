//! Random tracks against a slow reference that looks at every pair at many moments of every step.

use super::testing::{add_disc, add_polygon, frames_of, measured, setting_of};
use crate::recording::{Frame, Outline, Setting, WorldBounds};
use glam::{DVec2, Vec2};
use proptest::prelude::*;
use std::collections::BTreeSet;

/// Moments at which the reference looks at each step.
const MOMENTS: u32 = 400;

/// Depths of all pairs that the reference saw: agents in agents, and agents in obstacles.
struct Seen {
    agents: Vec<((usize, usize), f64)>,
    obstacles: Vec<((usize, usize), f64)>,
}

impl Seen {
    fn pairs_deeper(list: &[((usize, usize), f64)], depth: f64) -> u64 {
        let deep = list.iter().filter(|(_, found)| *found > depth);
        deep.map(|(pair, _)| *pair).collect::<BTreeSet<_>>().len() as u64
    }

    fn deepest(list: &[((usize, usize), f64)]) -> f64 {
        list.iter().map(|(_, depth)| *depth).fold(0.0, f64::max)
    }
}

/// The least distance over the nine ways that lead to the same place on a torus, or over the only
/// one.
fn over_images(way: DVec2, size: Option<f64>, measure: impl Fn(DVec2) -> f64) -> f64 {
    let Some(size) = size else {
        return measure(way);
    };
    let rounds = [-1.0, 0.0, 1.0];
    rounds
        .iter()
        .flat_map(|x| rounds.iter().map(move |y| DVec2::new(*x, *y) * size))
        .map(|offset| measure(way + offset))
        .fold(f64::INFINITY, f64::min)
}

/// Signed distance of a point from an outline, by asking each edge.
fn signed_distance(outline: &Outline, point: DVec2) -> f64 {
    match outline {
        Outline::Circle { center, radius } => {
            point.distance(center.as_dvec2()) - f64::from(*radius)
        }
        Outline::Polygon { points } => {
            let corner = |index: usize| points[index % points.len()].as_dvec2();
            let mut beyond = f64::NEG_INFINITY;
            let mut nearest = f64::INFINITY;
            for index in 0..points.len() {
                let (a, b) = (corner(index), corner(index + 1));
                let along = (b - a).normalize();
                beyond = beyond.max(-along.perp_dot(point - a));
                let share = (point - a).dot(along).clamp(0.0, a.distance(b));
                nearest = nearest.min(point.distance(a + along * share));
            }
            if beyond <= 0.0 { beyond } else { nearest }
        }
    }
}

fn reference(setting: &Setting, frames: &[Frame], size: Option<f64>) -> Seen {
    let mut seen = Seen {
        agents: Vec::new(),
        obstacles: Vec::new(),
    };
    let radius = |index: usize| f64::from(setting.agents[index].radius);
    for (number, frame) in frames.iter().enumerate() {
        let before = &frames[number.saturating_sub(1)];
        for one in 0..frame.agents.len() {
            let end = frame.agents[one].position.as_dvec2();
            for other in one + 1..frame.agents.len() {
                let way = frame.agents[other].position.as_dvec2() - end;
                let depth = radius(one) + radius(other) - over_images(way, size, DVec2::length);
                seen.agents.push(((one, other), depth));
            }
            let start = before.agents[one].position.as_dvec2();
            let way = match size {
                None => end - start,
                Some(size) => (end - start) - size * ((end - start) / size).round(),
            };
            for (index, obstacle) in setting.obstacles.iter().enumerate() {
                let Some(offset) = frame.obstacles[index] else {
                    continue;
                };
                let (from, moments) = match before.obstacles[index] {
                    Some(from) => (from, MOMENTS),
                    None => (offset, 0),
                };
                for moment in 0..=moments {
                    let share = if moments == 0 {
                        1.0
                    } else {
                        f64::from(moment) / f64::from(moments)
                    };
                    let pose = from.as_dvec2().lerp(offset.as_dvec2(), share);
                    let distance = over_images(start + way * share - pose, size, |point| {
                        signed_distance(&obstacle.outline, point)
                    });
                    seen.obstacles.push(((one, index), radius(one) - distance));
                }
            }
        }
    }
    seen
}

/// A convex polygon with its corners on an ellipse.
fn polygon_on_ellipse(
    center: (f32, f32),
    half: (f32, f32),
    corners: usize,
    turn: f32,
) -> Vec<(f32, f32)> {
    (0..corners)
        .map(|corner| {
            let angle = turn + std::f32::consts::TAU * corner as f32 / corners as f32;
            (
                center.0 + half.0 * angle.cos(),
                center.1 + half.1 * angle.sin(),
            )
        })
        .collect()
}

const SIZE: f32 = 20.0;

fn place() -> impl Strategy<Value = (f32, f32)> {
    (0.0..SIZE, 0.0..SIZE)
}

prop_compose! {
    fn run()(
        rows in (1usize..9).prop_flat_map(|agents| {
            prop::collection::vec(prop::collection::vec(place(), agents), 1..4)
        }),
        radii in prop::collection::vec(0.1..2.0f32, 9),
        discs in prop::collection::vec((place(), 0.05..2.0f32), 0..4),
        polygons in prop::collection::vec((place(), 0.1..2.0f32, 0.1..2.0f32, 3usize..8, 0.0..6.0f32), 0..4),
        offsets in prop::collection::vec(prop::option::weighted(0.8, (-3.0..3.0f32, -3.0..3.0f32)), 32),
        torus in any::<bool>(),
    ) -> (Setting, Vec<Frame>) {
        let mut setting = setting_of(&radii[..rows[0].len()]);
        let rows: Vec<&[(f32, f32)]> = rows.iter().map(Vec::as_slice).collect();
        let mut frames = frames_of(&rows);
        for (center, radius) in discs {
            add_disc(&mut setting, &mut frames, center, radius);
        }
        for (center, width, height, corners, turn) in polygons {
            let corners = polygon_on_ellipse(center, (width, height), corners, turn);
            add_polygon(&mut setting, &mut frames, &corners);
        }
        // Half of the obstacles move, and are absent now and then.
        let mut offsets = offsets.into_iter().cycle();
        for frame in &mut frames {
            for obstacle in frame.obstacles.iter_mut().step_by(2) {
                *obstacle = offsets.next().flatten().map(Vec2::from);
            }
        }
        if torus {
            setting.bounds = WorldBounds::Torus { min: Vec2::ZERO, max: Vec2::splat(SIZE) };
        }
        (setting, frames)
    }
}

proptest! {
    #[test]
    fn overlaps_agree_with_a_look_at_every_pair((setting, frames) in run()) {
        let size = matches!(setting.bounds, WorldBounds::Torus { .. }).then_some(f64::from(SIZE));
        let seen = reference(&setting, &frames, size);
        let summary = measured(&setting, &frames);

        prop_assert!((summary.max_overlap_m - Seen::deepest(&seen.agents)).abs() < 2e-6);
        let fewest = Seen::pairs_deeper(&seen.agents, 0.001 + 1e-9);
        let most = Seen::pairs_deeper(&seen.agents, 0.001 - 1e-9);
        prop_assert!((fewest..=most).contains(&summary.agent_overlaps));

        // Between two moments nothing moves farther than this, half of it from the nearer moment.
        let slack = f64::from(SIZE + 6.0) * 2f64.sqrt() * 1.5 / f64::from(MOMENTS) / 2.0 + 1e-5;
        let deepest = Seen::deepest(&seen.obstacles);
        prop_assert!(summary.max_obstacle_overlap_m >= deepest - 2e-6);
        prop_assert!(summary.max_obstacle_overlap_m <= deepest + slack);
        let fewest = Seen::pairs_deeper(&seen.obstacles, 0.001 + 1e-5);
        let most = Seen::pairs_deeper(&seen.obstacles, 0.001 - slack);
        prop_assert!((fewest..=most).contains(&summary.obstacle_overlaps));
    }
}
