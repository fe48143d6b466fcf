//! How deep two bodies are in each other, and from which depth on it counts.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

/// Depth from which two bodies count as overlapping (m).
pub(super) const CONTACT_DEPTH: f64 = 1e-3;
/// Depths up to this (m) are reported as exactly 0: positions of bodies that just touch, stored as
/// `f32` within some ten metres of the origin, can look that deep.
pub(super) const NOISE_FLOOR: f64 = 1e-6;

/// The pairs that were in each other, for how long, and how deep.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct Depths {
    ever: BTreeSet<(u32, u32)>,
    pair_seconds: f64,
    deepest: f64,
}

impl Depths {
    /// Sees how deep a pair is (m). Says whether that counts as an overlap.
    pub(super) fn see(&mut self, depth: f64) -> bool {
        self.deepest = self.deepest.max(depth);
        depth > CONTACT_DEPTH
    }

    /// Keeps a pair that overlaps.
    pub(super) fn keep(&mut self, pair: (u32, u32)) {
        self.ever.insert(pair);
    }

    /// Adds to the time that pairs overlapped, summed over pairs (s).
    pub(super) fn add_seconds(&mut self, seconds: f64) {
        self.pair_seconds += seconds;
    }

    /// Distinct pairs that ever overlapped.
    pub(super) fn count(&self) -> u64 {
        self.ever.len() as u64
    }

    /// Time that pairs overlapped, summed over pairs (s).
    pub(super) fn pair_seconds(&self) -> f64 {
        self.pair_seconds
    }

    /// Largest depth (m), or exactly 0 if it is too small to mean anything.
    pub(super) fn deepest(&self) -> f64 {
        if self.deepest > NOISE_FLOOR {
            self.deepest
        } else {
            0.0
        }
    }
}
