use glam::DVec2;

use super::locate::{Place, grown};
use super::surface::{NOTHING, Surface};

impl Surface {
    /// Whether the straight line between two places stays on the surface, floor by floor, to within rounding.
    ///
    /// From the polygon of the start it goes over to neighbours that the line passes through where it left off,
    /// until it comes to the polygon of the end. Polygons are taken a hair larger than they are, so that a line
    /// along an edge or through a vertex is in all polygons there.
    pub(super) fn is_straight(&self, from: Place, to: Place) -> bool {
        if self.island(from.polygon) != self.island(to.polygon) {
            return false;
        }
        if from.polygon == to.polygon {
            return true;
        }
        let line = (from.position, to.position);
        let slack = 1e-9;
        let mut seen: Vec<(u32, Option<(f64, f64)>)> = vec![(from.polygon, Some((0.0, 1.0)))];
        seen[0].1 = self.share_of_line(from.polygon, line);
        let mut next = 0;
        while let Some(&(polygon, share)) = seen.get(next) {
            next += 1;
            let Some((enters, leaves)) = share else {
                continue;
            };
            for edge in self.edges(polygon) {
                let neighbor = edge.neighbor;
                if neighbor == NOTHING || seen.iter().any(|(it, _)| *it == neighbor) {
                    continue;
                }
                let share = self
                    .share_of_line(neighbor, line)
                    .filter(|(first, last)| *first <= leaves + slack && *last >= enters - slack);
                if share.is_some() && neighbor == to.polygon {
                    return true;
                }
                seen.push((neighbor, share));
            }
        }
        false
    }

    /// From which to which share of a line, both from 0 to 1, it is on a polygon, grown by the tolerance.
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

    /// Fills `found` with the boundary edges within a distance (m, on the plane) of a point, in order.
    pub(super) fn boundary_within(
        &self,
        center: glam::Vec2,
        distance: f64,
        found: &mut Vec<(u32, glam::Vec2)>,
    ) {
        self.boundary_near(grown(center, distance), found);
        let center = center.as_dvec2();
        found.retain(|(index, _)| {
            let edge = self.boundary()[*index as usize];
            let (from, to) = (self.vertex(edge.from), self.vertex(edge.to));
            let along = to - from;
            let share = ((center - from).dot(along) / along.length_squared()).clamp(0.0, 1.0);
            (from + along * share).distance_squared(center) <= distance * distance
        });
    }
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
