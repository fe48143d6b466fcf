//! Stage 3: the force that each agent applies.

use std::ops::Range;

use crate::walker::DecideScratch;
use crate::world::World;
use crate::world::batches::for_each_batch;

impl World {
    pub(in crate::world) fn decide(&mut self, rows: Range<usize>, dt: f32) {
        let Some(ids) = self.agents.ids_in(rows) else {
            return;
        };
        let (picture, agents) = self.split(dt);
        let (parallel, scratch) = (picture.settings.parallel, DecideScratch::default);
        // By seat, so that those who are near each other decide one after the other.
        for_each_batch(parallel, agents, scratch, |scratch, batch| {
            for agent in batch.iter_mut().filter(|agent| ids.contains(&agent.id)) {
                let (walker, memory) = agent.split();
                agent.force = walker.decide(&picture, memory, scratch, &mut ());
            }
        });
    }
}
