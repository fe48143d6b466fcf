//! The code that a page shows makes the scene that the page shows.

use super::side_by_side::assert_same_run;

#[path = "../../../sidestep/examples/blending.rs"]
#[allow(dead_code)]
mod blending;
#[path = "../../../sidestep/examples/crowds.rs"]
#[allow(dead_code)]
mod crowds;
#[path = "../../../sidestep/examples/detours.rs"]
#[allow(dead_code)]
mod detours;
#[path = "../../../sidestep/examples/goals.rs"]
#[allow(dead_code)]
mod goals;
#[path = "../../../sidestep/examples/groups.rs"]
#[allow(dead_code)]
mod groups;
#[path = "../../../sidestep/examples/look_ahead.rs"]
#[allow(dead_code)]
mod look_ahead;
#[path = "../../../sidestep/examples/orca.rs"]
#[allow(dead_code)]
mod orca;
#[path = "../../../sidestep/examples/unaligned.rs"]
#[allow(dead_code)]
mod unaligned;
#[path = "../../../sidestep/examples/walls.rs"]
#[allow(dead_code)]
mod walls;

#[test]
fn blending_is_the_scene_on_its_page() {
    let (mut world, marker) = blending::world().unwrap();
    assert_same_run("blending", &mut world, 1000, |world| {
        blending::step(world, marker).unwrap();
    });
}

#[test]
fn crowds_is_the_scene_on_its_page() {
    let mut world = crowds::world().unwrap();
    assert_same_run("crowds", &mut world, 1700, |world| {
        crowds::step(world).unwrap()
    });
}

#[test]
fn detours_is_the_scene_on_its_page() {
    let mut world = detours::world().unwrap();
    assert_same_run("detours", &mut world, 1500, |world| {
        detours::step(world).unwrap()
    });
}

#[test]
fn goals_is_the_scene_on_its_page() {
    let (mut world, marker) = goals::world().unwrap();
    assert_same_run("goals", &mut world, 1000, |world| {
        goals::step(world, marker).unwrap();
    });
}

#[test]
fn groups_is_the_scene_on_its_page() {
    let (mut world, _) = groups::world().unwrap();
    assert_same_run("groups", &mut world, 1700, |world| {
        world.step(1.0 / 32.0).unwrap();
    });
}

#[test]
fn look_ahead_is_the_scene_on_its_page() {
    let mut world = look_ahead::world().unwrap();
    assert_same_run("look-ahead", &mut world, 1500, |world| {
        look_ahead::step(world).unwrap()
    });
}

#[test]
fn orca_is_the_scene_on_its_page() {
    let mut world = orca::world().unwrap();
    assert_same_run("orca", &mut world, 1700, |world| orca::step(world).unwrap());
}

#[test]
fn unaligned_is_the_scene_on_its_page() {
    let mut world = unaligned::world().unwrap();
    assert_same_run("unaligned", &mut world, 1500, |world| {
        unaligned::step(world).unwrap()
    });
}

#[test]
fn walls_is_the_scene_on_its_page() {
    let mut world = walls::world().unwrap();
    assert_same_run("walls", &mut world, 1500, |world| {
        walls::step(world).unwrap()
    });
}
