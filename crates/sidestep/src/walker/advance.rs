//! How a body moves in a step: by the force that was decided on, on a jump, or as its driver says; and
//! where it faces.

use glam::Vec2;

use super::{Control, EventKind, Memory, Perception, Walker};
use crate::motion::Body;

/// Speed below which what somebody wants is no way to face (shares of its largest speed).
const STAYS_BELOW: f32 = 0.05;

/// Who has decided to go more slowly than at this share of the speed that it would like is kept from
/// getting on.
const GETS_ON: f32 = 0.25;

/// A body after a step, before contacts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Advanced {
    /// The body as it is then.
    pub body: Body,
    /// Where its move began (m): contacts sweep from here. Where it came down, if it landed.
    pub start: Vec2,
}

impl Walker<'_> {
    /// Moves the body through the step under its limits, by `force` (N) if it is steered, and turns it
    /// towards where it means to go, at its own pace ([`Profile::turn_rate`](super::Profile::turn_rate)):
    /// who is pushed aside or back in a crowd goes on facing its way. Who jumps
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
        let mut body = self.body;
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
            Control::Steered => {
                body.go(force, dt);
                if let Some(intent) = self.intent(memory) {
                    body.turn_towards(intent, self.profile.turn_rate * dt);
                }
            }
            Control::Driven => body.position += body.velocity * dt,
        }
        if !(body.position.is_finite() && body.velocity.is_finite()) {
            body.position = start;
            body.velocity = Vec2::ZERO;
            tell(EventKind::Unsound);
        }
        Advanced { body, start }
    }

    /// Where the agent means to go (m/s): as it has decided, or where it would like to go while others
    /// keep it from getting on. `None` for who wants to stay where it is.
    fn intent(&self, memory: &Memory) -> Option<Vec2> {
        let (wanted, decided) = (memory.wanted, memory.clock.velocity);
        let stays = STAYS_BELOW * self.body.limits.max_speed;
        if wanted.length_squared() <= stays * stays {
            return None;
        }
        let least = GETS_ON * GETS_ON * wanted.length_squared();
        let gets_on = decided.length_squared() >= least;
        Some(if gets_on { decided } else { wanted })
    }
}
