//! Places on the surface.

use glam::{DVec2, Vec2};

use super::GroundPoint;
use super::surface::{Edge, Surface};
use crate::geometry::Bounds;

/// A place on the surface.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Place {
    pub(super) polygon: u32,
    /// On the polygon (m).
    pub(super) position: DVec2,
    /// Height of the ground (m).
    pub(super) height: f32,
    /// How far it is from what was asked for, heights counted (m).
    pub(super) distance: f64,
}

impl Place {
    pub(super) fn ground(&self) -> GroundPoint {
        GroundPoint::new(self.position.as_vec2(), self.height)
    }
}

impl Surface {
    /// The place on a polygon that is nearest to a position, and the square of their distance on
    /// the plane.
    pub(super) fn nearest_on_polygon(&self, polygon: u32, position: DVec2) -> (DVec2, f64) {
        let mut best = (position, f64::INFINITY);
        let mut outside = false;
        for edge in self.edges(polygon) {
            let (from, to) = (self.vertex(edge.from), self.vertex(edge.to));
            outside |= (to - from).perp_dot(position - from) < 0.0;
            let nearest = nearest_on_edge(position, from, to);
            let distance = nearest.distance_squared(position);
            if distance < best.1 {
                best = (nearest, distance);
            }
        }
        if outside { best } else { (position, 0.0) }
    }

    /// The nearest place within a distance (m, heights counted) of a point, among the polygons that
    /// are wanted. Where two are equally near, the one of the polygon that comes first.
    pub(super) fn nearest(
        &self,
        point: GroundPoint,
        within: f64,
        wanted: impl Fn(u32) -> bool,
    ) -> Option<Place> {
        if !point.is_finite() {
            return None;
        }
        let bounds = self.bounds()?;
        let position = point.position.as_dvec2();
        let mut found = Vec::new();
        let mut reach = self.tolerance.min(within);
        loop {
            let area = grown(point.position, reach);
            self.polygons_near(area, &mut found);
            let mut best: Option<Place> = None;
            for &(polygon, _) in &found {
                if !wanted(polygon) {
                    continue;
                }
                let place = self.place_on(polygon, point, position);
                if best.is_none_or(|best| place.distance < best.distance) {
                    best = Some(place);
                }
            }
            let everything = area.min.cmple(bounds.min).all() && area.max.cmpge(bounds.max).all();
            if let Some(place) = best.filter(|place| place.distance <= reach || everything) {
                return (place.distance <= within).then_some(place);
            }
            if everything || reach >= within {
                return None;
            }
            // A place that was found bounds how far one has to look.
            let next = best.map_or(reach * 8.0, |place| place.distance);
            reach = next.max(reach * 2.0).min(within);
        }
    }

    /// Heights (m) of the polygons that lie at a position, in their order.
    pub(super) fn heights_at(&self, position: Vec2) -> Vec<f32> {
        let mut found = Vec::new();
        if position.is_finite() {
            self.polygons_near(grown(position, self.tolerance), &mut found);
        }
        let position = position.as_dvec2();
        let heights = found.iter().filter_map(|&(polygon, _)| {
            let (nearest, distance_squared) = self.nearest_on_polygon(polygon, position);
            (distance_squared <= self.tolerance * self.tolerance)
                .then(|| self.relief.height(polygon, nearest))
        });
        heights.collect()
    }

    /// The boundary edges within a distance (m, on the plane) of a point whose nearest place is
    /// less than `rise` metres above or below it, in order.
    pub(super) fn boundary_within(
        &self,
        center: GroundPoint,
        distance: f64,
        rise: f32,
    ) -> Vec<Edge> {
        let mut found = Vec::new();
        self.boundary_near(grown(center.position, distance), &mut found);
        let position = center.position.as_dvec2();
        let edges = found
            .iter()
            .map(|(index, _)| self.boundary()[*index as usize]);
        edges
            .filter(|edge| {
                let nearest =
                    nearest_on_edge(position, self.vertex(edge.from), self.vertex(edge.to));
                nearest.distance_squared(position) <= distance * distance
                    && (self.relief.height(edge.polygon, nearest) - center.height).abs() < rise
            })
            .collect()
    }

    fn place_on(&self, polygon: u32, point: GroundPoint, position: DVec2) -> Place {
        let (nearest, distance_squared) = self.nearest_on_polygon(polygon, position);
        let height = self.relief.height(polygon, nearest);
        let rise = if self.relief.is_flat() {
            0.0
        } else {
            f64::from(height) - f64::from(point.height)
        };
        Place {
            polygon,
            position: nearest,
            height,
            distance: (distance_squared + rise * rise).sqrt(),
        }
    }
}

fn nearest_on_edge(point: DVec2, from: DVec2, to: DVec2) -> DVec2 {
    let along = to - from;
    let length_squared = along.length_squared();
    if length_squared <= 0.0 {
        return from;
    }
    from + along * ((point - from).dot(along) / length_squared).clamp(0.0, 1.0)
}

/// The box around a point that reaches `distance` metres to every side, in single precision but
/// never smaller.
pub(super) fn grown(point: Vec2, distance: f64) -> Bounds {
    let reach = Vec2::splat((distance as f32).next_up()) + point.abs() * f32::EPSILON;
    Bounds {
        min: point - reach,
        max: point + reach,
    }
}
