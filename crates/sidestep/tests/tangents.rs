//! The two tangents touch and don't enter.

mod common;

use common::shapes::{cases, direction_at, mirror, mirrored, point, scaled, shape, size};
use proptest::prelude::*;
use sidestep::Vec2;
use sidestep::geometry::{Shape, Side};

fn turned(direction: Vec2, angle: f32) -> Vec2 {
    direction.rotate(direction_at(angle))
}

proptest! {
    #![proptest_config(cases(1500))]

    #[test]
    fn a_little_inside_hits_and_a_little_outside_misses(
        shape in shape(), scale in size(), origin in point(6.0), offset in point(20.0),
        radius in 0.0f32..1.5,
    ) {
        let shape = scaled(&shape, scale);
        let offset = offset * scale;
        let (origin, radius) = (origin * scale + offset, radius * scale);
        let hull = shape.hull(offset);
        // Near to touching the tangents are steep in the distance: single precision ends there.
        prop_assume!(hull.surface(origin).distance > radius + 0.05 * scale);
        let tangents = hull.tangents(origin, radius);
        for side in [Side::Left, Side::Right] {
            let tangent = tangents.on(side);
            prop_assert!((tangent.direction.length() - 1.0).abs() < 1e-5);
            let outward = side.sign() * 2e-3;
            let outside = turned(tangent.direction, outward);
            prop_assert!(hull.sweep(origin, outside, radius, 100.0 * scale).is_none(),
                "{side}: outside hits");
            let inside = turned(tangent.direction, -outward);
            let hit = hull.sweep(origin, inside, radius, 100.0 * scale);
            // A wall seen end on has both tangents in the same direction.
            let span = tangents.right.direction.perp_dot(tangents.left.direction);
            if span.abs() > 1e-2 || tangents.left.direction.dot(tangents.right.direction) < 0.0 {
                prop_assert!(hit.is_some(), "{side}: inside misses");
            }
            // It touches where the length says.
            let at = origin + tangent.direction * tangent.length;
            let distance = hull.surface(at).distance - radius;
            let tolerance = 1e-4 * scale + 1e-6 * offset.length();
            prop_assert!(distance.abs() <= tolerance * 4.0, "{side}: {distance} from touching");
            // The shape is on the other side.
            let to_center = hull.center() - origin;
            prop_assert!(tangent.direction.perp_dot(to_center) * side.sign() <= tolerance);
        }
    }

    #[test]
    fn mirror_images_have_each_others_tangents(
        shape in shape(), origin in point(6.0), radius in 0.01f32..1.5,
    ) {
        let other = mirrored(&shape);
        let tangents = shape.hull(Vec2::ZERO).tangents(origin, radius);
        let images = other.hull(Vec2::ZERO).tangents(mirror(origin), radius);
        for side in [Side::Left, Side::Right] {
            let (tangent, image) = (tangents.on(side), images.on(side.opposite()));
            if matches!(shape, Shape::Polygon(_)) {
                prop_assert!(tangent.direction.distance(mirror(image.direction)) < 1e-2);
            } else {
                prop_assert_eq!(tangent.direction, mirror(image.direction));
                prop_assert_eq!(tangent.length, image.length);
            }
        }
    }

    #[test]
    fn a_disc_that_overlaps_gets_the_directions_along_the_surface(
        shape in shape(), origin in point(1.0), extra in 0.0f32..0.5,
    ) {
        let hull = shape.hull(Vec2::ZERO);
        let surface = hull.surface(origin);
        let tangents = hull.tangents(origin, surface.distance.max(0.0) + extra + 1e-3);
        for side in [Side::Left, Side::Right] {
            let tangent = tangents.on(side);
            prop_assert_eq!(tangent.length, 0.0);
            prop_assert!(tangent.direction.dot(surface.normal).abs() < 1e-5);
        }
        // Seen against the normal, left is to the left.
        prop_assert!((-surface.normal).perp_dot(tangents.left.direction) > 0.99);
    }
}

#[test]
fn tangents_of_a_circle_have_the_closed_form() {
    // Hypotenuse 5, inflated radius 3: the tangent is 4 long and rises by 3/5.
    let circle = common::circle(Vec2::new(5.0, 0.0), 2.5);
    let tangents = circle.hull(Vec2::ZERO).tangents(Vec2::ZERO, 0.5);
    assert!((tangents.left.length - 4.0).abs() < 1e-6);
    assert!(
        tangents
            .left
            .direction
            .abs_diff_eq(Vec2::new(0.8, 0.6), 1e-6)
    );
    assert!(
        tangents
            .right
            .direction
            .abs_diff_eq(Vec2::new(0.8, -0.6), 1e-6)
    );
}
