//! The free place nearest to a point.

use glam::{DVec2, Vec2};

use super::Barrier;
use super::cover::Cover;
use super::field::{Field, sides};

/// The place nearest to `place` (m) that is at least `keep` metres (0 or more) from all barriers
/// and on the same side of every wall: the way out for whom something was dropped on. `None` if
/// `place` is free already, or nothing is. In a pile it takes time in proportion to the square
/// of the number of barriers.
#[must_use]
pub fn way_out(place: Vec2, keep: f32, barriers: &[Barrier<'_>]) -> Option<Vec2> {
    let mut field = Field::default();
    field.fill(place, f64::from(keep), barriers);
    let out = field.free_place(DVec2::ZERO)?;
    Some(field.global(out))
}

/// By how much a place has to be nearer than another (m).
const TIE: f64 = 1e-6;

/// The nearest free place so far.
#[derive(Debug)]
struct Nearest {
    /// Where there is none.
    cover: Cover,
    /// How far it is (m), infinite if there is none yet.
    distance: f64,
    place: Option<DVec2>,
}

impl Nearest {
    fn around(field: &Field, point: DVec2) -> Self {
        Self {
            cover: Cover::around(field, point),
            distance: f64::INFINITY,
            place: None,
        }
    }

    /// Takes a place if it is nearer to a point, by more than rounding, free, and on its side of
    /// every wall. Of two that are as near the first stays the nearest from query to query: whose
    /// goal is in the very middle of a crate would be sent to and fro otherwise.
    fn offer(&mut self, field: &Field, point: DVec2, place: DVec2) {
        let distance = place.distance(point);
        if distance < self.distance - TIE
            && !self.cover.holds(place)
            && !field.is_taken(place)
            && !field.crosses_wall(point, place)
        {
            (self.distance, self.place) = (distance, Some(place));
        }
    }
}

impl Field {
    /// The place outside of all shapes that is nearest to a point, on the same side of every wall;
    /// `None` if the point is outside already, or there is no such place.
    ///
    /// It is the nearest place of an outline, or one where two outlines cross, or one just past the
    /// end of a wall that hides nearer ones.
    pub fn free_place(&self, point: DVec2) -> Option<DVec2> {
        if !self.is_taken(point) {
            return None;
        }
        let mut best = Nearest::around(self, point);
        for shape in 0..self.shapes.len() {
            self.ways_out(shape, point, &mut |place| best.offer(self, point, place));
        }
        for shape in 0..self.shapes.len() {
            if self.is_beyond(shape, point, best.distance) {
                continue;
            }
            for other in 0..shape {
                if !self.is_beyond(other, point, best.distance)
                    && self.overlap(shape, other)
                    && !best.cover.holds_both(self, shape, other)
                {
                    let mut offer = |place: DVec2| best.offer(self, point, place);
                    self.crossings(shape, other, &mut offer);
                }
            }
        }
        self.past_walls(point, &mut best);
        best.place
    }

    /// Looks past the corners of walls that are nearer than the best place so far: along the
    /// straight ways that touch them, up to where these cross an outline.
    fn past_walls(&self, point: DVec2, best: &mut Nearest) {
        for wall in 0..self.shapes.len() {
            let it = &self.shapes[wall];
            let hides = |best: &Nearest| {
                !it.temporary && self.surface(wall, point).2 + it.radius - it.solid < best.distance
            };
            if !hides(best) {
                continue;
            }
            // As far past it as places in single precision can tell.
            let keep = it.solid + 4.0 * self.tolerance + self.precision;
            for &corner in self.corners(wall) {
                let way = corner - point;
                let distance = way.length();
                if distance <= keep {
                    continue;
                }
                // Their sine is what is kept, seen from here.
                let (sine, ahead) = (keep / distance, way / distance);
                let cosine = ((1.0 - sine) * (1.0 + sine)).sqrt();
                for side in [1.0, -1.0] {
                    let ahead = ahead * cosine + ahead.perp() * (side * sine);
                    self.exits(point, ahead, best);
                }
            }
        }
    }

    /// Offers the places where a straight way crosses outlines.
    fn exits(&self, point: DVec2, ahead: DVec2, best: &mut Nearest) {
        for shape in 0..self.shapes.len() {
            let radius = self.shapes[shape].radius + 2.0 * self.tolerance;
            let corners = self.corners(shape);
            let mut offer = |place: DVec2| best.offer(self, point, place);
            for &corner in corners {
                circle_crosses_line(corner, radius, point, point + ahead, &mut offer);
            }
            for (a, b) in grown_sides(corners, radius) {
                let side = b - a;
                let across = ahead.perp_dot(side);
                if across != 0.0 && (0.0..=1.0).contains(&((a - point).perp_dot(ahead) / across)) {
                    offer(point + ahead * ((a - point).perp_dot(side) / across));
                }
            }
        }
    }

    /// Whether all of a shape's outline is further than `distance` metres from a point.
    fn is_beyond(&self, shape: usize, point: DVec2, distance: f64) -> bool {
        let it = &self.shapes[shape];
        let reach = distance + it.bound + 2.0 * self.tolerance;
        point.distance_squared(it.center) > reach * reach
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
