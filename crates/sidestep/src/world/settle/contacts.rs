//! Who may touch whom in a step, and how they push each other apart.

use glam::Vec2;

use crate::space::AgentGrid;
use crate::steer::parting_direction;
use crate::world::Control;
use crate::world::agent::Agent;
use crate::world::sense::Picture;

/// Overlaps below this share of the radius are left alone, so that touching agents don't tremble.
const SLACK: f32 = 1e-4;

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
        let largest = picture.senses.largest_radius;
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

    /// How far an agent is pushed by those it overlaps (m): the heavier moves less. The sum is in order of
    /// id, so that it doesn't depend on the grid.
    pub fn push(&self, picture: &Picture<'_>, agents: &[Agent], index: usize) -> Vec2 {
        let agent = &agents[index];
        let body = &agent.body;
        let mut push = Vec2::ZERO;
        if agent.profile.control == Control::Driven {
            return push;
        }
        let mut count = 0;
        for &other in &self.near[self.starts[index]..self.starts[index + 1]] {
            let other = &agents[other as usize];
            let way = picture
                .settings
                .topology
                .between(body.position, other.body.position);
            let depth = body.radius + other.body.radius - way.length();
            if depth <= SLACK * body.radius {
                continue;
            }
            // Nothing moves who is driven.
            let share = match other.profile.control {
                Control::Driven => 1.0,
                Control::Steered => other.body.mass / (body.mass + other.body.mass),
            };
            let away = (-way)
                .try_normalize()
                .unwrap_or_else(|| parting_direction(agent.id.0, other.id.0));
            push += away * (depth * share);
            count += 1;
        }
        // All neighbours push at the same time: the more there are, the less each one's answer is needed.
        if count > 2 {
            push * (2.0 / count as f32)
        } else {
            push
        }
    }
}
