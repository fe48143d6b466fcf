//! What must not matter doesn't.

use proptest::prelude::*;
use sidestep::Vec2;
use sidestep::avoid::detour::{Detour, DetourMemory, Outcome};

use super::shapes::{cases, mirror, mirrored};
use super::{Task, task};

proptest! {
    #![proptest_config(cases(600))]

    #[test]
    fn the_order_in_which_obstacles_came_does_not_matter(
        (task, order) in task(12, 3).prop_flat_map(|task| {
            let order: Vec<usize> = (0..task.things.len()).collect();
            (Just(task), Just(order).prop_shuffle())
        })
    ) {
        let detour = Detour::for_radius(task.radius);
        let ordered = task.ask(&detour);
        let shuffled =
            task.ask_in_order(&detour, task.from, &mut DetourMemory::default(), &order);
        prop_assert_eq!(ordered, shuffled);
    }

    #[test]
    fn a_mirrored_yard_is_passed_the_mirrored_way(task in task(12, 3)) {
        let detour = Detour::for_radius(task.radius);
        let answer = task.ask(&detour);
        let mirrored = Task {
            things: task.things.iter().map(|(kind, shape)| (*kind, mirrored(shape))).collect(),
            from: mirror(task.from),
            to: mirror(task.to),
            ..task
        };
        let other = mirrored.ask(&detour);
        let near = |one: Vec2, other: Vec2| one.distance(mirror(other)) < 1e-3;
        match (answer.outcome, other.outcome) {
            (
                Outcome::Around { sub_goal, side, length, .. },
                Outcome::Around { sub_goal: other_goal, side: other_side, length: other_length, .. },
            ) => {
                prop_assert!((length - other_length).abs() < 1e-3, "{answer:?} {other:?}");
                // Who comes out of something may be past it then.
                if answer.way_out.is_none() {
                    prop_assert_eq!(side, other_side.opposite());
                }
                prop_assert!(near(sub_goal, other_goal), "{answer:?} {other:?}");
            }
            (Outcome::Clear, Outcome::Clear) => {}
            (Outcome::Blocked { .. }, Outcome::Blocked { .. }) => {}
            _ => prop_assert!(false, "{answer:?} {other:?}"),
        }
        prop_assert!(near(answer.goal, other.goal), "{answer:?} {other:?}");
    }

    #[test]
    fn the_same_query_has_the_same_answer_and_memory_keeps_the_side(task in task(12, 3)) {
        let detour = Detour::for_radius(task.radius);
        let mut memory = DetourMemory::default();
        let first = task.ask_from(&detour, task.from, &mut memory);
        prop_assert_eq!(first, task.ask(&detour));
        // The first way is kept although other rounds may lead to it.
        let again = task.ask_from(&detour, task.from, &mut memory);
        match (first.outcome, again.outcome) {
            (
                Outcome::Around { side, length, .. },
                Outcome::Around { side: kept, length: again, .. },
            ) => {
                prop_assert_eq!(side, kept);
                prop_assert!(again <= length * (1.0 + detour.side_margin) + 1e-3);
            }
            (first, again) => prop_assert_eq!(first, again),
        }
    }
}
