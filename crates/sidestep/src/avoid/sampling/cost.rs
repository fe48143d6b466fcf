//! What each velocity costs.

use glam::Vec2;
use multiversion::multiversion;

use super::VelocitySampling;
use super::candidates::{LANES, Lanes};
use crate::avoid::SharedNeighbor;
use crate::avoid::encounter::time_to_contact;
use crate::motion::Body;

/// Added to times to contact (s), so that the cost of touching stays finite.
pub(super) const SOONEST: f32 = 0.15;

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

/// Fills `costs` with what velocities (`x`, `y`) cost by themselves and by meeting others (m/s), where
/// of all contacts at a velocity the worst counts in full and of the others the part `further`. What
/// costs more than `bound` (m/s) may end with less than all of it, but with more than `bound`. Returns
/// whether any of them costs less, or as much.
///
/// This is compiled for several widths of registers, of which the widest that the processor has is
/// taken: a velocity has a lane of its own, so that its bits are the same in all. What the lanes add up
/// stays in registers, while everybody is met one after the other.
///
/// Whoever none of the velocities approaches costs nothing, nor does a contact that none of them
/// leads to: both are passed over, as divisions and roots are what takes long.
#[multiversion(targets("x86_64+avx2"))]
pub(super) fn weigh(
    (x, y): (&Lanes, &Lanes),
    costs: &mut Lanes,
    change: &Change,
    meetings: &Meetings,
    (further, bound): (f32, f32),
) -> bool {
    let (mut sums, mut worst) = ([0.0; LANES], [0.0; LANES]);
    for lane in 0..LANES {
        sums[lane] = change.cost(x[lane], y[lane]);
    }
    let mut left = meetings.len();
    for block in &meetings.blocks {
        for other in 0..left.min(LANES) {
            if !any(&sums, |sum| sum <= bound) {
                return false;
            }
            let meeting = block.get(other);
            let mut nearing = Nearings::default();
            for lane in 0..LANES {
                nearing.set(lane, meeting.nearing(x[lane], y[lane]));
            }
            if !any(&nearing.approach, |it| it > 0.0) {
                continue;
            }
            let (mut passing, mut touches) = ([0.0; LANES], [0.0; LANES]);
            for lane in 0..LANES {
                let nearing = nearing.get(lane);
                passing[lane] = meeting.passing(&nearing);
                touches[lane] = meeting.inside(&nearing) * nearing.counts();
            }
            if any(&touches, |it| it > 0.0) {
                for lane in 0..LANES {
                    let cost = Cost {
                        contact: meeting.touching(&nearing.get(lane)),
                        passing: passing[lane],
                    };
                    sums[lane] += cost.added_to(&mut worst[lane], further);
                }
            } else {
                for lane in 0..LANES {
                    sums[lane] += passing[lane];
                }
            }
        }
        left = left.saturating_sub(LANES);
    }
    *costs = sums;
    any(&sums, |sum| sum <= bound)
}

/// Whether this is true of any of the numbers. Without branches but for the answer.
#[inline(always)]
fn any(numbers: &Lanes, is: impl Fn(f32) -> bool) -> bool {
    let mut found = 0;
    for &number in numbers {
        found |= u32::from(is(number));
    }
    found != 0
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
    /// What is seen of each, and what follows from that for every velocity.
    seen: Vec<Seen>,
    blocks: Vec<Block>,
    /// Which of the neighbours each is.
    neighbors: Vec<u32>,
}

/// What is seen of [`LANES`] neighbours.
#[derive(Clone, Copy, Debug, Default)]
struct Seen {
    x: Lanes,
    y: Lanes,
    velocity_x: Lanes,
    velocity_y: Lanes,
    radius: Lanes,
    share: Lanes,
    insistence: Lanes,
    passing: Lanes,
    horizon: Lanes,
    /// By how much more or less it counts as a fellow, and as a stranger.
    fellow: Lanes,
    stranger: Lanes,
}

/// [`LANES`] meetings: see [`Meeting`] for what the columns mean.
#[derive(Clone, Copy, Debug, Default)]
struct Block {
    offset_x: Lanes,
    offset_y: Lanes,
    leverage: Lanes,
    base_x: Lanes,
    base_y: Lanes,
    sum: Lanes,
    apart: Lanes,
    contact_weight: Lanes,
    least: Lanes,
    miss_weight: Lanes,
    per_miss: Lanes,
    per_time: Lanes,
}

/// What one velocity costs, for each of those whom one meets (m/s).
#[derive(Clone, Debug, Default)]
pub(super) struct Survey {
    costs: Vec<CostBlock>,
}

#[derive(Clone, Copy, Debug, Default)]
struct CostBlock {
    contact: Lanes,
    passing: Lanes,
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

    /// What all of the first `count` cost together: see [`weigh`].
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
        self.seen.clear();
        self.neighbors.clear();
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.neighbors.len()
    }

    /// Adds the neighbour at `index`.
    pub fn add(&mut self, parameters: &VelocitySampling, index: usize, other: &SharedNeighbor) {
        let lane = self.neighbors.len() % LANES;
        if lane == 0 {
            self.seen.push(Seen::default());
        }
        if let Some(seen) = self.seen.last_mut() {
            seen.set(lane, parameters, other);
        }
        self.neighbors.push(index as u32);
    }

    /// Prepares what velocities are weighed with, after the last was added.
    pub fn prepare(
        &mut self,
        parameters: &VelocitySampling,
        body: &Body,
        horizon: f32,
        speed: f32,
    ) {
        self.blocks.resize(self.seen.len(), Block::default());
        let own = Own::of(parameters, body, horizon, speed);
        prepare(&self.seen, &mut self.blocks, &own);
    }

    /// The one at `index`.
    pub fn get(&self, index: usize) -> Meeting {
        self.blocks[index / LANES].get(index % LANES)
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

/// What [`Meetings::prepare`] promises.
#[multiversion(targets("x86_64+avx2"))]
fn prepare(seen: &[Seen], blocks: &mut [Block], own: &Own) {
    for (seen, block) in seen.iter().zip(blocks) {
        for lane in 0..LANES {
            block.set(lane, &Meeting::new(own, seen, lane));
        }
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

    #[inline(always)]
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

impl Seen {
    #[inline(always)]
    fn set(&mut self, lane: usize, parameters: &VelocitySampling, other: &SharedNeighbor) {
        let neighbor = &other.neighbor;
        (self.x[lane], self.y[lane]) = neighbor.position.into();
        (self.velocity_x[lane], self.velocity_y[lane]) = neighbor.velocity.into();
        self.radius[lane] = neighbor.radius;
        self.share[lane] = other.share;
        self.insistence[lane] = other.insistence;
        self.passing[lane] = other.passing;
        self.horizon[lane] = other.horizon;
        self.fellow[lane] = if other.fellow {
            parameters.fellow_weight
        } else {
            1.0
        };
        self.stranger[lane] = if other.stranger {
            parameters.stranger_weight
        } else {
            1.0
        };
    }
}

/// What is our own in all meetings.
#[derive(Clone, Copy, Debug)]
struct Own {
    position: Vec2,
    velocity: Vec2,
    radius: f32,
    horizon: f32,
    /// The speed by which costs are measured (m/s).
    speed: f32,
    contact_weight: f32,
    miss_weight: f32,
    per_miss: f32,
    per_time: f32,
}

impl Own {
    fn of(parameters: &VelocitySampling, body: &Body, horizon: f32, speed: f32) -> Self {
        Self {
            position: body.position,
            velocity: body.velocity,
            radius: body.radius,
            horizon,
            speed,
            contact_weight: parameters.contact_weight,
            miss_weight: parameters.miss_weight,
            per_miss: 1.0 / parameters.miss_distance,
            per_time: 1.0 / parameters.miss_time,
        }
    }
}

/// How the other is approached at a velocity.
#[derive(Clone, Copy, Debug, Default)]
struct Nearing {
    /// The relative velocity along and across the way to the other, times the length of that (m²/s),
    /// and squared (m²/s²).
    approach: f32,
    across: f32,
    speed_squared: f32,
}

/// The same at [`LANES`] velocities.
#[derive(Clone, Copy, Debug, Default)]
struct Nearings {
    approach: Lanes,
    across: Lanes,
    speed_squared: Lanes,
}

impl Nearings {
    #[inline(always)]
    fn set(&mut self, lane: usize, nearing: Nearing) {
        self.approach[lane] = nearing.approach;
        self.across[lane] = nearing.across;
        self.speed_squared[lane] = nearing.speed_squared;
    }

    #[inline(always)]
    fn get(&self, lane: usize) -> Nearing {
        Nearing {
            approach: self.approach[lane],
            across: self.across[lane],
            speed_squared: self.speed_squared[lane],
        }
    }
}

impl Meeting {
    #[inline(always)]
    fn new(own: &Own, seen: &Seen, lane: usize) -> Self {
        let offset = Vec2::new(seen.x[lane] - own.position.x, seen.y[lane] - own.position.y);
        let share = seen.share[lane];
        // Who has less to do than half weighs it less, and who has more weighs it more; with a
        // longer lever it would get out of the way first.
        let leverage = 1.0 / at_least(share, 0.5);
        let part = 2.0 * share * seen.fellow[lane];
        let insistence = seen.insistence[lane];
        let sum = own.radius + seen.radius[lane];
        Self {
            offset,
            leverage,
            base: Vec2::new(
                own.velocity.x * (1.0 - leverage) - seen.velocity_x[lane],
                own.velocity.y * (1.0 - leverage) - seen.velocity_y[lane],
            ),
            sum,
            apart: offset.x * offset.x + offset.y * offset.y - sum * sum,
            contact_weight: own.contact_weight
                * insistence
                * seen.stranger[lane]
                * part
                * own.speed,
            least: 1.0 / (at_most(own.horizon, seen.horizon[lane]) + SOONEST),
            miss_weight: own.miss_weight
                * seen.passing[lane]
                * at_most(insistence * part, 1.0)
                * own.speed,
            per_miss: own.per_miss,
            per_time: own.per_time,
        }
    }

    /// What going at velocity (`x`, `y`) costs. Without branches, so that the compiler can do many
    /// at once.
    #[inline(always)]
    pub fn cost(&self, x: f32, y: f32) -> Cost {
        let nearing = self.nearing(x, y);
        Cost {
            contact: self.touching(&nearing),
            passing: self.passing(&nearing),
        }
    }

    #[inline(always)]
    fn nearing(&self, x: f32, y: f32) -> Nearing {
        let relative_x = x * self.leverage + self.base.x;
        let relative_y = y * self.leverage + self.base.y;
        Nearing {
            approach: self.offset.x * relative_x + self.offset.y * relative_y,
            across: self.offset.x * relative_y - self.offset.y * relative_x,
            speed_squared: relative_x * relative_x + relative_y * relative_y,
        }
    }

    /// More than 0 where both touch at last.
    #[inline(always)]
    fn inside(&self, nearing: &Nearing) -> f32 {
        self.sum * self.sum * nearing.speed_squared - nearing.across * nearing.across
    }

    /// What touching it costs (m/s).
    #[inline(always)]
    fn touching(&self, nearing: &Nearing) -> f32 {
        let inside = self.inside(nearing);
        // Contact comes after `apart / closing` seconds. One division serves that time and what it
        // costs.
        let closing = at_least(nearing.approach + at_least(inside, 0.0).sqrt(), 1e-12);
        let delay = at_least(self.apart, 0.0) + SOONEST * closing;
        let soon = at_least(closing / delay - self.least, 0.0);
        let touch = if inside > 0.0 { soon } else { 0.0 };
        self.contact_weight * touch * nearing.counts()
    }

    /// What passing it closely costs (m/s).
    #[inline(always)]
    fn passing(&self, nearing: &Nearing) -> f32 {
        let across = nearing.across;
        // Not before now: there the fading has a pole, and 0 times infinity is no number.
        let per_squared = 1.0 / at_least(nearing.speed_squared, 1e-12);
        let nearest = at_least(nearing.approach * per_squared, 0.0);
        let miss = (across * across * per_squared).sqrt();
        let gap = at_least(miss - self.sum, 0.0);
        let pass = 1.0 / (fading(gap * self.per_miss) * fading(nearest * self.per_time));
        self.miss_weight * pass * nearing.counts()
    }

    /// How soon contact comes at this velocity (s), if the other does its share; `None` if it
    /// doesn't.
    pub fn contact(&self, velocity: Vec2) -> Option<f32> {
        time_to_contact(self.offset, velocity * self.leverage + self.base, self.sum)
    }
}

impl Nearing {
    /// 1 where the other is approached, 0 where it isn't.
    #[inline(always)]
    fn counts(&self) -> f32 {
        if self.approach > 0.0 { 1.0 } else { 0.0 }
    }
}

/// The larger of both, `least` if `value` isn't a number. What `f32::max` promises beyond that
/// costs a call of a function in WebAssembly, for each number.
#[inline(always)]
pub(super) fn at_least(value: f32, least: f32) -> f32 {
    if value > least { value } else { least }
}

/// The smaller of both, `most` if `value` isn't a number: see [`at_least`].
#[inline(always)]
fn at_most(value: f32, most: f32) -> f32 {
    if value < most { value } else { most }
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
                meetings.add(&parameters, index, &other);
            }
            meetings.prepare(&parameters, &body, 6.0, 1.3);
            let (mut x, mut y) = ([0.0; LANES], [0.0; LANES]);
            for lane in 0..LANES {
                (x[lane], y[lane]) = place(1.3).into();
            }
            let change = Change {
                preferred: Vec2::new(1.0, 0.5),
                present: body.velocity,
                inertia: 0.25,
            };
            let mut costs = [0.0; LANES];
            let all = (0.3, f32::INFINITY);
            assert!(weigh((&x, &y), &mut costs, &change, &meetings, all));
            for (lane, cost) in costs.iter().enumerate() {
                let velocity = Vec2::new(x[lane], y[lane]);
                meetings.survey(velocity, &mut survey);
                for meeting in 0..count {
                    let (one, many) = (meetings.get(meeting), survey.get(meeting));
                    let one = one.cost(velocity.x, velocity.y);
                    assert_eq!(one.contact.to_bits(), many.contact.to_bits());
                    assert_eq!(one.passing.to_bits(), many.passing.to_bits());
                }
                let (mut total, mut worst) = (change.cost(velocity.x, velocity.y), 0.0);
                for meeting in 0..count {
                    total += survey.get(meeting).added_to(&mut worst, 0.3);
                }
                assert_eq!(cost.to_bits(), total.to_bits());
            }
            // What costs too much is left before all of it is known, and never the others.
            let mut dearest = 0.0f32;
            let mut least = f32::INFINITY;
            for &cost in &costs {
                (dearest, least) = (dearest.max(cost), least.min(cost));
            }
            let bound = 0.5 * (dearest + least);
            let mut bounded = [0.0; LANES];
            assert!(weigh(
                (&x, &y),
                &mut bounded,
                &change,
                &meetings,
                (0.3, bound)
            ));
            for (cost, bounded) in costs.iter().zip(bounded) {
                assert!(*cost > bound && bounded > bound || cost.to_bits() == bounded.to_bits());
            }
            assert!(!weigh(
                (&x, &y),
                &mut bounded,
                &change,
                &meetings,
                (0.3, 0.9 * least)
            ));
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
        let mut meetings = Meetings::default();
        meetings.add(&parameters, 0, &other);
        meetings.prepare(&parameters, &body, 6.0, 1.3);
        let meeting = meetings.get(0);
        // The pole is at −1.5961: at 0.2088 m/s away from the other.
        let mut speed = 0.208_f32;
        while speed < 0.210 {
            let Cost { contact, passing } = meeting.cost(-speed, 0.0);
            assert_eq!((contact, passing), (0.0, 0.0), "{speed} m/s");
            speed = speed.next_up();
        }
    }
}
