//! The last word on a force: the lines between each of a crowd and its neighbours, and the force that
//! keeps to its own side of them and clear of an obstacle close by.

use std::f32::consts::TAU;

use sidestep::Vec2;
use sidestep::avoid::guard::{BrakingWay, Guard, SeparatingLine};
use sidestep::avoid::{Obstacle, Surroundings, Wish};
use sidestep::geometry::{Circle, Shape};
use sidestep::random::Random;
use sidestep::steer::parting_direction;

use super::Kernel;
use crate::crowd::{Crowd, RADIUS, STEP, direction};
use crate::hash::Hash;

/// Radius of an obstacle (m).
const OBSTACLE: f32 = 0.3;

/// Everybody's force.
pub struct Guarding {
    crowd: Crowd,
    guard: Guard,
    /// What each wants to do, and what stands beside it.
    forces: Vec<Vec2>,
    obstacles: Vec<Shape>,
    ways: Vec<BrakingWay>,
    /// By index: who is near enough to matter.
    near: Vec<Vec<u64>>,
    lines: Vec<SeparatingLine>,
    allowed: Vec<Vec2>,
}

impl Guarding {
    /// Of this many agents.
    ///
    /// # Panics
    /// If an obstacle is refused.
    #[must_use]
    pub fn new(count: usize) -> Self {
        let crowd = Crowd::new(count);
        let guard = Guard::for_extent(crowd.side());
        let mut random = Random::new(2, 0);
        let (mut forces, mut obstacles) = (Vec::new(), Vec::new());
        for body in &crowd.bodies {
            forces.push(direction(random.between(0.0, TAU)) * body.limits.max_force);
            // Beyond its braking way at first, but within reach.
            let away = RADIUS + OBSTACLE + random.between(0.3, 1.0);
            let center = body.position + direction(random.between(0.0, TAU)) * away;
            obstacles.push(Circle::new(center, OBSTACLE).expect("a circle").into());
        }
        let near = (0..count).map(|index| {
            let reach = 2.0 * guard.reach(&crowd.bodies[index], STEP);
            let others = crowd.neighbors(index, reach, usize::MAX);
            others.iter().map(|other| other.neighbor.id).collect()
        });
        Self {
            near: near.collect(),
            ways: (crowd.bodies.iter())
                .map(|body| BrakingWay::of(body, STEP))
                .collect(),
            guard,
            forces,
            obstacles,
            lines: Vec::new(),
            allowed: Vec::with_capacity(count),
            crowd,
        }
    }
}

impl Kernel for Guarding {
    fn prepare(&mut self) {
        self.allowed.clear();
    }

    fn work(&mut self) {
        for (index, body) in self.crowd.bodies.iter().enumerate() {
            let (id, way) = (index as u64, &self.ways[index]);
            self.lines.clear();
            self.lines.extend(self.near[index].iter().map(|&other| {
                let theirs = &self.ways[other as usize];
                SeparatingLine::between(way, theirs, self.guard.skin, other, || {
                    -parting_direction(id, other)
                })
            }));
            let obstacles = [Obstacle::new(index as u32, &self.obstacles[index])];
            let around = Surroundings {
                lines: &self.lines,
                ..Surroundings::obstacles(&obstacles)
            };
            let wish = Wish {
                id,
                ..Wish::to_push(self.forces[index], STEP)
            };
            let decision = self.guard.decide(body, &wish, &around);
            self.allowed.push(decision.force);
        }
    }

    fn hash(&self) -> u64 {
        let mut hash = Hash::default();
        for force in &self.allowed {
            hash.add(&force.to_array());
        }
        hash.finish()
    }
}
