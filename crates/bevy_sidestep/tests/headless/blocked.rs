//! Who finds no way, and what a game answers; links.

use bevy_ecs::prelude::*;
use bevy_math::{Vec2, Vec3};
use bevy_sidestep::JumpLink;
use bevy_sidestep::events::{Blocked, Landed, TookOff, Unblocked};
use bevy_sidestep::prelude::*;
use bevy_transform::components::Transform;

use crate::stage::*;

/// A corridor along x from −5 to 5, a metre to each side of it, closed at its ends but for the right
/// one.
fn corridor() -> Wall {
    Wall::along(&[
        Vec2::new(8.0, 1.0),
        Vec2::new(-3.0, 1.0),
        Vec2::new(-3.0, -1.0),
        Vec2::new(8.0, -1.0),
    ])
}

/// A crate that fills the corridor, and somebody who wants past it.
fn stage() -> (bevy_app::App, Entity, Entity) {
    let mut app = game();
    listen::<Blocked>(&mut app);
    listen::<Unblocked>(&mut app);
    listen::<TookOff>(&mut app);
    listen::<Landed>(&mut app);
    let world = app.world_mut();
    world.spawn(corridor());
    let place = Transform::from_xyz(3.0, 0.0, 0.0);
    let crate_ = world
        .spawn((Obstacle::rect(0.5, 1.9), Temporary, place))
        .id();
    let agent = world
        .spawn(walker(Vec2::new(-2.0, 0.0), Vec2::X * 7.0))
        .id();
    (app, agent, crate_)
}

#[test]
fn who_is_blocked_says_by_what_and_walks_on_once_that_is_gone() {
    let (mut app, agent, crate_) = stage();
    app.add_observer(|blocked: On<Blocked>, mut commands: Commands| {
        assert_eq!(blocked.by.len(), 1);
        commands.entity(blocked.by[0]).despawn();
    });
    run(&mut app, 600);
    let blocked = heard::<Blocked>(&app);
    assert_eq!(blocked.len(), 1, "{blocked:?}");
    assert_eq!(
        (blocked[0].entity, &blocked[0].by[..]),
        (agent, &[crate_][..])
    );
    assert!(blocked[0].goal.distance(Vec3::X * 7.0) < 1e-5);
    assert_eq!(heard::<Unblocked>(&app).len(), 1);
    assert_eq!(state(&app, agent), AgentState::Arrived);
}

#[test]
fn who_is_blocked_jumps_when_it_is_told_to() {
    let (mut app, agent, _) = stage();
    app.add_observer(|blocked: On<Blocked>, mut commands: Commands| {
        let (from, to) = (Vec3::X * 2.2, Vec3::X * 4.0);
        commands.entity(blocked.entity).jump(from, to, 0.5);
    });
    // Observers hear the same as who reads messages, in the order in which it happened.
    #[derive(Resource, Default)]
    struct Observed(Vec<&'static str>);
    app.init_resource::<Observed>();
    app.add_observer(|_: On<Blocked>, mut observed: ResMut<Observed>| observed.0.push("blocked"));
    app.add_observer(|_: On<TookOff>, mut observed: ResMut<Observed>| observed.0.push("took off"));
    app.add_observer(|_: On<Landed>, mut observed: ResMut<Observed>| observed.0.push("landed"));
    app.add_observer(|_: On<Arrived>, mut observed: ResMut<Observed>| observed.0.push("arrived"));
    let mut jumped = false;
    for _ in 0..700 {
        app.update();
        jumped |= state(&app, agent) == AgentState::Jumping;
    }
    assert!(jumped);
    assert_eq!(heard::<TookOff>(&app), [TookOff { entity: agent }]);
    assert_eq!(heard::<Landed>(&app), [Landed { entity: agent }]);
    assert_eq!(state(&app, agent), AgentState::Arrived);
    let observed = &app.world().resource::<Observed>().0;
    assert_eq!(observed[..], ["blocked", "took off", "landed", "arrived"]);
}

#[test]
fn who_is_told_to_wait_keeps_silent_and_goes_elsewhere_when_told() {
    let (mut app, agent, _) = stage();
    run_until(&mut app, 600, |app| {
        state(app, agent) == AgentState::Blocked
    });
    app.world_mut().commands().entity(agent).wait(3.0);
    app.world_mut().flush();
    let listed = |app: &bevy_app::App| mirror(app).world().expect("one").blocked().count();
    run(&mut app, 1);
    assert_eq!(listed(&app), 0);
    run(&mut app, 250);
    assert_eq!(listed(&app), 1);
    app.world_mut()
        .commands()
        .entity(agent)
        .go(Goal::xy(-2.0, 0.0));
    app.world_mut().flush();
    run(&mut app, 500);
    assert_eq!(state(&app, agent), AgentState::Arrived);
}

#[test]
fn a_link_is_taken_by_who_is_blocked_and_not_once_it_is_gone() {
    let (mut app, agent, _) = stage();
    let link = JumpLink {
        landing: Vec3::X * 2.0,
        seconds: 0.4,
    };
    let place = Transform::from_xyz(2.2, 0.0, 0.0);
    let link = app.world_mut().spawn((link, place)).id();
    run(&mut app, 700);
    assert_eq!(heard::<Landed>(&app), [Landed { entity: agent }]);
    assert_eq!(state(&app, agent), AgentState::Arrived);
    // Moved elsewhere it leads nowhere, and then it is gone.
    let links = |app: &bevy_app::App| mirror(app).world().expect("one").links().to_vec();
    assert_eq!(links(&app).len(), 1);
    app.world_mut()
        .get_mut::<Transform>(link)
        .expect("one")
        .translation
        .y = 30.0;
    run(&mut app, 1);
    assert_eq!(links(&app)[0].to, Vec2::new(4.2, 30.0));
    app.world_mut().entity_mut(link).despawn();
    run(&mut app, 1);
    assert_eq!(links(&app).len(), 0);
}
