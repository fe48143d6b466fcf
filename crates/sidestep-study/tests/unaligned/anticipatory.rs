use proptest::prelude::*;
use sidestep::Vec2;
use sidestep::avoid::encounter::time_to_contact;
use sidestep::explain::MarkKind;
use sidestep::motion::Body;
use sidestep::steer::Neighbor;
use sidestep_study::anticipatory::Anticipatory;

use super::{
    DT, Outcome, RADIUS, SPEED, Walker, crossing, explain, head_on, offsets, overtaking, run,
};

fn method() -> Anticipatory {
    Anticipatory::for_radius(RADIUS)
}

fn run_anticipatory(pair: [Walker; 2], dt: f32) -> Outcome {
    let method = method();
    run(pair, dt, 60.0, |body, id, other| {
        method.push(body, id, [other]).force
    })
}

fn moving(position: Vec2, velocity: Vec2) -> Body {
    let mut body = Body::new(position, RADIUS, SPEED);
    body.velocity = velocity;
    body.limits.max_force = 1e6;
    body.face_velocity();
    body
}

fn force(body: &Body, other: &Body) -> Vec2 {
    method().push(body, 0, [&Neighbor::new(1, other)]).force
}

#[test]
fn at_the_size_of_people_it_has_the_numbers_of_the_source() {
    let method = method();
    assert_eq!((method.strength, method.fading_time), (1.5, 3.0));
    let expected = 1.5 / 4.0 * 0.513_417_1; // e^(−2/3)
    assert!((method.energy(2.0) - expected).abs() < 1e-6);
    assert_eq!(method.energy(9.1), 0.0);
    assert_eq!(method.energy(0.0), f32::INFINITY);
}

#[test]
fn it_is_the_slope_of_the_energy() {
    let method = method();
    let energy = |body: &Body, other: &Body| {
        let offset = other.position - body.position;
        let closing = body.velocity - other.velocity;
        time_to_contact(offset, closing, body.radius + other.radius)
            .map_or(0.0, |time| method.energy(time))
    };
    for (x, y, u, v) in [
        (3.0, 0.2, -1.0, 0.0),
        (2.0, 2.0, 0.0, -1.2),
        (-2.0, 0.3, 2.0, 0.1),
        (1.5, -0.3, -0.5, 0.2),
    ] {
        let mut body = moving(Vec2::ZERO, Vec2::X);
        body.mass = 70.0;
        let other = moving(Vec2::new(x, y), Vec2::new(u, v));
        let slope = |step: Vec2| {
            let mut moved = [body; 2];
            moved[0].position -= step;
            moved[1].position += step;
            let [before, after] = moved.map(|body| energy(&body, &other));
            (after - before) / (2.0 * step.length())
        };
        let gradient = Vec2::new(slope(Vec2::X * 2e-3), slope(Vec2::Y * 2e-3));
        let found = force(&body, &other);
        assert!(found.length() > 0.1, "nothing felt at {x} {y}");
        let expected = -gradient * body.mass;
        assert!(
            found.distance(expected) < 0.01 * found.length(),
            "{x} {y}: {found} instead of {expected}"
        );
    }
}

#[test]
fn it_mirrors_turns_and_acts_alike_on_both() {
    let body = moving(Vec2::ZERO, Vec2::new(1.0, 0.1));
    let other = moving(Vec2::new(3.0, 0.4), Vec2::new(-0.7, 0.05));
    let plain = force(&body, &other);
    assert!(plain.length() > 0.1);
    assert!((force(&other, &body) + plain).length() < 1e-5);
    let mirror = |vector: Vec2| Vec2::new(vector.x, -vector.y);
    let changed = |body: &Body, change: &dyn Fn(Vec2) -> Vec2| {
        moving(change(body.position), change(body.velocity))
    };
    let mirrored = force(&changed(&body, &mirror), &changed(&other, &mirror));
    assert_eq!(mirrored, mirror(plain));
    for step in 1..12 {
        let angle = 0.5 * step as f32;
        let turn = Vec2::new(libm::cosf(angle), libm::sinf(angle));
        let rotate = |vector: Vec2| vector.rotate(turn);
        let turned = force(&changed(&body, &rotate), &changed(&other, &rotate));
        assert!(turned.distance(rotate(plain)) < 1e-4 * plain.length().max(1.0));
    }
}

#[test]
fn who_will_not_touch_is_not_felt() {
    let body = moving(Vec2::ZERO, Vec2::X);
    for (position, velocity) in [
        (Vec2::new(0.61, 0.0), Vec2::X),
        (Vec2::new(-0.61, 0.0), Vec2::ZERO),
        (Vec2::new(3.0, 0.61), Vec2::ZERO),
        (Vec2::new(50.0, 0.0), Vec2::NEG_X),
    ] {
        assert_eq!(force(&body, &moving(position, velocity)), Vec2::ZERO);
    }
}

#[test]
fn who_only_grazes_pushes_aside_with_no_more_than_the_largest_force() {
    let mut body = moving(Vec2::ZERO, Vec2::X);
    body.limits.max_force = 2.0;
    let grazing = moving(Vec2::new(3.0, 2.0 * RADIUS), Vec2::ZERO);
    assert_eq!(force(&body, &grazing), Vec2::new(0.0, -2.0));
}

#[test]
fn who_overlaps_is_pushed_away_with_the_largest_force() {
    let mut body = moving(Vec2::ZERO, Vec2::X);
    body.limits.max_force = 2.0;
    let pushed = force(&body, &moving(Vec2::new(0.0, 0.4), Vec2::X));
    assert_eq!(pushed, Vec2::new(0.0, -2.0));
    let method = method();
    let coincident = moving(Vec2::ZERO, Vec2::X);
    let of_id = |own: u64, other: u64| {
        method
            .push(&body, own, [&Neighbor::new(other, &coincident)])
            .force
    };
    assert!((of_id(3, 8).length() - 2.0).abs() < 1e-5);
    assert!((of_id(3, 8) + of_id(8, 3)).length() < 1e-5);
}

/// How long each walks half a metre short of its goal where nobody is about (s).
const FREE: f32 = 15.5 / SPEED;

#[test]
fn head_on_with_any_offset_they_pass_on_opposite_sides() {
    for offset in offsets().into_iter().filter(|&offset| offset > 0.0) {
        let outcome = run_anticipatory(head_on(offset), DT);
        println!("offset {offset}: {}", outcome.summary());
        assert!(outcome.least_gap > 0.0);
        // Each to its own left, so on opposite sides of the middle.
        assert!(outcome.deviation.iter().all(|&left| left > 0.1));
        assert!(outcome.side_changes.iter().all(|&changes| changes <= 1));
        let in_time = |time: &Option<f32>| time.is_some_and(|time| time < 1.2 * FREE);
        assert!(outcome.arrived.iter().all(in_time));
    }
}

#[test]
fn fault_exactly_head_on_they_stand_before_each_other() {
    let outcome = run_anticipatory(head_on(0.0), DT);
    println!("{}", outcome.summary());
    assert_eq!(outcome.arrived, [None, None]);
    assert_eq!(outcome.deviation, [0.0, 0.0]);
    assert!(outcome.least_gap > 0.0);
}

#[test]
fn at_a_crossing_they_pass_without_contact_and_hardly_slower() {
    for late in [0.01, 0.1, 0.3, 1.0] {
        let outcome = run_anticipatory(crossing(late), DT);
        println!("{late} m late: {}", outcome.summary());
        assert!(outcome.least_gap > 0.0);
        for (arrived, extra) in outcome.arrived.iter().zip([0.0, late / SPEED]) {
            assert!(arrived.is_some_and(|time| time < 1.1 * FREE + extra));
        }
    }
}

#[test]
fn fault_mirrored_at_a_crossing_neither_goes_first() {
    let outcome = run_anticipatory(crossing(0.0), DT);
    println!("{}", outcome.summary());
    assert!(outcome.least_gap > 0.0);
    assert_eq!(outcome.arrived, [None, None]);
}

#[test]
fn overtaking_passes_where_there_is_a_side_and_follows_where_there_is_none() {
    let follows = run_anticipatory(overtaking(0.0), DT);
    println!("in line: {}", follows.summary());
    assert!(follows.least_gap > 0.0 && follows.deviation == [0.0, 0.0]);
    assert!(follows.arrived[0].is_none());
    for aside in [0.1, 0.3, 0.5] {
        let outcome = run_anticipatory(overtaking(aside), DT);
        println!("{aside} m aside: {}", outcome.summary());
        assert!(outcome.least_gap > 0.0);
        assert!(outcome.arrived[0].is_some_and(|time| time < 50.0));
        // The force acts on both alike, so the one in front swerves as well.
        assert!(outcome.deviation[0] < -0.01 && outcome.deviation[1] > 0.01);
    }
    let clear = run_anticipatory(overtaking(0.7), DT);
    assert_eq!(clear.deviation[1], 0.0);
}

#[test]
fn walks_mirror() {
    let plain = run_anticipatory(head_on(0.15), DT);
    let mut mirrored = run_anticipatory(head_on(-0.15), DT);
    for point in mirrored.tracks.iter_mut().flatten() {
        point.y = -point.y;
    }
    assert_eq!(plain.tracks, mirrored.tracks);
}

#[test]
fn smaller_steps_walk_nearly_the_same_way() {
    let pairs = [
        ("crossing", crossing(0.3)),
        ("head-on", head_on(0.15)),
        ("overtaking", overtaking(0.1)),
    ];
    for (what, pair) in pairs {
        let [coarse, middle, fine, finer] =
            [1.0, 0.5, 0.25, 0.125].map(|share| run_anticipatory(pair, share * DT));
        let (first, last) = (
            coarse.furthest_from(&middle, 2),
            fine.furthest_from(&finer, 2),
        );
        println!(
            "{what}: {first:.3} m, then {last:.3} m, gap {:.3} m, then {:.3} m",
            coarse.least_gap, finer.least_gap
        );
        assert!(first < 0.15 && last < 0.5 * first, "{what}");
        assert!(finer.least_gap > 0.0, "{what}");
    }
}

#[test]
fn it_says_whom_it_felt() {
    let body = moving(Vec2::ZERO, Vec2::X);
    let other = Neighbor::new(5, &moving(Vec2::new(2.6, 0.0), Vec2::NEG_X));
    let (decision, explanation) = explain(&method(), &body, &[other]);
    assert_eq!(decision, method().push(&body, 0, [&other]));
    assert!(
        explanation.reasons[0].starts_with("agent 5 is touched first, in 1.0 s"),
        "{explanation:?}"
    );
    let (_, alone) = explain(&method(), &body, &[]);
    assert_eq!(alone.reasons, ["touches nobody within 9.0 s"]);
    assert_eq!(explanation.marks.len(), 1);
    assert_eq!(explanation.marks[0].kind, MarkKind::Threat);
    assert!(
        explanation.marks[0]
            .label
            .starts_with("agent 5: contact in 1.0 s")
    );
}

proptest! {
    #[test]
    fn finite_and_within_the_limit_for_finite_input(
        numbers in prop::array::uniform8(prop::num::f32::NORMAL | prop::num::f32::ZERO),
        positive in prop::array::uniform5(prop::num::f32::POSITIVE | prop::num::f32::NORMAL),
        others in 1_usize..4,
    ) {
        let [x, y, u, v, other_x, other_y, other_u, other_v] = numbers;
        let [radius, speed, strength, fading_time, horizon] = positive.map(f32::abs);
        let mut body = Body::new(Vec2::new(x, y), radius, speed);
        body.velocity = Vec2::new(u, v);
        body.limits.max_force = 7.0;
        let other = Neighbor {
            id: 1,
            position: Vec2::new(other_x, other_y),
            velocity: Vec2::new(other_u, other_v),
            heading: Vec2::X,
            radius,
        };
        let method = Anticipatory { strength, fading_time, horizon };
        let force = method.push(&body, 0, &vec![other; others]).force;
        prop_assert!(force.is_finite() && force.length() <= 7.0001);
    }

    #[test]
    fn near_meetings_are_finite_and_felt_only_within_reach(
        x in -30.0_f32..30.0,
        y in -2.0_f32..2.0,
        u in -2.0_f32..2.0,
        v in -0.2_f32..0.2,
    ) {
        let mut body = moving(Vec2::ZERO, Vec2::X * SPEED);
        body.limits.max_force = 3.0;
        let other = moving(Vec2::new(x, y), Vec2::new(u, v));
        let found = force(&body, &other);
        prop_assert!(found.is_finite() && found.length() <= 3.0001);
        let reach = method().neighbor_reach(&body, RADIUS, other.speed());
        prop_assert!(found == Vec2::ZERO || other.position.length() <= reach);
    }
}
