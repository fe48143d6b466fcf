//! Walls and obstacles that are so fast that they would step over somebody.

use glam::Vec2;

use crate::avoid::Obstacle;
use crate::contact::{Disc, STEPPED_OVER, Shift};
use crate::walker::Perception;
use crate::world::World;
use crate::world::store::{Agent, Picture};

impl World {
    /// Lets fast obstacles take along whom they run into. An agent that is taken begins its move
    /// where it was taken to.
    pub(super) fn carry(&mut self, dt: f32) {
        let (picture, agents) = self.split(dt);
        if picture.obstacles.moving().next().is_none() {
            return;
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
            met.sort_unstable_by_key(|&(row, _)| row);
            for &(row, start) in &met {
                let agent = &mut agents[row];
                let meets = agent.walker().filter(&agent.memory).meets(filter);
                if meets && agent.walker().is_on_its_feet(&agent.memory) {
                    take_along(&picture, agent, start, (&obstacle, shift), &mut found);
                }
            }
        }
    }
}

/// Takes an agent along that began its step at `start` (m), seen from an obstacle that has moved.
fn take_along<'a>(
    picture: &Picture<'a>,
    agent: &mut Agent,
    start: Vec2,
    (obstacle, shift): (&Obstacle<'_>, Shift),
    found: &mut Vec<Obstacle<'a>>,
) {
    let lap = start - agent.previous;
    let way = agent.body.position - agent.previous;
    let disc = Disc::for_extent(agent.body.radius, picture.context.extent);
    let Some(there) = disc.carried(start, way, obstacle, shift) else {
        return;
    };
    // Between others that it would be pressed into it stays before these.
    let (from, to) = (agent.previous, there - lap);
    let filter = agent.walker().filter(&agent.memory);
    picture.obstacles(disc.area(from, to), &filter, found);
    found.retain(|other| other.name != obstacle.name);
    agent.body.position = disc.slide(from, to - from, found);
    agent.previous = agent.body.position;
}
