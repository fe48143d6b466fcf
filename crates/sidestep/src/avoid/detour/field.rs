//! What a query sees: every barrier grown by the body's radius.

use glam::{DVec2, Vec2};

use super::{Barrier, BarrierKind};

/// What a query sees: every barrier grown by the body's radius, in double precision around the
/// query's start, so that a gap that is a thousandth of a millimetre too narrow is told from one
/// that isn't.
#[derive(Clone, Debug, Default)]
pub(super) struct Field {
    /// The place of the start (m): everything else is relative to it.
    origin: DVec2,
    points: Vec<DVec2>,
    pub shapes: Vec<Rounded>,
    /// How deep rounding alone may get into a shape (m).
    pub tolerance: f64,
    /// How far a place given in single precision may be from the one that was meant (m).
    pub precision: f64,
}

/// Beyond this (m) the tolerance grows no more.
const LARGEST_EXTENT: f64 = 1e7;

/// A hull of points, rounded by a radius.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rounded {
    first: u32,
    count: u32,
    /// Radius of the rounding, with the body's radius in it (m).
    pub radius: f64,
    /// Middle of the points and the radius around it that holds all (m).
    pub center: DVec2,
    pub bound: f64,
    /// Radius of the rounding without the body's: what is solid (m).
    pub solid: f64,
    pub temporary: bool,
    /// Whether a wall is so near that one of the widest bodies can't pass between.
    pub at_wall: bool,
    /// The number of its cluster.
    pub cluster: u32,
    /// Whether the search goes round it already.
    pub active: bool,
    /// Whether it is taken for gone in looking for what closes the way.
    pub left_out: bool,
}

impl Field {
    /// Takes over the barriers for a body that keeps `keep` metres of distance from its centre.
    pub fn fill(&mut self, origin: Vec2, keep: f64, barriers: &[Barrier<'_>]) {
        self.origin = origin.as_dvec2();
        self.points.clear();
        self.shapes.clear();
        let mut extent = 1.0f64;
        for barrier in barriers {
            let first = self.points.len();
            let hull = barrier.hull();
            let offset = hull.offset().as_dvec2() - self.origin;
            for point in hull.points() {
                let point = point.as_dvec2() + offset;
                // Corners may repeat.
                if self.points.get(first..).and_then(<[_]>::last) != Some(&point) {
                    self.points.push(point);
                }
            }
            if self.points.len() > first + 1 && self.points.last() == self.points.get(first) {
                self.points.pop();
            }
            if has_dents(&self.points[first..]) {
                drop_dents(&mut self.points, first);
            }
            let (center, farthest) = middle(&self.points[first..]);
            let grown = match barrier.kind {
                BarrierKind::Temporary | BarrierKind::Permanent => keep,
                BarrierKind::Edge => 0.0,
            };
            let radius = f64::from(hull.rounding()) + grown;
            extent = extent.max(center.abs().max_element() + farthest + radius);
            self.shapes.push(Rounded {
                first: first as u32,
                count: (self.points.len() - first) as u32,
                radius,
                solid: f64::from(hull.rounding()),
                center,
                bound: farthest + radius,
                temporary: barrier.is_temporary(),
                at_wall: barrier.at_wall,
                cluster: barrier.cluster,
                active: false,
                left_out: false,
            });
        }
        // The same wherever the query begins, or a gap that just fits would be open from one place
        // and closed from another; but for what is so far off that digits are lost.
        self.tolerance = (1e-8 * keep.max(1.0)).max(1e-13 * extent.min(LARGEST_EXTENT));
        self.precision = 1e-6 * self.origin.abs().max_element().max(1.0);
    }

    /// A point of the plane relative to the start.
    pub fn local(&self, point: Vec2) -> DVec2 {
        point.as_dvec2() - self.origin
    }

    /// A point relative to the start, back in the plane.
    pub fn global(&self, point: DVec2) -> Vec2 {
        (point + self.origin).as_vec2()
    }

    /// The corners of a shape, counter-clockwise.
    pub fn corners(&self, shape: usize) -> &[DVec2] {
        let shape = &self.shapes[shape];
        &self.points[shape.first as usize..(shape.first + shape.count) as usize]
    }

    /// The nearest place on the outline of a shape, the direction out of it there, and how far it
    /// is (m), negative inside.
    pub fn surface(&self, shape: usize, point: DVec2) -> (DVec2, DVec2, f64) {
        let corners = self.corners(shape);
        let radius = self.shapes[shape].radius;
        let (nearest, normal, distance) = core_surface(corners, point);
        (nearest + normal * radius, normal, distance - radius)
    }

    /// Whether a point is inside a shape.
    pub fn is_inside(&self, shape: usize, point: DVec2) -> bool {
        let it = &self.shapes[shape];
        let keep = it.radius - self.tolerance;
        let away = point.distance_squared(it.center);
        if away >= it.bound * it.bound {
            return false;
        }
        match self.corners(shape) {
            [_] => away < keep * keep,
            [start, end] => {
                point.distance_squared(nearest_on_side(point, *start, *end)) < keep * keep
            }
            corners => core_surface(corners, point).2 < keep,
        }
    }

    /// Lets the start come nearer, by `less` metres, to the shapes beside which it has less room
    /// than `room` metres if there are two or more.
    pub fn ease_pinch(&mut self, room: f64, less: f64) {
        let is_beside = |field: &Self, shape: &usize| {
            let it = &field.shapes[*shape];
            let reach = it.bound + room;
            it.center.length_squared() < reach * reach
                && field.surface(*shape, DVec2::ZERO).2.abs() < room
        };
        let shapes = 0..self.shapes.len();
        let mut beside = shapes.clone().filter(|shape| is_beside(self, shape));
        if beside.nth(1).is_none() {
            return;
        }
        for shape in shapes {
            // What is all edge keeps nobody off.
            if self.shapes[shape].radius > self.shapes[shape].solid && is_beside(self, &shape) {
                let it = &mut self.shapes[shape];
                it.radius -= less;
                it.bound -= less;
            }
        }
    }

    /// Whether all of one shape lies in another.
    pub fn holds(&self, outer: usize, inner: usize) -> bool {
        let (around, it) = (&self.shapes[outer], &self.shapes[inner]);
        around.center.distance_squared(it.center) <= around.bound * around.bound
            && (self.corners(inner).iter())
                .all(|&corner| self.surface(outer, corner).2 <= -it.radius)
    }

    /// The temporary shape that a point is deepest in, if it is deeper in it than `near` metres.
    pub fn deepest_temporary(&self, point: DVec2, near: f64) -> Option<usize> {
        let away = |shape: &usize| self.surface(*shape, point).2;
        (0..self.shapes.len())
            .filter(|shape| self.shapes[*shape].temporary)
            .min_by(|a, b| away(a).total_cmp(&away(b)))
            .filter(|shape| away(shape) < -near)
    }

    /// Whether the straight way from one point to another leads through the inside of a shape.
    pub fn blocks(&self, shape: usize, from: DVec2, to: DVec2) -> bool {
        let it = &self.shapes[shape];
        let keep = it.radius - self.tolerance;
        self.comes_near(shape, keep, from, to)
    }

    /// Whether the straight way from one point to another leads from one side of a wall to the
    /// other.
    pub fn crosses_wall(&self, from: DVec2, to: DVec2) -> bool {
        (0..self.shapes.len()).any(|shape| {
            let it = &self.shapes[shape];
            let keep = it.solid + self.tolerance;
            !it.temporary
                && self.comes_near(shape, keep, from, to)
                && core_surface(self.corners(shape), from).2 > keep
        })
    }

    /// Whether the straight way from one point to another comes nearer than `keep` metres to the
    /// core of a shape.
    fn comes_near(&self, shape: usize, keep: f64, from: DVec2, to: DVec2) -> bool {
        let it = &self.shapes[shape];
        let way = to - from;
        let length = way.length();
        if length <= self.tolerance {
            return core_surface(self.corners(shape), from).2 < keep;
        }
        let ahead = way / length;
        // Most are far off to one side, behind, or beyond.
        let middle = it.center - from;
        let aside = ahead.perp_dot(middle);
        let along = ahead.dot(middle);
        if aside.abs() >= it.bound || along <= -it.bound || along >= length + it.bound {
            return false;
        }
        let corners = self.corners(shape);
        if let [center] = corners {
            let gap = (center - from - ahead * along.max(0.0).min(length)).length_squared();
            return gap < keep * keep;
        }
        let (mut leftmost, mut rightmost) = (f64::NEG_INFINITY, f64::INFINITY);
        let mut before: Option<(f64, f64)> = None;
        // Where the way comes into the core and leaves it.
        let (mut enters, mut leaves) = (f64::INFINITY, f64::NEG_INFINITY);
        let seen = |corner: DVec2| (ahead.perp_dot(corner - from), ahead.dot(corner - from));
        // A wall has one side, a polygon one more than it has gaps between its corners.
        let closing = corners.first().filter(|_| corners.len() > 2);
        for (index, &corner) in corners.iter().chain(closing).enumerate() {
            let (aside, along) = seen(corner);
            if index < corners.len() {
                if aside.abs() < keep && (0.0..=length).contains(&along) {
                    return true;
                }
                leftmost = leftmost.max(aside);
                rightmost = rightmost.min(aside);
            }
            if let Some((aside_before, along_before)) = before
                && (aside_before > 0.0) != (aside > 0.0)
            {
                let share = aside_before / (aside_before - aside);
                let crossing = along_before + (along - along_before) * share;
                (enters, leaves) = (enters.min(crossing), leaves.max(crossing));
            }
            before = Some((aside, along));
        }
        // Where nothing is rounded, a way may touch a corner.
        if rightmost >= keep || leftmost <= -keep {
            return false;
        }
        // A wall is crossed at a place, a polygon along some of the way: who leaves its outline, or
        // comes to it, only touches it.
        let crosses = if closing.is_none() {
            (0.0..=length).contains(&enters)
        } else {
            leaves.min(length) - enters.max(0.0) > self.tolerance
        };
        if crosses {
            return true;
        }
        // Nothing of it lies beside the way: only the ends may be too near.
        let near = |end: DVec2| {
            end.distance_squared(it.center) < it.bound * it.bound
                && core_surface(corners, end).2 < keep
        };
        near(from) || near(to)
    }

    /// How far one can go straight from one point to another before the first of the shapes that
    /// `counts` (m), and which.
    pub fn first_hit(
        &self,
        from: DVec2,
        to: DVec2,
        counts: impl Fn(&Rounded) -> bool,
    ) -> Option<(usize, f64)> {
        let mut first: Option<(usize, f64)> = None;
        for (index, shape) in self.shapes.iter().enumerate() {
            if !counts(shape) || !self.blocks(index, from, to) {
                continue;
            }
            let distance = self.entry(index, from, to);
            if first.is_none_or(|(_, least)| distance < least) {
                first = Some((index, distance));
            }
        }
        first
    }

    /// How far a way that leads through a shape is free (m): up to the rounding of a corner, or a
    /// side moved out.
    fn entry(&self, shape: usize, from: DVec2, to: DVec2) -> f64 {
        let radius = self.shapes[shape].radius;
        let corners = self.corners(shape);
        let length = from.distance(to);
        let ahead = (to - from) / length;
        let mut first = length;
        for &corner in corners {
            let way = corner - from;
            let aside = ahead.perp_dot(way);
            let half = (radius - aside) * (radius + aside);
            let along = ahead.dot(way);
            if half >= 0.0 && along + radius >= 0.0 {
                first = first.min(along - half.sqrt());
            }
        }
        for (start, end) in sides(corners) {
            let along = end - start;
            let normal = -along.normalize_or_zero().perp();
            // A wall has two sides.
            let height = (from - start).dot(normal);
            let (normal, height) = if corners.len() == 2 && height < 0.0 {
                (-normal, -height)
            } else {
                (normal, height)
            };
            let closing = -ahead.dot(normal);
            if closing <= 0.0 || height < 0.0 {
                continue;
            }
            let distance = (height - radius) / closing;
            let place = (from + ahead * distance - start).dot(along);
            if (0.0..=along.length_squared()).contains(&place) {
                first = first.min(distance);
            }
        }
        first.max(0.0)
    }
}

/// The sides of a core: none for a point, one for a segment, all round for a polygon.
pub(super) fn sides(corners: &[DVec2]) -> impl Iterator<Item = (DVec2, DVec2)> + '_ {
    let count = match corners.len() {
        1 => 0,
        2 => 1,
        count => count,
    };
    (0..count).map(|index| (corners[index], corners[(index + 1) % corners.len()]))
}

fn nearest_on_side(point: DVec2, start: DVec2, end: DVec2) -> DVec2 {
    let along = end - start;
    let share = ((point - start).dot(along) / along.length_squared()).clamp(0.0, 1.0);
    start + along * share
}

/// The nearest place on the outline of a core, the direction out of it there, and how far it is,
/// negative inside a polygon.
fn core_surface(corners: &[DVec2], point: DVec2) -> (DVec2, DVec2, f64) {
    let mut nearest = corners[0];
    let mut least = point.distance_squared(nearest);
    let mut inside = corners.len() > 2;
    let mut deepest = (f64::NEG_INFINITY, DVec2::X);
    for (start, end) in sides(corners) {
        let on = nearest_on_side(point, start, end);
        let distance = point.distance_squared(on);
        if distance < least {
            (nearest, least) = (on, distance);
        }
        if corners.len() > 2 {
            let normal = -(end - start).perp().normalize_or_zero();
            let height = (point - start).dot(normal);
            inside &= height <= 0.0;
            if height > deepest.0 {
                deepest = (height, normal);
            }
        }
    }
    if inside {
        return (point - deepest.1 * deepest.0, deepest.1, deepest.0);
    }
    let distance = least.sqrt();
    let fallback = match corners {
        [start, end] => (end - start).perp().normalize_or(DVec2::X),
        _ => deepest.1,
    };
    let normal = ((point - nearest) / distance.max(f64::MIN_POSITIVE)).normalize_or(fallback);
    (nearest, normal, distance)
}

/// The middle of some points, and how far the furthest of them is.
fn middle(points: &[DVec2]) -> (DVec2, f64) {
    if let [only] = points {
        return (*only, 0.0);
    }
    let center = points.iter().sum::<DVec2>() / points.len() as f64;
    let farthest = points
        .iter()
        .map(|point| point.distance_squared(center))
        .fold(0.0, f64::max);
    (center, farthest.sqrt())
}

/// Whether a polygon has corners that don't turn outward.
fn has_dents(points: &[DVec2]) -> bool {
    let [.., before_last, last] = points else {
        return false;
    };
    let (mut before, mut here) = (*before_last, *last);
    points.len() > 2
        && points.iter().any(|&after| {
            let turns_in = (here - before).perp_dot(after - here) <= 0.0;
            (before, here) = (here, after);
            turns_in
        })
}

/// Takes out corners from `first` on that lie on a side or, as rounding lets them, a hair inside of
/// it: walks along the outline rely on every corner turning outward.
fn drop_dents(points: &mut Vec<DVec2>, first: usize) {
    let mut index = first;
    while points.len() > first + 2 && index < points.len() {
        let count = points.len() - first;
        let neighbor = |step: usize| points[first + (index - first + step) % count];
        let (before, here, after) = (neighbor(count - 1), points[index], neighbor(1));
        if (here - before).perp_dot(after - here) > 0.0 {
            index += 1;
        } else {
            points.remove(index);
            // The one before may be a dent now.
            index = first.max(index.saturating_sub(1));
        }
    }
}
