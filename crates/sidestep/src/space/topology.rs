//! Planes that end nowhere, and planes that wrap.

use glam::Vec2;
use thiserror::Error;

use crate::geometry::Bounds;

/// Whether the plane ends, and how.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(tag = "kind", rename_all = "kebab-case"))]
pub enum Topology {
    /// It goes on for ever.
    #[default]
    Open,
    /// A box whose opposite edges are joined: what leaves on one side enters on the other.
    Torus {
        /// Lower left corner (m), finite.
        min: Vec2,
        /// Upper right corner (m), finite and above `min` in both coordinates.
        max: Vec2,
    },
}

/// Why a wrapping world can't be built.
#[derive(Clone, Copy, Debug, Error, PartialEq)]
#[error("torus from {min} to {max}: both corners must be finite and max above min")]
pub struct TopologyError {
    /// The lower left corner given.
    pub min: Vec2,
    /// The upper right corner given.
    pub max: Vec2,
}

impl Topology {
    /// A wrapping box (m).
    ///
    /// # Errors
    /// If a corner isn't finite, or `max` isn't above `min` in both coordinates.
    pub fn torus(min: Vec2, max: Vec2) -> Result<Self, TopologyError> {
        if min.is_finite() && max.is_finite() && (max - min).is_finite() && min.cmplt(max).all() {
            Ok(Self::Torus { min, max })
        } else {
            Err(TopologyError { min, max })
        }
    }

    /// Whether the corners of a wrapping box make one.
    ///
    /// # Errors
    /// As [`Topology::torus`].
    pub fn check(&self) -> Result<(), TopologyError> {
        match *self {
            Self::Open => Ok(()),
            Self::Torus { min, max } => Self::torus(min, max).map(|_| ()),
        }
    }

    /// The shortest way from one point to another (m).
    #[must_use]
    pub fn between(&self, from: Vec2, to: Vec2) -> Vec2 {
        let straight = to - from;
        match *self {
            Self::Open => straight,
            Self::Torus { min, max } => {
                let size = max - min;
                Vec2::new(shortest(straight.x, size.x), shortest(straight.y, size.y))
            }
        }
    }

    /// The image of `point` that is nearest to `from` (m).
    #[must_use]
    pub fn nearest_image(&self, from: Vec2, point: Vec2) -> Vec2 {
        match self {
            Self::Open => point,
            Self::Torus { .. } => from + self.between(from, point),
        }
    }

    /// The same for a point that is less than a lap away in both coordinates. Without branches, so
    /// that many can be looked at at once.
    #[inline(always)]
    pub(crate) fn nearest_image_within_a_lap(&self, from: Vec2, point: Vec2) -> Vec2 {
        match *self {
            Self::Open => point,
            Self::Torus { min, max } => {
                let (size, way) = (max - min, point - from);
                from + Vec2::new(halved(way.x, size.x), halved(way.y, size.y))
            }
        }
    }

    /// The point inside the box that `point` stands for (m).
    #[must_use]
    pub fn wrap(&self, point: Vec2) -> Vec2 {
        match *self {
            Self::Open => point,
            Self::Torus { min, max } => {
                let size = max - min;
                Vec2::new(
                    wrapped(point.x, min.x, size.x),
                    wrapped(point.y, min.y, size.y),
                )
            }
        }
    }

    /// By how many laps `point` must be moved to lie inside the box (m).
    #[must_use]
    pub fn laps_back(&self, point: Vec2) -> Vec2 {
        match *self {
            Self::Open => Vec2::ZERO,
            Self::Torus { min, max } => {
                let size = max - min;
                ((point - min) / size).floor() * -size
            }
        }
    }

    /// Whether within `distance` metres of anywhere nobody is seen at two images.
    pub(crate) fn is_narrow(&self, distance: f32) -> bool {
        match *self {
            Self::Open => true,
            // Less than half a lap, with room for rounding.
            Self::Torus { min, max } => distance < 0.49 * (max - min).min_element(),
        }
    }

    /// Whether an area (m) lies in the world's box, so that whoever is in it is seen where it is.
    pub(crate) fn holds(&self, area: Bounds) -> bool {
        match *self {
            Self::Open => true,
            Self::Torus { min, max } => area.min.cmpge(min).all() && area.max.cmplt(max).all(),
        }
    }

    /// The images of the world's box that an area (m) touches: calls `visit` once with the offset
    /// (m) of each, at most two laps away. What is inside the box is found in the area less that
    /// offset. On an open plane that is one offset, zero.
    pub fn images(&self, area: Bounds, mut visit: impl FnMut(Vec2)) {
        let Self::Torus { min, max } = *self else {
            visit(Vec2::ZERO);
            return;
        };
        let size = max - min;
        let (mut first, mut last) = (Vec2::ZERO, Vec2::ZERO);
        if !self.holds(area) {
            // More than one lap makes no new contact: a query is cut to the neighbouring images.
            first = ((area.min - min) / size).floor().max(Vec2::splat(-2.0));
            last = ((area.max - min) / size).floor().min(Vec2::splat(2.0));
        }
        let mut row = first.y;
        while row <= last.y {
            let mut column = first.x;
            while column <= last.x {
                visit(Vec2::new(column, row) * size);
                column += 1.0;
            }
            row += 1.0;
        }
    }
}

fn shortest(difference: f32, size: f32) -> f32 {
    // The remainder of what is less than the divisor is itself, and dear.
    let reduced = if difference.abs() < size {
        difference
    } else {
        difference % size
    };
    halved(reduced, size)
}

/// What is less than a lap as at most half a lap.
#[inline(always)]
fn halved(reduced: f32, size: f32) -> f32 {
    if reduced > 0.5 * size {
        reduced - size
    } else if reduced < -0.5 * size {
        reduced + size
    } else {
        reduced
    }
}

fn wrapped(value: f32, min: f32, size: f32) -> f32 {
    // What is inside stays to the bit: rounded to the fineness of the box, the slow would never
    // move.
    if value >= min && value < min + size {
        return value;
    }
    wrapped_from_outside(value, min, size)
}

/// The same of what is outside: seldom, and the remainder is dear. On its own, or the compiler would work
/// it out for everybody.
#[cold]
#[inline(never)]
fn wrapped_from_outside(value: f32, min: f32, size: f32) -> f32 {
    let offset = (value - min) % size;
    let inside = min + if offset < 0.0 { offset + size } else { offset };
    // Rounding can land exactly on the far edge, which is the near one.
    if inside >= min + size { min } else { inside }
}
