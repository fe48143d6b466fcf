//! Who stands still: others walk round it instead of pressing against it.

use glam::Vec2;

use super::memory::{Memory, StandingStill};
use super::{Control, Walker};
use crate::avoid::detour::{BarrierKind, Blocker};
use crate::geometry::Circle;
use crate::space::Clusters;

/// Speed below which an agent may stand (shares of its largest).
const STANDS_BELOW: f32 = 0.05;

/// Speed from which a standing agent goes on (shares of its largest).
const GOES_FROM: f32 = 0.2;

/// How far a standing agent may be shoved before it counts as having gone (radii).
const SHOVED: f32 = 0.5;

/// How long an agent has to be that slow until it counts as standing (s).
const STANDS_AFTER: f64 = 0.5;

/// What has changed about whether an agent stands still.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum StillChange {
    /// It stands here from now on (m): others walk round it.
    Stands(Vec2),
    /// It goes on.
    Goes,
}

impl StillChange {
    /// Puts the agent among what can be walked round, or takes it out.
    pub fn apply(self, walker: &Walker<'_>, memory: &Memory, clusters: &mut Clusters) {
        let name = Blocker::Agent(walker.id.0);
        match self {
            Self::Stands(place) => {
                // A body that was checked makes a disc.
                if let Ok(disc) = Circle::new(Vec2::ZERO, walker.body.radius) {
                    let filter = walker.standing_filter(memory);
                    clusters.insert(name, BarrierKind::Temporary, &disc.into(), place, filter);
                }
            }
            Self::Goes => drop(clusters.remove(name)),
        }
    }
}

impl Memory {
    /// Where the agent stands still (m), if it does.
    #[must_use]
    pub fn stands_at(&self) -> Option<Vec2> {
        self.seldom().still.place
    }

    /// Forgets that the agent stands still.
    pub fn forget_standing(&mut self) {
        if let Some(seldom) = self.seldom_apart() {
            seldom.still = StandingStill::default();
            self.tidy_seldom();
        }
    }
}

impl Walker<'_> {
    /// Sees whether the agent stands still after a step of `dt` seconds, by two thresholds, so that
    /// nobody comes and goes. What has changed is to be [applied](StillChange::apply) to the
    /// clusters that all perceive.
    pub fn watch_standing(&self, memory: &mut Memory, dt: f32) -> Option<StillChange> {
        let body = &self.body;
        let largest = body.limits.max_speed;
        let speed = body.speed();
        if let Some(place) = memory.seldom().still.place {
            let shoved = body.position.distance(place) > SHOVED * body.radius;
            let wants_on = memory.wanted.length() > GOES_FROM * largest;
            if speed > GOES_FROM * largest || shoved || wants_on {
                memory.forget_standing();
                return Some(StillChange::Goes);
            }
            return None;
        }
        // Those who are held up want on: they aren't walked round but let through.
        let rests = memory.wanted.length() <= STANDS_BELOW * largest
            || self.profile.control == Control::Driven;
        if speed > STANDS_BELOW * largest || !rests || memory.seldom().jump.is_some() {
            if memory.seldom().still.seconds != 0.0 {
                memory.forget_standing();
            }
            return None;
        }
        let still = &mut memory.edit_seldom().still;
        still.seconds += f64::from(dt);
        (still.seconds >= STANDS_AFTER).then(|| {
            still.place = Some(body.position);
            StillChange::Stands(body.position)
        })
    }
}
