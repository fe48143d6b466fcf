use sidestep::Vec2;
use sidestep::avoid::look_ahead::LookAhead;
use sidestep::avoid::{Memory, Obstacle, Surroundings, Wish};
use sidestep::geometry::{Capsule, ConvexPolygon, Shape, Side};
use sidestep::motion::Body;

use super::{DT, walk};
use crate::common::shapes::direction_at;
use crate::common::{circle, walker};

const RADIUS: f32 = 0.5;

#[test]
fn one_who_stands_touching_an_obstacle_gets_round_it() {
    // Numbers that single precision holds exactly, so that it really touches.
    for (size, gap) in [(1.0, 0.0), (2.0, 0.0), (0.5, 0.0), (1.0, 1e-4)] {
        for beside in [0.0, 0.5, -2.0] {
            let shapes = [circle(Vec2::new(size + RADIUS + gap, 0.0), size)];
            let goal = Vec2::new(4.0 * size + 3.0, beside);
            let walk = walk(&shapes, walker(Vec2::ZERO, goal, RADIUS, 1.5), DT, 30.0);
            assert!(
                walk.arrived.is_some(),
                "{size}, {beside}: ends at {}",
                walk.end()
            );
            assert!(
                walk.deepest <= 1e-5,
                "{size}, {beside}: {} m inside",
                walk.deepest
            );
        }
    }
}

/// Both tangents from a place at the surface begin there, so both ways round seemed to be alike: who leaned
/// against the corner of a door, and had once passed it on the other side, wished to go back the way it
/// had come for as long as others kept it there, and let all behind it go first.
#[test]
fn who_leaned_against_the_corner_of_a_door_turned_back() {
    let [shape, second] = [6.0, -6.0].map(|y| {
        let center = Vec2::new(0.0, y);
        Shape::from(ConvexPolygon::rectangle(center, Vec2::new(1.0, 10.0), 0.0).expect("a box"))
    });
    let obstacles = [Obstacle::new(0, &shape), Obstacle::new(1, &second)];
    let look_ahead = LookAhead::for_radius(RADIUS);
    for gap in [0.0005, 0.001, 0.006, 0.02] {
        for degrees in [300, 315, 330] {
            let corner = Vec2::new(0.5, 1.0);
            let out = direction_at((degrees as f32).to_radians());
            let body = Body::new(corner + out * (RADIUS + gap), RADIUS, 1.5);
            // Along the surface into the door, and a little into the corner.
            let wanted = out.perp() * -1.4 - out * 0.1;
            for side in [None, Some(Side::Left), Some(Side::Right)] {
                let mut memory = Memory {
                    side,
                    threat: side.map(|_| obstacles[0].name),
                    ..Memory::default()
                };
                let wish = Wish::to_go(wanted, DT);
                let around = Surroundings::obstacles(&obstacles);
                let decision = look_ahead.decide(&body, &wish, &around, &mut memory);
                let ahead = decision.velocity.dot(wanted);
                assert!(
                    ahead > 0.0,
                    "{gap} m, {degrees}°, {side:?}: {}",
                    decision.velocity
                );
            }
        }
    }
}

#[test]
fn one_who_starts_inside_comes_out_by_the_nearest_way() {
    let shapes: [Shape; 3] = [
        circle(Vec2::ZERO, 2.0),
        ConvexPolygon::rectangle(Vec2::ZERO, Vec2::new(6.0, 3.0), 0.0)
            .expect("box")
            .into(),
        Capsule::new(Vec2::new(-2.0, 0.0), Vec2::new(2.0, 0.0), 1.0)
            .expect("capsule")
            .into(),
    ];
    for shape in shapes {
        for bearing in 0..8 {
            let start = direction_at(0.3 + 0.78 * bearing as f32) * 0.6;
            let surface = shape.hull(Vec2::ZERO).surface(start);
            // The goal is on the other side: out first, round it then.
            let goal = -start.normalize() * 8.0;
            let shapes = [shape.clone()];
            let walk = walk(&shapes, walker(start, goal, RADIUS, 1.5), DT, 40.0);
            let outside = walk
                .places
                .iter()
                .position(|place| shape.hull(Vec2::ZERO).surface(*place).distance >= RADIUS - 1e-4);
            let outside = outside.expect("comes out");
            let exit = walk.places[outside];
            let nearest = surface.point + surface.normal * RADIUS;
            assert!(
                exit.distance(nearest) < 0.2,
                "from {start} out at {exit} instead of {nearest}"
            );
            for place in &walk.places[outside + 1..] {
                let gap = shape.hull(Vec2::ZERO).surface(*place).distance - RADIUS;
                assert!(gap > -1e-3, "from {start}: in again by {}", -gap);
            }
            assert!(
                walk.arrived.is_some(),
                "from {start}: ends at {}",
                walk.end()
            );
        }
    }
}

#[test]
fn one_in_the_very_middle_of_an_obstacle_comes_out() {
    let shapes = [circle(Vec2::ZERO, 2.0)];
    let agent = walker(Vec2::ZERO, Vec2::new(0.0, 6.0), RADIUS, 1.5);
    let walk = walk(&shapes, agent, DT, 30.0);
    assert!(walk.arrived.is_some(), "ends at {}", walk.end());
}

#[test]
fn one_inside_two_obstacles_comes_out_of_both() {
    let shapes = [circle(Vec2::ZERO, 2.0), circle(Vec2::new(1.5, 0.5), 1.8)];
    for start in [
        Vec2::new(0.7, 0.2),
        Vec2::new(1.0, 0.0),
        Vec2::new(-0.5, 0.5),
    ] {
        let agent = walker(start, Vec2::new(8.0, 0.0), RADIUS, 1.5);
        let walk = walk(&shapes, agent, DT, 40.0);
        assert!(
            walk.arrived.is_some(),
            "from {start}: ends at {}",
            walk.end()
        );
    }
}

#[test]
fn a_goal_inside_an_obstacle_is_stopped_beside() {
    let shapes: [Shape; 3] = [
        circle(Vec2::new(6.0, 0.0), 1.0),
        ConvexPolygon::rectangle(Vec2::new(6.0, 0.0), Vec2::new(2.0, 2.0), 0.4)
            .expect("box")
            .into(),
        Capsule::new(Vec2::new(6.0, -0.5), Vec2::new(6.0, 0.5), 0.4)
            .expect("capsule")
            .into(),
    ];
    for shape in shapes {
        for goal in [
            Vec2::new(6.0, 0.0),
            Vec2::new(6.2, 0.1),
            Vec2::new(5.9, -0.2),
        ] {
            let hull = shape.hull(Vec2::ZERO);
            let agent = walker(Vec2::new(0.0, 0.3), goal, RADIUS, 1.5);
            let walk = walk(std::slice::from_ref(&shape), agent, DT, 25.0);
            assert!(walk.deepest <= 0.0, "{goal}: {} m inside", walk.deepest);
            let end = walk.end();
            let gap = hull.surface(end).distance - RADIUS;
            assert!((0.0..0.1).contains(&gap), "{goal}: {gap} m from it");
            // At the place that is nearest to the goal.
            let wanted = hull.surface(goal);
            let nearest = wanted.point + wanted.normal * RADIUS;
            assert!(
                end.distance(nearest) < 0.15,
                "{goal}: ends at {end} instead of {nearest}"
            );
            for velocity in &walk.velocities[walk.velocities.len() - 120..] {
                assert!(velocity.length() < 0.01, "{goal}: still at {velocity}");
            }
        }
    }
}

#[test]
fn one_who_starts_at_its_goal_stays() {
    let walk = walk(&[], walker(Vec2::ONE, Vec2::ONE, RADIUS, 1.5), DT, 1.0);
    assert_eq!(walk.end(), Vec2::ONE);
    assert!(walk.arrived.is_some_and(|time| time < 0.1));
}
