//! How often each method gets through random yards.

use sidestep::avoid::detour::Outcome;

use super::yard::Yard;
use super::{Method, NAMES, methods};

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

/// The figures are printed; what is held is that nobody collides, that the grid gets through wherever there is room, and that
/// the tutorial's form gets through most of the time.
#[test]
fn how_often_each_gets_through_random_yards() {
    let count = 150;
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
            Method::LocalGrid(_) => assert_eq!(score.failed, 0, "{name}"),
            Method::Classic(_) => assert!(score.failed < with_room / 3, "{name}"),
        }
    }
}
#[test]
fn probe() {
    for seed in 0..150 {
        let yard = Yard::new(seed);
        if !yard.can_be_crossed(0.15) {
            continue;
        }
        let place = yard.place();
        let walk = super::grid().walk(&place, yard.from, yard.to);
        if walk.arrived {
            continue;
        }
        let mut wide = super::LocalGrid::for_radius(super::RADIUS);
        wide.half_extent = 14.0;
        let other = Method::LocalGrid(wide).walk(&place, yard.from, yard.to);
        eprintln!(
            "{seed} {} from {} to {} {walk:?}\n wide {other:?}",
            yard.shapes.len(),
            yard.from,
            yard.to
        );
    }
}
