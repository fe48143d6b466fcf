//! Why a level can't be read or baked.

use thiserror::Error;

use crate::range::OutOfRange;

/// Why a level can't be read or baked.
#[derive(Clone, Debug, Error, PartialEq)]
#[non_exhaustive]
pub enum LevelError {
    /// A line of an `.obj` text can't be read.
    #[error("line {line}, column {column}: `{found}` {problem}")]
    Line {
        /// Line, from 1.
        line: usize,
        /// Column of the word that can't be read, in characters from 1.
        column: usize,
        /// The word.
        found: String,
        /// What is wrong with it and how to mend it.
        problem: &'static str,
    },
    /// There are no triangles.
    #[error("the level has no faces; give at least one triangle")]
    Empty,
    /// A coordinate isn't finite or too large.
    #[error(
        "a coordinate of vertex {vertex} is not a number within 1000 km; move the level nearer to the origin"
    )]
    Coordinate {
        /// Index of the vertex, from 0.
        vertex: usize,
    },
    /// A triangle names a vertex that isn't there.
    #[error(
        "triangle {triangle} names vertex {vertex}, but there are only {vertices}; indices begin at 0"
    )]
    NoSuchVertex {
        /// Index of the triangle, from 0.
        triangle: usize,
        /// The index it names.
        vertex: u32,
        /// Number of vertices.
        vertices: usize,
    },
    /// A setting or the radius is out of its range.
    #[error(transparent)]
    Setting(#[from] OutOfRange),
    /// The level is too large for the size of its cells.
    #[error(
        "the level takes {columns} × {rows} cells of {cell} m, {layers} layers high; at most 16777216 cells, 65000 along \
         a side and 8000 layers can be measured: bake with fewer cells per radius or split the level"
    )]
    TooLarge {
        /// Cells to the right.
        columns: f32,
        /// Cells up on the plane.
        rows: f32,
        /// Layers of cells.
        layers: f32,
        /// Size of a cell (m).
        cell: f32,
    },
    /// More floors lie above each other in one place than can be told apart.
    #[error(
        "{floors} floors lie above each other in one place; at most 60 can be told apart: split the level"
    )]
    TooManyFloors {
        /// Number of floors.
        floors: usize,
    },
    /// The library that measures levels refuses this one.
    #[error(
        "the level can't be measured ({reason}); bake with fewer cells per radius or split the level"
    )]
    Measuring {
        /// What it says.
        reason: String,
    },
}
