use super::yard::{RADIUS, Yard, around};
use sidestep::avoid::detour::{ClosedBy, DetourQuery, Outcome};
use sidestep::geometry::Side;

/// Tangent, arc, tangent round one circle that lies half way.
fn round_a_circle(half: f64, offset: f64, radius: f64) -> f64 {
    let grown = radius + f64::from(RADIUS);
    let away = (half * half + offset * offset).sqrt();
    let straight = 2.0 * (away * away - grown * grown).sqrt();
    let arc =
        std::f64::consts::PI - 2.0 * libm::asin(offset / away) - 2.0 * libm::acos(grown / away);
    straight + grown * arc
}

#[test]
fn a_free_way_is_clear() {
    let mut yard = Yard::new();
    yard.circle(5.0, 2.0, 1.0);
    assert_eq!(yard.find([0.0, 0.0], [10.0, 0.0]).outcome, Outcome::Clear);
}

#[test]
fn one_circle_is_passed_on_the_shorter_side() {
    for offset in [0.0, 0.1, 0.5, 1.0] {
        let mut yard = Yard::new();
        yard.circle(5.0, -offset, 1.0);
        let (length, side) = around(yard.find([0.0, 0.0], [10.0, 0.0]));
        let expected = round_a_circle(5.0, f64::from(offset), 1.0);
        assert!(
            (f64::from(length) - expected).abs() < 1e-4,
            "{offset}: {length} {expected}"
        );
        // Dead centre: the right, by convention.
        let expected = if offset > 0.0 {
            Side::Left
        } else {
            Side::Right
        };
        assert_eq!(side, expected);
        let (walked, _) = yard.walk([0.0, 0.0], [10.0, 0.0]).expect("a way");
        assert!(walked < length * 1.01, "{walked} {length}");
    }
}

#[test]
fn a_box_is_passed_by_its_corners() {
    let mut yard = Yard::new();
    yard.turned_box(5.0, 0.5, [2.0, 4.0], 0.0);
    let (length, side) = around(yard.find([0.0, 0.0], [10.0, 0.0]));
    assert_eq!(side, Side::Right);
    let (walked, _) = yard.walk([0.0, 0.0], [10.0, 0.0]).expect("a way");
    assert!(length > 10.5 && walked < length * 1.01, "{length} {walked}");
}

#[test]
fn a_gap_is_taken_if_the_body_fits_and_not_if_it_does_not() {
    for (extra, open) in [(1e-6, true), (-1e-6, false), (0.1, true), (-0.1, false)] {
        let mut yard = Yard::new();
        let half = f64::from(RADIUS) + 0.5 * extra;
        let center = (half + 1.0) as f32;
        // A gap is known as well as single precision can put it.
        let real = 2.0 * (f64::from(center) - 1.0 - f64::from(RADIUS));
        assert_eq!(real > 0.0, open, "{real}");
        yard.circle(5.0, center, 1.0);
        yard.circle(5.0, -center, 1.0);
        let answer = yard.find([0.0, 0.1], [10.0, 0.1]);
        let (length, _) = around(answer);
        assert_eq!(length < 10.4, open, "{extra}: {length}");
        let (walked, _) = yard.walk([0.0, 0.1], [10.0, 0.1]).expect("a way");
        assert!(walked < length * 1.01, "{extra}: {walked} {length}");
    }
}

#[test]
fn a_wall_ends_the_way_round_what_touches_it() {
    let mut yard = Yard::new();
    yard.wall([-10.0, 2.0], [20.0, 2.0]);
    yard.wall([-10.0, -5.0], [20.0, -5.0]);
    yard.turned_box(5.0, 0.5, [1.0, 2.6], 0.0);
    let (length, side) = around(yard.find([0.0, 1.0], [10.0, 1.0]));
    assert_eq!(side, Side::Right);
    assert!(length > 10.5);
    let plug = yard.turned_box(5.0, -3.0, [1.0, 3.4], 0.0);
    match yard.find([0.0, 1.0], [10.0, 1.0]).outcome {
        Outcome::Blocked {
            closed_by: ClosedBy::Neighborhood | ClosedBy::Wall { .. },
            ..
        } => {}
        other => panic!("{plug}: {other:?}"),
    }
}

#[test]
fn out_of_a_u_the_way_leads_back() {
    for depth in [1.0, 2.0, 4.0, 8.0, 10.0] {
        let depth = depth * RADIUS;
        let mut yard = Yard::new();
        yard.turned_box(5.0, 0.0, [0.4, 3.0], 0.0);
        yard.turned_box(5.0 - 0.5 * depth, 1.5, [depth, 0.4], 0.0);
        yard.turned_box(5.0 - 0.5 * depth, -1.5, [depth, 0.4], 0.0);
        let (length, _) = around(yard.find([4.3, 0.1], [10.0, 0.1]));
        let (walked, _) = yard.walk([4.3, 0.1], [10.0, 0.1]).expect("a way");
        assert!(walked < length * 1.02, "{depth}: {walked} {length}");
        assert!(length > 6.0 + depth, "{depth} {length}");
    }
}

#[test]
fn a_ring_is_closed_and_with_a_gap_it_is_not() {
    let mut yard = Yard::new();
    let mut last = 0;
    for index in 0..12 {
        let angle = std::f32::consts::TAU * index as f32 / 12.0;
        last = yard.circle(2.0 * libm::cosf(angle), 2.0 * libm::sinf(angle), 0.3);
    }
    assert!(matches!(
        yard.find([0.0, 0.0], [6.0, 0.0]).outcome,
        Outcome::Blocked {
            closed_by: ClosedBy::Ring,
            ..
        }
    ));
    assert!(matches!(
        yard.find([6.0, 0.0], [0.0, 0.0]).outcome,
        Outcome::Blocked {
            closed_by: ClosedBy::Ring,
            ..
        }
    ));
    yard.clusters
        .remove(sidestep::avoid::detour::Blocker::Obstacle(last));
    let (walked, queries) = yard.walk([0.1, 0.0], [-6.0, 0.0]).expect("a way");
    assert!(walked > 6.0 && queries < 60, "{walked} {queries}");
}

/// Found by a helper's test: the nearest free place was on the other side of a thin wall.
#[test]
fn the_way_out_of_a_crate_leads_through_no_wall() {
    let mut yard = Yard::new();
    yard.wall([-5.0, -0.2], [5.0, -0.2]);
    yard.turned_box(0.0, 0.4, [1.6, 0.8], 0.0);
    let answer = yard.find([0.0, 0.0], [4.0, 2.0]);
    let out = answer.way_out.expect("it is inside");
    assert!(out.y > 0.1, "{out}");
}

#[test]
fn a_torus_takes_ways_over_its_edge() {
    use sidestep::avoid::detour::{Barrier, BarrierKind, Blocker};
    use sidestep::space::{Clusters, Filter, Topology};
    let size = sidestep::Vec2::splat(20.0);
    let torus = Topology::torus(sidestep::Vec2::ZERO, size).expect("a torus");
    let mut clusters = Clusters::new(2.0 * RADIUS, torus);
    let disc =
        sidestep::geometry::Circle::new(sidestep::Vec2::new(0.2, 10.0), 1.0).expect("a disc");
    let name = Blocker::Obstacle(0);
    clusters.insert(
        name,
        BarrierKind::Temporary,
        &disc.into(),
        sidestep::Vec2::ZERO,
        Filter::default(),
    );
    let yard = Yard::new();
    let (from, to) = (
        sidestep::Vec2::new(17.0, 10.0),
        sidestep::Vec2::new(23.0, 10.0),
    );
    let mut barriers: Vec<Barrier<'_>> = Vec::new();
    clusters.gather(
        yard.detour.area(from, to, RADIUS),
        &Filter::default(),
        &mut barriers,
    );
    let mut scratch = sidestep::avoid::detour::DetourScratch::default();
    let memory = &mut Default::default();
    let query = DetourQuery {
        from,
        to,
        radius: RADIUS,
        barriers: &barriers,
        walls_too: false,
    };
    let answer = yard.detour.find(&query, memory, &mut scratch);
    assert!(
        matches!(answer.outcome, Outcome::Around { .. }),
        "{answer:?}"
    );
}
