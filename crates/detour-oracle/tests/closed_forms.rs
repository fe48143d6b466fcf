//! The oracle against lengths that can be worked out by hand.

use std::f64::consts::{FRAC_PI_2, PI, TAU};

use detour_oracle::{Obstacle, shortest_way};
use glam::{DVec2, dvec2};

const RADIUS: f64 = 0.4;

fn assert_length(found: Option<f64>, expected: f64) {
    let found = found.unwrap_or_else(|| panic!("no way, where one of {expected} m is"));
    assert!(
        (found - expected).abs() < 1e-9,
        "found {found} m instead of {expected} m"
    );
}

/// Tangent, arc, tangent around a circle of radius `grown` at the origin.
fn round_circle(from: DVec2, to: DVec2, grown: f64) -> f64 {
    let (near, far) = (from.length(), to.length());
    let arc = from.angle_to(to).abs() - (grown / near).acos() - (grown / far).acos();
    (near * near - grown * grown).sqrt() + (far * far - grown * grown).sqrt() + arc * grown
}

#[test]
fn nothing_in_the_way_is_straight() {
    assert_length(
        shortest_way(&[], RADIUS, dvec2(-3.0, 0.0), dvec2(1.0, 3.0)),
        5.0,
    );
    let beside = [Obstacle::circle(dvec2(0.0, 1.5), 1.0)];
    assert_length(
        shortest_way(&beside, RADIUS, dvec2(-3.0, 0.0), dvec2(3.0, 0.0)),
        6.0,
    );
}

#[test]
fn one_circle_is_passed_by_two_tangents_and_an_arc() {
    let circle = [Obstacle::circle(DVec2::ZERO, 1.0)];
    for (from, to) in [
        (dvec2(-3.0, 0.0), dvec2(3.0, 0.0)),
        (dvec2(-3.0, 0.2), dvec2(4.0, -0.7)),
        (dvec2(-1.4, 0.0), dvec2(1.4, 1e-3)),
    ] {
        assert_length(
            shortest_way(&circle, RADIUS, from, to),
            round_circle(from, to, 1.4),
        );
    }
}

#[test]
fn two_circles_are_passed_in_an_s() {
    // The shapes are so placed that going over one and under the other is shortest: by symmetry the
    // inner tangent goes through the origin.
    let circles = [
        Obstacle::circle(dvec2(-2.0, -1.0), 0.8),
        Obstacle::circle(dvec2(2.0, 1.0), 0.8),
    ];
    let (from, to) = (dvec2(-5.0, -1.2), dvec2(5.0, 1.2));
    let half = |place: DVec2| {
        let center = dvec2(-2.0, -1.0);
        round_circle(place - center, DVec2::ZERO - center, 1.2)
    };
    assert_length(shortest_way(&circles, RADIUS, from, to), 2.0 * half(from));
}

#[test]
fn two_circles_that_overlap_are_passed_along_their_hull() {
    let circles = [
        Obstacle::circle(dvec2(-0.5, 0.0), 1.0),
        Obstacle::circle(dvec2(0.5, 0.0), 1.0),
    ];
    // From the left end to the right end: a quarter of arc, the straight piece on top, a quarter of
    // arc.
    let expected = 2.0 * 1.4 * FRAC_PI_2 + 1.0;
    let found = shortest_way(&circles, RADIUS, dvec2(-1.9, 0.0), dvec2(1.9, 0.0));
    assert_length(found, expected);
}

#[test]
fn a_box_is_passed_by_the_shorter_side() {
    let boxes = [Obstacle::rectangle(dvec2(0.0, 0.5), dvec2(2.0, 4.0), 0.0)];
    // Below it: its lower corners are at (±1, −1.5).
    let corner = dvec2(-1.0, -1.5);
    let from = dvec2(-4.0, 0.0);
    let tangent = from.distance(corner);
    // Direction from the corner's circle to the tangent point, then down to −y.
    let to_start = (from - corner).to_angle() + (RADIUS / tangent).acos();
    let arc = (1.5 * PI - to_start) * RADIUS;
    let expected = 2.0 * ((tangent * tangent - RADIUS * RADIUS).sqrt() + arc) + 2.0;
    assert_length(
        shortest_way(&boxes, RADIUS, from, dvec2(4.0, 0.0)),
        expected,
    );
}

#[test]
fn a_square_has_two_equal_sides_and_turning_all_changes_nothing() {
    let straight = [Obstacle::rectangle(DVec2::ZERO, DVec2::splat(2.0), 0.0)];
    let expected =
        shortest_way(&straight, RADIUS, dvec2(-4.0, 0.0), dvec2(4.0, 0.0)).expect("a way");
    for step in 0..16 {
        let turn = DVec2::from_angle(f64::from(step) * TAU / 16.0 + 0.1);
        let moved = dvec2(30.0, -70.0);
        let place = |point: DVec2| turn.rotate(point) + moved;
        let turned: Vec<Obstacle> = straight
            .iter()
            .map(|it| Obstacle::polygon(it.points.iter().map(|it| place(*it)).collect::<Vec<_>>()))
            .collect();
        let found = shortest_way(
            &turned,
            RADIUS,
            place(dvec2(-4.0, 0.0)),
            place(dvec2(4.0, 0.0)),
        );
        assert_length(found, expected);
    }
}

#[test]
fn a_wall_is_passed_by_its_nearer_end() {
    let wall = [Obstacle::wall(dvec2(0.0, -3.0), dvec2(0.0, 2.0))];
    // Round its upper end, 2 m above the straight way: the long way round as the end sees it.
    let from_end = 13.0_f64.sqrt();
    let arc = TAU - 2.0 * 1.5_f64.atan() - 2.0 * (RADIUS / from_end).acos();
    let expected = 2.0 * (13.0 - RADIUS * RADIUS).sqrt() + arc * RADIUS;
    assert_length(
        shortest_way(&wall, RADIUS, dvec2(-3.0, 0.0), dvec2(3.0, 0.0)),
        expected,
    );
}

#[test]
fn out_of_a_u_the_way_leads_back_first() {
    // Open towards −x, the goal behind its bottom.
    let (tip, corner) = (dvec2(-4.0, -2.0), dvec2(1.0, -2.0));
    let shape = [
        Obstacle::wall(corner, dvec2(1.0, 2.0)),
        Obstacle::wall(corner, tip),
        Obstacle::wall(dvec2(1.0, 2.0), dvec2(-4.0, 2.0)),
    ];
    let (from, to) = (dvec2(0.0, 0.0), dvec2(4.0, -1.0));
    let tangent = |place: DVec2, end: DVec2| (place.distance_squared(end) - RADIUS * RADIUS).sqrt();
    let turn = |place: DVec2, end: DVec2| (RADIUS / place.distance(end)).acos();
    // Above the tip of the lower arm, round it, below the arm, and round the corner.
    let round_tip = 1.5 * PI - ((from - tip).to_angle() + turn(from, tip));
    let round_corner = (to - corner).to_angle() - turn(to, corner) + FRAC_PI_2;
    let straight = tangent(from, tip) + tip.distance(corner) + tangent(to, corner);
    assert_length(
        shortest_way(&shape, RADIUS, from, to),
        straight + (round_tip + round_corner) * RADIUS,
    );
}

#[test]
fn a_closed_ring_has_no_way_in() {
    let ring = |count: u32| -> Vec<Obstacle> {
        (0..count)
            .map(|index| {
                let turn = DVec2::from_angle(f64::from(index) * TAU / f64::from(count));
                Obstacle::circle(turn * 5.0, 0.6)
            })
            .collect()
    };
    // 20 on a circle of 5 m stand 1.564 m apart, which leaves a gap of 0.364 m; 14 leave 1.025 m.
    let (outside, inside) = (dvec2(-9.0, 0.3), dvec2(0.3, 0.2));
    assert_eq!(shortest_way(&ring(20), RADIUS, outside, inside), None);
    assert!(shortest_way(&ring(14), RADIUS, outside, inside).is_some());
    let mut boxes: Vec<Obstacle> = (0..4)
        .map(|quarter| {
            let turn = DVec2::from_angle(f64::from(quarter) * FRAC_PI_2);
            Obstacle::wall(turn.rotate(dvec2(2.0, -2.0)), turn.rotate(dvec2(2.0, 2.0)))
        })
        .collect();
    assert_eq!(shortest_way(&boxes, RADIUS, outside, inside), None);
    boxes.pop();
    assert!(shortest_way(&boxes, RADIUS, outside, inside).is_some());
}

#[test]
fn a_gap_of_the_bodys_width_is_open_and_a_narrower_one_is_closed() {
    let slit = |gap: f64| {
        [
            Obstacle::wall(dvec2(0.0, gap * 0.5), dvec2(0.0, 30.0)),
            Obstacle::wall(dvec2(0.0, -gap * 0.5), dvec2(0.0, -30.0)),
        ]
    };
    let pillars = |gap: f64| {
        [
            Obstacle::circle(dvec2(0.0, 1.0 + gap * 0.5), 1.0),
            Obstacle::circle(dvec2(0.0, -1.0 - gap * 0.5), 1.0),
        ]
    };
    let (from, to) = (dvec2(-4.0, 0.0), dvec2(4.0, 0.0));
    for obstacles in [slit, pillars] {
        assert_length(
            shortest_way(&obstacles(2.0 * RADIUS + 1e-6), RADIUS, from, to),
            8.0,
        );
        assert_length(
            shortest_way(&obstacles(2.0 * RADIUS), RADIUS, from, to),
            8.0,
        );
        let closed = shortest_way(&obstacles(2.0 * RADIUS - 1e-6), RADIUS, from, to);
        assert!(closed.is_none_or(|length| length > 8.1), "{closed:?}");
    }
}

#[test]
fn who_begins_or_ends_in_an_obstacle_has_no_way() {
    let circle = [Obstacle::circle(DVec2::ZERO, 1.0)];
    for place in [dvec2(0.0, 0.0), dvec2(1.2, 0.0), dvec2(0.0, -1.399)] {
        assert_eq!(
            shortest_way(&circle, RADIUS, place, dvec2(5.0, 0.0)),
            None,
            "{place}"
        );
        assert_eq!(
            shortest_way(&circle, RADIUS, dvec2(5.0, 0.0), place),
            None,
            "{place}"
        );
    }
}

#[test]
fn coinciding_obstacles_are_as_one() {
    let one = Obstacle::rectangle(dvec2(0.3, 0.2), dvec2(2.0, 1.0), 0.4);
    let alone = shortest_way(
        std::slice::from_ref(&one),
        RADIUS,
        dvec2(-4.0, 0.0),
        dvec2(4.0, 0.0),
    );
    let thrice = [one.clone(), one.clone(), one];
    assert_length(
        shortest_way(&thrice, RADIUS, dvec2(-4.0, 0.0), dvec2(4.0, 0.0)),
        alone.expect("a way"),
    );
}
