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

    /// Takes all velocities from `first` on.
    pub fn take_all(&mut self, first: usize, velocities: &Velocities, given: &[f32]) {
        self.make_room(given.len());
        let all = first..given.len();
        self.count = all.len();
        for (index, place) in (0u32..).zip(&mut self.index[..all.len()]) {
            *place = first as u32 + index;
        }
        self.x[..all.len()].copy_from_slice(&velocities.x[all.clone()]);
        self.y[..all.len()].copy_from_slice(&velocities.y[all.clone()]);
        self.cost[..all.len()].copy_from_slice(&given[all]);
    }

    fn make_room(&mut self, count: usize) {
        let room = count.next_multiple_of(LANES);
        if self.index.len() < room {
            self.index.resize(room, 0);
            for column in [&mut self.x, &mut self.y, &mut self.cost] {
                column.resize(room, 0.0);
            }
        }
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
        self.make_room(given.len());
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
    pub fn weigh(&mut self, meetings: &Meetings, further: f32) {
        if self.count == 0 {
            return;
        }
        // The last lanes have something to do, too: one by one they would be as dear as all.
        let whole = self.count.next_multiple_of(LANES);
        for column in [&mut self.x, &mut self.y, &mut self.cost] {
            column[self.count..whole].fill(0.0);
        }
        weigh(
            (self.x[..whole].as_chunks().0, self.y[..whole].as_chunks().0),
            self.cost[..whole].as_chunks_mut().0,
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

    /// What any velocity costs by itself at least (m/s): no other changes less than the preferred.
    pub fn least(&self) -> f32 {
        self.inertia.min(1.0) * self.preferred.distance(self.present)
    }

    /// What going at velocity (`x`, `y`) costs by itself (m/s).
    #[inline(always)]
    pub fn cost(&self, x: f32, y: f32) -> f32 {
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

/// What [`Candidates::weigh`] promises. What the lanes of a block add up stays in registers, while
/// everybody is met one after the other.
#[multiversion(targets("x86_64+avx2"))]
fn weigh(
    (x, y): (&[[f32; LANES]], &[[f32; LANES]]),
    costs: &mut [[f32; LANES]],
    meetings: &Meetings,
    further: f32,
) {
    for ((x, y), costs) in x.iter().zip(y).zip(costs) {
        let (mut sums, mut worst) = (*costs, [0.0; LANES]);
        for meeting in &meetings.rows {
            for lane in 0..LANES {
                let cost = meeting.cost(x[lane], y[lane]);
                sums[lane] += cost.added_to(&mut worst[lane], further);
            }
        }
        *costs = sums;
    }
}

/// What meeting one neighbour at some velocity costs (m/s).
pub(super) struct Cost {
    /// For touching it.
    pub contact: f32,
    /// For passing closely.
    pub passing: f32,
}

impl Cost {
    /// What this adds to what others cost, of whose contacts the worst costs `worst` (m/s): of all
    /// contacts at a velocity the worst counts in full and of the others the part `further`.
    #[inline(always)]
    fn added_to(&self, worst: &mut f32, further: f32) -> f32 {
        let more = at_least(self.contact - *worst, 0.0);
        *worst += more;
        more + (self.contact - more) * further + self.passing
    }

    /// All of it (m/s).
    pub fn sum(&self) -> f32 {
        self.contact + self.passing
    }
}

/// Everybody whom one meets, side by side, so that one velocity is weighed for many of them at once.
#[derive(Clone, Debug, Default)]
pub(super) struct Meetings {
    /// One after the other, and in blocks side by side: what is read to weigh many velocities with
    /// one of them, and one velocity with many of them.
    rows: Vec<Meeting>,
    blocks: Vec<Block>,
    /// Which of the neighbours each is.
    neighbors: Vec<u32>,
}

/// [`LANES`] meetings: see [`Meeting`] for what the columns mean.
#[derive(Clone, Copy, Debug, Default)]
struct Block {
    offset_x: [f32; LANES],
    offset_y: [f32; LANES],
    leverage: [f32; LANES],
    base_x: [f32; LANES],
    base_y: [f32; LANES],
    sum: [f32; LANES],
    apart: [f32; LANES],
    contact_weight: [f32; LANES],
    least: [f32; LANES],
    miss_weight: [f32; LANES],
    per_miss: [f32; LANES],
    per_time: [f32; LANES],
}

/// What one velocity costs, for each of those whom one meets (m/s).
#[derive(Clone, Debug, Default)]
pub(super) struct Survey {
    costs: Vec<CostBlock>,
}

#[derive(Clone, Copy, Debug, Default)]
struct CostBlock {
    contact: [f32; LANES],
    passing: [f32; LANES],
}

impl Survey {
    /// What the meeting at `index` costs.
    pub fn get(&self, index: usize) -> Cost {
        let (block, lane) = (&self.costs[index / LANES], index % LANES);
        Cost {
            contact: block.contact[lane],
            passing: block.passing[lane],
        }
    }

    /// What all of the first `count` cost together: see [`Candidates::weigh`].
    pub fn total(&self, count: usize, further: f32) -> f32 {
        let mut worst = 0.0;
        (0..count)
            .map(|index| self.get(index).added_to(&mut worst, further))
            .sum()
    }
}

impl Meetings {
    /// Nobody.
    pub fn clear(&mut self) {
        self.blocks.clear();
        self.rows.clear();
        self.neighbors.clear();
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Adds the neighbour at `index`.
    pub fn add(&mut self, index: usize, meeting: &Meeting) {
        let lane = self.rows.len() % LANES;
        if lane == 0 {
            self.blocks.push(Block::default());
        }
        if let Some(block) = self.blocks.last_mut() {
            block.set(lane, meeting);
        }
        self.rows.push(*meeting);
        self.neighbors.push(index as u32);
    }

    /// The one at `index`.
    pub fn get(&self, index: usize) -> &Meeting {
        &self.rows[index]
    }

    /// Which of the neighbours each is.
    pub fn neighbors(&self) -> impl Iterator<Item = usize> {
        self.neighbors.iter().map(|&index| index as usize)
    }

    /// Fills `survey` with what `velocity` (m/s) costs with each.
    pub fn survey(&self, velocity: Vec2, survey: &mut Survey) {
        survey.costs.resize(self.blocks.len(), CostBlock::default());
        fill_survey(&self.blocks, (velocity.x, velocity.y), &mut survey.costs);
    }
}

/// What [`Meetings::survey`] promises.
#[multiversion(targets("x86_64+avx2"))]
fn fill_survey(blocks: &[Block], (x, y): (f32, f32), costs: &mut [CostBlock]) {
    for (block, costs) in blocks.iter().zip(costs) {
        for lane in 0..LANES {
            let cost = block.get(lane).cost(x, y);
            costs.contact[lane] = cost.contact;
            costs.passing[lane] = cost.passing;
        }
    }
}

impl Block {
    #[inline(always)]
    fn get(&self, lane: usize) -> Meeting {
        Meeting {
            offset: Vec2::new(self.offset_x[lane], self.offset_y[lane]),
            leverage: self.leverage[lane],
            base: Vec2::new(self.base_x[lane], self.base_y[lane]),
            sum: self.sum[lane],
            apart: self.apart[lane],
            contact_weight: self.contact_weight[lane],
            least: self.least[lane],
            miss_weight: self.miss_weight[lane],
            per_miss: self.per_miss[lane],
            per_time: self.per_time[lane],
        }
    }

    fn set(&mut self, lane: usize, meeting: &Meeting) {
        let Meeting {
            offset,
            leverage,
            base,
            sum,
            apart,
            contact_weight,
            least,
            miss_weight,
            per_miss,
            per_time,
        } = *meeting;
        self.offset_x[lane] = offset.x;
        self.offset_y[lane] = offset.y;
        self.leverage[lane] = leverage;
        self.base_x[lane] = base.x;
        self.base_y[lane] = base.y;
        self.sum[lane] = sum;
        self.apart[lane] = apart;
        self.contact_weight[lane] = contact_weight;
        self.least[lane] = least;
        self.miss_weight[lane] = miss_weight;
        self.per_miss[lane] = per_miss;
        self.per_time[lane] = per_time;
    }
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
        // Not before now: there the fading has a pole, and 0 times infinity is no number.
        let per_squared = 1.0 / at_least(speed_squared, 1e-12);
        let nearest = at_least(approach * per_squared, 0.0);
        let miss = (across * across * per_squared).sqrt();
        let inside = self.sum * self.sum * speed_squared - across * across;
        // Contact comes after `apart / closing` seconds. One division serves that time and what it
        // costs.
        let closing = at_least(approach + at_least(inside, 0.0).sqrt(), 1e-12);
        let delay = at_least(self.apart, 0.0) + SOONEST * closing;
        let soon = at_least(closing / delay - self.least, 0.0);
        let touch = if inside > 0.0 { soon } else { 0.0 };
        let gap = at_least(miss - self.sum, 0.0);
        let pass = 1.0 / (fading(gap * self.per_miss) * fading(nearest * self.per_time));
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
pub(super) fn at_least(value: f32, least: f32) -> f32 {
    if value > least { value } else { least }
}

/// By what something is divided that fades: 1 at 0, and then growing about as e^x does, with
/// arithmetic only that gives the same bits everywhere.
#[inline(always)]
fn fading(x: f32) -> f32 {
    1.0 + x * (1.0 + x * (0.5 + x * (1.0 / 6.0)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;
    use crate::steer::Neighbor;

    #[test]
    fn many_at_once_cost_the_bits_of_one_by_one() {
        let mut random = Random::new(5, 0);
        let mut place =
            |reach: f32| Vec2::new(random.between(-reach, reach), random.between(-reach, reach));
        let parameters = VelocitySampling::for_radius(0.25);
        for count in 0..=2 * LANES + 1 {
            let mut body = Body::new(Vec2::ZERO, 0.25, 1.3);
            body.velocity = place(1.0);
            let (mut meetings, mut survey) = (Meetings::default(), Survey::default());
            for index in 0..count {
                let mut other = Body::new(place(4.0), 0.25, 1.3);
                other.velocity = place(1.0);
                let other = SharedNeighbor {
                    neighbor: Neighbor::new(index as u64, &other),
                    share: 0.5,
                    insistence: 1.0,
                    stranger: index % 3 == 0,
                    fellow: index % 4 == 0,
                    passing: [1.0, 0.25][index % 2],
                    horizon: [f32::INFINITY, 0.3][index % 5 / 4],
                };
                meetings.add(index, &Meeting::new(&parameters, &body, &other, 6.0, 1.3));
            }
            let mut velocities = Velocities::default();
            for _ in 0..LANES + 3 {
                velocities.add(place(1.3));
            }
            let mut candidates = Candidates::default();
            candidates.take_all(0, &velocities, &vec![0.0; velocities.len()]);
            candidates.weigh(&meetings, 0.3);
            for (index, cost) in candidates.costs().iter().enumerate() {
                let velocity = velocities.get(index);
                meetings.survey(velocity, &mut survey);
                for meeting in 0..count {
                    let (one, many) = (meetings.get(meeting), survey.get(meeting));
                    let one = one.cost(velocity.x, velocity.y);
                    assert_eq!(one.contact.to_bits(), many.contact.to_bits());
                    assert_eq!(one.passing.to_bits(), many.passing.to_bits());
                }
                // The sum of none is −0: it is added to what the velocity costs by itself, 0.
                let total = 0.0 + survey.total(count, 0.3);
                assert_eq!(cost.to_bits(), total.to_bits());
            }
        }
    }

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
