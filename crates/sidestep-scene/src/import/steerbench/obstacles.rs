//! Obstacles of every kind.

use glam::DVec2;

use super::element::Element;
use super::test_case::{Doorway, Obstacle, ObstacleRegion, OrientedBox};
use crate::import::Fault;
use crate::import::convex_parts::{OutlineError, convex_parts};

/// Elements that are obstacles in fixed places.
pub(super) const OBSTACLE_ELEMENTS: [&str; 5] = [
    "obstacle",
    "circleObstacle",
    "orientedBoxObstacle",
    "orientedWallObstacle",
    "polygonObstacle",
];

/// Half the width of a door where the file has none (m).
const USUAL_DOOR_RADIUS: f64 = 1.0;

/// Reads one of [`OBSTACLE_ELEMENTS`].
pub(super) fn read_obstacle(element: Element) -> Result<Obstacle, Fault> {
    match element.name() {
        "circleObstacle" => read_circle(element),
        "orientedBoxObstacle" => {
            element.only(&["position", "size", "thetaY"])?;
            read_oriented_box(element).map(Obstacle::OrientedBox)
        }
        "orientedWallObstacle" => read_wall(element),
        "polygonObstacle" => read_polygon(element),
        _ => element.bounds().map(Obstacle::Box),
    }
}

fn read_circle(element: Element) -> Result<Obstacle, Fault> {
    element.only(&["radius", "height", "position"])?;
    Ok(Obstacle::Circle {
        center: element.required("position")?.point()?,
        radius: element.required("radius")?.length()?,
        height: element
            .optional("height")?
            .map_or(Ok(0.0), Element::distance)?,
    })
}

fn read_oriented_box(element: Element) -> Result<OrientedBox, Fault> {
    let size_element = element.required("size")?;
    let size = size_element.point()?;
    if size.min_element() < 0.0 {
        return Err(size_element.fault(
            "a length is below zero",
            "write the full lengths of the box",
        ));
    }
    Ok(OrientedBox {
        center: element.required("position")?.point()?,
        size,
        theta_y: element.required("thetaY")?.number()?,
    })
}

fn read_wall(element: Element) -> Result<Obstacle, Fault> {
    element.only(&["position", "size", "thetaY", "doorway"])?;
    let wall = read_oriented_box(element)?;
    if wall.theta_y != 0.0 {
        return Err(element.required("thetaY")?.fault(
            "an `orientedWallObstacle` can't be turned",
            "set `thetaY` to 0, or make the wall of two `orientedBoxObstacle`",
        ));
    }
    let doorway = element.optional("doorway")?.map(read_doorway).transpose()?;
    Ok(Obstacle::OrientedWall { wall, doorway })
}

fn read_doorway(doorway: Element) -> Result<Doorway, Fault> {
    doorway.only(&["value", "random", "doorRadius"])?;
    let value = doorway.optional("value")?;
    // Chance may be asked for beside `value` or, as with coordinates, within it.
    let random_value = |value: Element| {
        value
            .optional("random")
            .map(|random| random.is_some_and(Element::is_true))
    };
    let random = doorway.optional("random")?.is_some_and(Element::is_true)
        || value.map_or(Ok(false), random_value)?;
    let offset = if random {
        None
    } else {
        Some(doorway.required("value")?.coordinate()?)
    };
    let radius = doorway
        .optional("doorRadius")?
        .map_or(Ok(USUAL_DOOR_RADIUS), Element::distance)?;
    Ok(Doorway { offset, radius })
}

fn read_polygon(element: Element) -> Result<Obstacle, Fault> {
    element.only(&["vertex"])?;
    let vertices = element
        .children()
        .map(Element::point)
        .collect::<Result<Vec<_>, _>>()?;
    let outline: Vec<DVec2> = vertices
        .iter()
        .map(|vertex| DVec2::new(vertex.x, vertex.z))
        .collect();
    let parts = convex_parts(&outline).map_err(|error| {
        let mend = match error {
            OutlineError::NoArea => "list at least three corners that aren't on one line",
            OutlineError::TooManyCorners(_) => "split it into several polygons",
            OutlineError::TooManyCrossings => "list the corners in the order of a walk round it",
        };
        element.fault(error.to_string(), mend)
    })?;
    Ok(Obstacle::Polygon { vertices, parts })
}

/// Reads an `obstacleRegion` of at most `most` obstacles.
pub(super) fn read_obstacle_region(element: Element, most: u32) -> Result<ObstacleRegion, Fault> {
    element.only(&[
        "numObstacles",
        "obstacleSize",
        "obstacleHeight",
        "regionBounds",
    ])?;
    Ok(ObstacleRegion {
        count: element.required("numObstacles")?.count(most)?,
        size: element.required("obstacleSize")?.length()?,
        height: element
            .optional("obstacleHeight")?
            .map_or(Ok(0.0), Element::distance)?,
        bounds: element.required("regionBounds")?.bounds()?,
    })
}
