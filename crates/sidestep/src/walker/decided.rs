//! What finding a way and deciding write in a memory, to be sent to whoever holds the same agent.
//!
//! Everything else in a memory is written by stages that everybody who holds the world goes through
//! alike. A field that is added to a memory is a compile error here until it is said which it is.

use std::borrow::Cow;

use glam::Vec2;
use serde::{Deserialize, Serialize};

use super::clock::{Calm, Clock};
use super::memory::{Apart, Memory, Outcome, Seldom, Way};
use super::saved_memory::SavedStanding;
use crate::avoid;
use crate::rare::Plain;
use crate::space::Floor;
use crate::steer::PathProgress;

/// What one agent has written in its memory since its goals were seen to. What is plain takes a byte.
#[derive(Serialize, Deserialize)]
pub(crate) struct Decided<'a> {
    floor: Option<Floor>,
    standing: SavedStanding,
    clock: Clock,
    calm: Calm,
    outcome: Outcome,
    wanted: Vec2,
    way: Option<Cow<'a, Way>>,
    seldom: Option<DecidedSeldom<'a>>,
}

/// The part of it that most agents don't remember.
#[derive(Serialize, Deserialize)]
struct DecidedSeldom<'a> {
    side: Option<Cow<'a, avoid::Memory>>,
    beside: Option<Cow<'a, avoid::Memory>>,
    progress: Cow<'a, [PathProgress]>,
    targets_gone: u64,
    jump: Option<super::memory::Jump>,
}

impl<'a> Decided<'a> {
    /// What deciding has written in a memory. `at_home` is the floor that the agent has while it
    /// follows no path.
    pub fn of(memory: &'a Memory, at_home: Floor) -> Self {
        let Memory {
            goal: _,
            arrived: _,
            aim: _,
            best: _,
            stance: _,
            since: _,
            clock,
            calm,
            met: _,
            threat: _,
            enclosed: _,
            wanted,
            apart,
        } = memory;
        let Apart {
            floor,
            told_blocked: _,
            way,
            delay: _,
            seldom,
            plight: _,
        } = &**apart;
        Self {
            floor: (*floor != at_home).then_some(*floor),
            standing: SavedStanding::of(memory),
            clock: *clock,
            calm: *calm,
            outcome: memory.outcome(),
            wanted: *wanted,
            way: (**way != *Way::PLAIN).then_some(Cow::Borrowed(way)),
            seldom: DecidedSeldom::of(seldom),
        }
    }

    /// Writes it in the memory of the same agent elsewhere.
    pub fn put(self, memory: &mut Memory, at_home: Floor) {
        let Self {
            floor,
            standing,
            clock,
            calm,
            outcome,
            wanted,
            way,
            seldom,
        } = self;
        memory.set_floor(floor.unwrap_or(at_home));
        memory.set_outcome(outcome);
        standing.put(memory);
        (memory.clock, memory.calm) = (clock, calm);
        memory.wanted = wanted;
        match way {
            Some(way) => memory.set_way(way.into_owned()),
            None => memory.clear_way(),
        }
        match seldom {
            Some(decided) => decided.put(memory.edit_seldom()),
            None => {
                if let Some(apart) = memory.seldom_apart() {
                    DecidedSeldom::NOTHING.put(apart);
                }
            }
        }
        memory.tidy_seldom();
    }
}

impl<'a> DecidedSeldom<'a> {
    const NOTHING: DecidedSeldom<'static> = DecidedSeldom {
        side: None,
        beside: None,
        progress: Cow::Borrowed(&[]),
        targets_gone: 0,
        jump: None,
    };

    /// `None` if all of it is plain.
    fn of(seldom: &'a Seldom) -> Option<Self> {
        let Seldom {
            side,
            beside,
            progress,
            targets_gone,
            targets_reported: _,
            still: _,
            jump,
            rest: _,
            goal_seconds: _,
        } = seldom;
        let unless_plain = |method: &'a avoid::Memory| {
            (*method != avoid::Memory::NOTHING).then_some(Cow::Borrowed(method))
        };
        let is_plain = *side == avoid::Memory::NOTHING
            && *beside == avoid::Memory::NOTHING
            && progress.is_empty()
            && *targets_gone == 0
            && jump.is_none();
        (!is_plain).then(|| Self {
            side: unless_plain(side),
            beside: unless_plain(beside),
            progress: Cow::Borrowed(progress),
            targets_gone: *targets_gone,
            jump: *jump,
        })
    }

    fn put(self, seldom: &mut Seldom) {
        let owned = |method: Option<Cow<'_, avoid::Memory>>| {
            method.map_or(avoid::Memory::NOTHING, Cow::into_owned)
        };
        seldom.side = owned(self.side);
        seldom.beside = owned(self.beside);
        seldom.progress.clear();
        seldom.progress.extend_from_slice(&self.progress);
        seldom.targets_gone = self.targets_gone;
        seldom.jump = self.jump;
    }
}
