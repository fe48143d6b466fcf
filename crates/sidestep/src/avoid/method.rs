//! The open door: how a method of one's own plugs into the world.

use std::any::Any;
use std::fmt::Debug;

use super::{Decision, Memory, Surroundings, Wish};
use crate::explain::Explanation;
use crate::motion::Body;
use crate::range::OutOfRange;

/// A method of one's own, towards obstacles, other agents or both.
///
/// An agent takes it as [`ObstacleAvoidance::Custom`](crate::world::ObstacleAvoidance::Custom),
/// which is asked before other agents are met, or as
/// [`AgentAvoidance::Custom`](crate::world::AgentAvoidance::Custom). The crate `sidestep-study`
/// brings its methods in the same way.
///
/// The world calls it from several threads and promises the same result on every run. So it must be
/// a function of what it is given: no clock, no random numbers but those of
/// [`random`](crate::random) from the agent's id, nothing kept in between but the [`Memory`].
///
/// ```
/// use std::any::Any;
///
/// use sidestep::Vec2;
/// use sidestep::avoid::{Decision, Largest, Memory, Method, Reach, Stage, Surroundings, Wish};
/// use sidestep::motion::Body;
///
/// /// Stands still as long as somebody is near.
/// #[derive(Debug, PartialEq)]
/// struct Shy {
///     distance: f32,
/// }
///
/// impl Method for Shy {
///     fn name(&self) -> &'static str {
///         "shy"
///     }
///     fn stage(&self) -> Stage {
///         Stage::Turn
///     }
///     fn reach(&self, _: &Body, _: &Largest) -> Reach {
///         Reach {
///             neighbors: self.distance,
///             obstacles: 0.0,
///         }
///     }
///     fn decide(&self, _: &Body, wish: &Wish, around: &Surroundings<'_>, _: &mut Memory) -> Decision {
///         Decision::to_go(if around.neighbors.is_empty() {
///             wish.velocity
///         } else {
///             Vec2::ZERO
///         })
///     }
///     fn same_as(&self, other: &dyn Method) -> bool {
///         (other as &dyn Any).downcast_ref() == Some(self)
///     }
/// }
/// ```
pub trait Method: Any + Debug + Send + Sync {
    /// Its name in explanations, such as `look_ahead`.
    fn name(&self) -> &'static str;

    /// Where its decisions go.
    fn stage(&self) -> Stage;

    /// How far it looks for a body.
    fn reach(&self, body: &Body, largest: &Largest) -> Reach;

    /// What the body does. At [`Stage::Blend`] the wish is to go on as it moves, at [`Stage::Turn`]
    /// it is what the behaviours want. The surroundings hold at least what is within its
    /// [`reach`](Self::reach), of the neighbours no more than the world's
    /// [`max_neighbors`](crate::world::WorldSettings::max_neighbors).
    fn decide(
        &self,
        body: &Body,
        wish: &Wish,
        around: &Surroundings<'_>,
        memory: &mut Memory,
    ) -> Decision;

    /// Tells marks and reasons: what led to `decision`, which [`decide`](Self::decide) made of the
    /// same input.
    fn tell(
        &self,
        body: &Body,
        wish: &Wish,
        around: &Surroundings<'_>,
        decision: &Decision,
        explanation: &mut Explanation,
    ) {
        let _ = (body, wish, around, decision, explanation);
    }

    /// Whether the [`Guard`](super::guard::Guard) has the last word on its force: towards the
    /// obstacles, or the other agents, that it was taken for. Among guarded agents others rely on
    /// it.
    fn is_guarded(&self) -> bool {
        false
    }

    /// Whether its numbers are within their ranges. An agent whose method's aren't is refused.
    ///
    /// # Errors
    /// Names the first number that isn't.
    fn check(&self) -> Result<(), OutOfRange> {
        Ok(())
    }

    /// Whether another method does the same, so that an agent that is given it has the same
    /// parameters as before: `(other as &dyn Any).downcast_ref() == Some(self)` where methods can
    /// be compared.
    fn same_as(&self, other: &dyn Method) -> bool;
}

impl PartialEq for dyn Method {
    fn eq(&self, other: &Self) -> bool {
        self.same_as(other)
    }
}

/// Where the decisions of a [`Method`] go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Its force goes into the blend, before those of the behaviours and with weight 1: the way of
    /// the tutorials.
    Blend,
    /// Its velocity takes the place of the one that the blended behaviours want: the way of the
    /// default methods.
    Turn,
}

/// How far a [`Method`] looks.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Reach {
    /// For other agents (m), edge to edge, 0 or more; 0 if it doesn't look for them.
    pub neighbors: f32,
    /// For walls and obstacles (m), from the body's centre to the box around them, 0 or more; 0 if
    /// it doesn't look for them.
    pub obstacles: f32,
}

/// The largest of what a [`Method`] may meet anywhere in the world, from which it knows how far to
/// look.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Largest {
    /// Speed that any agent has or can have (m/s).
    pub speed: f32,
    /// Radius of the circle around any obstacle (m).
    pub obstacle_radius: f32,
}
