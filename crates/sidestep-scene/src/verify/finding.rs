//! What came of a criterion.

use serde::Serialize;

use super::curve::Curve;

/// One figure beside what it should be.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Reading {
    /// What it is, with its unit.
    pub what: String,
    /// What came out; `None` where nothing did, such as the time of somebody who never arrived.
    pub ours: Option<f64>,
    /// Least value that is right; `None`: none is too small.
    pub at_least: Option<f64>,
    /// Largest value that is right; `None`: none is too large.
    pub at_most: Option<f64>,
    /// Whether it is right.
    pub holds: bool,
}

impl Reading {
    /// A figure that should be from `at_least` to `at_most`.
    pub(super) fn new(
        what: impl Into<String>,
        ours: Option<f64>,
        at_least: Option<f64>,
        at_most: Option<f64>,
    ) -> Self {
        let holds = ours.is_some_and(|ours| {
            at_least.is_none_or(|least| ours >= least) && at_most.is_none_or(|most| ours <= most)
        });
        Self {
            what: what.into(),
            ours,
            at_least,
            at_most,
            holds,
        }
    }

    /// A figure that should be within `slack` of a value.
    pub(super) fn near(
        what: impl Into<String>,
        ours: Option<f64>,
        wanted: f64,
        slack: f64,
    ) -> Self {
        Self::new(what, ours, Some(wanted - slack), Some(wanted + slack))
    }

    /// A number of things that should be none.
    pub(super) fn none(what: impl Into<String>, ours: f64) -> Self {
        Self::new(what, Some(ours), None, Some(0.0))
    }
}

/// What came of a criterion.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Finding {
    /// The criterion's name.
    pub criterion: &'static str,
    /// Who set it.
    pub source: &'static str,
    /// What happens in it.
    pub title: &'static str,
    /// What is wanted, in words.
    pub wanted: &'static str,
    /// The figures, in words: those that matter most.
    pub ours: String,
    /// Whether all readings hold.
    pub holds: bool,
    /// Every figure beside its bounds.
    pub readings: Vec<Reading>,
    /// Pictures of it.
    pub curves: Vec<Curve>,
    /// Time that it took on the clock (s).
    pub wall_seconds: f64,
}

/// What was measured of a criterion, before it has its name.
#[derive(Clone, Debug, Default)]
pub(super) struct Measured {
    /// Figures beside their bounds. A criterion without any never holds.
    pub readings: Vec<Reading>,
    /// Pictures.
    pub curves: Vec<Curve>,
}

impl Measured {
    /// The readings without pictures.
    pub fn of(readings: Vec<Reading>) -> Self {
        Self {
            readings,
            curves: Vec::new(),
        }
    }
}

/// What came of several criteria.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Report {
    /// How many hold.
    pub held: usize,
    /// How many there are.
    pub total: usize,
    /// One after the other.
    pub findings: Vec<Finding>,
}

impl Report {
    /// Counts what holds.
    #[must_use]
    pub fn new(findings: Vec<Finding>) -> Self {
        Self {
            held: findings.iter().filter(|finding| finding.holds).count(),
            total: findings.len(),
            findings,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reading_holds_within_its_bounds_only() {
        let within = |ours| Reading::new("x", ours, Some(1.0), Some(2.0)).holds;
        assert!(within(Some(1.0)) && within(Some(2.0)));
        assert!(!within(Some(0.99)) && !within(Some(2.01)) && !within(None));
        assert!(!within(Some(f64::NAN)));
        assert!(Reading::none("x", 0.0).holds && !Reading::none("x", 1.0).holds);
        assert!(!Reading::new("x", None, None, None).holds);
    }
}
