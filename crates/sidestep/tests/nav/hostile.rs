//! Geometry that libraries panic at.

use proptest::prelude::*;
use sidestep::Vec2;
use sidestep::geometry::{Capsule, Circle, ConvexPolygon, Segment, Shape};
use sidestep::nav::{Blocked, NavMesh, WalkableArea};

use super::areas::{area, circle, rectangle, wall, with};
use crate::common::shapes::cases;

fn ask_everything(mesh: &NavMesh, places: &[Vec2]) {
    let mut found = Vec::new();
    for &from in places {
        mesh.boundary_near(from, 3.0, &mut found);
        let _ = (mesh.contains(from), mesh.nearest(from, 1.0));
        for &to in places {
            let _ = mesh.is_straight(from, to);
            if let Some(path) = mesh.path(from, to) {
                assert!(path.length.is_finite());
                assert!(path.positions().all(Vec2::is_finite));
            }
        }
    }
}

#[test]
fn shapes_that_repeat_touch_and_leave_the_area_are_no_trouble() {
    let mut blocked = vec![
        wall((1.0, 1.0), (1.0, 1.0)),
        wall((-50.0, 3.0), (50.0, 3.0)),
        wall((-50.0, 3.0), (50.0, 3.0)),
        circle((100.0, 100.0), 5.0),
        circle((1e9, -1e9), 1e9),
        rectangle((-5.0, -5.0), (4.0, 4.0), 0.0),
        rectangle((-1.0, -5.0), (4.0, 4.0), 0.0),
        rectangle((-5.0, -5.0), (4.0, 4.0), std::f32::consts::FRAC_PI_2),
    ];
    for index in 0..40 {
        blocked.push(circle((index as f32 * 1e-5, -8.0), 0.3));
        blocked.push(wall((5.0, index as f32 * 1e-6), (9.0, 0.0)));
    }
    let mesh = NavMesh::bake(&with(area(10.0), blocked), 0.4).expect("mesh");
    assert!(mesh.polygon_count() > 10);
    ask_everything(
        &mesh,
        &[
            Vec2::ZERO,
            Vec2::new(9.0, 9.0),
            Vec2::new(-5.0, -5.0),
            Vec2::splat(1e12),
        ],
    );
}

#[test]
fn far_from_the_origin_paths_are_as_exact_as_coordinates() {
    for far in [1e3f32, 1e5, 1e6] {
        let center = Vec2::splat(far);
        let mut yard = WalkableArea::new(center - 100.0, center + 100.0).expect("area");
        let block = ConvexPolygon::rectangle(center, Vec2::splat(50.0), 0.0).expect("box");
        yard.block(Blocked::new(block, Vec2::ZERO).expect("blocked"));
        let mesh = NavMesh::bake(&yard, 1.0).expect("mesh");
        let (from, to) = (
            center - Vec2::new(80.0, -10.0),
            center + Vec2::new(80.0, 10.0),
        );
        let path = mesh.path(from, to).expect("path");
        let shortest = 2.0 * Vec2::new(54.0, 16.0).length() + 52.0;
        assert!(
            (path.length - shortest).abs() < 2.0,
            "{far}: {} {shortest}",
            path.length
        );
    }
}

#[test]
fn a_gap_of_the_width_of_the_disc_is_open_or_closed_but_never_breaks() {
    for nudge in [-1e-3f32, -1e-6, 0.0, 1e-6, 1e-5, 1e-4, 1e-3] {
        let gap = 0.6 + nudge;
        let walls = [
            wall((0.0, -10.0), (0.0, -gap / 2.0)),
            wall((0.0, gap / 2.0), (0.0, 10.0)),
        ];
        let mesh = NavMesh::bake(&with(area(10.0), walls), 0.3).expect("mesh");
        let path = mesh.path(Vec2::new(-5.0, 0.0), Vec2::new(5.0, 0.0));
        if nudge.abs() >= 1e-4 {
            assert_eq!(path.is_some(), nudge > 0.0, "gap of {gap} m");
        }
    }
}

/// Numbers that meet each other: on a coarse grid, a hair off it, or far out.
fn number() -> impl Strategy<Value = f32> {
    prop_oneof![
        4 => (-8i32..8).prop_map(|it| it as f32 * 0.5),
        2 => (-8i32..8, -3i32..3).prop_map(|(it, hair)| it as f32 * 0.5 + hair as f32 * 1e-6),
        2 => -5.0f32..5.0,
        1 => prop_oneof![Just(1e6f32), Just(-1e6), Just(1e12), Just(-1e12), Just(1e-30), Just(5e-8)],
    ]
}

fn place() -> impl Strategy<Value = Vec2> {
    (number(), number()).prop_map(Vec2::from)
}

/// A shape, or none if its numbers make none.
fn hostile_shape() -> impl Strategy<Value = Option<Shape>> {
    prop_oneof![
        (place(), number()).prop_map(|(it, radius)| Circle::new(it, radius).ok().map(Shape::from)),
        (place(), place()).prop_map(|(a, b)| Segment::new(a, b).ok().map(Shape::from)),
        (place(), place(), number())
            .prop_map(|(a, b, radius)| Capsule::new(a, b, radius).ok().map(Shape::from)),
        prop::collection::vec(place(), 3..6)
            .prop_map(|corners| ConvexPolygon::new(corners).ok().map(Shape::from)),
        (place(), place(), number()).prop_map(|(center, size, angle)| {
            let polygon = ConvexPolygon::rectangle(center, size.abs(), angle);
            polygon.ok().map(Shape::from)
        }),
    ]
}

proptest! {
    #![proptest_config(cases(200))]

    #[test]
    fn no_geometry_makes_it_panic(
        shapes in prop::collection::vec((hostile_shape(), place()), 0..35),
        corner in place(),
        size in prop_oneof![Just(5.0f32), Just(0.001), Just(1e7), 1.0f32..20.0],
        radius in prop_oneof![Just(0.25f32), Just(0.5), Just(1e-7), Just(1e6), 0.01f32..2.0],
        places in prop::collection::vec(place(), 5),
    ) {
        let Ok(mut area) = WalkableArea::new(corner, corner + size) else {
            return Ok(());
        };
        for (shape, offset) in shapes {
            if let Some(shape) = shape
                && let Ok(blocked) = Blocked::new(shape, offset)
            {
                area.block(blocked);
            }
        }
        let mesh = NavMesh::bake(&area, radius).expect("outlines never cross");
        ask_everything(&mesh, &places);
    }
}
