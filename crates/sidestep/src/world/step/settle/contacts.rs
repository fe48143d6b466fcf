//! Who may touch whom in a step, and how they push each other apart.

use glam::Vec2;

use crate::contact::{Touching, push_apart};
use crate::space::AgentGrid;
use crate::world::store::{Agent, Picture};

/// Distance (in radii) by which the passes may move an agent until it can meet somebody who isn't in its
/// list.
const REACH: f32 = 0.5;

/// The agents near each agent, by index and in order of id. Found once a step, read by every pass.
#[derive(Clone, Debug, Default)]
pub(super) struct Contacts {
    /// Where each agent's list begins; one more at the end.
    starts: Vec<usize>,
    near: Vec<u32>,
}

impl Contacts {
    pub fn find(&mut self, picture: &Picture<'_>, agents: &[Agent], grid: &mut AgentGrid) {
        let topology = picture.settings.topology;
        let largest = picture.context.largest_radius;
        grid.rebuild(
            (0u32..).zip(
                agents
                    .iter()
                    .map(|agent| topology.wrap(agent.body.position)),
            ),
            (3.0 * largest).max(0.1),
            topology,
        );
        self.starts.clear();
        self.near.clear();
        for (index, agent) in agents.iter().enumerate() {
            let begin = self.near.len();
            self.starts.push(begin);
            let body = &agent.body;
            let position = topology.wrap(body.position);
            let reach = (1.0 + REACH) * (body.radius + largest);
            grid.within(position, reach, |other, way| {
                let other_agent = &agents[other as usize];
                let sum = (1.0 + REACH) * (body.radius + other_agent.body.radius);
                if other as usize != index
                    && way.length_squared() < sum * sum
                    && agent.filter().meets(&other_agent.filter())
                {
                    self.near.push(other);
                }
            });
            self.near[begin..].sort_unstable();
        }
        self.starts.push(self.near.len());
    }

    /// How far an agent is pushed by those it overlaps (m): see [`push_apart`].
    pub fn push(&self, picture: &Picture<'_>, agents: &[Agent], index: usize) -> Vec2 {
        let agent = &agents[index];
        if !agent.profile.is_steered() {
            return Vec2::ZERO;
        }
        let topology = picture.context.topology;
        let near = &self.near[self.starts[index]..self.starts[index + 1]];
        let touching = near.iter().map(|&other| {
            let other = &agents[other as usize];
            Touching {
                id: other.id.0,
                body: &other.body,
                way: topology.between(agent.body.position, other.body.position),
                gives_way: other.profile.is_steered(),
            }
        });
        push_apart(agent.id.0, &agent.body, touching)
    }
}
