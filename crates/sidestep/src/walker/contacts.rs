//! Contacts of agents: moves among walls and obstacles, and who pushes whom.

use glam::Vec2;

use super::{Memory, Perception, Walker};
use crate::avoid::Obstacle;
use crate::avoid::detour::{Barrier, BarrierKind, Blocker, way_out};
use crate::contact::{Disc, Touching, are_near, honest_velocity, push_apart, pushed_velocity};
use crate::geometry::{Bounds, Hull};
use crate::space::Topology;

/// How deep a body has to be in something to be caught (shares of its radius): rounding alone
/// catches nobody.
const CAUGHT: f32 = 0.01;

/// How near something that moves has to be to have pushed a body (shares of its radius).
const TOUCHES: f32 = 0.05;

/// Number of barriers around, the nearest ones, among which a way out is looked for.
const MOST_AROUND: usize = 24;

/// Where a move has ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settled {
    /// Where it has ended (m).
    pub position: Vec2,
    /// Where it began (m); where it ended, if the body was caught in something and came out.
    pub start: Vec2,
}

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

    /// Where a move from `start` to `end` (m), bent as it may be, ends at last: straight seen, it
    /// cuts through nothing (see [`Disc::straight`]). Who is caught in something, because that has
    /// moved or appeared and its nearest side doesn't lead out, comes out at the nearest free place
    /// on the same side of every wall.
    pub fn finish(
        &mut self,
        walker: &Walker<'_>,
        memory: &Memory,
        start: Vec2,
        end: Vec2,
    ) -> Settled {
        let disc = self.gather(walker, memory, start, end);
        let position = disc.straight(start, end, &self.found);
        let Some(mut out) = self.way_out(walker, memory, &disc, position) else {
            return Settled { position, start };
        };
        // Bent on the way, it may have come round the end of a wall: then it comes out from where
        // it began.
        if self.crosses_wall(walker, memory, start, out) {
            out = self
                .way_out(walker, memory, &disc, start)
                .unwrap_or(position);
        }
        Settled {
            position: out,
            start: out,
        }
    }

    /// Velocity (m/s) of an agent that contacts have taken from `start` (m) to where it is in this
    /// step: see [`honest_velocity`], and [`pushed_velocity`] where it touches something that moves.
    pub fn velocity(&mut self, walker: &Walker<'_>, memory: &Memory, start: Vec2) -> Vec2 {
        let (body, dt) = (&walker.body, self.perception.context().dt);
        let honest = honest_velocity(body, start, dt);
        if honest == body.velocity {
            return honest;
        }
        let place = body.position;
        self.gather(walker, memory, place, place);
        let near = (1.0 + TOUCHES) * body.radius;
        let touches = |it: &Obstacle<'_>| it.moves() && it.hull().surface(place).distance < near;
        if self.found.iter().any(touches) {
            pushed_velocity(body, start, dt)
        } else {
            honest
        }
    }

    /// Whether a straight move of the centre (m) goes through something that stands in this step.
    pub fn crosses_what_stands(
        &mut self,
        walker: &Walker<'_>,
        memory: &Memory,
        from: Vec2,
        to: Vec2,
    ) -> bool {
        self.gather(walker, memory, from, to);
        (self.found.iter().filter(|it| !it.moves())).any(|it| is_crossed(&it.hull(), from, to))
    }

    /// Where a body that is caught at `place` (m) comes out. `None` if it isn't caught, or there is
    /// no free place near.
    fn way_out(
        &self,
        walker: &Walker<'_>,
        memory: &Memory,
        disc: &Disc,
        place: Vec2,
    ) -> Option<Vec2> {
        let radius = disc.radius;
        let depth = |obstacle: &Obstacle<'_>| radius - obstacle.hull().surface(place).distance;
        let mut largest = 0.0f32;
        let mut is_pressed = false;
        for caught in (self.found.iter()).filter(|it| depth(it) > CAUGHT * radius) {
            largest = largest.max(caught.hull().bounding_radius());
            is_pressed |= caught.moves();
        }
        if largest == 0.0 {
            return None;
        }
        let area = Bounds {
            min: place,
            max: place,
        };
        let clusters = self.perception.clusters();
        let filter = walker.standing_filter(memory);
        let mut barriers = Vec::new();
        clusters.gather(area.grown(2.0 * (largest + radius)), &filter, &mut barriers);
        barriers.retain(|barrier| matches!(barrier.blocker, Blocker::Obstacle(_)));
        let away = |barrier: &Barrier<'_>| barrier.hull().surface(place).distance;
        if is_pressed {
            // Something that moves has pressed it against what stands, which it mustn't come through.
            let moves = |name| (self.found.iter()).any(|it| it.name == name && it.moves());
            for barrier in &mut barriers {
                if away(barrier) > 0.0 && !moves(barrier.blocker) {
                    barrier.kind = BarrierKind::Permanent;
                }
            }
        }
        barriers.sort_by(|a, b| away(a).total_cmp(&away(b)));
        barriers.truncate(MOST_AROUND);
        way_out(place, radius + disc.skin, &barriers)
    }

    /// Whether a straight move of the centre goes through something that is part of the level.
    fn crosses_wall(&self, walker: &Walker<'_>, memory: &Memory, from: Vec2, to: Vec2) -> bool {
        let area = Bounds {
            min: from.min(to),
            max: from.max(to),
        };
        let mut barriers = Vec::new();
        let filter = walker.standing_filter(memory);
        (self.perception.clusters()).gather(area, &filter, &mut barriers);
        (barriers.iter().filter(|barrier| !barrier.is_temporary()))
            .any(|wall| is_crossed(&wall.hull(), from, to))
    }

    fn gather(&mut self, walker: &Walker<'_>, memory: &Memory, start: Vec2, end: Vec2) -> Disc {
        let disc = Disc::for_extent(walker.body.radius, self.perception.context().extent);
        let filter = walker.standing_filter(memory);
        let area = disc.area(start, end);
        self.perception.obstacles(area, &filter, &mut self.found);
        disc
    }
}

/// Whether a straight move of a centre (m) that begins outside of a shape goes through it.
fn is_crossed(hull: &Hull<'_>, from: Vec2, to: Vec2) -> bool {
    let (direction, length) = (to - from).normalize_and_length();
    hull.surface(from).distance > 0.0 && hull.sweep(from, direction, 0.0, length).is_some()
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
            && are_near(&self.body, &other.body, way)
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
            radius: other.body.radius,
            mass: other.body.mass,
            way: topology.between(self.body.position, other.body.position),
            gives_way: other.profile.is_steered(),
        });
        push_apart(self.id.0, &self.body, touching)
    }
}
