//! What each velocity costs.

use std::ops::Range;

use glam::Vec2;
use multiversion::multiversion;

use super::VelocitySampling;
use crate::avoid::encounter::time_to_contact;
use crate::avoid::{Company, CompanyBlock, LANES, Lanes};
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

/// The cheapest velocity so far.
#[derive(Clone, Copy, Debug)]
pub(super) struct Best {
    /// What it costs with what running into obstacles costs, and without (m/s).
    pub total: f32,
    pub cost: f32,
    /// Which of all velocities it is.
    pub index: u32,
}

impl Best {
    /// Dearer than any.
    pub const NONE: Self = Self {
        total: f32::INFINITY,
        cost: f32::INFINITY,
        index: 0,
    };

    /// Whether this is better: cheaper, or as cheap and cheaper without obstacles, or else earlier.
    pub fn before(&self, other: &Self) -> bool {
        (self.total.total_cmp(&other.total))
            .then(self.cost.total_cmp(&other.cost))
            .then(self.index.cmp(&other.index))
            .is_lt()
    }
}

/// Fills `costs` with what velocities (`x`, `y`) cost by themselves and by meeting others (m/s). What
/// costs more than `bound` (m/s) may end with less than all of it, but with more than `bound`. Returns
/// whether any of them costs less, or as much.
///
/// This is compiled for several widths of registers, of which the widest that the processor has is
/// taken: a velocity has a lane of its own, so that its bits are the same in all.
#[multiversion(targets("x86_64+avx2"))]
pub(super) fn weigh(
    place: (&Lanes, &Lanes),
    costs: &mut Lanes,
    change: &Change,
    meetings: &Meetings,
    (further, bound): (Further, f32),
) -> bool {
    let weighed = weigh_block(place, change, meetings, (further, bound));
    *costs = weighed.unwrap_or(*costs);
    weighed.is_some()
}

/// Calls `better` with each block of velocities of which one costs `bound` m/s or less, by its index,
/// and with what each of them costs (m/s): see [`weigh`]. What it returns is the next bound. `x` and
/// `y` hold the blocks, and `order` says which are looked at, one after the other.
///
/// Compiled as [`weigh`] is: one call for all of them, as most blocks are left after a glance.
#[multiversion(targets("x86_64+avx2"))]
pub(super) fn find_cheapest(
    (x, y): (&[Lanes], &[Lanes]),
    order: Range<usize>,
    is_backwards: bool,
    (change, meetings): (&Change, &Meetings),
    further: Further,
    best: &mut Best,
) {
    for block in in_order(order, is_backwards) {
        let place = (&x[block], &y[block]);
        let Some(costs) = weigh_block(place, change, meetings, (further, best.total)) else {
            continue;
        };
        let (cheapest, cost) = cheapest(&costs);
        if cost == f32::INFINITY {
            continue;
        }
        let found = Best {
            total: cost,
            cost,
            index: (block * LANES + cheapest) as u32,
        };
        if found.before(best) {
            *best = found;
        }
    }
}

/// These blocks one after the other, from the last one on if so wanted.
#[inline(always)]
pub(super) fn in_order(blocks: Range<usize>, is_backwards: bool) -> impl Iterator<Item = usize> {
    (0..blocks.len()).map(move |step| {
        if is_backwards {
            blocks.end - 1 - step
        } else {
            blocks.start + step
        }
    })
}

/// The first of those that cost least, and what that is (m/s); infinity if none costs less.
#[inline(always)]
pub(super) fn cheapest(costs: &Lanes) -> (usize, f32) {
    let (mut cheapest, mut cost) = (0, f32::INFINITY);
    for (lane, &other) in costs.iter().enumerate() {
        if other < cost {
            (cheapest, cost) = (lane, other);
        }
    }
    (cheapest, cost)
}

/// What [`weigh`] finds for a block; `None` if all in it cost more than `bound`.
///
/// What the lanes add up stays in registers, while everybody is met one after the other. Whoever none
/// of the velocities approaches costs nothing, nor does a contact that none of them leads to: both
/// are passed over, as divisions and roots are what takes long.
#[inline(always)]
fn weigh_block(
    (x, y): (&Lanes, &Lanes),
    change: &Change,
    meetings: &Meetings,
    (further, bound): (Further, f32),
) -> Option<Lanes> {
    let (mut sums, mut contact, mut passing) = ([0.0; LANES], [0.0; LANES], [0.0; LANES]);
    for lane in 0..LANES {
        sums[lane] = change.cost(x[lane], y[lane]);
    }
    let mut left = meetings.len();
    for block in meetings.blocks() {
        for other in 0..left.min(LANES) {
            if !any(&sums, |sum| sum <= bound) {
                return None;
            }
            let meeting = block.get(other);
            let mut nearing = Nearings::default();
            for lane in 0..LANES {
                nearing.set(lane, meeting.nearing(x[lane], y[lane]));
            }
            if !any(&nearing.approach, |it| it > 0.0) {
                continue;
            }
            let mut touches = [0.0; LANES];
            for lane in 0..LANES {
                let nearing = nearing.get(lane);
                let more = meeting.passing(&nearing);
                sums[lane] += added(more, &mut passing[lane], further.passing);
                touches[lane] = meeting.inside(&nearing) * nearing.counts();
            }
            if any(&touches, |it| it > 0.0) {
                for lane in 0..LANES {
                    let more = meeting.touching(&nearing.get(lane));
                    sums[lane] += added(more, &mut contact[lane], further.contacts);
                }
            }
        }
        left = left.saturating_sub(LANES);
    }
    any(&sums, |sum| sum <= bound).then_some(sums)
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

/// The parts to which all costs of a kind count but the worst, which counts in full (0 to 1).
#[derive(Clone, Copy, Debug)]
pub(super) struct Further {
    pub contacts: f32,
    pub passing: f32,
}

/// What `cost` adds to what others of its kind cost together, of which the worst is `worst` so far
/// (m/s): the worst counts in full and the others by the part `further`.
#[inline(always)]
fn added(cost: f32, worst: &mut f32, further: f32) -> f32 {
    let more = at_least(cost - *worst, 0.0);
    *worst += more;
    more + (cost - more) * further
}

impl Cost {
    /// All of it (m/s).
    pub fn sum(&self) -> f32 {
        self.contact + self.passing
    }
}

/// Everybody whom one meets, side by side, so that one velocity is weighed for many of them at once.
#[derive(Clone, Debug, Default)]
pub(super) struct Meetings {
    /// As many as have ever been used.
    blocks: Vec<Block>,
    /// Which of the company each is.
    neighbors: Vec<u32>,
    /// These alone, where some of the company aren't met.
    some: Vec<CompanyBlock>,
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
pub(super) struct CostBlock {
    contact: Lanes,
    passing: Lanes,
}

impl CostBlock {
    #[inline(always)]
    pub fn get(&self, lane: usize) -> Cost {
        Cost {
            contact: self.contact[lane],
            passing: self.passing[lane],
        }
    }
}

impl Survey {
    /// The costs side by side, in the order of the meetings; the lanes behind the last of them mean
    /// nothing.
    pub fn blocks(&self) -> &[CostBlock] {
        &self.costs
    }

    /// What the meeting at `index` costs.
    pub fn get(&self, index: usize) -> Cost {
        self.costs[index / LANES].get(index % LANES)
    }

    /// What all of the first `count` cost together: see [`weigh`].
    pub fn total(&self, count: usize, further: Further) -> f32 {
        let (mut contact, mut passing) = (0.0, 0.0);
        let costs = (0..count).map(|index| {
            let cost = self.get(index);
            added(cost.passing, &mut passing, further.passing)
                + added(cost.contact, &mut contact, further.contacts)
        });
        costs.sum()
    }
}

impl Meetings {
    /// Meets those of a company whose share of the work that is ours is above `least`.
    pub fn choose(&mut self, company: &Company, least: f32) {
        self.neighbors.clear();
        let mut index = 0;
        for block in company.blocks() {
            for share in &block.share[..(company.len() - index).min(LANES)] {
                if *share > least {
                    self.neighbors.push(index as u32);
                }
                index += 1;
            }
        }
        if self.len() < company.len() {
            self.some
                .resize(self.len().div_ceil(LANES), CompanyBlock::default());
            for (place, &index) in self.neighbors.iter().enumerate() {
                self.some[place / LANES].set(place % LANES, &company.get(index as usize));
            }
        }
    }

    /// What is seen of them: the lanes behind the last of them mean nothing.
    pub fn met<'m>(&'m self, company: &'m Company) -> &'m [CompanyBlock] {
        if self.len() < company.len() {
            &self.some
        } else {
            company.blocks()
        }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.neighbors.len()
    }

    /// Prepares what velocities are weighed with, after they were chosen from this company.
    pub fn prepare(
        &mut self,
        parameters: &VelocitySampling,
        body: &Body,
        horizon: f32,
        speed: f32,
        company: &Company,
    ) {
        let used = self.len().div_ceil(LANES);
        if self.blocks.len() < used {
            self.blocks.resize(used, Block::default());
        }
        let own = Own::of(parameters, body, horizon, speed);
        let met = if self.len() < company.len() {
            &self.some
        } else {
            company.blocks()
        };
        prepare(met, &mut self.blocks, &own);
    }

    /// Those that are met: the lanes behind the last of them mean nothing.
    fn blocks(&self) -> &[Block] {
        &self.blocks[..self.len().div_ceil(LANES)]
    }

    /// The one at `index`.
    pub fn get(&self, index: usize) -> Meeting {
        self.blocks[index / LANES].get(index % LANES)
    }

    /// The one touched first at a velocity (m/s) within `horizon` seconds (ties by id), and when (s).
    /// `costs` says what that velocity costs with each.
    pub fn first_contact(
        &self,
        company: &Company,
        costs: &Survey,
        velocity: Vec2,
        horizon: f32,
    ) -> Option<(u64, f32)> {
        let mut first: Option<(u64, f32)> = None;
        let mut left = self.len();
        for (number, (block, costs)) in self.blocks().iter().zip(&costs.costs).enumerate() {
            for lane in 0..left.min(LANES) {
                // Whoever costs nothing isn't touched.
                if block.contact_weight[lane] > 0.0 && costs.contact[lane] <= 0.0 {
                    continue;
                }
                let contact = block.get(lane).contact(velocity);
                let Some(contact) = contact.filter(|contact| *contact < horizon) else {
                    continue;
                };
                let id = company.id(self.neighbors[number * LANES + lane] as usize);
                let earlier = first.is_none_or(|(best, time)| {
                    contact.total_cmp(&time).then(id.cmp(&best)).is_lt()
                });
                if earlier {
                    first = Some((id, contact));
                }
            }
            left = left.saturating_sub(LANES);
        }
        first
    }

    /// Which of the neighbours each is.
    pub fn neighbors(&self) -> impl Iterator<Item = usize> {
        self.neighbors.iter().map(|&index| index as usize)
    }

    /// Fills `survey` with what `velocity` (m/s) costs with each.
    pub fn survey(&self, velocity: Vec2, survey: &mut Survey) {
        let blocks = self.blocks();
        if survey.costs.len() < blocks.len() {
            survey.costs.resize(blocks.len(), CostBlock::default());
        }
        fill_survey(blocks, (velocity.x, velocity.y), &mut survey.costs);
    }
}

/// What [`Meetings::prepare`] promises.
#[multiversion(targets("x86_64+avx2"))]
fn prepare(company: &[CompanyBlock], blocks: &mut [Block], own: &Own) {
    for (others, block) in company.iter().zip(blocks) {
        for lane in 0..LANES {
            block.set(lane, &Meeting::new(own, others, lane));
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
    /// By how much more or less fellows and strangers count.
    fellow_weight: f32,
    stranger_weight: f32,
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
            fellow_weight: parameters.fellow_weight,
            stranger_weight: parameters.stranger_weight,
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
    fn new(own: &Own, others: &CompanyBlock, lane: usize) -> Self {
        let offset = Vec2::new(
            others.x[lane] - own.position.x,
            others.y[lane] - own.position.y,
        );
        let share = others.share[lane];
        let fellow = if others.fellow[lane] {
            own.fellow_weight
        } else {
            1.0
        };
        let stranger = if others.stranger[lane] {
            own.stranger_weight
        } else {
            1.0
        };
        // Who has less to do than half weighs it less, and who has more weighs it more; with a
        // longer lever it would get out of the way first.
        let leverage = 1.0 / at_least(share, 0.5);
        let part = 2.0 * share * fellow;
        let insistence = others.insistence[lane];
        let sum = own.radius + others.radius[lane];
        Self {
            offset,
            leverage,
            base: Vec2::new(
                own.velocity.x * (1.0 - leverage) - others.velocity_x[lane],
                own.velocity.y * (1.0 - leverage) - others.velocity_y[lane],
            ),
            sum,
            apart: offset.x * offset.x + offset.y * offset.y - sum * sum,
            contact_weight: own.contact_weight * insistence * stranger * part * own.speed,
            least: 1.0 / (at_most(own.horizon, others.horizon[lane]) + SOONEST),
            miss_weight: own.miss_weight
                * others.passing[lane]
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
    use crate::avoid::SharedNeighbor;
    use crate::random::Random;
    use crate::steer::Neighbor;

    const FURTHER: Further = Further {
        contacts: 0.3,
        passing: 0.25,
    };

    #[test]
    fn of_costs_the_dearest_counts_in_full_in_any_order() {
        for costs in [[3.0, 1.0, 2.0], [1.0, 2.0, 3.0], [2.0, 3.0, 1.0]] {
            let mut worst = 0.0;
            let sum: f32 = (costs.iter())
                .map(|&cost| added(cost, &mut worst, 0.25))
                .sum();
            assert!((sum - (3.0 + 0.25 * 3.0)).abs() < 1e-6, "{costs:?}: {sum}");
        }
    }

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
            let mut company = Company::default();
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
                company.push(&other);
            }
            meetings.choose(&company, 0.1);
            meetings.prepare(&parameters, &body, 6.0, 1.3, &company);
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
            let all = (FURTHER, f32::INFINITY);
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
                let mut total = change.cost(velocity.x, velocity.y);
                let (mut passing, mut contact) = (0.0, 0.0);
                for meeting in 0..count {
                    let cost = survey.get(meeting);
                    total += added(cost.passing, &mut passing, FURTHER.passing);
                    total += added(cost.contact, &mut contact, FURTHER.contacts);
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
                (FURTHER, bound)
            ));
            for (cost, bounded) in costs.iter().zip(bounded) {
                assert!(*cost > bound && bounded > bound || cost.to_bits() == bounded.to_bits());
            }
            assert!(!weigh(
                (&x, &y),
                &mut bounded,
                &change,
                &meetings,
                (FURTHER, 0.9 * least)
            ));
        }
    }

    #[test]
    fn the_cheapest_of_many_blocks_is_that_of_looking_at_all() {
        let mut random = Random::new(6, 0);
        let parameters = VelocitySampling::for_radius(0.25);
        let body = Body::new(Vec2::ZERO, 0.25, 1.3);
        for round in 0..40 {
            let mut draw = |reach: f32| random.between(-reach, reach);
            let (mut meetings, mut company) = (Meetings::default(), Company::default());
            for index in 0..9 {
                let mut other = Body::new(Vec2::new(draw(4.0), draw(4.0)), 0.25, 1.3);
                other.velocity = Vec2::new(draw(1.0), draw(1.0));
                company.push(&Neighbor::new(index, &other).into());
            }
            meetings.choose(&company, 0.1);
            meetings.prepare(&parameters, &body, 6.0, 1.3, &company);
            let change = Change {
                preferred: Vec2::new(1.2, 0.0),
                present: Vec2::new(draw(1.0), draw(1.0)),
                inertia: 0.25,
            };
            let (mut x, mut y) = ([[0.0; LANES]; 6], [[0.0; LANES]; 6]);
            for block in 0..6 {
                for lane in 0..LANES {
                    (x[block][lane], y[block][lane]) = (draw(1.3), draw(1.3));
                }
            }
            // Two that are alike: the first counts. What is no number doesn't.
            (x[4], y[4]) = (x[1], y[1]);
            (x[5][3], y[5][3]) = (f32::NAN, f32::NAN);
            let mut expected = Best::NONE;
            for block in 1..6 {
                let (mut costs, all) = ([0.0; LANES], (FURTHER, f32::INFINITY));
                assert!(weigh(
                    (&x[block], &y[block]),
                    &mut costs,
                    &change,
                    &meetings,
                    all
                ));
                for (lane, cost) in costs.into_iter().enumerate() {
                    let index = (block * LANES + lane) as u32;
                    let total = cost;
                    if cost < expected.total {
                        expected = Best { total, cost, index };
                    }
                }
            }
            for is_backwards in [false, true] {
                let mut best = Best::NONE;
                let costs = (&change, &meetings);
                find_cheapest((&x, &y), 1..6, is_backwards, costs, FURTHER, &mut best);
                assert_eq!(best.index, expected.index, "round {round}");
                assert_eq!(best.total.to_bits(), expected.total.to_bits());
                assert_eq!(best.cost.to_bits(), expected.cost.to_bits());
            }
        }
    }

    #[test]
    fn whose_share_is_small_is_left_out_and_the_others_cost_the_same() {
        let mut random = Random::new(8, 0);
        let parameters = VelocitySampling::for_radius(0.25);
        let mut body = Body::new(Vec2::ZERO, 0.25, 1.3);
        body.velocity = Vec2::new(0.3, -0.8);
        let (mut all, mut few) = (Company::default(), Company::default());
        let mut kept = Vec::new();
        for index in 0..2 * LANES + 3 {
            let mut place = || Vec2::new(random.between(-4.0, 4.0), random.between(-4.0, 4.0));
            let mut other = Body::new(place(), 0.25, 1.3);
            other.velocity = 0.25 * place();
            let mut other = SharedNeighbor::from(Neighbor::new(index as u64, &other));
            other.stranger = index % 5 == 0;
            other.share = if index % 3 == 1 { 0.1 } else { 0.4 };
            all.push(&other);
            if index % 3 != 1 {
                few.push(&other);
                kept.push(index);
            }
        }
        let surveyed = |company: &Company| {
            let (mut meetings, mut survey) = (Meetings::default(), Survey::default());
            meetings.choose(company, 0.1);
            meetings.prepare(&parameters, &body, 6.0, 1.3, company);
            meetings.survey(Vec2::new(1.0, 0.2), &mut survey);
            let costs = (0..meetings.len()).map(|index| {
                let cost = survey.get(index);
                [cost.contact.to_bits(), cost.passing.to_bits()]
            });
            let costs: Vec<[u32; 2]> = costs.collect();
            (meetings.neighbors().collect::<Vec<usize>>(), costs)
        };
        let (met, costs) = surveyed(&all);
        assert_eq!(met, kept);
        assert_eq!(costs, surveyed(&few).1);
        assert!(costs.iter().any(|cost| *cost != [0, 0]));
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
        let (mut meetings, mut company) = (Meetings::default(), Company::default());
        company.push(&other);
        meetings.choose(&company, 0.1);
        meetings.prepare(&parameters, &body, 6.0, 1.3, &company);
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
