//! What goes in the middle of a game.

use bevy_ecs::entity_disabling::Disabled;
use bevy_math::Vec2;
use bevy_sidestep::events::TargetGone;
use bevy_sidestep::prelude::*;
use bevy_sidestep::{InWorld, Mirror, Trouble};
use bevy_transform::components::Transform;

use crate::stage::*;

#[test]
fn who_goes_to_an_agent_that_is_despawned_stands_and_says_so() {
    let mut app = game();
    listen::<TargetGone>(&mut app);
    let world = app.world_mut();
    let hare = world.spawn(walker(Vec2::X * 4.0, Vec2::X * 40.0)).id();
    let hound = world.spawn(walker(Vec2::ZERO, Vec2::ZERO)).id();
    world.entity_mut(hound).insert(Goal::Entity(hare));
    run(&mut app, 100);
    let chased = place(&app, hound).x;
    assert!(chased > 1.0);
    app.world_mut().entity_mut(hare).despawn();
    run(&mut app, 200);
    assert_eq!(state(&app, hound), AgentState::GoalGone);
    assert!(place(&app, hound).x < chased + 1.0, "it runs on");
    let gone = heard::<TargetGone>(&app);
    assert_eq!(gone.len(), 1, "{gone:?}");
    assert!(gone[0].entity == hound && gone[0].behavior.is_none());
    // Another goal, and it walks again.
    app.world_mut()
        .entity_mut(hound)
        .insert(Goal::xy(chased, 4.0));
    run(&mut app, 300);
    assert_eq!(state(&app, hound), AgentState::Arrived);
}

#[test]
fn who_goes_to_something_else_follows_it_until_it_is_despawned() {
    let mut app = game();
    let flag = app
        .world_mut()
        .spawn(Transform::from_xyz(3.0, 0.0, 0.0))
        .id();
    let other_flag = app
        .world_mut()
        .spawn(Transform::from_xyz(0.0, -9.0, 0.0))
        .id();
    let agent = app.world_mut().spawn(walker(Vec2::ZERO, Vec2::ZERO)).id();
    app.world_mut().entity_mut(agent).insert(Goal::Entity(flag));
    run(&mut app, 60);
    assert!(place(&app, agent).x > 0.5);
    let mut transform = app
        .world_mut()
        .get_mut::<Transform>(flag)
        .expect("the flag");
    transform.translation = Vec2::new(0.0, 5.0).extend(0.0);
    run(&mut app, 500);
    let end = place(&app, agent).truncate();
    assert!(end.distance(Vec2::new(0.0, 5.0)) < 0.2, "{end}");
    app.world_mut().entity_mut(flag).despawn();
    run(&mut app, 10);
    assert_eq!(state(&app, agent), AgentState::GoalGone);
    // What stood for the first flag stands for the other now.
    app.world_mut()
        .entity_mut(agent)
        .insert(Goal::Entity(other_flag));
    run(&mut app, 900);
    let end = place(&app, agent).truncate();
    assert!(end.distance(Vec2::new(0.0, -9.0)) < 0.2, "{end}");
}

#[test]
fn a_despawned_obstacle_opens_the_way() {
    let mut app = game();
    let world = app.world_mut();
    let agent = world.spawn(walker(Vec2::ZERO, Vec2::X * 6.0)).id();
    let closed = Wall::around(&[
        Vec2::new(-1.0, -1.0),
        Vec2::new(1.0, -1.0),
        Vec2::new(1.0, 1.0),
        Vec2::new(-1.0, 1.0),
    ]);
    let room = world.spawn(closed).id();
    run(&mut app, 400);
    assert!(place(&app, agent).x < 0.71, "through the wall");
    app.world_mut().entity_mut(room).despawn();
    run(&mut app, 500);
    assert!((place(&app, agent).x - 6.0).abs() < 0.2);
    assert_eq!(
        mirror(&app).world().expect("a world").obstacles().count(),
        0
    );
}

#[test]
fn agents_whose_world_is_despawned_stay_where_they_are() {
    let mut app = game();
    listen::<Trouble>(&mut app);
    let other = app.world_mut().spawn(SidestepWorld::default()).id();
    let agent = walker(Vec2::ZERO, Vec2::X * 6.0);
    let agent = app.world_mut().spawn((InWorld(other), agent)).id();
    run(&mut app, 60);
    app.world_mut().entity_mut(other).despawn();
    run(&mut app, 1);
    let stayed = place(&app, agent);
    assert!(stayed.x > 0.5);
    run(&mut app, 100);
    assert_eq!(place(&app, agent), stayed);
    assert_eq!(state(&app, agent), AgentState::Outside);
    let desired = app.world().get::<DesiredVelocity>(agent).expect("one").0;
    assert_eq!(desired, bevy_math::Vec3::ZERO);
    assert_eq!(troubles(&app).len(), 1);
    // In another world it goes on.
    app.world_mut().entity_mut(agent).remove::<InWorld>();
    run(&mut app, 500);
    assert_eq!(state(&app, agent), AgentState::Arrived);
}

#[test]
fn who_is_disabled_is_gone_until_it_is_enabled() {
    let mut app = game();
    let agent = app
        .world_mut()
        .spawn(walker(Vec2::ZERO, Vec2::X * 6.0))
        .id();
    let agents = |app: &bevy_app::App| {
        let world: &Mirror = mirror(app);
        world.world().expect("a world").agents().len()
    };
    run(&mut app, 30);
    assert_eq!(agents(&app), 1);
    app.world_mut().entity_mut(agent).insert(Disabled);
    run(&mut app, 30);
    assert_eq!(agents(&app), 0);
    app.world_mut().entity_mut(agent).remove::<Disabled>();
    run(&mut app, 500);
    assert_eq!(state(&app, agent), AgentState::Arrived);
}
