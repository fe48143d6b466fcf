//! What each velocity costs.

use glam::Vec2;

use super::VelocitySampling;
use crate::avoid::SharedNeighbor;
use crate::avoid::encounter::time_to_contact;
use crate::motion::Body;

/// Added to times to contact (s), so that the cost of touching stays finite.
pub(super) const SOONEST: f32 = 0.15;

/// Velocities and what they cost, side by side, so that one neighbour is weighed for many of them
/// at once.
#[derive(Clone, Debug, Default)]
pub(super) struct Candidates {
    pub x: Vec<f32>,
    pub y: Vec<f32>,
    pub cost: Vec<f32>,
    /// What the worst contact so far costs.
    worst: Vec<f32>,
}

impl Candidates {
    pub fn clear(&mut self) {
        self.x.clear();
        self.y.clear();
        self.cost.clear();
        self.worst.clear();
    }

    /// Adds a velocity that costs so much (m/s) by itself.
    pub fn add(&mut self, velocity: Vec2, cost: f32) {
        self.x.push(velocity.x);
        self.y.push(velocity.y);
        self.cost.push(cost);
        self.worst.push(0.0);
    }

    pub fn velocity(&self, index: usize) -> Vec2 {
        Vec2::new(self.x[index], self.y[index])
    }

    /// Adds to all from `first` on what meeting this neighbour costs. Of all contacts the worst
    /// counts in full and of the others the part `further`.
    pub fn weigh(&mut self, first: usize, meeting: &Meeting, further: f32) {
        let velocities = self.x[first..].iter().zip(&self.y[first..]);
        let costs = self.cost[first..].iter_mut().zip(&mut self.worst[first..]);
        for ((cost, worst), (x, y)) in costs.zip(velocities) {
            let Cost { contact, passing } = meeting.cost(*x, *y);
            let more = at_least(contact - *worst, 0.0);
            *worst += more;
            *cost += more + (contact - more) * further + passing;
        }
    }
}

/// What meeting one neighbour at some velocity costs (m/s).
pub(super) struct Cost {
    /// For touching it.
    pub contact: f32,
    /// For passing closely.
    pub passing: f32,
}

/// What there is to know about one neighbour, prepared for many velocities.
#[derive(Clone, Copy, Debug)]
pub(super) struct Meeting {
    /// Where it is, seen from us (m).
    offset: Vec2,
    /// How much more the relative velocity changes than ours does, as the other does its share.
    leverage: f32,
    /// The relative velocity is `leverage` times ours plus this (m/s).
    base: Vec2,
    /// Sum of the radii (m).
    sum: f32,
    /// What is between us, squared (m²); 0 or less: we touch.
    apart: f32,
    pub contact_weight: f32,
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
        // Who has less to do than half weighs it less, and who has more weighs it more; with a
        // longer lever it would get out of the way first.
        let leverage = 1.0 / other.share.max(0.5);
        let mut part = 2.0 * other.share;
        if other.fellow {
            part *= parameters.fellow_weight;
        }
        let stranger = if other.stranger {
            parameters.stranger_weight
        } else {
            1.0
        };
        let sum = body.radius + other.neighbor.radius;
        Self {
            offset,
            leverage,
            base: body.velocity * (1.0 - leverage) - other.neighbor.velocity,
            sum,
            apart: offset.length_squared() - sum * sum,
            contact_weight: parameters.contact_weight * other.insistence * stranger * part * speed,
            least: 1.0 / (horizon + SOONEST),
            miss_weight: parameters.miss_weight * (other.insistence * part).min(1.0) * speed,
            per_miss: 1.0 / parameters.miss_distance,
            per_time: 1.0 / parameters.miss_time,
        }
    }

    /// What going at velocity (`x`, `y`) costs. Without branches, so that the compiler can do many
    /// at once.
    pub fn cost(&self, x: f32, y: f32) -> Cost {
        let relative_x = x * self.leverage + self.base.x;
        let relative_y = y * self.leverage + self.base.y;
        let speed_squared = relative_x * relative_x + relative_y * relative_y;
        let approach = self.offset.x * relative_x + self.offset.y * relative_y;
        let across = self.offset.x * relative_y - self.offset.y * relative_x;
        let divisor = at_least(speed_squared, 1e-12);
        let nearest = approach / divisor;
        let miss = (across * across / divisor).sqrt();
        let inside = self.sum * self.sum * speed_squared - across * across;
        let contact = at_least(self.apart / (approach + at_least(inside, 0.0).sqrt()), 0.0);
        let soon = at_least(1.0 / (contact + SOONEST) - self.least, 0.0);
        let touch = if inside > 0.0 { soon } else { 0.0 };
        let gap = at_least(miss - self.sum, 0.0);
        let pass = fading(gap * self.per_miss) * fading(nearest * self.per_time);
        let near = if approach > 0.0 { 1.0 } else { 0.0 };
        Cost {
            contact: self.contact_weight * touch * near,
            passing: self.miss_weight * pass * near,
        }
    }

    /// How soon contact comes at this velocity (s), if the other does its share; `None` if it
    /// doesn't.
    pub fn contact(&self, velocity: Vec2) -> Option<f32> {
        time_to_contact(self.offset, velocity * self.leverage + self.base, self.sum)
    }
}

/// The larger of both, `least` if `value` isn't a number. What `f32::max` promises beyond that
/// costs a call of a function in WebAssembly, for each number.
fn at_least(value: f32, least: f32) -> f32 {
    if value > least { value } else { least }
}

/// 1 at 0, and then falling about as e^(−x) does, with arithmetic only that gives the same bits
/// everywhere.
fn fading(x: f32) -> f32 {
    1.0 / (1.0 + x * (1.0 + x * (0.5 + x * (1.0 / 6.0))))
}
