//! Levels: triangles in space, some of which can be walked on.

mod bake;
mod error;
mod obj;
mod regions;
mod voxels;

pub use error::LevelError;

use super::{Blocked, GroundPoint, NavError, NavMesh};
use crate::hash::Fnv;
use crate::range::{Parameter, Parameters, Range};

/// The triangles of a level: floors, ramps, walls and whatever else stands there.
///
/// Right is x, up on the plane is y, and heights count upward. From above, the corners of what can
/// be walked on go round counter-clockwise.
#[derive(Clone, Debug)]
pub struct Level {
    vertices: Vec<GroundPoint>,
    triangles: Vec<[u32; 3]>,
}

/// Who walks on a level, and how finely it is measured.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LevelSettings {
    /// Height of the agent (m), from 0.001 to 1000000: what hangs lower is not walked under. Agents
    /// whose floors are at least so far apart are on different floors.
    pub height: f32,
    /// Steepest ground that is walked on (rad), from 0 to 1.569, just below a quarter turn.
    pub max_slope: f32,
    /// Highest step that is taken up or down (m), from 0 to 1000000.
    pub max_climb: f32,
    /// How many cells of the grid that measures the level go into the radius, from 1 to 32. Walls
    /// are kept to within about a cell.
    pub cells_per_radius: f32,
}

impl Default for LevelSettings {
    /// A grown person: 1.8 m high, slopes up to 45°, steps up to 0.5 m, 4 cells in the radius.
    fn default() -> Self {
        Self {
            height: 1.8,
            max_slope: std::f32::consts::FRAC_PI_4,
            max_climb: 0.5,
            cells_per_radius: 4.0,
        }
    }
}

impl Parameters for LevelSettings {
    fn parameters(&mut self) -> Vec<Parameter<'_>> {
        let Self {
            height,
            max_slope,
            max_climb,
            cells_per_radius,
        } = self;
        vec![
            Parameter::new("height", height, Range::Between(1e-3, LARGEST)),
            Parameter::new("max_slope", max_slope, Range::Between(0.0, 1.569)),
            Parameter::new("max_climb", max_climb, Range::Between(0.0, LARGEST)),
            Parameter::new(
                "cells_per_radius",
                cells_per_radius,
                Range::Between(1.0, 32.0),
            ),
        ]
    }
}

/// Which axis of an `.obj` text points up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum UpAxis {
    /// y is up, as most programs write it: x stays, −z is the plane's y, y the height.
    #[default]
    Y,
    /// z is up: x and y stay, z is the height.
    Z,
}

/// Largest coordinate of a level (m).
const LARGEST: f32 = 1e6;

impl Level {
    /// A level of triangles, each three indices of vertices.
    ///
    /// # Errors
    /// If there is no triangle, one names a vertex that isn't there, or a coordinate isn't finite
    /// or beyond 1000 km.
    pub fn new(
        vertices: impl Into<Vec<GroundPoint>>,
        triangles: impl Into<Vec<[u32; 3]>>,
    ) -> Result<Self, LevelError> {
        let (vertices, triangles) = (vertices.into(), triangles.into());
        for (vertex, point) in vertices.iter().enumerate() {
            let largest = point.position.abs().max_element().max(point.height.abs());
            if !point.is_finite() || largest > LARGEST {
                return Err(LevelError::Coordinate { vertex });
            }
        }
        let count = vertices.len();
        for (triangle, corners) in triangles.iter().enumerate() {
            if let Some(&vertex) = corners.iter().find(|it| **it as usize >= count) {
                return Err(LevelError::NoSuchVertex {
                    triangle,
                    vertex,
                    vertices: count,
                });
            }
        }
        if triangles.is_empty() {
            return Err(LevelError::Empty);
        }
        Ok(Self {
            vertices,
            triangles,
        })
    }

    /// Reads a level from the text of a Wavefront `.obj` file, in which y is up: its x stays, its
    /// −z is the plane's y, its y the height. Of all lines only vertices (`v`) and faces (`f`)
    /// count; faces are convex polygons.
    ///
    /// # Errors
    /// If a vertex or face can't be read, with line and column, or [`new`](Self::new) refuses what
    /// was read.
    pub fn from_obj(text: &str) -> Result<Self, LevelError> {
        Self::from_obj_with(text, UpAxis::Y)
    }

    /// Reads a level as [`Level::from_obj`] does, from a text in which `up` points up.
    ///
    /// # Errors
    /// As [`Level::from_obj`].
    pub fn from_obj_with(text: &str, up: UpAxis) -> Result<Self, LevelError> {
        let (vertices, triangles) = obj::read(text, up)?;
        Self::new(vertices, triangles)
    }

    /// Number of triangles.
    #[must_use]
    pub fn triangle_count(&self) -> usize {
        self.triangles.len()
    }

    /// Where the centre of a disc of `radius` metres can be, on all floors.
    ///
    /// The level is measured on a grid, so that walls are kept to within about a cell (see
    /// [`LevelSettings::cells_per_radius`]) and ground of less than a few radii across is left out.
    ///
    /// # Errors
    /// If the radius isn't from 0.001 to 1e12 or a setting is out of its range, or the level is too
    /// large for its cells.
    pub fn bake(&self, radius: f32, settings: &LevelSettings) -> Result<NavMesh, NavError> {
        self.bake_with(settings, &[], radius)
    }

    /// Takes all that it and its settings are made of into a hash.
    pub(super) fn hash_into(&self, settings: &LevelSettings, hash: &mut Fnv) {
        let LevelSettings {
            height,
            max_slope,
            max_climb,
            cells_per_radius,
        } = *settings;
        hash.bytes(b"level");
        for number in [height, max_slope, max_climb, cells_per_radius] {
            hash.number(number);
        }
        hash.bytes(&(self.vertices.len() as u64).to_le_bytes());
        for vertex in &self.vertices {
            hash.vector(vertex.position);
            hash.number(vertex.height);
        }
        for corner in self.triangles.iter().flatten() {
            hash.bytes(&corner.to_le_bytes());
        }
    }

    pub(super) fn bake_with(
        &self,
        settings: &LevelSettings,
        closed: &[Blocked],
        radius: f32,
    ) -> Result<NavMesh, NavError> {
        bake::bake(self, settings, closed, radius)
    }
}
