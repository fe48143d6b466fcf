//! Obstacles with a given place.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::agents::Floor;
use super::error::Misfit;
use super::number::{Angle, Length, Seconds, Speed};
use super::polygon::ConvexPolygon;
use super::serial::is_false;
use super::shape::{Point, Polyline, Velocity};

/// An obstacle. Needs exactly one of `circle`, `polygon` and `box`.
///
/// It may be there for a while only, and it may move: steadily by `velocity`, or along `path`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Obstacle {
    /// A disc.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub circle: Option<Circle>,
    /// A convex polygon.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub polygon: Option<Polygon>,
    /// A box, which may be turned.
    #[serde(rename = "box", skip_serializing_if = "Option::is_none")]
    pub turned_box: Option<TurnedBox>,
    /// Whether it is temporary (a crate, to be walked round) instead of part of the level.
    #[serde(skip_serializing_if = "is_false")]
    pub temporary: bool,
    /// On a level: heights between which it stands (m). When absent, it stands on all floors.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub floor: Option<Floor>,
    /// When it appears (s). Absent: it is there from the start.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub appear: Option<Seconds>,
    /// When it vanishes (s); after `appear`. Absent: it stays.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub vanish: Option<Seconds>,
    /// Steady velocity (m/s) from the time it appears. Excludes `path`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub velocity: Option<Velocity>,
    /// Points (m) that its centre moves along at `speed`, from the time it appears. It is moved to
    /// the first one at the start.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path: Option<Polyline>,
    /// Speed along `path` (m/s).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub speed: Option<Speed>,
    /// Whether `path` leads back to its start and round again. If not, the obstacle stops at the
    /// end.
    #[serde(skip_serializing_if = "is_false")]
    pub closed: bool,
}

/// A disc.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Circle {
    /// Centre (m).
    pub center: Point,
    /// Radius (m).
    pub radius: Length,
}

/// A convex polygon.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Polygon {
    /// Corners (m) in the order of a walk round it, either way round.
    pub points: ConvexPolygon,
}

/// A box, which may be turned about its centre.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TurnedBox {
    /// Centre (m).
    pub center: Point,
    /// Full width and height (m).
    #[serde(deserialize_with = "super::serial::two")]
    pub size: [Length; 2],
    /// Turn about the centre, counter-clockwise (rad). Absent: 0.
    #[serde(default = "no_turn", skip_serializing_if = "is_no_turn")]
    pub angle: Angle,
}

fn no_turn() -> Angle {
    Angle::clamped(0.0)
}

fn is_no_turn(angle: &Angle) -> bool {
    angle.get() == 0.0
}

impl Obstacle {
    /// A disc that is always there.
    pub fn from_circle(center: Point, radius: Length) -> Self {
        Self {
            circle: Some(Circle { center, radius }),
            ..Self::default()
        }
    }

    /// A convex polygon that is always there.
    pub fn from_polygon(points: ConvexPolygon) -> Self {
        Self {
            polygon: Some(Polygon { points }),
            ..Self::default()
        }
    }

    /// A box that is always there, turned by `angle` about its centre.
    pub fn from_box(center: Point, size: [Length; 2], angle: Angle) -> Self {
        Self {
            turned_box: Some(TurnedBox {
                center,
                size,
                angle,
            }),
            ..Self::default()
        }
    }
}

impl Obstacle {
    /// Checks that the keys fit together.
    pub(crate) fn check(&self) -> Result<(), Misfit> {
        let shapes = [
            self.circle.is_some(),
            self.polygon.is_some(),
            self.turned_box.is_some(),
        ];
        match shapes.iter().filter(|given| **given).count() {
            1 => {}
            0 => {
                return Err(Misfit::whole(
                    "an obstacle needs one of `circle`, `polygon` and `box`; add one",
                ));
            }
            _ => {
                return Err(Misfit::whole(
                    "an obstacle has only one of `circle`, `polygon` and `box`; split it into \
                     several obstacles",
                ));
            }
        }
        if let Some(vanish) = self.vanish
            && self.appear.is_some_and(|appear| vanish <= appear)
        {
            return Err(Misfit::at("vanish", "must be later than `appear`"));
        }
        match (&self.path, self.speed) {
            (Some(_), None) => Err(Misfit::at("path", "a path needs a `speed` (m/s); add it")),
            (Some(_), Some(_)) if self.velocity.is_some() => Err(Misfit::at(
                "velocity",
                "an obstacle moves by `velocity` or along `path`, not both; remove one",
            )),
            (None, Some(_)) => Err(Misfit::at("speed", "only for a `path`; use `velocity`")),
            (None, None) if self.closed => {
                Err(Misfit::at("closed", "only for a `path`; remove it"))
            }
            _ => Ok(()),
        }
    }
}
