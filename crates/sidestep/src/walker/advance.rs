//! How a body moves in a step: by the force that was decided on, on a jump, or as its driver says.

use glam::Vec2;

use super::{Control, EventKind, Memory, Perception, Walker};
use crate::motion::Body;

/// A body after a step, before contacts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Advanced {
    /// The body as it is then.
    pub body: Body,
    /// Where its move began (m): contacts sweep from here. Where it came down, if it landed.
    pub start: Vec2,
}

impl Walker<'_> {
    /// Moves the body through the step under its limits, by `force` (N) if it is steered. Who jumps
    /// flies, and comes down at the nearest free place. A body that would leave the numbers stays
    /// where it was, at rest. Tells of [`EventKind::TookOff`], [`EventKind::Landed`] and
    /// [`EventKind::Unsound`].
    pub fn advance<'a>(
        &self,
        perception: &impl Perception<'a>,
        memory: &mut Memory,
        force: Vec2,
        mut tell: impl FnMut(EventKind),
    ) -> Advanced {
        let dt = perception.context().dt;
        let mut body = *self.body;
        let mut start = body.position;
        if memory.is_in_the_air() {
            if memory.takes_off() {
                tell(EventKind::TookOff);
            }
            if memory.fly(&mut body, dt) {
                start = self.free_place(perception, memory, body.position);
                body.position = start;
                memory.land();
                tell(EventKind::Landed);
            }
            return Advanced { body, start };
        }
        match self.profile.control {
            Control::Steered => body.advance(force, dt),
            Control::Driven => body.position += body.velocity * dt,
        }
        if !(body.position.is_finite() && body.velocity.is_finite()) {
            body.position = start;
            body.velocity = Vec2::ZERO;
            tell(EventKind::Unsound);
        }
        Advanced { body, start }
    }
}
