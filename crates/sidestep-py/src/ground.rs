//! Walkable space: what it is made of, so that a world with it can be saved and sent.

use glam::Vec2;
use pyo3::prelude::*;
use serde::{Deserialize, Serialize};
use sidestep::geometry::Shape;
use sidestep::nav::{Blocked, NavError, NavMeshes, WalkableArea};
use sidestep::world::{Supply, World};
use sidestep::{Capsule, Circle, ConvexPolygon, Segment, ShapeError};

use crate::arrays;
use crate::error::{of_shape, refused};

/// A box on the plane and what is cut out of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Ground {
    corners: [[f32; 2]; 2],
    cut: Vec<Cut>,
}

/// A shape as the hull of points, rounded and moved.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Cut {
    points: Vec<[f32; 2]>,
    rounding: f32,
    offset: [f32; 2],
}

/// Why there is no such ground.
#[derive(Debug, thiserror::Error)]
pub enum GroundError {
    /// A shape makes no sense.
    #[error(transparent)]
    Shape(#[from] ShapeError),
    /// The area makes no sense.
    #[error(transparent)]
    Area(#[from] NavError),
}

impl Cut {
    fn of(shape: &Shape, offset: Vec2) -> Self {
        let hull = shape.hull(offset);
        Self {
            points: hull.points().iter().map(|point| (*point).into()).collect(),
            rounding: hull.rounding(),
            offset: offset.into(),
        }
    }

    fn shape(&self) -> Result<Shape, ShapeError> {
        let points: Vec<Vec2> = self.points.iter().map(|point| Vec2::from(*point)).collect();
        Ok(match *points {
            [center] => Circle::new(center, self.rounding)?.into(),
            [start, end] if self.rounding == 0.0 => Segment::new(start, end)?.into(),
            [start, end] => Capsule::new(start, end, self.rounding)?.into(),
            _ => ConvexPolygon::new(points)?.into(),
        })
    }
}

impl Ground {
    /// From what Python says: two corners, and convex polygons.
    pub fn new(area: &Bound<'_, PyAny>, blocked: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let corners = arrays::points("area", area)?;
        let [min, max] = corners.as_slice() else {
            return Err(refused(format!(
                "area has {} points; give its lower left and its upper right corner",
                corners.len()
            )));
        };
        let mut cut = Vec::new();
        if let Some(blocked) = blocked {
            for (index, polygon) in blocked.try_iter()?.enumerate() {
                let corners = arrays::points(&format!("blocked[{index}]"), &polygon?)?;
                let polygon = ConvexPolygon::new(corners)
                    .map_err(|error| refused(format!("blocked[{index}]: {error}")))?;
                cut.push(Cut::of(&polygon.into(), Vec2::ZERO));
            }
        }
        Ok(Self {
            corners: [(*min).into(), (*max).into()],
            cut,
        })
    }

    /// Cuts out what stands in a world for good.
    pub fn cut_out(&mut self, world: &World) {
        let standing = world.obstacles();
        let standing = standing.filter(|it| !it.temporary && it.velocity == Vec2::ZERO);
        self.cut
            .extend(standing.map(|it| Cut::of(it.shape, it.offset)));
    }

    /// The meshes of it.
    pub fn meshes(&self) -> Result<NavMeshes, GroundError> {
        let [min, max] = self.corners.map(Vec2::from);
        let mut area = WalkableArea::new(min, max)?;
        for cut in &self.cut {
            area.block(Blocked::new(cut.shape()?, Vec2::from(cut.offset))?);
        }
        Ok(NavMeshes::new(area))
    }
}

/// Hands the walkable space over that a saved world names.
pub struct Grounds(pub Option<NavMeshes>);

impl Supply for Grounds {
    fn walkable(&mut self, key: u64) -> Option<NavMeshes> {
        self.0.clone().filter(|meshes| meshes.key() == key)
    }
}

pub fn of_ground(error: GroundError) -> PyErr {
    match error {
        GroundError::Shape(error) => of_shape(error),
        GroundError::Area(error) => refused(error),
    }
}
