//! Distances, surfaces and sweeps agree with `parry2d`, whose code shares nothing with ours, and
//! with what their own documentation promises.

mod common;

use common::shapes::{cases, direction, mirror, mirrored, point, scaled, shape, size};
use parry2d::math::Pose;
use parry2d::query::{self, ShapeCastOptions};
use parry2d::shape as theirs;
use proptest::prelude::*;
use sidestep::Vec2;
use sidestep::geometry::{Hull, Shape};

/// The same shape in the other library.
fn their_shape(shape: &Shape) -> (Box<dyn theirs::Shape>, Vec2) {
    match shape {
        Shape::Circle(circle) => (
            Box::new(theirs::Ball::new(circle.radius())),
            circle.center(),
        ),
        Shape::Segment(segment) => (
            Box::new(theirs::Segment::new(segment.start(), segment.end())),
            Vec2::ZERO,
        ),
        Shape::Capsule(capsule) => (
            Box::new(theirs::Capsule::new(
                capsule.segment().start(),
                capsule.segment().end(),
                capsule.radius(),
            )),
            Vec2::ZERO,
        ),
        Shape::Polygon(polygon) => (
            Box::new(
                theirs::ConvexPolygon::from_convex_polyline(polygon.vertices().to_vec())
                    .expect("convex for them too"),
            ),
            Vec2::ZERO,
        ),
    }
}

fn pose(translation: Vec2) -> Pose {
    Pose::translation(translation.x, translation.y)
}

/// Rounding of single precision at the coordinates in use (m).
fn rounding(scale: f32, offset: Vec2) -> f32 {
    2e-5 * scale + 1e-6 * offset.length()
}

/// Signed distance to the surface in double precision, straight from the definition.
fn exact_distance(shape: &Shape, place: Vec2) -> f64 {
    let (points, rounding) = match shape {
        Shape::Circle(circle) => (vec![circle.center()], circle.radius()),
        Shape::Segment(segment) => (vec![segment.start(), segment.end()], 0.0),
        Shape::Capsule(capsule) => (
            vec![capsule.segment().start(), capsule.segment().end()],
            capsule.radius(),
        ),
        Shape::Polygon(polygon) => (polygon.vertices().to_vec(), 0.0),
    };
    let place = place.as_dvec2();
    let mut nearest = f64::INFINITY;
    let mut inside = points.len() > 2;
    for (index, start) in points.iter().enumerate() {
        let start = start.as_dvec2();
        let along = points[(index + 1) % points.len()].as_dvec2() - start;
        let square = along.length_squared();
        let share = if square > 0.0 {
            ((place - start).dot(along) / square).clamp(0.0, 1.0)
        } else {
            0.0
        };
        nearest = nearest.min(place.distance(start + along * share));
        inside &= along.perp_dot(place - start) >= 0.0;
    }
    (if inside { -nearest } else { nearest }) - f64::from(rounding)
}

/// The least distance between the surface and points of a line of travel (m), looked at one by one.
fn least_distance(hull: &Hull<'_>, origin: Vec2, direction: Vec2, length: f32) -> f32 {
    const LOOKS: u32 = 400;
    (0..=LOOKS)
        .map(|look| {
            let along = length * look as f32 / LOOKS as f32;
            hull.surface(origin + direction * along).distance
        })
        .fold(f32::INFINITY, f32::min)
}

proptest! {
    #![proptest_config(cases(1500))]

    #[test]
    fn surface_is_where_parry_has_it(
        shape in shape(), scale in size(), place in point(4.0), offset in point(20.0),
    ) {
        // Their answers have a fixed tolerance, so they are asked at the scale of a metre.
        const THEIR_ROUNDING: f32 = 5e-3;
        let (their_shape, center) = their_shape(&shape);
        let theirs = their_shape.project_point(&pose(center), place, false);
        let their_distance = theirs.point.distance(place);
        let shape = scaled(&shape, scale);
        let (offset, place) = (offset * scale, place * scale + offset * scale);
        let tolerance = rounding(scale, offset);
        let hull = shape.hull(offset);
        let ours = hull.surface(place);
        prop_assert!((ours.distance.abs() / scale - their_distance).abs() <= THEIR_ROUNDING + tolerance / scale,
            "distance {} against {their_distance}", ours.distance / scale);
        if their_distance > THEIR_ROUNDING + tolerance / scale && !matches!(shape, Shape::Segment(_)) {
            prop_assert_eq!(ours.distance < 0.0, theirs.is_inside);
        }
        // Theirs is off by millimetres near some corners; double precision tells who is right.
        let exact = exact_distance(&shape, place - offset);
        prop_assert!((f64::from(ours.distance) - exact).abs() <= f64::from(tolerance),
            "distance {} against {exact}", ours.distance);
        // The place promised is on the surface, the distance away, along the normal.
        prop_assert!((ours.normal.length() - 1.0).abs() < 1e-5);
        prop_assert!((ours.point + ours.normal * ours.distance).distance(place) <= tolerance);
        prop_assert!(hull.surface(ours.point).distance.abs() <= tolerance);
    }

    #[test]
    fn sweep_stops_where_parry_stops(
        shape in shape(), scale in size(), origin in point(5.0), offset in point(20.0),
        direction in direction(), radius in 0.01f32..1.5, reach in 0.5f32..12.0,
    ) {
        // Their cast ends within a fixed distance of the truth, so it is asked at the scale of a
        // metre.
        let (their_shape, center) = their_shape(&shape);
        let ball = theirs::Ball::new(radius);
        let options = ShapeCastOptions::with_max_time_of_impact(reach);
        let theirs = query::cast_shapes(&pose(origin), direction, &ball,
            &pose(center), Vec2::ZERO, &*their_shape, options).expect("supported");
        let shape = scaled(&shape, scale);
        let offset = offset * scale;
        let (origin, radius, reach) = (origin * scale + offset, radius * scale, reach * scale);
        let tolerance = rounding(scale, offset);
        let hull = shape.hull(offset);
        let start = hull.surface(origin);
        prop_assume!((start.distance - radius).abs() > 10.0 * tolerance);
        let ours = hull.sweep(origin, direction, radius, reach);
        if start.distance < radius {
            // Documented: at once if it moves further in, not at all if it moves out.
            prop_assume!(direction.dot(start.normal).abs() > 1e-3);
            prop_assert_eq!(ours.map(|hit| hit.distance),
                (direction.dot(start.normal) < 0.0).then_some(0.0));
            return Ok(());
        }
        let closest = least_distance(&hull, origin, direction, reach) - radius;
        match ours {
            None => prop_assert!(closest >= -tolerance, "passes through by {closest}"),
            Some(hit) => {
                prop_assert!(hit.distance >= 0.0 && hit.distance <= reach);
                let contact = hull.surface(origin + direction * hit.distance);
                prop_assert!((contact.distance - radius).abs() <= tolerance,
                    "{} from touching at the hit", contact.distance - radius);
                prop_assert!(contact.normal.distance(hit.normal) < 0.02);
                prop_assert!(direction.dot(hit.normal) <= 1e-3);
                let before = least_distance(&hull, origin, direction, hit.distance);
                prop_assert!(before >= radius - tolerance, "hit too late");
            }
        }
        if closest < -0.02 * scale {
            let hit = ours.expect("a clear hit");
            let theirs = theirs.expect("a clear hit for them too");
            prop_assert!((hit.distance / scale - theirs.time_of_impact).abs() < 2e-3,
                "{} against {}", hit.distance / scale, theirs.time_of_impact);
        // A graze can go either way.
        } else if closest > 0.02 * scale {
            prop_assert!(ours.is_none() && theirs.is_none());
        }
    }

    #[test]
    fn gaps_are_as_wide_as_parry_has_them(
        first in shape(), second in shape(), offset in point(3.0),
    ) {
        let gap = first.hull(Vec2::ZERO).gap(&second.hull(offset));
        let back = second.hull(offset).gap(&first.hull(Vec2::ZERO));
        prop_assert!((gap.distance - back.distance).abs() < 1e-4);
        let (one, one_center) = their_shape(&first);
        let (other, other_center) = their_shape(&second);
        let theirs = query::distance(&pose(one_center), &*one, &pose(other_center + offset), &*other)
            .expect("supported").distance;
        prop_assert!((gap.distance.max(0.0) - theirs).abs() < 5e-3,
            "{} against {theirs}", gap.distance);
        if gap.distance > 1e-3 {
            // The place is on the first, and the way along the normal ends on the second.
            let on_first = first.hull(Vec2::ZERO).surface(gap.point).distance;
            let on_second = second.hull(offset).surface(gap.point + gap.normal * gap.distance).distance;
            prop_assert!(on_first.abs() < 1e-4 && on_second.abs() < 1e-4, "{on_first} {on_second}");
        }
    }

    #[test]
    fn mirror_images_give_mirrored_surfaces_and_sweeps(
        shape in shape(), place in point(4.0), offset in point(20.0),
        direction in direction(), radius in 0.01f32..1.5,
    ) {
        let other = mirrored(&shape);
        let (hull, image) = (shape.hull(offset), other.hull(mirror(offset)));
        let place = place + offset;
        let (surface, mirrored) = (hull.surface(place), image.surface(mirror(place)));
        // The same numbers with another sign; but a polygon's corners are walked the other way
        // round, as are the two sides of a wall.
        if !matches!(shape, Shape::Polygon(_)) {
            prop_assert_eq!(surface.distance.to_bits(), mirrored.distance.to_bits());
            prop_assert_eq!(surface.point, mirror(mirrored.point));
        } else {
            prop_assert!((surface.distance - mirrored.distance).abs() < 1e-5);
        }
        let hit = hull.sweep(place, direction, radius, 50.0);
        let mirrored = image.sweep(mirror(place), mirror(direction), radius, 50.0);
        if matches!(shape, Shape::Circle(_)) {
            prop_assert_eq!(hit.map(|hit| hit.distance), mirrored.map(|hit| hit.distance));
            prop_assert_eq!(hit.map(|hit| hit.normal), mirrored.map(|hit| mirror(hit.normal)));
        } else if let (Some(hit), Some(mirrored)) = (hit, mirrored) {
            prop_assert!((hit.distance - mirrored.distance).abs() < 1e-3);
        } else if hit.is_some() != mirrored.is_some() {
            // Only a graze may differ.
            let closest = least_distance(&hull, place, direction, 50.0);
            prop_assert!((closest - radius).abs() < 1e-2, "missed by {}", closest - radius);
        }
    }

    #[test]
    fn everything_is_within_the_bounds(shape in shape(), angle in direction()) {
        let hull = shape.hull(Vec2::ZERO);
        let surface = hull.surface(hull.center() + angle * 10.0);
        prop_assert!(shape.bounds().grown(1e-5).contains(surface.point));
        let distance = surface.point.distance(hull.center());
        prop_assert!(distance <= hull.bounding_radius() + 1e-5);
    }
}

#[test]
fn in_the_centre_of_a_circle_the_way_out_is_fixed() {
    let circle = common::circle(Vec2::new(3.0, 4.0), 2.0);
    let surface = circle.hull(Vec2::ONE).surface(Vec2::new(4.0, 5.0));
    assert_eq!(surface.normal, Vec2::X);
    assert_eq!(surface.distance, -2.0);
    assert_eq!(surface.point, Vec2::new(6.0, 5.0));
}

#[test]
fn a_post_is_a_wall_whose_ends_coincide() {
    let post: Shape = sidestep::geometry::Segment::new(Vec2::ONE, Vec2::ONE)
        .expect("post")
        .into();
    let hull = post.hull(Vec2::ZERO);
    assert_eq!(hull.surface(Vec2::new(1.0, 3.0)).distance, 2.0);
    let hit = hull
        .sweep(Vec2::new(-4.0, 1.0), Vec2::X, 0.5, 10.0)
        .expect("hit");
    assert_eq!(hit.distance, 4.5);
    assert_eq!(hit.normal, Vec2::NEG_X);
}
