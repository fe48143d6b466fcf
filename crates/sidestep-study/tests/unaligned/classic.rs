use proptest::prelude::*;
use sidestep::Vec2;
use sidestep::explain::MarkKind;
use sidestep::motion::Body;
use sidestep::space::Topology;
use sidestep::steer::Neighbor;
use sidestep_study::unaligned::{Classic, LookAhead};

use super::{
    DT, Outcome, RADIUS, SPEED, Walker, crossing, explain, head_on, offsets, overtaking, run,
};

fn by_distance() -> Classic {
    Classic::for_radius(RADIUS)
}

fn by_time() -> Classic {
    Classic {
        look_ahead: LookAhead::Time(2.5),
        ..by_distance()
    }
}

fn run_classic(classic: &Classic, pair: [Walker; 2], dt: f32) -> Outcome {
    run(pair, dt, 60.0, |body, _, other| {
        classic.dodge(body, [other], 0.0, dt).force
    })
}

fn ways() -> [(&'static str, Classic); 2] {
    [("distance", by_distance()), ("time", by_time())]
}

fn moving(position: Vec2, velocity: Vec2) -> Body {
    let mut body = Body::new(position, RADIUS, SPEED);
    body.velocity = velocity;
    body.face_velocity();
    body
}

fn neighbor(id: u64, position: Vec2, velocity: Vec2) -> Neighbor {
    Neighbor::new(id, &moving(position, velocity))
}

#[test]
fn a_step_of_one_frame_is_a_frame_of_the_source() {
    let classic = by_distance();
    let body = moving(Vec2::ZERO, Vec2::X);
    // At rest 1.2 m ahead and a little to the left: 40 % of the look-ahead of 3 m.
    let other = neighbor(1, Vec2::new(1.2, 0.1), Vec2::ZERO);
    let dodge = classic.dodge(&body, [&other], 0.0, classic.frame);
    let turned = Vec2::new(1.0, -1.0) * std::f32::consts::FRAC_1_SQRT_2;
    let tutorial = (body.velocity + turned * SPEED * (1.0 - 0.4)) * 0.4;
    assert!(
        dodge.velocity.distance(tutorial) < 1e-5,
        "{dodge:?} {tutorial}"
    );
    let force = (tutorial - body.velocity) * body.mass / classic.frame;
    assert!(dodge.force.distance(force) < 1e-3);
}

#[test]
fn it_turns_away_from_the_side_of_the_meeting_and_left_where_there_is_none() {
    let body = moving(Vec2::ZERO, Vec2::X);
    for (y, sign) in [(0.1, -1.0), (-0.1, 1.0), (0.0, 1.0)] {
        let other = neighbor(1, Vec2::new(1.5, y), Vec2::ZERO);
        let dodge = by_distance().dodge(&body, [&other], 0.0, DT);
        assert!(dodge.velocity.y * sign > 0.0, "{y}: {dodge:?}");
    }
}

#[test]
fn half_the_step_twice_does_nearly_the_same_as_the_whole() {
    for classic in [by_distance(), by_time()] {
        let end = |dt: f32| {
            let mut body = moving(Vec2::ZERO, Vec2::X * SPEED);
            body.limits.max_force = 1e6;
            let other = neighbor(1, Vec2::new(2.0, 0.1), Vec2::ZERO);
            for _ in 0..(0.04 / dt).round() as u32 {
                let dodge = classic.dodge(&body, [&other], 0.0, dt);
                body.advance(dodge.force, dt);
            }
            body.velocity
        };
        let (coarse, fine, finer) = (end(0.01), end(0.005), end(0.0025));
        let change = coarse.distance(Vec2::X * SPEED);
        assert!(change > 0.1, "it did nothing: {coarse}");
        assert!(coarse.distance(fine) < 0.1 * change, "{coarse} {fine}");
        assert!(
            fine.distance(finer) < 0.7 * coarse.distance(fine),
            "no limit: {fine} {finer}"
        );
    }
}

#[test]
fn crowds_shorten_the_look_ahead_but_not_below_what_stopping_needs() {
    let body = moving(Vec2::ZERO, Vec2::X * SPEED);
    for (classic, full, floor) in [
        (by_distance(), 3.0, body.braking_distance(SPEED)),
        (by_time(), 2.5, SPEED / body.max_acceleration()),
    ] {
        assert_eq!(classic.look_ahead_at(&body, 0.0), full);
        let half = classic.look_ahead_at(&body, classic.halving_density);
        assert!((half - 0.5 * full).abs() < 1e-5);
        let mut last = full;
        for step in 1..200 {
            let now = classic.look_ahead_at(&body, 0.1 * step as f32);
            assert!(now <= last && now >= floor);
            last = now;
        }
        assert_eq!(last, floor);
    }
    let other = neighbor(1, Vec2::new(2.5, 0.1), Vec2::ZERO);
    let alone = by_distance().dodge(&body, [&other], 0.0, DT);
    let crowded = by_distance().dodge(&body, [&other], 1.0, DT);
    assert!(alone.velocity != body.velocity && crowded.velocity == body.velocity);
}

#[test]
fn fault_the_order_of_the_neighbours_decides() {
    let body = moving(Vec2::ZERO, Vec2::X * SPEED);
    let left = neighbor(1, Vec2::new(1.5, 0.2), Vec2::ZERO);
    let right = neighbor(2, Vec2::new(1.5, -0.2), Vec2::ZERO);
    let one = by_distance().dodge(&body, [&left, &right], 0.0, DT);
    let other = by_distance().dodge(&body, [&right, &left], 0.0, DT);
    println!(
        "left first {}, right first {}",
        one.velocity, other.velocity
    );
    assert!(one.velocity.distance(other.velocity) > 0.1);
}

#[test]
fn fault_at_rest_it_sees_nobody() {
    for classic in [by_distance(), by_time()] {
        let body = moving(Vec2::ZERO, Vec2::ZERO);
        let other = neighbor(1, Vec2::new(2.0, 0.0), Vec2::NEG_X);
        let dodge = classic.dodge(&body, [&other], 0.0, DT);
        assert_eq!((dodge.velocity, dodge.force), (Vec2::ZERO, Vec2::ZERO));
    }
}

#[test]
fn fault_an_oncoming_one_nearer_than_the_look_ahead_is_unseen() {
    let body = moving(Vec2::ZERO, Vec2::X * SPEED);
    let classic = by_distance();
    for (distance, seen) in [
        (6.1, false),
        (5.0, true),
        (3.1, true),
        (2.9, false),
        (0.7, false),
    ] {
        let other = neighbor(1, Vec2::new(distance, 0.0), Vec2::NEG_X * SPEED);
        let dodge = classic.dodge(&body, [&other], 0.0, DT);
        assert_eq!(dodge.velocity != body.velocity, seen, "at {distance} m");
    }
}

#[test]
fn fault_head_on_both_turn_left_in_time_but_not_far_enough() {
    for (name, classic) in ways() {
        for offset in offsets() {
            let outcome = run_classic(&classic, head_on(offset), DT);
            println!("by {name}, offset {offset}: {}", outcome.summary());
            assert!(outcome.arrived.iter().all(Option::is_some));
            assert!(outcome.deviation.iter().all(|&left| left > 0.1));
            assert_eq!(outcome.side_changes, [0, 0]);
            // By distance they lose sight of each other at 3 m; by time the nearly aligned ones
            // touch too.
            let deepest = if name == "distance" { -0.1 } else { 0.0 };
            if name == "distance" || offset < 0.01 {
                assert!(outcome.least_gap < deepest, "by {name}, offset {offset}");
            }
        }
    }
}

#[test]
fn fault_mirrored_at_a_crossing_they_stay_mirrored_and_clash() {
    for (name, classic) in ways() {
        let outcome = run_classic(&classic, crossing(0.0), DT);
        println!("by {name}: {}", outcome.summary());
        assert!(outcome.least_gap < -0.5);
    }
}

#[test]
fn at_a_crossing_the_later_one_is_far_outside_or_hit() {
    for late in [0.1, 0.3, 1.0] {
        let [distance, time] = ways().map(|(_, classic)| run_classic(&classic, crossing(late), DT));
        println!("by distance, {late} m late: {}", distance.summary());
        println!("by time, {late} m late: {}", time.summary());
        // By distance it works, with a detour of six radii and all the work for one of them.
        assert!(distance.least_gap > 0.0);
        assert!(distance.deviation[0] > 5.0 * RADIUS && distance.deviation[1] == 0.0);
        // By time the place tested is where the other will be in the end, not where they meet.
        assert!(time.least_gap < -0.1);
    }
}

#[test]
fn fault_who_is_overtaken_nearly_stops_and_by_distance_is_run_into() {
    for offset in [0.0, 0.1] {
        let [distance, time] =
            ways().map(|(_, classic)| run_classic(&classic, overtaking(offset), DT));
        println!("by distance, {offset} m aside: {}", distance.summary());
        println!("by time, {offset} m aside: {}", time.summary());
        for outcome in [&distance, &time] {
            assert!(outcome.slowest[1] < 0.1 && outcome.deviation[1].abs() > 0.1 * RADIUS);
        }
        assert!(distance.least_gap < -0.2 && time.least_gap > -0.01);
    }
}

#[test]
fn over_the_edge_of_a_wrapping_world_it_sees_what_the_caller_shows_it() {
    let torus = Topology::torus(Vec2::splat(-8.0), Vec2::splat(8.0)).expect("torus");
    for classic in [by_distance(), by_time()] {
        let dodge = |body: &Body, position: Vec2| {
            let other = neighbor(1, position, Vec2::ZERO);
            let dodge = classic.dodge(body, [&other], 0.0, DT);
            dodge.velocity
        };
        let inside = dodge(&moving(Vec2::ZERO, Vec2::X * SPEED), Vec2::new(1.5, 0.125));
        let body = moving(Vec2::new(7.5, 0.0), Vec2::X * SPEED);
        let beyond = Vec2::new(-7.0, 0.125);
        let looking = dodge(&body, torus.nearest_image(body.position, beyond));
        assert!(looking == inside && looking != body.velocity);
        assert_eq!(
            dodge(&body, beyond),
            body.velocity,
            "not looking over the edge"
        );
    }
}

#[test]
fn who_does_not_look_over_the_edge_sees_only_those_on_this_side_of_it() {
    let (min, max) = (Vec2::splat(-8.0), Vec2::splat(8.0));
    let body = moving(Vec2::new(7.0, 0.0), Vec2::X * SPEED);
    for classic in [by_distance(), by_time()] {
        let blind = Classic {
            edges: Some([min, max]),
            ..classic
        };
        for (x, beyond) in [(7.9, false), (8.1, true)] {
            let others = [neighbor(1, Vec2::new(x, 0.125), Vec2::ZERO)];
            let velocity = |classic: &Classic| explain(classic, &body, &others).0.velocity;
            assert_ne!(velocity(&classic), body.velocity, "{x}");
            assert_eq!(velocity(&blind) == body.velocity, beyond, "{x}");
        }
    }
}

#[test]
fn it_mirrors_where_there_is_a_side() {
    for (name, classic) in ways() {
        let plain = run_classic(&classic, head_on(0.15), DT);
        let mut mirrored = run_classic(&classic, head_on(-0.15), DT);
        for point in mirrored.tracks.iter_mut().flatten() {
            point.y = -point.y;
        }
        assert_eq!(plain.tracks, mirrored.tracks, "by {name}");
    }
}

#[test]
fn smaller_steps_walk_nearly_the_same_way() {
    let pairs = [
        ("crossing", crossing(0.3)),
        ("head-on", head_on(0.15)),
        ("overtaking", overtaking(0.1)),
    ];
    for (name, classic) in ways() {
        for (what, pair) in pairs {
            let [coarse, middle, fine, finer] =
                [1.0, 0.5, 0.25, 0.125].map(|share| run_classic(&classic, pair, share * DT));
            let (first, last) = (
                coarse.furthest_from(&middle, 2),
                fine.furthest_from(&finer, 2),
            );
            println!(
                "{what} by {name}: {first:.3} m, then {last:.3} m, gap {:.3} m, then {:.3} m",
                coarse.least_gap, finer.least_gap
            );
            // By distance the one behind runs into the other, and whether it gets free again hangs
            // on a hair.
            if (name, what) != ("distance", "overtaking") {
                assert!(first < 0.35 && last < first, "{what} by {name}");
            }
        }
    }
}

#[test]
fn it_says_what_it_saw() {
    let body = moving(Vec2::ZERO, Vec2::X);
    let other = neighbor(5, Vec2::new(1.5, 0.1), Vec2::ZERO);
    let (decision, explanation) = explain(&by_distance(), &body, &[other]);
    assert_eq!(decision, by_distance().dodge(&body, [&other], 0.0, DT));
    let (_, alone) = explain(&by_distance(), &body, &[]);
    assert_eq!(alone.reasons, ["meets nobody within 3.0 m"]);
    assert_eq!(
        explanation.reasons,
        ["meets agent 5 at 50 % of the look-ahead: turns right and slows"]
    );
    let kinds: Vec<_> = explanation.marks.iter().map(|mark| mark.kind).collect();
    assert_eq!(kinds, [MarkKind::Ray, MarkKind::Probe, MarkKind::Threat]);
    assert_eq!(
        explanation.marks[2].label,
        "agent 5: meets at 50 % of the look-ahead"
    );
}

/// The share of a way that no f32 can hold was 0, and its logarithm times a step of no length was
/// not a number.
#[test]
fn a_look_ahead_longer_than_f32_can_hold_does_no_harm() {
    let classic = Classic {
        look_ahead: LookAhead::Time(2.3e29),
        halving_density: 1.0,
        frame: 2.2e36,
        edges: None,
    };
    let mut body = moving(Vec2::ZERO, Vec2::X * 1.3e11);
    body.radius = 1.9e27;
    let other = neighbor(1, Vec2::X * 2.5e29, Vec2::ZERO);
    let dodge = classic.dodge(&body, [&other], 0.0, 8.5e-20);
    assert_eq!((dodge.velocity, dodge.force), (body.velocity, Vec2::ZERO));
}

proptest! {
    #[test]
    fn finite_and_never_faster_for_finite_input(
        numbers in prop::array::uniform8(prop::num::f32::NORMAL | prop::num::f32::ZERO),
        positive in prop::array::uniform6(prop::num::f32::POSITIVE | prop::num::f32::NORMAL),
        density in any::<f32>(),
        timed in any::<bool>(),
    ) {
        let [x, y, u, v, other_x, other_y, other_u, other_v] = numbers;
        let [radius, speed, mass, length, frame, dt] = positive.map(f32::abs);
        let mut body = Body::new(Vec2::new(x, y), radius, speed);
        body.velocity = Vec2::new(u, v);
        body.mass = mass;
        let other = Neighbor {
            id: 1,
            position: Vec2::new(other_x, other_y),
            velocity: Vec2::new(other_u, other_v),
            heading: Vec2::X,
            radius,
        };
        let classic = Classic {
            look_ahead: if timed { LookAhead::Time(length) } else { LookAhead::Distance(length) },
            halving_density: 1.0,
            frame,
            edges: None,
        };
        let dodge = classic.dodge(&body, [&other, &other], density, dt);
        prop_assert!(dodge.velocity.is_finite() && dodge.force.is_finite());
    }

    #[test]
    fn near_numbers_never_make_it_faster_and_within_reach_is_enough(
        x in -12.0_f32..12.0,
        y in -12.0_f32..12.0,
        u in -2.0_f32..2.0,
        v in -2.0_f32..2.0,
        timed in any::<bool>(),
    ) {
        let body = moving(Vec2::ZERO, Vec2::X * SPEED);
        let other = neighbor(1, Vec2::new(x, y), Vec2::new(u, v));
        let classic = if timed { by_time() } else { by_distance() };
        let dodge = classic.dodge(&body, [&other], 0.0, DT);
        prop_assert!(dodge.velocity.length() <= SPEED * (1.0 + 1e-6));
        let reach = classic.neighbor_reach(&body, RADIUS, other.velocity.length());
        if other.position.length() > reach {
            prop_assert_eq!(dodge.velocity, body.velocity);
        }
    }
}
