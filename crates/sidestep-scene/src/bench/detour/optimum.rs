//! The shortest way through a yard, on a mesh that is baked anew.

use std::hint::black_box;
use std::time::Instant;

use glam::Vec2;
use sidestep::geometry::{Bounds, Shape};
use sidestep::nav::{Blocked, NavError, NavMesh, WalkableArea};

use crate::bench::yard::{RADIUS, Yard};

/// Sides of circles where lengths are compared: outlines stand out by 0.12 % of the radius at most,
/// so that lengths are right to about the same share.
const FINE_ARCS: u32 = 64;

/// Radii differ by this where a gap may count as open or as closed (m).
pub(super) const JUST: f32 = 1e-3;

/// How far the meshed area reaches beyond the walls (m).
const MARGIN: f32 = 1.0;

/// The best that there is: the shortest way on a navigation mesh that is baked with all obstacles
/// cut in.
#[derive(Clone, Debug)]
pub struct Optimum {
    /// Its corners, with start and goal (m); empty if there is no way.
    pub points: Vec<Vec2>,
    /// Its length (m), if there is a way.
    pub length: Option<f64>,
    /// Time that a bake and a path took (µs), with arcs as coarse as they are by default.
    pub rebake_us: f64,
}

impl Optimum {
    /// The shortest way through a yard.
    ///
    /// # Errors
    /// If no mesh can be baked.
    pub fn of(yard: &Yard) -> Result<Self, NavError> {
        let clock = Instant::now();
        let mesh = NavMesh::bake(&area(yard, bounds(yard))?, RADIUS)?;
        black_box(mesh.path(yard.start, yard.goal));
        let rebake_us = clock.elapsed().as_secs_f64() * 1e6;

        let mesh = fine_mesh(yard, RADIUS, bounds(yard))?;
        let path = mesh
            .path(yard.start, yard.goal)
            .filter(|path| !path.goal_moved);
        let mut points = Vec::new();
        if let Some(path) = &path {
            points.push(yard.start);
            points.extend(path.positions());
        }
        Ok(Self {
            length: path.map(|path| f64::from(path.length)),
            points,
            rebake_us,
        })
    }

    /// Length of the shortest way (m) for a body of `radius` metres, if there is one.
    ///
    /// # Errors
    /// If no mesh can be baked.
    pub fn length_for(yard: &Yard, radius: f32) -> Result<Option<f64>, NavError> {
        let path = fine_mesh(yard, radius, bounds(yard))?.path(yard.start, yard.goal);
        let path = path.filter(|path| !path.goal_moved);
        Ok(path.map(|path| f64::from(path.length)))
    }

    /// Whether there is a way from a place in a yard to its goal for a body of `radius` metres that
    /// keeps its middle in a box, if one is given.
    ///
    /// # Errors
    /// If no mesh can be baked.
    pub fn exists(
        yard: &Yard,
        radius: f32,
        from: Vec2,
        within: Option<Bounds>,
    ) -> Result<bool, NavError> {
        // The sides of a meshed area keep the whole body inside.
        let bounds = within.map_or_else(|| bounds(yard), |bounds| bounds.grown(radius));
        let path = fine_mesh(yard, radius, bounds)?.path(from, yard.goal);
        Ok(path.is_some_and(|path| !path.goal_moved))
    }
}

fn fine_mesh(yard: &Yard, radius: f32, bounds: Bounds) -> Result<NavMesh, NavError> {
    let mut area = area(yard, bounds)?;
    area.set_arc_sides(FINE_ARCS)?;
    NavMesh::bake(&area, radius)
}

fn area(yard: &Yard, bounds: Bounds) -> Result<WalkableArea, NavError> {
    let mut area = WalkableArea::new(bounds.min, bounds.max)?;
    for wall in &yard.walls {
        area.block(Blocked::new(*wall, Vec2::ZERO)?);
    }
    for shape in &yard.obstacles {
        area.block(Blocked::new(shape.clone(), Vec2::ZERO)?);
    }
    Ok(area)
}

/// The box around the walls and some more.
fn bounds(yard: &Yard) -> Bounds {
    let boxes = yard.walls.iter().map(|wall| Shape::from(*wall).bounds());
    let all = boxes.reduce(|all, it| Bounds {
        min: all.min.min(it.min),
        max: all.max.max(it.max),
    });
    all.unwrap_or(Bounds {
        min: Vec2::ZERO,
        max: Vec2::ZERO,
    })
    .grown(MARGIN)
}
