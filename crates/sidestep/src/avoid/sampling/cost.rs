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

/// Some of the velocities and what they cost (m/s), side by side, so that one neighbour is weighed
/// for many of them at once.
#[derive(Clone, Debug, Default)]
pub(super) struct Candidates {
    /// How many there are; the columns only grow.
    count: usize,
    index: Vec<u32>,
    x: Vec<f32>,
    y: Vec<f32>,
    cost: Vec<f32>,
    /// What the worst contact so far costs.
    worst: Vec<f32>,
}

impl Candidates {
    /// Which of all velocities each is.
    pub fn indices(&self) -> &[u32] {
        &self.index[..self.count]
    }

    /// What each costs (m/s).
    pub fn costs(&self) -> &[f32] {
        &self.cost[..self.count]
    }

    /// Takes those velocities from `first` on that cost more than `from` and at most `to` by
    /// themselves (m/s).
    pub fn take(
        &mut self,
        first: usize,
        velocities: &Velocities,
        given: &[f32],
        (from, to): (f32, f32),
    ) {
        let room = given.len().next_multiple_of(LANES);
        if self.index.len() < room {
            self.index.resize(room, 0);
            for column in [&mut self.x, &mut self.y, &mut self.cost, &mut self.worst] {
                column.resize(room, 0.0);
            }
        }
        self.count = 0;
        let (whole, rest) = given[first..].as_chunks::<LANES>();
        // No number is wanted of the lanes that are missing.
        let mut last = [f32::NAN; LANES];
        last[..rest.len()].copy_from_slice(rest);
        for (start, costs) in (first..)
            .step_by(LANES)
            .zip(whole.iter().chain(std::iter::once(&last)))
        {
            let mut wanted = wanted(costs, from, to);
            while wanted != 0 {
                let index = start + wanted.trailing_zeros() as usize;
                self.index[self.count] = index as u32;
                self.x[self.count] = velocities.x[index];
                self.y[self.count] = velocities.y[index];
                self.cost[self.count] = given[index];
                self.count += 1;
                wanted &= wanted - 1;
            }
        }
    }

    /// Adds what meeting others costs. Of all contacts at a velocity the worst counts in full and of
    /// the others the part `further`.
    pub fn weigh(&mut self, meetings: &[(usize, Meeting)], further: f32) {
        if self.count == 0 {
            return;
        }
        // The last lanes have something to do, too: one by one they would be as dear as all.
        let whole = self.count.next_multiple_of(LANES);
        for column in [&mut self.x, &mut self.y, &mut self.cost] {
            column[self.count..whole].fill(0.0);
        }
        self.worst[..whole].fill(0.0);
        weigh(
            (&self.x[..whole], &self.y[..whole]),
            (&mut self.cost[..whole], &mut self.worst[..whole]),
            meetings,
            further,
        );
    }
}

/// Which costs are more than `from` and at most `to`: a bit for each, the lowest for the first.
/// Without branches, which nobody could predict.
#[inline(always)]
fn wanted(costs: &[f32; LANES], from: f32, to: f32) -> u32 {
    let mut bits = 0;
    for (lane, &cost) in (0u32..).zip(costs) {
        bits |= u32::from(cost > from && cost <= to) << lane;
    }
    bits
}

/// Number of velocities that the widest registers hold.
const LANES: usize = 8;

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
    /// Adds what the velocities cost by themselves (m/s) that have come since `given` was filled.
    pub fn add_costs(&self, velocities: &Velocities, given: &mut Vec<f32>) {
        let first = given.len();
        given.resize(velocities.len(), 0.0);
        change_costs(
            (&velocities.x[first..], &velocities.y[first..]),
            &mut given[first..],
            self,
        );
    }

    #[inline(always)]
    fn cost(&self, x: f32, y: f32) -> f32 {
        let distance = |from: Vec2| {
            let (x, y) = (x - from.x, y - from.y);
            (x * x + y * y).sqrt()
        };
        distance(self.preferred) + self.inertia * distance(self.present)
    }
}

/// What [`Change::add_costs`] promises. Like [`weigh`] it is compiled for several widths of
/// registers, of which the widest that the processor has is taken: a velocity has a lane of its own,
/// so that its bits are the same in all.
#[multiversion(targets("x86_64+avx2"))]
fn change_costs((x, y): (&[f32], &[f32]), costs: &mut [f32], change: &Change) {
    for (cost, (x, y)) in costs.iter_mut().zip(x.iter().zip(y)) {
        *cost = change.cost(*x, *y);
    }
}

/// What [`Candidates::weigh`] promises.
#[multiversion(targets("x86_64+avx2"))]
fn weigh(
    (x, y): (&[f32], &[f32]),
    (costs, worst): (&mut [f32], &mut [f32]),
    meetings: &[(usize, Meeting)],
    further: f32,
) {
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
            least: 1.0 / (horizon.min(other.horizon) + SOONEST),
            miss_weight: parameters.miss_weight
                * other.passing
                * (other.insistence * part).min(1.0)
                * speed,
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
        // Not before now: there the fading has a pole, and 0 times infinity is no number.
        let nearest = at_least(approach / divisor, 0.0);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::steer::Neighbor;

    #[test]
    fn velocities_that_part_cost_a_number() {
        // Where the closest approach was so long ago that the fading has its pole, the cost was no
        // number, which counted as less than any, and somebody turned back for no reason.
        let body = Body::new(Vec2::ZERO, 0.25, 1.3);
        let other = SharedNeighbor {
            neighbor: Neighbor::new(1, &Body::new(Vec2::new(1.0, 0.0), 0.25, 1.3)),
            share: 0.5,
            insistence: 1.0,
            stranger: false,
            fellow: false,
            passing: 1.0,
            horizon: f32::INFINITY,
        };
        let parameters = VelocitySampling::for_radius(0.25);
        let meeting = Meeting::new(&parameters, &body, &other, 6.0, 1.3);
        // The pole is at −1.5961: at 0.2088 m/s away from the other.
        let mut speed = 0.208_f32;
        while speed < 0.210 {
            let Cost { contact, passing } = meeting.cost(-speed, 0.0);
            assert_eq!((contact, passing), (0.0, 0.0), "{speed} m/s");
            speed = speed.next_up();
        }
    }
}
