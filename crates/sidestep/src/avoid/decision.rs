//! What is wished, what a method makes of it, and what it remembers.

use glam::Vec2;

use super::Blocker;
use crate::geometry::Side;

/// What an agent would do if nothing were in its way.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Wish {
    /// Stable id of the agent: ties between two of them are broken by it.
    pub id: u64,
    /// Velocity that it would like to have (m/s).
    pub velocity: Vec2,
    /// Force that it would like to apply (N). Only the [`Guard`](super::guard::Guard) looks at it:
    /// it comes last.
    pub force: Vec2,
    /// Distance to where it goes (m), infinite if it goes nowhere in particular. What is behind its
    /// goal doesn't matter.
    pub reach: f32,
    /// Velocity that was chosen in the step before (m/s), if any: for methods that keep a choice
    /// until another is better by a margin.
    pub kept: Option<Vec2>,
    /// Time step (s), above 0.
    pub dt: f32,
}

impl Wish {
    /// Agent 0 that would like to go at `velocity` (m/s), without a goal, in a time step of `dt`
    /// seconds.
    #[must_use]
    pub fn to_go(velocity: Vec2, dt: f32) -> Self {
        Self {
            id: 0,
            velocity,
            force: Vec2::ZERO,
            reach: f32::INFINITY,
            kept: None,
            dt,
        }
    }

    /// Agent 0 that would like to apply `force` (N) for a time step of `dt` seconds.
    #[must_use]
    pub fn to_push(force: Vec2, dt: f32) -> Self {
        Self {
            force,
            ..Self::to_go(Vec2::ZERO, dt)
        }
    }
}

/// What a method decided. It is told in words and marks afterwards, by the method's `tell`.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Decision {
    /// Velocity to go for (m/s), of methods that choose one; the wish where nothing is in its way.
    pub velocity: Vec2,
    /// Force to apply (N), of methods that push instead, and of the [`Guard`](super::guard::Guard);
    /// zero of the others.
    pub force: Vec2,
    /// What it reacted to; of several what matters first.
    pub threat: Option<Blocker>,
    /// Time until that is touched if the wish is followed (s), infinite if it isn't or if the
    /// method doesn't ask; 0 inside.
    pub contact: f32,
    /// The side on which the threat is passed, of methods that choose one.
    pub side: Option<Side>,
    /// Whether that side is the one that was chosen before.
    pub kept: bool,
    /// Whether no way leads on, on either side: the velocity is zero then.
    pub enclosed: bool,
    /// Whether what was chosen avoids everything, as far as the method looks. If not it is the best
    /// that there is.
    pub feasible: bool,
}

impl Decision {
    /// Going at `velocity` (m/s), with nothing in the way.
    #[must_use]
    pub const fn to_go(velocity: Vec2) -> Self {
        Self {
            velocity,
            force: Vec2::ZERO,
            threat: None,
            contact: f32::INFINITY,
            side: None,
            kept: false,
            enclosed: false,
            feasible: true,
        }
    }

    /// Pushing with `force` (N), with nothing in the way.
    #[must_use]
    pub const fn to_push(force: Vec2) -> Self {
        Self {
            force,
            ..Self::to_go(Vec2::ZERO)
        }
    }
}

/// What a method remembers of one agent from step to step: plain data that the caller keeps, and
/// that can be copied, saved and put back. The default is to remember nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Memory {
    /// The side on which it passes what is ahead, if one was chosen.
    pub side: Option<Side>,
    /// What that side was chosen for.
    pub threat: Option<Blocker>,
    /// How long the way has been free since (s), 0 while no side is chosen.
    pub clear_seconds: f32,
    /// Numbers of a method of one's own, zero at first. No method of this crate touches them.
    pub notes: [f32; 8],
}

impl Memory {
    /// Nothing is remembered.
    pub(crate) const NOTHING: Self = Self {
        side: None,
        threat: None,
        clear_seconds: 0.0,
        notes: [0.0; 8],
    };
}
