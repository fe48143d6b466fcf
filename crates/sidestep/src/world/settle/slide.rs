//! Moves among walls and obstacles.

use glam::Vec2;

use crate::avoid::Obstacle;
use crate::geometry::Bounds;
use crate::space::Filter;
use crate::world::agent::Agent;
use crate::world::sense::Picture;

/// How often a move is bent along what it hits: two walls of a corner, and two to spare.
const MOST_SLIDES: usize = 4;

/// Share of a bent move that leads away from what bent it.
const OUTWARD: f32 = 1e-5;

/// One agent among walls and obstacles, with memory that is reused.
pub(super) struct Slider<'a, 'p> {
    picture: &'p Picture<'a>,
    /// Distance kept from shapes (m), so that rounding can't make them overlap.
    skin: f32,
    boxes: Vec<(u32, Vec2)>,
    found: Vec<Obstacle<'a>>,
}

impl<'a, 'p> Slider<'a, 'p> {
    pub fn new(picture: &'p Picture<'a>, skin: f32) -> Self {
        Self {
            picture,
            skin,
            boxes: Vec::new(),
            found: Vec::new(),
        }
    }

    /// Where a move by `way` (m) from `start` ends if it is bent along what is in the way. Who is inside a
    /// shape, because that has moved or appeared, comes out first.
    pub fn slide(&mut self, agent: &Agent, start: Vec2, way: Vec2) -> Vec2 {
        let radius = agent.body.radius;
        self.gather(start, start + way, radius, &agent.profile.filter);
        if self.found.is_empty() {
            return start + way;
        }
        let mut position = self.push_out(start, radius);
        let mut left = way;
        for _ in 0..MOST_SLIDES {
            let Some((distance, normal, direction)) = self.first_hit(position, left, radius) else {
                return position + left;
            };
            position += direction * distance;
            let rest = left - direction * distance;
            // A little outward: what rounding leaves of the part into the wall would hold the agent there.
            left = rest - normal * (rest.dot(normal) - OUTWARD * rest.length());
            if left.dot(way) <= 0.0 {
                break;
            }
        }
        position
    }

    /// How far the straight way from `start` to `end` is free: the bent ways of a step, seen from outside as
    /// one straight move, must not cut through a shape either.
    pub fn straight(&mut self, agent: &Agent, start: Vec2, end: Vec2) -> Vec2 {
        let radius = agent.body.radius;
        self.gather(start, end, radius, &agent.profile.filter);
        // Half the skin: who slides along a wall at the distance of the skin isn't held up.
        match self.first_hit(start, end - start, radius - 0.5 * self.skin) {
            Some((distance, _, direction)) => start + direction * distance,
            None => end,
        }
    }

    fn gather(&mut self, start: Vec2, end: Vec2, radius: f32, filter: &Filter) {
        let area = Bounds {
            min: start.min(end),
            max: start.max(end),
        }
        .grown(radius + 2.0 * self.skin);
        self.picture
            .obstacles
            .touching(area, filter, &mut self.boxes, &mut self.found);
    }

    /// Distance to the first shape that a move by `way` touches, its normal, and the move's direction.
    fn first_hit(&self, position: Vec2, way: Vec2, radius: f32) -> Option<(f32, Vec2, Vec2)> {
        let length = way.length();
        let direction = way.try_normalize()?;
        let mut first: Option<(f32, Vec2)> = None;
        for obstacle in &self.found {
            let hit = obstacle
                .hull()
                .sweep(position, direction, radius + self.skin, length);
            if let Some(hit) = hit
                && first.is_none_or(|(distance, _)| hit.distance < distance)
            {
                first = Some((hit.distance, hit.normal));
            }
        }
        first.map(|(distance, normal)| (distance, normal, direction))
    }

    fn push_out(&self, mut position: Vec2, radius: f32) -> Vec2 {
        for _ in 0..MOST_SLIDES {
            let deepest = self
                .found
                .iter()
                .map(|obstacle| obstacle.hull().surface(position))
                .min_by(|a, b| a.distance.total_cmp(&b.distance));
            match deepest {
                Some(surface) if surface.distance < radius => {
                    position += surface.normal * (radius - surface.distance);
                }
                _ => break,
            }
        }
        position
    }
}
