//! Memory to work in while an agent decides.

use glam::Vec2;

use super::shares::Others;
use super::surroundings::Surroundings;
use crate::avoid::Obstacle;
use crate::avoid::guard::SeparatingLine;
use crate::avoid::lane::Lane;
use crate::avoid::orca::OrcaScratch;
use crate::avoid::sampling::SamplingScratch;
use crate::blend::Weighted;
use crate::motion::Limits;
use crate::steer::Neighbor;

/// Memory to work in, reused from agent to agent. It holds nothing that matters to the next one.
#[derive(Debug, Default)]
pub struct DecideScratch<'a> {
    pub(super) surroundings: Surroundings<'a>,
    /// Those of the surroundings that matter to one method.
    pub(super) neighbors: Vec<Neighbor>,
    pub(super) obstacles: Vec<Obstacle<'a>>,
    /// What stands further away on one side.
    pub(super) beside: Vec<Obstacle<'a>>,
    pub(super) others: Others<'a>,
    /// Whether the agent gets out of the way of something that moves.
    pub(super) evades: bool,
    /// Whether the agent goes along in a stream between walls, not in a door and not out of anybody's way:
    /// it slides along others then.
    pub(super) is_in_stream: bool,
    /// Whether it [turns back slowly](super::calm_turns::turning_back_slowly).
    pub(super) turns_back_slowly: bool,
    /// How exposed the agent is to that, if it would run over the agent if it stood.
    pub(super) exposed: Option<Lane>,
    pub(super) lines: Vec<SeparatingLine>,
    /// What behaviours ask for, their names, and what the blend gave them (N).
    pub(super) forces: Vec<Weighted>,
    pub(super) names: Vec<&'static str>,
    pub(super) given: Vec<Vec2>,
    /// The gains that were needed last.
    gain: KeptGain,
    quick_gain: KeptGain,
    pub(super) sampling: SamplingScratch,
    pub(super) orca: OrcaScratch,
}

/// A gain (1/s) that is kept, as it is dear and the same for many, and the response time and the step (s) for
/// which it is.
#[derive(Clone, Copy, Debug, Default)]
struct KeptGain {
    gain: f32,
    of: [f32; 2],
}

impl KeptGain {
    fn get(&mut self, limits: &Limits, dt: f32) -> f32 {
        let of = [limits.response_time, dt];
        if self.of != of {
            let gain = limits.gain(dt);
            *self = Self { gain, of };
        }
        self.gain
    }
}

/// Part of its response time in which a body [turns](DecideScratch::quick_gain) that decides seldom.
const QUICK: f32 = 0.25;

impl DecideScratch<'_> {
    /// The [gain](Limits::gain) of these limits in a step of `dt` seconds (1/s).
    pub(super) fn gain(&mut self, limits: &Limits, dt: f32) -> f32 {
        self.gain.get(limits, dt)
    }

    /// The gain of who decides seldom (1/s). What it chose doesn't change from step to step, so nothing has
    /// to be smoothed; and a turn that fades away slowly would still be going on when the next begins.
    pub(super) fn quick_gain(&mut self, limits: &Limits, dt: f32) -> f32 {
        let response_time = QUICK * limits.response_time;
        let quicker = Limits {
            response_time,
            ..*limits
        };
        self.quick_gain.get(&quicker, dt)
    }
}
