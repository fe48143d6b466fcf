//! Points, directions, regions and lines of a scene file.

use std::borrow::Cow;

use glam::Vec2;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};

use super::number::{Coordinate, OutOfRange, VelocityComponent};
use super::pair::Pair;

/// A point or an offset (m), written `[x, y]`: x to the right, y up.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(from = "Pair<Coordinate>", into = "[Coordinate; 2]")]
pub struct Point {
    x: Coordinate,
    y: Coordinate,
}

impl Point {
    /// Checks both coordinates.
    ///
    /// # Errors
    /// [`OutOfRange`] when one isn't finite or is further than 1,000 km from the origin.
    pub fn new(x: f64, y: f64) -> Result<Self, OutOfRange> {
        Ok(Self {
            x: Coordinate::new(x)?,
            y: Coordinate::new(y)?,
        })
    }

    /// Coordinate to the right (m).
    pub fn x(self) -> f64 {
        self.x.get()
    }

    /// Coordinate upwards (m).
    pub fn y(self) -> f64 {
        self.y.get()
    }

    /// The point in the precision that the simulation works in.
    pub fn single(self) -> Vec2 {
        Vec2::new(self.x.single(), self.y.single())
    }

    /// The way from here to `other`, as `[x, y]`.
    fn to(self, other: Self) -> [f64; 2] {
        [other.x() - self.x(), other.y() - self.y()]
    }
}

impl From<Pair<Coordinate>> for Point {
    fn from(Pair([x, y]): Pair<Coordinate>) -> Self {
        Self { x, y }
    }
}

impl From<Point> for [Coordinate; 2] {
    fn from(point: Point) -> Self {
        [point.x, point.y]
    }
}

/// A velocity (m/s), written `[x, y]`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(from = "Pair<VelocityComponent>", into = "[VelocityComponent; 2]")]
pub struct Velocity {
    x: VelocityComponent,
    y: VelocityComponent,
}

impl Velocity {
    /// Checks both components.
    ///
    /// # Errors
    /// [`OutOfRange`] when one isn't finite or is beyond 10 km/s.
    pub fn new(x: f64, y: f64) -> Result<Self, OutOfRange> {
        Ok(Self {
            x: VelocityComponent::new(x)?,
            y: VelocityComponent::new(y)?,
        })
    }

    /// The velocity in the precision that the simulation works in.
    pub fn single(self) -> Vec2 {
        Vec2::new(self.x.single(), self.y.single())
    }
}

impl From<Pair<VelocityComponent>> for Velocity {
    fn from(Pair([x, y]): Pair<VelocityComponent>) -> Self {
        Self { x, y }
    }
}

impl From<Velocity> for [VelocityComponent; 2] {
    fn from(velocity: Velocity) -> Self {
        [velocity.x, velocity.y]
    }
}

/// A direction, written `[x, y]`. Its length doesn't matter but can't be zero.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Point", into = "Point")]
pub struct Direction(Point);

impl Direction {
    /// The direction with length 1.
    pub fn unit(self) -> Vec2 {
        let (x, y) = (self.0.x(), self.0.y());
        let length = (x * x + y * y).sqrt();
        Vec2::new((x / length) as f32, (y / length) as f32)
    }
}

impl TryFrom<Point> for Direction {
    type Error = ShapeError;
    fn try_from(point: Point) -> Result<Self, ShapeError> {
        if point.x().abs().max(point.y().abs()) < 1e-9 {
            return Err(ShapeError::NoDirection);
        }
        Ok(Self(point))
    }
}

impl From<Direction> for Point {
    fn from(direction: Direction) -> Self {
        direction.0
    }
}

/// A box along the axes, written `{ min = [x, y], max = [x, y] }`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "RegionTable", into = "RegionTable")]
#[schemars(with = "RegionTable")]
pub struct Region {
    min: Point,
    max: Point,
}

/// A box along the axes.
#[derive(Clone, Copy, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Region")]
struct RegionTable {
    /// Lower left corner (m).
    min: Point,
    /// Upper right corner (m); above `min` in both coordinates.
    max: Point,
}

impl Region {
    /// Makes a box.
    ///
    /// # Errors
    /// [`ShapeError::EmptyRegion`] unless `min` is below `max` in both coordinates.
    pub fn new(min: Point, max: Point) -> Result<Self, ShapeError> {
        if min.x() < max.x() && min.y() < max.y() {
            Ok(Self { min, max })
        } else {
            Err(ShapeError::EmptyRegion)
        }
    }

    /// Lower left corner.
    pub fn min(self) -> Point {
        self.min
    }

    /// Upper right corner.
    pub fn max(self) -> Point {
        self.max
    }
}

impl TryFrom<RegionTable> for Region {
    type Error = ShapeError;
    fn try_from(table: RegionTable) -> Result<Self, ShapeError> {
        Self::new(table.min, table.max)
    }
}

impl From<Region> for RegionTable {
    fn from(region: Region) -> Self {
        Self {
            min: region.min,
            max: region.max,
        }
    }
}

/// At least two points, joined by straight lines.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Vec<Point>", into = "Vec<Point>")]
pub struct Polyline(Vec<Point>);

impl Polyline {
    /// The points, in order.
    pub fn points(&self) -> &[Point] {
        &self.0
    }
}

impl TryFrom<Vec<Point>> for Polyline {
    type Error = ShapeError;
    fn try_from(points: Vec<Point>) -> Result<Self, ShapeError> {
        if points.len() < 2 {
            return Err(ShapeError::TooFewPoints {
                what: "a line",
                least: 2,
                found: points.len(),
            });
        }
        for (index, pair) in points.windows(2).enumerate() {
            if length(pair[0].to(pair[1])) < SHORTEST_EDGE {
                return Err(ShapeError::SamePoint {
                    first: index,
                    second: index + 1,
                });
            }
        }
        Ok(Self(points))
    }
}

impl From<Polyline> for Vec<Point> {
    fn from(line: Polyline) -> Self {
        line.0
    }
}

/// A convex polygon. Corners may be given clockwise or counter-clockwise; they are kept
/// counter-clockwise.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Vec<Point>", into = "Vec<Point>")]
pub struct ConvexPolygon(Vec<Point>);

/// Most corners of a polygon. A circle needs fewer to look round.
pub const MOST_CORNERS: usize = 1000;
/// Corners nearer than this (m) count as the same point.
const SHORTEST_EDGE: f64 = 1e-4;
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

fn length([x, y]: [f64; 2]) -> f64 {
    (x * x + y * y).sqrt()
}

fn sine_of_turn(before: [f64; 2], after: [f64; 2]) -> f64 {
    (before[0] * after[1] - before[1] * after[0]) / (length(before) * length(after))
}

/// Points that don't make the shape they should.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ShapeError {
    /// A direction without length.
    #[error("a direction must not be [0, 0]; give the way to go, such as [1, 0]")]
    NoDirection,
    /// A region without area.
    #[error("`min` must be below `max` in both coordinates; swap them or enlarge the region")]
    EmptyRegion,
    /// Not enough points.
    #[error("{what} needs at least {least} points, but has {found}")]
    TooFewPoints {
        /// What the points should make.
        what: &'static str,
        /// How many it needs.
        least: usize,
        /// How many there are.
        found: usize,
    },
    /// More corners than [`MOST_CORNERS`].
    #[error(
        "a polygon may have at most {MOST_CORNERS} corners, but has {found}; split it into several"
    )]
    TooManyCorners {
        /// How many there are.
        found: usize,
    },
    /// Two neighbouring points are the same.
    #[error(
        "points {first} and {second} (counted from 0) are less than 0.1 mm apart; remove one of them"
    )]
    SamePoint {
        /// Index of the first one.
        first: usize,
        /// Index of the second one.
        second: usize,
    },
    /// A corner is none.
    #[error(
        "point {corner} (counted from 0) lies on one line with its neighbours; remove it, or move it \
         so that the polygon has an area"
    )]
    CornerOnLine {
        /// Index of the corner.
        corner: usize,
    },
    /// The outline bends inwards.
    #[error(
        "the polygon is not convex: it bends inwards at point {corner} (counted from 0); split it \
         into convex parts"
    )]
    NotConvex {
        /// Index of the corner.
        corner: usize,
    },
    /// The outline goes round more than once.
    #[error(
        "the outline crosses itself; list the corners in the order of a walk round the polygon"
    )]
    CrossesItself,
}

macro_rules! array_schema {
    ($name:ident, $schema:expr) => {
        impl JsonSchema for $name {
            fn inline_schema() -> bool {
                true
            }

            fn schema_name() -> Cow<'static, str> {
                stringify!($name).into()
            }

            fn json_schema(generator: &mut SchemaGenerator) -> Schema {
                let schema: fn(&mut SchemaGenerator) -> Schema = $schema;
                schema(generator)
            }
        }
    };
}

array_schema!(Point, <[Coordinate; 2]>::json_schema);
array_schema!(Velocity, <[VelocityComponent; 2]>::json_schema);
array_schema!(Direction, <[Coordinate; 2]>::json_schema);
array_schema!(Polyline, |generator| {
    let point = Point::json_schema(generator);
    json_schema!({ "type": "array", "items": point, "minItems": 2 })
});
array_schema!(ConvexPolygon, |generator| {
    let point = Point::json_schema(generator);
    json_schema!({
        "type": "array", "items": point, "minItems": 3, "maxItems": MOST_CORNERS
    })
});

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
