//! The same decision once more, with a recorder.

use super::decide::{Scratch, decide};
use super::plan::{Nearby, find_way, plan_for};
use super::ways::WayScratch;
use super::{AgentId, World, WorldError};
use crate::explain::Explanation;

impl World {
    /// What an agent would decide now for a step of `dt` seconds, with everything that it looks at: exactly
    /// the force that the next step applies, or its first part if it must be cut into several. Nothing
    /// changes but the index of who is where, which is brought up to date.
    ///
    /// # Errors
    /// If there is no such agent, or `dt` isn't what [`World::step`] takes.
    pub fn explain(&mut self, id: AgentId, dt: f32) -> Result<Explanation, WorldError> {
        let dt = dt / self.parts(dt)?;
        let place = self.place(id)?;
        self.sense();
        let (picture, agents) = self.split();
        let mut agent = agents[place].clone();
        plan_for(
            &picture,
            &mut agent,
            dt,
            &mut Vec::new(),
            &mut Nearby::default(),
        );
        let mut explanation = Explanation::default();
        let mut scratch = WayScratch::default();
        find_way(&picture, &mut agent, dt, &mut scratch, &mut explanation);
        if agent.is_in_the_air() {
            return Ok(explanation);
        }
        explanation.total = decide(
            &picture,
            id,
            &agent.body,
            &agent.profile,
            &mut agent.memory,
            dt,
            &mut Scratch::default(),
            &mut explanation,
        );
        Ok(explanation)
    }
}
