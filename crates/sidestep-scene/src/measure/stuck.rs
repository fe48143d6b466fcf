//! Agents that get nowhere.

use super::arrival::Trip;
use super::step::Step;
use crate::recording::AgentSetting;
use glam::Vec2;
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;

/// How long an agent must have got nowhere to be stuck (s).
const WINDOW_SECONDS: f64 = 5.0;
/// Time between the positions that are remembered (s); at longer time steps each frame is.
const SAMPLE_SECONDS: f64 = 0.25;
/// Frame times are sums of time steps: this much rounding (s) is forgiven.
const TIME_ROUNDING: f64 = 1e-6;

/// Agents that end up getting nowhere.
///
/// `stuck` counts agents that have goals, are in the world at the end and have not arrived, and
/// neither near their goal as the engine says and others show, and
/// that stayed, over the last 5 s, within one radius of where they were at the start of those 5 s.
/// Positions are looked at every 0.25 s, so the window may be up to 0.25 s longer. In a run of less
/// than 5 s nobody is stuck, nor is an agent that entered the world less than 5 s ago.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct Stillness {
    samples: VecDeque<Sample>,
}

/// Where everyone was at a time; those who were absent have no finite position.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Sample {
    time: f64,
    positions: Vec<Vec2>,
}

impl Stillness {
    /// Sees a step.
    pub(super) fn observe(&mut self, step: &Step) {
        let due = match self.samples.back() {
            None => true,
            Some(last) => step.time >= last.time + SAMPLE_SECONDS - TIME_ROUNDING,
        };
        if due {
            let position = |walk: &super::step::Move| {
                if walk.is_here() {
                    walk.to.as_vec2()
                } else {
                    Vec2::NAN
                }
            };
            self.samples.push_back(Sample {
                time: step.time,
                positions: step.moves.iter().map(position).collect(),
            });
        }
        let start = window_start(step);
        while self
            .samples
            .get(1)
            .is_some_and(|second| second.time <= start)
        {
            self.samples.pop_front();
        }
    }

    /// Agents that are stuck now.
    pub(super) fn count(&self, agents: &[AgentSetting], trips: &[Trip], step: &Step) -> u64 {
        let Some(anchor) = self
            .samples
            .front()
            .filter(|anchor| anchor.time <= window_start(step))
        else {
            return 0;
        };
        // Who was inserted since has no place in a sample.
        let place = |sample: &Sample, index: usize| {
            let place = sample.positions.get(index).copied();
            place.unwrap_or(Vec2::NAN).as_dvec2()
        };
        let stayed = |index: usize| {
            let walk = &step.moves[index];
            let home = place(anchor, index);
            let near = |place: glam::DVec2| {
                step.edges.shortest(place - home).length() <= step.radii[index]
            };
            walk.is_here()
                && near(walk.to)
                && self.samples.iter().all(|sample| near(place(sample, index)))
        };
        (0..agents.len())
            .filter(|&index| {
                !agents[index].goals.is_empty()
                    && trips[index].arrived.is_none()
                    && !trips[index].near
                    && stayed(index)
            })
            .count() as u64
    }
}

fn window_start(step: &Step) -> f64 {
    step.time - WINDOW_SECONDS + TIME_ROUNDING
}
