//! Means with intervals, by group: what the runs of one combination have in common.

use std::collections::BTreeMap;

use serde::Serialize;
use statrs::distribution::{ContinuousCDF, StudentsT};

use super::outcome::Outcome;
use super::plan::Plan;

/// How sure an interval is to hold the mean, if the runs are draws from a normal distribution.
const CONFIDENCE: f64 = 0.95;

/// Keys of a summary that are numbers and no measures.
const INPUTS: [&str; 2] = ["seed", "dt"];

/// The runs of one combination of scene, method and parameters.
#[derive(Clone, Debug, PartialEq)]
pub struct Group {
    /// Number of the combination in its plan, from 0.
    pub combination: usize,
    /// Number of runs that came to their end.
    pub done: u64,
    /// Number of runs that failed.
    pub failed: u64,
    /// Number of runs of which there is no result.
    pub missing: u64,
    /// The figures, by their keys in a summary; those that no run has are left out.
    pub estimates: BTreeMap<String, Estimate>,
}

/// A mean of several runs, and how sure it is.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Estimate {
    /// Number of runs that have the figure.
    pub runs: u64,
    /// Their mean.
    pub mean: f64,
    /// Their standard deviation; none for one run.
    pub deviation: Option<f64>,
    /// The 95 % confidence interval of the mean by Student's t distribution; none for one run.
    pub interval: Option<[f64; 2]>,
}

impl Estimate {
    /// The estimate from some values; none from none.
    pub fn of(values: &[f64]) -> Option<Self> {
        let count = values.len() as f64;
        if values.is_empty() {
            return None;
        }
        let mean = values.iter().sum::<f64>() / count;
        let deviation = (values.len() > 1).then(|| {
            let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
            (squares / (count - 1.0)).sqrt()
        });
        let interval = deviation.and_then(|deviation| {
            let distribution = StudentsT::new(0.0, 1.0, count - 1.0).ok()?;
            let reach = distribution.inverse_cdf(0.5 + 0.5 * CONFIDENCE);
            let half = reach * deviation / count.sqrt();
            Some([mean - half, mean + half])
        });
        Some(Self {
            runs: values.len() as u64,
            mean,
            deviation,
            interval,
        })
    }
}

/// The groups of a plan, in its order, from what its runs have left: an entry a run, none where
/// there is no result.
pub fn groups(plan: &Plan, outcomes: &[Option<Outcome>]) -> Vec<Group> {
    let mut groups: Vec<Group> = (0..plan.combinations().len())
        .map(|combination| Group {
            combination,
            done: 0,
            failed: 0,
            missing: 0,
            estimates: BTreeMap::new(),
        })
        .collect();
    let mut values: Vec<BTreeMap<String, Vec<f64>>> = vec![BTreeMap::new(); groups.len()];
    for run in 0..plan.runs() {
        let combination = plan.combination_of(run);
        let group = &mut groups[combination];
        let Some(outcome) = outcomes.get(run as usize).and_then(Option::as_ref) else {
            group.missing += 1;
            continue;
        };
        let Some(summary) = &outcome.summary else {
            group.failed += 1;
            continue;
        };
        group.done += 1;
        let figures = serde_json::to_value(summary).unwrap_or_default();
        for (key, value) in figures.as_object().into_iter().flatten() {
            if let Some(number) = value.as_f64()
                && !INPUTS.contains(&key.as_str())
            {
                let of_group = &mut values[combination];
                of_group.entry(key.clone()).or_default().push(number);
            }
        }
    }
    for (group, values) in groups.iter_mut().zip(values) {
        let estimates = values.into_iter();
        group.estimates = estimates
            .filter_map(|(key, values)| Some((key, Estimate::of(&values)?)))
            .collect();
    }
    groups
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Student's own table has 2.776 for four degrees of freedom and 95 %.
    #[test]
    fn an_interval_is_that_of_students_table() {
        let estimate = Estimate::of(&[1.0, 2.0, 3.0, 4.0, 5.0]).expect("some values");
        assert_eq!(estimate.mean, 3.0);
        let deviation = estimate.deviation.expect("several runs");
        assert!((deviation - 2.5f64.sqrt()).abs() < 1e-12);
        let [low, high] = estimate.interval.expect("several runs");
        let half = 2.776_445 * 2.5f64.sqrt() / 5.0f64.sqrt();
        assert!((high - 3.0 - half).abs() < 1e-5, "{high}");
        assert!((low - 3.0 + half).abs() < 1e-5, "{low}");
    }

    #[test]
    fn one_run_has_a_mean_and_no_interval_and_none_has_nothing() {
        let one = Estimate::of(&[4.0]).expect("a value");
        assert_eq!((one.mean, one.deviation, one.interval), (4.0, None, None));
        assert_eq!(Estimate::of(&[]), None);
        let alike = Estimate::of(&[2.0, 2.0]).expect("values");
        assert_eq!(alike.interval, Some([2.0, 2.0]));
    }
}
