//! Distances in the plane in double precision, written apart from the engine's geometry on purpose:
//! a fault there must not be able to hide itself in the figures.

use glam::DVec2;
use serde::{Deserialize, Serialize};

/// The point of the segment `a`–`b` that is nearest to `point`. The segment may have no length.
pub(crate) fn nearest_on_segment(point: DVec2, a: DVec2, b: DVec2) -> DVec2 {
    let along = b - a;
    let length_squared = along.length_squared();
    if length_squared == 0.0 {
        return a;
    }
    let share = ((point - a).dot(along) / length_squared).clamp(0.0, 1.0);
    a + along * share
}

/// Distance between a point and the segment `a`–`b`.
pub(crate) fn point_to_segment(point: DVec2, a: DVec2, b: DVec2) -> f64 {
    point.distance(nearest_on_segment(point, a, b))
}

/// Distance between the segments `a`–`b` and `c`–`d`; 0 if they touch or cross.
pub(crate) fn segment_to_segment(a: DVec2, b: DVec2, c: DVec2, d: DVec2) -> f64 {
    if cross_strictly(a, b, c, d) {
        return 0.0;
    }
    // Without a crossing, one of the four ends is nearest.
    point_to_segment(a, c, d)
        .min(point_to_segment(b, c, d))
        .min(point_to_segment(c, a, b))
        .min(point_to_segment(d, a, b))
}

/// Whether each segment has its ends on opposite sides of the other.
fn cross_strictly(a: DVec2, b: DVec2, c: DVec2, d: DVec2) -> bool {
    let first = b - a;
    let second = d - c;
    let c_side = first.perp_dot(c - a);
    let d_side = first.perp_dot(d - a);
    let a_side = second.perp_dot(a - c);
    let b_side = second.perp_dot(b - c);
    opposite(c_side, d_side) && opposite(a_side, b_side)
}

fn opposite(one: f64, other: f64) -> bool {
    (one > 0.0 && other < 0.0) || (one < 0.0 && other > 0.0)
}

/// A convex polygon with its corners counter-clockwise.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct ConvexPolygon {
    corners: Vec<DVec2>,
    /// Outward unit normal of the edge from each corner to the next. Empty if there is no inside.
    normals: Vec<DVec2>,
}

impl ConvexPolygon {
    /// Takes the corners in either sense of rotation; repeated corners are dropped. With fewer than
    /// three left, or all in one line, it is a point or a chain of segments without an inside.
    /// `None` without corners.
    pub(crate) fn new(points: impl IntoIterator<Item = DVec2>) -> Option<Self> {
        let mut corners: Vec<DVec2> = points.into_iter().collect();
        corners.dedup();
        while corners.len() > 1 && corners.first() == corners.last() {
            corners.pop();
        }
        let origin = *corners.first()?;
        let doubled_area: f64 = edges(&corners)
            .map(|(a, b)| (a - origin).perp_dot(b - origin))
            .sum();
        if doubled_area < 0.0 {
            corners.reverse();
        }
        let normals = if doubled_area == 0.0 {
            Vec::new()
        } else {
            edges(&corners)
                .map(|(a, b)| {
                    let along = b - a;
                    DVec2::new(along.y, -along.x) / along.length()
                })
                .collect()
        };
        Some(Self { corners, normals })
    }

    /// The corners.
    pub(crate) fn corners(&self) -> &[DVec2] {
        &self.corners
    }

    /// Smallest signed distance between the outline and a point that moves from `from` to `to`:
    /// outside it is the distance to the polygon, inside it is minus the distance to the nearest
    /// edge line.
    pub(crate) fn least_signed_distance(&self, from: DVec2, to: DVec2) -> f64 {
        if let Some(inside) = self.deepest_inside(from, to) {
            return inside;
        }
        edges(&self.corners)
            .map(|(a, b)| segment_to_segment(from, to, a, b))
            .fold(f64::INFINITY, f64::min)
    }

    /// The least over the motion of the greatest distance beyond any edge line, if that is not
    /// positive, so if the motion touches the polygon.
    ///
    /// That greatest distance is a convex, piecewise linear function of the share of the way done,
    /// so its least value lies where a falling and a rising line meet. Each round replaces one of
    /// the two by the line that is greatest at their meeting point, which ends after at most one
    /// round an edge.
    fn deepest_inside(&self, from: DVec2, to: DVec2) -> Option<f64> {
        let along = to - from;
        let line = |edge: usize| {
            let normal = self.normals[edge];
            Line {
                start: normal.dot(from - self.corners[edge]),
                slope: normal.dot(along),
            }
        };
        let greatest = |share: f64| {
            (0..self.normals.len())
                .map(line)
                .max_by(|one, other| one.at(share).total_cmp(&other.at(share)))
        };
        let mut falling = greatest(0.0)?;
        let mut rising = greatest(1.0)?;
        let least = if falling.slope >= 0.0 {
            falling.at(0.0)
        } else if rising.slope <= 0.0 {
            rising.at(1.0)
        } else {
            let mut least = falling.at(0.0).min(rising.at(1.0));
            for _ in 0..self.normals.len() {
                let share = ((rising.start - falling.start) / (falling.slope - rising.slope))
                    .clamp(0.0, 1.0);
                let top = greatest(share)?;
                let meeting = falling.at(share).max(rising.at(share));
                least = least.min(top.at(share));
                if top.at(share) <= meeting {
                    break;
                }
                if top.slope < 0.0 {
                    falling = top;
                } else {
                    rising = top;
                }
                if top.slope == 0.0 {
                    break;
                }
            }
            least
        };
        (least <= 0.0).then_some(least)
    }
}

/// A linear function of the share of the way done.
#[derive(Clone, Copy)]
struct Line {
    start: f64,
    slope: f64,
}

impl Line {
    fn at(self, share: f64) -> f64 {
        self.start + self.slope * share
    }
}

/// The edges of a closed outline.
fn edges(corners: &[DVec2]) -> impl Iterator<Item = (DVec2, DVec2)> + '_ {
    let following = corners.iter().cycle().skip(1);
    corners.iter().copied().zip(following.copied())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(x: f64, y: f64) -> DVec2 {
        DVec2::new(x, y)
    }

    fn square() -> ConvexPolygon {
        ConvexPolygon::new([at(-1.0, -1.0), at(1.0, -1.0), at(1.0, 1.0), at(-1.0, 1.0)]).unwrap()
    }

    #[test]
    fn a_point_beyond_the_end_is_measured_to_the_end() {
        assert_eq!(
            point_to_segment(at(4.0, 4.0), at(0.0, 0.0), at(1.0, 0.0)),
            5.0
        );
        assert_eq!(
            point_to_segment(at(0.5, 2.0), at(0.0, 0.0), at(1.0, 0.0)),
            2.0
        );
        assert_eq!(
            point_to_segment(at(3.0, 4.0), at(0.0, 0.0), at(0.0, 0.0)),
            5.0
        );
    }

    #[test]
    fn crossing_touching_parallel_and_overlapping_segments() {
        let flat = [at(-1.0, 0.0), at(1.0, 0.0)];
        let to_flat = |c, d| segment_to_segment(flat[0], flat[1], c, d);
        assert_eq!(to_flat(at(0.0, -1.0), at(0.0, 1.0)), 0.0);
        assert_eq!(to_flat(at(1.0, 0.0), at(1.0, 5.0)), 0.0);
        assert_eq!(to_flat(at(-5.0, 2.0), at(5.0, 2.0)), 2.0);
        assert_eq!(to_flat(at(0.5, 0.0), at(5.0, 0.0)), 0.0);
        assert_eq!(to_flat(at(4.0, 0.0), at(5.0, 0.0)), 3.0);
    }

    #[test]
    fn signed_distance_outside_at_a_corner_and_inside() {
        let square = square();
        let still = |p| square.least_signed_distance(p, p);
        assert_eq!(still(at(4.0, 5.0)), 5.0);
        assert_eq!(still(at(3.0, 0.0)), 2.0);
        assert_eq!(still(at(0.75, 0.0)), -0.25);
        assert_eq!(still(at(0.0, 0.0)), -1.0);
    }

    #[test]
    fn a_motion_through_the_polygon_finds_its_deepest_point_between_its_ends() {
        let square = square();
        assert_eq!(
            square.least_signed_distance(at(-50.0, 0.0), at(70.0, 0.0)),
            -1.0
        );
        assert_eq!(
            square.least_signed_distance(at(-50.0, 0.5), at(70.0, 0.5)),
            -0.5
        );
        // Cuts the corner at (1, 1): the deepest point is the middle of the cut.
        let cut = square.least_signed_distance(at(0.0, 1.5), at(1.5, 0.0));
        assert!((cut + 0.25).abs() < 1e-12, "{cut}");
    }

    #[test]
    fn clockwise_and_repeated_corners_give_the_same_polygon() {
        let clockwise = ConvexPolygon::new([
            at(-1.0, 1.0),
            at(1.0, 1.0),
            at(1.0, 1.0),
            at(1.0, -1.0),
            at(-1.0, -1.0),
            at(-1.0, 1.0),
        ])
        .unwrap();
        assert_eq!(
            clockwise.least_signed_distance(at(0.5, 0.0), at(0.5, 0.0)),
            -0.5
        );
        assert_eq!(
            clockwise.least_signed_distance(at(0.5, 3.0), at(0.5, 3.0)),
            2.0
        );
    }

    #[test]
    fn an_outline_without_an_inside_is_measured_like_segments() {
        let line = ConvexPolygon::new([at(0.0, 0.0), at(2.0, 0.0)]).unwrap();
        assert_eq!(line.least_signed_distance(at(1.0, 3.0), at(1.0, -3.0)), 0.0);
        assert_eq!(line.least_signed_distance(at(1.0, 3.0), at(1.0, 3.0)), 3.0);
        let dot = ConvexPolygon::new([at(1.0, 1.0)]).unwrap();
        assert_eq!(dot.least_signed_distance(at(4.0, 5.0), at(4.0, 5.0)), 5.0);
        assert!(ConvexPolygon::new([]).is_none());
    }
}
