//! F. Bevilacqua's look-ahead: what it does, and that it still shows its faults.

#[path = "../../../sidestep/tests/common/mod.rs"]
mod common;
#[path = "../../../sidestep/tests/look_ahead_cases/walk.rs"]
mod walk;

use std::sync::Arc;

use sidestep::Vec2;
use sidestep::avoid::look_ahead::LookAhead;
use sidestep::avoid::{Decision, Memory, Method, Obstacle, Surroundings, Wish};
use sidestep::explain::{Explanation, MarkKind, MarkShape};
use sidestep::geometry::Shape;
use sidestep::motion::Body;
use sidestep::world::{AgentSpec, Aim, Behavior, Detouring, ObstacleAvoidance};
use sidestep_study::look_ahead::{Classic, Probes};

use common::{circle, walker};
use walk::{DT, walk};

const CLASSIC: Classic = Classic {
    probes: Probes::Two,
    distance: 4.0,
    scaled_by_speed: false,
    max_avoid_force: 3.0,
};

/// Half as fast as it can be, along the direction.
fn runner(direction: Vec2) -> Body {
    let mut body = Body::new(Vec2::new(1.0, 2.0), 0.4, 2.0);
    body.velocity = direction * 1.0;
    body
}

/// What it tells of its decision.
fn explain(classic: Classic, body: &Body, obstacles: &[Obstacle<'_>]) -> (Decision, Explanation) {
    let (wish, around) = (
        Wish::to_go(body.velocity, DT),
        Surroundings::obstacles(obstacles),
    );
    let decision = classic.decide(body, &wish, &around, &mut Memory::default());
    let mut explanation = Explanation::default();
    classic.tell(body, &wish, &around, &decision, &mut explanation);
    (decision, explanation)
}

fn probes(classic: Classic, body: &Body) -> Vec<Vec2> {
    let (_, explanation) = explain(classic, body, &[]);
    explanation
        .marks
        .iter()
        .filter(|mark| mark.kind == MarkKind::Probe)
        .map(|mark| match &mark.shape {
            MarkShape::Point { at } => *at,
            other => panic!("a probe is a point, not {other:?}"),
        })
        .collect()
}

fn force(classic: Classic, body: &Body, shapes: &[Shape]) -> Vec2 {
    let obstacles: Vec<Obstacle<'_>> = (0..)
        .zip(shapes)
        .map(|(id, shape)| Obstacle::new(id, shape))
        .collect();
    classic.push(body, &obstacles).force
}

#[test]
fn two_probes_are_at_the_look_ahead_and_half_of_it() {
    let body = runner(Vec2::Y);
    let expected = [Vec2::new(1.0, 6.0), Vec2::new(1.0, 4.0)];
    assert_eq!(probes(CLASSIC, &body), expected);
}

#[test]
fn the_third_probe_is_at_the_body() {
    let body = runner(Vec2::Y);
    let three = Classic {
        probes: Probes::Three,
        ..CLASSIC
    };
    assert_eq!(probes(three, &body)[2], body.position);
    // It sees the circle in which the body stands and the other two are beyond.
    let shapes = [circle(Vec2::new(1.5, 2.0), 1.0)];
    assert_eq!(force(CLASSIC, &body, &shapes), Vec2::ZERO);
    assert_ne!(force(three, &body, &shapes), Vec2::ZERO);
}

#[test]
fn the_scaled_look_ahead_is_its_share_of_the_largest_speed() {
    let scaled = Classic {
        scaled_by_speed: true,
        ..CLASSIC
    };
    let body = runner(Vec2::Y);
    let expected = [Vec2::new(1.0, 4.0), Vec2::new(1.0, 3.0)];
    assert_eq!(probes(scaled, &body), expected);
    // At rest every probe falls onto the body, scaled or not.
    let resting = Body::new(Vec2::ONE, 0.4, 2.0);
    assert_eq!(probes(CLASSIC, &resting), [Vec2::ONE; 2]);
}

#[test]
fn the_force_pushes_the_far_probe_away_from_the_centre() {
    let body = runner(Vec2::X);
    for center in [
        Vec2::new(5.0, 2.5),
        Vec2::new(4.5, 1.4),
        Vec2::new(3.2, 2.3),
    ] {
        let found = force(CLASSIC, &body, &[circle(center, 0.9)]);
        let ahead = Vec2::new(5.0, 2.0);
        let expected = (ahead - center).normalize() * 3.0;
        assert!(
            found.abs_diff_eq(expected, 1e-5),
            "{center}: {found} {expected}"
        );
    }
}

#[test]
fn of_several_the_nearest_centre_counts() {
    let body = runner(Vec2::X);
    // A small one close by is hit by the half-way probe, a large one further on by both.
    let small = circle(Vec2::new(3.0, 2.1), 0.2);
    let large = circle(Vec2::new(5.0, 1.0), 3.0);
    let alone = force(CLASSIC, &body, std::slice::from_ref(&small));
    let both = force(CLASSIC, &body, &[large.clone(), small.clone()]);
    assert_eq!(alone, both);
    assert_ne!(alone, force(CLASSIC, &body, &[large]));
    // Of equally near ones that with the lowest id.
    let mirrored = [2.5, 1.5].map(|y| circle(Vec2::new(5.0, y), 1.0));
    assert!(force(CLASSIC, &body, &mirrored).y < 0.0);
    let swapped = [mirrored[1].clone(), mirrored[0].clone()];
    assert!(force(CLASSIC, &body, &swapped).y > 0.0);
}

#[test]
fn what_no_probe_is_in_doesnt_count() {
    let body = runner(Vec2::X);
    let shapes = [
        circle(Vec2::new(5.0, 3.01), 1.0),
        circle(Vec2::new(4.0, 2.0), 0.9),
        circle(Vec2::new(-1.0, 2.0), 1.5),
    ];
    assert_eq!(force(CLASSIC, &body, &shapes), Vec2::ZERO);
    // On the edge counts.
    assert_ne!(
        force(CLASSIC, &body, &[circle(Vec2::new(5.0, 3.0), 1.0)]),
        Vec2::ZERO
    );
}

fn classic_walker(start: Vec2, goal: Vec2, probes: Probes) -> AgentSpec {
    let mut spec = walker(start, goal, 0.4, 2.0);
    let classic = Classic {
        probes,
        distance: 3.0,
        scaled_by_speed: false,
        max_avoid_force: 16.0,
    };
    spec.profile.obstacle_avoidance = ObstacleAvoidance::Custom(Arc::new(classic));
    // Nothing helps it round what it can't pass by itself.
    spec.profile.detouring = Detouring::None;
    spec.profile.behaviors = vec![Behavior::Seek(Aim::Goal).into()];
    spec
}

#[test]
fn it_goes_round_a_large_circle_that_it_meets_off_centre() {
    let shapes = [circle(Vec2::new(6.0, 0.6), 1.5)];
    let agent = classic_walker(Vec2::ZERO, Vec2::new(12.0, 0.0), Probes::Two);
    let walk = walk(&shapes, agent, DT, 30.0);
    assert!(walk.arrived.is_some(), "ends at {}", walk.end());
}

#[test]
fn its_fault_dead_centre_it_never_gets_past() {
    let shapes = [circle(Vec2::new(6.0, 0.0), 1.5)];
    for probes in [Probes::Two, Probes::Three] {
        let agent = classic_walker(Vec2::ZERO, Vec2::new(12.0, 0.0), probes);
        let classic = walk(&shapes, agent, DT, 30.0);
        assert!(classic.arrived.is_none());
        assert!(
            classic
                .places
                .iter()
                .all(|place| place.x < 6.0 && place.y == 0.0)
        );
    }
    let ours = walk(
        &shapes,
        walker(Vec2::ZERO, Vec2::new(12.0, 0.0), 0.4, 2.0),
        DT,
        30.0,
    );
    assert!(ours.arrived.is_some());
}

#[test]
fn its_fault_it_runs_over_a_small_circle_that_no_probe_hits() {
    // As it walks the probes do pass over the circle: only for a tenth of a second each.
    let shapes = [circle(Vec2::new(6.0, 0.05), 0.1)];
    let agent = classic_walker(Vec2::ZERO, Vec2::new(12.0, 0.0), Probes::Two);
    let classic = walk(&shapes, agent, DT, 30.0);
    assert!(classic.deepest > 0.1, "overlap {}", classic.deepest);
    let ours = walk(
        &shapes,
        walker(Vec2::ZERO, Vec2::new(12.0, 0.0), 0.4, 2.0),
        DT,
        30.0,
    );
    assert!(ours.deepest <= 0.0);
}

#[test]
fn its_fault_it_ignores_its_own_radius() {
    // The middle of the body passes; its side doesn't.
    let shapes = [circle(Vec2::new(6.0, 1.2), 1.0)];
    for probes in [Probes::Two, Probes::Three] {
        let agent = classic_walker(Vec2::ZERO, Vec2::new(12.0, 0.0), probes);
        let classic = walk(&shapes, agent, DT, 30.0);
        assert!(
            (classic.deepest - 0.2).abs() < 1e-3,
            "overlap {}",
            classic.deepest
        );
        assert!(classic.arrived.is_some());
    }
}

#[test]
fn in_a_world_it_sees_the_circle_around_a_long_block_as_it_does_alone() {
    // The block is far above; the circle around it is not. A wall has no circle.
    let block: Shape = sidestep::geometry::ConvexPolygon::rectangle(
        Vec2::new(6.0, 5.5),
        Vec2::new(10.0, 0.2),
        0.0,
    )
    .expect("block")
    .into();
    let wall: Shape = sidestep::geometry::Segment::new(Vec2::new(1.0, 5.4), Vec2::new(11.0, 5.4))
        .expect("wall")
        .into();
    let agent = classic_walker(Vec2::ZERO, Vec2::new(12.0, 1.2), Probes::Two);
    let aside = |shapes: &[Shape]| {
        let walk = walk(shapes, agent.clone(), DT, 12.0);
        let sides = walk.places.iter().map(|place| place.y - 0.1 * place.x);
        sides.fold(0.0, f32::min)
    };
    let without = aside(&[]);
    let with_block = aside(&[block]);
    assert!(with_block < without - 0.05, "{with_block} {without}");
    assert_eq!(aside(&[wall]), without);
}

#[test]
fn its_fault_most_small_circles_in_the_way_are_not_seen() {
    let mut body = Body::new(Vec2::ZERO, 0.4, 2.0);
    body.velocity = Vec2::new(2.0, 0.0);
    let reach = LookAhead::for_radius(0.4).reach(&body, 2.0);
    let size = 0.2;
    let mut all = 0;
    let mut seen = [0; 2];
    for part in 1..=50 {
        for beside in -29..=29 {
            let lateral = (size + 0.4) * beside as f32 / 30.0;
            let shapes = [circle(Vec2::new(reach * part as f32 / 50.0, lateral), size)];
            all += 1;
            for (seen, probes) in seen.iter_mut().zip([Probes::Two, Probes::Three]) {
                let classic = Classic {
                    probes,
                    distance: reach,
                    ..CLASSIC
                };
                *seen += i32::from(force(classic, &body, &shapes) != Vec2::ZERO);
            }
        }
    }
    let share = |count: i32| 100.0 * f64::from(count) / f64::from(all);
    eprintln!(
        "seen of {all} circles in the way: with two probes {:.1} %, with three {:.1} %",
        share(seen[0]),
        share(seen[1])
    );
    assert!(seen[0] > 0 && share(seen[0]) < 20.0);
    assert!(seen[1] > seen[0] && share(seen[1]) < 20.0);
}

#[test]
fn it_says_what_pushes_it_and_when_nothing_does() {
    let body = runner(Vec2::X);
    let shape = circle(Vec2::new(5.0, 2.5), 0.9);
    let (decision, explanation) = explain(CLASSIC, &body, &[Obstacle::new(4, &shape)]);
    assert_eq!(decision.force, force(CLASSIC, &body, &[shape]));
    assert_eq!(explanation.marks.len(), 3);
    assert!(
        explanation.reasons[0].contains("obstacle 4"),
        "{explanation:?}"
    );
    let (_, explanation) = explain(CLASSIC, &body, &[]);
    assert_eq!(explanation.reasons, ["no probe is inside an obstacle"]);
}
