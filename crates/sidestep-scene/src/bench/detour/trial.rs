//! One yard: the way walked beside the shortest one.

use sidestep::avoid::detour::{ClosedBy, Detour, Outcome};
use sidestep::geometry::Bounds;
use sidestep::nav::NavError;

use super::clearance::clearance;
use super::closing::Closing;
use super::optimum::{JUST, Optimum};
use super::walk::{Walk, WalkEnd};
use crate::bench::yard::{RADIUS, Yard};

/// Nearer than the radius by more than this is a collision (m).
const TOUCH: f64 = 1e-3;

/// A way that is longer than the shortest by more than this factor is a long one.
pub const LONG: f64 = 1.1;

/// One yard: the way that was found in it, and the best.
#[derive(Clone, Debug)]
pub struct Trial {
    /// Number of the yard.
    pub index: u64,
    /// The yard.
    pub yard: Yard,
    /// What detours made of it.
    pub walk: Walk,
    /// The shortest way on a re-baked mesh.
    pub optimum: Optimum,
    /// Least distance of the walk from everything in the yard (m), less than the radius if it
    /// collided.
    pub clearance: f64,
    /// What to think of it.
    pub verdict: Verdict,
    /// What was named as closing the way, where there is none.
    pub closing: Option<Closing>,
    /// Of a way that is a [long](LONG) one: the length of the shortest (m) for a body that keeps
    /// the clearance of detours, if there is one.
    pub shortest_with_clearance: Option<f64>,
}

/// Whether a walk ended as it should.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It arrived, and there is a way.
    Arrived,
    /// It arrived or was told that nothing is in the way, though there is no way.
    ClearWrongly,
    /// It was told that there is no way, and there is none.
    BlockedRightly,
    /// It was told that there is no way, though there is one within the neighbourhood that it
    /// looked at.
    BlockedWrongly,
    /// It was told that there is no way within the neighbourhood; there is one, but beyond it.
    BlockedNearby,
    /// It was told that there is no way; the way that there is leads through a gap wider than the
    /// body, but narrower than the body with the clearance that it keeps.
    BlockedNarrowly,
    /// It neither arrived nor was told that there is no way.
    GaveUp,
}

impl Trial {
    /// Walks through yard number `index` of a seed.
    ///
    /// # Errors
    /// If no mesh can be baked of it.
    pub fn run(seed: u64, index: u64, detour: &Detour) -> Result<Self, NavError> {
        let yard = Yard::new(seed, index);
        let walk = Walk::through(&yard, detour);
        let optimum = Optimum::of(&yard)?;
        let clearance = clearance(&yard, &walk.points);
        let verdict = judge(&yard, &walk, &optimum, clearance, detour)?;
        let closing = if verdict == Verdict::BlockedRightly {
            let kept = RADIUS + detour.clearance;
            let named = walk.named.clone();
            let within = (walk.end == WalkEnd::Blocked(ClosedBy::Neighborhood))
                .then(|| looked_at(&yard, &walk, detour));
            Some(Closing::check(&yard, walk.last(), named, kept, within)?)
        } else {
            None
        };
        let mut trial = Self {
            index,
            yard,
            walk,
            optimum,
            clearance,
            verdict,
            closing,
            shortest_with_clearance: None,
        };
        if trial.is_long() {
            let kept = RADIUS + detour.clearance;
            trial.shortest_with_clearance = Optimum::length_for(&trial.yard, kept)?;
        }
        Ok(trial)
    }

    /// Whether the body went into something.
    #[must_use]
    pub fn collided(&self) -> bool {
        self.clearance < f64::from(RADIUS) - TOUCH
    }

    /// Length of the walk over that of the shortest way, if it arrived and there is one.
    #[must_use]
    pub fn ratio(&self) -> Option<f64> {
        let shortest = self.optimum.length?;
        (self.walk.end == WalkEnd::Arrived).then(|| self.walk.length() / shortest)
    }

    /// Whether the body arrived on a [long](LONG) way.
    #[must_use]
    pub fn is_long(&self) -> bool {
        self.ratio().is_some_and(|ratio| ratio > LONG)
    }

    /// Length of the way that the first answer promised over that of the shortest, if it did and
    /// there is one. Where it is less than [`ratio`](Self::ratio), the side kept underway was the
    /// longer one.
    #[must_use]
    pub fn promised_ratio(&self) -> Option<f64> {
        match self.walk.first.outcome {
            Outcome::Around { length, .. } => Some(f64::from(length) / self.optimum.length?),
            Outcome::Clear | Outcome::Blocked { .. } => None,
        }
    }

    /// Whether the first answer was that nothing is in the way.
    #[must_use]
    pub fn is_straight(&self) -> bool {
        self.walk.first.outcome == Outcome::Clear
    }
}

/// What is looked at from where a walk has ended (m).
fn looked_at(yard: &Yard, walk: &Walk, detour: &Detour) -> Bounds {
    let place = walk.last();
    let between = Bounds {
        min: place.min(yard.goal),
        max: place.max(yard.goal),
    };
    between.grown(detour.neighborhood)
}

fn judge(
    yard: &Yard,
    walk: &Walk,
    optimum: &Optimum,
    clearance: f64,
    detour: &Detour,
) -> Result<Verdict, NavError> {
    let closed_by = match walk.end {
        WalkEnd::GaveUp => return Ok(Verdict::GaveUp),
        WalkEnd::Arrived => {
            let into_something = clearance < f64::from(RADIUS) - TOUCH;
            let straight_into_something = into_something && walk.first.outcome == Outcome::Clear;
            // The mesh keeps out of corners and arcs by a hair more than the radius.
            let is_wrong = straight_into_something
                || optimum.length.is_none()
                    && !Optimum::exists(yard, RADIUS - JUST, yard.start, None)?;
            return Ok(if is_wrong {
                Verdict::ClearWrongly
            } else {
                Verdict::Arrived
            });
        }
        WalkEnd::Blocked(closed_by) => closed_by,
    };
    let place = walk.last();
    let kept = RADIUS + detour.clearance;
    let near = looked_at(yard, walk, detour);
    Ok(if Optimum::exists(yard, kept, place, Some(near))? {
        Verdict::BlockedWrongly
    } else if Optimum::exists(yard, kept, place, None)? {
        // To say that it is the neighbourhood that ends the search is part of the answer.
        if closed_by == ClosedBy::Neighborhood {
            Verdict::BlockedNearby
        } else {
            Verdict::BlockedWrongly
        }
    } else if optimum.length.is_some() {
        Verdict::BlockedNarrowly
    } else {
        Verdict::BlockedRightly
    })
}
