//! One cluster, two clusters, walls beside them: what both methods must do.

use sidestep::avoid::detour::{Blocker, ClosedBy, Outcome};
use sidestep::geometry::{Shape, Side};

use super::{NAMES, Place, at, capsule, grid, line, methods, rectangle, tangents};
use crate::common::circle;

#[test]
fn with_nothing_in_the_way_all_is_clear() {
    let place = Place::new(&[circle(at(5.0, 2.0), 1.0)], &[]);
    for method in methods() {
        let answer = method.ask(&place, at(0.0, 0.0), at(10.0, 0.0));
        assert!(answer.is_clear(), "{method:?}: {answer:?}");
        assert_eq!(answer.way, [at(0.0, 0.0), at(10.0, 0.0)]);
        assert_eq!(answer.answer.rounds, 0);
    }
}

/// A way past one obstacle: round the side that is nearer to the straight way, without touching it.
#[test]
fn one_obstacle_is_passed_on_its_nearer_side() {
    let shapes: [(Shape, f32); 4] = [
        (circle(at(5.0, -0.3), 1.0), 10.42),
        (rectangle(at(5.0, -0.4), at(0.8, 1.6), 0.0), 10.32),
        (rectangle(at(5.0, -0.4), at(1.0, 2.0), 0.4), 10.41),
        (capsule(at(4.6, -1.6), at(5.4, 0.2), 0.2), 10.24),
    ];
    for (shape, shortest) in shapes {
        let place = Place::new(std::slice::from_ref(&shape), &[]);
        for (method, name) in methods().into_iter().zip(NAMES) {
            let answer = method.ask(&place, at(0.0, 0.0), at(10.0, 0.0));
            let (sub_goal, side, length) = answer.around();
            assert_eq!(side, Side::Left, "{name} {shape:?}");
            assert!(place.deepest(at(0.0, 0.0), sub_goal) <= 0.0);
            assert!(
                length > 10.0 && length < shortest * 1.08,
                "{name}: {length} m past {shape:?}"
            );
            assert_eq!(answer.members, [Blocker::Obstacle(0)]);
            let walk = method.walk(&place, at(0.0, 0.0), at(10.0, 0.0));
            assert!(walk.arrived && walk.deepest <= 1e-4, "{name}: {walk:?}");
            assert!(walk.length < shortest * 1.04, "{name}: {walk:?}");
        }
    }
}

#[test]
fn three_that_stand_close_are_passed_as_one() {
    let three = [
        circle(at(5.0, 1.6), 0.6),
        circle(at(5.0, 0.0), 0.6),
        circle(at(5.0, -1.9), 0.8),
    ];
    let place = Place::new(&three, &[]);
    for method in methods() {
        let answer = method.ask(&place, at(0.0, 0.0), at(10.0, 0.0));
        let (sub_goal, side, _) = answer.around();
        assert_eq!(side, Side::Left, "{method:?}");
        assert!(sub_goal.y > 2.3, "{method:?}: {sub_goal}");
        assert_eq!(answer.members, [0, 1, 2].map(Blocker::Obstacle));
        assert!(matches!(
            answer.answer.outcome,
            Outcome::Around { cluster, .. } if cluster == Blocker::Obstacle(0)
        ));
        let walk = method.walk(&place, at(0.0, 0.0), at(10.0, 0.0));
        assert!(walk.arrived && walk.deepest <= 1e-4, "{method:?}: {walk:?}");
    }
}

/// The way past the first cluster leads into the second, which is passed first then.
#[test]
fn a_second_cluster_on_the_way_past_the_first_is_passed_too() {
    let shapes = [
        rectangle(at(6.0, 0.0), at(0.5, 3.0), 0.0),
        circle(at(3.4, 0.95), 0.45),
    ];
    let place = Place::new(&shapes, &[line(at(6.0, -1.5), at(6.0, -20.0))]);
    for method in methods() {
        let answer = method.ask(&place, at(0.0, 0.0), at(10.0, 0.0));
        let (sub_goal, ..) = answer.around();
        assert!(place.deepest(at(0.0, 0.0), sub_goal) <= 1e-4);
        assert!(sub_goal.x < 4.5, "{method:?}: {sub_goal}");
        let walk = method.walk(&place, at(0.0, 0.0), at(10.0, 0.0));
        assert!(walk.arrived && walk.deepest <= 1e-4, "{method:?}: {walk:?}");
    }
    let answer = tangents().ask(&place, at(0.0, 0.0), at(10.0, 0.0));
    assert_eq!(answer.answer.rounds, 2, "{answer:?}");
}

#[test]
fn a_wall_that_touches_the_cluster_closes_its_side() {
    // Between obstacle and wall there is a gap; the wall is on the side that is the shorter one.
    let with_gap = |gap: f32| {
        Place::new(
            &[rectangle(at(5.0, -0.5), at(1.0, 1.8), 0.0)],
            &[line(at(-10.0, 0.4 + gap), at(20.0, 0.4 + gap))],
        )
    };
    for (method, open) in [(tangents(), 0.64), (grid(), 0.9)] {
        let start = at(0.0, 0.0);
        let closed = with_gap(0.58).clusters.len();
        assert_eq!(closed, 2);
        let (sub_goal, side, _) = method.ask(&with_gap(0.58), start, at(10.0, 0.0)).around();
        assert_eq!(side, Side::Right, "{method:?}");
        assert!(sub_goal.y < -1.4, "{method:?}: {sub_goal}");
        let (_, side, _) = method.ask(&with_gap(open), start, at(10.0, 0.0)).around();
        assert_eq!(side, Side::Left, "{method:?}");
        let walk = method.walk(&with_gap(open), start, at(10.0, 0.0));
        assert!(walk.arrived && walk.deepest <= 1e-4, "{method:?}: {walk:?}");
    }
}

#[test]
fn a_plug_between_two_walls_is_named() {
    let plug = [circle(at(5.0, -0.7), 0.5), circle(at(5.0, 0.7), 0.5)];
    let long = [
        line(at(-50.0, 1.5), at(60.0, 1.5)),
        line(at(-50.0, -1.5), at(60.0, -1.5)),
    ];
    let sealed = [
        long[0].clone(),
        long[1].clone(),
        line(at(-2.0, -1.5), at(-2.0, 1.5)),
    ];
    for (method, walls, closed_by) in [
        (tangents(), &long[..], None),
        (tangents(), &sealed[..], None),
        (grid(), &long[..], Some(ClosedBy::Neighborhood)),
        (grid(), &sealed[..], None),
    ] {
        let place = Place::new(&plug, walls);
        let answer = method.ask(&place, at(0.0, 0.0), at(10.0, 0.0));
        let wall = Blocker::Obstacle(1000);
        assert_eq!(
            answer.answer.outcome,
            Outcome::Blocked {
                cluster: Blocker::Obstacle(0),
                closed_by: closed_by.unwrap_or(ClosedBy::Wall { wall }),
            },
            "{method:?}"
        );
        assert_eq!(answer.members, [0, 1].map(Blocker::Obstacle));
        assert!(answer.way.is_empty());
    }
}

#[test]
fn a_gap_a_little_wider_than_the_body_is_walked_through_and_a_narrower_one_is_not() {
    let gate = |gap: f32| {
        let half = 0.5 * gap + 1.0;
        Place::new(
            &[
                rectangle(at(5.0, half), at(1.0, 2.0), 0.0),
                rectangle(at(5.0, -half), at(1.0, 2.0), 0.0),
            ],
            &[],
        )
    };
    for method in methods() {
        let clear = method.ask(&gate(0.62), at(0.0, 0.0), at(10.0, 0.0));
        assert!(clear.is_clear(), "{method:?}: {clear:?}");
        for gap in [0.3, 0.55, 0.599_999, 0.6] {
            let (sub_goal, ..) = method.ask(&gate(gap), at(0.0, 0.0), at(10.0, 0.0)).around();
            assert!(sub_goal.y.abs() > 2.0, "{method:?}, gap {gap}: {sub_goal}");
        }
        // From the side the gate isn't on the straight way.
        let walk = method.walk(&gate(1.0), at(0.0, 1.0), at(10.0, -1.0));
        assert!(walk.arrived && walk.deepest <= 1e-4, "{method:?}: {walk:?}");
        assert!(walk.length < 10.9, "{method:?}: {walk:?}");
    }
}
