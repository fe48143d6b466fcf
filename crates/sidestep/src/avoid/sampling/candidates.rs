//! The velocities to choose from.

use glam::Vec2;

use crate::avoid::{LANES, Lanes};

/// Directions of the fan: multiples of 360°/32, the first straight ahead.
const DIRECTIONS: usize = 32;

/// Shares of the fastest speed in the fan.
const SPEEDS: [f32; 4] = [1.0, 0.75, 0.5, 0.25];

/// Unit vectors of the fan: what they are along and across, each side by side.
const FAN: ([f32; DIRECTIONS], [f32; DIRECTIONS]) = fan();

/// Those of one quarter; the others follow by turning.
const QUARTER: [(f32, f32); DIRECTIONS / 4] = [
    (1.0, 0.0),
    (0.980_785_25, 0.195_090_32),
    (0.923_879_5, 0.382_683_43),
    (0.831_469_6, 0.555_570_24),
    (0.707_106_77, 0.707_106_77),
    (0.555_570_24, 0.831_469_6),
    (0.382_683_43, 0.923_879_5),
    (0.195_090_32, 0.980_785_25),
];

const fn fan() -> ([f32; DIRECTIONS], [f32; DIRECTIONS]) {
    let (mut along, mut across) = ([0.0; DIRECTIONS], [0.0; DIRECTIONS]);
    let mut direction = 0;
    while direction < DIRECTIONS {
        let (x, y) = QUARTER[direction % QUARTER.len()];
        (along[direction], across[direction]) = match direction / QUARTER.len() {
            0 => (x, y),
            1 => (-y, x),
            2 => (-x, -y),
            _ => (y, -x),
        };
        direction += 1;
    }
    (along, across)
}

/// Unit vectors of a ring: every direction of a quarter and its half, and those turned by a quarter,
/// a half and three quarters.
const RING: [(f32, f32); LANES] = ring();

const fn ring() -> [(f32, f32); LANES] {
    let mut directions = [(0.0, 0.0); LANES];
    let mut direction = 0;
    while direction < LANES {
        let (mut x, mut y) = QUARTER[direction % 2 * 4];
        let mut turns = direction / 2;
        while turns > 0 {
            (x, y) = (-y, x);
            turns -= 1;
        }
        directions[direction] = (x, y);
        direction += 1;
    }
    directions
}

/// Velocities (m/s) in blocks side by side. Each of the kinds below begins a block of its own; what
/// is left of its last one is no number.
#[derive(Clone, Debug, Default)]
pub(super) struct Velocities {
    x: Vec<Lanes>,
    y: Vec<Lanes>,
}

impl Velocities {
    pub fn clear(&mut self) {
        self.x.clear();
        self.y.clear();
    }

    /// Number of blocks.
    pub fn blocks(&self) -> usize {
        self.x.len()
    }

    /// The coordinates of all blocks.
    pub fn columns(&self) -> (&[Lanes], &[Lanes]) {
        (&self.x, &self.y)
    }

    /// The coordinates of a block.
    pub fn block(&self, index: usize) -> (&Lanes, &Lanes) {
        (&self.x[index], &self.y[index])
    }

    /// The velocity at a place, counted through all blocks.
    pub fn get(&self, place: usize) -> Vec2 {
        let (block, lane) = (place / LANES, place % LANES);
        Vec2::new(self.x[block][lane], self.y[block][lane])
    }

    fn add(&mut self, x: Lanes, y: Lanes) {
        self.x.push(x);
        self.y.push(y);
    }

    /// Adds the fan around `ahead` (a unit vector), up to `fastest` m/s, and standing still.
    pub fn add_fan(&mut self, ahead: Vec2, fastest: f32) {
        for share in SPEEDS {
            let ahead = ahead * (share * fastest);
            let (mut x, mut y) = FAN;
            for (x, y) in x.iter_mut().zip(&mut y) {
                let rotated = Vec2::new(*x, *y).rotate(ahead);
                (*x, *y) = (rotated.x, rotated.y);
            }
            self.x.extend_from_slice(x.as_chunks().0);
            self.y.extend_from_slice(y.as_chunks().0);
        }
        let mut standing = [f32::NAN; LANES];
        standing[0] = 0.0;
        self.add(standing, standing);
    }

    /// Adds three velocities, the four directions at `fastest` m/s, the first of them `ahead` (a unit
    /// vector), and standing still.
    pub fn add_coarse(&mut self, first: [Vec2; 3], ahead: Vec2, fastest: f32) {
        let (mut x, mut y) = ([0.0; LANES], [0.0; LANES]);
        let mut turned = ahead * fastest;
        for lane in 0..LANES - 1 {
            let velocity = match first.get(lane) {
                Some(velocity) => *velocity,
                None => {
                    let velocity = turned;
                    turned = turned.perp();
                    velocity
                }
            };
            (x[lane], y[lane]) = (velocity.x, velocity.y);
        }
        self.add(x, y);
    }

    /// Adds velocities around `center` that differ from it by `step` m/s, up to `fastest` m/s.
    pub fn add_ring(&mut self, center: Vec2, step: f32, fastest: f32) {
        let (mut x, mut y) = ([0.0; LANES], [0.0; LANES]);
        let mut is_faster = false;
        for lane in 0..LANES {
            x[lane] = center.x + RING[lane].0 * step;
            y[lane] = center.y + RING[lane].1 * step;
            is_faster |= x[lane] * x[lane] + y[lane] * y[lane] > fastest * fastest;
        }
        if is_faster {
            for lane in 0..LANES {
                let slower = Vec2::new(x[lane], y[lane]).clamp_length_max(fastest);
                (x[lane], y[lane]) = (slower.x, slower.y);
            }
        }
        self.add(x, y);
    }
}
