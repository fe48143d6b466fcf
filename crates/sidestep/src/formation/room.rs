//! What a formation asks about walls.

use glam::Vec2;

/// Whoever knows the walls that a formation keeps to.
pub trait Room {
    /// How far a disc of `radius` metres gets from `from` (m) along `way` (m) before it touches a
    /// wall: the length of `way` at most. What stands there for a while only, or moves, doesn't
    /// count: members walk round that by themselves.
    fn free_way(&mut self, from: Vec2, way: Vec2, radius: f32) -> f32;
}
