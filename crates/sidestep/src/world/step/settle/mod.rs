//! Stage 5: contacts. Who is inside a wall, an obstacle or another agent is pushed out, as far as
//! the passes go. Nobody jumps through a wall, and no wall through anybody, however fast they are.

mod contacts;
mod sweep;

use glam::Vec2;

use crate::contact::honest_velocity;
use crate::walker::Slider;
use crate::world::World;
use crate::world::batches::{for_each_batch, map_batches};
use crate::world::store::Agent;
use contacts::Contacts;

/// Memory that is reused from step to step.
#[derive(Clone, Debug, Default)]
pub(in crate::world) struct Settling {
    contacts: Contacts,
}

impl World {
    pub(in crate::world) fn settle(&mut self, dt: f32) {
        if self.settings.settle {
            let carried = self.carry(dt);
            self.slide_along_obstacles(dt);
            self.part_agents(dt);
            self.finish(dt);
            self.keep_carried(&carried, dt);
        }
        self.come_to_rest(dt);
        self.senses.stale = true;
    }

    /// Takes every agent from where the step began to where it wants to be, bent along what is in
    /// the way.
    fn slide_along_obstacles(&mut self, dt: f32) {
        let (picture, agents) = self.split(dt);
        if picture.obstacles.is_empty() {
            // As rounding makes it for who finds nothing.
            let parallel = picture.settings.parallel;
            for_each_batch(
                parallel,
                agents,
                || (),
                |(), batch| {
                    for agent in steered(batch) {
                        agent.body.position =
                            agent.previous + (agent.body.position - agent.previous);
                    }
                },
            );
            return;
        }
        let (parallel, slider) = (picture.settings.parallel, || Slider::new(&picture));
        for_each_batch(parallel, agents, slider, |slider, batch| {
            for agent in steered(batch) {
                let wanted = agent.body.position - agent.previous;
                agent.body.position =
                    slider.slide(&agent.walker(), &agent.memory, agent.previous, wanted);
            }
        });
    }

    /// Pushes overlapping agents apart, in passes.
    fn part_agents(&mut self, dt: f32) {
        let mut settling = std::mem::take(&mut self.settling);
        // From here to the end of the step nobody asks who was where: that memory is used again.
        let mut grid = std::mem::take(&mut self.senses.grid);
        let mut slots = std::mem::take(&mut self.senses.slots);
        let passes = self.settings.settle_passes;
        let (picture, agents) = self.split(dt);
        (settling.contacts).find(&picture, agents, (&mut grid, &mut slots));
        for _ in 0..passes {
            let (contacts, all) = (&settling.contacts, &*agents);
            let pushes = map_batches(picture.settings.parallel, contacts.len(), |batch| {
                let pushes = batch.map(|place| contacts.push(&picture, all, place));
                pushes.collect::<Vec<Vec2>>()
            });
            let mut slider = Slider::new(&picture);
            let mut moved = false;
            for (seat, push) in contacts.touching().zip(pushes.iter().flatten()) {
                if *push != Vec2::ZERO {
                    let agent = &mut agents[seat];
                    agent.body.position =
                        slider.slide(&agent.walker(), &agent.memory, agent.body.position, *push);
                    moved = true;
                }
            }
            if !moved {
                break;
            }
        }
        (self.senses.grid, self.senses.slots) = (grid, slots);
        self.settling = settling;
    }

    /// Shortens the moves whose straight line cuts through a shape, though the bent way didn't, and
    /// frees whom something has caught.
    fn finish(&mut self, dt: f32) {
        let (picture, agents) = self.split(dt);
        if picture.obstacles.is_empty() {
            return;
        }
        let (parallel, slider) = (picture.settings.parallel, || Slider::new(&picture));
        for_each_batch(parallel, agents, slider, |slider, batch| {
            for agent in steered(batch) {
                let (start, end) = (agent.previous, agent.body.position);
                let settled = slider.finish(&agent.walker(), &agent.memory, start, end);
                (agent.body.position, agent.previous) = (settled.position, settled.start);
            }
        });
    }

    /// Everybody is in the box if the plane wraps. If contacts were settled, nobody is faster than it has
    /// moved: see [`Slider::velocity`].
    fn come_to_rest(&mut self, dt: f32) {
        let (picture, agents) = self.split(dt);
        let (settles, topology) = (picture.settings.settle, picture.settings.topology);
        let any_moves = picture.obstacles.moving().next().is_some();
        let (parallel, slider) = (picture.settings.parallel, || Slider::new(&picture));
        for_each_batch(parallel, agents, slider, |slider, batch| {
            for agent in batch {
                if settles && agent.walker().is_on_its_feet(&agent.memory) {
                    agent.body.velocity = if any_moves {
                        slider.velocity(&agent.walker(), &agent.memory, agent.previous)
                    } else {
                        honest_velocity(&agent.body(), agent.previous, dt)
                    };
                }
                agent.body.position = topology.wrap(agent.body.position);
            }
        });
    }
}

/// Those that contacts may move.
fn steered(agents: &mut [Agent]) -> impl Iterator<Item = &mut Agent> {
    agents
        .iter_mut()
        .filter(|agent| agent.walker().is_on_its_feet(&agent.memory))
}
