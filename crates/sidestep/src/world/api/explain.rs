//! The same decision once more, with a recorder.

use crate::explain::{Explanation, Recorder};
use crate::walker::{AgentId, DecideScratch, GOES_ON, WayScratch};
use crate::world::World;
use crate::world::spec::WorldError;
use crate::world::step::{find_way, plan_for};

impl World {
    /// What an agent would decide now for a step of `dt` seconds, with everything that it looks at:
    /// exactly the force that the next step applies, or its first part if it must be cut into
    /// several. Where it isn't its turn to decide, it tells what it would decide if it were, and as the
    /// force `go_on` by how much what it goes on with differs from that. Nothing changes but the index
    /// of who is where, which is brought up to date.
    ///
    /// # Errors
    /// If there is no such agent, or `dt` isn't what [`World::step`] takes.
    pub fn explain(&mut self, id: AgentId, dt: f32) -> Result<Explanation, WorldError> {
        let dt = dt / self.parts(dt)?;
        self.seat(id)?;
        self.sense();
        let seat = self.seat(id)?;
        let mut agent = self.agents[seat].clone();
        let mut explanation = Explanation::default();
        let formations = self.formations.clone();
        self.form_one(&mut agent, dt, &mut explanation);
        let (picture, _) = self.split(dt);
        let mut scratch = WayScratch::default();
        plan_for(&picture, &mut agent, &mut Vec::new(), &mut scratch);
        find_way(&picture, &mut agent, &mut scratch, &mut explanation);
        let (walker, memory) = agent.split();
        let mut scratch = DecideScratch::default();
        let between = (walker.goes_on(&picture, memory, &mut scratch)).then(|| memory.clone());
        if between.is_some() {
            memory.clock.turn = None;
        }
        explanation.total = walker.decide(&picture, memory, &mut scratch, &mut explanation);
        if let Some(mut memory) = between {
            let goes_on = walker.decide(&picture, &mut memory, &mut scratch, &mut ());
            let change = goes_on - explanation.total;
            explanation.force("go_on", 1.0, change, change);
            explanation.reason(|| GOES_ON.to_owned());
            explanation.total = goes_on;
        }
        self.formations = formations;
        Ok(explanation)
    }
}
