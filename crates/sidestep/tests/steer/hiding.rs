use sidestep::Vec2;
use sidestep::geometry::{Capsule, ConvexPolygon, Shape};
use sidestep::steer::{self, Neighbor};

use super::{body, moving, track};
use crate::common::circle;

#[test]
fn who_hides_ends_out_of_sight() {
    let shapes: [Shape; 3] = [
        circle(Vec2::new(5.0, 1.0), 1.0),
        ConvexPolygon::rectangle(Vec2::new(-3.0, 4.0), Vec2::new(3.0, 0.5), 0.4)
            .expect("box")
            .into(),
        Capsule::new(Vec2::new(0.0, -6.0), Vec2::new(2.0, -5.0), 0.3)
            .expect("capsule")
            .into(),
    ];
    for threat in [Vec2::ZERO, Vec2::new(8.0, 8.0), Vec2::new(-6.0, -2.0)] {
        for start in [
            Vec2::new(2.0, 2.0),
            Vec2::new(-5.0, 1.0),
            Vec2::new(3.0, -8.0),
        ] {
            let mut body = body(start);
            track(&mut body, 1.0 / 30.0, 20.0, |body, _| {
                let hulls = shapes.iter().map(|shape| shape.hull(Vec2::ZERO));
                steer::hide(body, threat, hulls, 0.2, 2.0, 1.0 / 30.0).expect("a hiding place")
            });
            let sight = body.position - threat;
            let (direction, length) = (sight.normalize(), sight.length());
            let hidden = shapes.iter().any(|shape| {
                let hull = shape.hull(Vec2::ZERO);
                hull.sweep(threat, direction, 1e-3, length).is_some()
            });
            assert!(
                hidden,
                "threat {threat}, start {start}: seen at {}",
                body.position
            );
            assert!(body.speed() < 0.05);
            // Not inside what it hides behind.
            for shape in &shapes {
                let gap = shape.hull(Vec2::ZERO).surface(body.position).distance;
                assert!(gap > body.radius, "{gap}");
            }
        }
    }
}

#[test]
fn without_an_obstacle_there_is_no_hiding_place() {
    let hulls = std::iter::empty();
    assert_eq!(
        steer::hide(&body(Vec2::ONE), Vec2::ZERO, hulls, 0.2, 2.0, 0.1),
        None
    );
}

#[test]
fn who_stands_in_the_middle_of_its_hiding_place_still_gets_an_answer() {
    let shape = circle(Vec2::ZERO, 1.0);
    let hulls = [shape.hull(Vec2::ZERO)];
    let force = steer::hide(&body(Vec2::ZERO), Vec2::ZERO, hulls, 0.2, 2.0, 0.1);
    assert!(force.expect("a place").is_finite());
}

#[test]
fn who_interposes_ends_between_the_two() {
    let dt = 1.0 / 60.0;
    for velocity in [Vec2::ZERO, Vec2::new(0.4, 0.3)] {
        let mut first = moving(Vec2::new(10.0, 5.0), velocity);
        let mut second = moving(Vec2::new(10.0, -5.0), velocity);
        let mut body = body(Vec2::ZERO);
        for _ in 0..1200 {
            let (a, b) = (Neighbor::new(1, &first), Neighbor::new(2, &second));
            body.advance(steer::interpose(&body, &a, &b, 2.0, dt), dt);
            first.advance(Vec2::ZERO, dt);
            second.advance(Vec2::ZERO, dt);
        }
        let middle = first.position.midpoint(second.position);
        let off = body.position.distance(middle);
        assert!(off < 0.5, "velocity {velocity}: {off} m off the middle");
    }
}
