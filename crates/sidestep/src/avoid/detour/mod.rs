//! Going round what wasn't there when the path was planned: crates, barrels, and agents that stand
//! still.
//!
//! Between an agent and the next corner of its path something temporary may stand. [`Detour`] looks
//! for the shortest way round whole clusters of such obstacles, measured along their outlines, on
//! both sides; walls end a side, or are gone round as well where the query says so. It says
//! [`Outcome::Clear`], [`Outcome::Around`] with a sub-goal that can be walked to straight, or
//! [`Outcome::Blocked`]: then [`Detour::what_closes`] names what closes the way, and the game
//! decides.
//!
//! Source: M. Mononen, "Very Temporary Obstacle Avoidance", 2011, after S. White and C.
//! Christensen, "A Fast Approach to Navigation Meshes", Game Programming Gems 3, 2002.

mod barrier;
mod closing;
mod cover;
mod field;
mod find;
mod free_place;
mod method;
mod outcome;
mod outline;
mod parting;
mod search;
mod tangents;
mod tell;
mod walk;

pub use crate::avoid::Blocker;
pub use barrier::{Barrier, BarrierKind};
pub use free_place::way_out;
pub use method::{DetourMethod, FoundWay};
pub use outcome::{ClosedBy, DetourAnswer, DetourMemory, DetourQuery, Outcome};

use glam::Vec2;

use crate::geometry::Bounds;
use crate::range::{Parameter, Parameters, Range};
use field::Field;
use search::Search;
use tangents::Turn;

/// The way round temporary obstacles: the default.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Detour {
    /// Distance kept from what is passed, besides the radius (m), 0 or more. A gap that is narrower
    /// than the body and twice this counts as closed.
    pub clearance: f32,
    /// How far from the straight way to the goal obstacles are looked at (m), above 0, and how far
    /// a detour may go. Larger finds the way out of deeper dead ends, and costs more. An agent of a
    /// world that has no path to follow looks twice, four and eight times as far where there is no
    /// way within it, as long as no more than 100 things and walls are there.
    pub neighborhood: f32,
    /// How often the way is looked at again with the clusters that it met taken in, 1 or more.
    pub rounds: u32,
    /// By which share the way on the other side must be shorter to change sides, 0 or more.
    pub side_margin: f32,
    /// How many places to turn at are looked at most, 1 or more.
    pub most_turns: u32,
    /// Whether an agent goes round walls, too, when they hold it up: out of dead ends and round
    /// corners, or until it is known that they leave no way. Only without a path through walkable
    /// space, as that knows the walls.
    pub round_walls: bool,
}

/// Memory that is reused from query to query, and the way that the last one found.
#[derive(Clone, Debug, Default)]
pub struct DetourScratch {
    way: Vec<Vec2>,
    members: Vec<Blocker>,
    barricade: Vec<Blocker>,
    field: Field,
    search: Search,
    turns: Vec<Turn>,
    corners: Vec<glam::DVec2>,
}

impl DetourScratch {
    /// Corners of the last way (m), from the start to the goal; arcs are drawn round in steps.
    /// Empty if it was blocked.
    #[must_use]
    pub fn way(&self) -> &[Vec2] {
        &self.way
    }

    /// Who belongs to the cluster that blocked the last query, in order: all that this body can't
    /// pass between. Empty if it wasn't blocked.
    #[must_use]
    pub fn members(&self) -> &[Blocker] {
        &self.members
    }

    /// All that belongs to the closed rows between start and goal, in order, if the last query was
    /// [`Detour::what_closes`] and it could be known: with all of it gone there would be a way.
    #[must_use]
    pub fn barricade(&self) -> &[Blocker] {
        &self.barricade
    }
}

impl Parameters for Detour {
    fn parameters(&mut self) -> Vec<Parameter<'_>> {
        let Self {
            clearance,
            neighborhood,
            rounds,
            side_margin,
            most_turns,
            round_walls: _,
        } = self;
        vec![
            Parameter::new("clearance", clearance, Range::AtLeast(0.0)),
            Parameter::new("neighborhood", neighborhood, Range::AboveZero),
            Parameter::new("rounds", rounds, Range::OneOrMore),
            Parameter::new("side_margin", side_margin, Range::AtLeast(0.0)),
            Parameter::new("most_turns", most_turns, Range::OneOrMore),
        ]
    }
}

impl Detour {
    /// Values that suit a body of `radius` metres.
    #[must_use]
    pub fn for_radius(radius: f32) -> Self {
        Self {
            clearance: 0.02 * radius,
            neighborhood: 25.0 * radius,
            rounds: 4,
            side_margin: 0.2,
            most_turns: 2000,
            round_walls: true,
        }
    }

    /// Where obstacles matter to the way from one point to another (m) for a body of `radius`
    /// metres.
    #[must_use]
    pub fn area(&self, from: Vec2, to: Vec2, radius: f32) -> Bounds {
        Bounds {
            min: from.min(to),
            max: from.max(to),
        }
        .grown(self.neighborhood + radius + self.clearance)
    }
}
