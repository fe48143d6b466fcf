//! A hash of the whole state.

use std::fmt::{self, Write};

use crate::world::World;

/// FNV-1a over 64 bits (G. Fowler, L. C. Noll and K.-P. Vo, 1991): the same on every machine.
struct Fnv(u64);

impl Fnv {
    fn bytes(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
}

impl Write for Fnv {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.bytes(text.as_bytes());
        Ok(())
    }
}

impl World {
    /// A hash of everything that the steps to come depend on and that isn't said by the caller:
    /// time, bodies, memories, paths, where obstacles and markers are. Two worlds that were told
    /// the same have the same hash as long as they go the same way; whoever keeps worlds alike on
    /// several machines, or goes back and plays on again, compares it now and then.
    ///
    /// It looks at everything, so it costs more than a step's bookkeeping: compare every few steps.
    #[must_use]
    pub fn state_hash(&self) -> u64 {
        let mut hash = Fnv(0xcbf2_9ce4_8422_2325);
        hash.bytes(&self.time.to_bits().to_le_bytes());
        for agent in &self.agents {
            let body = &agent.body;
            hash.bytes(&agent.id.0.to_le_bytes());
            for vector in [body.position, body.velocity, body.heading] {
                hash.bytes(&vector.x.to_bits().to_le_bytes());
                hash.bytes(&vector.y.to_bits().to_le_bytes());
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
        }
        let _ = write!(hash, "{:?}", self.markers);
        hash.0
    }
}
