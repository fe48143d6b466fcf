//! What a soak came to.

use serde::Serialize;

use super::worst::Worst;
use crate::measure::median;

/// By which factor a step may have become slower from the second quarter of a run to the last: what
/// else the machine does changes, too.
const SLOWER: f64 = 1.5;

/// By how much memory may have grown from the second quarter to the last: a share of it, and bytes
/// on top of that, as allocators keep some for later.
const LARGER: (f64, u64) = (0.1, 16 << 20);

/// Deeper than this is in something (m): less is rounding.
const DEEPEST: f64 = 1e-3;

/// Number of intervals from which on memory and time are judged.
const LEAST_INTERVALS: usize = 8;

/// A part of a run.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Interval {
    /// Steps that were over at its end.
    pub steps: u64,
    /// Time of a step (ms): the median, and what a tenth of them stayed below.
    pub step_ms: f64,
    /// See there. What else the machine does hardly shows in it.
    pub quick_step_ms: f64,
    /// Memory of the process at its end (bytes), if known.
    pub memory: Option<u64>,
    /// Agents in the world at its end.
    pub agents: u64,
    /// Walls and crates at its end.
    pub obstacles: u64,
    /// Agents whose goal is closed off, or who got nowhere, at its end.
    pub blocked: u64,
    /// The worst of its steps.
    #[serde(flatten)]
    pub worst: Worst,
}

/// What a soak came to.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Figures {
    /// Agents that there were to be.
    pub agents: u64,
    /// Steps done.
    pub steps: u64,
    /// Seed.
    pub seed: u64,
    /// Number of threads.
    pub threads: usize,
    /// Agents, walls and crates that have come, gone, and been moved, and goals that were given.
    pub changes: u64,
    /// Agents that have left by themselves on arrival.
    pub left: u64,
    /// Agents that were somewhere where a coordinate is no finite number, or that the engine had to
    /// put back for that, over all steps.
    pub not_finite: u64,
    /// Agents that were outside of the walled square, over all steps.
    pub outside: u64,
    /// Steps after which other agents were in the world than those who should be.
    pub lost: u64,
    /// The run in parts.
    pub intervals: Vec<Interval>,
    /// Hash of the world at the end.
    pub state_hash: String,
}

impl Figures {
    /// The promises that were broken, in words; none if all is well. Memory and time are judged in
    /// runs of eight intervals or more.
    #[must_use]
    pub fn broken_promises(&self) -> Vec<String> {
        let mut broken = Vec::new();
        for (count, what) in [
            (
                self.not_finite,
                "places or velocities were no finite numbers",
            ),
            (self.outside, "times somebody was outside"),
            (self.lost, "steps ended with other agents than they should"),
        ] {
            if count > 0 {
                broken.push(format!("{count} {what}"));
            }
        }
        let deepest = |depth: fn(&Worst) -> f64| {
            (self.intervals.iter()).fold(0.0, |deepest, it| depth(&it.worst).max(deepest))
        };
        for (depth, what) in [
            (deepest(|it| it.deepest_overlap), "another"),
            (deepest(|it| it.deepest_in_obstacle), "a wall or a crate"),
        ] {
            if depth > DEEPEST {
                broken.push(format!("somebody was {:.1} mm in {what}", 1e3 * depth));
            }
        }
        if self.intervals.len() < LEAST_INTERVALS {
            return broken;
        }
        let quarter = self.intervals.len() / 4;
        let second = &self.intervals[quarter..2 * quarter];
        let last = &self.intervals[self.intervals.len() - quarter..];
        if let (Some(before), Some(after)) = (quick_step(second), quick_step(last))
            && after > SLOWER * before
        {
            broken.push(format!(
                "a step took {before:.3} ms in the second quarter and {after:.3} ms in the last"
            ));
        }
        if let (Some(before), Some(after)) = (memory(second), memory(last))
            && after as f64 > before as f64 * (1.0 + LARGER.0) + LARGER.1 as f64
        {
            broken.push(format!(
                "memory was {before} bytes in the second quarter and {after} in the last"
            ));
        }
        broken
    }
}

fn quick_step(intervals: &[Interval]) -> Option<f64> {
    median(intervals.iter().map(|it| it.quick_step_ms).collect())
}

fn memory(intervals: &[Interval]) -> Option<u64> {
    intervals.iter().filter_map(|it| it.memory).max()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A run whose steps take these times (ms) with this memory (MiB).
    fn run(times: &[f64], memory: &[u64]) -> Figures {
        let intervals = times.iter().zip(memory).map(|(time, mebibytes)| Interval {
            steps: 1,
            step_ms: 2.0 * time,
            quick_step_ms: *time,
            memory: Some(mebibytes << 20),
            agents: 1,
            obstacles: 1,
            blocked: 0,
            worst: Worst::default(),
        });
        Figures {
            intervals: intervals.collect(),
            ..Figures::default()
        }
    }

    #[test]
    fn a_flat_run_breaks_nothing_and_a_slow_start_is_forgiven() {
        let flat = run(&[9.0, 9.0, 2.0, 2.0, 2.5, 2.0, 2.0, 2.9], &[100; 8]);
        assert_eq!(flat.broken_promises(), [""; 0]);
    }

    #[test]
    fn growth_is_told() {
        let slower = run(&[1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.6, 1.7], &[100; 8]);
        assert_eq!(slower.broken_promises().len(), 1, "{slower:?}");
        let larger = run(&[1.0; 8], &[100, 100, 100, 100, 100, 110, 120, 127]);
        assert_eq!(larger.broken_promises().len(), 1, "{larger:?}");
    }

    #[test]
    fn whoever_is_in_something_is_told() {
        let mut deep = run(&[1.0; 2], &[100; 2]);
        deep.intervals[0].worst.deepest_overlap = 0.9e-3;
        deep.intervals[1].worst.deepest_in_obstacle = 0.9e-3;
        assert_eq!(deep.broken_promises(), [""; 0]);
        deep.intervals[0].worst.deepest_in_obstacle = 2e-3;
        assert_eq!(
            deep.broken_promises(),
            ["somebody was 2.0 mm in a wall or a crate"]
        );
        deep.intervals[1].worst.deepest_overlap = 2e-3;
        assert_eq!(deep.broken_promises().len(), 2);
    }

    #[test]
    fn whoever_is_lost_outside_or_nowhere_is_told() {
        let lost = Figures {
            lost: 1,
            outside: 2,
            not_finite: 3,
            ..Figures::default()
        };
        assert_eq!(lost.broken_promises().len(), 3, "{lost:?}");
    }
}
