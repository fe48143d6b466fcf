//! What each velocity costs.

use glam::Vec2;
use multiversion::multiversion;

use super::VelocitySampling;
use super::candidates::Velocities;
use crate::avoid::SharedNeighbor;
use crate::avoid::encounter::time_to_contact;
use crate::motion::Body;

/// Added to times to contact (s), so that the cost of touching stays finite.
pub(super) const SOONEST: f32 = 0.15;

/// What velocities cost (m/s), side by side, so that one neighbour is weighed for many of them at
/// once.
#[derive(Clone, Debug, Default)]
pub(super) struct Costs {
    pub all: Vec<f32>,
    /// What the worst contact so far costs.
    worst: Vec<f32>,
}

impl Costs {
    pub fn clear(&mut self) {
        self.all.clear();
        self.worst.clear();
    }

    /// Adds what those `velocities` cost that have been added since this was called last: by
    /// themselves, and for meeting others. Of all contacts at a velocity the worst counts in full
    /// and of the others the part `further`.
    pub fn add(
        &mut self,
        velocities: &Velocities,
        change: &Change,
        meetings: &[(usize, Meeting)],
        further: f32,
    ) {
        let first = self.all.len();
        self.all.resize(velocities.len(), 0.0);
        self.worst.resize(velocities.len(), 0.0);
        weigh(
            (&velocities.x[first..], &velocities.y[first..]),
            (&mut self.all[first..], &mut self.worst[first..]),
            change,
            meetings,
            further,
        );
    }
}

/// What it costs to do something else than one would like.
#[derive(Clone, Copy, Debug)]
pub(super) struct Change {
    /// What one would like (m/s).
    pub preferred: Vec2,
    /// What one does (m/s).
    pub present: Vec2,
    /// What changing that by some m/s costs (m/s), as a part of that.
    pub inertia: f32,
}

impl Change {
    #[inline(always)]
    fn cost(&self, x: f32, y: f32) -> f32 {
        let distance = |from: Vec2| {
            let (x, y) = (x - from.x, y - from.y);
            (x * x + y * y).sqrt()
        };
        distance(self.preferred) + self.inertia * distance(self.present)
    }
}

/// What [`Costs::add`] promises. Compiled for several widths of registers, of which the widest that
/// the processor has is taken: a velocity has a lane of its own, so that its bits are the same in all.
#[multiversion(targets("x86_64+avx2"))]
fn weigh(
    (x, y): (&[f32], &[f32]),
    (costs, worst): (&mut [f32], &mut [f32]),
    change: &Change,
    meetings: &[(usize, Meeting)],
    further: f32,
) {
    for (cost, (x, y)) in costs.iter_mut().zip(x.iter().zip(y)) {
        *cost = change.cost(*x, *y);
    }
    for (_, meeting) in meetings {
        let costs = costs.iter_mut().zip(&mut *worst);
        for ((cost, worst), (x, y)) in costs.zip(x.iter().zip(y)) {
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
    #[inline(always)]
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
#[inline(always)]
fn at_least(value: f32, least: f32) -> f32 {
    if value > least { value } else { least }
}

/// 1 at 0, and then falling about as e^(−x) does, with arithmetic only that gives the same bits
/// everywhere.
#[inline(always)]
fn fading(x: f32) -> f32 {
    1.0 / (1.0 + x * (1.0 + x * (0.5 + x * (1.0 / 6.0))))
}
