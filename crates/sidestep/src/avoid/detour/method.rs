//! The open door for ways round.

use std::any::Any;
use std::fmt::Debug;

use glam::Vec2;

use super::{Blocker, DetourAnswer, DetourMemory, DetourQuery};
use crate::explain::Explanation;
use crate::geometry::Bounds;
use crate::range::OutOfRange;

/// A way round of one's own, which an agent takes as
/// [`Detouring::Custom`](crate::world::Detouring::Custom).
///
/// As with [`Method`](crate::avoid::Method), the world calls it from several threads, and it must
/// be a function of what it is given.
pub trait DetourMethod: Any + Debug + Send + Sync {
    /// Its name, by which a saved world knows it.
    fn name(&self) -> &'static str {
        "detour"
    }

    /// How far from the straight way it looks (m), above 0.
    fn neighborhood(&self) -> f32;

    /// Distance that it keeps from what is passed, besides the radius (m), 0 or more.
    fn clearance(&self) -> f32;

    /// The box (m) in which barriers matter to the way from one point to another (m) for a body of
    /// `radius` metres.
    fn area(&self, from: Vec2, to: Vec2, radius: f32) -> Bounds {
        Bounds {
            min: from.min(to),
            max: from.max(to),
        }
        .grown(self.neighborhood() + radius + self.clearance())
    }

    /// The way round, whose corners and blockers it leaves in `found`. The query's barriers are all
    /// whose box touches the [`area`](Self::area).
    fn find(
        &self,
        query: &DetourQuery<'_>,
        memory: &mut DetourMemory,
        found: &mut FoundWay,
    ) -> DetourAnswer;

    /// Tells marks and reasons: what led to `answer`, which [`find`](Self::find) gave to the same
    /// query with `memory` as it was before.
    fn tell(
        &self,
        query: &DetourQuery<'_>,
        memory: &DetourMemory,
        answer: &DetourAnswer,
        explanation: &mut Explanation,
    ) {
        let _ = (query, memory, answer, explanation);
    }

    /// Whether its numbers are within their ranges. An agent whose method's aren't is refused.
    ///
    /// # Errors
    /// Names the first number that isn't.
    fn check(&self) -> Result<(), OutOfRange> {
        Ok(())
    }

    /// Whether another method does the same: `(other as &dyn Any).downcast_ref() == Some(self)`
    /// where methods can be compared.
    fn same_as(&self, other: &dyn DetourMethod) -> bool;
}

impl PartialEq for dyn DetourMethod {
    fn eq(&self, other: &Self) -> bool {
        self.same_as(other)
    }
}

/// What a [`DetourMethod`] found besides its answer. The memory is reused from query to query.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FoundWay {
    /// Corners of the way (m), from the start to the goal. Empty if it is blocked.
    pub corners: Vec<Vec2>,
    /// Who belongs to the cluster in the way, in order, if the way is blocked.
    pub members: Vec<Blocker>,
}

impl FoundWay {
    /// Empties it.
    pub fn clear(&mut self) {
        self.corners.clear();
        self.members.clear();
    }
}
