//! The least distance between a way and what stands in a yard.

use glam::Vec2;
use sidestep::geometry::Shape;

use crate::bench::yard::Yard;
use crate::measure::distance::{ConvexPolygon, point_to_segment};

/// The least distance between a way and everything in the yard (m), negative inside something: of
/// all points of the way, not just its corners. Computed apart from the engine's geometry, so that
/// a fault there can't hide itself.
#[must_use]
pub fn clearance(yard: &Yard, way: &[Vec2]) -> f64 {
    let walls = yard.walls.iter().map(|wall| Shape::from(*wall));
    let solids: Vec<Solid> = yard
        .obstacles
        .iter()
        .cloned()
        .chain(walls)
        .filter_map(|shape| Solid::new(&shape))
        .collect();
    way.windows(2)
        .flat_map(|leg| solids.iter().map(|solid| solid.distance(leg[0], leg[1])))
        .fold(f64::INFINITY, f64::min)
}

/// A polygon, a wall or a point, with a rounding.
struct Solid {
    core: ConvexPolygon,
    rounding: f64,
}

impl Solid {
    fn new(shape: &Shape) -> Option<Self> {
        let (corners, rounding) = match shape {
            Shape::Circle(circle) => (vec![circle.center()], circle.radius()),
            Shape::Segment(wall) => (vec![wall.start(), wall.end()], 0.0),
            Shape::Capsule(capsule) => (
                vec![capsule.segment().start(), capsule.segment().end()],
                capsule.radius(),
            ),
            Shape::Polygon(polygon) => (polygon.vertices().to_vec(), 0.0),
        };
        Some(Self {
            core: ConvexPolygon::new(corners.into_iter().map(|corner| corner.as_dvec2()))?,
            rounding: f64::from(rounding),
        })
    }

    fn distance(&self, from: Vec2, to: Vec2) -> f64 {
        let (from, to) = (from.as_dvec2(), to.as_dvec2());
        let distance = match self.core.corners() {
            [center] => point_to_segment(*center, from, to),
            _ => self.core.least_signed_distance(from, to),
        };
        distance - self.rounding
    }
}

#[cfg(test)]
mod tests {
    use glam::vec2;
    use sidestep::geometry::{Circle, ConvexPolygon, Segment};

    use super::*;
    use crate::bench::yard::YardKind;

    #[test]
    fn the_nearest_place_of_the_whole_way_counts() {
        let obstacles: [Shape; 2] = [
            Circle::new(vec2(2.0, 2.0), 0.5).expect("a disc").into(),
            ConvexPolygon::rectangle(vec2(-2.0, 2.0), vec2(1.0, 1.0), 0.0)
                .expect("a box")
                .into(),
        ];
        let yard = Yard {
            kind: YardKind::Mixed,
            walls: vec![Segment::new(vec2(-9.0, -3.0), vec2(9.0, -3.0)).expect("a wall")],
            obstacles: obstacles.to_vec(),
            start: Vec2::ZERO,
            goal: Vec2::ZERO,
        };
        for (way, expected) in [
            (vec![vec2(-5.0, 0.0), vec2(5.0, 0.0)], 1.5),
            (vec![vec2(0.0, 0.0), vec2(2.0, 0.5), vec2(4.0, 0.0)], 1.0),
            (vec![vec2(0.0, 0.0), vec2(0.0, -2.75)], 0.25),
            (vec![vec2(0.0, -1.0), vec2(0.0, -5.0)], 0.0),
            (vec![vec2(0.0, 2.0), vec2(4.0, 2.0)], -0.5),
            (vec![vec2(-4.0, 1.75), vec2(0.0, 1.75)], -0.25),
        ] {
            let found = clearance(&yard, &way);
            assert!((found - expected).abs() < 1e-6, "{way:?}: {found}");
        }
    }
}
