//! Ways round temporary obstacles: two hundred queries in a field full of circles and boxes.

use std::f32::consts::TAU;

use sidestep::Vec2;
use sidestep::avoid::Blocker;
use sidestep::avoid::detour::{
    BarrierKind, Detour, DetourMemory, DetourQuery, DetourScratch, Outcome,
};
use sidestep::geometry::{Circle, ConvexPolygon, Shape};
use sidestep::random::Random;
use sidestep::space::{Clusters, Filter, Topology};

use super::Kernel;
use crate::crowd::{RADIUS, direction};
use crate::hash::Hash;

/// Obstacles for a square metre.
const DENSITY: f32 = 0.1;

/// Number of queries.
const QUERIES: usize = 200;

/// Distance from start to goal (m).
const LENGTH: f32 = 12.0;

/// Queries in a field.
pub struct Detours {
    clusters: Clusters,
    detour: Detour,
    ways: Vec<(Vec2, Vec2)>,
    scratch: DetourScratch,
    outcomes: Vec<Outcome>,
}

impl Detours {
    /// Among this many obstacles.
    ///
    /// # Panics
    /// If an obstacle is refused.
    #[must_use]
    pub fn new(count: usize) -> Self {
        let mut random = Random::new(3, 0);
        let side = (count as f32 / DENSITY).sqrt();
        let detour = Detour::for_radius(RADIUS);
        let mut clusters = Clusters::new(2.0 * (RADIUS + detour.clearance), Topology::Open);
        for index in 0..count {
            let shape: Shape = if random.unit() < 0.5 {
                let circle = Circle::new(Vec2::ZERO, random.between(0.3, 1.0));
                circle.expect("a circle").into()
            } else {
                let size = Vec2::new(random.between(0.5, 2.5), random.between(0.5, 2.5));
                let angle = random.between(0.0, TAU);
                let rectangle = ConvexPolygon::rectangle(Vec2::ZERO, size, angle);
                rectangle.expect("a rectangle").into()
            };
            let place = Vec2::new(random.between(0.0, side), random.between(0.0, side));
            let name = Blocker::Obstacle(index as u32);
            let kind = BarrierKind::Temporary;
            clusters.insert(name, kind, &shape, place, Filter::default());
        }
        let ways = (0..QUERIES).map(|_| {
            let from = Vec2::new(random.between(0.0, side), random.between(0.0, side));
            (from, from + direction(random.between(0.0, TAU)) * LENGTH)
        });
        Self {
            ways: ways.collect(),
            clusters,
            detour,
            scratch: DetourScratch::default(),
            outcomes: Vec::with_capacity(QUERIES),
        }
    }
}

impl Kernel for Detours {
    fn prepare(&mut self) {
        self.outcomes.clear();
    }

    fn work(&mut self) {
        let mut barriers = Vec::new();
        for &(from, to) in &self.ways {
            let area = self.detour.area(from, to, RADIUS);
            (self.clusters).gather(area, &Filter::default(), &mut barriers);
            let query = DetourQuery {
                from,
                to,
                radius: RADIUS,
                barriers: &barriers,
                walls_too: false,
            };
            let mut memory = DetourMemory::default();
            let answer = self.detour.find(&query, &mut memory, &mut self.scratch);
            self.outcomes.push(answer.outcome);
        }
    }

    fn hash(&self) -> u64 {
        let mut hash = Hash::default();
        for outcome in &self.outcomes {
            match *outcome {
                Outcome::Clear => hash.add(&[0.0]),
                Outcome::Around {
                    sub_goal, length, ..
                } => hash.add(&[1.0, sub_goal.x, sub_goal.y, length]),
                Outcome::Blocked { .. } => hash.add(&[2.0]),
            }
        }
        hash.finish()
    }
}
