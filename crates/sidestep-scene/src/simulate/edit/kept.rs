//! What has to be known about the changes that were made.

use std::collections::{BTreeMap, BTreeSet};

use glam::Vec2;

use crate::place::{Layout, LayoutGoal, Track};
use crate::simulate::walkable::Walkable;

/// What has to be known about the changes that were made.
#[derive(Clone, Debug)]
pub(crate) struct Edits {
    /// How many agents the scene gave; those after them were inserted.
    pub given_agents: usize,
    /// For each inserted agent the given one that it is like.
    pub models: Vec<usize>,
    /// Agents that were taken out.
    pub removed: BTreeSet<usize>,
    /// Agents whose start was moved, before the first step.
    pub starts: BTreeSet<usize>,
    /// Agents whose goals were set, before the first step.
    pub goals: BTreeSet<usize>,
    /// Targets that were moved, before the first step.
    pub targets: BTreeSet<usize>,
    /// What agents and targets that are led would do by themselves.
    pub led: Led,
    /// Agents that were put where they are since the last step.
    pub placed_agents: Vec<usize>,
    /// Obstacles that were put where they are since the last step.
    pub placed_obstacles: Vec<usize>,
    /// Walkable space, if there is any.
    pub walkable: Option<Walkable>,
    /// Whether walkable space has to be made anew before the next step.
    pub walkable_is_stale: bool,
}

/// What agents and targets that are led would do by themselves.
#[derive(Clone, Debug, Default)]
pub(crate) struct Led {
    /// The goals of each agent.
    pub goals: BTreeMap<usize, Vec<LayoutGoal>>,
    /// The way of each target.
    pub tracks: BTreeMap<usize, Track>,
}

impl Edits {
    /// None yet.
    pub fn of(layout: &Layout, walkable: Option<Walkable>) -> Self {
        Self {
            given_agents: layout.agents.len(),
            models: Vec::new(),
            removed: BTreeSet::new(),
            starts: BTreeSet::new(),
            goals: BTreeSet::new(),
            targets: BTreeSet::new(),
            led: Led::default(),
            placed_agents: Vec::new(),
            placed_obstacles: Vec::new(),
            walkable,
            walkable_is_stale: false,
        }
    }

    /// The agent that the scene gave which this one is like: mostly itself.
    pub fn model(&self, agent: usize) -> usize {
        match agent.checked_sub(self.given_agents) {
            Some(inserted) => self.models.get(inserted).copied().unwrap_or_default(),
            None => agent,
        }
    }

    /// Sees to it that walkable space reaches a point (m).
    pub fn reach(&mut self, point: Vec2) {
        if let Some(walkable) = &self.walkable {
            let [min, max] = walkable.extent;
            self.walkable_is_stale |= point.cmplt(min).any() || point.cmpgt(max).any();
        }
    }
}
