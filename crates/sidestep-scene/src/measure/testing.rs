//! Hand-made settings and frames for the tests of the measures.

use crate::measure::{Measures, Summary};
use crate::recording::{
    AgentFrame, AgentSetting, Frame, Observer, ObstacleSetting, Outline, Setting,
};
use glam::Vec2;

/// A setting with one goalless agent a radius, with ids from 1, and a time step of 0.1 s.
pub(super) fn setting_of(radii: &[f32]) -> Setting {
    Setting {
        scene: "hand-made".to_owned(),
        method: "none".to_owned(),
        dt: 0.1,
        agents: radii
            .iter()
            .zip(1..)
            .map(|(&radius, id)| AgentSetting {
                id,
                group: 0,
                radius,
                mass: 70.0,
                max_speed: 2.0,
                start: Vec2::ZERO,
                goals: Vec::new(),
                goal_heights: Vec::new(),
            })
            .collect(),
        groups: vec!["all".to_owned()],
        ..Setting::default()
    }
}

/// An agent that stands at a place.
pub(super) fn agent_at(x: f32, y: f32) -> AgentFrame {
    AgentFrame {
        position: Vec2::new(x, y),
        velocity: Vec2::ZERO,
        present: true,
        teleported: false,
        blocked: false,
        airborne: false,
        arrived_near: false,
        passed_by: None,
        height: 0.0,
    }
}

/// Frame number `step` of a run with time step `dt`, with agents at the places.
pub(crate) fn frame_at(step: u64, dt: f64, places: &[(f32, f32)]) -> Frame {
    Frame {
        step,
        time: step as f64 * dt,
        agents: places.iter().map(|&(x, y)| agent_at(x, y)).collect(),
        ..Frame::default()
    }
}

/// Frames at 0.1 s with agents at the places, one row a frame.
pub(super) fn frames_of(rows: &[&[(f32, f32)]]) -> Vec<Frame> {
    rows.iter()
        .zip(0..)
        .map(|(places, step)| frame_at(step, 0.1, places))
        .collect()
}

/// Adds a disc to the setting and keeps it in place in each frame.
pub(super) fn add_disc(
    setting: &mut Setting,
    frames: &mut [Frame],
    center: (f32, f32),
    radius: f32,
) {
    let center = Vec2::from(center);
    add_obstacle(setting, frames, Outline::Circle { center, radius });
}

/// Adds a convex polygon to the setting and keeps it in place in each frame.
pub(super) fn add_polygon(setting: &mut Setting, frames: &mut [Frame], points: &[(f32, f32)]) {
    let points = points.iter().copied().map(Vec2::from).collect();
    add_obstacle(setting, frames, Outline::Polygon { points });
}

fn add_obstacle(setting: &mut Setting, frames: &mut [Frame], outline: Outline) {
    setting.obstacles.push(ObstacleSetting {
        outline,
        temporary: false,
        heights: None,
    });
    for frame in frames {
        frame.obstacles.push(Some(Vec2::ZERO));
    }
}

/// What the measures say about the frames, after one second of wall time.
pub(super) fn measured(setting: &Setting, frames: &[Frame]) -> Summary {
    watched(setting, frames).finish(1.0)
}

/// The measures after they have seen the frames.
pub(super) fn watched(setting: &Setting, frames: &[Frame]) -> Measures {
    let mut measures = Measures::new();
    if let Some((first, rest)) = frames.split_first() {
        measures.begin(setting, first);
        for frame in rest {
            measures.observe(setting, frame);
        }
    }
    measures
}
