//! Who is moved by something else: physics that fights back, and players.

use bevy_app::{App, FixedPostUpdate, FixedPreUpdate};
use bevy_ecs::prelude::*;
use bevy_math::{Vec2, Vec3};
use bevy_sidestep::prelude::*;
use bevy_sidestep::{StuckReason, Trouble};
use bevy_transform::components::Transform;

use crate::stage::*;

/// What a physics engine keeps of a body.
#[derive(Component, Default)]
struct LinearVelocity(Vec3);

/// A physics engine in small: bodies speed up to what they are told, lag behind it, are slowed by the
/// ground, and don't get past x = `Cliff`.
#[derive(Resource)]
struct Cliff(f32);

fn physics(
    mut bodies: Query<(&DesiredVelocity, &mut LinearVelocity, &mut Transform)>,
    cliff: Res<Cliff>,
) {
    for (desired, mut velocity, mut transform) in &mut bodies {
        let lag = desired.0 - velocity.0;
        velocity.0 += lag * 0.4;
        velocity.0 *= 0.99;
        let mut next = transform.translation + velocity.0 * TICK;
        if next.x > cliff.0 {
            next.x = cliff.0;
            velocity.0.x = 0.0;
        }
        transform.translation = next;
    }
}

fn feed(mut bodies: Query<(&LinearVelocity, &mut PhysicsVelocity)>) {
    for (velocity, mut told) in &mut bodies {
        told.0 = velocity.0;
    }
}

fn game_of_physics(cliff: f32, fed: bool) -> App {
    let mut app = game();
    listen::<Trouble>(&mut app);
    app.insert_resource(Cliff(cliff));
    app.add_systems(FixedPostUpdate, physics);
    if fed {
        app.add_systems(FixedPreUpdate, feed);
    }
    app
}

fn body(from: Vec2, to: Vec2) -> impl Bundle {
    let velocity = (LinearVelocity::default(), PhysicsVelocity::default());
    (walker(from, to), Drive::Velocity, velocity)
}

#[test]
fn with_physics_in_charge_agents_arrive_and_keep_clear() {
    let mut app = game_of_physics(100.0, true);
    let one = app.world_mut().spawn(body(Vec2::ZERO, Vec2::X * 8.0)).id();
    let other = app.world_mut().spawn(body(Vec2::X * 8.0, Vec2::ZERO)).id();
    let pillar = (Obstacle::circle(0.6), Transform::from_xyz(4.0, 2.0, 0.0));
    app.world_mut().spawn(pillar);
    let mut nearest = f32::INFINITY;
    for _ in 0..600 {
        app.update();
        nearest = nearest.min(place(&app, one).distance(place(&app, other)));
    }
    assert!(nearest > 0.6, "they touch: {nearest}");
    assert_eq!(state(&app, one), AgentState::Arrived);
    assert_eq!(state(&app, other), AgentState::Arrived);
    assert_eq!(troubles(&app), [""; 0]);
}

#[test]
fn where_physics_holds_it_an_agent_is_there_and_finds_out() {
    let mut app = game_of_physics(3.0, true);
    let agent = app.world_mut().spawn(body(Vec2::ZERO, Vec2::X * 8.0)).id();
    run(&mut app, 600);
    let held = place(&app, agent);
    assert_eq!(held.x, 3.0);
    let body = mirror(&app)
        .world()
        .expect("a world")
        .agents()
        .next()
        .expect("one")
        .body;
    assert!(
        body.position.distance(held.truncate()) < 1e-6,
        "{}",
        body.position
    );
    assert!(body.velocity.length() < 1e-3, "{}", body.velocity);
    assert!(matches!(
        state(&app, agent),
        AgentState::Stuck(StuckReason::Crowded | StuckReason::Obstacle | StuckReason::Enclosed)
    ));
    // It wants on all the time.
    let desired = app.world().get::<DesiredVelocity>(agent).expect("one").0;
    assert!(desired.x > 0.01, "{desired}");
    app.insert_resource(Cliff(100.0));
    run(&mut app, 600);
    assert_eq!(state(&app, agent), AgentState::Arrived);
}

#[test]
fn a_way_round_is_remembered_while_physics_moves_the_agent() {
    // A wide row of crates: who forgot each tick which side it goes would turn back in the middle.
    let mut app = game_of_physics(100.0, true);
    for index in -3..=3 {
        let place = Transform::from_xyz(4.0, index as f32 * 0.9 + 0.05, 0.0);
        app.world_mut()
            .spawn((Obstacle::rect(0.9, 0.9), Temporary, place));
    }
    let agent = app.world_mut().spawn(body(Vec2::ZERO, Vec2::X * 8.0)).id();
    let (mut turns, mut last) = (0, 0.0_f32);
    for _ in 0..900 {
        app.update();
        let side = app.world().get::<LinearVelocity>(agent).expect("one").0.y;
        if place(&app, agent).x < 3.0 && side.abs() > 0.2 {
            turns += usize::from(side * last < 0.0);
            last = side;
        }
    }
    assert_eq!(state(&app, agent), AgentState::Arrived);
    assert_eq!(turns, 0);
}

#[test]
fn a_velocity_that_isnt_fed_back_is_complained_of_once() {
    let mut app = game_of_physics(100.0, false);
    let agent = app.world_mut().spawn(body(Vec2::ZERO, Vec2::X * 5.0)).id();
    run(&mut app, 600);
    let troubles = troubles(&app);
    assert_eq!(troubles.len(), 1, "{troubles:?}");
    assert!(troubles[0].contains("copy it from your physics engine to `PhysicsVelocity`"));
    // It gets there all the same, by the change of its place.
    assert_eq!(state(&app, agent), AgentState::Arrived);
}

#[test]
fn an_agent_that_nothing_moves_is_complained_of_once() {
    let mut app = game();
    listen::<Trouble>(&mut app);
    app.world_mut()
        .spawn((walker(Vec2::ZERO, Vec2::X * 5.0), Drive::Velocity));
    run(&mut app, 400);
    let troubles = troubles(&app);
    assert_eq!(troubles.len(), 1, "{troubles:?}");
    assert!(troubles[0].contains("give its `DesiredVelocity` to your physics engine"));
}

#[test]
fn agents_keep_clear_of_a_player_and_the_player_is_left_alone() {
    let mut app = game();
    let start = Transform::from_xyz(6.0, 0.1, 0.0);
    let player = (Agent::default(), Drive::Manual, start);
    let player = app.world_mut().spawn(player).id();
    let agent = app
        .world_mut()
        .spawn(walker(Vec2::ZERO, Vec2::X * 6.0))
        .id();
    let mut nearest = f32::INFINITY;
    for tick in 1..=300 {
        let mut transform = app.world_mut().get_mut::<Transform>(player).expect("one");
        let walked = 6.0 - tick as f32 * 1.3 * TICK;
        transform.translation.x = walked;
        app.update();
        assert_eq!(place(&app, player), Vec3::new(walked, 0.1, 0.0));
        nearest = nearest.min(place(&app, player).distance(place(&app, agent)));
    }
    assert!(nearest > 0.5, "{nearest}");
    assert_eq!(state(&app, player), AgentState::Driven);
    assert_eq!(state(&app, agent), AgentState::Arrived);
    // The mirror has the player where it is, not a tick behind.
    let seen = mirror(&app)
        .world()
        .expect("a world")
        .agents()
        .next()
        .expect("one");
    assert!(seen.body.position.distance(place(&app, player).truncate()) < 1e-4);
}

#[test]
fn who_is_pushed_by_the_game_walks_on_from_there_and_who_is_put_elsewhere_too() {
    let mut app = game();
    let agent = app
        .world_mut()
        .spawn(walker(Vec2::ZERO, Vec2::X * 6.0))
        .id();
    run(&mut app, 60);
    for by in [0.3, 20.0] {
        let mut transform = app.world_mut().get_mut::<Transform>(agent).expect("one");
        transform.translation.y += by;
        let pushed = transform.translation;
        app.update();
        let moved = place(&app, agent);
        assert!(
            moved.distance(pushed) < 0.05,
            "back to {moved} from {pushed}"
        );
    }
    run(&mut app, 1_500);
    assert_eq!(state(&app, agent), AgentState::Arrived);
}

#[test]
fn who_is_said_to_be_put_elsewhere_sets_out_anew() {
    let speed_after = |teleported: bool| {
        let mut app = game();
        let agent = walker(Vec2::ZERO, Vec2::X * 9.0);
        let agent = app.world_mut().spawn(agent).id();
        run(&mut app, 90);
        let mut transform = app.world_mut().get_mut::<Transform>(agent).expect("one");
        transform.translation.y += 0.1;
        if teleported {
            app.world_mut().commands().entity(agent).teleported();
            app.world_mut().flush();
        }
        run(&mut app, 1);
        let desired = app.world().get::<DesiredVelocity>(agent);
        desired.expect("one").0.length()
    };
    assert!(speed_after(false) > 1.4, "it walks on");
    assert!(speed_after(true) < 0.5, "it begins anew");
}

#[test]
fn a_paused_agent_asks_its_physics_to_stop() {
    let mut app = game_of_physics(100.0, true);
    let agent = app.world_mut().spawn(body(Vec2::ZERO, Vec2::X * 8.0)).id();
    run(&mut app, 100);
    app.world_mut().entity_mut(agent).insert(Paused);
    run(&mut app, 60);
    let stopped = place(&app, agent);
    assert!(stopped.x > 0.5);
    run(&mut app, 60);
    assert!(place(&app, agent).distance(stopped) < 1e-3);
    app.world_mut().entity_mut(agent).remove::<Paused>();
    run(&mut app, 600);
    assert_eq!(state(&app, agent), AgentState::Arrived);
}
