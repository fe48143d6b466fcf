//! Where two shapes are nearest to each other.

use glam::Vec2;

use super::Hull;
use super::convex_polygon::edges;

/// Where two shapes are nearest to each other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gap {
    /// Distance between the two surfaces (m), 0 or less if they overlap.
    pub distance: f32,
    /// The place on the first surface that is nearest to the second (m).
    pub point: Vec2,
    /// Direction there from the first to the second, a unit vector.
    pub normal: Vec2,
}

impl Hull<'_> {
    /// Where this shape is nearest to `other`. Where several places are equally near, one of them.
    #[must_use]
    pub fn gap(&self, other: &Hull<'_>) -> Gap {
        let mut nearest = Gap {
            distance: f32::INFINITY,
            point: self.center(),
            normal: Vec2::X,
        };
        let mut keep = |gap: Gap| {
            if gap.distance < nearest.distance {
                nearest = gap;
            }
        };
        // Of two convex outlines that don't cross, a corner of one is nearest to the other.
        for &corner in other.points {
            let surface = self.surface(corner + other.offset);
            keep(Gap {
                distance: surface.distance - other.rounding,
                point: surface.point,
                normal: surface.normal,
            });
        }
        for &corner in self.points {
            let corner = corner + self.offset;
            let surface = other.surface(corner);
            keep(Gap {
                distance: surface.distance - self.rounding,
                point: corner - surface.normal * self.rounding,
                normal: -surface.normal,
            });
        }
        if nearest.distance > -(self.rounding + other.rounding) && self.crosses(other) {
            nearest.distance = -(self.rounding + other.rounding);
        }
        nearest
    }

    /// Whether an edge of one shape's points crosses one of the other's.
    fn crosses(&self, other: &Hull<'_>) -> bool {
        if self.points.len() < 2 || other.points.len() < 2 {
            return false;
        }
        let moved = other.offset - self.offset;
        edges(self.points).any(|(a, b)| {
            edges(other.points).any(|(c, d)| {
                let (c, d) = (c + moved, d + moved);
                let along = b - a;
                let across = d - c;
                along.perp_dot(c - a) * along.perp_dot(d - a) < 0.0
                    && across.perp_dot(a - c) * across.perp_dot(b - c) < 0.0
            })
        })
    }
}
