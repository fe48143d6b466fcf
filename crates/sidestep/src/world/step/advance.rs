//! Stage 4, "move": integrate under the limits.

use glam::Vec2;

use crate::walker::{Control, Event, EventKind};
use crate::world::World;

impl World {
    pub(in crate::world) fn advance(&mut self, dt: f32) {
        self.obstacles.advance(dt);
        self.obstacles.refresh(self.settings.topology);
        self.time += f64::from(dt);
        let mut landed = Vec::new();
        for (row, agent) in self.agents.iter_mut().enumerate() {
            agent.previous = agent.body.position;
            if agent.memory.is_in_the_air() {
                if agent.memory.fly(&mut agent.body, dt) {
                    landed.push(row);
                }
                continue;
            }
            match agent.profile.control {
                Control::Steered => agent.body.advance(agent.force, dt),
                Control::Driven => agent.body.position += agent.body.velocity * dt,
            }
            if !(agent.body.position.is_finite() && agent.body.velocity.is_finite()) {
                agent.body.position = agent.previous;
                agent.body.velocity = Vec2::ZERO;
                self.events.push(Event {
                    time: self.time,
                    agent: agent.id,
                    kind: EventKind::Unsound,
                });
            }
        }
        self.land(&landed, dt);
    }

    /// Brings down those whose jump is over, at the nearest free place.
    fn land(&mut self, landed: &[usize], dt: f32) {
        for &row in landed {
            let (picture, agents) = self.split(dt);
            let agent = &mut agents[row];
            let place = agent
                .walker()
                .free_place(&picture, &agent.memory, agent.body.position);
            agent.body.position = place;
            agent.previous = place;
            agent.memory.land();
            let id = agent.id;
            self.events.push(Event {
                time: self.time,
                agent: id,
                kind: EventKind::Landed,
            });
        }
    }
}
