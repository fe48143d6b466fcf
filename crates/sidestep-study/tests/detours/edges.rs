//! Pieces of the edge of walkable space: the body's radius is in them already, walkable space on
//! their left, and corners of paths lie on them.

use sidestep::Vec2;
use sidestep::avoid::detour::{BarrierKind, Blocker, ClosedBy, Outcome};
use sidestep::geometry::Side;

use super::{Method, Place, at, grid, line, methods, rectangle, tangents};
use crate::common::circle;

/// A corridor along the x axis, so many metres wide between its edges, with obstacles in it.
fn corridor(width: f32, obstacles: &[sidestep::geometry::Shape]) -> Place {
    let mut place = Place::new(obstacles, &[]);
    let half = 0.5 * width;
    for (start, end) in [
        (at(-20.0, -half), at(30.0, -half)),
        (at(30.0, half), at(-20.0, half)),
    ] {
        place.wall(BarrierKind::Edge, &line(start, end));
    }
    place
}

#[test]
fn along_an_edge_and_to_a_corner_on_it_the_way_is_clear() {
    let place = corridor(4.0, &[circle(at(5.0, 0.0), 0.5)]);
    for method in methods() {
        for noise in [0.0, 1e-6, -1e-6, 1e-5, -1e-5] {
            let (from, to) = (at(0.0, -2.0 + noise), at(10.0, -2.0 - noise));
            let answer = method.ask(&place, from, to);
            assert!(answer.is_clear(), "{method:?}, {noise}: {answer:?}");
            let (from, to) = (at(0.0, -2.0 + noise), at(10.0, 2.0 - noise));
            let way = method.ask(&place, from, to).way;
            assert!(way.len() >= 3, "{method:?}: {way:?}");
            assert!(
                way.iter().all(|corner| corner.y.abs() <= 2.001),
                "{method:?}: {way:?}"
            );
        }
    }
}

#[test]
fn an_obstacle_near_an_edge_is_passed_on_its_other_side() {
    // Above it there is no room for the body's centre, below there is.
    let place = corridor(4.0, &[rectangle(at(5.0, 1.1), at(1.0, 2.8), 0.0)]);
    for method in methods() {
        let answer = method.ask(&place, at(0.0, 1.0), at(10.0, 1.0));
        let (_, side, _) = answer.around();
        assert_eq!(side, Side::Right, "{method:?}");
        let walk = method.walk(&place, at(0.0, 1.0), at(10.0, 1.0));
        assert!(walk.arrived && walk.deepest <= 1e-4, "{method:?}: {walk:?}");
    }
}

fn closed_by(method: Method, place: &Place, from: Vec2, to: Vec2) -> Option<ClosedBy> {
    match method.ask(place, from, to).answer.outcome {
        Outcome::Blocked { closed_by, .. } => Some(closed_by),
        Outcome::Clear | Outcome::Around { .. } => None,
    }
}

#[test]
fn an_edge_has_no_thickness_and_is_not_leapt_over() {
    let place = corridor(4.0, &[rectangle(at(5.0, 0.0), at(1.0, 3.6), 0.0)]);
    for y in [0.0, 1.9, -1.9, 2.0, -2.0] {
        let (from, to) = (at(0.0, y), at(10.0, y));
        let wall = closed_by(tangents(), &place, from, to);
        let edge = Blocker::Obstacle(1000);
        assert_eq!(wall, Some(ClosedBy::Wall { wall: edge }), "{y}");
        let rim = closed_by(grid(), &place, from, to);
        assert_eq!(rim, Some(ClosedBy::Neighborhood), "{y}");
    }
}

/// A pier of edges with the body's radius in it: the grid goes round its end, though no cell is
/// covered by it.
#[test]
fn the_grid_goes_round_the_end_of_an_edge() {
    let mut place = Place::new(&[], &[]);
    for (start, end) in [
        (at(3.0, -8.0), at(3.0, 1.0)),
        (at(3.0, 1.0), at(3.3, 1.0)),
        (at(3.3, 1.0), at(3.3, -8.0)),
    ] {
        place.wall(BarrierKind::Edge, &line(start, end));
    }
    let walk = grid().walk(&place, Vec2::ZERO, at(6.0, 0.0));
    assert!(walk.arrived, "{walk:?}");
    assert!((6.2..7.2).contains(&walk.length), "{walk:?}");
}
