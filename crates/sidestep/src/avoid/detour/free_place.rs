//! The free place nearest to a point.

use glam::{DVec2, Vec2};

use super::Barrier;
use super::field::{Field, sides};

/// The place nearest to `place` (m) that is at least `keep` metres (0 or more) from all barriers
/// and on the same side of every wall: the way out for whom something was dropped on. `None` if
/// `place` is free already, or nothing is. It takes time in proportion to the third power of the
/// number of barriers.
#[must_use]
pub fn way_out(place: Vec2, keep: f32, barriers: &[Barrier<'_>]) -> Option<Vec2> {
    let mut field = Field::default();
    field.fill(place, f64::from(keep), barriers);
    let out = field.free_place(DVec2::ZERO)?;
    Some(field.global(out))
}

impl Field {
    /// The place outside of all shapes that is nearest to a point, on the same side of every wall;
    /// `None` if the point is outside already, or there is no such place.
    ///
    /// It is the nearest place of an outline, or one where two outlines cross.
    pub fn free_place(&self, point: DVec2) -> Option<DVec2> {
        if !self.is_taken(point) {
            return None;
        }
        let mut best: Option<(f64, DVec2)> = None;
        let mut offer = |place: DVec2| {
            let distance = place.distance_squared(point);
            let nearer = distance < best.map_or(f64::INFINITY, |(least, _)| least);
            if nearer && !self.is_taken(place) && !self.crosses_wall(point, place) {
                best = Some((distance, place));
            }
        };
        for shape in 0..self.shapes.len() {
            self.ways_out(shape, point, &mut offer);
        }
        for shape in 0..self.shapes.len() {
            for other in 0..shape {
                if self.overlap(shape, other) {
                    self.crossings(shape, other, &mut offer);
                }
            }
        }
        best.map(|(_, place)| place)
    }

    fn is_taken(&self, point: DVec2) -> bool {
        (0..self.shapes.len()).any(|shape| self.is_inside(shape, point))
    }

    /// Places of an outline where its distance to a point is least nearby: the nearest one of each
    /// corner and of each side.
    fn ways_out(&self, shape: usize, point: DVec2, offer: &mut impl FnMut(DVec2)) {
        let radius = self.shapes[shape].radius;
        let (_, normal, distance) = self.surface(shape, point);
        // A hair further, so that rounding doesn't leave it inside.
        offer(point + normal * (self.tolerance - distance));
        let corners = self.corners(shape);
        for &corner in corners {
            let out = (point - corner).normalize_or(DVec2::X);
            offer(corner + out * (radius + self.tolerance));
        }
        for (start, end) in sides(corners) {
            let ahead = (end - start).normalize_or_zero();
            let along = (point - start).dot(ahead);
            if (0.0..=start.distance(end)).contains(&along) {
                for side in [1.0, -1.0] {
                    let out = ahead.perp() * (side * (radius + self.tolerance));
                    offer(start + ahead * along + out);
                }
            }
        }
    }

    /// Places where two outlines cross: of two rounded corners, a corner and a side, or two sides.
    /// Some lie on neither outline; they are inside then.
    fn crossings(&self, shape: usize, other: usize, offer: &mut impl FnMut(DVec2)) {
        let grow = 2.0 * self.tolerance;
        let radii = [shape, other].map(|it| self.shapes[it].radius + grow);
        let (own, theirs) = (self.corners(shape), self.corners(other));
        for &a in own {
            for &b in theirs {
                circles_cross(a, radii[0], b, radii[1], offer);
            }
        }
        for (corners, radius, others, other_radius) in [
            (own, radii[0], theirs, radii[1]),
            (theirs, radii[1], own, radii[0]),
        ] {
            for (start, end) in grown_sides(others, other_radius) {
                for &corner in corners {
                    circle_crosses_line(corner, radius, start, end, offer);
                }
            }
        }
        for (a, b) in grown_sides(own, radii[0]) {
            for (c, d) in grown_sides(theirs, radii[1]) {
                let (first, second) = (b - a, d - c);
                let across = first.perp_dot(second);
                if across != 0.0 {
                    let part = (c - a).perp_dot(second) / across;
                    if (0.0..=1.0).contains(&part) {
                        offer(a + first * part);
                    }
                }
            }
        }
    }
}

/// The sides of a core, moved out by a radius to both sides.
fn grown_sides(corners: &[DVec2], radius: f64) -> impl Iterator<Item = (DVec2, DVec2)> + '_ {
    sides(corners).flat_map(move |(start, end)| {
        let out = (end - start).perp().normalize_or_zero() * radius;
        [(start + out, end + out), (start - out, end - out)]
    })
}

fn circles_cross(a: DVec2, first: f64, b: DVec2, second: f64, offer: &mut impl FnMut(DVec2)) {
    let way = b - a;
    let distance = way.length();
    if distance <= 0.0 {
        return;
    }
    let along = 0.5 * (distance + (first - second) * (first + second) / distance);
    let half = (first - along) * (first + along);
    if half >= 0.0 {
        let ahead = way / distance;
        for side in [1.0, -1.0] {
            offer(a + ahead * along + ahead.perp() * (side * half.sqrt()));
        }
    }
}

fn circle_crosses_line(
    center: DVec2,
    radius: f64,
    start: DVec2,
    end: DVec2,
    offer: &mut impl FnMut(DVec2),
) {
    let ahead = (end - start).normalize_or_zero();
    let foot = start + ahead * (center - start).dot(ahead);
    let half = (radius - foot.distance(center)) * (radius + foot.distance(center));
    if half >= 0.0 {
        for side in [1.0, -1.0] {
            offer(foot + ahead * (side * half.sqrt()));
        }
    }
}
