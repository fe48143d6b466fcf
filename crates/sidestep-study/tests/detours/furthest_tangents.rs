//! What the numbers of the furthest tangents mean.

use sidestep::avoid::detour::Outcome;
use sidestep::geometry::Side;
use sidestep_study::detour::FurthestTangents;

use super::{Method, Place, RADIUS, at, line, rectangle};
use crate::common::circle;

fn with(change: impl FnOnce(&mut FurthestTangents)) -> Method {
    let mut tangents = FurthestTangents::for_radius(RADIUS);
    change(&mut tangents);
    Method::FurthestTangents(tangents)
}

#[test]
fn the_favoured_side_is_taken_when_both_are_equal_and_up_to_the_bias() {
    let centered = Place::new(&[circle(at(5.0, 0.0), 1.0)], &[]);
    let aside = Place::new(&[circle(at(5.0, -0.3), 1.0)], &[]);
    for favored in [Side::Left, Side::Right] {
        let plain = with(|it| it.favored = favored);
        let (_, side, _) = plain.ask(&centered, at(0.0, 0.0), at(10.0, 0.0)).around();
        assert_eq!(side, favored);
        let (_, side, _) = plain.ask(&aside, at(0.0, 0.0), at(10.0, 0.0)).around();
        assert_eq!(side, Side::Left);
        let stubborn = with(|it| (it.favored, it.bias) = (favored, 0.2));
        let (_, side, _) = stubborn.ask(&aside, at(0.0, 0.0), at(10.0, 0.0)).around();
        assert_eq!(side, favored);
    }
}

/// The length is the one over the tangent point: shorter than the way, which bends round the
/// obstacle.
#[test]
fn the_length_goes_over_one_tangent_point() {
    let place = Place::new(&[circle(at(5.0, 0.0), 1.0)], &[]);
    let answer = with(|_| {}).ask(&place, at(0.0, 0.0), at(10.0, 0.0));
    let (sub_goal, _, length) = answer.around();
    // The tangent to a circle of 1.306 m from 5 m away: 4.826 m long, and its point 1.261 m below
    // the line.
    assert!((sub_goal.distance(at(0.0, 0.0)) - 4.826).abs() < 2e-3);
    assert!((sub_goal.y + 1.261).abs() < 2e-3, "{sub_goal}");
    let over = 4.826 + sub_goal.distance(at(10.0, 0.0));
    assert!((length - over).abs() < 2e-3, "{length} m, {over} m");
    assert_eq!(answer.way.len(), 3);
}

/// Each round takes one more cluster in; with too few the leg ends before what is met next, and
/// says so.
#[test]
fn rounds_are_limited() {
    let shapes = [
        rectangle(at(8.0, 0.0), at(0.5, 6.0), 0.0),
        circle(at(5.0, -1.9), 0.5),
        circle(at(2.6, -0.75), 0.2),
    ];
    let place = Place::new(&shapes, &[line(at(8.0, 3.0), at(8.0, 30.0))]);
    let ask = |rounds| {
        let method = with(|it| it.rounds = rounds);
        method.ask(&place, at(0.0, 0.0), at(12.0, 0.0))
    };
    let needed = ask(4);
    assert!(needed.answer.converged, "{needed:?}");
    assert!(needed.answer.rounds >= 2, "{needed:?}");
    let short = ask(1);
    assert!(!short.answer.converged, "{short:?}");
    assert_eq!(short.answer.rounds, 1);
    let (sub_goal, ..) = short.around();
    assert!(place.deepest(at(0.0, 0.0), sub_goal) <= 1e-4, "{short:?}");
    assert!(sub_goal.length() > 1.0, "{short:?}");
}

/// Who stands at the tangent point of a circle has no way to it: the leg is drawn out along the
/// tangent.
#[test]
fn at_a_tangent_point_the_leg_goes_on_along_the_tangent() {
    let place = Place::new(&[circle(at(0.0, 0.0), 1.0)], &[]);
    let method = with(|_| {});
    for (start, goal) in [
        (at(0.0, -1.306), at(1.0, 4.0)),
        (at(0.0, -1.301), at(1.0, 4.0)),
        (at(0.0, -1.3), at(1.0, 4.0)),
    ] {
        let (sub_goal, ..) = method.ask(&place, start, goal).around();
        let leg = sub_goal.distance(start);
        assert!(
            (0.9 * RADIUS..1.1 * RADIUS).contains(&leg),
            "{start}: {leg}"
        );
        assert!(
            place.deepest(start, sub_goal) <= 1e-4,
            "{start}: {sub_goal}"
        );
        let walk = method.walk(&place, start, goal);
        assert!(walk.arrived, "{walk:?}");
    }
}

/// The wall doesn't touch the cluster, but stands between the agent and the tangent point.
#[test]
fn a_wall_on_the_way_to_a_tangent_point_closes_the_side_too() {
    let crate_ahead = rectangle(at(6.0, -0.4), at(1.0, 3.0), 0.0);
    let post = line(at(3.0, 0.45), at(3.0, 2.0));
    let open = Place::new(std::slice::from_ref(&crate_ahead), &[]);
    let closed = Place::new(std::slice::from_ref(&crate_ahead), &[post]);
    let ask = |place: &Place| {
        with(|_| {})
            .ask(place, at(0.0, 0.0), at(12.0, 0.0))
            .around()
    };
    assert_eq!(ask(&open).1, Side::Left);
    let (sub_goal, side, _) = ask(&closed);
    assert_eq!(side, Side::Right);
    assert!(closed.deepest(at(0.0, 0.0), sub_goal) <= 1e-4);
}

/// The straight way is the path's: a wall on it alone is none of a detour's business.
#[test]
fn a_wall_alone_is_not_looked_at() {
    let place = Place::new(&[], &[line(at(5.0, -3.0), at(5.0, 3.0))]);
    let answer = with(|_| {}).ask(&place, at(0.0, 0.0), at(10.0, 0.0));
    assert_eq!(answer.answer.outcome, Outcome::Clear);
}
