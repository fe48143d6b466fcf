//! There is no preferred direction: a mirrored scene gives the mirrored run, a turned one the
//! turned run.
//!
//! Exactly symmetric choices would be decided by a fixed side, so the scenes here have none; and
//! rounding grows in a crowd, so runs are short where many agents meet. Where agents foresee each
//! other they keep to the right, and in the mirror to the left.

use crate::common::transform::transformed;
use crate::common::{self, frames};
use glam::{Mat2, Vec2};
use sidestep::avoid::sampling::VelocitySampling;
use sidestep_scene::format::number::SideAngle;
use sidestep_scene::place::Layout;

/// Mirrored along y, and along x.
const MIRRORS: [Mat2; 2] = [
    Mat2::from_cols(Vec2::X, Vec2::NEG_Y),
    Mat2::from_cols(Vec2::NEG_X, Vec2::Y),
];
/// A quarter, a half and three quarters of a turn.
const QUARTERS: [Mat2; 3] = [
    Mat2::from_cols(Vec2::Y, Vec2::NEG_X),
    Mat2::from_cols(Vec2::NEG_X, Vec2::NEG_Y),
    Mat2::from_cols(Vec2::NEG_Y, Vec2::X),
];

/// Runs a layout as it is and mapped, and says how far apart the runs get (m), the first mapped.
fn farthest_apart(layout: &Layout, map: Mat2) -> f32 {
    let usual = frames(layout.clone());
    let mut mapped = transformed(layout, map);
    if map.determinant() < 0.0 {
        let usual_angle = VelocitySampling::for_radius(1.0).side_angle;
        mapped.parameters.sampling.side_angle = Some(SideAngle::clamped(-f64::from(usual_angle)));
    }
    let mapped = frames(mapped);
    assert_eq!(usual.len(), mapped.len());
    (usual.iter().zip(&mapped))
        .flat_map(|(usual, mapped)| usual.agents.iter().zip(&mapped.agents))
        .map(|(usual, mapped)| (map * usual.position).distance(mapped.position))
        .fold(0.0, f32::max)
}

/// Scenes about obstacles, in which nobody foresees others, and scenes about others.
fn layouts() -> Vec<Layout> {
    let alone = ("method", "look-ahead");
    vec![
        common::layout("gauntlet", &[("duration", "30"), alone]),
        common::layout("forest", &[("duration", "6"), alone]),
        common::layout("squeeze", &[("duration", "8"), alone]),
        common::layout("queue", &[("duration", "5"), alone]),
        common::layout("crossing", &[]),
        common::layout("overtake", &[]),
        common::layout("crossroads", &[("duration", "6")]),
    ]
}

/// How far apart the runs may get (m). Of two velocities that cost nearly the same, rounding
/// chooses.
fn tolerance(layout: &Layout) -> f32 {
    if layout.name == "crossroads" {
        0.05
    } else {
        1e-3
    }
}

#[track_caller]
fn assert_mapped_runs(maps: &[Mat2]) {
    for layout in layouts() {
        for &map in maps {
            let apart = farthest_apart(&layout, map);
            assert!(
                apart < tolerance(&layout),
                "{} by {map}: {apart} m apart",
                layout.name
            );
        }
    }
}

#[test]
fn mirrored_scenes_give_mirrored_runs() {
    assert_mapped_runs(&MIRRORS);
}

#[test]
fn scenes_in_quarter_turns_give_turned_runs() {
    assert_mapped_runs(&QUARTERS);
}

#[test]
fn scenes_at_other_angles_give_turned_runs() {
    for (name, seconds) in [("gauntlet", "20"), ("forest", "3")] {
        let layout = common::layout(name, &[("duration", seconds), ("method", "look-ahead")]);
        for angle in [0.3_f32, 1.0, 2.5] {
            let map = Mat2::from_cols(
                Vec2::new(libm::cosf(angle), libm::sinf(angle)),
                Vec2::new(-libm::sinf(angle), libm::cosf(angle)),
            );
            let apart = farthest_apart(&layout, map);
            assert!(apart < 0.02, "{name} by {angle} rad: {apart} m apart");
        }
    }
}

/// The mirror would pass a run in which nothing happens.
#[test]
fn the_compared_runs_do_something() {
    for layout in layouts() {
        let frames = frames(layout.clone());
        let [first, last] = [&frames[0], &frames[frames.len() - 1]];
        let moved = (first.agents.iter().zip(&last.agents))
            .filter(|(first, last)| first.position.distance(last.position) > 1.0)
            .count();
        assert!(
            2 * moved > layout.agents.len(),
            "{}: {moved} moved",
            layout.name
        );
    }
}
