//! A hash that is the same on every machine and in every version.

use std::fmt::{self, Write};

use glam::Vec2;

/// FNV-1a over 64 bits (G. Fowler, L. C. Noll and K.-P. Vo, 1991). Text can be written into it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fnv(u64);

impl Fnv {
    /// The hash of nothing yet.
    pub const fn new() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }

    /// Takes in some bytes.
    pub fn bytes(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    /// Takes in the raw bits of a number.
    pub fn number(&mut self, number: f32) {
        self.bytes(&number.to_bits().to_le_bytes());
    }

    /// Takes in the raw bits of a vector.
    pub fn vector(&mut self, vector: Vec2) {
        self.number(vector.x);
        self.number(vector.y);
    }

    /// The hash of all that was taken in.
    pub const fn finish(self) -> u64 {
        self.0
    }
}

impl Write for Fnv {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.bytes(text.as_bytes());
        Ok(())
    }
}
