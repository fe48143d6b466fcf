//! What is drawn at random.

use std::f32::consts::TAU;

use glam::Vec2;
use sidestep::geometry::{Capsule, Circle, ConvexPolygon, Segment, Shape};
use sidestep::random::Random;

/// The unit vector at an angle (rad) from the x axis, the same on every machine.
#[must_use]
pub fn at_angle(angle: f32) -> Vec2 {
    Vec2::new(libm::cosf(angle), libm::sinf(angle))
}

/// Draws numbers, places and shapes from a seed.
#[derive(Clone, Debug)]
pub struct Dealer {
    random: Random,
}

impl Dealer {
    /// One for a seed; each attack has a stream of its own.
    #[must_use]
    pub const fn new(seed: u64, stream: u64) -> Self {
        Self {
            random: Random::new(seed, stream),
        }
    }

    /// A number in [low, high).
    pub fn between(&mut self, low: f32, high: f32) -> f32 {
        self.random.between(low, high)
    }

    /// A number in [low, high), both above 0, evenly over the orders of magnitude.
    pub fn of_any_size(&mut self, low: f32, high: f32) -> f32 {
        libm::expf(self.between(libm::logf(low), libm::logf(high)))
    }

    /// A whole number from `low` up to `high`, both included.
    pub fn count(&mut self, low: u32, high: u32) -> u32 {
        low + (self.random.next_bits() % u64::from(high - low + 1)) as u32
    }

    /// One of some, at least one.
    pub fn pick<T: Copy>(&mut self, some: &[T]) -> T {
        some[self.count(0, some.len() as u32 - 1) as usize]
    }

    /// True in one of so many draws.
    pub fn one_in(&mut self, many: u32) -> bool {
        self.count(1, many) == 1
    }

    /// A seed for something else.
    pub fn seed(&mut self) -> u64 {
        self.random.next_bits() >> 16
    }

    /// A place up to `reach` metres from the origin in either coordinate.
    pub fn place(&mut self, reach: f32) -> Vec2 {
        Vec2::new(self.between(-reach, reach), self.between(-reach, reach))
    }

    /// A unit vector.
    pub fn direction(&mut self) -> Vec2 {
        at_angle(self.between(0.0, TAU))
    }

    /// A number as nobody should give it, which is allowed nevertheless: tiny, huge, or usual.
    pub fn extreme(&mut self) -> f32 {
        match self.count(0, 5) {
            0 => self.pick(&[1e-6, 1e-3, 0.5, 1.0, 2.0, 1e3, 1e6]),
            1 => self.of_any_size(1e-12, 1e12),
            _ => self.of_any_size(1e-3, 1e3),
        }
    }

    /// A coordinate as nobody should give it; often the same as others', so that things fall onto
    /// each other.
    pub fn extreme_coordinate(&mut self) -> f32 {
        match self.count(0, 4) {
            0 | 1 => self.pick(&[0.0, -0.0, 0.5, 1.0, -1.0]),
            2 => self.extreme() * self.pick(&[1.0, -1.0]),
            _ => self.between(-5.0, 5.0),
        }
    }

    /// A place of such coordinates.
    pub fn extreme_place(&mut self) -> Vec2 {
        Vec2::new(self.extreme_coordinate(), self.extreme_coordinate())
    }

    /// A crate, a barrel or a table about `center`, up to `size` metres wide.
    pub fn crate_shape(&mut self, center: Vec2, size: f32) -> Shape {
        loop {
            let shape = match self.count(0, 4) {
                0 | 1 => Circle::new(center, self.between(0.1, 0.5) * size).map(Shape::from),
                2 | 3 => {
                    let sides = Vec2::new(self.between(0.15, 1.0), self.between(0.15, 1.0)) * size;
                    let angle = self.between(0.0, TAU);
                    ConvexPolygon::rectangle(center, sides, angle).map(Shape::from)
                }
                _ => {
                    let corners = self.count(3, 7);
                    let turn = self.between(0.0, TAU);
                    let reach = self.between(0.2, 0.5) * size;
                    let corners: Vec<Vec2> = (0..corners)
                        .map(|corner| {
                            let share = corner as f32 + self.between(-0.3, 0.3);
                            let angle = turn + TAU * share / corners as f32;
                            center + at_angle(angle) * reach
                        })
                        .collect();
                    ConvexPolygon::new(corners).map(Shape::from)
                }
            };
            if let Ok(shape) = shape {
                return shape;
            }
        }
    }

    /// A wall about `center`, `length` metres long and up to 1 m thick: a line, a thin board, or
    /// thick with flat or round ends.
    pub fn wall(&mut self, center: Vec2, length: f32) -> Shape {
        loop {
            let half = self.direction() * (0.5 * length);
            let (start, end) = (center - half, center + half);
            let thickness = self.of_any_size(1e-3, 1.0);
            let shape = match self.count(0, 3) {
                0 | 1 => Segment::new(start, end).map(Shape::from),
                2 => Capsule::new(start, end, 0.5 * thickness).map(Shape::from),
                _ => {
                    let angle = libm::atan2f(half.y, half.x);
                    let sides = Vec2::new(length, thickness);
                    ConvexPolygon::rectangle(center, sides, angle).map(Shape::from)
                }
            };
            if let Ok(shape) = shape {
                return shape;
            }
        }
    }
}
