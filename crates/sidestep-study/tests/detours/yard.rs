//! Random yards, and an oracle that says which of them can be crossed.

use std::collections::VecDeque;

use sidestep::Vec2;
use sidestep::geometry::Shape;
use sidestep::random::Random;

use super::{Place, RADIUS, at, capsule, line, rectangle};
use crate::common::circle;

/// Side of a yard (m).
pub const SIDE: f32 = 13.0;

/// A walled square with crates and barrels, some of which touch the walls, and two free places in
/// it.
pub struct Yard {
    pub shapes: Vec<Shape>,
    pub from: Vec2,
    pub to: Vec2,
}

impl Yard {
    /// One of 1 to 60 obstacles.
    pub fn new(seed: u64) -> Self {
        let mut random = Random::new(seed, 7);
        let count = 1 + (random.next_bits() % 60) as usize;
        let shapes: Vec<Shape> = (0..count).map(|_| obstacle(&mut random)).collect();
        let mut free = |low: f32, high: f32| {
            loop {
                let x = random.between(low, high);
                let place = at(x, random.between(0.5, SIDE - 0.5));
                let room = |shape: &Shape| shape.hull(Vec2::ZERO).surface(place).distance;
                if shapes.iter().map(room).fold(f32::INFINITY, f32::min) > RADIUS + 0.05 {
                    return place;
                }
            }
        };
        let (from, to) = (free(0.5, 3.0), free(SIDE - 3.0, SIDE - 0.5));
        Self { shapes, from, to }
    }

    pub fn walls() -> [Shape; 4] {
        let corners = [at(0.0, 0.0), at(SIDE, 0.0), at(SIDE, SIDE), at(0.0, SIDE)];
        [0, 1, 2, 3].map(|index| line(corners[index], corners[(index + 1) % 4]))
    }

    pub fn place(&self) -> Place {
        Place::new(&self.shapes, &Self::walls())
    }

    /// Whether a disc with `margin` metres around it gets from one place to the other, by flooding
    /// cells of a decimetre: it shares nothing with the methods but the distance to a shape.
    pub fn can_be_crossed(&self, margin: f32) -> bool {
        const CELL: f32 = 0.1;
        let count = (SIDE / CELL) as usize;
        let place = |column: usize, row: usize| at(column as f32, row as f32) * CELL;
        let is_free = |place: Vec2| {
            let room = place.min(Vec2::splat(SIDE) - place).min_element();
            room >= RADIUS + margin
                && self
                    .shapes
                    .iter()
                    .all(|shape| shape.hull(Vec2::ZERO).surface(place).distance >= RADIUS + margin)
        };
        let mut free = vec![false; count * count];
        for row in 0..count {
            for column in 0..count {
                free[row * count + column] = is_free(place(column, row));
            }
        }
        // A start nearer to something than the margin begins at the free cells around it.
        let near = |goal: Vec2, index: usize| {
            place(index % count, index / count).distance(goal) < margin + 2.0 * CELL
        };
        let mut reached = vec![false; count * count];
        let mut open: VecDeque<usize> = (0..count * count)
            .filter(|&index| free[index] && near(self.from, index))
            .collect();
        for &index in &open {
            reached[index] = true;
        }
        while let Some(index) = open.pop_front() {
            if near(self.to, index) {
                return true;
            }
            let (column, row) = (index % count, index / count);
            let sides = [
                (column + 1 < count, index + 1),
                (column > 0, index.wrapping_sub(1)),
                (row + 1 < count, index + count),
                (row > 0, index.wrapping_sub(count)),
            ];
            for (inside, next) in sides {
                if inside && free[next] && !reached[next] {
                    reached[next] = true;
                    open.push_back(next);
                }
            }
        }
        false
    }
}

fn obstacle(random: &mut Random) -> Shape {
    let center = at(random.between(0.0, SIDE), random.between(0.0, SIDE));
    let size = random.between(0.2, 0.7);
    let angle = random.between(0.0, std::f32::consts::TAU);
    match random.next_bits() % 5 {
        0 | 1 => circle(center, size),
        2 | 3 => rectangle(center, at(2.0 * size, random.between(0.3, 1.6)), angle),
        _ => {
            let half = crate::common::shapes::direction_at(angle) * size;
            capsule(center - half, center + half, 0.15)
        }
    }
}
