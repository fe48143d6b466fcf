//! The default towards others: of many velocities the one that costs least, for each of a crowd with
//! its twelve nearest neighbours.

use sidestep::Vec2;
use sidestep::avoid::sampling::{SamplingScratch, VelocitySampling};
use sidestep::avoid::{SharedNeighbor, Surroundings, Wish};

use super::Kernel;
use crate::crowd::{Crowd, RADIUS, STEP};
use crate::hash::Hash;

/// Everybody's velocity among others.
pub struct Sampling {
    crowd: Crowd,
    sampling: VelocitySampling,
    neighbors: Vec<Vec<SharedNeighbor>>,
    scratch: SamplingScratch,
    velocities: Vec<Vec2>,
}

impl Sampling {
    /// Of this many agents.
    #[must_use]
    pub fn new(count: usize) -> Self {
        let crowd = Crowd::new(count);
        let sampling = VelocitySampling::for_radius(RADIUS);
        let most = sampling.most_neighbors;
        let neighbors = (0..count).map(|index| crowd.neighbors(index, sampling.distance, most));
        Self {
            neighbors: neighbors.collect(),
            sampling,
            scratch: SamplingScratch::default(),
            velocities: Vec::with_capacity(count),
            crowd,
        }
    }
}

impl Kernel for Sampling {
    fn prepare(&mut self) {
        self.velocities.clear();
    }

    fn work(&mut self) {
        for (index, body) in self.crowd.bodies.iter().enumerate() {
            let wish = Wish {
                id: index as u64,
                kept: Some(body.velocity),
                ..Wish::to_go(self.crowd.wishes[index], STEP)
            };
            let around = Surroundings {
                neighbor_reach: self.sampling.distance,
                ..Surroundings::neighbors(&self.neighbors[index])
            };
            let decision = (self.sampling).decide(body, &wish, &around, &mut self.scratch);
            self.velocities.push(decision.velocity);
        }
    }

    fn hash(&self) -> u64 {
        let mut hash = Hash::default();
        for velocity in &self.velocities {
            hash.add(&velocity.to_array());
        }
        hash.finish()
    }
}
