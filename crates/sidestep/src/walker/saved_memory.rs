//! A memory as it is saved: all of it in one struct, whatever is kept apart while it runs, so that
//! the saved format doesn't change where the layout in memory does.

use glam::Vec2;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::clock::Clock;
use super::memory::{
    Apart, Delay, Jump, Memory, Outcome, Rest, Seldom, StandingStill, Way, without_beginnings,
};
use crate::avoid;
use crate::avoid::Blocker;
use crate::avoid::right_of_way::Standing;
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
    /// For each behaviour.
    progress: Vec<PathProgress>,
    targets_gone: u64,
    targets_reported: u64,
    watch: SavedWatch,
    standing: Standing,
    since: f64,
    clock: Clock,
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
            goal_seconds,
            arrived,
            aim,
            behaviors,
            best,
            standing,
            since,
            clock,
            outcome,
            wanted,
            told_blocked,
            ref apart,
        } = *memory;
        let Apart {
            floor,
            ref way,
            ref delay,
            ref seldom,
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
            mut progress,
            targets_gone,
            targets_reported,
            still,
            jump,
            rest,
        } = Seldom::clone(seldom);
        progress.resize(behaviors as usize, PathProgress::default());
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
            standing: standing.standing(),
            since,
            clock,
            outcome: outcome.outcome(),
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
            outcome,
            way,
            wanted,
            told_blocked,
            still,
            jump,
            rest,
        } = saved;
        Self {
            // One that is too large stays so.
            goal: u32::try_from(goal).unwrap_or(u32::MAX),
            goal_seconds,
            arrived,
            aim: aim.into(),
            behaviors: progress.len() as u32,
            best: watch.best,
            standing: standing.into(),
            since,
            clock,
            outcome: outcome.into(),
            wanted,
            told_blocked,
            apart: Apart {
                floor,
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
                }
                .into(),
            }
            .into(),
        }
    }
}
