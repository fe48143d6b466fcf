//! Who decides for whom: which rows of the world belong to which rank.
//!
//! All ranks work this out from the same numbers, so all come to the same. What is decided doesn't
//! depend on it.

use std::ops::Range;

/// How agents are shared out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Policy {
    /// So that all ranks are expected to take the same time, by what they took so far.
    Measured,
    /// The same number of agents for each rank.
    Even,
    /// At random, anew for each exchange, some ranks with nobody.
    Drawn,
}

/// How much of a new time counts, and how much of those before it.
const NEWEST: f64 = 0.3;

/// Nobody gets less than this part of an even share, or it could never show that it is faster now.
const LEAST: f64 = 1.0 / 16.0;

/// How long a rank took for a step (s).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Took {
    /// For deciding for its own agents.
    pub deciding: f64,
    /// For everything else but waiting for others.
    pub besides: f64,
}

/// Who decides for whom.
#[derive(Clone, Debug)]
pub struct Shares {
    policy: Policy,
    /// Of each rank, how many agents it decides for in a second, once that was seen.
    rates: Vec<Option<f64>>,
    /// Of each rank, how long everything else takes it (s).
    besides: Vec<f64>,
    /// Number of exchanges so far.
    exchanges: u64,
}

impl Shares {
    /// Shares of so many ranks, 1 or more; even ones until something was measured.
    pub fn new(policy: Policy, ranks: usize) -> Self {
        Self {
            policy,
            rates: vec![None; ranks],
            besides: vec![0.0; ranks],
            exchanges: 0,
        }
    }

    /// The rows of each rank, of so many agents: one after the other, and every row is somebody's.
    pub fn rows(&self, agents: usize) -> Vec<Range<usize>> {
        let ends = match self.policy {
            Policy::Drawn => self.drawn(agents),
            Policy::Even => ends(&vec![1.0; self.rates.len()], agents),
            Policy::Measured => ends(&self.balanced(agents), agents),
        };
        let mut start = 0;
        (ends.into_iter())
            .map(|end| {
                let rows = start..end;
                start = end;
                rows
            })
            .collect()
    }

    /// Takes notice of how long each rank took for an exchange, with these rows.
    pub fn learn(&mut self, rows: &[Range<usize>], took: &[Took]) {
        let is_first = self.exchanges == 0;
        self.exchanges += 1;
        for (rank, (rows, took)) in rows.iter().zip(took).enumerate() {
            let blend = |before: f64, now: f64| before + NEWEST * (now - before);
            let besides = &mut self.besides[rank];
            *besides = if is_first {
                took.besides
            } else {
                blend(*besides, took.besides)
            };
            if !rows.is_empty() {
                let rate = rows.len() as f64 / took.deciding.max(1e-9);
                let known = &mut self.rates[rank];
                *known = Some(known.map_or(rate, |before| blend(before, rate)));
            }
        }
    }

    /// How much each rank should get for all to take the same time: who has more to do besides, or
    /// decides more slowly, gets less.
    fn balanced(&self, agents: usize) -> Vec<f64> {
        let ranks = self.rates.len();
        let even = agents as f64 / ranks as f64;
        let Some(rates) = self.rates.iter().copied().collect::<Option<Vec<f64>>>() else {
            return vec![1.0; ranks];
        };
        // Within a time t, a rank decides for (t - besides) · rate agents, if t is longer than what
        // it does besides. Ranks come in until t fits all agents.
        let mut order: Vec<usize> = (0..ranks).collect();
        order.sort_by(|&a, &b| self.besides[a].total_cmp(&self.besides[b]).then(a.cmp(&b)));
        let (mut all, mut lost, mut time) = (0.0, 0.0, 0.0);
        for (place, &rank) in order.iter().enumerate() {
            all += rates[rank];
            lost += rates[rank] * self.besides[rank];
            time = (agents as f64 + lost) / all;
            let next = order.get(place + 1);
            if next.is_some_and(|&next| time <= self.besides[next]) {
                break;
            }
        }
        (0..ranks)
            .map(|rank| ((time - self.besides[rank]) * rates[rank]).max(LEAST * even))
            .collect()
    }

    fn drawn(&self, agents: usize) -> Vec<usize> {
        let mut state = self.exchanges;
        let mut ends: Vec<usize> = (1..self.rates.len())
            .map(|_| {
                let number = draw(&mut state);
                // Now and then at the very beginning or end, so that ranks have nobody.
                match number % 5 {
                    0 => 0,
                    1 => agents,
                    _ => (draw(&mut state) % (agents as u64 + 1)) as usize,
                }
            })
            .collect();
        ends.sort_unstable();
        ends.push(agents);
        ends
    }
}

/// Where the rows of each rank end if it gets a share in proportion to its weight, above 0.
fn ends(weights: &[f64], agents: usize) -> Vec<usize> {
    let all: f64 = weights.iter().sum();
    let mut sum = 0.0;
    let mut ends: Vec<usize> = (weights.iter())
        .map(|weight| {
            sum += weight;
            ((agents as f64 * (sum / all)).round() as usize).min(agents)
        })
        .collect();
    if let Some(last) = ends.last_mut() {
        *last = agents;
    }
    ends
}

/// The next of a sequence of random numbers: SplitMix64.
fn draw(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let mut number = *state;
    number = (number ^ (number >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    number = (number ^ (number >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    number ^ (number >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Lets ranks step that decide for so many agents in a second and take so long besides (s), and
    /// returns how long each takes in the end.
    fn settle(rates: &[f64], besides: &[f64], agents: usize) -> Vec<f64> {
        let mut shares = Shares::new(Policy::Measured, rates.len());
        let mut times = Vec::new();
        for _ in 0..60 {
            let rows = shares.rows(agents);
            let took: Vec<Took> = (rows.iter().zip(rates).zip(besides))
                .map(|((rows, rate), &besides)| Took {
                    deciding: rows.len() as f64 / rate,
                    besides,
                })
                .collect();
            times = took.iter().map(|it| it.deciding + it.besides).collect();
            shares.learn(&rows, &took);
        }
        times
    }

    #[test]
    fn every_row_is_somebodys_whatever_was_measured() {
        for policy in [Policy::Measured, Policy::Even, Policy::Drawn] {
            for ranks in 1..7 {
                let mut shares = Shares::new(policy, ranks);
                for agents in [0, 1, 2, 5, 1000, 7, 1_000_000] {
                    let rows = shares.rows(agents);
                    assert_eq!(rows.len(), ranks);
                    assert_eq!(rows[0].start, 0);
                    assert_eq!(rows[ranks - 1].end, agents);
                    assert!(rows.windows(2).all(|pair| pair[0].end == pair[1].start));
                    assert!(rows.iter().all(|rows| rows.start <= rows.end));
                    // Clocks may say anything.
                    let took: Vec<Took> = (0..ranks)
                        .map(|rank| Took {
                            deciding: [0.0, 1e-12, 1.0, 1e9][(rank + agents) % 4],
                            besides: [1e9, 0.0, 3.0][(rank * agents) % 3],
                        })
                        .collect();
                    shares.learn(&rows, &took);
                }
            }
        }
    }

    #[test]
    fn a_rank_of_half_the_speed_hands_over_until_all_take_the_same_time() {
        let times = settle(&[1e6, 5e5, 1e6], &[0.01; 3], 100_000);
        for time in &times {
            assert!((time - 0.05).abs() < 0.001, "{times:?}");
        }
    }

    #[test]
    fn who_writes_the_files_decides_for_fewer() {
        let times = settle(&[1e6; 2], &[0.06, 0.01], 100_000);
        for time in &times {
            assert!((time - 0.085).abs() < 0.001, "{times:?}");
        }
    }

    #[test]
    fn a_rank_that_takes_longer_besides_than_all_others_keeps_a_few_agents() {
        let mut shares = Shares::new(Policy::Measured, 2);
        for _ in 0..60 {
            let rows = shares.rows(1000);
            let took = rows.iter().zip([5.0, 0.0]).map(|(rows, besides)| Took {
                deciding: rows.len() as f64 / 1e6,
                besides,
            });
            let took: Vec<Took> = took.collect();
            shares.learn(&rows, &took);
        }
        let rows = shares.rows(1000);
        assert!((20..=40).contains(&rows[0].len()), "{rows:?}");
    }

    #[test]
    fn drawn_shares_leave_ranks_with_nobody_and_change() {
        let mut shares = Shares::new(Policy::Drawn, 3);
        let mut seen = Vec::new();
        for _ in 0..40 {
            let rows = shares.rows(100);
            shares.learn(&rows, &[Took::default(); 3]);
            seen.push(rows);
        }
        assert!(seen.iter().flatten().any(Range::is_empty));
        assert!(seen.iter().any(|rows| rows.iter().all(|it| !it.is_empty())));
        seen.dedup();
        assert!(seen.len() > 30);
    }
}
