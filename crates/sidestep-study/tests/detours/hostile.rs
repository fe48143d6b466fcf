//! Numbers that nobody would give on purpose.

use proptest::prelude::*;
use sidestep::Vec2;
use sidestep::avoid::detour::{
    Barrier, BarrierKind, Blocker, DetourAnswer, DetourMemory, DetourMethod, DetourQuery, FoundWay,
    Outcome,
};
use sidestep::explain::Explanation;
use sidestep::geometry::{Shape, Side};
use sidestep_study::detour::{FurthestTangents, LocalGrid};

use crate::common::shapes;

/// Each method's answer, which is also told.
fn ask(
    tangents: FurthestTangents,
    grid: LocalGrid,
    [from, to]: [Vec2; 2],
    radius: f32,
    barriers: &[Barrier<'_>],
) -> [DetourAnswer; 2] {
    let query = DetourQuery {
        from,
        to,
        radius,
        barriers,
        walls_too: false,
    };
    let methods: [&dyn DetourMethod; 2] = [&tangents, &grid];
    methods.map(|method| {
        let memory = DetourMemory::default();
        let answer = method.find(&query, &mut memory.clone(), &mut FoundWay::default());
        method.tell(&query, &memory, &answer, &mut Explanation::default());
        answer
    })
}

fn barriers<'a>(shapes: &'a [Shape], kinds: &[u8]) -> Vec<Barrier<'a>> {
    shapes
        .iter()
        .zip(kinds)
        .zip(0u32..)
        .map(|((shape, kind), index)| Barrier {
            blocker: Blocker::Obstacle(index),
            kind: match kind % 4 {
                0 | 1 => BarrierKind::Temporary,
                2 => BarrierKind::Permanent,
                _ => BarrierKind::Edge,
            },
            shape,
            offset: Vec2::ZERO,
            // Numbers as a caller might get them wrong.
            cluster: u32::from(*kind) % 5,
            at_wall: false,
        })
        .collect()
}

fn is_finite(answer: &DetourAnswer) -> bool {
    let outcome = match answer.outcome {
        Outcome::Around {
            sub_goal, length, ..
        } => sub_goal.is_finite() && length.is_finite(),
        Outcome::Clear | Outcome::Blocked { .. } => true,
    };
    outcome && answer.goal.is_finite() && answer.way_out.is_none_or(Vec2::is_finite)
}

fn any_number() -> impl Strategy<Value = f32> {
    prop_oneof![
        4 => any::<f32>(),
        2 => -10.0f32..10.0,
        1 => prop::sample::select(vec![
            0.0,
            -0.0,
            f32::NAN,
            f32::INFINITY,
            f32::NEG_INFINITY,
            f32::MAX,
            f32::MIN_POSITIVE,
            1e12,
            -1e12,
            1e-30,
        ]),
    ]
}

proptest! {
    #![proptest_config(shapes::cases(256))]

    /// Heaps of anything: whatever is answered is a number, and the first leg touches nothing
    /// temporary or permanent.
    #[test]
    fn heaps_of_anything(
        heap in prop::collection::vec((shapes::shape(), shapes::point(8.0), any::<u8>()), 0..20),
        size in prop::sample::select(vec![0.1f32, 1.0, 30.0]),
        from in shapes::point(8.0),
        to in shapes::point(8.0),
    ) {
        let place = |shape: &Shape, center: Vec2| shapes::moved(shape, center);
        let shapes: Vec<Shape> = heap
            .iter()
            .map(|(shape, center, _)| shapes::scaled(&place(shape, *center), size))
            .collect();
        let kinds: Vec<u8> = heap.iter().map(|(.., kind)| *kind).collect();
        let barriers = barriers(&shapes, &kinds);
        let radius = 0.3 * size;
        let (tangents, grid) = (FurthestTangents::for_radius(radius), LocalGrid::for_radius(radius));
        for answer in ask(tangents, grid, [from * size, to * size], radius, &barriers) {
            prop_assert!(is_finite(&answer), "{answer:?}");
            let Outcome::Around { sub_goal, .. } = answer.outcome else {
                continue;
            };
            if answer.way_out.is_some() {
                prop_assert_eq!(answer.way_out, Some(sub_goal));
                continue;
            }
            let start = from * size;
            for step in 0..=200u16 {
                let here = start.lerp(sub_goal, f32::from(step) / 200.0);
                for barrier in &barriers {
                    let room = barrier.hull().surface(here).distance;
                    prop_assert!(
                        barrier.kind == BarrierKind::Edge || room >= 0.985 * radius,
                        "{answer:?}: {room} m from {barrier:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn numbers_of_any_kind(
        heap in prop::collection::vec((shapes::shape(), any::<u8>()), 0..6),
        numbers in prop::collection::vec(any_number(), 12),
        rounds in any::<u32>(),
    ) {
        let shapes: Vec<Shape> = heap.iter().map(|(shape, _)| shape.clone()).collect();
        let kinds: Vec<u8> = heap.iter().map(|(_, kind)| *kind).collect();
        let tangents = FurthestTangents {
            clearance: numbers[0],
            neighborhood: numbers[1],
            rounds,
            favored: Side::Left,
            bias: numbers[2],
            least_leg: numbers[3],
        };
        let grid = LocalGrid {
            clearance: numbers[4],
            cell: numbers[5],
            half_extent: numbers[6],
        };
        let from = Vec2::new(numbers[7], numbers[8]);
        let to = Vec2::new(numbers[9], numbers[10]);
        let barriers = barriers(&shapes, &kinds);
        ask(tangents, grid, [from, to], numbers[11], &barriers);
        // With sound parameters the answers to sound questions are numbers.
        let (tangents, grid) = (FurthestTangents::for_radius(0.3), LocalGrid::for_radius(0.3));
        let sound = |place: Vec2| place.is_finite() && place.abs().max_element() <= 1e12;
        let answers = ask(tangents, grid, [from, to], 0.3, &barriers);
        if sound(from) && sound(to) {
            prop_assert!(answers.iter().all(is_finite), "{answers:?}");
        }
    }
}

#[test]
fn standing_at_the_goal_all_is_clear() {
    let answers = ask(
        FurthestTangents::for_radius(0.3),
        LocalGrid::for_radius(0.3),
        [Vec2::ONE; 2],
        0.3,
        &[],
    );
    for answer in answers {
        assert_eq!(answer.outcome, Outcome::Clear);
    }
}
