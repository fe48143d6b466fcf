#[path = "../../../sidestep/examples/blending.rs"]
#[allow(dead_code)]
mod example;

use crate::outcome::outcome;
use crate::side_by_side::assert_same_run;

#[test]
fn the_code_on_the_page_makes_the_scene_on_the_page() {
    let (mut world, marker) = example::world().unwrap();
    assert_same_run("blending", &mut world, 1000, |world| {
        example::step(world, marker).unwrap();
    });
}

#[test]
fn a_sum_goes_through_pillars_priorities_go_nowhere_and_the_default_gets_through() {
    let with = |method, blend| {
        outcome(
            "blending-fault",
            40.0,
            &[("method", method), ("agents.0.blend", blend)],
        )
    };
    let sum = with("classic-3", "weighted");
    assert_eq!((sum.agents, sum.arrived), (25, 25));
    assert!(sum.obstacle_overlaps > 25 && sum.max_obstacle_overlap_m > 0.3);
    let priorities = with("classic-3", "prioritised");
    assert_eq!((priorities.arrived, priorities.obstacle_overlaps), (0, 0));
    let default = with("default", "weighted");
    assert_eq!(
        (
            default.arrived,
            default.obstacle_overlaps,
            default.agent_overlaps
        ),
        (25, 0, 0)
    );
}
