//! A hash of the whole state.

use std::fmt::Write;

use crate::hash::Fnv;
use crate::world::World;

impl World {
    /// A hash of everything that the steps to come depend on and that isn't said by the caller:
    /// time, bodies, memories, paths, where obstacles and markers are. Two worlds that were told
    /// the same have the same hash as long as they go the same way; whoever keeps worlds alike on
    /// several machines, or goes back and plays on again, compares it now and then.
    ///
    /// It looks at everything, so it costs more than a step's bookkeeping: compare every few steps.
    #[must_use]
    pub fn state_hash(&self) -> u64 {
        let mut hash = Fnv::new();
        hash.bytes(&self.time.to_bits().to_le_bytes());
        for agent in self.agents.iter() {
            let body = &agent.body();
            hash.bytes(&agent.id.0.to_le_bytes());
            for vector in [body.position, body.velocity, body.heading] {
                hash.vector(vector);
            }
            // Numbers are written so that no two look the same. Writing into a hash can't fail.
            let _ = write!(hash, "{:?} {:?}", agent.memory, agent.route);
        }
        for obstacle in self.obstacles.iter() {
            let _ = write!(
                hash,
                "{:?} {:?} {:?}",
                obstacle.id, obstacle.pose, obstacle.velocity
            );
            if let Some(next) = obstacle.next {
                let _ = write!(hash, "{next:?}");
            }
            if let Some(motion) = self.obstacles.known_changes(obstacle.id) {
                let _ = write!(hash, "{motion:?}");
            }
        }
        let _ = write!(hash, "{:?}", self.markers);
        for (id, formation) in self.formations.iter() {
            let _ = write!(hash, "{id:?} {formation:?}");
            for member in &formation.spec().members {
                if let Ok(seat) = self.find(*member) {
                    let _ = write!(hash, "{:?}", self.agents[seat].goals);
                }
            }
        }
        hash.finish()
    }
}
