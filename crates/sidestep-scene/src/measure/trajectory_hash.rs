//! A hash of all trajectories.

use serde::{Deserialize, Serialize};

use crate::recording::AgentFrame;

/// A hash of where everyone was and how fast, to tell whether two runs are the same to the bit.
///
/// It is XXH64 with seed 0 over these bytes: for each frame, frame 0 included, and in it for each
/// agent in the order of the setting (which is the order of ids), the raw bits of `position.x`,
/// `position.y`, `velocity.x` and `velocity.y` as little-endian `f32`. Nothing is rounded or made
/// canonical: `-0.0` and `0.0` differ, as they can make later steps differ. Removed agents count
/// with the figures that their frames carry. The result is 16 lower-case hexadecimal digits. The
/// algorithm is Yann Collet's, from its published specification.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct TrajectoryHash {
    lanes: [u64; 4],
    waiting: [u64; 4],
    words: u64,
}

const PRIME_1: u64 = 0x9E37_79B1_85EB_CA87;
const PRIME_2: u64 = 0xC2B2_AE3D_27D4_EB4F;
const PRIME_3: u64 = 0x1656_67B1_9E37_79F9;
const PRIME_4: u64 = 0x85EB_CA77_C2B2_AE63;
const PRIME_5: u64 = 0x27D4_EB2F_1656_67C5;

impl Default for TrajectoryHash {
    fn default() -> Self {
        Self::new()
    }
}

impl TrajectoryHash {
    /// A hash of nothing yet.
    pub fn new() -> Self {
        Self {
            lanes: [
                PRIME_1.wrapping_add(PRIME_2),
                PRIME_2,
                0,
                0u64.wrapping_sub(PRIME_1),
            ],
            waiting: [0; 4],
            words: 0,
        }
    }

    /// Adds the agents of a frame.
    pub fn add(&mut self, agents: &[AgentFrame]) {
        for agent in agents {
            self.add_pair(agent.position.x, agent.position.y);
            self.add_pair(agent.velocity.x, agent.velocity.y);
        }
    }

    /// The hash of all that was added so far, as 16 hexadecimal digits.
    pub fn finish(&self) -> String {
        format!("{:016x}", self.value())
    }

    fn add_pair(&mut self, low: f32, high: f32) {
        self.add_word(u64::from(low.to_bits()) | u64::from(high.to_bits()) << 32);
    }

    /// Adds eight bytes, read as a little-endian number.
    fn add_word(&mut self, word: u64) {
        let lane = (self.words % 4) as usize;
        self.waiting[lane] = word;
        self.words += 1;
        if lane == 3 {
            for (lane, word) in self.lanes.iter_mut().zip(self.waiting) {
                *lane = mixed(*lane, word);
            }
        }
    }

    fn value(&self) -> u64 {
        let mut hash = if self.words >= 4 {
            let turns = [1, 7, 12, 18];
            let joined = self
                .lanes
                .iter()
                .zip(turns)
                .fold(0u64, |sum, (lane, turn)| {
                    sum.wrapping_add(lane.rotate_left(turn))
                });
            self.lanes.iter().fold(joined, |hash, &lane| {
                (hash ^ mixed(0, lane))
                    .wrapping_mul(PRIME_1)
                    .wrapping_add(PRIME_4)
            })
        } else {
            PRIME_5
        };
        hash = hash.wrapping_add(self.words.wrapping_mul(8));
        for &word in &self.waiting[..(self.words % 4) as usize] {
            hash = (hash ^ mixed(0, word))
                .rotate_left(27)
                .wrapping_mul(PRIME_1)
                .wrapping_add(PRIME_4);
        }
        hash = (hash ^ (hash >> 33)).wrapping_mul(PRIME_2);
        hash = (hash ^ (hash >> 29)).wrapping_mul(PRIME_3);
        hash ^ (hash >> 32)
    }
}

/// The [`TrajectoryHash`] of a whole run: the agents of its frames, frame 0 first.
pub fn trajectory_hash<'a>(frames: impl IntoIterator<Item = &'a [AgentFrame]>) -> String {
    let mut hash = TrajectoryHash::new();
    for agents in frames {
        hash.add(agents);
    }
    hash.finish()
}

fn mixed(lane: u64, word: u64) -> u64 {
    lane.wrapping_add(word.wrapping_mul(PRIME_2))
        .rotate_left(31)
        .wrapping_mul(PRIME_1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::Vec2;

    fn agent(x: f32, y: f32, vx: f32, vy: f32) -> AgentFrame {
        AgentFrame {
            position: Vec2::new(x, y),
            velocity: Vec2::new(vx, vy),
            present: true,
            teleported: false,
            blocked: false,
            airborne: false,
            arrived_near: false,
            passed_by: None,
            height: 0.0,
        }
    }

    /// The expected values were made with the reference implementation.
    #[test]
    fn agrees_with_the_reference_implementation() {
        let expected = [
            (0u64, "ef46db3751d8e999"),
            (1, "ea3c52081e9843ec"),
            (2, "60efdf1d5032f9b6"),
            (3, "ddb08daad008f62f"),
            (4, "110d811bc0f08a35"),
            (5, "2686b8c2cacd00a6"),
            (11, "0c856fa432757c66"),
        ];
        for (words, expected) in expected {
            let mut hash = TrajectoryHash::new();
            for factor in 1..=words {
                hash.add_word(0x0123_4567_89ab_cdef_u64.wrapping_mul(factor));
            }
            assert_eq!(hash.finish(), expected, "{words} words");
        }
    }

    #[test]
    fn reads_agents_as_little_endian_floats_in_order() {
        let first = [agent(1.0, -2.5, 0.25, -0.0)];
        assert_eq!(trajectory_hash([&first[..]]), "eac95b9021c21e4c");
        let second = [agent(3.0, 4.0, 0.0, 1.0), agent(5.5, 6.0, 7.0, 8.0)];
        assert_eq!(
            trajectory_hash([&first[..], &second[..]]),
            "2f1564bec253a6b0"
        );
    }

    #[test]
    fn the_smallest_change_shows() {
        let hash = |x: f32, vy: f32| trajectory_hash([&[agent(x, 0.0, 0.0, vy)][..]]);
        assert_eq!(hash(1.0, 0.0), hash(1.0, 0.0));
        assert_ne!(hash(1.0, 0.0), hash(1.0f32.next_up(), 0.0));
        assert_ne!(hash(1.0, 0.0), hash(1.0, -0.0));
    }
}
