//! Walks round what is round, past other things that reach into them.

use detour_oracle::shortest_way;
use sidestep::Vec2;
use sidestep::avoid::detour::{BarrierKind, Detour, Outcome};
use sidestep::geometry::{Circle, ConvexPolygon, Segment, Shape};

use super::Task;
use super::shapes::direction_at;

const RADIUS: f32 = 0.4;

fn at(x: f32, y: f32) -> Vec2 {
    Vec2::new(x, y)
}

fn barrel(center: Vec2, radius: f32) -> (BarrierKind, Shape) {
    let circle = Circle::new(center, radius).expect("a barrel");
    (BarrierKind::Temporary, circle.into())
}

/// A method that comes as near to things as it can.
fn detour(neighborhood: f32) -> Detour {
    Detour {
        clearance: 0.0,
        neighborhood,
        ..Detour::for_radius(RADIUS)
    }
}

/// The length of the way (m) that is told, and of the shortest one.
fn lengths(task: &Task, detour: &Detour) -> (f64, f64) {
    let answer = task.ask(detour);
    let Outcome::Around { length, .. } = answer.outcome else {
        panic!("{answer:?}");
    };
    assert!(answer.converged, "{answer:?}");
    let shortest = shortest_way(
        &task.obstacles(),
        f64::from(RADIUS),
        task.from.as_dvec2(),
        task.to.as_dvec2(),
    );
    (f64::from(length), shortest.expect("there is a way"))
}

#[test]
fn a_flat_side_that_reaches_only_into_the_bulge_of_an_arc_closes_it() {
    // The barrel's top would be nearer, but the block above comes 0.1 m too near to it in the middle.
    for turned in [1.0, -1.0] {
        let block = ConvexPolygon::rectangle(at(5.0, turned * 4.2), at(8.0, 4.0), 0.0);
        let task = Task {
            things: vec![
                barrel(at(5.0, 0.0), 1.5),
                (BarrierKind::Permanent, block.expect("a block").into()),
            ],
            from: at(0.0, turned * 0.1),
            to: at(10.0, turned * 0.1),
            radius: RADIUS,
        };
        let (length, shortest) = lengths(&task, &detour(20.0));
        assert!((length - shortest).abs() < 1e-3, "{length} {shortest}");
    }
}

#[test]
fn more_than_half_way_round_a_barrel_it_keeps_clear_of_what_leans_on_it() {
    // A long fence to the west of the barrel parts the start from the goal, so that the way leads
    // nearly once round; a keg stands somewhere beside the barrel.
    let fence = Segment::new(at(-30.0, 0.0), at(-1.9, 0.0)).expect("a fence");
    for step in -6..=6 {
        let keg = 2.2 * direction_at(step as f32 * 0.4);
        for up in [1.0, -1.0] {
            let task = Task {
                things: vec![
                    barrel(Vec2::ZERO, 2.0),
                    (BarrierKind::Temporary, fence.into()),
                    barrel(keg, 0.5),
                ],
                from: at(-3.0, up * 1.2),
                to: at(-3.0, up * -1.2),
                radius: RADIUS,
            };
            let (length, shortest) = lengths(&task, &detour(10.0));
            assert!(
                (length - shortest).abs() < 1e-3,
                "{keg} {up}: {length} {shortest}"
            );
        }
    }
}
