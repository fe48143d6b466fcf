//! Jumps: ways that aren't walked.

use glam::Vec2;

use super::agent::Agent;
use super::plan::{Nearby, free_place};
use super::ways::Course;
use super::{Event, EventKind, Link, World};
use crate::explain::{MarkKind, MarkShape, Recorder};
use crate::space::Filter;

/// So near (radii) an agent has to come to where a jump begins.
const AT_START: f32 = 0.5;

/// A jump that an agent was told to take.
#[derive(Clone, Copy, Debug)]
pub(super) struct Jump {
    pub link: Link,
    /// Where it took off and how long it has been on the way (s), once it has.
    pub flight: Option<(Vec2, f64)>,
}

impl Agent {
    /// Whether it is jumping now: it meets nobody and nothing.
    pub fn is_in_the_air(&self) -> bool {
        self.memory.jump.is_some_and(|jump| jump.flight.is_some())
    }

    /// Whom it meets and who meets it: nobody while it jumps.
    pub fn filter(&self) -> Filter {
        if self.is_in_the_air() {
            Filter {
                layers: 0,
                mask: 0,
                ..self.profile.filter
            }
        } else {
            self.profile.filter
        }
    }

    /// Sends an agent that is to jump to where the jump begins, and off when it is there.
    pub fn prepare_jump(&mut self) {
        let Some(jump) = &mut self.memory.jump else {
            return;
        };
        if jump.flight.is_some() {
            return;
        }
        let way = jump.link.from.distance(self.body.position);
        if way <= AT_START * self.body.radius {
            jump.flight = Some((self.body.position, 0.0));
        } else {
            self.memory.way.course = Course::Toward {
                place: jump.link.from,
                remaining: way + jump.link.from.distance(jump.link.to),
            };
        }
    }

    /// Shows the jump of an agent that has one before it.
    pub fn tell_jump(&self, recorder: &mut impl Recorder) {
        let Some(jump) = &self.memory.jump else {
            return;
        };
        let link = jump.link;
        let from = jump.flight.map_or(link.from, |(start, _)| start);
        recorder.mark(
            MarkKind::Path,
            MarkShape::Line { from, to: link.to },
            || "jump".to_owned(),
        );
        recorder.reason(|| match jump.flight {
            Some((_, seconds)) => {
                format!("jumps, {seconds:.1} s of {:.1} s are over", link.seconds)
            }
            None => "walks to where its jump begins".to_owned(),
        });
    }

    /// Moves an agent on its jump by `dt` seconds. Says whether that ends it.
    pub fn fly(&mut self, dt: f32) -> bool {
        let Some(jump) = &mut self.memory.jump else {
            return false;
        };
        let Some((start, seconds)) = &mut jump.flight else {
            return false;
        };
        *seconds += f64::from(dt);
        let share = (*seconds / f64::from(jump.link.seconds)).min(1.0) as f32;
        let way = jump.link.to - *start;
        self.body.position = *start + way * share;
        self.body.velocity = (way / jump.link.seconds).clamp_length_max(self.body.limits.max_speed);
        self.body.face_velocity();
        share >= 1.0
    }
}

impl World {
    /// Brings down those whose jump is over, at the nearest free place.
    pub(super) fn land(&mut self, landed: &[usize]) {
        for &index in landed {
            let (picture, agents) = self.split();
            let agent = &mut agents[index];
            let place = free_place(
                &picture,
                agent.body.radius,
                &agent.profile.filter,
                agent.body.position,
                &mut Nearby::default(),
            );
            agent.body.position = place;
            agent.previous = place;
            agent.memory.jump = None;
            agent.memory.way = Default::default();
            agent.memory.watch = Default::default();
            let id = agent.id;
            self.events.push(Event {
                time: self.time,
                agent: id,
                kind: EventKind::Landed,
            });
        }
    }
}
