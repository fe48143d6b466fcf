//! Walls and obstacles that are so fast that they would step over somebody.

use std::collections::BTreeMap;

use glam::Vec2;

use crate::avoid::Obstacle;
use crate::contact::{Disc, STEPPED_OVER, Shift};
use crate::walker::{Perception, Slider};
use crate::world::World;
use crate::world::store::{Agent, Picture};

/// Those who were taken along, by seat: where the step began for each, and where the first that ran
/// into it took it to (m).
pub(super) type Carried = BTreeMap<usize, [Vec2; 2]>;

impl World {
    /// Lets fast obstacles take along whom they run into. An agent that is taken begins its move
    /// where it was taken to.
    pub(super) fn carry(&mut self, dt: f32) -> Carried {
        let mut carried = Carried::new();
        let (picture, agents) = self.split(dt);
        if picture.obstacles.moving().next().is_none() {
            return carried;
        }
        let smallest = (agents.iter().map(|agent| agent.body.radius)).fold(f32::INFINITY, f32::min);
        let longest = picture.context.usual.speed * dt;
        let mut met = Vec::new();
        let mut found = Vec::new();
        for (obstacle, shift, filter) in picture.obstacles.moving() {
            let hull = obstacle.hull();
            let size = hull.bounding_radius();
            if shift.at_most(size) <= STEPPED_OVER * smallest {
                continue;
            }
            let middle = hull.center() - 0.5 * shift.moved;
            let reach = size + 0.5 * shift.moved.length() + longest + picture.context.usual.radius;
            met.clear();
            // Agents stand in the grid where the step began.
            let wrapped = picture.context.topology.wrap(middle);
            let grid = &picture.senses.grid;
            grid.within(wrapped, reach, |slot, way| {
                met.push((grid.indices()[slot as usize] as usize, middle + way));
            });
            met.sort_unstable_by_key(|&(seat, _)| seat);
            for &(seat, start) in &met {
                let agent = &mut agents[seat];
                let meets = agent.walker().filter(&agent.memory).meets(filter);
                if !meets || !agent.walker().is_on_its_feet(&agent.memory) {
                    continue;
                }
                let from = agent.previous;
                if take_along(&picture, agent, start, (&obstacle, shift), &mut found) {
                    carried.entry(seat).or_insert([from, agent.previous]);
                }
            }
        }
        carried
    }

    /// Puts those back to where they were taken who have come round the end of something since:
    /// straight seen, nobody cuts through what stands.
    pub(super) fn keep_carried(&mut self, carried: &Carried, dt: f32) {
        let (picture, agents) = self.split(dt);
        let mut slider = Slider::new(&picture);
        for (&seat, &[from, to]) in carried {
            let agent = &mut agents[seat];
            let end = agent.body.position;
            if slider.crosses_what_stands(&agent.walker(), &agent.memory, from, end) {
                (agent.body.position, agent.previous) = (to, to);
            }
        }
    }
}

/// Takes an agent along that began its step at `start` (m), seen from an obstacle that has moved.
/// Says whether it did.
fn take_along<'a>(
    picture: &Picture<'a>,
    agent: &mut Agent,
    start: Vec2,
    (obstacle, shift): (&Obstacle<'_>, Shift),
    found: &mut Vec<Obstacle<'a>>,
) -> bool {
    let lap = start - agent.previous;
    let way = agent.body.position - agent.previous;
    let disc = Disc::for_extent(agent.body.radius, picture.context.extent);
    let Some(there) = disc.carried(start, way, obstacle, shift) else {
        return false;
    };
    // Between others that it would be pressed into it stays before these.
    let (from, to) = (agent.previous, there - lap);
    let filter = agent.walker().filter(&agent.memory);
    picture.obstacles(disc.area(from, to), &filter, found);
    found.retain(|other| other.name != obstacle.name);
    let end = disc.slide(from, to - from, found);
    agent.body.position = disc.straight(from, end, found);
    agent.previous = agent.body.position;
    true
}
