//! A memory as it is saved: all of it in one struct, whatever is kept apart while it runs, so that
//! the saved format doesn't change where the layout in memory does.

use glam::Vec2;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::clock::{Calm, Clock};
use super::memory::{
    Apart, Delay, Jump, Memory, Outcome, Rest, Seldom, StandingStill, ThreatKind, Way,
    without_beginnings,
};
use crate::avoid;
use crate::avoid::right_of_way::Standing;
use crate::avoid::{Blocker, OwnRank, Plight, Stance};
use crate::geometry::Side;
use crate::space::Floor;
use crate::steer::PathProgress;

/// The saved form of [`Memory`], whose fields say what they mean.
#[derive(Serialize, Deserialize)]
#[serde(rename = "Memory")]
struct SavedMemory {
    goal: usize,
    goal_seconds: f64,
    arrived: bool,
    aim: Option<Vec2>,
    floor: Floor,
    side: avoid::Memory,
    beside: avoid::Memory,
    /// For each behaviour, up to the last that has begun.
    progress: Vec<PathProgress>,
    targets_gone: u64,
    targets_reported: u64,
    watch: SavedWatch,
    standing: SavedStanding,
    since: f64,
    clock: Clock,
    calm: Calm,
    outcome: Outcome,
    way: Way,
    wanted: Vec2,
    told_blocked: bool,
    still: StandingStill,
    jump: Option<Jump>,
    rest: Option<Rest>,
}

/// The saved form of how an agent gets on towards its goal.
#[derive(Serialize, Deserialize)]
#[serde(rename = "ProgressWatch")]
struct SavedWatch {
    best: f32,
    seconds: f64,
    stuck: bool,
    behind_obstacles: f64,
    behind_agents: f64,
    detour: Option<(Side, Blocker)>,
}

/// How an agent stands. What it remembers doesn't say who it is, so its own rank goes without.
#[derive(Serialize, Deserialize)]
#[serde(rename = "Standing")]
pub(super) enum SavedStanding {
    /// It says nothing, as nobody is around.
    Silent,
    /// By a rank of its own, which follows from who it is.
    Own(Standing),
    /// By a rank of its own, as it was when it had set out earlier.
    Earlier(Standing),
    /// By whosever rank this is.
    Named(Standing),
}

impl SavedStanding {
    pub fn of(memory: &Memory) -> Self {
        match memory.plight() {
            Some(plight) if plight.is_own() => Self::Earlier(plight.standing()),
            Some(plight) => Self::Named(plight.standing()),
            None if memory.stance.speaks() => {
                Self::Own(memory.stance.standing(&OwnRank::NOBODY, memory.met))
            }
            None => Self::Silent,
        }
    }

    pub fn put(self, memory: &mut Memory) {
        memory.stand_silent();
        let (Self::Own(standing) | Self::Earlier(standing) | Self::Named(standing)) = &self else {
            return;
        };
        memory.stance = Stance::of(standing);
        let mut plight = Plight::from(*standing);
        match self {
            Self::Silent => return,
            Self::Own(_) => {
                if let Some(id) = standing.blocked_by {
                    memory.met = id as u32;
                }
                return;
            }
            Self::Earlier(_) => plight.set_own(true),
            Self::Named(_) => {}
        }
        memory.keep_plight(plight);
    }
}

impl Serialize for Memory {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        SavedMemory::from(self).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Memory {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        SavedMemory::deserialize(deserializer).map(Self::from)
    }
}

impl From<&Memory> for SavedMemory {
    fn from(memory: &Memory) -> Self {
        let Memory {
            goal,
            arrived,
            aim,
            best,
            stance: _,
            since,
            clock,
            calm,
            met: _,
            threat: _,
            enclosed: _,
            wanted,
            ref apart,
        } = *memory;
        let Apart {
            floor,
            told_blocked,
            ref way,
            ref delay,
            ref seldom,
            plight: _,
        } = **apart;
        let Delay {
            seconds,
            stuck,
            behind_obstacles,
            behind_agents,
            detour,
        } = **delay;
        let Seldom {
            side,
            beside,
            progress,
            targets_gone,
            targets_reported,
            still,
            jump,
            rest,
            goal_seconds,
        } = Seldom::clone(seldom);
        Self {
            goal: goal as usize,
            goal_seconds,
            arrived,
            aim: aim.get(),
            floor,
            side,
            beside,
            progress,
            targets_gone,
            targets_reported,
            watch: SavedWatch {
                best,
                seconds,
                stuck,
                behind_obstacles,
                behind_agents,
                detour,
            },
            standing: SavedStanding::of(memory),
            since,
            clock,
            calm,
            outcome: memory.outcome(),
            way: Way::clone(way),
            wanted,
            told_blocked,
            still,
            jump,
            rest,
        }
    }
}

impl From<SavedMemory> for Memory {
    fn from(saved: SavedMemory) -> Self {
        let SavedMemory {
            goal,
            goal_seconds,
            arrived,
            aim,
            floor,
            side,
            beside,
            progress,
            targets_gone,
            targets_reported,
            watch,
            standing,
            since,
            clock,
            calm,
            outcome,
            way,
            wanted,
            told_blocked,
            still,
            jump,
            rest,
        } = saved;
        let mut memory = Self {
            // One that is too large stays so.
            goal: u32::try_from(goal).unwrap_or(u32::MAX),
            arrived,
            aim: aim.into(),
            best: watch.best,
            stance: Stance::SILENT,
            since,
            clock,
            calm,
            met: 0,
            threat: ThreatKind::Nothing,
            enclosed: false,
            wanted,
            apart: Apart {
                floor,
                told_blocked,
                way: way.into(),
                delay: Delay {
                    seconds: watch.seconds,
                    stuck: watch.stuck,
                    behind_obstacles: watch.behind_obstacles,
                    behind_agents: watch.behind_agents,
                    detour: watch.detour,
                }
                .into(),
                seldom: Seldom {
                    side,
                    beside,
                    progress: without_beginnings(progress),
                    targets_gone,
                    targets_reported,
                    still,
                    jump,
                    rest,
                    goal_seconds,
                }
                .into(),
                plight: None,
            }
            .into(),
        };
        memory.set_outcome(outcome);
        standing.put(&mut memory);
        memory
    }
}
