#[path = "../../../sidestep/examples/crowds.rs"]
#[allow(dead_code)]
mod example;

use crate::outcome::outcome;
use crate::side_by_side::assert_same_run;

#[test]
fn the_code_on_the_page_makes_the_scene_on_the_page() {
    let mut world = example::world().unwrap();
    assert_same_run("crowds", &mut world, 1700, |world| {
        example::step(world).unwrap();
    });
}

#[test]
fn a_crowd_that_only_pushes_wedges_in_the_doorway_and_the_default_gets_through() {
    let with = |method| outcome("crowds-fault", 60.0, &[("method", method)]);
    let (pushing, classic, default) = (with("none"), with("classic"), with("default"));
    assert_eq!(
        (pushing.agents, pushing.arrived, pushing.stuck),
        (32, 0, 32)
    );
    assert!(classic.arrived < 8 && classic.agent_overlaps > 50);
    assert_eq!((default.arrived, default.agent_overlaps), (32, 0));
}

#[test]
fn a_crowd_round_one_point_trembles_and_with_the_default_it_comes_to_rest() {
    let with = |method| outcome("crowds-goal", 40.0, &[("method", method)]);
    let (classic, default) = (with("classic"), with("default"));
    let turning = |summary: &sidestep_scene::measure::Summary| summary.mean_abs_turn_rate.unwrap();
    assert!(turning(&classic) > 10.0 * turning(&default));
    assert!(classic.agent_overlaps > 50);
    assert_eq!(default.agent_overlaps, 0);
}
