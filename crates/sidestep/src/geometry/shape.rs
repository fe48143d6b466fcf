//! Any shape, and the box around it.

use glam::Vec2;

use super::{Capsule, Circle, ConvexPolygon, Hull, Segment};

/// Any of the shapes that walls and obstacles have.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// A disc.
    Circle(Circle),
    /// A wall without thickness.
    Segment(Segment),
    /// A wall with round ends.
    Capsule(Capsule),
    /// A convex polygon.
    Polygon(ConvexPolygon),
}

impl Shape {
    /// The shape as rounded hull, moved by `offset`: what every query is asked of.
    #[must_use]
    pub fn hull(&self, offset: Vec2) -> Hull<'_> {
        let (points, rounding) = match self {
            Self::Circle(circle) => (std::slice::from_ref(&circle.center), circle.radius),
            Self::Segment(segment) => (&segment.ends[..], 0.0),
            Self::Capsule(capsule) => (&capsule.segment.ends[..], capsule.radius),
            Self::Polygon(polygon) => (&polygon.vertices[..], 0.0),
        };
        Hull {
            points,
            rounding,
            offset,
        }
    }

    /// The same shape turned counter-clockwise by `angle` rad (finite) about the
    /// [centre](Hull::center) of its hull.
    #[must_use]
    pub fn turned(&self, angle: f32) -> Self {
        let center = self.hull(Vec2::ZERO).center();
        let direction = Vec2::new(libm::cosf(angle), libm::sinf(angle));
        let turn = |point: &mut Vec2| *point = center + direction.rotate(*point - center);
        let mut turned = self.clone();
        match &mut turned {
            Self::Circle(_) => {}
            Self::Segment(segment) => segment.ends.iter_mut().for_each(turn),
            Self::Capsule(capsule) => capsule.segment.ends.iter_mut().for_each(turn),
            Self::Polygon(polygon) => polygon.vertices.iter_mut().for_each(turn),
        }
        turned
    }

    /// The box around it (m).
    #[must_use]
    pub fn bounds(&self) -> Bounds {
        let hull = self.hull(Vec2::ZERO);
        let mut bounds = Bounds {
            min: hull.points[0],
            max: hull.points[0],
        };
        for &point in &hull.points[1..] {
            bounds.min = bounds.min.min(point);
            bounds.max = bounds.max.max(point);
        }
        bounds.grown(hull.rounding)
    }
}

impl From<Circle> for Shape {
    fn from(circle: Circle) -> Self {
        Self::Circle(circle)
    }
}

impl From<Segment> for Shape {
    fn from(segment: Segment) -> Self {
        Self::Segment(segment)
    }
}

impl From<Capsule> for Shape {
    fn from(capsule: Capsule) -> Self {
        Self::Capsule(capsule)
    }
}

impl From<ConvexPolygon> for Shape {
    fn from(polygon: ConvexPolygon) -> Self {
        Self::Polygon(polygon)
    }
}

/// A box along the axes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds {
    /// Lower left corner (m).
    pub min: Vec2,
    /// Upper right corner (m).
    pub max: Vec2,
}

impl Bounds {
    /// The box that reaches `distance` metres further on every side.
    #[must_use]
    pub fn grown(self, distance: f32) -> Self {
        Self {
            min: self.min - Vec2::splat(distance),
            max: self.max + Vec2::splat(distance),
        }
    }

    /// The box moved by `offset` metres.
    #[must_use]
    pub fn moved(self, offset: Vec2) -> Self {
        Self {
            min: self.min + offset,
            max: self.max + offset,
        }
    }

    /// Whether the two boxes share a point.
    #[must_use]
    pub fn touches(self, other: Self) -> bool {
        self.min.cmple(other.max).all() && other.min.cmple(self.max).all()
    }

    /// Whether the point is in the box or on its edge.
    #[must_use]
    pub fn contains(self, point: Vec2) -> bool {
        self.min.cmple(point).all() && point.cmple(self.max).all()
    }
}
