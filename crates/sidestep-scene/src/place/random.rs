//! Random numbers that are the same everywhere and for ever.
//!
//! SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014): a
//! counter that goes up by a constant, and each value of it thoroughly mixed. Each thing that is
//! drawn has a stream of its own, so that one more agent changes nothing about the others.

/// Whose random choices a stream makes. The numbers are part of the format: changing one changes
/// what scenes look like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// Size and place of a scattered obstacle.
    Obstacle = 1,
    /// Size, limits and heading of an agent.
    Agent = 2,
    /// Where an agent starts.
    Start = 3,
    /// A random goal.
    Goal = 4,
}

/// A stream of random numbers.
#[derive(Clone, Debug)]
pub struct Stream {
    state: u64,
}

/// 2⁶⁴ divided by the golden ratio: the step of the counter.
const STEP: u64 = 0x9E37_79B9_7F4A_7C15;

impl Stream {
    /// The stream of one thing: the scene's seed, what is drawn, and the numbers that tell this
    /// thing from the others, such as group and index.
    pub fn new(seed: u64, purpose: Purpose, numbers: &[u64]) -> Self {
        let mut state = mix(seed.wrapping_add(STEP)) ^ purpose as u64;
        for &number in numbers {
            state = mix(state.wrapping_add(STEP)) ^ number;
        }
        Self { state: mix(state) }
    }

    /// The next 64 random bits.
    pub fn bits(&mut self) -> u64 {
        self.state = self.state.wrapping_add(STEP);
        mix(self.state)
    }

    /// A number from 0 up to but not including 1, in steps of 2⁻⁵³.
    pub fn fraction(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// A number from `low` to `high`. Takes one draw, even where both are equal.
    pub fn between(&mut self, low: f64, high: f64) -> f64 {
        (low + self.fraction() * (high - low)).clamp(low.min(high), high.max(low))
    }
}

/// The mixing function of SplitMix64: each bit of the input changes about half of the output's
/// bits.
fn mix(value: u64) -> u64 {
    let value = (value ^ (value >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let value = (value ^ (value >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    value ^ (value >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_counter_started_at_0_gives_the_published_values() {
        // Test vector of the reference implementation (S. Vigna, splitmix64.c) for seed 0.
        let mut stream = Stream { state: 0 };
        assert_eq!(stream.bits(), 0xE220_A839_7B1D_CDAF);
        assert_eq!(stream.bits(), 0x6E78_9E6A_A1B9_65F4);
        assert_eq!(stream.bits(), 0x06C4_5D18_8009_454F);
    }

    #[test]
    fn streams_differ_in_every_part_of_their_name() {
        let first = |seed, purpose, numbers: &[u64]| Stream::new(seed, purpose, numbers).bits();
        let mut seen = vec![
            first(1, Purpose::Agent, &[0, 0, 0]),
            first(2, Purpose::Agent, &[0, 0, 0]),
            first(1, Purpose::Goal, &[0, 0, 0]),
            first(1, Purpose::Agent, &[1, 0, 0]),
            first(1, Purpose::Agent, &[0, 1, 0]),
            first(1, Purpose::Agent, &[0, 0, 1]),
            first(1, Purpose::Agent, &[1, 1, 0]),
        ];
        seen.sort_unstable();
        seen.dedup();
        assert_eq!(seen.len(), 7);
    }

    #[test]
    fn fractions_fill_their_range_evenly() {
        let mut stream = Stream::new(7, Purpose::Start, &[0, 0, 0]);
        let mut tenths = [0_u32; 10];
        for _ in 0..100_000 {
            tenths[(stream.fraction() * 10.0) as usize] += 1;
        }
        // The standard deviation of each is 95.
        assert!(
            tenths.iter().all(|count| (9_500..10_500).contains(count)),
            "{tenths:?}"
        );
    }
}
