//! Stage 4, "move": integrate under the limits.

use glam::Vec2;

use super::{Control, Event, EventKind, World};

impl World {
    pub(super) fn advance(&mut self, dt: f32) {
        self.obstacles.advance(dt);
        self.obstacles.refresh(self.settings.topology);
        self.time += f64::from(dt);
        let mut landed = Vec::new();
        for (index, agent) in self.agents.iter_mut().enumerate() {
            agent.previous = agent.body.position;
            if agent.is_in_the_air() {
                if agent.fly(dt) {
                    landed.push(index);
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
        self.land(&landed);
    }
}
