//! The game: what is there, what clicks do, and what becomes of the blocked.

use bevy::prelude::*;
use bevy_sidestep::events::Blocked;
use bevy_sidestep::prelude::*;
use bevy_sidestep::{Explain, Explained};

/// How many zombies there are.
const ZOMBIES: usize = 200;
/// Half of the width and height of the room (m).
const ROOM: Vec2 = Vec2::new(24.0, 13.0);
/// Side of a crate (m).
const CRATE: f32 = 1.6;
/// How often doors open and shut (s).
const DOOR_PERIOD: f32 = 12.0;

/// A door turns about its hinge.
#[derive(Component)]
struct Door;

/// Where a zombie walks to and fro between.
#[derive(Component)]
struct Round([Vec2; 2]);

/// Everything but the window.
pub fn plug_in(app: &mut App) {
    app.add_systems(Startup, (spawn_room, spawn_zombies))
        .add_systems(Update, (click, tell_reasons))
        .add_systems(FixedUpdate, swing_doors.before(SidestepSystems::SyncIn))
        .add_observer(walk_back)
        .add_observer(break_through);
}

fn spawn_room(mut commands: Commands) {
    let camera = Projection::Orthographic(OrthographicProjection {
        scale: 0.05,
        ..OrthographicProjection::default_2d()
    });
    commands.spawn((Camera2d, camera));
    let corners = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)];
    let corners = corners.map(|(x, y)| Vec2::new(x, y) * (ROOM + 1.0));
    commands.spawn(Wall::around(&corners));
    // A wall across the room with two doorways of 3 m.
    for (from, to) in [(-ROOM.y - 1.0, -7.0), (-4.0, 4.0), (7.0, ROOM.y + 1.0)] {
        commands.spawn(Wall::line(Vec2::new(0.0, from), Vec2::new(0.0, to)));
    }
    for hinge in [-7.0, 4.0] {
        let leaf = Wall::line(Vec2::ZERO, Vec2::Y * 2.9);
        commands.spawn((Door, leaf, Temporary, Transform::from_xyz(0.0, hinge, 0.0)));
    }
}

fn spawn_zombies(mut commands: Commands) {
    let (agent, preset) = Preset::Zombie.agent();
    for index in 0..ZOMBIES {
        let column = (index / 20) as f32;
        let row = (index % 20) as f32;
        let there = Vec2::new(-ROOM.x + 1.5 * column, -ROOM.y + 1.3 * row);
        let round = Round([there, Vec2::new(-there.x, there.y)]);
        commands.spawn((
            StableKey(index as u64),
            (agent, preset),
            Transform::from_translation(there.extend(0.0)),
            Goal::Point(round.0[1].extend(0.0)),
            round,
        ));
    }
}

fn walk_back(arrived: On<Arrived>, mut zombies: Query<(&mut Round, &mut Goal)>) {
    if let Ok((mut round, mut goal)) = zombies.get_mut(arrived.entity) {
        round.0.reverse();
        *goal = Goal::Point(round.0[1].extend(0.0));
    }
}

fn swing_doors(mut doors: Query<&mut Transform, With<Door>>, time: Res<Time>) {
    let phase = time.elapsed_secs() / DOOR_PERIOD * std::f32::consts::TAU;
    // Open for half of the time, shut for some, and swinging between.
    let open = (phase.sin() * 2.0 + 0.5).clamp(0.0, 1.0);
    for mut door in &mut doors {
        door.rotation = Quat::from_rotation_z(-open * std::f32::consts::FRAC_PI_2);
    }
}

/// Who finds no way breaks a crate that blocks it, or waits for the door.
fn break_through(
    blocked: On<Blocked>,
    doors: Query<(), With<Door>>,
    crates: Query<(), (With<Obstacle>, With<Temporary>)>,
    mut commands: Commands,
) {
    let is_door = blocked.by.iter().any(|entity| doors.contains(*entity));
    let in_the_way = blocked.by.iter().find(|entity| crates.contains(**entity));
    match in_the_way {
        Some(entity) if !is_door => commands.entity(*entity).despawn(),
        _ => {
            commands.entity(blocked.entity).wait(3.0);
        }
    }
}

/// The left button drops a crate, the right one takes one away, the middle one looks at a zombie.
fn click(
    buttons: Res<ButtonInput<MouseButton>>,
    window: Single<&Window>,
    camera: Single<(&Camera, &GlobalTransform)>,
    crates: Query<(Entity, &Transform), (With<Obstacle>, Without<Agent>)>,
    zombies: Query<(Entity, &Transform, Has<Explain>), With<Agent>>,
    mut commands: Commands,
) {
    let (camera, eye) = *camera;
    let Some(place) = (window.cursor_position())
        .and_then(|cursor| camera.viewport_to_world_2d(eye, cursor).ok())
    else {
        return;
    };
    if buttons.just_pressed(MouseButton::Left) {
        let fallen = (Obstacle::rect(CRATE, CRATE), Temporary);
        commands.spawn((fallen, Transform::from_translation(place.extend(0.0))));
    }
    if buttons.just_pressed(MouseButton::Right) {
        for (entity, transform) in &crates {
            if transform.translation.truncate().distance(place) < CRATE {
                commands.entity(entity).despawn();
            }
        }
    }
    if buttons.just_pressed(MouseButton::Middle) {
        for (entity, transform, explained) in &zombies {
            let near = transform.translation.truncate().distance(place) < 0.5;
            match (near, explained) {
                (true, false) => {
                    commands.entity(entity).insert(Explain);
                }
                (_, true) => {
                    commands.entity(entity).remove::<Explain>();
                }
                _ => {}
            }
        }
    }
}

/// Why the zombie that is looked at does what it does, whenever that changes.
fn tell_reasons(
    explained: Query<(Entity, &Explained), With<Explain>>,
    mut last: Local<Vec<String>>,
) {
    for (entity, explained) in &explained {
        if *last != explained.0.reasons {
            last.clone_from(&explained.0.reasons);
            println!("{entity}: {}", last.join("; "));
        }
    }
}
