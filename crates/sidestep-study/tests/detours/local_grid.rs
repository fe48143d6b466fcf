//! What the numbers of the grid mean.

use sidestep::Vec2;
use sidestep::avoid::detour::{ClosedBy, FoundWay, Outcome};
use sidestep::geometry::Side;
use sidestep_study::detour::LocalGrid;

use super::yard::Yard;
use super::{Method, Place, RADIUS, at, grid, line, rectangle};

fn with(change: impl FnOnce(&mut LocalGrid)) -> Method {
    let mut grid = LocalGrid::for_radius(RADIUS);
    change(&mut grid);
    Method::LocalGrid(grid)
}

/// A wall with a hole, and the goal behind it.
fn hole(width: f32) -> Place {
    let half = 0.5 * width;
    Place::new(
        &[
            rectangle(at(3.0, 1.13 + half + 2.0), at(0.4, 4.0), 0.0),
            rectangle(at(3.0, 1.13 - half - 2.0), at(0.4, 4.0), 0.0),
        ],
        &[],
    )
}

#[test]
fn smaller_cells_find_narrower_gaps() {
    let through = |method: Method, width| {
        let (sub_goal, ..) = method.ask(&hole(width), Vec2::ZERO, at(6.0, 0.0)).around();
        (sub_goal.y - 1.13).abs() < 0.5
    };
    // Wider than the body by one and a half cells: for sure.
    assert!(through(grid(), 0.612 + 1.5 * 0.15));
    let fine = with(|it| it.cell = 0.05);
    assert!(through(fine, 0.612 + 1.5 * 0.05));
    assert!(!through(fine, 0.59) && !through(grid(), 0.59));
}

#[test]
fn a_goal_beyond_the_grid_is_gone_toward() {
    let place = Place::new(&[rectangle(at(3.0, 0.5), at(1.0, 3.0), 0.0)], &[]);
    let near = with(|it| it.half_extent = 5.0);
    let answer = near.ask(&place, Vec2::ZERO, at(40.0, 0.0));
    let (_, side, length) = answer.around();
    assert_eq!(side, Side::Right);
    assert!(answer.answer.converged);
    assert!((40.0..41.0).contains(&length), "{length}");
    let walk = near.walk(&place, Vec2::ZERO, at(40.0, 0.0));
    assert!(walk.arrived && walk.deepest <= 1e-4, "{walk:?}");
    // What stands beyond the grid isn't in the way yet, and it is said that the way was not looked
    // at to its end.
    let far = Place::new(&[rectangle(at(20.0, 0.5), at(1.0, 3.0), 0.0)], &[]);
    let answer = near.ask(&far, Vec2::ZERO, at(40.0, 0.0));
    assert!(answer.is_clear() && !answer.answer.converged, "{answer:?}");
}

/// Back out of the corridor there may be a way, but it leaves the grid behind the agent.
#[test]
fn a_way_that_begins_behind_beyond_the_rim_is_not_taken() {
    let walls = [
        line(at(-50.0, 1.0), at(50.0, 1.0)),
        line(at(-50.0, -1.0), at(50.0, -1.0)),
    ];
    let place = Place::new(&[rectangle(at(3.0, 0.0), at(1.0, 1.6), 0.0)], &walls);
    for goal in [at(5.0, 0.0), at(40.0, 0.0)] {
        let outcome = grid().ask(&place, Vec2::ZERO, goal).answer.outcome;
        assert!(
            matches!(
                outcome,
                Outcome::Blocked {
                    closed_by: ClosedBy::Neighborhood,
                    ..
                }
            ),
            "{outcome:?}"
        );
    }
}

/// Walls that are in the way without any obstacle are gone round too.
#[test]
fn walls_alone_are_gone_round() {
    let place = Place::new(&[], &[line(at(3.0, -1.0), at(3.0, 3.0))]);
    let walk = grid().walk(&place, Vec2::ZERO, at(6.0, 0.0));
    assert!(walk.arrived && walk.deepest <= 1e-4, "{walk:?}");
    assert!(walk.length < 6.8, "{walk:?}");
}

/// Memory from other queries, with other numbers of cells, changes nothing.
#[test]
fn memory_that_was_used_before_changes_nothing() {
    let mut used = FoundWay::default();
    for seed in 0..20 {
        let yard = Yard::new(seed);
        let place = yard.place();
        let mut method = LocalGrid::for_radius(RADIUS);
        method.half_extent = 3.0 + seed as f32 % 7.0;
        let barriers = place.barriers();
        let fresh = Method::LocalGrid(method).ask(&place, yard.from, yard.to);
        let answer = Method::LocalGrid(method).find(&barriers, yard.from, yard.to, &mut used);
        assert_eq!(answer, fresh.answer, "yard {seed}");
        assert_eq!(used.corners, fresh.way, "yard {seed}");
        assert_eq!(used.members, fresh.members, "yard {seed}");
    }
}

/// The cells lie at multiples of their size, so that moving everything by whole cells changes
/// nothing.
#[test]
fn moved_by_whole_cells_the_way_is_moved() {
    let shapes = [
        rectangle(at(3.0, 0.3), at(1.0, 3.0), 0.3),
        rectangle(at(5.0, -0.6), at(0.5, 2.0), -0.2),
    ];
    let cell = 0.125;
    let method = with(|it| it.cell = cell);
    let here = Place::new(&shapes, &[]);
    let way = method.ask(&here, Vec2::ZERO, at(7.0, 0.0)).way;
    let moved = Vec2::new(16.0 * cell, -40.0 * cell);
    let there = Place::new(
        &[
            rectangle(at(3.0, 0.3) + moved, at(1.0, 3.0), 0.3),
            rectangle(at(5.0, -0.6) + moved, at(0.5, 2.0), -0.2),
        ],
        &[],
    );
    let other = method.ask(&there, moved, at(7.0, 0.0) + moved).way;
    assert_eq!(way.len(), other.len());
    for (one, other) in way.iter().zip(other) {
        assert!((*one + moved).distance(other) < 1e-4, "{one} {other}");
    }
}
