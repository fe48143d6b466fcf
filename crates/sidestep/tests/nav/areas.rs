//! Areas to test with, and checks of paths that know nothing of the mesh.

use sidestep::Vec2;
use sidestep::geometry::{Bounds, Capsule, Circle, ConvexPolygon, Segment, Shape};
use sidestep::nav::{Blocked, NavMesh, NavPath, WalkableArea};

pub fn area(half: f32) -> WalkableArea {
    WalkableArea::new(Vec2::splat(-half), Vec2::splat(half)).expect("area")
}

pub fn wall(from: (f32, f32), to: (f32, f32)) -> Blocked {
    let segment = Segment::new(from.into(), to.into()).expect("wall");
    Blocked::new(segment, Vec2::ZERO).expect("blocked")
}

pub fn circle(center: (f32, f32), radius: f32) -> Blocked {
    let circle = Circle::new(Vec2::ZERO, radius).expect("circle");
    Blocked::new(circle, center.into()).expect("blocked")
}

pub fn capsule(from: (f32, f32), to: (f32, f32), radius: f32) -> Blocked {
    let capsule = Capsule::new(from.into(), to.into(), radius).expect("capsule");
    Blocked::new(capsule, Vec2::ZERO).expect("blocked")
}

pub fn rectangle(center: (f32, f32), size: (f32, f32), angle: f32) -> Blocked {
    let polygon = ConvexPolygon::rectangle(Vec2::ZERO, size.into(), angle).expect("box");
    Blocked::new(polygon, center.into()).expect("blocked")
}

pub fn with(mut area: WalkableArea, blocked: impl IntoIterator<Item = Blocked>) -> WalkableArea {
    for it in blocked {
        area.block(it);
    }
    area
}

/// Two rooms, 10 m each, and a wall between them with a door 1 m wide in its middle.
pub fn rooms_with_door() -> WalkableArea {
    with(
        area(10.0),
        [
            wall((0.0, -10.0), (0.0, -0.5)),
            wall((0.0, 0.5), (0.0, 10.0)),
        ],
    )
}

/// The path with its start.
pub fn points(path: &NavPath) -> Vec<Vec2> {
    std::iter::once(path.start.position)
        .chain(path.positions())
        .collect()
}

/// The smallest distance from a path to a shape, by looking at places a centimetre apart (m).
pub fn clearance(path: &NavPath, shape: &Shape, offset: Vec2) -> f32 {
    let points = points(path);
    let mut smallest = f32::INFINITY;
    for leg in points.windows(2) {
        let count = (leg[0].distance(leg[1]) / 0.01).ceil().max(1.0);
        for index in 0..=count as u32 {
            let place = leg[0].lerp(leg[1], index as f32 / count);
            smallest = smallest.min(shape.hull(offset).surface(place).distance);
        }
    }
    smallest
}

/// Checks everything that must hold for any path, from its positions and the shapes alone.
pub fn check_path(path: &NavPath, mesh: &NavMesh, shapes: &[(Shape, Vec2)], bounds: Bounds) {
    let points = points(path);
    let length: f32 = points.windows(2).map(|leg| leg[0].distance(leg[1])).sum();
    assert!(
        (length - path.length).abs() <= 1e-4 * (1.0 + length),
        "{path:?}"
    );
    assert_eq!(path.corners.last(), Some(&path.goal));
    let straight = path.start.position.distance(path.goal.position);
    assert!(
        path.length >= straight - 1e-4 * (1.0 + straight),
        "{path:?}"
    );
    for leg in points.windows(2) {
        assert!(mesh.is_straight(leg[0], leg[1]), "{leg:?} of {path:?}");
        assert!(mesh.contains(leg[1]), "{leg:?} of {path:?}");
    }
    for (shape, offset) in shapes {
        let clearance = clearance(path, shape, *offset);
        assert!(
            clearance >= mesh.radius() - 1e-4,
            "{clearance} m from {shape:?} at {offset} on {path:?}"
        );
    }
    for point in points {
        let inner = bounds.grown(1e-4 - mesh.radius());
        assert!(inner.contains(point), "{point} leaves {bounds:?}");
    }
}
