//! The hull of a few points, rounded by a radius: what every shape is.

use glam::Vec2;

use super::convex_polygon::edges;

/// The hull of some points, rounded by a radius and moved by an offset.
///
/// A borrowed view of a [`Shape`](super::Shape); make one with [`Shape::hull`](super::Shape::hull).
#[derive(Clone, Copy, Debug)]
pub struct Hull<'a> {
    /// One point, two, or three and more counter-clockwise.
    pub(super) points: &'a [Vec2],
    /// Radius of the rounding (m).
    pub(super) rounding: f32,
    /// How far the points are moved (m).
    pub(super) offset: Vec2,
}

/// The place on a surface that is nearest to a point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Surface {
    /// The nearest place on the surface (m).
    pub point: Vec2,
    /// Direction out of the shape, a unit vector.
    pub normal: Vec2,
    /// Distance to the surface (m), negative inside.
    pub distance: f32,
}

impl<'a> Hull<'a> {
    /// The points that it is the hull of, before they are moved (m): one, two, or three and more
    /// counter-clockwise.
    #[must_use]
    pub const fn points(&self) -> &'a [Vec2] {
        self.points
    }

    /// Radius by which the hull of the points is rounded (m).
    #[must_use]
    pub const fn rounding(&self) -> f32 {
        self.rounding
    }

    /// How far the points are moved (m).
    #[must_use]
    pub const fn offset(&self) -> Vec2 {
        self.offset
    }
}

impl Hull<'_> {
    /// Middle of the points (m): the centre of a circle.
    #[must_use]
    pub fn center(&self) -> Vec2 {
        let origin = self.points[0];
        let sum: Vec2 = self.points.iter().map(|point| *point - origin).sum();
        origin + sum / self.points.len() as f32 + self.offset
    }

    /// How far the points reach from a place in a direction, without the rounding (m).
    pub(crate) fn reach(&self, from: Vec2, direction: Vec2) -> f32 {
        (self.points.iter())
            .map(|point| (*point + self.offset - from).dot(direction))
            .fold(f32::NEG_INFINITY, f32::max)
    }

    /// Radius of the circle around [`center`](Self::center) that holds the whole shape (m).
    #[must_use]
    pub fn bounding_radius(&self) -> f32 {
        let center = self.center() - self.offset;
        let farthest = self
            .points
            .iter()
            .map(|point| point.distance_squared(center))
            .fold(0.0, f32::max);
        farthest.sqrt() + self.rounding
    }

    /// The place on the surface that is nearest to `point`. Where several are equally near, the one
    /// with the lower index of its edge; in the very centre of a circle the normal is +x.
    #[must_use]
    pub fn surface(&self, point: Vec2) -> Surface {
        let local = point - self.offset;
        let (nearest, normal, distance) = match self.points {
            [center] => from_core(local, *center, Vec2::X),
            [start, end] => {
                let fallback = (*end - *start).perp().normalize_or(Vec2::X);
                from_core(local, nearest_on_segment(local, *start, *end), fallback)
            }
            vertices => polygon_surface(vertices, local),
        };
        Surface {
            point: nearest + normal * self.rounding + self.offset,
            normal,
            distance: distance - self.rounding,
        }
    }
}

fn from_core(point: Vec2, nearest: Vec2, fallback: Vec2) -> (Vec2, Vec2, f32) {
    let out = point - nearest;
    let distance = out.length();
    let normal = if distance > 0.0 {
        (out / distance).normalize_or(fallback)
    } else {
        fallback
    };
    (nearest, normal, distance)
}

fn polygon_surface(vertices: &[Vec2], point: Vec2) -> (Vec2, Vec2, f32) {
    let mut inside = (f32::NEG_INFINITY, Vec2::X);
    let mut outside = (f32::INFINITY, Vec2::ZERO);
    for (start, end) in edges(vertices) {
        let Some(normal) = outward_normal(start, end) else {
            continue;
        };
        let height = (point - start).dot(normal);
        if height > inside.0 {
            inside = (height, normal);
        }
        let nearest = nearest_on_segment(point, start, end);
        let distance_squared = point.distance_squared(nearest);
        if distance_squared < outside.0 {
            outside = (distance_squared, nearest);
        }
    }
    if inside.0 <= 0.0 {
        (point - inside.1 * inside.0, inside.1, inside.0)
    } else {
        from_core(point, outside.1, inside.1)
    }
}

/// Unit normal to the right of a counter-clockwise edge; `None` for an edge without length.
pub(super) fn outward_normal(start: Vec2, end: Vec2) -> Option<Vec2> {
    (-(end - start).perp()).try_normalize()
}

/// The point of the segment from `start` to `end` that is nearest to `point` (m).
pub(crate) fn nearest_on_segment(point: Vec2, start: Vec2, end: Vec2) -> Vec2 {
    let along = end - start;
    let length_squared = along.length_squared();
    if length_squared <= 0.0 {
        return start;
    }
    let share = ((point - start).dot(along) / length_squared).clamp(0.0, 1.0);
    start + along * share
}
