//! Who may touch whom in a step, and how they push each other apart.

use glam::Vec2;

use crate::contact::REACH;
use crate::space::AgentGrid;
use crate::world::step::batches::map_batches;
use crate::world::store::{Agent, Picture};

/// Who may touch whom. Found once a step, read by every pass.
#[derive(Clone, Debug, Default)]
pub(super) struct Contacts {
    /// Those who may touch somebody, in order of id: most touch nobody.
    touching: Vec<Touching>,
    /// By index and in order of id: whom each of them may touch.
    near: Vec<u32>,
}

/// Somebody who may touch others, by index, and where these are in the list.
#[derive(Clone, Copy, Debug)]
struct Touching {
    index: u32,
    first: u32,
    end: u32,
}

impl Contacts {
    pub fn find(&mut self, picture: &Picture<'_>, agents: &[Agent], grid: &mut AgentGrid) {
        let topology = picture.settings.topology;
        let largest = picture.context.usual.radius;
        grid.rebuild(
            (agents.iter()).map(|agent| topology.wrap(agent.body.position)),
            // Wider than the reach asks for: in a plain crowd the cells outweigh who is in them, in time and
            // in memory.
            (8.0 * largest).max(0.1),
            topology,
        );
        grid.show_always(&picture.senses.unusual);
        let grid = &*grid;
        let batches = map_batches(picture.settings.parallel, agents.len(), |slots| {
            let mut found = Self::default();
            for slot in slots {
                found.add(slot, picture, agents, grid);
            }
            found
        });
        self.touching.clear();
        self.near.clear();
        for found in batches {
            let before = self.near.len() as u32;
            let moved = found.touching.into_iter().map(|it| Touching {
                index: it.index,
                first: it.first + before,
                end: it.end + before,
            });
            self.touching.extend(moved);
            self.near.extend(found.near);
        }
        self.touching.sort_unstable_by_key(|it| it.index);
    }

    /// Adds those near the agent in a slot. Rows lie anywhere, so nobody looks at one before there is
    /// somebody near; who that is looks closely.
    fn add(&mut self, slot: usize, picture: &Picture<'_>, agents: &[Agent], grid: &AgentGrid) {
        let first = self.near.len();
        let index = grid.indices()[slot];
        let agent = &agents[index as usize];
        let usual = picture.context.usual.radius;
        let radius = if picture.senses.unusual.contains(&index) {
            agent.body.radius
        } else {
            usual
        };
        let reach = (1.0 + REACH) * (radius + usual);
        grid.within(grid.places()[slot], reach, |other, way| {
            if other as usize == slot {
                return;
            }
            let other = grid.indices()[other as usize];
            let theirs = &agents[other as usize];
            if (agent.walker()).may_touch(&agent.memory, (&theirs.walker(), &theirs.memory), way) {
                self.near.push(other);
            }
        });
        if self.near.len() > first {
            self.near[first..].sort_unstable();
            let (first, end) = (first as u32, self.near.len() as u32);
            self.touching.push(Touching { index, first, end });
        }
    }

    /// How many may touch somebody.
    pub fn len(&self) -> usize {
        self.touching.len()
    }

    /// Those who may touch somebody, by index and in order of id.
    pub fn touching(&self) -> impl Iterator<Item = usize> {
        self.touching.iter().map(|it| it.index as usize)
    }

    /// How far the one at this place among those who may touch somebody is pushed by those it overlaps
    /// (m).
    pub fn push(&self, picture: &Picture<'_>, agents: &[Agent], place: usize) -> Vec2 {
        let Touching { index, first, end } = self.touching[place];
        let near = &self.near[first as usize..end as usize];
        let others = near.iter().map(|&other| agents[other as usize].walker());
        (agents[index as usize].walker()).push_apart(picture.context.topology, others)
    }
}
