//! From spawn to arrival.

use bevy_ecs::prelude::*;
use bevy_math::{Quat, Vec2, Vec3};
use bevy_sidestep::events::{Arrived, GoalReached};
use bevy_sidestep::prelude::*;
use bevy_sidestep::{FaceHeading, OnArrival, Trouble};
use bevy_transform::components::Transform;

use crate::stage::*;

#[test]
fn who_is_spawned_walks_to_its_goal_and_says_so() {
    let mut app = game();
    listen::<Arrived>(&mut app);
    #[derive(Resource, Default)]
    struct Observed(Vec<Entity>);
    app.init_resource::<Observed>();
    app.add_observer(|arrived: On<Arrived>, mut observed: ResMut<Observed>| {
        observed.0.push(arrived.entity);
    });
    let world = app.world_mut();
    let agent = world.spawn(walker(Vec2::ZERO, Vec2::new(6.0, 0.0))).id();
    let pillar = Obstacle::circle(0.8);
    world.spawn((pillar, Transform::from_xyz(3.0, 0.05, 0.0)));
    let mut nearest = f32::INFINITY;
    for _ in 0..1_000 {
        app.update();
        nearest = nearest.min(place(&app, agent).truncate().distance(Vec2::new(3.0, 0.05)));
    }
    assert!(nearest > 1.1 - 1e-3, "into the pillar: {nearest}");
    let end = place(&app, agent);
    assert!(end.distance(Vec3::new(6.0, 0.0, 0.0)) < 0.2, "{end}");
    assert_eq!(state(&app, agent), AgentState::Arrived);
    assert_eq!(heard::<Arrived>(&app), [Arrived { entity: agent }]);
    assert_eq!(app.world().resource::<Observed>().0, [agent]);
}

#[test]
fn who_is_spawned_before_a_tick_has_moved_after_it() {
    let mut app = game();
    run(&mut app, 3);
    let agent = app
        .world_mut()
        .spawn(walker(Vec2::ZERO, Vec2::X * 5.0))
        .id();
    run(&mut app, 1);
    assert!(place(&app, agent).x > 0.0);
    let desired = app.world().get::<DesiredVelocity>(agent).expect("one").0;
    assert!(desired.x > 0.0, "{desired}");
    assert_eq!(state(&app, agent), AgentState::Moving);
}

#[test]
fn on_the_ground_of_three_dimensions_heights_stay_and_agents_face_where_they_go() {
    let plugin = SidestepPlugin::default().with_world(SidestepWorld::on(Plane::XZ));
    let mut app = game_with(plugin);
    let agent = app
        .world_mut()
        .spawn((
            Agent::default(),
            FaceHeading,
            Transform::from_xyz(1.0, 0.9, 2.0),
            Goal::xz(1.0, -6.0),
        ))
        .id();
    run(&mut app, 600);
    let end = place(&app, agent);
    assert!(end.distance(Vec3::new(1.0, 0.9, -6.0)) < 0.2, "{end}");
    assert_eq!(end.y, 0.9);
    let rotation = app.world().get::<Transform>(agent).expect("one").rotation;
    assert!((rotation * Vec3::NEG_Z).distance(Vec3::NEG_Z) < 0.1);
    assert!(rotation.angle_between(Quat::IDENTITY) < 0.1);
}

#[test]
fn a_path_is_walked_corner_by_corner() {
    let mut app = game();
    listen::<GoalReached>(&mut app);
    let corners = [(4.0, 0.0), (4.0, 4.0), (0.0, 4.0)].map(|(x, y)| Vec2::new(x, y));
    let agent = app.world_mut().spawn(walker(Vec2::ZERO, Vec2::ZERO)).id();
    app.world_mut()
        .entity_mut(agent)
        .insert(Goal::path(Plane::XY, corners));
    let mut nearest = [f32::INFINITY; 3];
    for _ in 0..900 {
        app.update();
        for (nearest, corner) in nearest.iter_mut().zip(corners) {
            *nearest = nearest.min(place(&app, agent).truncate().distance(corner));
        }
    }
    assert!(nearest.iter().all(|nearest| *nearest < 0.61), "{nearest:?}");
    let reached: Vec<usize> = heard::<GoalReached>(&app)
        .iter()
        .map(|it| it.index)
        .collect();
    assert_eq!(reached, [0, 1, 2]);
    assert_eq!(state(&app, agent), AgentState::Arrived);
}

#[test]
fn every_preset_walks() {
    let mut app = game();
    listen::<Trouble>(&mut app);
    let presets = [
        Preset::Pedestrian,
        Preset::Zombie,
        Preset::Soldier,
        Preset::VehicleSlow,
        Preset::AnimalHerd,
    ];
    let agents = presets.map(|preset| {
        let y = 10.0 * preset as i32 as f32;
        let start = Transform::from_xyz(0.0, y, 0.0);
        let agent = (preset.agent(), start, Goal::xy(20.0, y));
        app.world_mut().spawn(agent).id()
    });
    run(&mut app, 400);
    for (preset, agent) in presets.into_iter().zip(agents) {
        assert!(place(&app, agent).x > 2.0, "{preset:?}");
    }
    assert_eq!(troubles(&app), [""; 0]);
}

#[test]
fn who_is_to_leave_on_arrival_is_despawned_and_the_others_walk_on() {
    let mut app = game();
    listen::<bevy_sidestep::events::Left>(&mut app);
    let leaves = AgentTuning {
        on_arrival: OnArrival::Despawn,
        ..AgentTuning::default()
    };
    let world = app.world_mut();
    let first = world
        .spawn((walker(Vec2::ZERO, Vec2::X * 2.0), leaves))
        .id();
    let other = world.spawn(walker(Vec2::Y * 3.0, Vec2::new(8.0, 3.0))).id();
    run(&mut app, 500);
    assert!(app.world().get_entity(first).is_err());
    let left = heard::<bevy_sidestep::events::Left>(&app);
    assert_eq!(left.len(), 1);
    assert!(left[0].entity == first && (left[0].position.x - 2.0).abs() < 0.2);
    assert!((place(&app, other).x - 8.0).abs() < 0.2);
    assert_eq!(state(&app, other), AgentState::Arrived);
}
