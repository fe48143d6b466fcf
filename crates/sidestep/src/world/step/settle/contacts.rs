//! Who may touch whom in a step, and how they push each other apart.

use glam::Vec2;

use crate::contact::REACH;
use crate::space::AgentGrid;
use crate::world::step::batches::map_batches;
use crate::world::store::{Agent, Picture};

/// The agents near each agent, by index and in order of id. Found once a step, read by every pass.
#[derive(Clone, Debug, Default)]
pub(super) struct Contacts {
    /// Where each agent's list begins; one more at the end.
    starts: Vec<u32>,
    near: Vec<u32>,
}

impl Contacts {
    pub fn find(&mut self, picture: &Picture<'_>, agents: &[Agent], grid: &mut AgentGrid) {
        let topology = picture.settings.topology;
        let largest = picture.context.usual.radius;
        grid.rebuild(
            (agents.iter()).map(|agent| topology.wrap(agent.body.position)),
            // Wider than the reach asks for: in a plain crowd the cells outweigh who is in them.
            (4.0 * largest).max(0.1),
            topology,
        );
        grid.show_always(&picture.senses.unusual);
        let grid = &*grid;
        let batches = map_batches(picture.settings.parallel, agents.len(), |batch| {
            let mut found = Self::default();
            for agent in &agents[batch] {
                found.starts.push(found.near.len() as u32);
                found.add(agent, picture, agents, grid);
            }
            found
        });
        self.starts.clear();
        self.near.clear();
        for found in batches {
            let begin = self.near.len() as u32;
            self.starts
                .extend(found.starts.into_iter().map(|start| begin + start));
            self.near.extend(found.near);
        }
        self.starts.push(self.near.len() as u32);
    }

    /// Adds those near one agent.
    fn add(&mut self, agent: &Agent, picture: &Picture<'_>, agents: &[Agent], grid: &AgentGrid) {
        let begin = self.near.len();
        let body = &agent.body;
        let position = picture.settings.topology.wrap(body.position);
        let reach = (1.0 + REACH) * (body.radius + picture.context.usual.radius);
        grid.within(position, reach, |slot, way| {
            let other = grid.indices()[slot as usize];
            let theirs = &agents[other as usize];
            if (agent.walker()).may_touch(&agent.memory, (&theirs.walker(), &theirs.memory), way) {
                self.near.push(other);
            }
        });
        self.near[begin..].sort_unstable();
    }

    /// How far an agent is pushed by those it overlaps (m).
    pub fn push(&self, picture: &Picture<'_>, agents: &[Agent], index: usize) -> Vec2 {
        let [begin, end] = [self.starts[index], self.starts[index + 1]];
        let near = &self.near[begin as usize..end as usize];
        let others = near.iter().map(|&other| agents[other as usize].walker());
        (agents[index].walker()).push_apart(picture.context.topology, others)
    }
}
