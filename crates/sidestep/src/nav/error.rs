//! Why walkable space can't be described or baked.

use glam::Vec2;
use thiserror::Error;

/// Why walkable space can't be described or baked.
#[derive(Clone, Debug, Error, PartialEq)]
#[non_exhaustive]
pub enum NavError {
    /// The corners of the area aren't finite, too far out, or in the wrong order.
    #[error(
        "the walkable area reaches from {min} to {max}; give finite corners within 1e12 m, the lower left one first"
    )]
    Area {
        /// Lower left corner given (m).
        min: Vec2,
        /// Upper right corner given (m).
        max: Vec2,
    },
    /// The offset of a shape isn't finite or too large.
    #[error("a blocked shape is moved by {offset}; give a finite offset within 1e12 m")]
    Offset {
        /// The offset given (m).
        offset: Vec2,
    },
    /// The heights between which a shape blocks aren't finite or in the wrong order.
    #[error("a shape blocks from height {low} to {high}; give finite heights, the lower one first")]
    Heights {
        /// Lower height given (m).
        low: f32,
        /// Upper height given (m).
        high: f32,
    },
    /// The radius isn't above 0, not finite or too large.
    #[error("the radius is {radius}; it must be a number above 0 and at most 1e12")]
    Radius {
        /// The radius given (m).
        radius: f32,
    },
    /// Arcs of too few or too many sides.
    #[error("a full circle of {sides} sides; give a multiple of 4 from 16 to 1024")]
    ArcSides {
        /// The number of sides given.
        sides: u32,
    },
    /// The outlines can't be cut into triangles at the resolution of their coordinates.
    #[error(
        "the outlines of the walkable area cross at the resolution of their coordinates; move the area nearer to the \
         origin or make its shapes coarser"
    )]
    Outlines,
    /// The mesh has more polygons than can be searched.
    #[error(
        "the navigation mesh has {polygons} polygons; at most 16777214 can be searched: split the area"
    )]
    TooManyPolygons {
        /// Number of polygons.
        polygons: usize,
    },
    /// A level can't be baked.
    #[cfg(feature = "levels")]
    #[error(transparent)]
    Level(#[from] super::LevelError),
}
