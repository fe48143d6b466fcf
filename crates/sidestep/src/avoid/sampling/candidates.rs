//! The velocities to choose from.

use glam::Vec2;

/// Directions of the fan: multiples of 360°/32, the first straight ahead.
const DIRECTIONS: usize = 32;

/// Shares of the fastest speed in the fan.
const SPEEDS: [f32; 4] = [1.0, 0.75, 0.5, 0.25];

/// Velocities in a ring.
const RING: usize = 8;

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

/// Velocities, side by side (m/s).
#[derive(Clone, Debug, Default)]
pub(super) struct Velocities {
    pub x: Vec<f32>,
    pub y: Vec<f32>,
}

impl Velocities {
    pub fn clear(&mut self) {
        self.x.clear();
        self.y.clear();
    }

    pub fn len(&self) -> usize {
        self.x.len()
    }

    pub fn get(&self, index: usize) -> Vec2 {
        Vec2::new(self.x[index], self.y[index])
    }

    pub fn add(&mut self, velocity: Vec2) {
        self.x.push(velocity.x);
        self.y.push(velocity.y);
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
            self.x.extend_from_slice(&x);
            self.y.extend_from_slice(&y);
        }
        self.add(Vec2::ZERO);
    }

    /// Adds the four directions at `fastest` m/s, the first of them `ahead` (a unit vector), and
    /// standing still.
    pub fn add_coarse(&mut self, ahead: Vec2, fastest: f32) {
        let mut turned = ahead * fastest;
        for _ in 0..4 {
            self.add(turned);
            turned = turned.perp();
        }
        self.add(Vec2::ZERO);
    }

    /// Adds velocities around `center` that differ from it by `step` m/s, up to `fastest` m/s.
    pub fn add_ring(&mut self, center: Vec2, step: f32, fastest: f32) {
        for direction in 0..RING {
            let (along, across) = QUARTER[direction % 2 * 4];
            let mut turned = Vec2::new(along, across) * step;
            for _ in 0..direction / 2 {
                turned = turned.perp();
            }
            self.add((center + turned).clamp_length_max(fastest));
        }
    }
}
