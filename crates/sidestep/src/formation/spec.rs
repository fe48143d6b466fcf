//! What the caller says about a formation.

use std::fmt;

use glam::Vec2;

use super::Pattern;
use super::pattern::FURTHEST;
use crate::range::{OutOfRange, Parameter, Parameters, Range};
use crate::walker::AgentId;

/// Stable name of a formation within a world.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct FormationId(pub u32);

impl fmt::Display for FormationId {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "formation {}", self.0)
    }
}

/// What a formation keeps to.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Anchor {
    /// An agent that goes where it wants to and isn't a member itself: one with goals of its own, or
    /// a player.
    Leader(AgentId),
    /// A fixed place.
    Place {
        /// Where the front of the formation or the middle of its ring is (m), a coordinate up to
        /// 10¹².
        position: Vec2,
        /// Where the formation faces, a unit vector: a queue stretches the other way.
        heading: Vec2,
    },
}

impl Anchor {
    /// The leader, if there is one.
    #[must_use]
    pub const fn leader(&self) -> Option<AgentId> {
        match self {
            Self::Leader(id) => Some(*id),
            Self::Place { .. } => None,
        }
    }
}

/// Everything that the caller says about a formation.
///
/// ```
/// use sidestep::AgentId;
/// use sidestep::formation::{Anchor, FormationSpec, Pattern};
///
/// let members = vec![AgentId(1), AgentId(2), AgentId(3)];
/// let anchor = Anchor::Leader(AgentId(0));
/// let friends = FormationSpec::new(Pattern::Abreast { columns: 2 }, anchor, 0.9, members)
///     .with_looseness(0.3);
/// assert_eq!(friends.looseness, 0.3);
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct FormationSpec {
    /// How the slots lie to each other.
    pub pattern: Pattern,
    /// What the formation keeps to.
    pub anchor: Anchor,
    /// Who has a slot, each once. The order doesn't matter.
    pub members: Vec<AgentId>,
    /// Distance of neighbouring slots, from centre to centre (m), from 0 to 10⁶. Where bodies are too
    /// wide for it, the slots are as far apart as the two widest of them with a tenth to spare.
    pub spacing: f32,
    /// How far from its slot a member may be without minding, from 0 to 1: this share of the
    /// distance that a heap of them all is wide (spacing · √members). 0: it keeps its slot. 1: it
    /// only stays with the others.
    pub looseness: f32,
    /// How far one of the members may lag behind its slot (m), above 0, before the leader slows
    /// down for it; at twice that it all but stands. Who gets no nearer to its slot for 20 s isn't
    /// waited for until it has caught up with where it was then. `None`: it waits for nobody. One
    /// that isn't steered never does.
    pub waits_from: Option<f32>,
}

impl FormationSpec {
    /// A formation whose members keep their slots.
    #[must_use]
    pub const fn new(
        pattern: Pattern,
        anchor: Anchor,
        spacing: f32,
        members: Vec<AgentId>,
    ) -> Self {
        Self {
            pattern,
            anchor,
            members,
            spacing,
            looseness: 0.0,
            waits_from: None,
        }
    }

    /// The same formation with this looseness, from 0 to 1.
    #[must_use]
    pub const fn with_looseness(mut self, looseness: f32) -> Self {
        self.looseness = looseness;
        self
    }

    /// The same formation with a leader that waits for members that lag further behind their slots
    /// than this (m), above 0.
    #[must_use]
    pub const fn with_waiting_leader(mut self, waits_from: f32) -> Self {
        self.waits_from = Some(waits_from);
        self
    }

    /// How far from its slot a member may be without minding (m), where slots are `spacing` metres
    /// apart.
    pub(super) fn slack(&self, spacing: f32) -> f32 {
        self.looseness * spacing * (self.members.len() as f32).sqrt()
    }
}

impl Parameters for FormationSpec {
    fn parameters(&mut self) -> Vec<Parameter<'_>> {
        let Self {
            pattern,
            anchor,
            members: _,
            spacing,
            looseness,
            waits_from,
        } = self;
        let mut parameters = pattern.parameters();
        if let Anchor::Place { position, heading } = anchor {
            parameters.push(Parameter::new("position", position, Range::Coordinate));
            parameters.push(Parameter::new("heading", heading, Range::UnitLength));
        }
        parameters.push(Parameter::new(
            "spacing",
            spacing,
            Range::Between(0.0, FURTHEST),
        ));
        parameters.push(Parameter::new(
            "looseness",
            looseness,
            Range::Between(0.0, 1.0),
        ));
        if let Some(waits_from) = waits_from {
            parameters.push(Parameter::new("waits_from", waits_from, Range::AboveZero));
        }
        parameters
    }

    fn check(&self) -> Result<(), OutOfRange> {
        (self.clone().parameters().iter())
            .try_for_each(Parameter::check)
            .map_err(|error| error.of("the formation"))
    }
}
