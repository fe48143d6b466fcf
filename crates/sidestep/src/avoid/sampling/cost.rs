//! What each velocity costs.

use glam::Vec2;

use super::VelocitySampling;
use crate::avoid::SharedNeighbor;
use crate::motion::Body;

/// Added to times to contact (s), so that the cost of touching stays finite.
const SOONEST: f32 = 0.15;

/// Velocities and what they cost, side by side, so that one neighbour is weighed for many of them at once.
#[derive(Clone, Debug, Default)]
pub(super) struct Candidates {
    pub x: Vec<f32>,
    pub y: Vec<f32>,
    pub cost: Vec<f32>,
}

impl Candidates {
    pub fn clear(&mut self) {
        self.x.clear();
        self.y.clear();
        self.cost.clear();
    }

    /// Adds a velocity that costs its distance from the `preferred` one.
    pub fn add(&mut self, velocity: Vec2, preferred: Vec2) {
        self.x.push(velocity.x);
        self.y.push(velocity.y);
        self.cost.push(velocity.distance(preferred));
    }

    pub fn velocity(&self, index: usize) -> Vec2 {
        Vec2::new(self.x[index], self.y[index])
    }

    /// Adds to all from `first` on what meeting this neighbour costs.
    pub fn weigh(&mut self, first: usize, meeting: &Meeting) {
        let velocities = self.x[first..].iter().zip(&self.y[first..]);
        for (cost, (x, y)) in self.cost[first..].iter_mut().zip(velocities) {
            *cost += meeting.cost(*x, *y);
        }
    }
}

/// What there is to know about one neighbour, prepared for many velocities.
#[derive(Clone, Copy, Debug)]
pub(super) struct Meeting {
    /// Where it is, seen from us (m).
    offset: Vec2,
    /// How much more the two velocities change together than ours does.
    leverage: f32,
    /// The relative velocity is `leverage` times ours plus this (m/s).
    base: Vec2,
    /// Sum of the radii (m).
    sum: f32,
    /// What is between us, squared (m²); 0 or less: we touch.
    apart: f32,
    horizon: f32,
    contact_weight: f32,
    /// What a contact at the horizon would cost: subtracted, so that nothing jumps there.
    least: f32,
    miss_weight: f32,
    per_miss: f32,
    per_time: f32,
}

impl Meeting {
    pub fn new(
        parameters: &VelocitySampling,
        body: &Body,
        other: &SharedNeighbor,
        horizon: f32,
        speed: f32,
    ) -> Self {
        let offset = other.neighbor.position - body.position;
        let leverage = 1.0 / other.share;
        let sum = body.radius + other.neighbor.radius;
        Self {
            offset,
            leverage,
            base: body.velocity * (1.0 - leverage) - other.neighbor.velocity,
            sum,
            apart: offset.length_squared() - sum * sum,
            horizon,
            contact_weight: parameters.contact_weight * speed,
            least: 1.0 / (horizon + SOONEST),
            miss_weight: parameters.miss_weight * speed,
            per_miss: 1.0 / parameters.miss_distance,
            per_time: 1.0 / parameters.miss_time,
        }
    }

    /// What going at velocity (`x`, `y`) costs (m/s). Without branches, so that the compiler can do many at once.
    pub fn cost(&self, x: f32, y: f32) -> f32 {
        let relative_x = x * self.leverage + self.base.x;
        let relative_y = y * self.leverage + self.base.y;
        let speed_squared = relative_x * relative_x + relative_y * relative_y;
        let approach = self.offset.x * relative_x + self.offset.y * relative_y;
        let across = self.offset.x * relative_y - self.offset.y * relative_x;
        let nearest = approach / speed_squared.max(1e-12);
        let miss = (across * across / speed_squared.max(1e-12)).sqrt();
        let inside = self.sum * self.sum * speed_squared - across * across;
        let contact = (self.apart / (approach + inside.max(0.0).sqrt())).max(0.0);
        let soon = (1.0 / (contact + SOONEST) - self.least).max(0.0);
        let touch = if inside > 0.0 { soon } else { 0.0 };
        let gap = (miss - self.sum).max(0.0);
        let pass = fading(gap * self.per_miss) * fading(nearest * self.per_time);
        let cost = self.contact_weight * touch + self.miss_weight * pass;
        if approach > 0.0 { cost } else { 0.0 }
    }

    /// How soon contact comes at this velocity (s); `None` within the horizon.
    pub fn contact(&self, velocity: Vec2) -> Option<f32> {
        let relative = velocity * self.leverage + self.base;
        crate::avoid::unaligned::time_to_contact(self.offset, relative, self.sum)
            .filter(|contact| *contact < self.horizon)
    }
}

/// 1 at 0, and then falling about as e^(−x) does, with arithmetic only that gives the same bits everywhere.
fn fading(x: f32) -> f32 {
    1.0 / (1.0 + x * (1.0 + x * (0.5 + x * (1.0 / 6.0))))
}
