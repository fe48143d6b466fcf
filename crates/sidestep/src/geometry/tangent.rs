//! Directions in which a disc just touches a shape.

use glam::Vec2;

use super::{Hull, Side};

/// A direction in which a disc just touches a shape.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tangent {
    /// The direction, a unit vector.
    pub direction: Vec2,
    /// How far the disc's centre travels until it touches (m), 0 if it touches from the start.
    pub length: f32,
}

/// The two tangents from a point to a shape.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tangents {
    /// The one that leaves the shape on its right.
    pub left: Tangent,
    /// The one that leaves the shape on its left.
    pub right: Tangent,
}

impl Tangents {
    /// The tangent for passing on the given side.
    #[must_use]
    pub const fn on(&self, side: Side) -> Tangent {
        match side {
            Side::Left => self.left,
            Side::Right => self.right,
        }
    }
}

impl Hull<'_> {
    /// The directions in which a disc of `radius` metres that starts at `origin` just touches the
    /// shape. For a disc that overlaps already they are the two directions along the surface.
    ///
    /// No angle is computed: tangents are compared by cross product, so nothing wraps.
    #[must_use]
    pub fn tangents(&self, origin: Vec2, radius: f32) -> Tangents {
        let surface = self.surface(origin);
        let along_surface = |direction| Tangent {
            direction,
            length: 0.0,
        };
        let mut tangents = Tangents {
            left: along_surface(-surface.normal.perp()),
            right: along_surface(surface.normal.perp()),
        };
        if surface.distance <= radius {
            return tangents;
        }
        let local = origin - self.offset;
        let inflated = self.rounding + radius;
        for (index, &point) in self.points.iter().enumerate() {
            let touching = circle_tangents(local, point, inflated, surface.normal);
            let further = |side: Side| {
                let turn = tangents
                    .on(side)
                    .direction
                    .perp_dot(touching.on(side).direction);
                index == 0 || turn * side.sign() > 0.0
            };
            let (left, right) = (further(Side::Left), further(Side::Right));
            if left {
                tangents.left = touching.left;
            }
            if right {
                tangents.right = touching.right;
            }
        }
        tangents
    }
}

fn circle_tangents(origin: Vec2, center: Vec2, radius: f32, outward: Vec2) -> Tangents {
    let to_center = center - origin;
    let distance = to_center.length();
    let toward = to_center.normalize_or(-outward);
    let sine = if distance > radius {
        radius / distance
    } else {
        1.0
    };
    let cosine = ((1.0 - sine) * (1.0 + sine)).sqrt();
    let tangent = |sine: f32| Tangent {
        direction: Vec2::new(cosine, sine).rotate(toward),
        length: distance * cosine,
    };
    Tangents {
        left: tangent(sine),
        right: tangent(-sine),
    }
}
