//! Slower clocks: agents that decide in turns, each of them every few steps. All do where the world says
//! so, and who is calm does anyway.

use std::num::NonZeroU32;

use glam::Vec2;

use super::AgentId;

/// Whether an agent goes on as it has decided for
/// [`VelocitySampling::calm_interval`](crate::avoid::sampling::VelocitySampling::calm_interval).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) enum Calm {
    /// No: it decides in each step.
    #[default]
    No,
    /// Yes, as nobody is in its way.
    Alone,
    /// Yes, and for longer, whoever is in its way: it is in the open, where there is room for a mistake. It
    /// decides sooner if it is about to touch somebody, or if somebody [newly meets](super::Memory::be_met)
    /// it.
    Open,
    /// No, and it goes along in a stream between walls: where the world lets agents decide in turns it slides
    /// along others meanwhile.
    InStream,
    /// As in the open, and few are around: it has room for whatever it does. It slides along others, and is
    /// quick to turn as it has decided.
    Roomy,
}

impl Calm {
    /// The same of who has others in its way.
    pub fn among_others(self) -> Self {
        match self {
            Self::No | Self::Alone => Self::No,
            Self::Open => Self::Open,
            Self::InStream => Self::InStream,
            Self::Roomy => Self::Roomy,
        }
    }

    /// The same of who has room for whatever it does, if this is so.
    pub fn with_room(self, has_room: bool) -> Self {
        match self {
            Self::Open if has_room => Self::Roomy,
            calm => calm,
        }
    }

    /// Whether it is in the open.
    pub const fn is_open(self) -> bool {
        matches!(self, Self::Open | Self::Roomy)
    }
}

/// When an agent decided last, and for what.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct Clock {
    /// The turn in which it decided, counted from 1 at the beginning of time; `None` if it shall decide
    /// in the next step.
    pub turn: Option<NonZeroU32>,
    /// The velocity that it goes for since (m/s).
    pub velocity: Vec2,
}

/// Which turn it is for an agent at a time (s) if each decides once in `every` seconds, above 0.
/// The turns of different agents begin at different times, so that all steps are equally dear.
/// `None` if there have been too many to be counted: then each step is one.
pub(super) fn turn_at(id: AgentId, time: f64, every: f32) -> Option<NonZeroU32> {
    /// Each agent keeps one: numbers from here on take more than the four bytes that it has for it.
    const MOST_TURNS: f64 = u32::MAX as f64;
    // Multiples of the golden ratio, without their whole parts, lie evenly between 0 and 1.
    const GOLDEN: u64 = 0x9E37_79B9_7F4A_7C15;
    let part = (id.0.wrapping_mul(GOLDEN) >> 40) as f64 / (1_u64 << 24) as f64;
    let turn = (time / f64::from(every) + part).floor();
    if (0.0..MOST_TURNS).contains(&turn) {
        NonZeroU32::new(turn as u32 + 1)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_who_is_in_the_open_has_room_there() {
        use Calm::{Alone, InStream, No, Open, Roomy};
        for (calm, in_room) in [
            (No, No),
            (Alone, Alone),
            (Open, Roomy),
            (InStream, InStream),
        ] {
            assert_eq!(calm.with_room(true), in_room);
            assert_eq!(calm.with_room(false), calm);
        }
        assert!(Roomy.is_open() && Open.is_open());
        assert!([No, Alone, InStream].iter().all(|calm| !calm.is_open()));
    }

    #[test]
    fn each_step_has_its_share_of_the_turns() {
        let (agents, every, dt) = (6_000, 0.1_f32, 1.0 / 60.0);
        for step in 1..60_u32 {
            let (before, now) = (f64::from(step - 1) * dt, f64::from(step) * dt);
            let due = (0..agents).filter(|&id| {
                turn_at(AgentId(id), before, every) != turn_at(AgentId(id), now, every)
            });
            let due = due.count();
            assert!((950..=1050).contains(&due), "step {step}: {due}");
        }
    }
}
