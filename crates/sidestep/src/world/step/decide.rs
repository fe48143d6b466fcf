//! Stage 3: the force that each agent applies.

use std::ops::Range;

use crate::walker::DecideScratch;
use crate::world::World;
use crate::world::batches::for_each_batch;
use crate::world::store::{Agent, FETCHED, touch};

impl World {
    pub(in crate::world) fn decide(&mut self, rows: Range<usize>, dt: f32) {
        let (picture, agents) = self.split(dt);
        // Those who are near each other decide one after the other: what they see is in the
        // processor's cache then.
        let mut deciding: Vec<Option<&mut Agent>> = Vec::new();
        deciding.resize_with(agents.len(), || None);
        let slots = &picture.senses.slots[rows.clone()];
        for (agent, &slot) in agents[rows].iter_mut().zip(slots) {
            deciding[slot as usize] = Some(agent);
        }
        if slots.len() < deciding.len() {
            deciding.retain(Option::is_some);
        }
        let (parallel, scratch) = (picture.settings.parallel, DecideScratch::default);
        for_each_batch(parallel, &mut deciding, scratch, |scratch, batch| {
            for few in batch.chunks_mut(FETCHED) {
                touch(few.iter().flatten().map(|agent| &**agent));
                for agent in few.iter_mut().flatten() {
                    let (walker, memory) = agent.split();
                    agent.force = walker.decide(&picture, memory, scratch, &mut ());
                }
            }
        });
    }
}
