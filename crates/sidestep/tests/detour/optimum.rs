//! The way walked against the shortest that there is, which an oracle finds by brute force.

use detour_oracle::shortest_way;
use proptest::prelude::*;
use sidestep::Vec2;
use sidestep::avoid::detour::{BarrierKind, Detour, DetourMemory, Outcome};
use sidestep::geometry::Circle;

use super::shapes::cases;
use super::{Task, task};

/// Looks further than any of these ways goes.
fn far_sighted(radius: f32) -> Detour {
    Detour {
        neighborhood: 60.0,
        ..Detour::for_radius(radius)
    }
}

/// Length of the way walked to the end, whether it arrived, and whether each answer was a whole
/// way.
fn walk(task: &Task, detour: &Detour) -> Result<(f64, bool, bool), TestCaseError> {
    let mut memory = DetourMemory::default();
    let mut place = task.from;
    let mut length = 0.0;
    let mut converged = true;
    for _ in 0..300 {
        let answer = task.ask_from(detour, place, &mut memory);
        converged &= answer.converged;
        let next = match answer.outcome {
            Outcome::Clear => answer.goal,
            Outcome::Around { sub_goal, .. } => sub_goal,
            Outcome::Blocked { .. } => return Ok((length, false, converged)),
        };
        length += f64::from(place.distance(next));
        if next.distance(task.to) < 1e-4 {
            return Ok((length, true, converged));
        }
        place = next;
    }
    prop_assert!(false, "never arrives nor gives up");
    Ok((length, false, converged))
}

proptest! {
    #![proptest_config(cases(400))]

    #[test]
    fn ways_are_nearly_the_shortest_and_blocked_where_there_is_none(task in task(14, 0)) {
        let detour = far_sighted(task.radius);
        let free = |place: Vec2| task.distance(place, |_| true) > task.radius + 2.0 * detour.clearance;
        prop_assume!(free(task.from) && free(task.to));
        let shortest = |radius: f32| {
            shortest_way(
                &task.obstacles(),
                f64::from(radius),
                task.from.as_dvec2(),
                task.to.as_dvec2(),
            )
        };
        let (length, arrived, converged) = walk(&task, &detour)?;
        // Between the two a gap may count as open or as closed.
        let (body, kept) = (shortest(task.radius - 1e-3), shortest(task.radius + detour.clearance + 1e-3));
        if kept.is_some() {
            prop_assert!(arrived, "blocked where there is a way of {kept:?} m");
        }
        if body.is_none() {
            prop_assert!(!arrived, "a way of {length} m where there is none");
        }
        if let (true, true, Some(shortest)) = (arrived, converged, kept) {
            prop_assert!(length <= 1.05 * shortest, "{length} m instead of {shortest} m");
        }
        if let (true, Some(shortest)) = (arrived, body) {
            prop_assert!(length >= shortest - 1e-3, "{length} m is shorter than {shortest} m");
        }
    }
}

/// Barrels of one size, and a way past them.
fn among_barrels(barrels: &[[f32; 2]], size: f32, radius: f32, ends: [[f32; 2]; 2]) -> Task {
    let barrel = |&[x, y]: &[f32; 2]| {
        let circle = Circle::new(Vec2::new(x, y), size).expect("a barrel");
        (BarrierKind::Temporary, circle.into())
    };
    Task {
        things: barrels.iter().map(barrel).collect(),
        from: ends[0].into(),
        to: ends[1].into(),
        radius,
    }
}

#[test]
fn a_gap_that_just_fits_was_open_from_afar_and_closed_from_near_for_ever() {
    // Found by `sidestep-attack --only yards --seed 736988 --count 1`.
    let barrels = [[2.733_315_5, -6.176_873], [1.477_577_7, -4.541_453]];
    let ends = [[9.523_622, -0.212_417_6], [-3.737_813, -10.437_002]];
    let task = among_barrels(&barrels, 0.587_985_34, 0.434_284_48, ends);
    let (length, arrives, converged) = walk(&task, &far_sighted(task.radius)).expect("ends");
    assert!(arrives && converged && length < 17.2, "{length} m");
}

#[test]
fn two_places_sent_each_other_to_and_fro_between_gaps_that_just_fit() {
    // Found by `sidestep-attack --only yards --seed 95660 --count 1`.
    let barrels = [
        [-2.420_689_6, 3.959_877_7],
        [1.801_652_9, 0.824_424_27],
        [3.209_085_5, -0.220_715_76],
        [4.616_517_5, -1.265_855_6],
        [0.686_403_5, -0.001_502_990_7],
    ];
    let ends = [[-3.762_687_2, -4.180_451_4], [3.627_602_6, 2.079_442]];
    let task = among_barrels(&barrels, 0.589_907_05, 0.280_997_96, ends);
    let (length, arrives, _) = walk(&task, &far_sighted(task.radius)).expect("ends");
    assert!(arrives, "{length} m");
}
