//! Clusters that are kept up to date are those that one would find from scratch.

use std::collections::BTreeMap;

use proptest::prelude::*;
use sidestep::Vec2;
use sidestep::avoid::detour::{Barrier, BarrierKind, Blocker};
use sidestep::geometry::{Bounds, Shape};
use sidestep::space::{Clusters, Filter, Topology};

use super::shapes::{cases, point};
use super::{RANGE, name, thing, wall};

const WIDTH: f32 = 0.8;

/// What happens to obstacles.
#[derive(Clone, Debug)]
enum Change {
    Insert(usize, BarrierKind, Shape, Vec2),
    Remove(usize),
    Move(usize, Vec2),
    /// By so much.
    Nudge(usize, Vec2),
}

fn change() -> impl Strategy<Value = Change> {
    let which = 0usize..16;
    prop_oneof![
        3 => (which.clone(), thing(), point(RANGE)).prop_map(|(which, shape, offset)| {
            Change::Insert(which, BarrierKind::Temporary, shape, offset)
        }),
        1 => (which.clone(), wall(), point(1.0)).prop_map(|(which, shape, offset)| {
            Change::Insert(which, BarrierKind::Permanent, shape, offset)
        }),
        1 => which.clone().prop_map(Change::Remove),
        2 => (which.clone(), point(RANGE)).prop_map(|(which, offset)| Change::Move(which, offset)),
        2 => (which, point(0.1)).prop_map(|(which, way)| Change::Nudge(which, way)),
    ]
}

/// What is there.
type Present = BTreeMap<usize, (BarrierKind, Shape, Vec2)>;

fn apply(change: &Change, clusters: &mut Clusters, present: &mut Present) -> bool {
    match change {
        Change::Insert(which, kind, shape, offset) => {
            clusters.insert(name(*which), *kind, shape, *offset, Filter::default());
            present.insert(*which, (*kind, shape.clone(), *offset));
            true
        }
        Change::Remove(which) => {
            clusters.remove(name(*which)) == present.remove(which).map(|it| it.0)
        }
        Change::Move(which, offset) => {
            let there = present.get_mut(which);
            let expected = there.is_some();
            if let Some(there) = there {
                there.2 = *offset;
            }
            clusters.move_to(name(*which), *offset) == expected
        }
        Change::Nudge(which, way) => match present.get_mut(which) {
            Some(there) => {
                there.2 += *way;
                clusters.move_to(name(*which), there.2)
            }
            None => true,
        },
    }
}

/// Who belongs together, by looking at all pairs again and again.
fn clusters_of(present: &Present) -> BTreeMap<usize, Vec<Blocker>> {
    let mut least: BTreeMap<usize, usize> = present.keys().map(|&which| (which, which)).collect();
    loop {
        let mut changed = false;
        for (one, (kind, shape, offset)) in present {
            for (other, (other_kind, other_shape, other_offset)) in present {
                let alike =
                    (*kind == BarrierKind::Temporary) == (*other_kind == BarrierKind::Temporary);
                let gap = shape.hull(*offset).gap(&other_shape.hull(*other_offset));
                let lower = least[one].min(least[other]);
                if alike && gap.distance < WIDTH && (least[one], least[other]) != (lower, lower) {
                    least.insert(*one, lower);
                    least.insert(*other, lower);
                    changed = true;
                }
            }
        }
        if !changed {
            break;
        }
    }
    let together = |which: &usize| {
        let alike = least.iter().filter(|(_, it)| **it == least[which]);
        alike.map(|(other, _)| name(*other)).collect()
    };
    present
        .keys()
        .map(|which| (*which, together(which)))
        .collect()
}

/// Everything gathered, without the numbers of clusters, which say only who is together.
fn gathered(clusters: &Clusters, area: Bounds) -> Vec<(Blocker, BarrierKind, [u32; 2])> {
    let mut found: Vec<Barrier<'_>> = Vec::new();
    clusters.gather(area, &Filter::default(), &mut found);
    found
        .iter()
        .map(|it| (it.blocker, it.kind, it.offset.to_array().map(f32::to_bits)))
        .collect()
}

proptest! {
    #![proptest_config(cases(400))]

    #[test]
    fn after_any_changes_they_are_as_if_new(
        changes in prop::collection::vec(change(), 1..60),
        corner in point(2.0 * RANGE),
        size in point(RANGE),
    ) {
        let mut clusters = Clusters::new(WIDTH, Topology::Open);
        let mut present = Present::new();
        for change in &changes {
            prop_assert!(apply(change, &mut clusters, &mut present), "{change:?}");
        }
        let mut fresh = Clusters::new(WIDTH, Topology::Open);
        for (which, (kind, shape, offset)) in present.iter().rev() {
            fresh.insert(name(*which), *kind, shape, *offset, Filter::default());
        }
        prop_assert_eq!(clusters.len(), present.len());
        for (which, members) in clusters_of(&present) {
            prop_assert_eq!(&clusters.members(name(which)), &members);
            prop_assert_eq!(&fresh.members(name(which)), &members);
        }
        let area = Bounds { min: corner, max: corner + size.abs() };
        let found = gathered(&clusters, area);
        prop_assert_eq!(&found, &gathered(&fresh, area));
        let expected = present
            .values()
            .filter(|(_, shape, offset)| shape.bounds().moved(*offset).touches(area))
            .count();
        prop_assert_eq!(found.len(), expected);

        // Whoever is together has the same number, and nobody else.
        let mut all = Vec::new();
        let everywhere = Bounds { min: Vec2::splat(-1e3), max: Vec2::splat(1e3) };
        clusters.gather(everywhere, &Filter::default(), &mut all);
        for one in &all {
            let gap = |other: &Barrier<'_>| one.hull().gap(&other.hull()).distance;
            let beside_wall = one.is_temporary()
                && all.iter().any(|other| !other.is_temporary() && gap(other) < WIDTH);
            prop_assert_eq!(one.at_wall, beside_wall, "{}", one.blocker);
            for other in &all {
                let together = clusters.members(one.blocker).contains(&other.blocker);
                prop_assert_eq!(together, one.cluster == other.cluster);
            }
        }
    }
}

proptest! {
    #![proptest_config(cases(300))]

    #[test]
    fn on_a_torus_whole_laps_change_nothing(
        things in prop::collection::vec((thing(), point(RANGE), -3i32..=3, -3i32..=3), 1..8),
        moved in prop::collection::vec((point(RANGE), -3i32..=3, -3i32..=3), 8),
        center in point(RANGE),
    ) {
        const SIZE: f32 = 16.0;
        let topology = Topology::torus(Vec2::ZERO, Vec2::splat(SIZE)).expect("a box");
        let lapped = |place: Vec2, columns: i32, rows: i32| {
            place + SIZE * Vec2::new(columns as f32, rows as f32)
        };
        let (mut plain, mut other) =
            (Clusters::new(WIDTH, topology), Clusters::new(WIDTH, topology));
        let compare = |plain: &Clusters, other: &Clusters| {
            let area = Bounds { min: center, max: center }.grown(3.0);
            let found = |clusters: &Clusters| {
                let mut barriers: Vec<Barrier<'_>> = Vec::new();
                clusters.gather(area, &Filter::default(), &mut barriers);
                let named = barriers.iter().map(|it| (it.blocker, it.offset));
                named.collect::<Vec<_>>()
            };
            let (one, two) = (found(plain), found(other));
            prop_assert_eq!(one.len(), two.len());
            for (one, two) in one.iter().zip(&two) {
                prop_assert_eq!(one.0, two.0);
                prop_assert!(one.1.distance(two.1) < 1e-3, "{one:?} {two:?}");
            }
            for which in 0..things.len() {
                prop_assert_eq!(plain.members(name(which)), other.members(name(which)));
            }
            Ok(())
        };
        for (which, (shape, place, columns, rows)) in things.iter().enumerate() {
            let (kind, filter) = (BarrierKind::Temporary, Filter::default());
            plain.insert(name(which), kind, shape, *place, filter);
            let place = lapped(*place, *columns, *rows);
            other.insert(name(which), kind, shape, place, filter);
        }
        compare(&plain, &other)?;
        for (which, (place, columns, rows)) in moved.iter().enumerate().take(things.len()) {
            plain.move_to(name(which), *place);
            other.move_to(name(which), lapped(*place, *columns, *rows));
        }
        compare(&plain, &other)?;
    }
}
