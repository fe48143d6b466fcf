//! How often each method gets through random yards.

use sidestep::avoid::detour::Outcome;
use sidestep_study::detour::LocalGrid;

use super::yard::{self, Yard};
use super::{Method, NAMES, RADIUS, grid, methods};

/// What a method did in some yards.
#[derive(Debug, Default)]
struct Score {
    arrived: u32,
    /// Said to be blocked, at the first query or later.
    blocked: u32,
    /// Still under way after sixty metres.
    lost: u32,
    /// Walked into something.
    collided: u32,
    /// Blocked or lost where a way exists with 0.15 m to spare on both sides.
    failed: u32,
    /// Of these, those said to be blocked at the first query.
    blocked_at_once: u32,
    /// Arrived where there is no way for a disc of nearly the radius.
    passed_closed: u32,
    /// Walked length over the straight distance, summed over those that arrived.
    ratios: f64,
    /// The largest.
    worst: f64,
}

fn score(method: Method, yards: std::ops::Range<u64>) -> Score {
    let mut score = Score::default();
    for seed in yards {
        let yard = Yard::new(seed);
        let place = yard.place();
        let walk = method.walk(&place, yard.from, yard.to);
        score.collided += u32::from(walk.deepest > 1e-3);
        if walk.arrived {
            score.arrived += 1;
            let ratio = f64::from(walk.length / yard.from.distance(yard.to));
            score.ratios += ratio;
            score.worst = score.worst.max(ratio);
            score.passed_closed += u32::from(!yard.can_be_crossed(-0.1));
            continue;
        }
        score.blocked += u32::from(walk.blocked);
        score.lost += u32::from(!walk.blocked);
        if yard.can_be_crossed(0.15) {
            score.failed += 1;
            let first = method.ask(&place, yard.from, yard.to).answer.outcome;
            score.blocked_at_once += u32::from(matches!(first, Outcome::Blocked { .. }));
        }
    }
    score
}

/// The figures are printed; what is held is that nobody collides, that the grid gets through nearly
/// wherever there is room, and that the furthest tangents get through most of the time.
#[test]
fn how_often_each_gets_through_random_yards() {
    let count = 80;
    let crossable = |margin| {
        let crossable = |seed: &u64| Yard::new(*seed).can_be_crossed(margin);
        (0..count).filter(crossable).count() as u32
    };
    let with_room = crossable(0.15);
    eprintln!("{count} yards, {with_room} with room to cross");
    for (method, name) in methods().into_iter().zip(NAMES) {
        let score = score(method, 0..count);
        let mean = score.ratios / f64::from(score.arrived);
        eprintln!("{name}: {score:?}, mean ratio {mean:.3}");
        assert_eq!(score.collided, 0, "{name}");
        assert_eq!(score.passed_closed, 0, "{name}");
        match method {
            Method::LocalGrid(_) => assert!(score.failed <= with_room / 50, "{name}"),
            Method::FurthestTangents(_) => assert!(score.failed < with_room / 3, "{name}"),
        }
    }
}

/// However the yard is: a leg to a sub-goal touches nothing, and neither does the straight way if
/// it is called clear; on the grid, as far as the grid reaches.
#[test]
fn no_first_leg_in_any_yard_touches_anything() {
    let mut legs = 0;
    for seed in 1000..1250 {
        let yard = Yard::new(seed);
        let place = yard.place();
        for (method, name) in methods().into_iter().zip(NAMES) {
            for (from, to) in [(yard.from, yard.to), (yard.to, yard.from)] {
                let answer = method.ask(&place, from, to).answer;
                let sub_goal = match answer.outcome {
                    Outcome::Clear if answer.converged => to,
                    Outcome::Clear => from + (to - from).clamp_length_max(25.0 * RADIUS),
                    Outcome::Around { sub_goal, .. } => sub_goal,
                    Outcome::Blocked { .. } => continue,
                };
                legs += 1;
                let depth = place.deepest(from, sub_goal);
                assert!(depth <= 1e-3, "{name}, yard {seed}: {depth} m");
                assert!(from.distance(sub_goal) > 1e-3, "{name}, yard {seed}");
            }
        }
    }
    assert!(legs > 750, "{legs}");
}

/// In these yards the way round leaves the grid, and it is blocked there or turns about. A grid
/// that reaches further finds it.
#[test]
fn where_the_way_leaves_the_grid_a_larger_one_finds_it() {
    let mut larger = LocalGrid::for_radius(RADIUS);
    larger.half_extent = yard::SIDE + 1.0;
    for seed in [156, 398, 449, 639, 658, 804, 852, 954] {
        let yard = Yard::new(seed);
        assert!(yard.can_be_crossed(0.15));
        let place = yard.place();
        let small = grid().walk(&place, yard.from, yard.to);
        assert!(!small.arrived && small.deepest <= 1e-3, "{seed}: {small:?}");
        let large = Method::LocalGrid(larger).walk(&place, yard.from, yard.to);
        assert!(large.arrived && large.deepest <= 1e-3, "{seed}: {large:?}");
    }
}
