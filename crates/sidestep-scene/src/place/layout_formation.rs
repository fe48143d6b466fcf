//! A formation of a layout.

use glam::Vec2;
use sidestep::formation::Pattern;

/// A group that keeps together, with its names resolved.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LayoutFormation {
    /// Index of the group whose agents are its members.
    pub members: usize,
    /// What it keeps to.
    pub anchor: LayoutAnchor,
    /// How its slots lie to each other.
    pub pattern: Pattern,
    /// Distance of neighbouring slots (m).
    pub spacing: f32,
    /// How far from its slot a member may be without minding: a share of what a heap of them all is
    /// wide.
    pub looseness: f32,
    /// How far a member may lag behind its slot before the leader waits (m).
    pub waits_from: Option<f32>,
}

/// What a formation keeps to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum LayoutAnchor {
    /// An agent, by its id.
    Leader(usize),
    /// A fixed place (m), and where the formation faces there; length 1.
    Place {
        /// Where the front or the middle is.
        position: Vec2,
        /// Where it faces.
        heading: Vec2,
    },
}
