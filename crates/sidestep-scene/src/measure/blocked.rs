//! Agents that the engine reports as blocked.

use serde::{Deserialize, Serialize};

use crate::recording::{AgentFrame, Frame};

/// Agents that the engine itself reports as blocked: it has found no way for them.
///
/// - `blocked`: how many there are in the world in the last frame.
/// - `blocked_ever`: how many there were at any time.
/// - `blocked_agent_seconds`: how long they were, added up (s); the time between two frames counts
///   for those who are blocked in the later one.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct Blocked {
    now: u64,
    ever: Vec<bool>,
    seconds: f64,
}

impl Blocked {
    /// Sees a frame, so many seconds after the last one.
    pub(super) fn observe(&mut self, frame: &Frame, elapsed: f64) {
        let agents = frame.agents.len();
        self.ever.resize(agents.max(self.ever.len()), false);
        self.now = 0;
        for (agent, ever) in frame.agents.iter().zip(&mut self.ever) {
            if is_blocked(agent) {
                self.now += 1;
                *ever = true;
            }
        }
        self.seconds += self.now as f64 * elapsed;
    }

    /// Agents that are blocked now.
    pub(super) fn now(&self) -> u64 {
        self.now
    }

    /// Agents that were ever blocked.
    pub(super) fn ever(&self) -> u64 {
        self.ever.iter().filter(|ever| **ever).count() as u64
    }

    /// How long agents were blocked, added up (s).
    pub(super) fn seconds(&self) -> f64 {
        self.seconds
    }
}

fn is_blocked(agent: &AgentFrame) -> bool {
    agent.present && agent.blocked
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measure::testing::{frame_at, measured, setting_of};

    #[test]
    fn who_is_blocked_now_ever_and_for_how_long() {
        // The first is blocked for two steps, the second for the last one, the third has left by
        // then.
        let blocked = [
            [false, false, false],
            [true, false, false],
            [true, true, true],
        ];
        let frames: Vec<Frame> = (blocked.iter().zip(0..))
            .map(|(blocked, step)| {
                let mut frame = frame_at(step, 0.1, &[(0.0, 0.0), (5.0, 0.0), (9.0, 0.0)]);
                for (agent, blocked) in frame.agents.iter_mut().zip(blocked) {
                    agent.blocked = *blocked;
                }
                frame.agents[2].present = step < 2;
                frame
            })
            .collect();
        let setting = setting_of(&[0.5; 3]);
        let summary = measured(&setting, &frames);
        assert_eq!([summary.blocked, summary.blocked_ever], [2, 2]);
        assert!((summary.blocked_agent_seconds - 0.3).abs() < 1e-9);
        let earlier = measured(&setting, &frames[..2]);
        assert_eq!([earlier.blocked, earlier.blocked_ever], [1, 1]);
    }
}
