//! Random choices that are made while converting.

/// A generator of random numbers: SplitMix64 (Steele, Lea and Flood 2014).
pub(super) struct Chance {
    state: u64,
}

impl Chance {
    /// A generator for one choice. The numbers say which: the same numbers always give the same
    /// choice, whatever else the test case holds.
    pub fn for_choice(kind: u64, first: usize, second: usize) -> Self {
        let mut chance = Self { state: kind };
        for number in [first as u64, second as u64] {
            chance.state = chance.next() ^ number;
        }
        chance
    }

    fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// A number from `low` up to, but not including, `high`.
    pub fn between(&mut self, low: f64, high: f64) -> f64 {
        let unit = (self.next() >> 11) as f64 / (1_u64 << 53) as f64;
        low + (high - low) * unit
    }

    /// An index below `count`; `None` when there is none.
    pub fn index(&mut self, count: usize) -> Option<usize> {
        (count > 0).then(|| (self.between(0.0, count as f64) as usize).min(count - 1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choices_are_repeatable_differ_and_stay_in_range() {
        let draw = |kind, first| Chance::for_choice(kind, first, 0).between(-2.0, 3.0);
        assert_eq!(draw(1, 7), draw(1, 7));
        assert_ne!(draw(1, 7), draw(1, 8));
        assert_ne!(draw(1, 7), draw(2, 7));
        let draws: Vec<f64> = (0..1000).map(|first| draw(3, first)).collect();
        assert!(draws.iter().all(|draw| (-2.0..3.0).contains(draw)));
        let mean = draws.iter().sum::<f64>() / 1000.0;
        assert!((mean - 0.5).abs() < 0.2, "{mean}");
        assert_eq!(Chance::for_choice(1, 0, 0).index(0), None);
    }
}
