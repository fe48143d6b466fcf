//! Stage 3: the force that each agent applies.

use std::ops::Range;

use super::batches::for_each_batch;
use crate::walker::DecideScratch;
use crate::world::World;

impl World {
    pub(in crate::world) fn decide(&mut self, rows: Range<usize>, dt: f32) {
        let (picture, agents) = self.split(dt);
        for_each_batch(picture.settings.parallel, &mut agents[rows], |batch| {
            let mut scratch = DecideScratch::default();
            for agent in batch {
                let (walker, memory) = agent.split();
                agent.force = walker.decide(&picture, memory, &mut scratch, &mut ());
            }
        });
    }
}
