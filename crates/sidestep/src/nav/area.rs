//! An area of the plane, and what can't be walked through in it.

use glam::Vec2;

use super::NavError;
use crate::geometry::{Bounds, LARGEST_COORDINATE, Shape};
use crate::hash::Fnv;
use crate::space::Floor;

/// Something that can't be walked through.
#[derive(Clone, Debug, PartialEq)]
pub struct Blocked {
    pub(super) shape: Shape,
    pub(super) offset: Vec2,
    /// From which height to which it blocks (m); on the plane all heights are 0.
    pub(super) heights: Option<[f32; 2]>,
}

impl Blocked {
    /// A shape moved by `offset` metres. It blocks at every height.
    ///
    /// # Errors
    /// If the offset isn't finite or too large.
    pub fn new(shape: impl Into<Shape>, offset: Vec2) -> Result<Self, NavError> {
        if !is_position(offset) {
            return Err(NavError::Offset { offset });
        }
        Ok(Self {
            shape: shape.into(),
            offset,
            heights: None,
        })
    }

    /// What it is: its shape, how far that is moved (m), and from which height to which it blocks
    /// (m).
    #[cfg(feature = "serde")]
    pub(crate) const fn parts(&self) -> (&Shape, Vec2, Option<[f32; 2]>) {
        (&self.shape, self.offset, self.heights)
    }

    /// The same shape, which blocks only floors from height `low` to height `high` (m) of a level.
    /// A mesh of the plane takes no notice of it.
    ///
    /// # Errors
    /// If a height isn't finite or they are in the wrong order.
    pub fn between(mut self, low: f32, high: f32) -> Result<Self, NavError> {
        if !low.is_finite() || !high.is_finite() || low > high {
            return Err(NavError::Heights { low, high });
        }
        self.heights = Some([low, high]);
        Ok(self)
    }

    /// The same shape on one floor of a level: as [`Blocked::between`] its heights if both are
    /// finite, otherwise at every height.
    ///
    /// # Errors
    /// If the heights are in the wrong order.
    pub fn on_floor(self, floor: Floor) -> Result<Self, NavError> {
        if floor.low.is_finite() && floor.high.is_finite() {
            self.between(floor.low, floor.high)
        } else {
            Ok(self)
        }
    }
}

/// A box on the plane and what can't be walked through in it.
///
/// The sides of the box are solid: a disc stays inside with its whole body.
#[derive(Clone, Debug)]
pub struct WalkableArea {
    pub(super) bounds: Bounds,
    pub(super) blocked: Vec<Blocked>,
    pub(super) arc_sides: u32,
}

/// Sides of a full circle if nothing else is said: rounded corners stand out by at most 5 ‰ of the
/// radius.
const ARC_SIDES: u32 = 32;

impl WalkableArea {
    /// Everything between two corners (m) is walkable. Coordinates keep their six digits: an area
    /// of 100 m is exact to 0.01 mm, one at 1000 km to 6 cm.
    ///
    /// # Errors
    /// If a corner isn't finite or beyond 1e12 m, or `min` isn't below `max`.
    pub fn new(min: Vec2, max: Vec2) -> Result<Self, NavError> {
        if !is_position(min) || !is_position(max) || min.cmpge(max).any() {
            return Err(NavError::Area { min, max });
        }
        Ok(Self {
            bounds: Bounds { min, max },
            blocked: Vec::new(),
            arc_sides: ARC_SIDES,
        })
    }

    /// Takes a shape out of what can be walked on. Shapes may overlap, repeat, and reach out of the
    /// area.
    pub fn block(&mut self, blocked: Blocked) {
        self.blocked.push(blocked);
    }

    /// How many sides a full circle gets where outlines are rounded: a multiple of 4 from 16 to
    /// 1024, 32 if not set. The outline never comes nearer than the radius; with `n` sides it
    /// stands out by 5/n² of it at most.
    ///
    /// # Errors
    /// If the number isn't such a multiple.
    pub fn set_arc_sides(&mut self, sides: u32) -> Result<(), NavError> {
        if !(16..=1024).contains(&sides) || !sides.is_multiple_of(4) {
            return Err(NavError::ArcSides { sides });
        }
        self.arc_sides = sides;
        Ok(())
    }

    /// Takes all that it is made of into a hash.
    pub(super) fn hash_into(&self, hash: &mut Fnv) {
        hash.bytes(b"area");
        hash.vector(self.bounds.min);
        hash.vector(self.bounds.max);
        hash.bytes(&self.arc_sides.to_le_bytes());
        for blocked in &self.blocked {
            let hull = blocked.shape.hull(blocked.offset);
            let points = hull.points();
            hash.bytes(&(points.len() as u64).to_le_bytes());
            points.iter().for_each(|point| hash.vector(*point));
            hash.number(hull.rounding());
            hash.vector(hull.offset());
            for height in blocked.heights.into_iter().flatten() {
                hash.number(height);
            }
        }
    }

    /// The box (m).
    #[must_use]
    pub fn bounds(&self) -> Bounds {
        self.bounds
    }

    /// What can't be walked through.
    #[must_use]
    pub fn blocked(&self) -> &[Blocked] {
        &self.blocked
    }
}

pub(super) fn is_position(position: Vec2) -> bool {
    position.is_finite() && position.abs().max_element() <= LARGEST_COORDINATE
}

pub(super) fn check_radius(radius: f32) -> Result<(), NavError> {
    if radius > 0.0 && radius <= LARGEST_COORDINATE {
        Ok(())
    } else {
        Err(NavError::Radius { radius })
    }
}
