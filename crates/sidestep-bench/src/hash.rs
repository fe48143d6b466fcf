//! A hash of what a kernel came to.

/// A hash of numbers to the bit: FNV-1a over 64 bits (G. Fowler, L. C. Noll and K.-P. Vo, 1991).
#[derive(Clone, Copy, Debug)]
pub struct Hash(u64);

impl Default for Hash {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Hash {
    /// Adds the raw bits of these numbers.
    pub fn add(&mut self, numbers: &[f32]) {
        for byte in numbers.iter().flat_map(|number| number.to_le_bytes()) {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    /// The hash of all that was added so far.
    #[must_use]
    pub const fn finish(self) -> u64 {
        self.0
    }
}
