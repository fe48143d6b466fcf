//! The stages by name, for those who measure what each of them costs.

use crate::world::World;
use crate::world::spec::WorldError;

/// A stage of a step, in the order in which they follow each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum StepStage {
    /// Agents and obstacles are indexed as they stand. What the report of the last step has indexed
    /// already, to see who has arrived, is counted there.
    Sense,
    /// Each agent sees where its goal is and finds the way there.
    Plan,
    /// Each agent decides on a force.
    Decide,
    /// The forces move the bodies.
    Advance,
    /// Contacts are settled.
    Settle,
    /// Events are told, and who has arrived for good leaves.
    Report,
}

impl StepStage {
    /// All of them, in order.
    pub const ALL: [Self; 6] = [
        Self::Sense,
        Self::Plan,
        Self::Decide,
        Self::Advance,
        Self::Settle,
        Self::Report,
    ];

    /// Its name: the one in `ARCHITECTURE.md`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Sense => "sense",
            Self::Plan => "plan",
            Self::Decide => "decide",
            Self::Advance => "advance",
            Self::Settle => "settle",
            Self::Report => "report",
        }
    }
}

impl World {
    /// Does one step as [`World::step`] does, and calls `watch` whenever a stage begins. The world
    /// has no clock: whoever wants to know how long a stage takes looks at their own.
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
        mut watch: impl FnMut(StepStage),
    ) -> Result<(), WorldError> {
        let parts = self.parts(dt)?;
        self.events.clear();
        self.watch_markers(dt);
        self.obstacles.set_out(dt);
        let parts = parts as u32;
        for part in 1..=parts {
            self.substep(dt / parts as f32, part == parts, &mut watch);
        }
        self.obstacles.arrive();
        Ok(())
    }

    /// One step as its named stages.
    fn substep(&mut self, dt: f32, is_last: bool, watch: &mut impl FnMut(StepStage)) {
        let all = 0..self.agents.len();
        watch(StepStage::Sense);
        self.sense();
        watch(StepStage::Plan);
        self.plan(all.clone(), dt);
        watch(StepStage::Decide);
        self.decide(all, dt);
        watch(StepStage::Advance);
        self.advance(dt, is_last);
        watch(StepStage::Settle);
        self.settle(dt);
        watch(StepStage::Report);
        self.report(dt);
    }
}
