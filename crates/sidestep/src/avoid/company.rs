//! Those around an agent in columns, so that one formula takes several of them at once.

use glam::Vec2;

use super::surroundings::SharedNeighbor;
use crate::steer::Neighbor;

/// Numbers side by side that the widest registers hold.
pub(crate) const LANES: usize = 8;

/// [`LANES`] numbers side by side.
pub(crate) type Lanes = [f32; LANES];

/// [`LANES`] of those around: what [`SharedNeighbor`] says of each.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct CompanyBlock {
    pub x: Lanes,
    pub y: Lanes,
    pub velocity_x: Lanes,
    pub velocity_y: Lanes,
    pub radius: Lanes,
    pub share: Lanes,
    pub insistence: Lanes,
    pub passing: Lanes,
    pub horizon: Lanes,
    pub fellow: [bool; LANES],
    pub stranger: [bool; LANES],
    // No cost depends on these.
    ids: [u64; LANES],
    headings: [Vec2; LANES],
}

impl CompanyBlock {
    /// Takes somebody into a lane.
    #[inline(always)]
    pub fn set(&mut self, lane: usize, other: &SharedNeighbor) {
        let neighbor = &other.neighbor;
        (self.x[lane], self.y[lane]) = neighbor.position.into();
        self.set_velocity(lane, neighbor.velocity);
        self.radius[lane] = neighbor.radius;
        self.share[lane] = other.share;
        self.insistence[lane] = other.insistence;
        self.passing[lane] = other.passing;
        self.horizon[lane] = other.horizon;
        self.fellow[lane] = other.fellow;
        self.stranger[lane] = other.stranger;
        self.ids[lane] = neighbor.id;
        self.headings[lane] = neighbor.heading;
    }

    /// Who is in a lane.
    #[inline(always)]
    pub fn get(&self, lane: usize) -> SharedNeighbor {
        SharedNeighbor {
            neighbor: Neighbor {
                id: self.ids[lane],
                position: self.position(lane),
                velocity: self.velocity(lane),
                heading: self.headings[lane],
                radius: self.radius[lane],
            },
            share: self.share[lane],
            insistence: self.insistence[lane],
            stranger: self.stranger[lane],
            fellow: self.fellow[lane],
            passing: self.passing[lane],
            horizon: self.horizon[lane],
        }
    }

    pub fn set_velocity(&mut self, lane: usize, velocity: Vec2) {
        (self.velocity_x[lane], self.velocity_y[lane]) = velocity.into();
    }

    #[inline(always)]
    pub fn position(&self, lane: usize) -> Vec2 {
        Vec2::new(self.x[lane], self.y[lane])
    }

    #[inline(always)]
    pub fn velocity(&self, lane: usize) -> Vec2 {
        Vec2::new(self.velocity_x[lane], self.velocity_y[lane])
    }
}

/// All that are around an agent and count, the nearest first: what
/// [`Surroundings::neighbors`](super::Surroundings::neighbors) holds in rows.
#[derive(Clone, Debug, Default)]
pub(crate) struct Company {
    /// As many as have ever been used; what is behind the last of the company means nothing.
    blocks: Vec<CompanyBlock>,
    count: usize,
}

impl Company {
    /// Nobody.
    pub fn clear(&mut self) {
        self.count = 0;
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.count
    }

    /// Whether there is nobody.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Adds somebody behind all others.
    #[inline(always)]
    pub fn push(&mut self, other: &SharedNeighbor) {
        let (block, lane) = (self.len() / LANES, self.len() % LANES);
        if block == self.blocks.len() {
            self.blocks.push(CompanyBlock::default());
        }
        self.blocks[block].set(lane, other);
        self.count += 1;
    }

    /// Adds somebody behind all others of whom only this is known yet.
    #[inline(always)]
    pub fn push_plain(&mut self, neighbor: &Neighbor, share: f32, stranger: bool) {
        let (block, lane) = (self.len() / LANES, self.len() % LANES);
        if block == self.blocks.len() {
            self.blocks.push(CompanyBlock::default());
        }
        let block = &mut self.blocks[block];
        if lane == 0 {
            block.insistence = [1.0; LANES];
            block.passing = [1.0; LANES];
            block.horizon = [f32::INFINITY; LANES];
            block.fellow = [false; LANES];
        }
        (block.x[lane], block.y[lane]) = neighbor.position.into();
        block.set_velocity(lane, neighbor.velocity);
        block.radius[lane] = neighbor.radius;
        block.share[lane] = share;
        block.stranger[lane] = stranger;
        block.ids[lane] = neighbor.id;
        block.headings[lane] = neighbor.heading;
        self.count += 1;
    }

    /// Takes over these.
    pub fn fill(&mut self, others: &[SharedNeighbor]) {
        self.clear();
        for other in others {
            self.push(other);
        }
    }

    /// Their columns: the lanes behind the last of them mean nothing.
    pub fn blocks(&self) -> &[CompanyBlock] {
        &self.blocks[..self.len().div_ceil(LANES)]
    }

    pub fn blocks_mut(&mut self) -> &mut [CompanyBlock] {
        let used = self.len().div_ceil(LANES);
        &mut self.blocks[..used]
    }

    /// The block of the one at `index`, and its lane there.
    #[inline(always)]
    pub fn at(&self, index: usize) -> (&CompanyBlock, usize) {
        (&self.blocks[index / LANES], index % LANES)
    }

    #[inline(always)]
    pub fn at_mut(&mut self, index: usize) -> (&mut CompanyBlock, usize) {
        (&mut self.blocks[index / LANES], index % LANES)
    }

    /// The id of the one at `index`.
    pub fn id(&self, index: usize) -> u64 {
        let (block, lane) = self.at(index);
        block.ids[lane]
    }

    /// The one at `index`.
    #[inline(always)]
    pub fn get(&self, index: usize) -> SharedNeighbor {
        let (block, lane) = self.at(index);
        block.get(lane)
    }

    /// What is seen of the one at `index`.
    pub fn neighbor(&self, index: usize) -> Neighbor {
        self.get(index).neighbor
    }

    /// Fills `rows` with all of them, for methods that take one after the other.
    pub fn rows(&self, rows: &mut Vec<SharedNeighbor>) {
        rows.clear();
        rows.extend((0..self.len()).map(|index| self.get(index)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::motion::Body;

    #[test]
    fn rows_come_out_as_they_went_in() {
        let mut company = Company::default();
        let mut rows = Vec::new();
        // More than before, and fewer: what is left in the lanes isn't among them.
        for count in [3, 2 * LANES + 1, LANES, 0, 5] {
            let others: Vec<SharedNeighbor> = (0..count)
                .map(|index| {
                    let number = (count * 100 + index) as f32;
                    let mut body = Body::new(Vec2::new(number, -number), 0.1 + number, 1.0);
                    body.velocity = Vec2::new(0.5 * number, 2.0);
                    body.heading = Vec2::NEG_Y;
                    SharedNeighbor {
                        neighbor: Neighbor::new(index as u64 + 7, &body),
                        share: 0.25 * number,
                        insistence: 1.0 + number,
                        stranger: index % 2 == 0,
                        fellow: index % 3 == 0,
                        passing: 0.125 * number,
                        horizon: if index == 1 { f32::INFINITY } else { number },
                    }
                })
                .collect();
            company.fill(&others);
            assert_eq!(company.len(), count);
            assert_eq!(company.is_empty(), count == 0);
            assert_eq!(company.blocks().len(), count.div_ceil(LANES));
            company.rows(&mut rows);
            assert_eq!(rows, others);
        }
    }
}
