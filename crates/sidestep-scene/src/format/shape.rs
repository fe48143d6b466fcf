//! Points, directions, regions and lines of a scene file.

use std::borrow::Cow;

use glam::Vec2;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};

use super::number::{Coordinate, OutOfRange, VelocityComponent};
use super::serial::Pair;

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
    pub(super) fn to(self, other: Self) -> [f64; 2] {
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

/// Most corners of a polygon. A circle needs fewer to look round.
pub const MOST_CORNERS: usize = 1000;

/// Points nearer to each other than this (m) count as the same.
pub(super) const SHORTEST_EDGE: f64 = 1e-4;

pub(super) fn length([x, y]: [f64; 2]) -> f64 {
    (x * x + y * y).sqrt()
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
