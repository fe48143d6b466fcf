//! Back in time by some frames, and on again, as GGRS has it.

use bevy_app::App;
use bevy_ecs::prelude::*;
use bevy_ecs::schedule::ScheduleLabel;
use bevy_math::{Vec2, Vec3};
use bevy_sidestep::prelude::*;
use bevy_sidestep::{Frame, SpawnCount};
use bevy_time::Time;
use bevy_transform::components::Transform;

use crate::same_as_core::walks;
use crate::stage::*;

/// The schedule of rollback: run once a frame, and again for each frame that is played anew.
#[derive(ScheduleLabel, Clone, Debug, PartialEq, Eq, Hash)]
struct Advance;

#[derive(Component)]
struct Player;

#[derive(Component)]
struct Door;

/// What the player does in this frame.
#[derive(Resource, Default)]
struct Input(Vec2);

fn scene() -> App {
    let mut app = App::new();
    app.init_schedule(Advance);
    app.init_resource::<Time>().init_resource::<Input>();
    app.add_plugins(SidestepPlugin::in_schedule(Advance));
    let play = |input: Res<Input>,
                mut players: Query<&mut Transform, With<Player>>,
                mut doors: Query<&mut Transform, (With<Door>, Without<Player>)>| {
        for mut player in &mut players {
            player.translation += (input.0 * TICK).extend(0.0);
        }
        for mut door in &mut doors {
            door.rotate_z(0.05);
        }
    };
    app.add_systems(Advance, play.before(SidestepSystems::SyncIn));
    let world = app.world_mut();
    for (key, (from, to)) in walks().into_iter().enumerate() {
        world.spawn((StableKey(key as u64), walker(from, to)));
    }
    world.spawn((StableKey(100), Player, Agent::default(), Drive::Manual));
    let door = Wall::line(Vec2::ZERO, Vec2::X * 1.5);
    let hinge = Transform::from_xyz(-2.0, 1.0, 0.0);
    world.spawn((StableKey(101), Door, door, hinge));
    let crate_ = (Obstacle::rect(1.0, 1.0), Temporary);
    world.spawn((StableKey(102), crate_, Transform::from_xyz(2.0, -1.0, 0.0)));
    app
}

fn advance(app: &mut App, input: Vec2) {
    app.insert_resource(Input(input));
    let mut time = app.world_mut().resource_mut::<Time>();
    time.advance_by(std::time::Duration::from_secs_f32(TICK));
    app.world_mut().run_schedule(Advance);
}

fn places(app: &mut App) -> Vec<Vec3> {
    let world = app.world_mut();
    let mut agents = world.query::<(&StableKey, &Transform)>();
    let mut places: Vec<(StableKey, Vec3)> = (agents.iter(world))
        .map(|(key, transform)| (*key, transform.translation))
        .collect();
    places.sort_by_key(|(key, _)| *key);
    places.into_iter().map(|(_, place)| place).collect()
}

#[test]
fn eight_frames_back_and_on_again_is_as_if_it_had_been_so_from_the_start() {
    let right = Vec2::X * 1.2;
    let up = Vec2::Y * 1.2;
    // What really happened: the player turns at frame 92.
    let mut truth = scene();
    for frame in 0..140 {
        advance(&mut truth, if frame < 92 { right } else { up });
    }
    // What this machine believes until it hears of it 8 frames later.
    let mut app = scene();
    let mut kept: Option<Frame> = None;
    for frame in 0..100 {
        if frame == 92 {
            kept = Some(Frame::save(app.world_mut()));
        }
        advance(&mut app, right);
    }
    let guessed = hash(&app);
    kept.take().expect("a frame").restore(app.world_mut());
    for _ in 92..100 {
        advance(&mut app, right);
    }
    assert_eq!(hash(&app), guessed, "the same input again");
    let mut app = scene();
    for frame in 0..100 {
        if frame == 92 {
            kept = Some(Frame::save(app.world_mut()));
        }
        advance(&mut app, right);
    }
    kept.take().expect("a frame").restore(app.world_mut());
    for _ in 92..140 {
        advance(&mut app, up);
    }
    assert_eq!(hash(&app), hash(&truth));
    assert_eq!(places(&mut app), places(&mut truth));
    assert_ne!(hash(&app), guessed);
}

#[test]
fn going_back_eight_frames_at_every_frame_changes_nothing() {
    let mut straight = scene();
    let mut app = scene();
    let mut frames: Vec<Frame> = Vec::new();
    for frame in 0..60_usize {
        frames.push(Frame::save(app.world_mut()));
        advance(&mut app, Vec2::X);
        advance(&mut straight, Vec2::X);
        if frame >= 8 {
            frames[frame - 7].restore(app.world_mut());
            for again in &mut frames[frame - 7..] {
                *again = Frame::save(app.world_mut());
                advance(&mut app, Vec2::X);
            }
        }
        assert_eq!(hash(&app), hash(&straight), "frame {frame}");
    }
    assert_eq!(places(&mut app), places(&mut straight));
}

#[test]
fn who_came_after_the_frame_comes_anew_and_who_went_is_taken_up_by_its_key() {
    let mut app = scene();
    for _ in 0..50 {
        advance(&mut app, Vec2::X);
    }
    let frame = Frame::save(app.world_mut());
    let count = app.world().resource::<SpawnCount>().0;
    let mut expected = Vec::new();
    for _ in 0..30 {
        advance(&mut app, Vec2::X);
        expected.push(hash(&app));
    }
    // A rollback library takes entities away and makes them anew, with other ids.
    let world = app.world_mut();
    let mut agents = world.query::<(Entity, &StableKey, &Agent, &Transform, &Goal)>();
    let again = agents
        .iter(world)
        .find(|(_, key, ..)| key.0 == 5)
        .expect("the fifth");
    let (entity, key, agent) = (again.0, *again.1, *again.2);
    let goal = again.4.clone();
    world.entity_mut(entity).despawn();
    let fresh = world.spawn((key, agent, goal, Transform::default())).id();
    frame.restore(app.world_mut());
    assert_eq!(app.world().resource::<SpawnCount>().0, count);
    let place = mirror(&app).world().expect("a world");
    let place = place
        .agent(bevy_sidestep::sidestep::AgentId(5))
        .expect("the fifth");
    let place = place.body.position.extend(0.0);
    app.world_mut()
        .entity_mut(fresh)
        .insert(Transform::from_translation(place));
    for expected in expected {
        advance(&mut app, Vec2::X);
        assert_eq!(hash(&app), expected);
    }
}

#[cfg(feature = "serialize")]
#[test]
fn a_game_that_is_loaded_from_bytes_goes_on_bit_for_bit() {
    use bevy_sidestep::Mirror;

    let mut app = scene();
    for _ in 0..100 {
        advance(&mut app, Vec2::X);
    }
    let bytes = mirror(&app).to_bytes().expect("bytes");
    // Another machine: the same entities under their keys, spawned in another order, where they are.
    let mut other = scene_at(|key| {
        let world = mirror(&app).world().expect("a world");
        let id = bevy_sidestep::sidestep::AgentId(key);
        world.agent(id).map(|agent| agent.body.position)
    });
    let loaded = Mirror::from_bytes(&bytes, &mut ()).expect("a mirror");
    let world = default_world(&other);
    other.world_mut().entity_mut(world).insert(loaded);
    let doors = |app: &mut App| {
        let world = app.world_mut();
        let mut doors = world.query_filtered::<&mut Transform, With<Door>>();
        doors.single_mut(world).expect("one door").rotation
    };
    let turned = doors(&mut app);
    let mut door = other
        .world_mut()
        .query_filtered::<&mut Transform, With<Door>>();
    door.single_mut(other.world_mut())
        .expect("one door")
        .rotation = turned;
    assert_eq!(hash(&app), hash(&other));
    for frame in 0..100 {
        advance(&mut app, Vec2::X);
        advance(&mut other, Vec2::X);
        assert_eq!(hash(&app), hash(&other), "frame {frame}");
    }
    assert!(Mirror::from_bytes(&bytes[..bytes.len() / 2], &mut ()).is_err());
    assert!(Mirror::from_bytes(b"no mirror at all", &mut ()).is_err());
}

/// The scene with its agents where `place` says.
#[cfg(feature = "serialize")]
fn scene_at(place: impl Fn(u64) -> Option<Vec2>) -> App {
    let mut app = scene();
    let world = app.world_mut();
    let mut agents = world.query_filtered::<(&StableKey, &mut Transform), With<Agent>>();
    for (key, mut transform) in agents.iter_mut(world) {
        if let Some(place) = place(key.0) {
            transform.translation = place.extend(0.0);
        }
    }
    app
}
