//! Stage 4, "move": integrate under the limits.

use crate::walker::Event;
use crate::world::World;
use crate::world::batches::collect_from_batches;

impl World {
    pub(in crate::world) fn advance(&mut self, dt: f32, is_last_part: bool) {
        // Whoever decided, here or elsewhere, has done so by now.
        self.tell_those_met();
        self.obstacles.advance(dt, is_last_part);
        self.obstacles.refresh(self.settings.topology);
        self.time += f64::from(dt);
        let mut events = std::mem::take(&mut self.events);
        let (picture, agents) = self.split(dt);
        let (time, parallel) = (picture.context.time, picture.settings.parallel);
        collect_from_batches(parallel, agents, &mut events, |batch, events| {
            for agent in batch {
                let force = agent.force;
                let (walker, memory) = agent.split();
                let tell = |kind| {
                    let agent = walker.id;
                    events.push(Event { time, agent, kind });
                };
                let advanced = walker.advance(&picture, memory, force, tell);
                (agent.body, agent.previous) = (advanced.body.into(), advanced.start);
            }
        });
        self.events = events;
    }
}
