//! A step from its first stage to its last, alone or shared with others.

use std::ops::Range;

use super::StepStage;
use super::sharing::{Decisions, Sharing, rows_of};
use crate::world::World;
use crate::world::batches::in_pool;
use crate::world::spec::WorldError;

impl World {
    /// Does one step as [`World::step`] does, and calls `watch` whenever a stage begins. The world
    /// has no clock: whoever wants to know how long a stage takes looks at their own. `watch` may be
    /// called on a thread of rayon's pool, as [`World::step`] says.
    ///
    /// ```
    /// use std::time::Instant;
    ///
    /// use sidestep::Vec2;
    /// use sidestep::motion::Body;
    /// use sidestep::world::{AgentSpec, StepStage, World, WorldSettings};
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let mut world = World::new(WorldSettings::default())?;
    /// world.insert_agent(AgentSpec::new(Body::new(Vec2::ZERO, 0.4, 1.5)))?;
    /// let mut begun = Vec::new();
    /// world.step_watched(1.0 / 60.0, |stage| begun.push((stage, Instant::now())))?;
    /// assert!(begun.iter().map(|(stage, _)| *stage).eq(StepStage::ALL));
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// As [`World::step`].
    pub fn step_watched(
        &mut self,
        dt: f32,
        watch: impl FnMut(StepStage) + Send,
    ) -> Result<(), WorldError> {
        self.in_pool(|world| world.step_shared(dt, &mut Alone(watch)))
    }

    /// Does work on all agents on a thread of the pool, if threads share it.
    pub(in crate::world) fn in_pool<R: Send>(
        &mut self,
        work: impl FnOnce(&mut Self) -> R + Send,
    ) -> R {
        let (parallel, agents) = (self.settings.parallel, self.agents.len());
        in_pool(parallel, agents, || work(self))
    }

    /// Does one step as [`World::step`] does, and shares the deciding with others that hold the same
    /// world: see [`Sharing`].
    ///
    /// # Errors
    /// As [`World::step`]; nothing has changed then. And if [`Sharing::exchange`] fails: then the
    /// world stands in the middle of a step and is of no more use.
    pub fn step_shared<S: Sharing>(&mut self, dt: f32, sharing: &mut S) -> Result<(), S::Error> {
        let parts = self.parts(dt)?;
        self.events.clear();
        self.watch_markers(dt);
        self.obstacles.set_out(dt, self.time);
        let parts = parts as u32;
        for part in 1..=parts {
            self.substep(dt / parts as f32, part == parts, sharing)?;
        }
        self.obstacles.arrive(dt, self.time);
        Ok(())
    }

    /// One step as its named stages.
    fn substep<S: Sharing>(
        &mut self,
        dt: f32,
        is_last: bool,
        sharing: &mut S,
    ) -> Result<(), S::Error> {
        sharing.begins(StepStage::Sense);
        self.sense();
        sharing.begins(StepStage::Plan);
        self.see_to_goals(dt);
        let rows = rows_of(sharing, self.agents.len());
        self.find_ways(rows.clone(), dt);
        sharing.begins(StepStage::Decide);
        self.decide(rows.clone(), dt);
        sharing.exchange(Decisions::new(&mut self.agents, rows))?;
        sharing.begins(StepStage::Advance);
        self.advance(dt, is_last);
        sharing.begins(StepStage::Settle);
        self.settle(dt);
        sharing.begins(StepStage::Report);
        self.report(dt);
        Ok(())
    }
}

/// One machine, which decides for all, with a watcher.
struct Alone<W>(W);

impl<W: FnMut(StepStage)> Sharing for Alone<W> {
    type Error = WorldError;

    fn begins(&mut self, stage: StepStage) {
        (self.0)(stage);
    }

    fn rows(&mut self, agents: usize) -> Range<usize> {
        0..agents
    }

    fn exchange(&mut self, _: Decisions<'_>) -> Result<(), WorldError> {
        Ok(())
    }
}
