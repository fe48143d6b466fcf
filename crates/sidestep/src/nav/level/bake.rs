//! Baking of a level for one radius.

use std::panic::{AssertUnwindSafe, catch_unwind};

use super::regions::surface;
use super::voxels::{Grid, measured};
use super::{Level, LevelError, LevelSettings};
use crate::geometry::LARGEST_COORDINATE;
use crate::nav::{Blocked, NavError, NavMesh};
use crate::range::{Parameters, Range};

/// Radii that a level can be baked for (m).
const RADII: Range = Range::Between(1e-3, LARGEST_COORDINATE);

pub(super) fn bake(
    level: &Level,
    settings: &LevelSettings,
    closed: &[Blocked],
    radius: f32,
) -> Result<NavMesh, NavError> {
    RADII.check("radius", radius).map_err(LevelError::from)?;
    settings.check().map_err(LevelError::from)?;
    let grid = Grid::new(level, settings, radius)?;
    // The library has places where it gives up by a panic. None is known to be reached, but none is
    // excluded either.
    let measure = AssertUnwindSafe(|| measured(level, settings, closed, radius, grid));
    let (floors, outlines) = catch_unwind(measure).unwrap_or_else(|_| {
        Err(LevelError::Measuring {
            reason: "an internal error".to_owned(),
        })
    })?;
    let surface = surface(&floors, &outlines, settings, grid)?;
    NavMesh::from_surface(surface, radius, settings.height)
}
