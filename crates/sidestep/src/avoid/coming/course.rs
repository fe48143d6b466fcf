//! Where what moves will be: the course of an obstacle, in pieces, as a disc meets them.

use std::f32::consts::PI;

use glam::Vec2;

use super::FORESIGHT;
use crate::avoid::Obstacle;

/// How long an obstacle that gets faster, or is on a bend, is taken to go on so (s). What brakes is
/// taken to brake until it rests.
const GAINS_FOR: f32 = 1.0;

/// Longest piece of a course that is taken for straight (s).
const PIECE: f32 = 0.25;

/// Most that an obstacle turns in such a piece (rad).
const TURNED: f32 = 0.25;

/// Cosine between acceleration and velocity below which an obstacle brakes.
const BRAKES: f32 = -0.7;

/// A piece of a course: the obstacle goes straight and turns evenly.
#[derive(Clone, Copy, Debug)]
struct Leg {
    starts: f32,
    ends: f32,
    velocity: Vec2,
    /// How far it has moved when the piece begins (m).
    moved: Vec2,
}

/// A piece of a disc's way as it is seen from the obstacle, which stands still in it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Piece {
    /// When it begins, and when it ends (s).
    pub starts: f32,
    pub ends: f32,
    /// Where the disc's centre is when it begins (m), and where when it ends.
    pub from: Vec2,
    pub to: Vec2,
    /// Velocity of the obstacle's centre (m/s), turned as the obstacle was turned back.
    pub coming: Vec2,
}

impl Piece {
    /// What of it is later than a time (s), if anything is.
    pub fn later_than(self, time: f32) -> Option<Self> {
        if time <= self.starts {
            return Some(self);
        }
        let part = (time - self.starts) / (self.ends - self.starts);
        (part < 1.0).then(|| Self {
            starts: time,
            from: self.from.lerp(self.to, part),
            ..self
        })
    }
}

impl Obstacle<'_> {
    /// Whether it keeps its velocity as long as anybody looks ahead, and doesn't turn.
    pub(super) fn goes_straight(&self) -> bool {
        self.spin == 0.0 && self.acceleration == Vec2::ZERO && self.changes.is_empty()
    }

    /// The pieces of its course up to a time (s), in order. What turns does so about the same point all
    /// the time, such as a door about its hinge, by up to half a turn.
    fn legs(&self, horizon: f32) -> impl Iterator<Item = Leg> + '_ {
        let rate = self.spin.abs();
        let (longest, horizon) = if rate == 0.0 {
            (f32::INFINITY, horizon)
        } else {
            (PIECE.min(TURNED / rate), horizon.min(PI / rate))
        };
        let (mut starts, mut moved) = (0.0f32, Vec2::ZERO);
        std::iter::from_fn(move || {
            if starts >= horizon {
                return None;
            }
            let (mut velocity, until) = self.velocity_from(starts);
            let ends = until.min(starts + longest).min(horizon);
            if self.spin != 0.0 && self.changes.is_empty() {
                let angle = self.spin * 0.5 * (starts + ends);
                velocity = Vec2::new(libm::cosf(angle), libm::sinf(angle)).rotate(velocity);
            }
            let leg = Leg {
                starts,
                ends,
                velocity,
                moved,
            };
            // Smaller than a time in single precision can tell: nothing comes of it.
            starts = leg.ends.max(starts + horizon * f32::EPSILON);
            moved += velocity * (leg.ends - leg.starts);
            Some(leg)
        })
    }

    /// Its velocity (m/s) in a piece of its course that begins at a time (s), and when that ends at
    /// the latest (s).
    fn velocity_from(&self, time: f32) -> (Vec2, f32) {
        if !self.changes.is_empty() {
            let behind = self.changes.partition_point(|change| change.after <= time);
            let last = behind.checked_sub(1).map(|it| self.changes[it].velocity);
            let until = self
                .changes
                .get(behind)
                .map_or(f32::INFINITY, |next| next.after);
            return (last.unwrap_or(self.velocity), until);
        }
        let gain = self.acceleration;
        if gain == Vec2::ZERO {
            return (self.velocity, f32::INFINITY);
        }
        // As if it changed all the time: from step to step it gets just as far.
        let velocity = self.velocity - gain * (0.5 * self.steady);
        let (speed, rate) = (velocity.length(), gain.length());
        let brakes = velocity.dot(gain) < BRAKES * speed * rate;
        let lasts = if brakes { speed / rate } else { GAINS_FOR };
        if time >= lasts {
            let last = if brakes {
                Vec2::ZERO
            } else {
                velocity + gain * GAINS_FOR
            };
            return (last, f32::INFINITY);
        }
        let until = (time + PIECE).min(lasts);
        let middle = 0.5 * (time + until);
        let velocity = if brakes {
            velocity * (1.0 - middle / lasts)
        } else {
            velocity + gain * middle
        };
        (velocity, until)
    }

    /// How far it will have moved after each piece of its course up to a time (m).
    pub(super) fn ways(&self, horizon: f32) -> impl Iterator<Item = Vec2> + '_ {
        self.legs(horizon)
            .map(|leg| leg.moved + leg.velocity * (leg.ends - leg.starts))
    }

    /// The way of a disc from `from` (m) at a velocity (m/s) up to a time (s), as it is seen from the
    /// obstacle, in order.
    pub(super) fn pieces(
        &self,
        from: Vec2,
        velocity: Vec2,
        horizon: f32,
    ) -> impl Iterator<Item = Piece> + '_ {
        let center = self.hull().center();
        let turned_back = move |time: f32| {
            let angle = -self.spin * time;
            Vec2::new(libm::cosf(angle), libm::sinf(angle))
        };
        let seen = move |time: f32, moved: Vec2| {
            let place = from + velocity * time - moved;
            if self.spin == 0.0 {
                place
            } else {
                center + turned_back(time).rotate(place - center)
            }
        };
        self.legs(horizon).map(move |leg| {
            let lasts = leg.ends - leg.starts;
            Piece {
                starts: leg.starts,
                ends: leg.ends,
                from: seen(leg.starts, leg.moved),
                to: seen(leg.ends, leg.moved + leg.velocity * lasts),
                coming: if self.spin == 0.0 {
                    leg.velocity
                } else {
                    turned_back(leg.starts).rotate(leg.velocity)
                },
            }
        })
    }

    /// Whether it moves or turns within [`FORESIGHT`], as far as is known.
    #[must_use]
    pub fn comes(&self) -> bool {
        self.moves()
            || (self.changes.iter())
                .any(|change| change.after < FORESIGHT && change.velocity != Vec2::ZERO)
    }
}
