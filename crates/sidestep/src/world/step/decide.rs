//! Stage 3: the force that each agent applies.

use std::ops::Range;

use crate::walker::DecideScratch;
use crate::world::World;
use crate::world::batches::{collect_from_batches, for_each_batch};
use crate::world::store::Agent;

/// Number of agents whose rows are fetched at once.
const FETCHED: usize = 8;

impl World {
    pub(in crate::world) fn decide(&mut self, rows: Range<usize>, dt: f32) {
        let (picture, agents) = self.split(dt);
        // Those who are near each other decide one after the other: what they see is in the
        // processor's cache then.
        let mut left: Vec<Option<&mut Agent>> = agents.iter_mut().map(Some).collect();
        let slots = picture.senses.grid.indices().iter();
        let mut agents: Vec<&mut Agent> = (slots.map(|&row| row as usize))
            .filter(|row| rows.contains(row))
            .filter_map(|row| left[row].take())
            .collect();
        let (parallel, scratch) = (picture.settings.parallel, DecideScratch::default);
        for_each_batch(parallel, &mut agents, scratch, |scratch, batch| {
            // Rows lie anywhere: those of a few at a time are asked for at once, so that nobody waits
            // for each of them.
            for few in batch.chunks_mut(FETCHED) {
                std::hint::black_box(few.iter().map(|agent| agent.touch()).sum::<f32>());
                for agent in few {
                    let (walker, memory) = agent.split();
                    agent.force = walker.decide(&picture, memory, scratch, &mut ());
                }
            }
        });
    }

    /// Tells those whom somebody has newly met in this step.
    pub(in crate::world) fn tell_those_met(&mut self) {
        let mut meetings = Vec::new();
        let (parallel, agents) = (self.settings.parallel, &mut self.agents);
        collect_from_batches(parallel, agents, &mut meetings, |batch, meetings| {
            for agent in batch {
                let met = agent.memory.take_newly_met();
                meetings.extend(met.map(|met| (agent.id, met)));
            }
        });
        for (id, met) in meetings {
            if let Ok(met) = self.find(met) {
                self.agents[met].memory.be_met(id);
            }
        }
    }
}
