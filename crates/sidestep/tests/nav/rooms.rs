//! Small rooms where everybody sees what the answer must be.

use sidestep::Vec2;
use sidestep::geometry::{ConvexPolygon, Shape};
use sidestep::nav::{GroundPoint, NavError, NavMesh, NavMeshes, WalkableArea};
use sidestep::random::Random;

use super::areas::{area, capsule, circle, points, rectangle, rooms_with_door, wall, with};

fn at(x: f32, y: f32) -> Vec2 {
    Vec2::new(x, y)
}

#[test]
fn an_empty_area_is_walked_straight() {
    let mesh = NavMesh::bake(&area(5.0), 0.5).expect("mesh");
    let path = mesh.path(at(-4.0, -4.0), at(4.0, 3.0)).expect("path");
    assert_eq!(path.corners, [GroundPoint::from(at(4.0, 3.0))]);
    assert_eq!(path.length, at(8.0, 7.0).length());
    assert!(!path.goal_moved);
    assert_eq!(mesh.boundary().len(), 4);
}

#[test]
fn a_path_goes_through_the_door_and_round_its_posts() {
    let mesh = NavMesh::bake(&rooms_with_door(), 0.3).expect("mesh");
    let (from, to) = (at(-5.0, 5.0), at(5.0, 5.0));
    let path = mesh.path(from, to).expect("path");
    // Taut round an arc of the radius about the post at (0, 0.5).
    let post = at(0.0, 0.5);
    let tangent = |place: Vec2| (place.distance_squared(post) - 0.09).sqrt();
    let seen = |place: Vec2| libm::acosf(0.3 / place.distance(post));
    let between = 2.0 * libm::atan2f(5.0, 4.5);
    let arc = 0.3 * (std::f32::consts::TAU - between - seen(from) - seen(to));
    let shortest = tangent(from) + tangent(to) + arc;
    assert!(path.length > shortest, "{} {shortest}", path.length);
    assert!(path.length < shortest + 0.01, "{} {shortest}", path.length);
    for corner in path.positions().take(path.corners.len() - 1) {
        let distance = corner.distance(post);
        assert!((0.3..0.302).contains(&distance), "{corner}: {distance}");
    }
    assert!(!mesh.is_straight(from, to));
    assert!(mesh.is_straight(at(-5.0, 0.0), at(5.0, 0.0)));
}

#[test]
fn who_is_too_wide_for_the_door_finds_no_way() {
    for (radius, passes) in [(0.3, true), (0.499, true), (0.501, false), (0.8, false)] {
        let mesh = NavMesh::bake(&rooms_with_door(), radius).expect("mesh");
        let path = mesh.path(at(-5.0, 0.0), at(5.0, 0.0));
        assert_eq!(path.is_some(), passes, "radius {radius}");
        assert_eq!(mesh.island_count(), if passes { 1 } else { 2 });
    }
}

#[test]
fn the_shorter_of_two_ways_is_taken_and_the_other_when_it_is_closed() {
    // A block in the middle; the goal is a little nearer by the way above it.
    let block = rectangle((0.0, 0.0), (4.0, 4.0), 0.0);
    let meshes = NavMeshes::new(with(area(6.0), [block]));
    let (from, to) = (at(-5.0, 0.5), at(5.0, 0.5));
    let above = meshes
        .mesh(0.3)
        .expect("mesh")
        .path(from, to)
        .expect("path");
    assert!(above.positions().all(|corner| corner.y > 0.0));

    let closed = meshes.with_closed([wall((0.0, 2.0), (0.0, 6.0))]);
    let below = closed
        .mesh(0.3)
        .expect("mesh")
        .path(from, to)
        .expect("path");
    assert!(points(&below).iter().any(|corner| corner.y < -2.0));
    assert!(below.length > above.length);

    let both = meshes.with_closed([wall((0.0, -6.0), (0.0, 6.0))]);
    assert_eq!(both.mesh(0.3).expect("mesh").path(from, to), None);
    // The shared geometry is as it was.
    let again = meshes
        .mesh(0.3)
        .expect("mesh")
        .path(from, to)
        .expect("path");
    assert_eq!(again, above);
}

#[test]
fn each_radius_has_a_mesh_of_its_own_that_is_baked_once() {
    let meshes = NavMeshes::new(rooms_with_door());
    assert!(meshes.radii().is_empty());
    let copy = meshes.clone();
    for radius in [0.2, 0.4, 0.2] {
        let mesh = meshes.mesh(radius).expect("mesh");
        assert_eq!(mesh.radius(), radius);
        let path = mesh.path(at(-5.0, 5.0), at(5.0, 5.0)).expect("path");
        let post = at(0.0, 0.5);
        let nearest = path
            .positions()
            .map(|it| it.distance(post))
            .fold(9.0, f32::min);
        assert!(
            (nearest - radius).abs() < 0.01 * radius,
            "{nearest} for {radius}"
        );
    }
    assert_eq!(copy.radii(), [0.2, 0.4]);
}

#[test]
fn ends_that_are_not_walkable_are_moved_to_the_nearest_place_that_is() {
    let mesh = NavMesh::bake(&with(area(10.0), [circle((3.0, 0.0), 1.0)]), 0.5).expect("mesh");
    let path = mesh.path(at(-5.0, 0.0), at(2.5, 0.0)).expect("path");
    assert!(path.goal_moved);
    assert!(
        (path.goal.position - at(1.5, 0.0)).length() < 0.01,
        "{path:?}"
    );
    // A start that touches the wall is moved as well.
    let path = mesh.path(at(9.6, 0.0), at(9.0, 5.0)).expect("path");
    assert!((path.start.position - at(9.5, 0.0)).length() < 1e-4);
    assert!(!path.goal_moved);
    // Far outside.
    let path = mesh.path(at(0.0, 0.0), at(1e6, 0.0)).expect("path");
    assert!(
        (path.goal.position - at(9.5, 0.0)).length() < 0.1,
        "{path:?}"
    );
}

#[test]
fn a_goal_in_an_obstacle_is_moved_to_a_side_that_can_be_reached() {
    // The goal is nearer to the closed room's side of the wall.
    let walls = [
        wall((2.0, -10.0), (2.0, 10.0)),
        capsule((2.0, 0.0), (3.0, 0.0), 0.5),
    ];
    let mesh = NavMesh::bake(&with(area(10.0), walls), 0.3).expect("mesh");
    let path = mesh.path(at(-5.0, 0.0), at(3.4, 0.0)).expect("path");
    assert!(path.goal_moved && path.goal.position.x < 2.0, "{path:?}");
    assert_eq!(mesh.path(at(-5.0, 0.0), at(8.0, 0.0)), None);
}

#[test]
fn nearest_and_contains_agree() {
    let mesh = NavMesh::bake(&with(area(10.0), [circle((0.0, 0.0), 2.0)]), 0.5).expect("mesh");
    assert!(mesh.contains(at(3.0, 0.0)));
    assert_eq!(mesh.nearest(at(3.0, 0.0), 0.0), Some(at(3.0, 0.0).into()));
    assert!(!mesh.contains(at(2.4, 0.0)));
    assert_eq!(mesh.nearest(at(2.4, 0.0), 0.05), None);
    let nearest = mesh.nearest(at(2.4, 0.0), 0.2).expect("near").position;
    assert!((nearest - at(2.5, 0.0)).length() < 0.02);
    assert!(mesh.contains(nearest));
    assert_eq!(mesh.nearest(at(100.0, 0.0), 1.0), None);
    assert!(mesh.nearest(at(100.0, 0.0), 91.0).is_some());
    assert_eq!(mesh.height_at(at(3.0, 0.0), 5.0), Some(0.0));
    assert_eq!(mesh.height_at(at(0.0, 0.0), 0.0), None);
}

#[test]
fn a_line_may_touch_a_corner_but_not_cut_it() {
    let mesh = NavMesh::bake(
        &with(area(10.0), [rectangle((0.0, 0.0), (2.0, 2.0), 0.0)]),
        0.5,
    )
    .expect("mesh");
    // Along the boundary of the inflated box.
    assert!(mesh.is_straight(at(-5.0, 1.5001), at(5.0, 1.5001)));
    assert!(!mesh.is_straight(at(-5.0, 1.49), at(5.0, 1.49)));
    assert!(mesh.is_straight(at(-9.5, -9.5), at(9.5, -9.5)));
    assert!(!mesh.is_straight(at(-5.0, 0.0), at(5.0, 0.0)));
    assert!(!mesh.is_straight(at(-5.0, 0.0), at(-50.0, 0.0)));
    assert!(mesh.is_straight(at(4.0, 4.0), at(4.0, 4.0)));
    // Who touches the box stands off the mesh by rounding, and can still walk away.
    assert!(mesh.is_straight(at(1.49, 0.0), at(5.0, 0.0)));
}

#[test]
fn who_looks_past_a_hole_sees_what_is_behind_it() {
    // Polygons that meet behind the hole also meet beside it, where the line doesn't pass.
    let mut random = Random::new(11, 0);
    for _ in 0..50 {
        let angle = random.between(0.0, 3.0);
        let hole = rectangle((0.0, 0.0), (0.4, 0.4), angle);
        let shape = ConvexPolygon::rectangle(Vec2::ZERO, Vec2::splat(0.4), angle).expect("box");
        let mesh = NavMesh::bake(&with(area(3.0), [hole]), 0.1).expect("mesh");
        for _ in 0..50 {
            let mut place = || at(random.between(-2.8, 2.8), random.between(-2.8, 2.8));
            let (from, to) = (place(), place());
            let clearance = (0..=400)
                .map(|share| from.lerp(to, share as f32 / 400.0))
                .map(|it| {
                    Shape::from(shape.clone())
                        .hull(Vec2::ZERO)
                        .surface(it)
                        .distance
                })
                .fold(f32::INFINITY, f32::min);
            // What is nearly too narrow is left to rounding and to the corners' sides.
            if !(0.09..0.11).contains(&clearance) {
                assert_eq!(
                    mesh.is_straight(from, to),
                    clearance > 0.1,
                    "{from} to {to}"
                );
            }
        }
    }
}

#[test]
fn boundary_has_walkable_ground_on_its_left() {
    let mesh = NavMesh::bake(
        &with(area(10.0), [rectangle((0.0, 0.0), (2.0, 2.0), 0.3)]),
        0.5,
    )
    .expect("mesh");
    for [from, to] in mesh.boundary() {
        let (from, to) = (from.position, to.position);
        let left = (to - from).perp().normalize() * 0.01;
        let middle = (from + to) * 0.5;
        assert!(mesh.contains(middle + left) && !mesh.contains(middle - left));
    }
    let mut found = Vec::new();
    mesh.boundary_near(at(8.0, 0.0), 2.0, &mut found);
    assert_eq!(found.len(), 1);
    assert!(
        found[0]
            .iter()
            .all(|end| (end.position.x - 9.5).abs() < 1e-4)
    );
    assert!(found[0][0].position.y < found[0][1].position.y);
    mesh.boundary_near(at(5.0, 0.0), 1.0, &mut found);
    assert!(found.is_empty());
    mesh.boundary_near(at(0.0, 0.0), 100.0, &mut found);
    assert_eq!(found.len(), mesh.boundary().len());
}

#[test]
fn where_nothing_is_walkable_there_are_no_answers() {
    let covered = with(area(5.0), [rectangle((0.0, 0.0), (20.0, 20.0), 0.1)]);
    for mesh in [
        NavMesh::bake(&covered, 0.3).expect("mesh"),
        NavMesh::bake(&area(5.0), 5.0).expect("mesh"),
        NavMesh::bake(&area(5.0), 500.0).expect("mesh"),
    ] {
        assert_eq!(mesh.polygon_count(), 0);
        assert_eq!(mesh.path(at(0.0, 0.0), at(1.0, 0.0)), None);
        assert_eq!(mesh.nearest(at(0.0, 0.0), f32::INFINITY), None);
        assert!(!mesh.is_straight(at(0.0, 0.0), at(1.0, 0.0)));
        assert!(!mesh.contains(at(0.0, 0.0)));
        assert_eq!(mesh.boundary().len(), 0);
    }
}

#[test]
fn finer_arcs_make_shorter_paths() {
    let mut last = f32::INFINITY;
    for sides in [16, 32, 64, 256] {
        let mut yard = with(area(10.0), [circle((0.0, 0.0), 3.0)]);
        yard.set_arc_sides(sides).expect("sides");
        let mesh = NavMesh::bake(&yard, 0.5).expect("mesh");
        let path = mesh.path(at(-8.0, 0.0), at(8.0, 0.1)).expect("path");
        assert!(path.length < last);
        last = path.length;
    }
    let touch = libm::sqrtf(64.0 - 3.5 * 3.5);
    // The goal lies a little above the middle, so that the way above is a little shorter.
    let arc = std::f32::consts::PI - 2.0 * libm::acosf(3.5 / 8.0) - libm::atanf(0.1 / 8.0);
    let shortest = 2.0 * touch + 3.5 * arc;
    assert!((last - shortest).abs() < 0.002, "{last} {shortest}");
}

#[test]
fn bad_values_are_refused_with_what_to_do() {
    let nan = f32::NAN;
    for (min, max) in [
        (at(0.0, 0.0), at(0.0, 1.0)),
        (at(1.0, 0.0), at(0.0, 1.0)),
        (at(nan, 0.0), at(1.0, 1.0)),
        (at(0.0, 0.0), at(1.0, f32::INFINITY)),
        (at(0.0, 0.0), at(1.0, 1e13)),
    ] {
        let error = WalkableArea::new(min, max).expect_err("refused");
        assert!(error.to_string().contains("give finite corners"), "{error}");
    }
    for radius in [0.0, -1.0, nan, f32::INFINITY] {
        let refused = NavMesh::bake(&area(1.0), radius);
        assert!(matches!(refused, Err(NavError::Radius { .. })));
    }
    for sides in [0, 8, 15, 17, 2048] {
        let refused = area(1.0).set_arc_sides(sides);
        assert_eq!(refused, Err(NavError::ArcSides { sides }));
    }
    assert!(wall((0.0, 0.0), (1.0, 0.0)).between(1.0, 0.0).is_err());
    assert!(wall((0.0, 0.0), (1.0, 0.0)).between(nan, 0.0).is_err());
    let mesh = NavMesh::bake(&area(1.0), 0.1).expect("mesh");
    assert_eq!(mesh.path(at(nan, 0.0), at(0.0, 0.0)), None);
    assert_eq!(mesh.path(at(0.0, 0.0), at(0.0, nan)), None);
    assert_eq!(mesh.nearest(at(nan, nan), f32::INFINITY), None);
    assert_eq!(mesh.nearest(at(0.0, 0.0), nan), None);
    mesh.boundary_near(at(0.0, 0.0), nan, &mut Vec::new());
}
