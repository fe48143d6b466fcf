//! The frames that a replay plays: fewer than were run, and never more than fit.
//!
//! At most 20 frames a second are kept. When they take more room than the file may have, every
//! other one is dropped and from then on only every other one is kept, so that memory stays bounded
//! however long the run is. A jump (an agent put elsewhere) that falls between kept frames is
//! remembered by the next.

use std::sync::Arc;

use glam::Vec2;
use serde::{Deserialize, Serialize};
use sidestep_scene::recording::{Frame, Setting};

/// Frames that are kept for a simulated second, at most.
const MOST_PER_SECOND: f64 = 20.0;
/// Bytes in the file for an agent in a frame: position 4, speed 2, heading 1, flags 1.
const AGENT_COST: usize = 8;
/// Bytes in the file for an obstacle that changed.
const OBSTACLE_COST: usize = 18;
/// Bytes in the file for a moving target.
const TARGET_COST: usize = 8;

/// The agent is in the world, at a position that is a number.
pub const PRESENT: u8 = 1;
/// It did not walk here from the frame before.
pub const JUMPED: u8 = 2;
/// The engine reports it as blocked.
pub const BLOCKED: u8 = 4;
/// Its position or velocity wasn't a number.
pub const BROKEN: u8 = 8;
/// It is in the air, on a jump over what is below.
pub const AIRBORNE: u8 = 16;

/// An agent in a kept frame.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct Snapshot {
    /// Position (m); zero if it is not present.
    pub position: Vec2,
    /// Velocity (m/s).
    pub velocity: Vec2,
    /// [`PRESENT`], [`JUMPED`], [`BLOCKED`], [`BROKEN`], [`AIRBORNE`].
    pub flags: u8,
}

/// A frame of the replay.
#[derive(Clone, Debug)]
pub struct Kept {
    /// Number of steps done.
    pub step: u64,
    /// Simulated time (s).
    pub time: f64,
    /// The shown agents, in order.
    pub agents: Vec<Snapshot>,
    /// Offsets of the obstacles, shared with the frame before where nothing changed.
    pub obstacles: Arc<[Option<Vec2>]>,
    /// Positions of the moving targets (m).
    pub targets: Vec<Vec2>,
}

/// Kept frames as plain data: obstacles that are those of the frame before aren't said again.
mod kept_frames {
    use std::sync::Arc;

    use glam::Vec2;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use super::{Kept, Snapshot};

    #[derive(Serialize)]
    struct Given<'a> {
        step: u64,
        time: f64,
        agents: &'a [Snapshot],
        obstacles: Option<&'a [Option<Vec2>]>,
        targets: &'a [Vec2],
    }

    #[derive(Deserialize)]
    struct Taken {
        step: u64,
        time: f64,
        agents: Vec<Snapshot>,
        obstacles: Option<Vec<Option<Vec2>>>,
        targets: Vec<Vec2>,
    }

    pub fn serialize<S: Serializer>(kept: &[Kept], serializer: S) -> Result<S::Ok, S::Error> {
        let given = kept.iter().enumerate().map(|(index, frame)| {
            let before = index.checked_sub(1).map(|before| &kept[before]);
            let same = before.is_some_and(|it| Arc::ptr_eq(&it.obstacles, &frame.obstacles));
            Given {
                step: frame.step,
                time: frame.time,
                agents: &frame.agents,
                obstacles: (!same).then_some(&frame.obstacles[..]),
                targets: &frame.targets,
            }
        });
        serializer.collect_seq(given.collect::<Vec<_>>())
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Kept>, D::Error> {
        let taken = Vec::<Taken>::deserialize(deserializer)?;
        let mut last: Arc<[Option<Vec2>]> = Arc::new([]);
        let kept = taken.into_iter().map(|frame| {
            if let Some(obstacles) = frame.obstacles {
                last = obstacles.into();
            }
            Kept {
                step: frame.step,
                time: frame.time,
                agents: frame.agents,
                obstacles: Arc::clone(&last),
                targets: frame.targets,
            }
        });
        Ok(kept.collect())
    }
}

/// Keeps frames for the replay.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ReplayFrames {
    shown: Vec<usize>,
    #[serde(with = "kept_frames")]
    kept: Vec<Kept>,
    jumped: Vec<bool>,
    first_stride: u64,
    stride: u64,
    budget: usize,
    cost: usize,
}

impl ReplayFrames {
    /// Keeps frames of a run in about `budget` bytes of the file, and of at most `most_agents`
    /// agents.
    pub fn new(setting: &Setting, budget: usize, most_agents: usize) -> Self {
        let shown = spread(setting.agents.len(), most_agents);
        let stride = stride(setting.dt, MOST_PER_SECOND);
        Self {
            jumped: vec![false; shown.len()],
            shown,
            kept: Vec::new(),
            first_stride: stride,
            stride,
            budget,
            cost: 0,
        }
    }

    /// Indices of the agents that the replay shows.
    pub fn shown(&self) -> &[usize] {
        &self.shown
    }

    /// The frames so far.
    pub fn kept(&self) -> &[Kept] {
        &self.kept
    }

    /// Steps from one kept frame to the next.
    pub fn stride(&self) -> u64 {
        self.stride
    }

    /// Whether frames had to go because there were too many.
    pub fn was_thinned(&self) -> bool {
        self.stride > self.first_stride
    }

    /// How many agents had a position or velocity that wasn't a number.
    pub fn broken_agents(&self) -> usize {
        (0..self.shown.len())
            .filter(|&agent| {
                let mut frames = self.kept.iter();
                frames.any(|frame| frame.agents[agent].flags & BROKEN != 0)
            })
            .count()
    }

    /// Looks at the next frame, and keeps it if it is its turn.
    pub fn add(&mut self, frame: &Frame) {
        for (jumped, &agent) in self.jumped.iter_mut().zip(&self.shown) {
            *jumped |= frame
                .agents
                .get(agent)
                .is_some_and(|agent| agent.teleported);
        }
        let first = self.kept.first().map_or(frame.step, |first| first.step);
        if frame.step.wrapping_sub(first).is_multiple_of(self.stride) {
            self.keep(frame);
            while self.cost > self.budget && self.kept.len() > 2 {
                self.thin();
            }
        }
    }

    /// Adds the last frame of the run if it isn't there already.
    pub fn end(&mut self, last: &Frame) {
        if self.kept.last().is_none_or(|kept| kept.step < last.step) {
            self.keep(last);
        }
    }

    fn keep(&mut self, frame: &Frame) {
        let agents = self
            .shown
            .iter()
            .zip(&mut self.jumped)
            .map(|(&agent, jumped)| {
                let jumped = std::mem::take(jumped);
                let Some(state) = frame.agents.get(agent) else {
                    return Snapshot {
                        position: Vec2::ZERO,
                        velocity: Vec2::ZERO,
                        flags: 0,
                    };
                };
                let sound = state.position.is_finite() && state.velocity.is_finite();
                let flag = |condition: bool, bit: u8| if condition { bit } else { 0 };
                Snapshot {
                    position: if sound { state.position } else { Vec2::ZERO },
                    velocity: if sound { state.velocity } else { Vec2::ZERO },
                    flags: flag(state.present && sound, PRESENT)
                        | flag(jumped, JUMPED)
                        | flag(state.blocked, BLOCKED)
                        | flag(!sound, BROKEN)
                        | flag(state.airborne, AIRBORNE),
                }
            })
            .collect();
        let obstacles = match self.kept.last() {
            Some(last) if last.obstacles[..] == frame.obstacles[..] => Arc::clone(&last.obstacles),
            _ => frame.obstacles.as_slice().into(),
        };
        let kept = Kept {
            step: frame.step,
            time: frame.time,
            agents,
            obstacles,
            targets: frame.targets.clone(),
        };
        self.cost += cost(self.kept.last(), &kept);
        self.kept.push(kept);
    }

    /// Drops every other frame.
    fn thin(&mut self) {
        self.stride = self.stride.saturating_mul(2);
        let first = self.kept.first().map_or(0, |first| first.step);
        let mut pending = vec![0; self.shown.len()];
        let mut kept = Vec::with_capacity(self.kept.len() / 2 + 1);
        for mut frame in self.kept.drain(..) {
            for (flags, agent) in pending.iter_mut().zip(&mut frame.agents) {
                agent.flags |= std::mem::take(flags);
            }
            if (frame.step - first).is_multiple_of(self.stride) {
                kept.push(frame);
            } else {
                for (flags, agent) in pending.iter_mut().zip(&frame.agents) {
                    *flags |= agent.flags & JUMPED;
                }
            }
        }
        for (jumped, flags) in self.jumped.iter_mut().zip(&pending) {
            *jumped |= flags & JUMPED != 0;
        }
        self.cost = 0;
        for index in 0..kept.len() {
            self.cost += cost(
                index.checked_sub(1).map(|before| &kept[before]),
                &kept[index],
            );
        }
        self.kept = kept;
    }
}

/// Bytes that a frame takes in the file.
fn cost(before: Option<&Kept>, frame: &Kept) -> usize {
    let changed = match before {
        Some(before) if Arc::ptr_eq(&before.obstacles, &frame.obstacles) => 0,
        Some(before) => before
            .obstacles
            .iter()
            .zip(frame.obstacles.iter())
            .filter(|(a, b)| a != b)
            .count(),
        None => frame.obstacles.len(),
    };
    AGENT_COST * frame.agents.len()
        + OBSTACLE_COST * changed
        + TARGET_COST * frame.targets.len()
        + 8
}

/// At most `most` of `count` indices, evenly spread.
pub fn spread(count: usize, most: usize) -> Vec<usize> {
    if count <= most {
        return (0..count).collect();
    }
    (0..most).map(|index| index * count / most).collect()
}

/// Steps between samples so that there are at most `most` in a second.
pub fn stride(dt: f64, most: f64) -> u64 {
    let steps = 1.0 / (dt * most);
    // A hair less, so that 1/60 s and 20 a second give 3 and not 4. Not a number becomes 0.
    ((steps - 1e-6).ceil() as u64).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::output::synthetic;

    #[test]
    fn strides() {
        assert_eq!(stride(1.0 / 60.0, 20.0), 3);
        assert_eq!(stride(1.0 / 30.0, 20.0), 2);
        assert_eq!(stride(0.5, 20.0), 1);
        assert_eq!(stride(0.0, 20.0), u64::MAX);
        assert_eq!(stride(f64::NAN, 20.0), 1);
    }

    #[test]
    fn spread_is_even_and_bounded() {
        assert_eq!(spread(3, 5), [0, 1, 2]);
        assert_eq!(spread(10, 5), [0, 2, 4, 6, 8]);
        assert!(spread(0, 5).is_empty());
    }

    #[test]
    fn too_many_frames_are_thinned_but_first_last_and_jumps_stay() {
        let run = synthetic::run(10, 997);
        let mut frames = ReplayFrames::new(&run.setting, 4000, 100);
        for frame in &run.frames {
            frames.add(frame);
        }
        frames.end(&run.frames[997]);
        assert!(frames.was_thinned());
        let kept = frames.kept();
        assert!(kept.len() < 50 && kept.len() > 10, "{}", kept.len());
        assert_eq!(kept[0].step, 0);
        assert_eq!(kept[kept.len() - 1].step, 997);
        for pair in kept.windows(2).take(kept.len() - 2) {
            assert_eq!(pair[1].step - pair[0].step, frames.stride());
        }
        // Agent 1 jumps at step 90.
        let jumps: Vec<_> = kept
            .iter()
            .filter(|frame| frame.agents[1].flags & JUMPED != 0)
            .map(|frame| frame.step)
            .collect();
        assert_eq!(jumps.len(), 1);
        assert!(jumps[0] >= 90 && jumps[0] < 90 + frames.stride());
    }

    #[test]
    fn the_last_frame_is_not_kept_twice() {
        let run = synthetic::run(1, 0);
        let mut frames = ReplayFrames::new(&run.setting, 4000, 100);
        frames.add(&run.frames[0]);
        frames.end(&run.frames[0]);
        assert_eq!(frames.kept().len(), 1);
    }
}
