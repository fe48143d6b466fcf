//! Paths pulled taut through their polygons.

use glam::DVec2;

use super::locate::Place;
use super::surface::Surface;

/// A corner of a taut path.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Corner {
    /// On the plane (m).
    pub(super) position: DVec2,
    /// A polygon it lies on.
    pub(super) polygon: u32,
}

/// An edge between two polygons of a corridor, as seen by who walks through.
#[derive(Clone, Copy)]
struct Portal {
    left: DVec2,
    right: DVec2,
    /// The polygon it leads to.
    polygon: u32,
}

/// One side of what can be seen from the last corner.
#[derive(Clone, Copy)]
struct Side {
    position: DVec2,
    /// Which portal it comes from.
    portal: usize,
}

impl Surface {
    /// The shortest path through neighbouring polygons: corners without the start, ending with the
    /// goal. `None` if two polygons that follow each other share no edge.
    pub(super) fn pulled_taut(
        &self,
        start: Place,
        goal: Place,
        corridor: &[u32],
    ) -> Option<Vec<Corner>> {
        let mut portals = Vec::with_capacity(corridor.len());
        for pair in corridor.windows(2) {
            // Who walks out of a polygon that turns left has the edge's end to the left.
            let edge = self.edges(pair[0]).find(|edge| edge.neighbor == pair[1])?;
            portals.push(Portal {
                left: self.vertex(edge.to),
                right: self.vertex(edge.from),
                polygon: pair[1],
            });
        }
        portals.push(Portal {
            left: goal.position,
            right: goal.position,
            polygon: goal.polygon,
        });
        Some(corners(start.position, goal, &portals))
    }
}

/// The "funnel" of Lee and Preparata (1984): what can be seen from the last corner is narrowed by
/// each portal, until one side crosses the other, which is then the next corner.
fn corners(start: DVec2, goal: Place, portals: &[Portal]) -> Vec<Corner> {
    let mut corners: Vec<Corner> = Vec::new();
    let mut apex = start;
    let (mut left, mut right) = open(apex);
    let mut index = 0;
    while let Some(portal) = portals.get(index) {
        // Narrow the right side, unless the portal is wider there.
        if cross(apex, right.position, portal.right) >= 0.0 {
            if apex == right.position
                || cross(apex, left.position, portal.right) < 0.0
                || left.position == apex
            {
                right = Side {
                    position: portal.right,
                    portal: index,
                };
            } else {
                index = turn(&mut corners, &mut apex, left, portals);
                (left, right) = open(apex);
                continue;
            }
        }
        if cross(apex, left.position, portal.left) <= 0.0 {
            if apex == left.position
                || cross(apex, right.position, portal.left) > 0.0
                || right.position == apex
            {
                left = Side {
                    position: portal.left,
                    portal: index,
                };
            } else {
                index = turn(&mut corners, &mut apex, right, portals);
                (left, right) = open(apex);
                continue;
            }
        }
        index += 1;
    }
    if corners.last().map(|corner| corner.position) != Some(goal.position) {
        corners.push(Corner {
            position: goal.position,
            polygon: goal.polygon,
        });
    }
    corners
}

/// A funnel as wide as can be: both sides at the apex.
fn open(apex: DVec2) -> (Side, Side) {
    let side = Side {
        position: apex,
        portal: 0,
    };
    (side, side)
}

/// Turns at one side of the funnel. Returns the portal to go on from.
fn turn(corners: &mut Vec<Corner>, apex: &mut DVec2, side: Side, portals: &[Portal]) -> usize {
    *apex = side.position;
    corners.push(Corner {
        position: side.position,
        polygon: portals[side.portal].polygon,
    });
    side.portal + 1
}

/// Above 0 if `c` is to the left of the line from `a` to `b`.
fn cross(a: DVec2, b: DVec2, c: DVec2) -> f64 {
    (b - a).perp_dot(c - a)
}
