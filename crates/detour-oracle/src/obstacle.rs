//! Obstacles: hulls of a few points, rounded by a radius.

use glam::DVec2;

use crate::ON_OUTLINE;
use crate::tangent::Round;

/// Something in the way: the hull of a few points, rounded by a radius.
#[derive(Clone, Debug)]
pub struct Obstacle {
    /// One point, two, or three and more that are the corners of a convex polygon,
    /// counter-clockwise (m).
    pub points: Vec<DVec2>,
    /// Radius of the rounding (m), 0 or more.
    pub rounding: f64,
}

impl Obstacle {
    /// A disc.
    #[must_use]
    pub fn circle(center: DVec2, radius: f64) -> Self {
        Self {
            points: vec![center],
            rounding: radius,
        }
    }

    /// A wall without thickness.
    #[must_use]
    pub fn wall(start: DVec2, end: DVec2) -> Self {
        Self {
            points: vec![start, end],
            rounding: 0.0,
        }
    }

    /// A convex polygon, counter-clockwise.
    #[must_use]
    pub fn polygon(corners: impl Into<Vec<DVec2>>) -> Self {
        Self {
            points: corners.into(),
            rounding: 0.0,
        }
    }

    /// A box around `center` with full sides `size`, turned counter-clockwise by `angle` rad.
    #[must_use]
    pub fn rectangle(center: DVec2, size: DVec2, angle: f64) -> Self {
        let right = DVec2::new(libm::cos(angle), libm::sin(angle)) * (size.x * 0.5);
        let up = DVec2::new(-libm::sin(angle), libm::cos(angle)) * (size.y * 0.5);
        Self::polygon([
            center - right - up,
            center + right - up,
            center + right + up,
            center - right + up,
        ])
    }

    /// Distance (m) between the obstacle and the nearest place of a straight move; 0 or less where
    /// the move touches it or leads through it.
    #[must_use]
    pub fn distance(&self, start: DVec2, end: DVec2) -> f64 {
        Grown::new(self, 0.0).distance(start, end) - self.rounding
    }
}

/// An obstacle grown by the disc's radius: what the disc's middle must keep out of.
#[derive(Clone, Debug)]
pub(crate) struct Grown {
    points: Vec<DVec2>,
    radius: f64,
}

impl Grown {
    pub(crate) fn new(obstacle: &Obstacle, radius: f64) -> Self {
        let mut points = obstacle.points.clone();
        // Corners that repeat have no direction between them.
        points.dedup();
        while points.len() > 1 && points.first() == points.last() {
            points.pop();
        }
        Self {
            points,
            radius: obstacle.rounding + radius,
        }
    }

    pub(crate) fn points(&self) -> &[DVec2] {
        &self.points
    }

    pub(crate) const fn radius(&self) -> f64 {
        self.radius
    }

    /// The round around a corner.
    pub(crate) fn round(&self, corner: usize) -> Round {
        Round {
            center: self.points[corner],
            radius: self.radius,
        }
    }

    /// From each corner to the next. A single point has none, a wall has two: there and back.
    pub(crate) fn edges(&self) -> impl Iterator<Item = (DVec2, DVec2)> + '_ {
        let count = self.points.len();
        (0..count)
            .filter(move |_| count > 1)
            .map(move |index| (self.points[index], self.points[(index + 1) % count]))
    }

    /// Whether the straight piece has no point inside.
    pub(crate) fn spares(&self, start: DVec2, end: DVec2) -> bool {
        self.distance(start, end) >= self.radius - ON_OUTLINE
    }

    /// Distance of the straight piece from the hull of the points.
    fn distance(&self, start: DVec2, end: DVec2) -> f64 {
        if self.points.len() > 2 && self.holds(start) {
            return 0.0;
        }
        if self.points.len() == 1 {
            return to_piece(self.points[0], start, end);
        }
        self.edges()
            .map(|(a, b)| between_pieces(start, end, a, b))
            .fold(f64::INFINITY, f64::min)
    }

    /// Whether the point is in the polygon.
    fn holds(&self, point: DVec2) -> bool {
        self.edges()
            .all(|(a, b)| (b - a).perp_dot(point - a) >= 0.0)
    }
}

/// Distance of a point from a straight piece.
fn to_piece(point: DVec2, start: DVec2, end: DVec2) -> f64 {
    let along = end - start;
    let length_squared = along.length_squared();
    if length_squared == 0.0 {
        return point.distance(start);
    }
    let share = ((point - start).dot(along) / length_squared).clamp(0.0, 1.0);
    point.distance(start + along * share)
}

/// Distance of two straight pieces: 0 if they cross, otherwise one of the four ends is nearest.
fn between_pieces(a: DVec2, b: DVec2, c: DVec2, d: DVec2) -> f64 {
    let (first, second) = (b - a, d - c);
    let cross = first.perp_dot(c - a) * first.perp_dot(d - a) < 0.0
        && second.perp_dot(a - c) * second.perp_dot(b - c) < 0.0;
    if cross {
        return 0.0;
    }
    to_piece(a, c, d)
        .min(to_piece(b, c, d))
        .min(to_piece(c, a, b))
        .min(to_piece(d, a, b))
}
