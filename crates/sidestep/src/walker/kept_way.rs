//! The way round that an agent has found and follows.

use glam::Vec2;

use crate::clone_by_field::clone_by_field;
use crate::motion::Body;

/// Time after which a way is looked for anew though nothing has changed (s): the agent may have
/// strayed.
const LASTS: f64 = 1.0;

/// The same if anything has changed anywhere (s): there may be a shorter way now.
const LASTS_AMONG_CHANGES: f64 = 0.2;

/// Distance that a goal has moved, in radii, from which its way is looked for anew.
const GOAL_MOVED: f32 = 0.5;

/// Distance to a corner, in radii, at which it counts as reached.
const AT_CORNER: f32 = 0.1;

/// The way round that an agent has found: it is followed from corner to corner, and looked for anew
/// only now and then, or when it is no longer free.
#[derive(Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct KeptWay {
    /// Corners (m), the goal the last.
    corners: Vec<Vec2>,
    /// Index of the corner that it goes to.
    next: usize,
    /// What it was found for (m).
    goal: Vec2,
    /// When it was found (s).
    found: f64,
    /// The version of what can be walked round by then.
    version: u64,
}

clone_by_field!(KeptWay {
    corners,
    next,
    goal,
    found,
    version,
});

impl KeptWay {
    /// No way.
    pub const NONE: Self = Self {
        corners: Vec::new(),
        next: 0,
        goal: Vec2::ZERO,
        found: 0.0,
        version: 0,
    };

    /// Whether a way may look like this: it leads to one of its corners, and all of it is finite.
    #[cfg(feature = "serde")]
    pub fn is_sound(&self) -> bool {
        (self.corners.is_empty() || self.next < self.corners.len())
            && self.corners.iter().all(|corner| corner.is_finite())
            && self.goal.is_finite()
            && self.found.is_finite()
    }

    /// Keeps a new way, given from its start, in the place of the old one.
    pub fn keep(&mut self, way: &[Vec2], goal: Vec2, time: f64, version: u64) {
        self.corners.clear();
        self.corners.extend(way.iter().skip(1));
        self.next = 0;
        self.goal = goal;
        self.found = time;
        self.version = version;
    }

    /// Keeps that there was no way in the place of the old one.
    pub fn keep_that_there_is_none(&mut self, goal: Vec2, time: f64, version: u64) {
        self.keep(&[], goal, time, version);
    }

    /// Whether there is a way to follow.
    const fn is_there(&self) -> bool {
        !self.corners.is_empty()
    }

    /// Whether a way was looked for, and is kept or known not to be there.
    pub fn was_sought(&self) -> bool {
        self.is_there() || self.found > 0.0
    }

    /// Whether one was looked for, not long ago and for this goal (m), and there was none: for a
    /// body at some time (s), with the clusters of some version.
    pub fn was_none(&self, body: &Body, goal: Vec2, now: (f64, u64)) -> bool {
        !self.is_there() && self.found > 0.0 && self.is_current(body, goal, now)
    }

    /// Whether what was found still holds, as far as time and goal tell.
    fn is_current(&self, body: &Body, goal: Vec2, (time, version): (f64, u64)) -> bool {
        let lasts = if version == self.version {
            LASTS
        } else {
            LASTS_AMONG_CHANGES
        };
        time - self.found < lasts && self.goal.distance(goal) <= GOAL_MOVED * body.radius
    }

    /// Moves the way to the image that is nearest to the agent, on a plane that wraps: by what
    /// `nearest` says for a point (m).
    pub fn follow_laps(&mut self, nearest: impl Fn(Vec2) -> Vec2) {
        let Some(&place) = self.corners.get(self.next) else {
            return;
        };
        let lap = nearest(place) - place;
        if lap != Vec2::ZERO {
            self.corners.iter_mut().for_each(|corner| *corner += lap);
            self.goal += lap;
        }
    }

    pub fn forget(&mut self) {
        self.clone_from(&Self::NONE);
    }

    /// Where to go now (m) and how much is left from there (m), for a body `now`: at some time (s),
    /// with the clusters of some version; `None` if the way is to be looked for anew. `is_free` says
    /// whether one can go straight to a place.
    pub fn follow(
        &mut self,
        body: &Body,
        goal: Vec2,
        now: (f64, u64),
        mut is_free: impl FnMut(Vec2) -> bool,
    ) -> Option<(Vec2, f32)> {
        let (from, radius) = (body.position, body.radius);
        if !(self.is_there() && self.is_current(body, goal, now)) {
            return None;
        }
        while let Some(after) = self.corners.get(self.next + 1) {
            let reached = self.corners[self.next].distance(from) <= AT_CORNER * radius;
            if !reached && !is_free(*after) {
                break;
            }
            self.next += 1;
        }
        let place = self.corners[self.next];
        if !is_free(place) {
            return None;
        }
        let rest = (self.corners[self.next..].windows(2))
            .map(|pair| pair[0].distance(pair[1]))
            .sum();
        Some((place, rest))
    }
}
