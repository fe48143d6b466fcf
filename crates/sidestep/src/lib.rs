//! Steering, obstacle avoidance and crowds.

pub mod explain;

pub use glam::{self, Vec2};
