//! The guard, in numbers that can be reckoned by hand: what it lets pass, and what it does instead.

use sidestep::Vec2;
use sidestep::avoid::guard::{BrakingWay, Guard, SeparatingLine};
use sidestep::avoid::{Blocker, Decision, Obstacle, Surroundings, Wish};
use sidestep::explain::{Explanation, MarkKind, MarkShape};
use sidestep::geometry::{ConvexPolygon, Segment, Shape};
use sidestep::motion::Body;

const GUARD: Guard = Guard { skin: 0.001 };

fn at(x: f32, y: f32) -> Vec2 {
    Vec2::new(x, y)
}

/// 0.5 m wide, up to 2 m/s and 4 m/s².
fn body(velocity: Vec2) -> Body {
    Body {
        velocity,
        ..Body::new(Vec2::ZERO, 0.5, 2.0)
    }
}

fn wall(x: f32) -> Shape {
    Segment::new(at(x, -10.0), at(x, 10.0))
        .expect("a wall")
        .into()
}

/// What the guard makes of a force for 0.1 s before a wall at `x`.
fn before_wall(velocity: Vec2, force: Vec2, x: f32) -> Decision {
    let wall = wall(x);
    let obstacles = [Obstacle::new(7, &wall)];
    let wish = Wish::to_push(force, 0.1);
    GUARD.decide(&body(velocity), &wish, &Surroundings::obstacles(&obstacles))
}

#[test]
fn the_guard_turned_back_whom_a_cart_pushed_and_who_got_out_by_the_farther_side() {
    let cart: Shape = ConvexPolygon::rectangle(at(-0.4, 1.1), at(2.0, 1.2), 0.0)
        .expect("a cart")
        .into();
    let pushes = Obstacle {
        velocity: at(0.0, -1.0),
        ..Obstacle::new(7, &cart)
    };
    // To the left it is out of its way after 1.9 m, to the right after 1.1 m. Somebody stands there.
    let wish = Wish::to_push(at(-3.0, 0.0), 0.1);
    let obstacles = [pushes];
    for velocity in [at(0.0, 0.0), at(-0.1, 0.0), at(-1.0, 0.0)] {
        let around = Surroundings::obstacles(&obstacles);
        let decision = GUARD.decide(&body(velocity), &wish, &around);
        assert_eq!(decision.force, wish.force, "at {velocity}");
        assert_eq!(decision.threat, Some(Blocker::Obstacle(7)));
    }
}

#[test]
fn the_reach_is_a_step_the_braking_way_after_it_and_the_skin_twice() {
    // From rest: 0.4 m/s after the step.
    let near = GUARD.reach(&body(Vec2::ZERO), 0.1);
    assert!((near - 0.562).abs() < 1e-5, "{near}");
    // At full speed it gets no faster.
    let far = GUARD.reach(&body(at(0.0, -2.0)), 0.1);
    assert!((far - 1.202).abs() < 1e-5, "{far}");
}

#[test]
fn a_safe_force_passes_and_is_cut_to_the_largest() {
    let free = before_wall(Vec2::ZERO, at(3.0, 1.0), 5.0);
    assert_eq!(free, Decision::to_push(at(3.0, 1.0)));
    let strong = before_wall(Vec2::ZERO, at(0.0, 40.0), 5.0);
    assert_eq!(strong, Decision::to_push(at(0.0, 4.0)));
}

#[test]
fn from_rest_it_pushes_as_hard_as_the_gap_allows() {
    let push = |x: f32| before_wall(Vec2::ZERO, at(4.0, 0.0), x);
    // 0.04 m in the step and 0.02 m of braking.
    assert_eq!(push(0.562), Decision::to_push(at(4.0, 0.0)));
    for (x, force) in [(0.560, 2.0), (0.527, 2.0), (0.525, 1.0), (0.5115, 0.0)] {
        let found = push(x);
        assert_eq!(found.force, at(force, 0.0), "at {x} m");
        assert_eq!(found.threat, Some(Blocker::Obstacle(7)));
        assert!(found.feasible);
    }
}

#[test]
fn in_full_run_it_brakes_as_little_as_will_do() {
    let push = |x: f32| before_wall(at(2.0, 0.0), at(4.0, 0.0), x);
    assert_eq!(push(1.202), Decision::to_push(at(4.0, 0.0)));
    // 0.18 m in the step and 0.405 m of braking.
    assert_eq!(push(1.1).force, at(-2.0, 0.0));
    // 0.16 m and 0.32 m, nothing but straight braking.
    assert_eq!(push(1.0).force, at(-4.0, 0.0));
    assert!(push(1.0).feasible);
    // Too late: it brakes all the same.
    let late = push(0.8);
    assert_eq!(late.force, at(-4.0, 0.0));
    assert!(!late.feasible);
    assert_eq!(late.threat, Some(Blocker::Obstacle(7)));
}

#[test]
fn braking_ends_at_rest_and_not_beyond() {
    // Slower than a step of full braking makes up for, and too near for anything else.
    let found = before_wall(at(0.2, 0.0), at(4.0, 0.0), 0.502);
    assert_eq!(found.force, at(-2.0, 0.0));
}

#[test]
fn whoever_is_inside_may_push_anywhere_and_whoever_touches_may_leave() {
    // Which of its sides is the way out is not the guard's to say.
    assert_eq!(
        before_wall(Vec2::ZERO, at(4.0, 0.0), 0.3),
        Decision::to_push(at(4.0, 0.0))
    );
    assert_eq!(
        before_wall(Vec2::ZERO, at(-4.0, 0.0), 0.5005),
        Decision::to_push(at(-4.0, 0.0))
    );
    let into = before_wall(Vec2::ZERO, at(4.0, 0.0), 0.5005);
    assert_eq!(into.threat, Some(Blocker::Obstacle(7)));
    assert_eq!(into.force, Vec2::ZERO);
}

#[test]
fn neither_crosses_the_line_between_two() {
    let wall = wall(0.55);
    let obstacles = [Obstacle::new(7, &wall)];
    let line = |limit: f32| SeparatingLine {
        normal: Vec2::X,
        limit,
        id: 9,
    };
    let push = |limit: f32, obstacles| {
        let lines = [line(limit)];
        let around = Surroundings {
            obstacles,
            lines: &lines,
            ..Surroundings::default()
        };
        GUARD.decide(
            &body(Vec2::ZERO),
            &Wish::to_push(at(4.0, 0.0), 0.1),
            &around,
        )
    };
    // The centre comes to rest 0.06 m ahead.
    assert_eq!(push(0.061, &[]), Decision::to_push(at(4.0, 0.0)));
    let held = push(0.059, &[]);
    assert_eq!(held.threat, Some(Blocker::Agent(9)));
    assert_eq!(held.force, at(2.0, 0.0));
    // Who is named first: an agent.
    assert_eq!(push(0.03, &obstacles).threat, Some(Blocker::Agent(9)));
    assert_eq!(push(1.0, &obstacles).threat, Some(Blocker::Obstacle(7)));
}

/// Lines by the angle of their normal and their distance from where the body is (m).
fn lines(of: &[(f32, f32)]) -> Vec<SeparatingLine> {
    (of.iter())
        .map(|&(angle, limit)| SeparatingLine {
            normal: at(libm::cosf(angle), libm::sinf(angle)),
            limit,
            id: 9,
        })
        .collect()
}

/// The fan pushed harder to the side than would do, in one step to the left and in the next to the right.
#[test]
fn who_slid_along_others_was_pushed_by_the_nearest_of_a_few_forces() {
    let (dt, strongest) = (0.1, 4.0);
    let body = body(at(1.5, 0.1));
    let wanted = at(1.0, 3.5);
    let wish = Wish::to_push(wanted, dt);
    let (mut by_sliding, mut by_fan) = (0.0, 0.0);
    for of in [
        vec![(1.5, 0.1)],
        vec![(1.2, 0.3)],
        vec![(0.6, 0.45)],
        vec![(1.4, 0.15), (-1.3, 0.2)],
        vec![(0.3, 0.55), (1.4, 0.2)],
    ] {
        let lines = lines(&of);
        let around = Surroundings {
            lines: &lines,
            ..Surroundings::default()
        };
        // Whether a body that comes to rest after this force keeps to its own side of all lines.
        let is_allowed = |force: Vec2| {
            let velocity = body.velocity_after(force, dt);
            let end = velocity * dt + velocity * (body.braking_distance(1.0) * velocity.length());
            lines.iter().all(|line| line.allows(end))
        };
        assert!(!is_allowed(wanted), "{of:?}");
        let tried = (0..400).flat_map(|x| (0..400).map(move |y| at(x as f32, y as f32)));
        let least = tried
            .map(|place| (place * 0.005 - 1.0) * strongest)
            .filter(|force| force.length() <= strongest && is_allowed(*force))
            .map(|force| force.distance(wanted))
            .fold(f32::INFINITY, f32::min);
        let slides = GUARD.decide_sliding(&body, &wish, &around);
        assert_eq!(slides.threat, Some(Blocker::Agent(9)));
        let fans = GUARD.decide(&body, &wish, &around);
        for found in [slides, fans] {
            assert!(
                found.feasible && is_allowed(found.force),
                "{of:?}: {found:?}"
            );
        }
        let [slide, fan] = [slides, fans].map(|found| found.force.distance(wanted) - least);
        println!("{of:?}: {least} N at least, {slide} N and {fan} N more");
        assert!(slide <= fan, "{of:?}: {slide} N instead of {fan} N");
        (by_sliding, by_fan) = (by_sliding + slide, by_fan + fan);
    }
    assert!(
        by_sliding < 0.6 * by_fan,
        "{by_sliding} N instead of {by_fan} N"
    );
}

#[test]
fn who_slides_stops_before_a_wall_as_everybody_does_and_where_no_force_will_do() {
    let wall = wall(0.55);
    let obstacles = [Obstacle::new(7, &wall)];
    // The wall stands in its way, not the line; or there is no way to rest on its own side of both.
    for (obstacles, of) in [(&obstacles[..], vec![(0.0, 1.0)]), (&[], vec![(0.0, 0.01)])] {
        let lines = lines(&of);
        let around = Surroundings {
            obstacles,
            lines: &lines,
            ..Surroundings::default()
        };
        let (body, wish) = (body(at(1.0, 0.0)), Wish::to_push(at(4.0, 0.0), 0.1));
        let slides = GUARD.decide_sliding(&body, &wish, &around);
        assert_eq!(slides, GUARD.decide(&body, &wish, &around));
        assert_eq!(slides.force, at(-4.0, 0.0));
    }
}

#[test]
fn two_share_the_gap_between_their_braking_ways() {
    let way = |from: Vec2, to: Vec2| BrakingWay {
        from,
        to,
        radius: 0.5,
        step: 0.5 * (to - from),
    };
    let apart = || panic!("they don't cross");
    let left = way(at(0.0, 0.0), at(1.0, 0.0));
    let right = way(at(5.0, 0.0), at(4.0, 0.0));
    let line = SeparatingLine::between(&left, &right, 0.2, 3, apart);
    assert_eq!((line.normal, line.id), (Vec2::X, 3));
    // 3 m between the ends, less both radii and the skin.
    assert!((line.limit - 1.9).abs() < 1e-5, "{line:?}");
    let other = SeparatingLine::between(&right, &left, 0.2, 4, apart);
    assert_eq!(other.normal, -Vec2::X);
    assert!((other.limit + 3.1).abs() < 1e-5, "{other:?}");
    // Past the side of one of them.
    let above = way(at(0.5, 3.0), at(0.5, 2.0));
    let line = SeparatingLine::between(&left, &above, 0.0, 3, apart);
    assert_eq!(line.normal, Vec2::Y);
    assert!((line.limit - 0.5).abs() < 1e-5, "{line:?}");
    // Overlapping already: not one step nearer, but apart.
    let close = way(at(0.4, 0.0), at(0.4, 0.0));
    let still = way(Vec2::ZERO, Vec2::ZERO);
    let line = SeparatingLine::between(&still, &close, 0.2, 3, apart);
    assert!(line.allows(Vec2::ZERO) && line.allows(at(-1.0, 0.0)) && !line.allows(at(0.01, 0.0)));
    // At one place: the direction that the caller gives.
    let line = SeparatingLine::between(&still, &still, 0.2, 3, || Vec2::Y);
    assert_eq!((line.normal, line.limit), (Vec2::Y, 0.0));
}

/// Midway between the braking ways, the line left a half of the gap to who went ahead and had no use for
/// it: who followed as near as it may had to brake, and a queue went the more slowly the longer the step was.
#[test]
fn who_followed_another_had_to_be_two_steps_behind() {
    for dt in [0.2, 0.1, 0.05, 1.0 / 60.0] {
        let follower = body(at(2.0, 0.0));
        let braking = follower.braking_distance(2.0);
        let may_go_on = |steps: f32| {
            let gap = braking + steps * 2.0 * dt;
            let mut ahead = body(at(2.0, 0.0));
            ahead.position.x = 2.0 * follower.radius + gap;
            let ways = [&follower, &ahead].map(|body| BrakingWay::of(body, dt));
            let lines = [SeparatingLine::between(
                &ways[0],
                &ways[1],
                GUARD.skin,
                1,
                || Vec2::X,
            )];
            let around = Surroundings {
                lines: &lines,
                ..Surroundings::default()
            };
            let wish = Wish::to_push(Vec2::ZERO, dt);
            GUARD.decide(&follower, &wish, &around).threat.is_none()
        };
        assert!(may_go_on(1.4), "at {dt} s");
        assert!(!may_go_on(0.9), "at {dt} s");
    }
}

#[test]
fn whoever_runs_at_a_wall_stops_right_before_it() {
    let wall = wall(0.0);
    let obstacles = [Obstacle::new(1, &wall)];
    for dt in [1.0 / 60.0, 0.1, 0.25] {
        for distance in [0.6, 0.95, 1.37, 3.0, 7.7] {
            let mut body = Body::new(at(-distance, 0.0), 0.5, 2.0);
            for _ in 0..400 {
                let wish = Wish::to_push(at(4.0, 0.3), dt);
                let force = GUARD.decide(&body, &wish, &Surroundings::obstacles(&obstacles));
                body.advance(force.force, dt);
                assert!(
                    body.position.x < -0.5,
                    "{} m, {dt} s: in the wall",
                    distance
                );
            }
            let gap = -0.5 - body.position.x;
            assert!(gap < 0.08, "{distance} m, {dt} s: stops {gap} m before it");
        }
    }
}

#[test]
fn it_tells_the_braking_way_and_the_lines_that_the_force_would_have_crossed() {
    let body = Body {
        position: at(1.0, 2.0),
        ..body(at(0.0, 1.0))
    };
    let line = |normal: Vec2, limit: f32, id: u64| SeparatingLine { normal, limit, id };
    // With the force it would come to rest 0.341 m further up.
    let lines = [
        line(Vec2::Y, 2.3, 9),
        line(Vec2::Y, 2.35, 10),
        line(Vec2::X, 1.0, 11),
    ];
    let around = Surroundings {
        lines: &lines,
        ..Surroundings::default()
    };
    let told = |force: Vec2| {
        let wish = Wish::to_push(force, 0.1);
        let decision = GUARD.decide(&body, &wish, &around);
        let mut explanation = Explanation::default();
        GUARD.tell(&body, &wish, &around, &decision, &mut explanation);
        explanation
    };
    let explanation = told(at(0.0, 3.0));
    let marks: Vec<(MarkKind, Vec2, Vec2)> = (explanation.marks.iter())
        .map(|mark| match mark.shape {
            MarkShape::Line { from, to } => (mark.kind, from, to),
            _ => panic!("no line: {mark:?}"),
        })
        .collect();
    let expected = [
        (MarkKind::Braking, at(1.0, 2.0), at(1.0, 2.125)),
        // Where its edge would be, four radii long.
        (MarkKind::SeparatingLine, at(2.0, 2.8), at(0.0, 2.8)),
    ];
    assert_eq!(marks.len(), expected.len(), "{explanation:?}");
    for (found, expected) in marks.iter().zip(expected) {
        assert_eq!(found.0, expected.0);
        assert!(found.1.distance(expected.1) < 1e-5, "{found:?}");
        assert!(found.2.distance(expected.2) < 1e-5, "{found:?}");
    }
    assert_eq!(
        explanation.marks[1].label,
        "not over the line between it and agent 9"
    );
    assert_eq!(
        explanation.reasons,
        [
            "the wanted force would leave no room to stop before agent 9: the nearest safe one is taken"
        ]
    );
    assert_eq!(told(at(0.0, -4.0)), Explanation::default());
}
