//! People who stand evenly spread on a square, each with a far goal.

use std::f32::consts::TAU;

use glam::Vec2;
use sidestep::motion::Body;
use sidestep::random::Random;
use sidestep::world::{AgentSpec, Goal};

/// Radius of one of them (m), if nothing else is said.
const RADIUS: f32 = 0.25;

/// Speed that they like to walk at, and their largest (m/s).
const SPEEDS: (f32, f32) = (1.3, 1.8);

/// Distance to a goal (m): nobody arrives.
const FAR: f32 = 1000.0;

/// People on a square.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct People {
    pub count: usize,
    /// The middle of the square (m).
    pub middle: Vec2,
    /// Side of the square that each has for itself (m).
    pub cell: f32,
    /// Radius of each (m).
    pub radius: f32,
}

impl People {
    /// So many of them around the origin, one on 4 square metres.
    pub fn new(count: usize) -> Self {
        Self {
            count,
            middle: Vec2::ZERO,
            cell: 2.0,
            radius: RADIUS,
        }
    }

    /// Length of a side of the square (m).
    pub fn side(&self) -> f32 {
        self.rows() as f32 * self.cell
    }

    /// Each in its cell, with a direction of its own.
    pub fn specs(&self) -> Vec<AgentSpec> {
        let mut random = Random::new(1, 0);
        let rows = self.rows();
        // Off the edges of its cell, so that nobody touches others or what stands on the corners.
        let spread = 0.5 * (0.5 * self.cell - self.radius).max(0.0);
        let corner = self.corner();
        (0..self.count)
            .map(|index| {
                let cell = Vec2::new((index % rows) as f32, (index / rows) as f32) + 0.5;
                let aside = Vec2::new(random.between(-1.0, 1.0), random.between(-1.0, 1.0));
                let place = corner + cell * self.cell + aside * spread;
                let angle = random.between(0.0, TAU);
                let direction = Vec2::new(libm::cosf(angle), libm::sinf(angle));
                walker(place, direction, self.radius)
            })
            .collect()
    }

    /// So many corners of cells (m), those of the people's own cells amid them.
    pub fn corners(&self, count: usize) -> Vec<Vec2> {
        let rows = rows_of(count);
        // Whole cells beyond those of the people, on all sides alike.
        let beyond = (rows as f32 - self.rows() as f32 - 1.0) * 0.5;
        let first = self.corner() - Vec2::splat(beyond.floor() * self.cell);
        (0..count)
            .map(|index| {
                let cell = Vec2::new((index % rows) as f32, (index / rows) as f32);
                first + cell * self.cell
            })
            .collect()
    }

    fn corner(&self) -> Vec2 {
        self.middle - Vec2::splat(0.5 * self.side())
    }

    fn rows(&self) -> usize {
        rows_of(self.count)
    }
}

/// How many rows a square of so many has.
fn rows_of(count: usize) -> usize {
    (count as f32).sqrt().ceil().max(1.0) as usize
}

/// Somebody at a place (m) of this radius (m) who walks in a direction.
pub(super) fn walker(place: Vec2, direction: Vec2, radius: f32) -> AgentSpec {
    let mut body = Body::new(place, radius, SPEEDS.1);
    body.heading = direction;
    let goal = Goal::point(place + direction * FAR, radius);
    let mut spec = AgentSpec::new(body).with_goal(goal);
    spec.profile.preferred_speed = SPEEDS.0;
    spec
}

/// Somebody at a place (m) who runs in a direction as fast as it can, at this speed (m/s).
pub(super) fn runner(place: Vec2, direction: Vec2, speed: f32) -> AgentSpec {
    let mut body = Body::new(place, RADIUS, speed);
    body.heading = direction;
    body.velocity = direction * speed;
    AgentSpec::new(body).with_goal(Goal::point(place + direction * FAR * FAR, RADIUS))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn they_stand_apart_on_their_square() {
        let people = People {
            middle: Vec2::new(100.0, -30.0),
            ..People::new(90)
        };
        assert_eq!(people.side(), 20.0);
        let places: Vec<Vec2> = (people.specs().iter()).map(|it| it.body.position).collect();
        assert_eq!(places.len(), 90);
        for (index, one) in places.iter().enumerate() {
            let off = (*one - people.middle).abs().max_element();
            assert!(off < 10.0 - RADIUS, "{one}");
            for other in &places[..index] {
                assert!(one.distance(*other) > 2.0 * RADIUS, "{one} {other}");
            }
        }
        for corner in people.corners(400) {
            for place in &places {
                assert!(corner.distance(*place) > 0.8, "{place} at {corner}");
            }
        }
    }
}
