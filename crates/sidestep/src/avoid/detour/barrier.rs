//! Barriers: obstacles and standing agents as a detour sees them.

use glam::Vec2;

use crate::avoid::Blocker;
use crate::geometry::{Hull, Shape};

/// What a barrier is to a detour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum BarrierKind {
    /// Something that came after the paths were planned: to be walked round.
    Temporary,
    /// A wall or a fixed obstacle: the paths know it, and it ends the way round what touches it.
    Permanent,
    /// A piece of the edge of walkable space, over which the agent's centre may not go. As
    /// `Permanent`, but the body's radius is in it already.
    Edge,
}

/// A temporary obstacle or a wall as a detour sees it.
#[derive(Clone, Copy, Debug)]
pub struct Barrier<'a> {
    /// Its name.
    pub blocker: Blocker,
    /// What it is.
    pub kind: BarrierKind,
    /// Its shape.
    pub shape: &'a Shape,
    /// How far the shape is moved (m).
    pub offset: Vec2,
    /// Temporary barriers of the same cluster have the same number, and so have permanent ones that
    /// are joined.
    pub cluster: u32,
    /// Whether it is temporary and a permanent barrier is so near that the widest body can't pass
    /// between: a wall that ends the way round it.
    pub at_wall: bool,
}

impl BarrierKind {
    /// The kind of an obstacle that is temporary, or part of the level.
    #[must_use]
    pub const fn of(temporary: bool) -> Self {
        if temporary {
            Self::Temporary
        } else {
            Self::Permanent
        }
    }
}

impl<'a> Barrier<'a> {
    /// The shape in its place.
    #[must_use]
    pub fn hull(&self) -> Hull<'a> {
        self.shape.hull(self.offset)
    }

    /// Whether it is there for a while only.
    #[must_use]
    pub const fn is_temporary(&self) -> bool {
        matches!(self.kind, BarrierKind::Temporary)
    }
}
