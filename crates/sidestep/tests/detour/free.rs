//! No answer leads into anything.

use proptest::prelude::*;
use sidestep::Vec2;
use sidestep::avoid::detour::{BarrierKind, Detour, DetourAnswer, DetourMemory, Outcome};
use sidestep::geometry::{Capsule, Circle, ConvexPolygon, Segment, Side};

use super::shapes::{cases, direction_at};
use super::{Task, name, task};

/// Deeper than this is in it (m).
const TOUCH: f32 = 1e-3;

/// Which barriers count.
type Wanted = fn(BarrierKind) -> bool;

fn any(_: BarrierKind) -> bool {
    true
}

fn temporary(kind: BarrierKind) -> bool {
    kind == BarrierKind::Temporary
}

/// Least distance along a straight way, looked at every few millimetres and at its nearest places.
fn least_on_leg(task: &Task, from: Vec2, to: Vec2, wanted: Wanted) -> f32 {
    let length = from.distance(to);
    let mut least = task.distance(to, wanted);
    let mut done = 0.0;
    while done < length {
        let here = task.distance(from.lerp(to, done / length), wanted);
        least = least.min(here);
        // Nothing nearer than this can be met before so much further on.
        done += (here - task.radius).max(0.1 * TOUCH);
    }
    least
}

/// Where the straight way leads that the answer asks for, and what it must not meet.
fn leg(answer: &DetourAnswer) -> Option<(Vec2, Wanted)> {
    match answer.outcome {
        // Walls between are the business of whoever planned the path.
        Outcome::Clear => Some((answer.goal, temporary)),
        Outcome::Around { sub_goal, .. } => Some((sub_goal, any)),
        Outcome::Blocked { .. } => None,
    }
}

proptest! {
    #![proptest_config(cases(1500))]

    #[test]
    fn the_way_to_the_sub_goal_is_free(task in task(12, 3)) {
        let answer = task.ask(&Detour::for_radius(task.radius));
        let start = answer.way_out.unwrap_or(task.from);
        if matches!(answer.outcome, Outcome::Blocked { .. }) {
            return Ok(());
        }
        prop_assert!(task.distance(start, any) > task.radius - TOUCH, "{answer:?}");
        if let Some((end, wanted)) = leg(&answer) {
            let least = least_on_leg(&task, start, end, wanted);
            prop_assert!(
                least > task.radius - TOUCH,
                "{} m into something: {answer:?}",
                task.radius - least
            );
        }
    }

    #[test]
    fn whoever_is_free_needs_no_way_out_and_whoever_is_inside_gets_the_nearest(task in task(10, 2)) {
        let detour = Detour::for_radius(task.radius);
        let answer = task.ask(&detour);
        let distance = task.distance(task.from, any);
        if distance > task.radius + detour.clearance + TOUCH {
            prop_assert_eq!(answer.way_out, None);
        }
        if distance < task.radius - TOUCH {
            // Where nothing is free near by there is none.
            if let Some(way_out) = answer.way_out {
                nearest(&task, &detour, task.from, way_out)?;
            }
        }
    }

    #[test]
    fn a_goal_inside_something_moves_to_the_nearest_free_place(task in task(10, 2)) {
        let detour = Detour::for_radius(task.radius);
        let answer = task.ask(&detour);
        let distance = task.distance(task.to, any);
        prop_assert_eq!(answer.goal_moved, answer.goal != task.to);
        if distance > task.radius + detour.clearance + TOUCH {
            prop_assert!(!answer.goal_moved);
        }
        if distance < task.radius - TOUCH && answer.goal_moved {
            nearest(&task, &detour, task.to, answer.goal)?;
        }
        if distance < task.radius - TOUCH && !answer.goal_moved {
            let blocked = matches!(answer.outcome, Outcome::Blocked { .. });
            prop_assert!(blocked, "goes to a goal in something: {answer:?}");
        }
    }
}

proptest! {
    #![proptest_config(cases(600))]

    #[test]
    fn who_follows_a_way_that_was_free_to_its_end_is_not_blocked_on_it(task in task(14, 0)) {
        let detour = Detour {
            neighborhood: 60.0,
            ..Detour::for_radius(task.radius)
        };
        let mut memory = DetourMemory::default();
        let (mut place, mut known) = (task.from, false);
        for _ in 0..60 {
            let answer = task.ask_from(&detour, place, &mut memory);
            match answer.outcome {
                Outcome::Clear => break,
                Outcome::Around { sub_goal, .. } => place = sub_goal,
                Outcome::Blocked { .. } => {
                    prop_assert!(!known, "at {place}: {answer:?}");
                    break;
                }
            }
            known |= answer.converged && answer.way_out.is_none();
        }
    }
}

/// The place found is free, and none is that is nearer by more than a tenth; where there is a wall,
/// it isn't behind it.
fn nearest(task: &Task, detour: &Detour, wanted: Vec2, found: Vec2) -> Result<(), TestCaseError> {
    let least = task.distance(found, any);
    prop_assert!(least > task.radius - TOUCH, "{found} is not free: {least}");
    let reach = wanted.distance(found);
    // Beside a wall the nearest place may be behind it, or out of sight round its end.
    if task.distance(wanted, |kind| kind != BarrierKind::Temporary) < reach {
        prop_assert!(!task.parts(wanted, found), "{found} is behind a wall");
        return Ok(());
    }
    for ring in 1..=9 {
        let away = 0.1 * reach * ring as f32;
        for step in 0..64 {
            let place = wanted + direction_at(std::f32::consts::TAU * step as f32 / 64.0) * away;
            let room = task.distance(place, any) - task.radius - detour.clearance;
            prop_assert!(
                room < 0.02 * reach + TOUCH,
                "{place} is nearer to {wanted} than {found}, {room}"
            );
        }
    }
    Ok(())
}

#[test]
fn a_corner_a_hair_inside_of_a_side_is_no_corner_to_walk_round() {
    // Found by fuzzing: polygons may be as little dented as single precision can tell, seen from
    // their full size.
    let hair = 1.0 / 524_288.0;
    let corners = vec![
        Vec2::new(-hair, -hair),
        Vec2::new(-0.0625, 0.0),
        Vec2::new(0.063, -4.06),
        Vec2::new(0.0623, -hair),
    ];
    let polygon = ConvexPolygon::new(corners).expect("as good as convex");
    let task = Task {
        things: vec![(BarrierKind::Temporary, polygon.into())],
        from: Vec2::new(0.0, 0.0112),
        to: Vec2::ZERO,
        radius: 0.35,
    };
    let answer = task.ask(&Detour::for_radius(task.radius));
    let way_out = answer.way_out.expect("it is inside");
    for place in [way_out, answer.goal] {
        assert!(
            task.distance(place, any) > task.radius - TOUCH,
            "{answer:?}"
        );
        assert!(place.length() < 0.4, "{answer:?}");
    }
}

#[test]
fn who_stands_in_something_with_a_dent_of_a_hair_finds_the_way_past_the_dent() {
    let blunt = [
        Vec2::new(1.9552265, 0.93468565),
        Vec2::new(-0.03371212, 1.9347267),
        Vec2::new(-1.8942424, 0.7122757),
        Vec2::new(-1.7658337, -1.5102162),
        Vec2::new(0.22310457, -2.5102568),
        Vec2::new(2.0836349, -1.2878056),
    ];
    // On the side that the way goes along, less than 0.01 mm inside of it.
    let mut dented = blunt.to_vec();
    dented.insert(3, Vec2::new(-1.8655418, 0.21557398));
    let asked = |corners: &[Vec2]| {
        let task = Task {
            things: vec![(
                BarrierKind::Temporary,
                ConvexPolygon::new(corners.to_vec())
                    .expect("as good as convex")
                    .into(),
            )],
            from: Vec2::ZERO,
            to: Vec2::new(-1.6, -6.7),
            radius: 0.4,
        };
        let outcome = task.ask(&Detour::for_radius(task.radius)).outcome;
        let Outcome::Around { length, .. } = outcome else {
            panic!("{outcome:?}");
        };
        length
    };
    let (with, without) = (asked(&dented), asked(&blunt));
    assert!((with - without).abs() < 1e-3, "{with} {without}");
}

fn temporary_circle(x: f32, y: f32, radius: f32) -> (BarrierKind, sidestep::geometry::Shape) {
    let circle = Circle::new(Vec2::new(x, y), radius).expect("a circle");
    (BarrierKind::Temporary, circle.into())
}

#[test]
fn inside_a_crate_whose_nearest_way_out_is_behind_a_wall_it_was_taken_for_outside() {
    let ends = [Vec2::new(-2.313, -0.187), Vec2::new(-0.047, -0.312)];
    let crate_shape = Capsule::new(ends[0], ends[1], 2.375).expect("a crate");
    let edge = Circle::new(Vec2::new(0.0, 0.133), 0.038).expect("an edge");
    let task = Task {
        things: vec![
            (BarrierKind::Temporary, crate_shape.into()),
            (BarrierKind::Edge, edge.into()),
        ],
        from: Vec2::ZERO,
        to: Vec2::new(7.375, 0.0),
        radius: 0.35,
    };
    let answer = task.ask(&Detour::for_radius(task.radius));
    let way_out = answer.way_out.expect("there is a way past the edge");
    assert!(!task.parts(task.from, way_out), "{answer:?}");
    assert!(
        task.distance(way_out, temporary) > task.radius - TOUCH,
        "{answer:?}"
    );
    // Nearly straight out, past the circle.
    assert!(task.from.distance(way_out) < 2.6, "{answer:?}");
}

#[test]
fn whoever_is_walled_in_under_a_crate_was_taken_for_outside() {
    let corners = [(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)].map(Vec2::from);
    let mut things = vec![temporary_circle(0.0, 0.0, 2.0)];
    for index in 0..4 {
        let (start, end) = (corners[index], corners[(index + 1) % 4]);
        let wall = sidestep::geometry::Segment::new(start, end).expect("a wall");
        things.push((BarrierKind::Permanent, wall.into()));
    }
    let task = Task {
        things,
        from: Vec2::ZERO,
        to: Vec2::new(8.0, 0.0),
        radius: 0.35,
    };
    let answer = task.ask(&Detour::for_radius(task.radius));
    let Outcome::Blocked { cluster, closed_by } = answer.outcome else {
        panic!("{answer:?}");
    };
    assert_eq!(cluster, super::name(0));
    assert!(
        matches!(closed_by, sidestep::avoid::detour::ClosedBy::Wall { .. }),
        "{answer:?}"
    );
}

#[test]
fn a_whole_way_led_through_what_stood_outside_of_the_neighbourhood() {
    let things = vec![
        temporary_circle(0.0, 0.0, 3.0),
        temporary_circle(0.0, 4.55, 0.9),
        temporary_circle(0.0, -4.55, 0.9),
    ];
    let task = Task {
        things,
        from: Vec2::new(-5.0, 0.0),
        to: Vec2::new(5.0, 0.0),
        radius: 0.35,
    };
    let detour = Detour {
        neighborhood: 2.8,
        ..Detour::for_radius(task.radius)
    };
    let answer = task.ask(&detour);
    assert!(
        matches!(answer.outcome, Outcome::Blocked { .. }),
        "the way leaves what is looked at: {answer:?}"
    );
}

#[test]
fn a_drawn_way_cut_into_what_stands_beside_a_gap_that_just_fits() {
    // Found by sidestep-attack.
    let task = Task {
        things: vec![
            temporary_circle(3.246_557_7, -6.942_349, 0.448_070_02),
            temporary_circle(3.513_076_3, -5.472_069_7, 0.448_070_02),
            temporary_circle(3.779_699_6, -4.001_213_6, 0.448_070_02),
        ],
        from: Vec2::new(2.822_390_6, -5.079_165_5),
        to: Vec2::new(6.558_158, -8.482_034),
        radius: 0.293_186_3,
    };
    let way = task.way(
        &Detour::for_radius(task.radius),
        &mut DetourMemory::default(),
    );
    assert!(way.len() > 3, "{way:?}");
    for leg in way.windows(2) {
        let least = least_on_leg(&task, leg[0], leg[1], any);
        assert!(
            least > task.radius - 1e-4,
            "{} m into something: {way:?}",
            task.radius - least
        );
    }
}

/// Found by a random search: who came to an end of an edge, which is a corner of its way, was held
/// to cross the edge on the way on, and walked to and fro for ever.
#[test]
fn who_stands_on_the_end_of_an_edge_crosses_it_on_no_way_off_it() {
    for (side, aside) in [(1.0, -1.0), (1.0, 1.0), (-1.0, -1.0), (-1.0, 1.0)] {
        let edge = Segment::new(Vec2::ZERO, Vec2::new(0.0, 4.0 * side)).expect("an edge");
        let task = Task {
            things: vec![
                (BarrierKind::Edge, edge.into()),
                temporary_circle(3.0, -3.0, 0.5),
            ],
            from: Vec2::ZERO,
            to: Vec2::new(6.0, aside),
            radius: 0.4,
        };
        // On a way round walls count too.
        let mut memory = DetourMemory {
            chosen: Some((Side::Left, name(1))),
        };
        let detour = Detour::for_radius(task.radius);
        let outcome = task.ask_from(&detour, task.from, &mut memory).outcome;
        let goes_on = match outcome {
            Outcome::Clear => true,
            Outcome::Around { length, .. } => length < 6.1,
            Outcome::Blocked { .. } => false,
        };
        assert!(goes_on, "{side} {aside}: {outcome:?}");
    }
}

#[test]
fn a_goal_in_the_very_middle_of_a_crate_moved_to_and_fro() {
    // Found by walking random tasks on a grid: two places are equally near, and rounding chose.
    for [width, depth] in [[1.0, 1.0], [0.5, 1.5], [1.5, 0.5], [2.0, 0.75]] {
        let goal = Vec2::new(-1.0, 3.25);
        let crate_shape =
            ConvexPolygon::rectangle(goal, Vec2::new(width, depth), 0.0).expect("a crate");
        let detour = Detour {
            clearance: 0.0,
            ..Detour::for_radius(0.5)
        };
        let mut goals = Vec::new();
        for step in 0..400 {
            let angle = 0.37 * step as f32;
            let away = Vec2::new(libm::cosf(angle), libm::sinf(angle)) * (3.0 + 0.01 * step as f32);
            let task = Task {
                things: vec![(BarrierKind::Temporary, crate_shape.clone().into())],
                from: goal + away,
                to: goal,
                radius: 0.5,
            };
            let answer = task.ask(&detour);
            assert!(answer.goal_moved);
            goals.push(answer.goal);
        }
        let all_same = goals.iter().all(|place| place.distance(goals[0]) < 1e-5);
        assert!(all_same, "{width} by {depth} m: {goals:?}");
    }
}

fn temporary_polygon(corners: [[f32; 2]; 4]) -> (BarrierKind, sidestep::geometry::Shape) {
    let polygon = ConvexPolygon::new(corners.map(Vec2::from)).expect("a polygon");
    (BarrierKind::Temporary, polygon.into())
}

/// Asserts that a whole way out of something and on leads through nothing.
fn assert_whole_way_is_free(task: &Task) {
    let detour = Detour::for_radius(task.radius);
    let answer = task.ask(&detour);
    assert!(answer.converged && answer.way_out.is_some(), "{answer:?}");
    let way = task.way(&detour, &mut DetourMemory::default());
    // The first leg is the way out.
    for leg in way[1..].windows(2) {
        let depth = task.radius - least_on_leg(task, leg[0], leg[1], any);
        assert!(depth < 1e-4, "{depth} m in something: {way:?}");
    }
}

#[test]
fn who_began_inside_of_a_crate_cut_into_a_barrel_that_touches_the_next() {
    // Found by `sidestep-attack --only yards --seed 228376 --count 1`.
    assert_whole_way_is_free(&Task {
        things: vec![
            temporary_circle(1.187_961_6, 1.850_834_4, 0.395_505_25),
            temporary_polygon([
                [1.593_863_7, -0.366_590_98],
                [1.556_404_4, 1.834_263_4],
                [-0.039_508_94, 1.243_636_1],
                [0.529_339_3, -0.368_485_45],
            ]),
            temporary_circle(-1.235_058_9, -1.470_448_9, 0.863_721_97),
            temporary_polygon([
                [-0.338_164_57, 2.565_143_8],
                [-4.044_557_6, 2.231_205_7],
                [-3.701_741_2, -1.573_723_6],
                [0.004_651_546_5, -1.239_785_4],
            ]),
        ],
        from: Vec2::new(-2.079_203_6, -0.233_875_75),
        to: Vec2::new(-2.450_418, 2.264_745_2),
        radius: 0.108_139_91,
    });
}

#[test]
fn who_began_inside_of_a_crate_cut_into_a_box_that_touches_a_barrel() {
    // Found by `sidestep-attack --only yards --seed 1030215 --count 1`.
    assert_whole_way_is_free(&Task {
        things: vec![
            temporary_polygon([
                [2.134_857_4, 2.903_139],
                [1.887_438, 2.330_654_1],
                [3.300_261_3, 1.720_052_7],
                [3.547_680_6, 2.292_537_7],
            ]),
            temporary_polygon([
                [-3.124_652, -2.415_36],
                [-0.824_435_1, -2.046_356_7],
                [-1.261_869_5, 0.680_430_95],
                [-3.562_086, 0.311_427_6],
            ]),
            temporary_polygon([
                [0.577_888_37, 1.701_121_8],
                [-0.693_545_6, 3.632_304_7],
                [-3.711_529_5, 1.645_352_8],
                [-2.440_095_4, -0.285_830_08],
            ]),
            temporary_circle(0.844_380_14, 2.435_385_7, 1.355_928_3),
        ],
        from: Vec2::new(-1.972_319_8, 0.836_653_23),
        to: Vec2::new(-2.102_351_7, 2.329_311_8),
        radius: 0.145_637_93,
    });
}

/// Found by `fuzz/run detour`: the way off the tip was held to lead through the edge, and the next
/// one, along the edge, began on the tip in a direction of no meaning and cut into the barrel.
#[test]
fn who_stood_on_the_tip_of_an_edge_went_along_it_instead_of_off_it() {
    let tip = Vec2::new(1.5, 0.4375);
    let far = Vec2::new(5.835_205, 5.835_205);
    for mirrored in [1.0, -1.0] {
        let at = |place: Vec2| Vec2::new(place.x, place.y * mirrored);
        let edge = ConvexPolygon::new([far, Vec2::ZERO, tip].map(at).to_vec()).expect("an edge");
        let task = Task {
            things: vec![
                temporary_circle(0.0, 0.001_708_984_4 * mirrored, 1.0),
                (BarrierKind::Edge, edge.into()),
            ],
            from: at(tip),
            to: Vec2::ZERO,
            radius: 0.295_312_5,
        };
        let answer = task.ask(&Detour::for_radius(task.radius));
        let Outcome::Around { length, .. } = answer.outcome else {
            panic!("{answer:?}");
        };
        // The tangent, and an arc of 73 degrees.
        assert!((2.4..2.6).contains(&length), "{answer:?}");
        let (to, _) = leg(&answer).expect("a way");
        let least = least_on_leg(&task, task.from, to, temporary);
        assert!(least > task.radius - TOUCH, "{answer:?}");
    }
}

#[test]
fn who_stands_on_the_tip_of_an_edge_finds_the_way_along_either_side() {
    for (away, aside) in [(6.0, 0.2), (6.0, -0.2), (7.5, 1.0), (7.5, -1.0)] {
        for ahead in [Vec2::X, Vec2::Y, Vec2::NEG_X, Vec2::NEG_Y] {
            let at = |x: f32, y: f32| Vec2::new(x, y).rotate(ahead);
            let corners = vec![at(0.0, 0.0), at(4.0, -1.0), at(4.0, 1.0)];
            let edge = ConvexPolygon::new(corners).expect("an edge");
            let barrel = at(5.0, 0.0);
            let task = Task {
                things: vec![
                    (BarrierKind::Edge, edge.into()),
                    temporary_circle(barrel.x, barrel.y, 0.3),
                ],
                from: Vec2::ZERO,
                to: at(away, aside),
                radius: 0.4,
            };
            let answer = task.ask(&Detour::for_radius(task.radius));
            let Outcome::Around { length, side, .. } = answer.outcome else {
                panic!("{ahead}: {answer:?}");
            };
            let corner = at(4.0, f32::signum(aside));
            let least = corner.length() + corner.distance(task.to);
            assert!(
                (least..least + 0.3).contains(&length),
                "{least}: {answer:?}"
            );
            assert_eq!(side == Side::Left, aside > 0.0, "{answer:?}");
        }
    }
}
