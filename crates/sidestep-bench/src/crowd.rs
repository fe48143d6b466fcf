//! A crowd as even as that of the scene `plaza`: 0.25 people on a square metre, radius 0.25 m, at
//! 1.3 m/s, each in a direction of its own.

use std::f32::consts::TAU;

use sidestep::Vec2;
use sidestep::avoid::SharedNeighbor;
use sidestep::motion::Body;
use sidestep::random::Random;
use sidestep::steer::Neighbor;

/// Radius of a body (m).
pub const RADIUS: f32 = 0.25;

/// Speed at which everybody goes and likes to go (m/s).
pub const SPEED: f32 = 1.3;

/// Time step (s).
pub const STEP: f32 = 0.1;

/// Side of the square that one of them has for itself (m).
const CELL: f32 = 2.0;

/// People who stand apart on a square.
#[derive(Clone, Debug)]
pub struct Crowd {
    /// One of them a cell, row by row.
    pub bodies: Vec<Body>,
    /// Where each would like to go (m/s): in the direction that it goes, turned a little.
    pub wishes: Vec<Vec2>,
    /// Cells in a row.
    row: usize,
}

impl Crowd {
    /// This many people.
    #[must_use]
    pub fn new(count: usize) -> Self {
        let mut random = Random::new(1, 0);
        let row = (count as f32).sqrt().ceil().max(1.0) as usize;
        let mut bodies = Vec::new();
        let mut wishes = Vec::new();
        for index in 0..count {
            let corner = Vec2::new((index % row) as f32, (index / row) as f32) * CELL;
            let mut place = || random.between(1.2 * RADIUS, CELL - 1.2 * RADIUS);
            let mut body = Body::new(corner + Vec2::new(place(), place()), RADIUS, 1.3 * SPEED);
            let angle = random.between(0.0, TAU);
            body.heading = direction(angle);
            body.velocity = body.heading * SPEED;
            bodies.push(body);
            wishes.push(direction(angle + random.between(-0.5, 0.5)) * SPEED);
        }
        Self {
            bodies,
            wishes,
            row,
        }
    }

    /// Length of a side of the square (m).
    #[must_use]
    pub fn side(&self) -> f32 {
        self.row as f32 * CELL
    }

    /// At most `most` of those whose edge is within `distance` metres (at most 8) of one's own, the
    /// nearest first.
    #[must_use]
    pub fn neighbors(&self, index: usize, distance: f32, most: usize) -> Vec<SharedNeighbor> {
        let body = &self.bodies[index];
        let cells = (distance / CELL).ceil() as usize + 1;
        let (row, column) = (index / self.row, index % self.row);
        let mut found: Vec<(f32, usize)> = Vec::new();
        for row in row.saturating_sub(cells)..=row + cells {
            for column in column.saturating_sub(cells)..=(column + cells).min(self.row - 1) {
                let other = row * self.row + column;
                let Some(near) = self.bodies.get(other).filter(|_| other != index) else {
                    continue;
                };
                let away = near.position.distance(body.position);
                if away <= distance + near.radius + body.radius {
                    found.push((away, other));
                }
            }
        }
        found.sort_by(|one, other| one.0.total_cmp(&other.0).then(one.1.cmp(&other.1)));
        found.truncate(most);
        (found.into_iter())
            .map(|(_, other)| Neighbor::new(other as u64, &self.bodies[other]).into())
            .collect()
    }
}

/// The unit vector of an angle (rad).
#[must_use]
pub fn direction(angle: f32) -> Vec2 {
    Vec2::new(libm::cosf(angle), libm::sinf(angle))
}
