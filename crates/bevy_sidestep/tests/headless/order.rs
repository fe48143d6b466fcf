//! With keys it makes no difference in which order things are spawned, and of which components.

use bevy_app::App;
use bevy_ecs::prelude::*;
use bevy_math::Vec2;
use bevy_sidestep::prelude::*;
use bevy_transform::components::Transform;

use crate::same_as_core::walks;
use crate::stage::*;

/// Something of the game's own, which gives its entities another archetype.
#[derive(Component)]
struct Hat;

/// Spawns the walkers and obstacles in the order given, with hats for those who are to wear one.
fn scene(order: impl Iterator<Item = usize>, hats: impl Fn(usize) -> bool, keys: bool) -> App {
    let mut app = game();
    let walks = walks();
    let target = app
        .world_mut()
        .spawn(Transform::from_xyz(0.5, 12.0, 0.0))
        .id();
    for index in order {
        let mut entity = app.world_mut().spawn(Name::new("somebody"));
        if keys {
            entity.insert(StableKey(index as u64));
        }
        if hats(index) {
            entity.insert(Hat);
        }
        match walks.get(index) {
            Some(&(from, to)) => {
                entity.insert(walker(from, to));
                if index == 7 {
                    entity.insert(Goal::Entity(target));
                }
            }
            None => {
                let x = index as f32 - 22.0;
                entity.insert((Obstacle::circle(0.4), Temporary));
                entity.insert(Transform::from_xyz(x, 2.0 * x, 0.0));
            }
        }
    }
    app
}

fn hashes(mut app: App) -> Vec<u64> {
    let mut tick = || {
        app.update();
        hash(&app)
    };
    (0..200).map(|_| tick()).collect()
}

#[test]
fn order_of_spawning_and_archetypes_dont_matter_with_keys() {
    let first = hashes(scene(0..25, |_| false, true));
    let backwards = hashes(scene((0..25).rev(), |_| false, true));
    let hats = hashes(scene(0..25, |index| index % 3 == 0, true));
    assert!(first == backwards, "backwards");
    assert!(first == hats, "hats");
    // The comparison would notice: without keys it is the order of spawning that counts.
    let unnamed = hashes(scene(0..25, |_| false, false));
    let unnamed_backwards = hashes(scene((0..25).rev(), |_| false, false));
    assert!(unnamed != unnamed_backwards);
}

#[test]
fn archetypes_dont_matter_without_keys() {
    let plain = hashes(scene(0..25, |_| false, false));
    let hats = hashes(scene(0..25, |index| index % 3 == 0, false));
    assert!(plain == hats);
}

#[test]
fn a_key_that_is_taken_is_refused_with_a_word_on_it() {
    let mut app = game();
    listen::<bevy_sidestep::Trouble>(&mut app);
    let first = walker(Vec2::ZERO, Vec2::X * 5.0);
    let second = walker(Vec2::Y * 3.0, Vec2::new(5.0, 3.0));
    let first = app.world_mut().spawn((StableKey(4), first)).id();
    let second = app.world_mut().spawn((StableKey(4), second)).id();
    run(&mut app, 20);
    assert_eq!(state(&app, second), AgentState::Outside);
    let troubles = troubles(&app);
    assert_eq!(troubles.len(), 1, "{troubles:?}");
    assert!(
        troubles[0].contains("agent 4 exists already"),
        "{troubles:?}"
    );
    // Once the first is gone, or under another key, the second is taken.
    app.world_mut().entity_mut(first).despawn();
    run(&mut app, 40);
    assert_eq!(state(&app, second), AgentState::Moving);
    let third = walker(Vec2::Y * 6.0, Vec2::new(5.0, 6.0));
    let third = app.world_mut().spawn((StableKey(4), third)).id();
    run(&mut app, 2);
    assert_eq!(state(&app, third), AgentState::Outside);
    app.world_mut().entity_mut(third).insert(StableKey(5));
    run(&mut app, 1);
    assert_eq!(state(&app, third), AgentState::Moving);
}
