#[path = "../../../sidestep/examples/look_ahead.rs"]
#[allow(dead_code)]
mod example;

use crate::side_by_side::assert_same_run;

#[test]
fn the_code_on_the_page_makes_the_scene_on_the_page() {
    let mut world = example::world().unwrap();
    assert_same_run("look-ahead", &mut world, 1500, |world| {
        example::step(world).unwrap();
    });
}
