//! What is around an agent, as the methods see it.

use glam::Vec2;

use super::separation::SeparatingLine;
use super::velocity_change::VelocityChange;
use crate::geometry::{Hull, Shape};
use crate::steer::Neighbor;

/// The name of what can stand in the way. Ties are broken by it, lowest first: obstacles before
/// agents, each by id.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Blocker {
    /// A wall or an obstacle, by its id.
    Obstacle(u32),
    /// An agent, by its id.
    Agent(u64),
}

impl std::fmt::Display for Blocker {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Obstacle(id) => write!(formatter, "obstacle {id}"),
            Self::Agent(id) => write!(formatter, "agent {id}"),
        }
    }
}

/// Everything around an agent that its methods may reckon with. The caller gathers it; each method
/// says how far it looks.
#[derive(Clone, Copy, Debug, Default)]
pub struct Surroundings<'a> {
    /// Other agents, the one with the nearest centre first, equally near ones in the order of their
    /// ids. The agent itself isn't among them.
    pub neighbors: &'a [SharedNeighbor],
    /// How far neighbours were looked for (m), edge to edge. Only methods that measure the density
    /// of a crowd ask for it.
    pub neighbor_reach: f32,
    /// Walls, obstacles, and agents that stand still and are walked round, in the order of their
    /// names.
    pub obstacles: &'a [Obstacle<'a>],
    /// The lines between the agent and each of those who are guarded as it is. Only the
    /// [`Guard`](super::guard::Guard) looks at them.
    pub lines: &'a [SeparatingLine],
}

impl<'a> Surroundings<'a> {
    /// Obstacles and nobody else.
    #[must_use]
    pub fn obstacles(obstacles: &'a [Obstacle<'a>]) -> Self {
        Self {
            obstacles,
            ..Self::default()
        }
    }

    /// Other agents and no obstacle.
    #[must_use]
    pub fn neighbors(neighbors: &'a [SharedNeighbor]) -> Self {
        Self {
            neighbors,
            ..Self::default()
        }
    }
}

/// A wall or an obstacle as an avoidance method sees it, or an agent that stands still and is
/// walked round like one.
///
/// On a wrapping world, or for an obstacle that moves, the caller gives the offset of the image
/// that counts.
#[derive(Clone, Copy, Debug)]
pub struct Obstacle<'a> {
    /// Its name: ties are broken by it, lowest first.
    pub name: Blocker,
    /// Its shape.
    pub shape: &'a Shape,
    /// How far the shape is moved (m).
    pub offset: Vec2,
    /// Velocity at which it moves in this step (m/s), zero at rest. Where it will be is reckoned from
    /// that and what follows.
    pub velocity: Vec2,
    /// How its velocity changes (m/s²), as far as its last steps show; zero if it doesn't.
    pub acceleration: Vec2,
    /// How long it has this velocity before that changes (s): the step that is under way. 0 if it
    /// changes all the time.
    pub steady: f32,
    /// Changes of its velocity that were announced, the soonest first: then its course is these, and
    /// not what the acceleration says.
    pub changes: &'a [VelocityChange],
    /// How fast it turns about its [centre](Hull::center) in this step (rad/s, counter-clockwise).
    pub spin: f32,
    /// Whether it stands there only for now, such as a crate.
    pub temporary: bool,
}

impl<'a> Obstacle<'a> {
    /// The obstacle with this id, at rest where its shape says.
    #[must_use]
    pub fn new(id: u32, shape: &'a Shape) -> Self {
        Self {
            name: Blocker::Obstacle(id),
            shape,
            offset: Vec2::ZERO,
            velocity: Vec2::ZERO,
            acceleration: Vec2::ZERO,
            steady: 0.0,
            changes: &[],
            spin: 0.0,
            temporary: false,
        }
    }

    /// The shape in its place.
    #[must_use]
    pub fn hull(&self) -> Hull<'a> {
        self.shape.hull(self.offset)
    }
}

/// Another agent, and how much of the work of avoiding it is ours.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SharedNeighbor {
    /// What we see of it; on a wrapping world its nearest image.
    pub neighbor: Neighbor,
    /// Our share of the change of velocity that avoids a contact: ½ where both do the same, 1 where
    /// the other doesn't avoid (a player, somebody at rest), 0 where it does everything. The shares
    /// of the two should add up to 1: with less they touch, with more they do more than needed.
    pub share: f32,
    /// How much more than usual it counts to stay out of its way: more than 1 for somebody who
    /// claims the way, less than 1 for somebody who has to make room for us. Methods that forbid
    /// instead of weighing don't look at it.
    pub insistence: f32,
    /// Whether it doesn't avoid us at all, such as a player.
    pub stranger: bool,
    /// Whether it goes where we go: then there is no side on which to pass it.
    pub fellow: bool,
    /// How much it counts to pass it closely, as a share of the usual, from 0 to 1. Methods that
    /// forbid instead of weighing don't look at it.
    pub passing: f32,
    /// Contacts with it later than this don't matter (s), above 0; infinity where only the method's
    /// own horizon counts.
    pub horizon: f32,
}

impl From<Neighbor> for SharedNeighbor {
    /// A neighbour who does half of the work.
    fn from(neighbor: Neighbor) -> Self {
        Self {
            neighbor,
            share: 0.5,
            insistence: 1.0,
            stranger: false,
            fellow: false,
            passing: 1.0,
            horizon: f32::INFINITY,
        }
    }
}
