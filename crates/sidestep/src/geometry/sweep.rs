//! Discs that are swept along a straight way.

use glam::Vec2;

use super::Hull;
use super::convex_polygon::edges;
use super::hull::{Surface, outward_normal};

/// Where a swept disc first touches a shape.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hit {
    /// How far the disc's centre travels until it touches (m), 0 if it touches at once.
    pub distance: f32,
    /// Direction out of the shape at the place of contact, a unit vector.
    pub normal: Vec2,
}

/// Cosine up to which a move counts as one along the surface: what rounding makes of a tangent must
/// not stop those who touch.
const GRAZING: f32 = 1e-6;

/// What rounding makes of a distance (share of the largest number in it).
const ROUNDING: f32 = 4.0 * f32::EPSILON;

/// A disc that is swept from a place beside a hull: what needn't be found again for each direction.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SweepStart {
    /// Its centre, and its radius (m).
    origin: Vec2,
    radius: f32,
    /// The place on the hull's surface that is nearest to it.
    nearest: Surface,
    /// No coordinate is larger (m).
    largest: f32,
    /// One over the distance to the surface (1/m).
    per_distance: f32,
    /// Whether it surely is in front of the line through the nearest place, behind which all of the hull is.
    is_in_front: bool,
}

impl SweepStart {
    /// Whether the hull surely isn't between the disc and another one (m): both are in front of the line through
    /// the nearest place, behind which all of the hull is.
    #[inline]
    pub fn is_beside(&self, other: Vec2, radius: f32) -> bool {
        let way = other - self.origin;
        let ahead = self.nearest.distance + way.dot(self.nearest.normal) - radius;
        self.is_in_front && ahead > self.unsure(way.abs().max_element() + radius)
    }

    /// Whether the disc surely stays in front of that line on its way along the unit vector `direction` for
    /// `reach` metres.
    fn stays_in_front(&self, direction: Vec2, reach: f32) -> bool {
        let closing = -direction.dot(self.nearest.normal);
        let ahead = self.nearest.distance - self.radius - self.unsure(self.radius + reach);
        self.is_in_front && ahead > closing * reach
    }

    /// What rounding makes of the distance from that line so far away (m): the nearer the surface, the less
    /// sure is where the line leads.
    fn unsure(&self, away: f32) -> f32 {
        ROUNDING * (self.largest + away) * (1.0 + away * self.per_distance)
    }
}

impl Hull<'_> {
    /// Sweeps a disc of `radius` metres from `origin` along the unit vector `direction` for at most
    /// `reach` metres. `None` if nothing is touched. A disc that overlaps the shape from the start
    /// hits it at distance 0 if it moves further in, and not at all if it moves out.
    #[must_use]
    pub fn sweep(&self, origin: Vec2, direction: Vec2, radius: f32, reach: f32) -> Option<Hit> {
        self.first_hit(origin, &self.surface(origin), direction, radius, reach)
    }

    /// A disc of `radius` metres around `origin` (m) that is swept from there.
    pub(crate) fn sweep_start(&self, origin: Vec2, radius: f32) -> SweepStart {
        let ends = (self.points.iter()).fold(Vec2::ZERO, |most, point| most.max(point.abs()));
        let nearest = self.surface(origin);
        let mut start = SweepStart {
            origin,
            radius,
            nearest,
            largest: (origin.abs() + self.offset.abs() + ends).max_element() + self.rounding,
            per_distance: 1.0 / nearest.distance,
            is_in_front: false,
        };
        start.is_in_front =
            nearest.distance > 0.0 && nearest.distance - radius > start.unsure(radius);
        start
    }

    /// What [`Hull::sweep`] does, from a [`start`](Self::sweep_start) beside this hull.
    pub(crate) fn sweep_from(
        &self,
        start: &SweepStart,
        direction: Vec2,
        reach: f32,
    ) -> Option<Hit> {
        if start.stays_in_front(direction, reach) {
            return None;
        }
        self.first_hit(start.origin, &start.nearest, direction, start.radius, reach)
    }

    /// What [`Hull::sweep`] does, where the place of the surface that is nearest to `origin` is known.
    fn first_hit(
        &self,
        origin: Vec2,
        nearest: &Surface,
        direction: Vec2,
        radius: f32,
        reach: f32,
    ) -> Option<Hit> {
        if nearest.distance <= radius {
            return (direction.dot(nearest.normal) < -GRAZING).then_some(Hit {
                distance: 0.0,
                normal: nearest.normal,
            });
        }
        let local = origin - self.offset;
        let inflated = self.rounding + radius;
        let mut first: Option<Hit> = None;
        let mut keep = |hit: Option<Hit>| {
            if let Some(hit) = hit
                && hit.distance <= reach
                && first.is_none_or(|best| hit.distance < best.distance)
            {
                first = Some(hit);
            }
        };
        for &point in self.points {
            keep(ray_to_circle(local, direction, point, inflated));
        }
        match self.points {
            [_] => {}
            [start, end] => {
                keep(ray_to_edge(local, direction, *start, *end, inflated));
                keep(ray_to_edge(local, direction, *end, *start, inflated));
            }
            vertices => {
                for (start, end) in edges(vertices) {
                    keep(ray_to_edge(local, direction, start, end, inflated));
                }
            }
        }
        first
    }
}

fn ray_to_circle(origin: Vec2, direction: Vec2, center: Vec2, radius: f32) -> Option<Hit> {
    let to_center = center - origin;
    let along = to_center.dot(direction);
    if along <= 0.0 {
        return None;
    }
    // The miss distance from the cross product: subtracting squares would lose the digits of far
    // hits.
    let miss = direction.perp_dot(to_center);
    let half_chord_squared = (radius - miss.abs()) * (radius + miss.abs());
    if half_chord_squared < 0.0 {
        return None;
    }
    let distance = (along - half_chord_squared.sqrt()).max(0.0);
    let normal = (origin + direction * distance - center).try_normalize()?;
    Some(Hit { distance, normal })
}

fn ray_to_edge(
    origin: Vec2,
    direction: Vec2,
    start: Vec2,
    end: Vec2,
    inflated: f32,
) -> Option<Hit> {
    let normal = outward_normal(start, end)?;
    let closing = -direction.dot(normal);
    let height = (origin - start).dot(normal) - inflated;
    // Who touches it already, as near as rounding can tell, mustn't be taken for one behind it.
    let largest = (origin.abs() + start.abs()).max_element() + inflated;
    if closing <= 0.0 || height < -ROUNDING * largest {
        return None;
    }
    let distance = height.max(0.0) / closing;
    let along = end - start;
    let place = (origin + direction * distance - start).dot(along);
    (0.0..=along.length_squared())
        .contains(&place)
        .then_some(Hit { distance, normal })
}
