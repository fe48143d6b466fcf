//! Out of a corner that momentum carries the walker into, without contacts.

use super::*;
use crate::common::shapes::direction_at;

const ANGLES: [f32; 6] = [20.0, 50.0, 80.0, 110.0, 140.0, 170.0];

/// Two walls that meet at the origin and open to the left. The body comes in at full speed, at
/// first just clear of both walls by a tenth of its radius, and wants out again.
fn escape(avoidance: Option<&WallAvoidance>, degrees: f32, offset: f32) -> Walk {
    let half = 0.5 * degrees.to_radians();
    let shapes = [1.0, -1.0].map(|side: f32| {
        let along = direction_at(std::f32::consts::PI - side * half);
        let out = along.perp() * (-side * 0.1);
        wall(out, along * 8.0 + out, 0.2)
    });
    let deep = 1.1 * RADIUS / libm::sinf(half);
    let start = Vec2::new(
        -deep - 1.0,
        offset * (half.min(0.25 * std::f32::consts::PI)),
    );
    let goal = start - Vec2::X * 1.5;
    walk(
        moving(start, Vec2::new(SPEED, 0.0)),
        &[goal],
        Following::Path,
        &shapes,
        avoidance,
        3.0,
    )
}

/// The sum adds metres to metres per second: within a metre of a wall the velocity outweighs it,
/// and the walker is accelerated into the tip. The rising cross product takes the whole force in a
/// very narrow corner, so that none is left for the way out. The constant one only turns, and
/// doesn't hinder.
#[test]
fn the_sum_holds_walkers_in_narrow_corners_that_they_would_leave_by_themselves() {
    for (name, avoidance) in methods() {
        for degrees in ANGLES {
            let walks: Vec<Walk> = (-4..=4)
                .map(|step| escape(avoidance.as_ref(), degrees, step as f32 * 0.2))
                .collect();
            let out = walks.iter().filter(|walk| walk.arrived.is_some()).count();
            let clean = walks.iter().filter(|walk| walk.clean()).count();
            println!("{name}, {degrees} degrees: {out} of 9 out, {clean} without contact");
            let held = match name {
                "additive" | "additive-rising" => degrees <= 50.0,
                "cross-rising" => degrees <= 20.0,
                _ => false,
            };
            if held {
                assert_eq!(out, 0, "{name}, {degrees}");
            } else if !name.starts_with("additive") || degrees >= 110.0 {
                assert_eq!(clean, 9, "{name}, {degrees}");
            }
        }
    }
}
