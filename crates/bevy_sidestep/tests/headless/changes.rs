//! What changes while a game runs: parameters, obstacles that move, explanations.

use bevy_ecs::prelude::*;
use bevy_ecs::reflect::AppTypeRegistry;
use bevy_math::{Quat, Vec2, Vec3};
use bevy_reflect::GetPath;
use bevy_sidestep::prelude::*;
use bevy_sidestep::sidestep::{AgentAvoidance, AgentSpec, Body};
use bevy_sidestep::{AgentOverride, Explain, Explained, Teleported, Trouble};
use bevy_transform::components::Transform;

use crate::stage::*;

fn speed(app: &bevy_app::App, entity: Entity) -> f32 {
    app.world()
        .get::<DesiredVelocity>(entity)
        .expect("one")
        .0
        .length()
}

#[test]
fn parameters_set_by_reflection_count_at_once() {
    let mut app = game();
    let agent = app
        .world_mut()
        .spawn(walker(Vec2::ZERO, Vec2::X * 90.0))
        .id();
    run(&mut app, 120);
    assert!((speed(&app, agent) - 1.5).abs() < 0.01);
    // As an inspector or a hot-reloaded asset does it: by the name of the type and of the field.
    let registry = app.world().resource::<AppTypeRegistry>().clone();
    let registry = registry.read();
    let registered = registry.get_with_type_path("bevy_sidestep::components::agent::Agent");
    let component = registered.expect("registered").data::<ReflectComponent>();
    let component = component.expect("a component").clone();
    let entity = app.world_mut().entity_mut(agent);
    let mut value = component.reflect_mut(entity).expect("an agent");
    *value.path_mut::<f32>("max_speed").expect("a field") = 0.5;
    run(&mut app, 120);
    assert!((speed(&app, agent) - 0.5).abs() < 0.01);
    let tuning = AgentTuning {
        preferred_speed: Some(0.25),
        ..AgentTuning::default()
    };
    app.world_mut().entity_mut(agent).insert(tuning);
    run(&mut app, 120);
    assert!((speed(&app, agent) - 0.25).abs() < 0.01);
    app.world_mut().entity_mut(agent).remove::<AgentTuning>();
    run(&mut app, 120);
    assert!((speed(&app, agent) - 0.5).abs() < 0.01);
}

#[test]
fn an_override_says_everything_there_is_to_say() {
    let mut app = game();
    let mut spec = AgentSpec::new(Body::new(Vec2::splat(77.0), 0.5, 3.0));
    spec.profile.agent_avoidance = AgentAvoidance::None;
    let agent = walker(Vec2::ZERO, Vec2::X * 40.0);
    let agent = app.world_mut().spawn((agent, AgentOverride(spec))).id();
    run(&mut app, 128);
    let seen = mirror(&app).world().expect("a world");
    let id = mirror(&app).agent_id(agent).expect("an id");
    let spec = seen.spec(id).expect("a spec");
    assert_eq!(
        (spec.body.radius, spec.profile.agent_avoidance),
        (0.5, AgentAvoidance::None)
    );
    assert!((speed(&app, agent) - 3.0).abs() < 0.01);
    let x = place(&app, agent).x;
    assert!(x > 4.0 && x < 6.1, "from its transform: {x}");
}

#[test]
fn what_makes_no_sense_is_refused_by_name_until_it_is_mended() {
    let mut app = game();
    listen::<Trouble>(&mut app);
    let agent = Agent {
        radius: -1.0,
        max_speed: 1.0,
    };
    let agent = app.world_mut().spawn((agent, Goal::xy(3.0, 0.0))).id();
    let notch = [(0.0, 0.0), (2.0, 0.0), (1.0, 0.2), (1.0, 2.0)].map(|(x, y)| Vec2::new(x, y));
    app.world_mut().spawn(Obstacle::polygon(notch));
    run(&mut app, 30);
    let troubles = troubles(&app);
    assert_eq!(troubles.len(), 2, "{troubles:?}");
    assert!(troubles[0].contains("radius of body is -1"), "{troubles:?}");
    app.world_mut().get_mut::<Agent>(agent).expect("one").radius = 0.3;
    run(&mut app, 300);
    assert_eq!(state(&app, agent), AgentState::Arrived);
}

#[test]
fn a_door_that_turns_with_its_transform_pushes_whoever_stands_in_its_way() {
    let mut app = game();
    let door = Wall::line(Vec2::ZERO, Vec2::X * 5.0);
    let door = app.world_mut().spawn((door, Transform::default())).id();
    let agent = (Agent::default(), Transform::from_xyz(1.2, 0.6, 0.0));
    let agent = app.world_mut().spawn(agent).id();
    for tick in 1..=64 {
        let angle = tick as f32 / 64.0 * std::f32::consts::FRAC_PI_2;
        let mut transform = app.world_mut().get_mut::<Transform>(door).expect("one");
        transform.rotation = Quat::from_rotation_z(angle);
        app.update();
    }
    let pushed = place(&app, agent);
    assert!(pushed.x < -0.24 && pushed.y > 0.0, "{pushed}");
    let seen = mirror(&app)
        .world()
        .expect("a world")
        .obstacles()
        .next()
        .expect("one");
    let [from, to] = [0, 1].map(|end| seen.hull().points()[end] + seen.offset);
    assert!(
        from.distance(Vec2::ZERO) < 1e-4 && to.distance(Vec2::Y * 5.0) < 1e-4,
        "{from} {to}"
    );
}

#[test]
fn a_cart_pushes_and_one_that_is_put_elsewhere_doesnt() {
    let travel = |teleported: bool| {
        let mut app = game();
        let cart = app
            .world_mut()
            .spawn((Obstacle::rect(1.0, 4.0), Transform::default()))
            .id();
        let agent = (Agent::default(), Transform::from_xyz(2.0, 0.0, 0.0));
        let agent = app.world_mut().spawn(agent).id();
        run(&mut app, 1);
        let mut entity = app.world_mut().entity_mut(cart);
        entity.insert(Transform::from_xyz(6.0, 0.0, 0.0));
        if teleported {
            entity.insert(Teleported);
        }
        run(&mut app, 2);
        assert!(app.world().get::<Teleported>(cart).is_none());
        place(&app, agent).x
    };
    assert!(travel(false) > 6.7, "it is taken along");
    assert!((travel(true) - 2.0).abs() < 0.01, "nobody is between");
}

#[test]
fn an_obstacle_of_another_shape_takes_the_place_of_the_old_one() {
    let mut app = game();
    let pillar = app
        .world_mut()
        .spawn((Obstacle::circle(0.5), Transform::default()))
        .id();
    run(&mut app, 2);
    *app.world_mut().get_mut::<Obstacle>(pillar).expect("one") = Obstacle::circle(2.0);
    run(&mut app, 1);
    let world = mirror(&app).world().expect("a world");
    let solids: Vec<f32> = world.obstacles().map(|it| it.hull().rounding()).collect();
    assert_eq!(solids, [2.0]);
    app.world_mut().entity_mut(pillar).insert(Temporary);
    run(&mut app, 1);
    let world = mirror(&app).world().expect("a world");
    assert!(world.obstacles().all(|it| it.temporary));
}

#[test]
fn who_is_to_be_explained_says_why() {
    let mut app = game();
    let pillar = (Obstacle::circle(1.0), Transform::from_xyz(4.0, 0.1, 0.0));
    app.world_mut().spawn(pillar);
    let agent = app
        .world_mut()
        .spawn((walker(Vec2::ZERO, Vec2::X * 9.0), Explain))
        .id();
    let mut reasons = Vec::new();
    for _ in 0..200 {
        app.update();
        let explained = app.world().get::<Explained>(agent).expect("explained");
        reasons.extend(explained.0.reasons.clone());
    }
    let keeps = |reason: &String| reason.starts_with("keeps to the right: ");
    assert!(reasons.iter().any(keeps), "{reasons:?}");
    app.world_mut().entity_mut(agent).remove::<Explain>();
    let before = app
        .world()
        .get::<Explained>(agent)
        .expect("explained")
        .clone();
    run(&mut app, 20);
    assert_eq!(
        app.world().get::<Explained>(agent).expect("explained"),
        &before
    );
}

#[test]
fn own_writes_dont_count_as_the_games_and_who_stands_isnt_written() {
    let mut app = game();
    #[derive(Resource, Default)]
    struct Changes(usize);
    app.init_resource::<Changes>();
    app.add_systems(
        bevy_app::Update,
        |moved: Query<(), (With<Agent>, Changed<Transform>)>, mut changes: ResMut<Changes>| {
            changes.0 += moved.iter().count();
        },
    );
    let agent = app.world_mut().spawn(walker(Vec2::ZERO, Vec2::X)).id();
    run(&mut app, 400);
    assert_eq!(state(&app, agent), AgentState::Arrived);
    let before = app.world().resource::<Changes>().0;
    assert!(before > 20);
    run(&mut app, 100);
    assert_eq!(app.world().resource::<Changes>().0, before);
    // The mirror was never corrected: its place is what the steps came to.
    let mut core = bevy_sidestep::sidestep::World::new(SidestepWorld::default().core());
    let core = core.as_mut().expect("a world");
    let goal = bevy_sidestep::sidestep::Goal::point(Vec2::X, 0.15);
    let spec = AgentSpec::new(Body::new(Vec2::ZERO, 0.3, 1.5)).with_goal(goal);
    let id = core.insert_agent(spec).expect("an agent");
    for _ in 0..500 {
        core.step(TICK).expect("a step");
    }
    let expected = core.agent(id).expect("one").body.position;
    assert_eq!(place(&app, agent), Vec3::new(expected.x, expected.y, 0.0));
}
