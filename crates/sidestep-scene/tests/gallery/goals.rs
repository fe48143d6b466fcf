#[path = "../../../sidestep/examples/goals.rs"]
#[allow(dead_code)]
mod example;

use crate::outcome::outcome;
use crate::side_by_side::assert_same_run;

#[test]
fn the_code_on_the_page_makes_the_scene_on_the_page() {
    let (mut world, marker) = example::world().unwrap();
    assert_same_run("goals", &mut world, 1000, |world| {
        example::step(world, marker).unwrap();
    });
}

#[test]
fn who_seeks_never_rests_and_who_arrives_does() {
    let with = |kind| outcome("goals-fault", 20.0, &[("agents.*.behaviors.0.kind", kind)]);
    let turning = |kind| with(kind).mean_abs_turn_rate.unwrap();
    assert!(turning("seek") > 10.0 * turning("arrive"));
}

#[test]
fn who_runs_to_where_it_is_never_gets_it_and_who_runs_to_where_it_will_be_does() {
    let with = |kind| outcome("goals-chase", 14.0, &[("agents.1.behaviors.0.kind", kind)]);
    assert_eq!(with("seek").arrived, 0);
    assert_eq!(with("pursue").arrived, 6);
}
