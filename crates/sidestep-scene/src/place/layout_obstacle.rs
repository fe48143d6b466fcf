//! An obstacle of a layout, and where it is when.

use glam::Vec2;
use sidestep::avoid::{FORESIGHT, VelocityChange};

use crate::recording::{ObstacleSetting, Outline};

use super::track::Track;

/// An obstacle with its place.
#[derive(Clone, Debug, PartialEq)]
pub struct LayoutObstacle {
    /// Outline in the pose at the time it appears.
    pub outline: Outline,
    /// Whether it is temporary (a crate) instead of part of the level.
    pub temporary: bool,
    /// On a level: from which height to which it stands (m). `None`: on all floors.
    pub heights: Option<[f32; 2]>,
    /// When it appears (s); 0 for one that is there from the start.
    pub appear: f64,
    /// When it vanishes (s), if it does.
    pub vanish: Option<f64>,
    /// How it moves, from the time it appears.
    pub motion: Motion,
}

/// How an obstacle moves, without turning.
#[derive(Clone, Debug, PartialEq)]
pub enum Motion {
    /// Not at all.
    Still,
    /// Steadily (m/s).
    Steady(Vec2),
    /// Its centre along a line.
    Along(Track),
    /// Not by itself: it was put so far from its outline by hand (m) while the scene ran.
    Held(Vec2),
}

impl LayoutObstacle {
    /// Whether it is there at `time` (s): from `appear` on, and before `vanish`.
    pub fn is_present(&self, time: f64) -> bool {
        time >= self.appear && self.vanish.is_none_or(|vanish| time < vanish)
    }

    /// How far it has moved at `time` (s) from its outline (m); `None` while it is absent.
    pub fn offset_at(&self, time: f64) -> Option<Vec2> {
        let age = time - self.appear;
        self.is_present(time).then(|| match &self.motion {
            Motion::Still => Vec2::ZERO,
            Motion::Steady(velocity) => *velocity * age as f32,
            Motion::Along(track) => track.position_at(age) - track.position_at(0.0),
            Motion::Held(offset) => *offset,
        })
    }

    /// How its velocity changes as long as agents look ahead from `time` (s) on.
    pub fn changes_at(&self, time: f64) -> Vec<VelocityChange> {
        match &self.motion {
            Motion::Along(track) if self.is_present(time) => {
                track.changes_within(time - self.appear, f64::from(FORESIGHT))
            }
            Motion::Still | Motion::Held(_) | Motion::Steady(_) | Motion::Along(_) => Vec::new(),
        }
    }

    /// Whether it is there at `time` (s) and doesn't move by itself.
    pub(crate) fn stands_at(&self, time: f64) -> bool {
        self.is_present(time) && matches!(self.motion, Motion::Still | Motion::Held(_))
    }

    /// Its outline where it begins, or where it was put by hand.
    pub(crate) fn outline_at_rest(&self) -> Outline {
        match self.motion {
            Motion::Held(offset) => self.outline.clone().moved(offset),
            Motion::Still | Motion::Steady(_) | Motion::Along(_) => self.outline.clone(),
        }
    }

    /// Its velocity at `time` (m/s); zero while it is absent.
    pub fn velocity_at(&self, time: f64) -> Vec2 {
        match &self.motion {
            _ if !self.is_present(time) => Vec2::ZERO,
            Motion::Still | Motion::Held(_) => Vec2::ZERO,
            Motion::Steady(velocity) => *velocity,
            Motion::Along(track) => track.velocity_at(time - self.appear),
        }
    }
}

impl LayoutObstacle {
    /// The obstacle for those who watch a run.
    pub fn setting(&self) -> ObstacleSetting {
        ObstacleSetting {
            outline: self.outline.clone(),
            temporary: self.temporary,
            heights: self.heights,
        }
    }
}
