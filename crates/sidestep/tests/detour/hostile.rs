//! Numbers nobody should give: no panic, and no answer that isn't a number to numbers.

use proptest::prelude::*;
use sidestep::Vec2;
use sidestep::avoid::detour::{BarrierKind, Detour, DetourAnswer, Outcome};
use sidestep::geometry::{Circle, ConvexPolygon, Segment, Shape};

use super::Task;
use super::shapes::cases;

/// Numbers of every size, those of everyday more often.
fn number() -> impl Strategy<Value = f32> {
    prop_oneof![
        4 => -5.0f32..5.0,
        4 => (-3i8..=3).prop_map(f32::from),
        1 => prop::sample::select(vec![0.0, -0.0, 1e-6, -1e-6, 1e-20, 1e6, -1e6, 1e12, 1e-38]),
    ]
}

fn place() -> impl Strategy<Value = Vec2> {
    (number(), number()).prop_map(|(x, y)| Vec2::new(x, y))
}

/// Whatever the constructors let through.
fn thing() -> impl Strategy<Value = Option<Shape>> {
    prop_oneof![
        (place(), number())
            .prop_map(|(center, radius)| Some(Circle::new(center, radius.abs()).ok()?.into())),
        (place(), place()).prop_map(|(start, end)| Some(Segment::new(start, end).ok()?.into())),
        (place(), place(), number()).prop_map(|(center, size, angle)| Some(
            ConvexPolygon::rectangle(center, size.abs(), angle)
                .ok()?
                .into()
        )),
        prop::collection::vec(place(), 3..6)
            .prop_map(|corners| Some(ConvexPolygon::new(corners).ok()?.into())),
    ]
}

fn hostile_task() -> impl Strategy<Value = Task> {
    let kind = prop::sample::select(vec![
        BarrierKind::Temporary,
        BarrierKind::Temporary,
        BarrierKind::Permanent,
        BarrierKind::Edge,
    ]);
    let radius = prop_oneof![4 => 0.1f32..2.0, 1 => prop::sample::select(vec![1e-6, 1e6, 1.0])];
    (
        prop::collection::vec((kind, thing()), 0..8),
        place(),
        place(),
        radius,
    )
        .prop_map(|(things, from, to, radius)| Task {
            things: things
                .into_iter()
                .filter_map(|(kind, shape)| Some((kind, shape?)))
                .collect(),
            from,
            to,
            radius,
        })
}

fn all_finite(answer: &DetourAnswer) -> bool {
    let outcome = match answer.outcome {
        Outcome::Around {
            sub_goal, length, ..
        } => sub_goal.is_finite() && length.is_finite() && length >= 0.0,
        Outcome::Clear | Outcome::Blocked { .. } => true,
    };
    outcome && answer.goal.is_finite() && answer.way_out.is_none_or(Vec2::is_finite)
}

proptest! {
    #![proptest_config(cases(2000))]

    #[test]
    fn numbers_of_every_size_have_answers_in_numbers(task in hostile_task()) {
        let answer = task.ask(&Detour::for_radius(task.radius));
        prop_assert!(all_finite(&answer), "{answer:?}");
    }

    #[test]
    fn start_and_goal_may_be_the_same_and_obstacles_may_coincide(task in hostile_task()) {
        let mut task = task;
        task.to = task.from;
        task.things.extend(task.things.clone());
        let answer = task.ask(&Detour::for_radius(task.radius));
        prop_assert!(all_finite(&answer), "{answer:?}");
        if task.things.is_empty() {
            prop_assert_eq!(answer.outcome, Outcome::Clear);
        }
    }

    #[test]
    fn what_is_no_number_does_no_harm(
        task in hostile_task(),
        bad in prop::sample::select(vec![f32::NAN, f32::INFINITY, f32::NEG_INFINITY, f32::MAX, -1.0, 0.0]),
        place in 0usize..8,
        count in 0u32..3,
    ) {
        let mut task = task;
        let mut detour = Detour::for_radius(task.radius.min(10.0));
        match place {
            0 => task.from.x = bad,
            1 => task.to.y = bad,
            2 => task.radius = bad,
            3 => detour.clearance = bad,
            4 => detour.neighborhood = bad,
            5 => detour.side_margin = bad,
            6 => detour.rounds = count,
            _ => detour.most_turns = count,
        }
        let _ = task.ask(&detour);
    }
}

/// Found by `fuzz/run --minutes 6 detour`.
#[test]
fn from_so_far_off_that_sizes_are_lost_a_pile_made_it_panic() {
    let circle = |x: u8| {
        let circle = Circle::new(Vec2::new(x.into(), 0.0), 1.0).expect("a circle");
        (BarrierKind::Temporary, circle.into())
    };
    let task = Task {
        things: [0; 4].into_iter().chain(1..10).map(circle).collect(),
        from: Vec2::new(0.0, 1e20),
        to: Vec2::ZERO,
        radius: 0.3,
    };
    assert!(all_finite(&task.ask(&Detour::for_radius(task.radius))));
}
