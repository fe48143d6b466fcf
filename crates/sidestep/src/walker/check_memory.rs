//! Whether a memory that comes from outside can be that of an agent.

use glam::Vec2;

use super::Profile;
use super::memory::{Apart, LocalGoal, Memory, Seldom};
use crate::avoid::{self, OwnRank};
use crate::range::{OutOfRange, Parameters, Range};

impl Memory {
    /// Whether an agent with this profile can remember this: every number is one that the methods
    /// can go on from, and every index leads somewhere.
    ///
    /// # Errors
    /// Names the first number that can't be.
    pub(crate) fn check(&self, profile: &Profile) -> Result<(), OutOfRange> {
        let Self {
            goal,
            arrived: _,
            aim,
            met: _,
            threat: _,
            enclosed: _,
            best,
            stance: _,
            since,
            clock: _,
            calm: _,
            wanted: _,
            apart,
        } = self;
        let Apart {
            floor: _,
            told_blocked: _,
            way: _,
            delay,
            seldom,
            plight: _,
        } = &**apart;
        let Seldom {
            side: _,
            beside: _,
            progress,
            targets_gone: _,
            targets_reported: _,
            still,
            jump: _,
            rest,
            goal_seconds,
        } = &**seldom;
        Range::Between(0.0, profile.goals.len() as f32).check("goal", f64::from(*goal))?;
        Range::AtLeast(0.0).check("goal_seconds", *goal_seconds)?;
        finite("aim", aim.get())?;
        Range::Between(0.0, profile.behaviors.len() as f32)
            .check("number of paths in progress", progress.len() as f32)?;
        Range::Number.check("best of watch", *best)?;
        for (name, seconds) in [
            ("seconds of watch", delay.seconds),
            ("behind_obstacles of watch", delay.behind_obstacles),
            ("behind_agents of watch", delay.behind_agents),
            ("seconds of still", still.seconds),
        ] {
            Range::AtLeast(0.0).check(name, seconds)?;
        }
        Range::Finite.check("since", *since)?;
        finite("place of still", still.place)?;
        finite("place of rest", rest.map(|rest| rest.place))?;
        self.check_decided()
    }

    /// The same for what finding a way and deciding write: `Decided` in `decided`.
    ///
    /// # Errors
    /// Names the first number that can't be.
    pub(crate) fn check_decided(&self) -> Result<(), OutOfRange> {
        let Self {
            stance: _,
            clock,
            wanted,
            apart,
            ..
        } = self;
        let Apart {
            floor, way, seldom, ..
        } = &**apart;
        let Seldom {
            side,
            beside,
            progress,
            jump,
            ..
        } = &**seldom;
        let standing = self.standing(&OwnRank::NOBODY);
        floor.check().map_err(|error| error.of("floor"))?;
        check_method(side).map_err(|error| error.of("side"))?;
        check_method(beside).map_err(|error| error.of("beside"))?;
        for progress in progress {
            Range::Finite.check("along of progress", progress.along)?;
            // Legs are counted round closed paths.
            Range::Between(0.0, 1e9).check("leg of progress", progress.leg as f64)?;
        }
        Range::Number.check_vector("wish of standing", standing.wish)?;
        Range::AtLeast(0.0).check("held_seconds of standing", standing.held_seconds)?;
        Range::Finite.check("since of rank", standing.rank.since)?;
        let distance = Range::AtLeastOrInfinite(0.0);
        distance.check("claimed_distance of standing", standing.claimed_distance)?;
        finite("aim of standing", standing.aim)?;
        finite("claimed_aim of standing", standing.claimed_aim)?;
        Range::Number.check_vector("velocity of clock", clock.velocity)?;
        Range::Number.check_vector("wanted", *wanted)?;
        match way.local_goal {
            LocalGoal::Direct => {}
            LocalGoal::Via { place, remaining } => {
                Range::Finite.check_vector("place of local_goal", place)?;
                Range::Number.check("remaining of local_goal", remaining)?;
            }
            LocalGoal::Wait { place } => {
                Range::Finite.check_vector("place of local_goal", place)?;
            }
        }
        finite("passage", way.passage)?;
        // Whoever follows a way counts on it.
        let corners = if way.kept.is_sound() { 0.0 } else { f32::NAN };
        Range::Finite.check("way round", corners)?;
        if let Some(blocked) = &way.blocked {
            Range::Finite.check("since of blocked", blocked.since)?;
            Range::Finite.check_vector("goal of blocked", blocked.goal)?;
            Range::Number.check("silent_until of blocked", blocked.silent_until)?;
            Range::Number.check("looked of blocked", blocked.looked)?;
            Range::Number.check("looked of closing", blocked.closing.looked)?;
        }
        if let Some(jump) = jump {
            jump.link.check().map_err(|error| error.of("jump"))?;
            if let Some((start, seconds)) = jump.flight {
                Range::Finite.check_vector("start of jump", start)?;
                Range::AtLeast(0.0).check("seconds of jump", seconds)?;
            }
        }
        Ok(())
    }
}

/// What a method of one's own notes down is its own affair.
fn check_method(memory: &avoid::Memory) -> Result<(), OutOfRange> {
    let avoid::Memory {
        side: _,
        threat: _,
        clear_seconds,
        notes: _,
    } = memory;
    Range::Number.check("clear_seconds", *clear_seconds)
}

fn finite(name: &'static str, place: Option<Vec2>) -> Result<(), OutOfRange> {
    place.map_or(Ok(()), |place| Range::Finite.check_vector(name, place))
}
