//! Seeded random numbers that are the same on every machine.

/// A small generator (`SplitMix64`, Steele, Lea and Flood 2014). Each agent has its own, seeded
/// from the world's seed and the agent's id, so that no agent's numbers depend on how many others
/// there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Random {
    state: u64,
}

impl Random {
    /// A generator for one `stream` (such as an agent's id) of a `seed`.
    #[must_use]
    pub const fn new(seed: u64, stream: u64) -> Self {
        Self {
            state: mix(seed ^ mix(stream.wrapping_add(0x9e37_79b9_7f4a_7c15))),
        }
    }

    /// The next 64 random bits.
    pub const fn next_bits(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        mix(self.state)
    }

    /// A number in [0, 1).
    pub fn unit(&mut self) -> f32 {
        // 24 bits are what a single-precision fraction holds.
        (self.next_bits() >> 40) as f32 / 16_777_216.0
    }

    /// A number in [low, high).
    pub fn between(&mut self, low: f32, high: f32) -> f32 {
        low + (high - low) * self.unit()
    }
}

const fn mix(mut bits: u64) -> u64 {
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ (bits >> 31)
}
