use std::panic::{AssertUnwindSafe, catch_unwind};

use super::regions::surface;
use super::voxels::{Grid, measured};
use super::{Level, LevelError, LevelSettings};
use crate::geometry::LARGEST_COORDINATE;
use crate::nav::{Blocked, NavError, NavMesh};

pub(super) fn bake(
    level: &Level,
    settings: &LevelSettings,
    closed: &[Blocked],
    radius: f32,
) -> Result<NavMesh, NavError> {
    check(settings, radius)?;
    let grid = Grid::new(level, settings, radius)?;
    // The library has places where it gives up by a panic. None is known to be reached, but none is excluded either.
    let measure = AssertUnwindSafe(|| measured(level, settings, closed, radius, grid));
    let (floors, outlines) = catch_unwind(measure).unwrap_or_else(|_| {
        Err(LevelError::Measuring {
            reason: "an internal error".to_owned(),
        })
    })?;
    let surface = surface(&floors, &outlines, settings, grid)?;
    NavMesh::from_surface(surface, radius, settings.height)
}

fn check(settings: &LevelSettings, radius: f32) -> Result<(), LevelError> {
    let quarter = std::f32::consts::FRAC_PI_2;
    let ranges = [
        (
            "the radius",
            radius,
            1e-3..=LARGEST_COORDINATE,
            "from 0.001 to 1e12",
        ),
        (
            "the height",
            settings.height,
            1e-3..=1e6,
            "from 0.001 to 1e6",
        ),
        (
            "the steepest slope",
            settings.max_slope,
            0.0..=quarter - 1e-3,
            "from 0 to 1.569 rad",
        ),
        (
            "the highest step",
            settings.max_climb,
            0.0..=1e6,
            "from 0 to 1e6",
        ),
        (
            "the number of cells in a radius",
            settings.cells_per_radius,
            1.0..=32.0,
            "from 1 to 32",
        ),
    ];
    for (name, value, allowed, range) in ranges {
        if !allowed.contains(&value) {
            return Err(LevelError::Setting { name, value, range });
        }
    }
    Ok(())
}
