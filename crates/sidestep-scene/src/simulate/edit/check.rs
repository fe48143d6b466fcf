//! What may be inserted: the same as a scene file may hold, and no more than one hand can make.

use glam::Vec2;

use super::error::{EditError, LARGEST_SHAPE};
use crate::format::number::{Distance, Length};
use crate::format::{Circle, ConvexPolygon, Point, Polyline};
use crate::recording::{Outline, WallSetting};

/// Refuses an index that isn't one.
pub(super) fn index(what: &'static str, index: usize, count: usize) -> Result<(), EditError> {
    if index < count {
        return Ok(());
    }
    Err(EditError::NoSuch { what, index, count })
}

/// Refuses one more of what there are too many of.
pub(super) fn room(what: &'static str, count: usize, most: usize) -> Result<(), EditError> {
    if count < most {
        return Ok(());
    }
    Err(EditError::TooMany { what })
}

/// A point as a scene file may hold it (m).
pub(super) fn point(what: &'static str, at: Vec2) -> Result<Point, EditError> {
    Point::new(f64::from(at.x), f64::from(at.y))
        .map_err(|source| EditError::Number { what, source })
}

/// The same point again, if a scene file may hold it (m).
pub(super) fn place(what: &'static str, at: Vec2) -> Result<Vec2, EditError> {
    Ok(point(what, at)?.single())
}

/// An outline as a scene file may hold it, counter-clockwise.
pub(super) fn outline(outline: &Outline) -> Result<Outline, EditError> {
    let checked = match outline {
        Outline::Circle { center, radius } => {
            let circle = circle(*center, *radius)?;
            Outline::Circle {
                center: circle.center.single(),
                radius: circle.radius.single(),
            }
        }
        Outline::Polygon { points } => Outline::Polygon {
            points: (polygon(points)?.corners().iter())
                .map(|corner| corner.single())
                .collect(),
        },
    };
    let size = match &checked {
        Outline::Circle { radius, .. } => 2.0 * f64::from(*radius),
        Outline::Polygon { points } => {
            let around = points
                .iter()
                .fold([Vec2::INFINITY, Vec2::NEG_INFINITY], |[min, max], point| {
                    [min.min(*point), max.max(*point)]
                });
            f64::from((around[1] - around[0]).max_element())
        }
    };
    if size >= LARGEST_SHAPE {
        return Err(EditError::TooLarge {
            what: "the obstacle",
            size,
        });
    }
    Ok(checked)
}

/// A disc as a scene file may hold it.
pub(super) fn circle(center: Vec2, radius: f32) -> Result<Circle, EditError> {
    let radius = Length::new(f64::from(radius)).map_err(|source| EditError::Number {
        what: "the obstacle's radius",
        source,
    })?;
    let center = point("a coordinate of the obstacle's centre", center)?;
    Ok(Circle { center, radius })
}

/// A polygon as a scene file may hold it.
pub(super) fn polygon(points: &[Vec2]) -> Result<ConvexPolygon, EditError> {
    let corners: Result<Vec<Point>, EditError> = (points.iter())
        .map(|corner| point("a coordinate of the obstacle's corners", *corner))
        .collect();
    ConvexPolygon::try_from(corners?).map_err(|source| EditError::Shape {
        what: "the obstacle",
        source,
    })
}

/// A wall as a scene file may hold it.
pub(super) fn wall(ends: [Vec2; 2], thickness: f32) -> Result<WallSetting, EditError> {
    let thickness = Distance::new(f64::from(thickness)).map_err(|source| EditError::Number {
        what: "the wall's thickness",
        source,
    })?;
    let line = line(ends)?;
    let [from, to] = ends;
    let size = f64::from(from.distance(to)).max(thickness.get());
    if size >= LARGEST_SHAPE {
        return Err(EditError::TooLarge {
            what: "the wall",
            size,
        });
    }
    let ends: Vec<Vec2> = line.points().iter().map(|point| point.single()).collect();
    Ok(WallSetting {
        ends: [ends[0], ends[1]],
        thickness: thickness.single(),
    })
}

/// The middle line of a wall as a scene file may hold it.
pub(super) fn line(ends: [Vec2; 2]) -> Result<Polyline, EditError> {
    let points: Result<Vec<Point>, EditError> = (ends.into_iter())
        .map(|end| point("a coordinate of the wall's ends", end))
        .collect();
    Polyline::try_from(points?).map_err(|source| EditError::Shape {
        what: "the wall",
        source,
    })
}
