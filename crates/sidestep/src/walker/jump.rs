//! Jumps: ways that aren't walked.

use super::Link;
use super::Walker;
use super::memory::{Jump, LocalGoal, Memory};
use crate::explain::{MarkKind, MarkShape, Recorder};
use crate::motion::Body;

/// Distance to where a jump begins, in radii, from which an agent takes off.
const AT_START: f32 = 0.5;

impl Memory {
    /// Whether the agent is jumping now: it meets nobody and nothing.
    #[must_use]
    pub fn is_in_the_air(&self) -> bool {
        self.apart
            .seldom
            .jump
            .is_some_and(|jump| jump.flight.is_some())
    }

    /// Whether the agent jumps and hasn't moved yet since it took off.
    pub(super) fn takes_off(&self) -> bool {
        let flight = self.seldom().jump.and_then(|jump| jump.flight);
        flight.is_some_and(|(_, seconds)| seconds == 0.0)
    }

    /// Sends the agent over a link: it walks to where that begins, and jumps.
    pub fn begin_jump(&mut self, link: Link) {
        self.edit_seldom().jump = Some(Jump { link, flight: None });
        self.clear_way();
    }

    /// Ends the jump of an agent that has come down.
    pub fn land(&mut self) {
        if let Some(seldom) = self.seldom_apart() {
            seldom.jump = None;
            self.tidy_seldom();
        }
        self.clear_way();
        self.forget_progress();
    }

    /// Moves the body on its jump by `dt` seconds. Returns whether that ends it; does nothing for
    /// one that isn't in the air.
    pub fn fly(&mut self, body: &mut Body, dt: f32) -> bool {
        let seldom = self.seldom_apart();
        let Some(jump) = seldom.and_then(|seldom| seldom.jump.as_mut()) else {
            return false;
        };
        let Some((start, seconds)) = &mut jump.flight else {
            return false;
        };
        *seconds += f64::from(dt);
        let share = (*seconds / f64::from(jump.link.seconds)).min(1.0) as f32;
        let way = jump.link.to - *start;
        body.position = *start + way * share;
        body.velocity = (way / jump.link.seconds).clamp_length_max(body.limits.max_speed);
        body.face_velocity();
        share >= 1.0
    }
}

impl Walker<'_> {
    /// Sends an agent that is to jump to where the jump begins, and off when it is there.
    pub(super) fn prepare_jump(&self, memory: &mut Memory) {
        let seldom = memory.seldom_apart();
        let Some(jump) = seldom.and_then(|seldom| seldom.jump.as_mut()) else {
            return;
        };
        if jump.flight.is_some() {
            return;
        }
        let way = jump.link.from.distance(self.body.position);
        if way <= AT_START * self.body.radius {
            jump.flight = Some((self.body.position, 0.0));
        } else {
            memory.edit_way().local_goal = LocalGoal::Via {
                place: jump.link.from,
                remaining: way + jump.link.from.distance(jump.link.to),
            };
        }
    }
}

impl Jump {
    /// Shows a jump that an agent has before it.
    pub fn tell(&self, recorder: &mut impl Recorder) {
        let link = self.link;
        let from = self.flight.map_or(link.from, |(start, _)| start);
        recorder.mark(
            MarkKind::Path,
            MarkShape::Line { from, to: link.to },
            || "jump".to_owned(),
        );
        recorder.reason(|| match self.flight {
            Some((_, seconds)) => {
                format!("jumps, {seconds:.1} s of {:.1} s are over", link.seconds)
            }
            None => "walks to where its jump begins".to_owned(),
        });
    }
}
