//! How far an agent has come on its path: the part of a path that deciding changes.

/// How far an agent has come on its path through walkable space.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct OnPath {
    /// Index of the corner that it goes to.
    pub next: usize,
    /// How long it has been off its path (s), 0 or more.
    pub off_path: f64,
}
