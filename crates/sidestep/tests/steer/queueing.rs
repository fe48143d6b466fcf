use sidestep::Vec2;
use sidestep::motion::Body;
use sidestep::steer::{self, Neighbor};

use super::body;

/// A line of people walks up to one who stands at x = 0. Returns the deepest overlap (m) and the
/// bodies, the front one first.
fn line(dt: f32) -> (f32, Vec<Body>) {
    let mut bodies = vec![body(Vec2::ZERO)];
    for place in 1..6 {
        // A little out of line, as people are.
        let beside = if place % 2 == 0 { 0.05 } else { -0.05 };
        bodies.push(body(Vec2::new(-4.0 - 2.0 * place as f32, beside)));
    }
    let mut deepest = f32::NEG_INFINITY;
    for _ in 0..(20.0 / dt) as u32 {
        let all: Vec<Neighbor> = (0..)
            .zip(&bodies)
            .map(|(id, body)| Neighbor::new(id, body))
            .collect();
        for (index, body) in bodies.iter_mut().enumerate().skip(1) {
            let others = all.iter().filter(|other| other.id != index as u64);
            let go = steer::seek(body, Vec2::new(50.0, body.position.y), 2.0, dt);
            let wait = steer::queue(body, others, 2.0, go, dt).unwrap_or_default();
            body.advance(go + wait, dt);
        }
        for pair in bodies.windows(2) {
            let gap = pair[0].position.distance(pair[1].position) - 0.8;
            deepest = deepest.max(-gap);
        }
    }
    (deepest, bodies)
}

#[test]
fn a_line_forms_behind_one_who_stands() {
    for dt in [1.0 / 120.0, 1.0 / 60.0, 1.0 / 30.0, 1.0 / 15.0] {
        let (deepest, bodies) = line(dt);
        let gaps: Vec<f32> = bodies
            .windows(2)
            .map(|pair| pair[0].position.distance(pair[1].position) - 0.8)
            .collect();
        eprintln!("dt {dt:.4}: deepest {deepest:.4}, gaps {gaps:.3?}");
        // What the one in front does is seen a step later.
        assert!(
            deepest <= 0.002 + 0.1 * dt,
            "dt {dt}: overlap of {deepest} m"
        );
        for (gap, body) in gaps.iter().zip(&bodies[1..]) {
            assert!((-0.01..0.1).contains(gap), "dt {dt}: gap of {gap} m");
            assert!(body.speed() < 0.05, "dt {dt}: {} m/s", body.speed());
        }
    }
}

#[test]
fn those_beside_and_behind_dont_hold_anybody_up() {
    let mut walker = body(Vec2::ZERO);
    walker.velocity = Vec2::X;
    for place in [(-1.0, 0.0), (0.5, 0.9), (0.5, -0.9), (5.0, 0.0)] {
        let other = Neighbor::new(2, &body(Vec2::new(place.0, place.1)));
        assert_eq!(
            steer::queue(&walker, [&other], 1.0, Vec2::X, 0.1),
            None,
            "{place:?}"
        );
    }
}

#[test]
fn one_who_walks_on_in_front_is_followed_at_its_speed() {
    let dt = 1.0 / 60.0;
    let mut front = super::moving(Vec2::new(2.0, 0.0), Vec2::new(0.8, 0.0));
    let mut walker = body(Vec2::ZERO);
    for _ in 0..1200 {
        let seen = Neighbor::new(1, &front);
        let go = steer::seek(&walker, walker.position + Vec2::new(9.0, 0.0), 2.0, dt);
        let wait = steer::queue(&walker, [&seen], 2.0, go, dt).unwrap_or_default();
        walker.advance(go + wait, dt);
        front.advance(Vec2::ZERO, dt);
    }
    let gap = front.position.x - walker.position.x - 0.8;
    assert!((-1e-3..1.0).contains(&gap), "{gap}");
    assert!((walker.speed() - 0.8).abs() < 0.1, "{}", walker.speed());
}
