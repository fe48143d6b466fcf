//! Whether one can walk straight from one place to another.

use glam::DVec2;

use super::locate::{Place, grown};
use super::surface::{NOTHING, Surface};

/// A polygon, the share of the line that is on it, and whether it was reached.
type Seen = (u32, Option<(f64, f64)>, bool);

impl Surface {
    /// Whether the straight line between two places stays on the surface, floor by floor, to within
    /// rounding. Floors are at least `floor_gap` metres apart.
    ///
    /// From the polygons of the start it goes over to neighbours that the line passes through where
    /// it left off, until it comes to a polygon of the end. Polygons are taken a hair larger than
    /// they are, so that a line along an edge or through a vertex is in all polygons there.
    pub(super) fn is_straight(&self, from: Place, to: Place, floor_gap: f32) -> bool {
        if self.island(from.polygon) != self.island(to.polygon) {
            return false;
        }
        let goals = self.polygons_at(to, floor_gap);
        if goals.contains(&from.polygon) {
            return true;
        }
        let line = (from.position, to.position);
        // Polygons looked at, with the share of the line on each and whether the way has come
        // there.
        let mut seen: Vec<Seen> = Vec::new();
        let mut reached: Vec<usize> = Vec::new();
        for polygon in self.polygons_at(from, floor_gap) {
            if let Some(share) = self.share_of_line(polygon, line) {
                reached.push(seen.len());
                seen.push((polygon, Some(share), true));
            }
        }
        let mut next = 0;
        while let Some(&place) = reached.get(next) {
            next += 1;
            let (polygon, Some(share), _) = seen[place] else {
                continue;
            };
            if goals.contains(&polygon) {
                return true;
            }
            for edge in self.edges(polygon) {
                if edge.neighbor == NOTHING {
                    continue;
                }
                let known = seen.iter().position(|it| it.0 == edge.neighbor);
                let place = known.unwrap_or_else(|| {
                    let share = self.share_of_line(edge.neighbor, line);
                    seen.push((edge.neighbor, share, false));
                    seen.len() - 1
                });
                let neighbor = &mut seen[place];
                if !neighbor.2 && neighbor.1.is_some_and(|other| meet(share, other)) {
                    neighbor.2 = true;
                    reached.push(place);
                }
            }
        }
        false
    }

    /// The polygons that lie at a place of one floor. On the plane one is enough, as all others
    /// there are its neighbours; the outlines of a level's regions were made simpler and may
    /// overlap a little.
    fn polygons_at(&self, place: Place, floor_gap: f32) -> Vec<u32> {
        let mut polygons = vec![place.polygon];
        if self.relief.is_flat() {
            return polygons;
        }
        let mut found = Vec::new();
        self.polygons_near(grown(place.position.as_vec2(), self.tolerance), &mut found);
        polygons.extend(found.iter().map(|(polygon, _)| *polygon).filter(|polygon| {
            let (nearest, distance_squared) = self.nearest_on_polygon(*polygon, place.position);
            *polygon != place.polygon
                && distance_squared <= self.tolerance * self.tolerance
                && (self.relief.height(*polygon, nearest) - place.height).abs() < floor_gap * 0.5
        }));
        polygons
    }

    /// From which to which share of a line, both from 0 to 1, it is on a polygon, grown by the
    /// tolerance.
    fn share_of_line(&self, polygon: u32, (from, to): (DVec2, DVec2)) -> Option<(f64, f64)> {
        let along = to - from;
        let mut share = (0.0, 1.0);
        let corners = self.corners(polygon);
        let at = |corner: usize| self.vertex(corners[corner % corners.len()]);
        for corner in 0..corners.len() {
            let (before, here, after) =
                (at(corner + corners.len() - 1), at(corner), at(corner + 1));
            let outgoing = (after - here).normalize_or_zero();
            let incoming = (here - before).normalize_or_zero();
            cut(
                &mut share,
                from - here,
                along,
                -outgoing.perp(),
                self.tolerance,
            );
            // A thin corner, grown, would reach far beyond its tip.
            if incoming.dot(outgoing) < 0.0 {
                let tip = (incoming - outgoing).normalize_or_zero();
                cut(&mut share, from - here, along, tip, self.tolerance);
            }
        }
        (share.0 <= share.1).then_some(share)
    }
}

/// Whether one share of a line goes on where another ends, to within rounding.
fn meet(one: (f64, f64), other: (f64, f64)) -> bool {
    other.0 <= one.1 + 1e-9 && other.1 >= one.0 - 1e-9
}

/// Cuts off the share of a line that is further than `limit` in a direction.
fn cut(share: &mut (f64, f64), start: DVec2, along: DVec2, direction: DVec2, limit: f64) {
    let (height, slope) = (start.dot(direction) - limit, along.dot(direction));
    if slope > 0.0 {
        share.1 = share.1.min(-height / slope);
    } else if slope < 0.0 {
        share.0 = share.0.max(-height / slope);
    } else if height > 0.0 {
        share.1 = -1.0;
    }
}
