//! Convex polygons of a scene file.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};

use super::shape::{MOST_CORNERS, Point, SHORTEST_EDGE, ShapeError, length};

/// A convex polygon. Corners may be given clockwise or counter-clockwise; they are kept
/// counter-clockwise.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Vec<Point>", into = "Vec<Point>")]
pub struct ConvexPolygon(Vec<Point>);

/// Sine of the smallest turn at a corner.
const SMALLEST_TURN: f64 = 1e-6;

impl ConvexPolygon {
    /// The corners, counter-clockwise.
    pub fn corners(&self) -> &[Point] {
        &self.0
    }
}

impl TryFrom<Vec<Point>> for ConvexPolygon {
    type Error = ShapeError;

    fn try_from(mut corners: Vec<Point>) -> Result<Self, ShapeError> {
        let count = corners.len();
        if count < 3 {
            return Err(ShapeError::TooFewPoints {
                what: "a polygon",
                least: 3,
                found: count,
            });
        }
        if count > MOST_CORNERS {
            return Err(ShapeError::TooManyCorners { found: count });
        }
        let edges: Vec<[f64; 2]> = (0..count)
            .map(|index| corners[index].to(corners[(index + 1) % count]))
            .collect();
        if let Some(first) = edges.iter().position(|edge| length(*edge) < SHORTEST_EDGE) {
            let second = (first + 1) % count;
            return Err(ShapeError::SamePoint { first, second });
        }
        // The turn at corner `index` is that from the edge before it to the edge after it.
        let turns: Vec<f64> = (0..count)
            .map(|index| sine_of_turn(edges[(index + count - 1) % count], edges[index]))
            .collect();
        if let Some(corner) = turns.iter().position(|turn| turn.abs() < SMALLEST_TURN) {
            return Err(ShapeError::CornerOnLine { corner });
        }
        let left = turns.iter().filter(|turn| **turn > 0.0).count();
        if left != 0 && left != count {
            let minority_is_left = left * 2 < count;
            let corner = turns
                .iter()
                .position(|turn| (*turn > 0.0) == minority_is_left)
                .unwrap_or_default();
            return Err(ShapeError::NotConvex { corner });
        }
        if turns_from_left_to_right(&edges) != 2 {
            return Err(ShapeError::CrossesItself);
        }
        if left == 0 {
            corners.reverse();
        }
        Ok(Self(corners))
    }
}

impl From<ConvexPolygon> for Vec<Point> {
    fn from(polygon: ConvexPolygon) -> Self {
        polygon.0
    }
}

/// How often a walk along the edges changes between going right and going left. An outline that
/// turns to one side only goes round once exactly when this is 2; a star gives 4 or more.
fn turns_from_left_to_right(edges: &[[f64; 2]]) -> usize {
    let sides: Vec<bool> = edges
        .iter()
        .filter(|edge| edge[0] != 0.0)
        .map(|edge| edge[0] > 0.0)
        .collect();
    (0..sides.len())
        .filter(|&index| sides[index] != sides[(index + 1) % sides.len()])
        .count()
}

fn sine_of_turn(before: [f64; 2], after: [f64; 2]) -> f64 {
    (before[0] * after[1] - before[1] * after[0]) / (length(before) * length(after))
}

impl JsonSchema for ConvexPolygon {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "ConvexPolygon".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let point = Point::json_schema(generator);
        json_schema!({
            "type": "array", "items": point, "minItems": 3, "maxItems": MOST_CORNERS
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn polygon(corners: &[[f64; 2]]) -> Result<ConvexPolygon, ShapeError> {
        let points: Result<Vec<Point>, _> =
            corners.iter().map(|[x, y]| Point::new(*x, *y)).collect();
        ConvexPolygon::try_from(points.expect("coordinates in range"))
    }

    #[test]
    fn corners_come_out_counter_clockwise_whichever_way_they_went_in() {
        let counter_clockwise = polygon(&[[0.0, 0.0], [2.0, 0.0], [1.0, 2.0]]);
        let clockwise = polygon(&[[1.0, 2.0], [2.0, 0.0], [0.0, 0.0]]);
        assert!(counter_clockwise.is_ok());
        assert_eq!(counter_clockwise, clockwise);
    }

    #[test]
    fn what_is_no_convex_polygon_is_refused_with_its_reason() {
        use ShapeError::*;
        let too_few = |found| TooFewPoints {
            what: "a polygon",
            least: 3,
            found,
        };
        assert_eq!(polygon(&[]), Err(too_few(0)));
        assert_eq!(polygon(&[[0.0, 0.0], [1.0, 0.0]]), Err(too_few(2)));
        let line = [[0.0, 0.0], [1.0, 1.0], [3.0, 3.0]];
        assert_eq!(polygon(&line), Err(CornerOnLine { corner: 0 }));
        let double = [[0.0, 0.0], [1.0, 0.0], [1.0, 0.0], [0.0, 1.0]];
        let same = SamePoint {
            first: 1,
            second: 2,
        };
        assert_eq!(polygon(&double), Err(same));
        let dart = [[0.0, 0.0], [4.0, 0.0], [1.0, 1.0], [0.0, 4.0]];
        assert_eq!(polygon(&dart), Err(NotConvex { corner: 2 }));
    }

    #[test]
    fn a_star_turns_to_one_side_only_and_is_still_refused() {
        let corner = |index: usize| {
            let angle = index as f64 * 2.0 * std::f64::consts::TAU / 5.0;
            [angle.cos(), angle.sin()]
        };
        let star: Vec<[f64; 2]> = (0..5).map(corner).collect();
        assert_eq!(polygon(&star), Err(ShapeError::CrossesItself));
    }
}
