//! Several worlds, and pauses.

use bevy_math::{Vec2, Vec3};
use bevy_sidestep::prelude::*;
use bevy_sidestep::{InWorld, Mirror};
use bevy_transform::components::Transform;

use crate::stage::*;

#[test]
fn agents_of_two_worlds_walk_through_each_other() {
    // Head-on, in one world and in two.
    let sideways = |two: bool| {
        let mut app = game();
        let world = app.world_mut();
        let other = world.spawn(SidestepWorld::default()).id();
        let one = world.spawn(walker(Vec2::ZERO, Vec2::X * 6.0)).id();
        let two_ = world.spawn(walker(Vec2::X * 6.0, Vec2::ZERO)).id();
        if two {
            world.entity_mut(two_).insert(InWorld(other));
        }
        let mut most = 0.0_f32;
        for _ in 0..400 {
            app.update();
            most = most.max(place(&app, one).y.abs());
        }
        assert_eq!(state(&app, one), AgentState::Arrived);
        assert_eq!(state(&app, two_), AgentState::Arrived);
        most
    };
    assert!(sideways(true) < 1e-4);
    assert!(sideways(false) > 0.1);
}

#[test]
fn two_worlds_may_lie_on_two_planes() {
    let mut app = game();
    let ground = app.world_mut().spawn(SidestepWorld::on(Plane::XZ)).id();
    let agent = (InWorld(ground), Agent::default(), Goal::xz(0.0, 3.0));
    let agent = app.world_mut().spawn(agent).id();
    run(&mut app, 300);
    assert!(place(&app, agent).distance(Vec3::Z * 3.0) < 0.2);
}

#[test]
fn a_paused_world_stands_and_goes_on_as_if_nothing_had_been() {
    let mut app = game();
    let agent = app
        .world_mut()
        .spawn(walker(Vec2::ZERO, Vec2::X * 6.0))
        .id();
    let mut free = game();
    free.world_mut().spawn(walker(Vec2::ZERO, Vec2::X * 6.0));
    run(&mut app, 60);
    run(&mut free, 60);
    let (before, world) = (place(&app, agent), default_world(&app));
    app.world_mut().entity_mut(world).insert(Paused);
    run(&mut app, 50);
    assert_eq!(place(&app, agent), before);
    assert_eq!(
        app.world().get::<DesiredVelocity>(agent).expect("one").0,
        Vec3::ZERO
    );
    app.world_mut().entity_mut(world).remove::<Paused>();
    run(&mut app, 60);
    run(&mut free, 60);
    assert_eq!(hash(&app), hash(&free));
}

#[test]
fn a_paused_agent_stands_and_others_walk_round_it() {
    let mut app = game();
    let world = app.world_mut();
    let paused = world
        .spawn(walker(Vec2::new(-2.0, 0.0), Vec2::X * 9.0))
        .id();
    let other = world.spawn(walker(Vec2::X * 6.0, Vec2::X * -6.0)).id();
    run(&mut app, 60);
    app.world_mut().entity_mut(paused).insert(Paused);
    run(&mut app, 1);
    let before = place(&app, paused);
    let mut nearest = f32::INFINITY;
    for _ in 0..600 {
        app.update();
        nearest = nearest.min(place(&app, paused).distance(place(&app, other)));
    }
    assert_eq!(place(&app, paused), before);
    assert_eq!(state(&app, paused), AgentState::Paused);
    assert_eq!(state(&app, other), AgentState::Arrived);
    assert!(nearest > 0.599, "{nearest}");
    app.world_mut().entity_mut(paused).remove::<Paused>();
    run(&mut app, 700);
    assert_eq!(state(&app, paused), AgentState::Arrived);
}

#[test]
fn a_world_of_ones_own_may_wrap() {
    use bevy_sidestep::sidestep::space::Topology;
    use bevy_sidestep::sidestep::{World, WorldSettings};
    let mut app = game();
    let topology = Topology::torus(Vec2::splat(-5.0), Vec2::splat(5.0)).expect("a box");
    let settings = WorldSettings {
        topology,
        ..WorldSettings::default()
    };
    let world = World::new(settings).expect("a world");
    let world = app
        .world_mut()
        .spawn((SidestepWorld::default(), Mirror::new(world)))
        .id();
    let start = Transform::from_xyz(4.0, 0.0, 0.0);
    let agent = (InWorld(world), Agent::default(), start, Goal::xy(-4.0, 0.0));
    let agent = app.world_mut().spawn(agent).id();
    run(&mut app, 200);
    assert!(place(&app, agent).distance(Vec3::X * -4.0) < 0.2);
}
