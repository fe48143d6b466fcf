//! Contacts of agents: moves among walls and obstacles, and who pushes whom.

use glam::Vec2;

use super::{Memory, Perception, Walker};
use crate::avoid::Obstacle;
use crate::contact::{Disc, Touching, are_near, push_apart};
use crate::space::Topology;

/// Agents that move among walls and obstacles, one after the other, with memory that is reused.
#[derive(Debug)]
pub struct Slider<'a, 'p, P> {
    perception: &'p P,
    found: Vec<Obstacle<'a>>,
}

impl<'a, 'p, P: Perception<'a>> Slider<'a, 'p, P> {
    /// Moves among what is perceived.
    #[must_use]
    pub const fn new(perception: &'p P) -> Self {
        Self {
            perception,
            found: Vec::new(),
        }
    }

    /// Where a move by `way` (m) from `start` (m) ends: see [`Disc::slide`].
    pub fn slide(&mut self, walker: &Walker<'_>, memory: &Memory, start: Vec2, way: Vec2) -> Vec2 {
        let disc = self.gather(walker, memory, start, start + way);
        disc.slide(start, way, &self.found)
    }

    /// How far the straight way from `start` to `end` (m) is free: see [`Disc::straight`].
    pub fn straight(
        &mut self,
        walker: &Walker<'_>,
        memory: &Memory,
        start: Vec2,
        end: Vec2,
    ) -> Vec2 {
        let disc = self.gather(walker, memory, start, end);
        disc.straight(start, end, &self.found)
    }

    fn gather(&mut self, walker: &Walker<'_>, memory: &Memory, start: Vec2, end: Vec2) -> Disc {
        let disc = Disc::for_extent(walker.body.radius, self.perception.context().extent);
        let filter = walker.standing_filter(memory);
        let area = disc.area(start, end);
        self.perception.obstacles(area, &filter, &mut self.found);
        disc
    }
}

impl Walker<'_> {
    /// Whether contacts may move it: it is steered, and not in the air.
    #[must_use]
    pub fn is_on_its_feet(&self, memory: &Memory) -> bool {
        self.profile.is_steered() && !memory.is_in_the_air()
    }

    /// Whether it may touch another agent, each with its memory, while contacts are settled. `way`
    /// (m) is the shortest between them.
    #[must_use]
    pub fn may_touch(&self, memory: &Memory, other: (&Walker<'_>, &Memory), way: Vec2) -> bool {
        let (other, theirs) = other;
        self.id != other.id
            && are_near(self.body, other.body, way)
            && self.filter(memory).meets(&other.filter(theirs))
    }

    /// How far those that it overlaps push it (m), nothing if it is driven: see [`push_apart`].
    /// `others` are those that it [may touch](Walker::may_touch), in order of id.
    pub fn push_apart<'o>(
        &self,
        topology: Topology,
        others: impl IntoIterator<Item = Walker<'o>>,
    ) -> Vec2 {
        if !self.profile.is_steered() {
            return Vec2::ZERO;
        }
        let touching = others.into_iter().map(|other| Touching {
            id: other.id.0,
            body: other.body,
            way: topology.between(self.body.position, other.body.position),
            gives_way: other.profile.is_steered(),
        });
        push_apart(self.id.0, self.body, touching)
    }
}
