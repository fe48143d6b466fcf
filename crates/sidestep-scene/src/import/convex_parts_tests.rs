//! Outlines cut into convex polygons.

use glam::DVec2;
use proptest::prelude::*;

use super::convex_parts::*;
use crate::format::ConvexPolygon;

fn outline(corners: &[[f64; 2]]) -> Vec<DVec2> {
    corners.iter().copied().map(DVec2::from).collect()
}

fn area(polygon: &ConvexPolygon) -> f64 {
    let corners = polygon.corners();
    let pairs = corners.iter().zip(corners.iter().cycle().skip(1));
    pairs
        .map(|(a, b)| a.x() * b.y() - b.x() * a.y())
        .sum::<f64>()
        / 2.0
}

fn total_area(parts: &[ConvexPolygon]) -> f64 {
    parts.iter().map(area).sum()
}

#[test]
fn a_convex_outline_stays_whole_whichever_way_round() {
    let mut square = outline(&[
        [0.0, 0.0],
        [2.0, 0.0],
        [2.0, 1.0],
        [2.0, 2.0],
        [0.0, 2.0],
        [0.0, 0.0],
    ]);
    for _ in 0..2 {
        let parts = convex_parts(&square).expect("a square");
        assert_eq!(parts.len(), 1);
        assert_eq!(parts[0].corners().len(), 4);
        assert_eq!(total_area(&parts), 4.0);
        square.reverse();
    }
}

#[test]
fn an_outline_that_bends_inwards_becomes_few_convex_parts_of_the_same_area() {
    let corner = outline(&[
        [0.0, 0.0],
        [4.0, 0.0],
        [4.0, 1.0],
        [1.0, 1.0],
        [1.0, 3.0],
        [0.0, 3.0],
    ]);
    let parts = convex_parts(&corner).expect("an L");
    assert_eq!(parts.len(), 2);
    assert!((total_area(&parts) - 6.0).abs() < 1e-9);
    let dart = outline(&[[0.0, 0.0], [4.0, 0.0], [1.0, 1.0], [0.0, 4.0]]);
    let parts = convex_parts(&dart).expect("a dart");
    assert!((total_area(&parts) - 4.0).abs() < 1e-9);
}

#[test]
fn an_outline_that_crosses_itself_is_filled_wherever_it_goes_round() {
    let bow_tie = outline(&[[0.0, 0.0], [2.0, 2.0], [2.0, 0.0], [0.0, 2.0]]);
    let parts = convex_parts(&bow_tie).expect("a bow tie");
    assert!((total_area(&parts) - 2.0).abs() < 1e-9, "{parts:?}");
    let tip = |index: usize| {
        let angle = index as f64 * 2.0 * std::f64::consts::TAU / 5.0;
        DVec2::new(angle.sin(), angle.cos())
    };
    let star: Vec<DVec2> = (0..5).map(tip).collect();
    let parts = convex_parts(&star).expect("a star");
    // Area of a pentagram with its middle, for a circumscribed circle of radius 1.
    assert!(
        (total_area(&parts) - 1.122_569_941).abs() < 1e-6,
        "{}",
        total_area(&parts)
    );
}

#[test]
fn a_comb_becomes_its_back_and_its_teeth() {
    let mut comb = vec![DVec2::new(10.0, 0.0), DVec2::new(0.0, 0.0)];
    for tooth in 0..5 {
        let left = f64::from(tooth) * 2.0;
        comb.extend(outline(&[
            [left, 3.0],
            [left + 1.0, 3.0],
            [left + 1.0, 1.0],
            [left + 2.0, 1.0],
        ]));
    }
    let parts = convex_parts(&comb).expect("a comb");
    assert_eq!(parts.len(), 6);
    assert!((total_area(&parts) - 20.0).abs() < 1e-9);
}

#[test]
fn a_comb_of_uneven_teeth_has_few_parts_however_many_strips_it_takes() {
    let mut comb = vec![DVec2::new(998.0, 0.0), DVec2::new(0.0, 0.0)];
    for tooth in 0..499_u32 {
        let left = f64::from(tooth) * 2.0;
        // Heights in no order, none of them twice.
        let shift = f64::from(tooth * 193 % 499) / 499.0;
        comb.extend(outline(&[[left, 3.0 + shift], [left + 1.0, 1.0 + shift]]));
    }
    let parts = convex_parts(&comb).expect("a comb");
    assert!(parts.len() < 2000, "{}", parts.len());
}

#[test]
fn an_outline_that_crosses_itself_everywhere_is_refused() {
    let there_and_back = |index: usize| {
        let angle = index as f64 * 499.0 * std::f64::consts::TAU / 999.0;
        DVec2::new(angle.sin(), angle.cos()) * 100.0
    };
    let star: Vec<DVec2> = (0..999).map(there_and_back).collect();
    assert_eq!(convex_parts(&star), Err(OutlineError::TooManyCrossings));
}

#[test]
fn an_outline_without_area_is_refused() {
    for flat in [
        &[][..],
        &[[0.0, 0.0]],
        &[[0.0, 0.0], [1.0, 1.0], [3.0, 3.0], [2.0, 2.0]],
    ] {
        assert_eq!(
            convex_parts(&outline(flat)),
            Err(OutlineError::NoArea),
            "{flat:?}"
        );
    }
    let many = vec![DVec2::ZERO; 1001];
    assert_eq!(convex_parts(&many), Err(OutlineError::TooManyCorners(1001)));
}

/// An outline that goes once round the origin, at some distance in each of the directions.
fn star_shaped() -> impl Strategy<Value = Vec<DVec2>> {
    proptest::collection::vec(0.5..10.0_f64, 3..60).prop_map(|distances| {
        let step = std::f64::consts::TAU / distances.len() as f64;
        let corner =
            |(index, distance): (usize, &f64)| DVec2::from_angle(index as f64 * step) * *distance;
        distances.iter().enumerate().map(corner).collect()
    })
}

#[test]
fn heights_that_differ_by_rounding_alone_do_not_lose_area() {
    let tiny = 1e-16;
    let hourglass = outline(&[
        [8.0, 0.0],
        [9.0, 2.6],
        [0.42, 0.27],
        [-0.42, 0.27 + tiny],
        [-0.48, 0.14],
        [-1.2, tiny],
        [-0.48, -0.14],
        [-0.42, -0.27 - tiny],
        [0.42, -0.27],
        [8.1, -2.4],
    ]);
    let pairs = hourglass.iter().zip(hourglass.iter().cycle().skip(1));
    let expected = pairs.map(|(a, b)| a.perp_dot(*b)).sum::<f64>() / 2.0;
    let parts = convex_parts(&hourglass).expect("an hourglass");
    assert!(
        (total_area(&parts) - expected).abs() < 1e-4,
        "{} for {expected}",
        total_area(&parts)
    );
}

proptest! {
    #[test]
    fn parts_have_the_area_of_a_simple_outline(corners in star_shaped()) {
        let pairs = corners.iter().zip(corners.iter().cycle().skip(1));
        let expected = pairs.map(|(a, b)| a.perp_dot(*b)).sum::<f64>() / 2.0;
        let parts = convex_parts(&corners).expect("it encloses the origin");
        prop_assert!((total_area(&parts) - expected).abs() < 1e-2 + 1e-4 * expected);
    }

    #[test]
    fn any_outline_is_cut_or_refused(
        corners in proptest::collection::vec((-1e6..1e6_f64, -1e6..1e6_f64), 0..40)
    ) {
        let corners: Vec<DVec2> = corners.into_iter().map(DVec2::from).collect();
        if let Ok(parts) = convex_parts(&corners) {
            prop_assert!(total_area(&parts) > 0.0);
        }
    }

    #[test]
    fn corners_on_a_grid_meet_every_degenerate_case(
        corners in proptest::collection::vec((0..4_i32, 0..4_i32), 0..12)
    ) {
        let corners: Vec<DVec2> =
            corners.into_iter().map(|(x, y)| DVec2::new(f64::from(x), f64::from(y))).collect();
        if let Ok(parts) = convex_parts(&corners) {
            prop_assert!(total_area(&parts) > 0.0 && total_area(&parts) <= 9.0 + 1e-9);
        }
    }
}
