//! Entities with parents.

use bevy_ecs::prelude::*;
use bevy_math::{Quat, Vec2, Vec3};
use bevy_sidestep::prelude::*;
use bevy_sidestep::{FaceHeading, Trouble};
use bevy_transform::components::{GlobalTransform, Transform};

use crate::stage::*;

fn global(app: &bevy_app::App, entity: Entity) -> Vec3 {
    let transform = app.world().get::<GlobalTransform>(entity);
    transform.expect("a global transform").translation()
}

#[test]
fn under_a_turned_and_scaled_parent_an_agent_walks_to_the_same_place() {
    let mut app = game();
    let world = app.world_mut();
    let turned = Transform::from_xyz(5.0, -2.0, 1.0)
        .with_rotation(Quat::from_rotation_z(0.8))
        .with_scale(Vec3::splat(2.0));
    let outer = world.spawn(Transform::from_xyz(-1.0, 0.5, 0.0)).id();
    let parent = world.spawn((turned, ChildOf(outer))).id();
    let agent = (
        Agent::default(),
        FaceHeading,
        Goal::xy(9.0, 4.0),
        ChildOf(parent),
    );
    let agent = world.spawn(agent).id();
    // An obstacle below it, too: a box of 1 m by 6 m across the straight way.
    let local = Transform::from_xyz(1.5, 0.6, 0.0);
    let crate_ = (Obstacle::rect(0.5, 3.0), Temporary, local, ChildOf(parent));
    let crate_ = world.spawn(crate_).id();
    run(&mut app, 1);
    let start = global(&app, agent);
    assert!(start.distance(Vec3::new(4.0, -1.5, 1.0)) < 0.1, "{start}");
    let solid = mirror(&app).world().expect("a world").obstacles().next();
    let center = solid.expect("an obstacle").pose.center;
    assert!(center.distance(global(&app, crate_).truncate()) < 1e-5);
    let mut most = 0.0_f32;
    for _ in 0..900 {
        app.update();
        let body = mirror(&app).world().expect("a world").agents().next();
        let body = body.expect("an agent").body;
        most = most.max(global(&app, agent).truncate().distance(body.position));
    }
    assert!(most < 1e-4, "drifted by {most}");
    let end = global(&app, agent);
    assert!(end.distance(Vec3::new(9.0, 4.0, 1.0)) < 0.2, "{end}");
    let facing = app.world().get::<GlobalTransform>(agent).expect("one");
    let heading = mirror(&app).world().expect("a world").agents().next();
    let heading = heading.expect("an agent").body.heading;
    let front = facing
        .affine()
        .transform_vector3(Vec3::X)
        .truncate()
        .normalize();
    assert!(front.distance(heading) < 1e-3, "{front} {heading}");
}

#[test]
fn a_parent_that_moves_takes_its_agent_along() {
    let mut app = game();
    let raft = app.world_mut().spawn(Transform::default()).id();
    let agent = (
        Agent::default(),
        ChildOf(raft),
        Transform::from_xyz(1.0, 0.0, 0.0),
    );
    let agent = app.world_mut().spawn(agent).id();
    for _ in 0..100 {
        let mut raft = app
            .world_mut()
            .get_mut::<Transform>(raft)
            .expect("the raft");
        raft.translation.y += 0.02;
        app.update();
    }
    let end = global(&app, agent);
    assert!(end.distance(Vec3::new(1.0, 2.0, 0.0)) < 1e-3, "{end}");
    let local = place(&app, agent);
    assert!(local.distance(Vec3::X) < 1e-3, "{local}");
}

#[test]
fn an_agent_below_an_agent_gets_where_it_wants_to() {
    let mut app = game();
    let world = app.world_mut();
    let carrier = world.spawn(walker(Vec2::ZERO, Vec2::X * 8.0)).id();
    let rider = (Agent::default(), Goal::xy(4.0, 6.0), ChildOf(carrier));
    let rider = world
        .spawn((rider, Transform::from_xyz(0.0, 2.0, 0.0)))
        .id();
    run(&mut app, 800);
    let end = global(&app, rider);
    assert!(end.distance(Vec3::new(4.0, 6.0, 0.0)) < 0.2, "{end}");
    assert!((place(&app, carrier).x - 8.0).abs() < 0.2);
}

#[test]
fn a_parent_that_cant_be_undone_is_refused_with_a_word_on_it() {
    let mut app = game();
    listen::<Trouble>(&mut app);
    let flat = Transform::from_scale(Vec3::new(0.0, 1.0, 1.0));
    let flat = app.world_mut().spawn(flat).id();
    let agent = (Agent::default(), Goal::xy(3.0, 0.0), ChildOf(flat));
    let agent = app.world_mut().spawn(agent).id();
    let bare = app.world_mut().spawn_empty().id();
    let other = (Agent::default(), Goal::xy(3.0, 3.0), ChildOf(bare));
    app.world_mut().spawn(other);
    run(&mut app, 20);
    let troubles = troubles(&app);
    assert_eq!(troubles.len(), 2, "{troubles:?}");
    let told = |words: &str| troubles.iter().any(|trouble| trouble.contains(words));
    assert!(
        told("can't be undone") && told("has no `Transform`"),
        "{troubles:?}"
    );
    assert_eq!(place(&app, agent), Vec3::ZERO);
    // Mended, it walks.
    app.world_mut()
        .entity_mut(flat)
        .insert(Transform::default());
    run(&mut app, 300);
    assert!(place(&app, agent).distance(Vec3::X * 3.0) < 0.2);
}
