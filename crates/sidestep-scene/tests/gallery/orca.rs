#[path = "../../../sidestep/examples/orca.rs"]
#[allow(dead_code)]
mod example;

use crate::outcome::outcome;
use crate::side_by_side::assert_same_run;

#[test]
fn the_code_on_the_page_makes_the_scene_on_the_page() {
    let mut world = example::world().unwrap();
    assert_same_run("orca", &mut world, 1700, |world| {
        example::step(world).unwrap();
    });
}

#[test]
fn half_planes_stop_dead_where_all_meet_head_on_and_the_default_turns() {
    let with = |method| outcome("orca-fault", 20.0, &[("method", method)]);
    let (orca, default) = (with("orca"), with("default"));
    assert_eq!((orca.agents, orca.arrived, orca.stuck), (16, 0, 16));
    assert_eq!((default.arrived, default.agent_overlaps), (16, 0));
}
