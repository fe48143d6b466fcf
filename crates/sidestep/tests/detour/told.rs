//! What an answer says beside the way: how far the straight way is free, which cluster is in the way
//! and what closes it.

use proptest::prelude::*;
use sidestep::Vec2;
use sidestep::avoid::detour::{BarrierKind, Blocker, ClosedBy, Detour, Outcome};
use sidestep::explain::MarkKind;
use sidestep::geometry::{Capsule, Circle, ConvexPolygon, Segment, Shape, Side};

use super::shapes::{cases, direction_at, mirror, mirrored, point};
use super::{RANGE, Task, thing};

/// Whether something is grazed or touched is left to rounding within this (m).
const DOUBT: f32 = 2e-3;

fn capsule() -> impl Strategy<Value = Shape> {
    (point(RANGE), point(2.0), 0.0f32..0.8).prop_map(|(start, along, radius)| {
        let capsule = Capsule::new(start, start + along, radius.max(0.01));
        capsule.expect("capsule").into()
    })
}

fn fence() -> impl Strategy<Value = Shape> {
    (point(RANGE), point(3.0))
        .prop_map(|(start, along)| Segment::new(start, start + along).expect("fence").into())
}

/// Temporary things of every kind.
fn anything() -> impl Strategy<Value = Task> {
    (
        prop::collection::vec(
            prop_oneof![thing(), capsule(), fence(), capsule(), fence()],
            1..5,
        ),
        point(RANGE + 2.0),
        point(RANGE + 2.0),
        0.1f32..0.6,
    )
        .prop_map(|(things, from, to, radius)| Task {
            things: (things.into_iter())
                .map(|shape| (BarrierKind::Temporary, shape))
                .collect(),
            from,
            to,
            radius,
        })
}

/// How far a disc of this radius gets straight ahead before it touches anything.
fn until_contact(task: &Task, radius: f32) -> f32 {
    let (ahead, length) = (task.to - task.from).normalize_and_length();
    (task.things.iter())
        .filter_map(|(_, shape)| {
            let hull = shape.hull(Vec2::ZERO);
            hull.sweep(task.from, ahead, radius, length)
        })
        .map(|hit| hit.distance)
        .fold(length, f32::min)
}

proptest! {
    #![proptest_config(cases(3000))]

    #[test]
    fn the_straight_way_is_free_up_to_the_first_thing_on_it(task in anything()) {
        let detour = Detour::for_radius(task.radius);
        let keep = task.radius + detour.clearance;
        let apart = |place: Vec2| task.distance(place, |_| true) > keep + DOUBT;
        prop_assume!(apart(task.from) && apart(task.to));
        let answer = task.ask(&detour);
        let least = until_contact(&task, keep + DOUBT);
        let most = until_contact(&task, keep - DOUBT);
        prop_assert!(
            (least - DOUBT..=most + DOUBT).contains(&answer.free),
            "between {least} and {most} m: {answer:?}"
        );
        if answer.outcome == Outcome::Clear {
            prop_assert!(answer.free > task.from.distance(task.to) - DOUBT, "{answer:?}");
        }
    }
}

fn at(x: f32, y: f32) -> Vec2 {
    Vec2::new(x, y)
}

fn crate_at(x: f32, y: f32) -> (BarrierKind, Shape) {
    let circle = Circle::new(at(x, y), 0.5).expect("circle");
    (BarrierKind::Temporary, circle.into())
}

fn wall(from: Vec2, to: Vec2) -> (BarrierKind, Shape) {
    let wall = Segment::new(from, to).expect("wall");
    (BarrierKind::Permanent, wall.into())
}

fn asked(things: Vec<(BarrierKind, Shape)>, to: Vec2) -> Outcome {
    let task = Task {
        things,
        from: Vec2::ZERO,
        to,
        radius: 0.3,
    };
    task.ask(&Detour::for_radius(task.radius)).outcome
}

#[test]
fn a_cluster_is_named_by_its_own_lowest_member_whoever_stands_elsewhere() {
    let things = vec![
        crate_at(2.0, -4.0),
        crate_at(3.0, -0.7),
        crate_at(3.0, 0.2),
        crate_at(5.5, 3.5),
    ];
    let outcome = asked(things, at(7.0, 0.0));
    let Outcome::Around { cluster, .. } = outcome else {
        panic!("{outcome:?}");
    };
    assert_eq!(cluster, Blocker::Obstacle(1));
}

#[test]
fn who_is_shut_in_by_crates_and_one_wall_hears_of_the_wall() {
    // The wall is the lowest of all, and it is at the start's side.
    let mut things = vec![wall(at(-0.6, -3.0), at(-0.6, 3.0))];
    for index in 0..9 {
        let angle = std::f32::consts::PI * (index as f32 / 8.0 - 0.5);
        let place = 1.3 * direction_at(angle) - at(0.6, 0.0);
        things.push(crate_at(place.x, place.y));
    }
    assert_eq!(
        asked(things, at(6.0, 0.0)),
        Outcome::Blocked {
            cluster: Blocker::Obstacle(1),
            closed_by: ClosedBy::Wall {
                wall: Blocker::Obstacle(0)
            }
        }
    );
}

#[test]
fn who_is_shut_in_by_crates_alone_hears_of_a_ring() {
    let things = (0..14)
        .map(|index| {
            let angle = std::f32::consts::TAU * index as f32 / 14.0;
            let place = 1.6 * direction_at(angle);
            crate_at(place.x, place.y)
        })
        .collect();
    assert_eq!(
        asked(things, at(6.0, 0.0)),
        Outcome::Blocked {
            cluster: Blocker::Obstacle(0),
            closed_by: ClosedBy::Ring
        }
    );
}

#[test]
fn a_way_round_that_leaves_the_neighbourhood_is_told_as_that() {
    // It touches the pillar within the neighbourhood, and leaves it on the pillar's far sides.
    let pillar = Circle::new(at(9.5, 0.0), 8.5).expect("circle");
    assert_eq!(
        asked(vec![(BarrierKind::Temporary, pillar.into())], at(19.0, 0.0)),
        Outcome::Blocked {
            cluster: Blocker::Obstacle(0),
            closed_by: ClosedBy::Neighborhood
        }
    );
    let smaller = Circle::new(at(9.5, 0.0), 6.5).expect("circle");
    let outcome = asked(
        vec![(BarrierKind::Temporary, smaller.into())],
        at(19.0, 0.0),
    );
    assert!(matches!(outcome, Outcome::Around { .. }), "{outcome:?}");
}

/// Straight walls from corner to corner.
fn walls(corners: &[Vec2]) -> Vec<(BarrierKind, Shape)> {
    (corners.windows(2))
        .map(|ends| wall(ends[0], ends[1]))
        .collect()
}

#[test]
fn a_room_that_is_larger_than_the_neighbourhood_may_have_a_way_out_further_off() {
    // A corridor with an end behind the start, and a crate that fills it ahead.
    let asked_in = |end: f32| {
        let mut things = walls(&[at(17.4, 1.5), at(end, 1.5), at(end, -1.5), at(17.4, -1.5)]);
        let fills = ConvexPolygon::rectangle(at(5.0, 0.0), at(1.0, 2.6), 0.0).expect("a crate");
        things.push((BarrierKind::Temporary, fills.into()));
        things.push(wall(at(17.4, 1.5), at(17.4, -1.5)));
        let Outcome::Blocked { closed_by, .. } = asked(things, at(10.0, 0.0)) else {
            panic!("the crate leaves no room");
        };
        closed_by
    };
    // The neighbourhood ends 7.5 m behind the start.
    assert!(matches!(asked_in(-7.0), ClosedBy::Wall { .. }));
    assert_eq!(asked_in(-7.6), ClosedBy::Neighborhood);
}

#[test]
fn whichever_crate_of_a_ring_leans_on_a_wall_the_wall_is_told() {
    let ring = |count: usize| {
        (0..count).map(move |index| direction_at(std::f32::consts::TAU * index as f32 / 14.0))
    };
    for leaning in ring(14) {
        let mut things: Vec<_> = ring(14)
            .map(|out| crate_at(1.6 * out.x, 1.6 * out.y))
            .collect();
        // So short and so far out that it is near to one crate only.
        let (foot, along) = (2.6 * leaning, 0.05 * leaning.perp());
        things.push(wall(foot - along, foot + along));
        assert_eq!(
            asked(things, at(6.0, 0.0)),
            Outcome::Blocked {
                cluster: Blocker::Obstacle(0),
                closed_by: ClosedBy::Wall {
                    wall: Blocker::Obstacle(14)
                }
            },
            "{leaning}"
        );
    }
}

#[test]
fn the_side_is_that_of_what_is_met_although_the_way_crosses_over_shortly_before() {
    // North past a block, then south past a fence: the way comes down steeply to the fence's end.
    let block = ConvexPolygon::rectangle(at(0.75, -0.75), at(1.25, 1.0), 0.0).expect("a block");
    let fence = Segment::new(at(-1.0, 1.75), at(-2.0, -0.5)).expect("a fence");
    let task = Task {
        things: vec![
            (BarrierKind::Temporary, fence.into()),
            (BarrierKind::Permanent, block.into()),
        ],
        from: at(2.75, -0.25),
        to: at(-4.0, -0.75),
        radius: 0.5,
    };
    let upside_down = Task {
        things: (task.things.iter())
            .map(|(kind, shape)| (*kind, mirrored(shape)))
            .collect(),
        from: mirror(task.from),
        to: mirror(task.to),
        ..task
    };
    for (task, expected) in [(task, Side::Left), (upside_down, Side::Right)] {
        let outcome = task.ask(&Detour::for_radius(task.radius)).outcome;
        let Outcome::Around { side, .. } = outcome else {
            panic!("{outcome:?}");
        };
        assert_eq!(side, expected, "{outcome:?}");
    }
}

/// The length (m) of the way that is told beside the one that was taken.
fn other_way(things: Vec<(BarrierKind, Shape)>, rounds: u32) -> f32 {
    let task = Task {
        things,
        from: Vec2::ZERO,
        to: at(10.0, 0.0),
        radius: 0.3,
    };
    let detour = Detour {
        rounds,
        ..Detour::for_radius(task.radius)
    };
    let told = task.told(&detour);
    let mark = told.marks.iter().find(|mark| mark.kind == MarkKind::Way);
    let label = &mark.expect("both sides are open").label;
    let length = label.split(' ').next().expect("a length");
    length.parse().expect("a number")
}

#[test]
fn the_other_way_is_looked_at_as_often_as_rounds_say() {
    let long = ConvexPolygon::rectangle(at(5.0, -0.7), at(1.0, 3.6), 0.0).expect("a crate");
    let long = (BarrierKind::Temporary, long.into());
    // On the way to the crate's far end, and on no other.
    let barrel = crate_at(2.5, -1.5);
    let without = other_way(vec![long.clone()], 4);
    let with = |rounds| other_way(vec![long.clone(), barrel.clone()], rounds);
    assert_eq!(with(1), without);
    assert!(with(2) > without + 0.05, "{} {without}", with(2));
    assert_eq!(with(4), with(2));
}

#[test]
fn a_wall_on_the_side_that_is_not_taken_ends_the_cluster_too() {
    // The wall is to the left of the crate, and the way on the right is the shorter one anyway.
    let crate_shape = ConvexPolygon::rectangle(at(5.0, 0.5), at(1.0, 2.0), 0.0).expect("a crate");
    let task = Task {
        things: vec![
            (BarrierKind::Temporary, crate_shape.into()),
            wall(at(-3.0, 2.0), at(13.0, 2.0)),
        ],
        from: Vec2::ZERO,
        to: at(10.0, 0.0),
        radius: 0.3,
    };
    let detour = Detour::for_radius(task.radius);
    assert_eq!(task.ask(&detour).rounds, 1);
    let told = task.told(&detour);
    let ends = told.marks.iter();
    let ends = ends.filter(|mark| mark.kind == MarkKind::Terminator);
    let ends: Vec<_> = ends.map(|mark| mark.label.as_str()).collect();
    assert_eq!(ends, ["obstacle 1 ends the way"]);
}
