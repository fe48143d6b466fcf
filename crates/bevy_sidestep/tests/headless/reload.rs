//! Parameters that change while a game runs, as an inspector or a hot-reloaded asset changes them: by
//! the names of types and fields.

use bevy_app::App;
use bevy_ecs::prelude::*;
use bevy_ecs::reflect::{AppTypeRegistry, ReflectEvent, ReflectMessage};
use bevy_math::{Vec2, Vec3};
use bevy_reflect::{GetPath, Reflect, TypePath, TypeRegistry};
use bevy_sidestep::prelude::*;
use bevy_sidestep::sidestep::{AgentSpec, Body};
use bevy_sidestep::{
    AgentOverride, DefaultWorld, Explain, Explained, FaceHeading, Frame, InWorld, JumpLink, Mirror,
    ObstacleLayers, SpawnCount, Teleported, Trouble, events,
};
use bevy_transform::components::Transform;

use crate::stage::*;

/// Sets a field of a component by their names.
fn set<C: TypePath, T: Reflect>(app: &mut App, entity: Entity, field: &str, value: T) {
    let registry = app.world().resource::<AppTypeRegistry>().clone();
    let registry = registry.read();
    let registered = registry.get_with_type_path(C::type_path());
    let component = registered.expect("registered").data::<ReflectComponent>();
    let component = component.expect("a component").clone();
    let entity = app.world_mut().entity_mut(entity);
    let mut component = component.reflect_mut(entity).expect("it has one");
    *component.path_mut::<T>(field).expect("a field") = value;
}

/// What the core is told about an agent.
fn spec(app: &App, agent: Entity) -> AgentSpec {
    let id = mirror(app).agent_id(agent).expect("an id");
    let world = mirror(app).world().expect("a world");
    world.spec(id).expect("a spec")
}

fn speed(app: &App, agent: Entity) -> f32 {
    let desired = app.world().get::<DesiredVelocity>(agent);
    desired.expect("one").0.length()
}

#[test]
fn whatever_a_game_writes_or_reads_can_be_reflected() {
    let mut app = game();
    let world = app.world_mut();
    world.spawn((walker(Vec2::ZERO, Vec2::X), Explain));
    let registry = app.world().resource::<AppTypeRegistry>().clone();
    let registry = registry.read();
    fn is_component<C: TypePath>(registry: &TypeRegistry) -> bool {
        let registered = registry.get_with_type_path(C::type_path());
        registered.is_some_and(|it| it.data::<ReflectComponent>().is_some())
    }
    macro_rules! components {
        ($($component:ty),*) => {
            $(assert!(is_component::<$component>(&registry), "{}", <$component>::type_path());)*
        };
    }
    components!(
        SidestepWorld,
        Mirror,
        Agent,
        AgentTuning,
        AgentOverride,
        Preset,
        Drive,
        PhysicsVelocity,
        StableKey,
        InWorld,
        Paused,
        FaceHeading,
        Teleported,
        Goal,
        Obstacle,
        ObstacleLayers,
        Temporary,
        Wall,
        JumpLink,
        DesiredVelocity,
        AgentStatus,
        Explain,
        Explained,
        // Resources are components of an entity of their own.
        DefaultWorld,
        SpawnCount
    );
    #[cfg(feature = "nav")]
    components!(bevy_sidestep::Walkable);
    macro_rules! events {
        ($($event:ident),*) => {
            $(
                let registered = registry.get_with_type_path(events::$event::type_path());
                let registered = registered.expect(stringify!($event));
                assert!(registered.data::<ReflectEvent>().is_some(), stringify!($event));
                assert!(registered.data::<ReflectMessage>().is_some(), stringify!($event));
            )*
        };
    }
    events!(
        GoalReached,
        GoalReachedNear,
        Arrived,
        ArrivedNear,
        Left,
        Stuck,
        Unstuck,
        Blocked,
        Unblocked,
        TookOff,
        Landed,
        TargetGone,
        Unsound
    );
    let trouble = registry.get_with_type_path(Trouble::type_path());
    let trouble = trouble.expect("registered");
    assert!(trouble.data::<ReflectMessage>().is_some());
    assert!(registry.get_with_type_path(Frame::type_path()).is_some());
}

#[test]
fn an_agents_parameters_count_in_the_tick_in_which_they_change() {
    let mut app = game();
    let agent = walker(Vec2::ZERO, Vec2::X * 90.0);
    let agent = app.world_mut().spawn(agent).id();
    run(&mut app, 120);
    assert!((speed(&app, agent) - 1.5).abs() < 0.01);
    set::<Agent, f32>(&mut app, agent, "max_speed", 3.0);
    set::<Agent, f32>(&mut app, agent, "radius", 0.45);
    run(&mut app, 1);
    let told = spec(&app, agent);
    assert_eq!((told.body.limits.max_speed, told.body.radius), (3.0, 0.45));
    assert!(speed(&app, agent) > 1.51, "{}", speed(&app, agent));
    let tuning = AgentTuning::default();
    app.world_mut().entity_mut(agent).insert(tuning);
    set::<AgentTuning, Option<f32>>(&mut app, agent, "preferred_speed", Some(0.5));
    set::<AgentTuning, i32>(&mut app, agent, "priority", 7);
    let before = speed(&app, agent);
    run(&mut app, 1);
    assert_eq!(spec(&app, agent).profile.priority, 7);
    assert!(speed(&app, agent) < before, "it brakes at once");
    // A kind of agent, and everything there is to say, by components that come and go.
    app.world_mut().entity_mut(agent).insert(Preset::Zombie);
    run(&mut app, 1);
    assert_eq!(spec(&app, agent).profile.priority, 7);
    let zombie = spec(&app, agent).profile;
    app.world_mut().entity_mut(agent).remove::<Preset>();
    run(&mut app, 1);
    assert_ne!(spec(&app, agent).profile, zombie);
    let all = AgentSpec::new(Body::new(Vec2::ZERO, 0.2, 0.9));
    app.world_mut().entity_mut(agent).insert(AgentOverride(all));
    run(&mut app, 1);
    assert_eq!(spec(&app, agent).body.radius, 0.2);
    let other = AgentOverride(AgentSpec::new(Body::new(Vec2::ZERO, 0.21, 0.9)));
    set_whole(&mut app, agent, &other);
    run(&mut app, 1);
    assert_eq!(spec(&app, agent).body.radius, 0.21);
    app.world_mut().entity_mut(agent).remove::<AgentOverride>();
    run(&mut app, 1);
    assert_eq!(spec(&app, agent).body.radius, 0.45);
}

/// Puts a value in the place of a component's, by reflection.
fn set_whole<C: TypePath + Reflect>(app: &mut App, entity: Entity, value: &C) {
    let registry = app.world().resource::<AppTypeRegistry>().clone();
    let registry = registry.read();
    let registered = registry.get_with_type_path(C::type_path());
    let component = registered.expect("registered").data::<ReflectComponent>();
    let component = component.expect("a component").clone();
    component.apply(app.world_mut().entity_mut(entity), value);
}

#[test]
fn a_worlds_settings_count_in_the_tick_in_which_they_change() {
    let mut app = game();
    let world = default_world(&app);
    // Nothing moves it.
    let agent = (walker(Vec2::ZERO, Vec2::X * 6.0), Drive::Velocity);
    let agent = app.world_mut().spawn(agent).id();
    set::<SidestepWorld, f32>(&mut app, world, "stuck_seconds", 1e9);
    run(&mut app, 600);
    assert_eq!(state(&app, agent), AgentState::Moving, "it never gives up");
    set::<SidestepWorld, u64>(&mut app, world, "seed", 42);
    set::<SidestepWorld, f32>(&mut app, world, "decide_every", 0.05);
    set::<SidestepWorld, bool>(&mut app, world, "settle", false);
    set::<SidestepWorld, f32>(&mut app, world, "stuck_seconds", 0.25);
    set::<SidestepWorld, bool>(&mut app, world, "parallel", false);
    run(&mut app, 1);
    let settings = *mirror(&app).world().expect("a world").settings();
    let said = *app.world().get::<SidestepWorld>(world).expect("one");
    assert_eq!(settings, said.core());
    assert_eq!((settings.seed, settings.stuck_seconds), (42, 0.25));
    let is_stuck = |state| matches!(state, AgentState::Stuck(_));
    assert!(is_stuck(state(&app, agent)), "{:?}", state(&app, agent));
}

#[test]
fn settings_that_make_no_sense_are_complained_of_once_and_the_old_ones_hold() {
    let mut app = game();
    listen::<Trouble>(&mut app);
    let world = default_world(&app);
    run(&mut app, 2);
    set::<SidestepWorld, f32>(&mut app, world, "decide_every", f32::NAN);
    run(&mut app, 20);
    let troubles = troubles(&app);
    assert_eq!(troubles.len(), 1, "{troubles:?}");
    assert!(troubles[0].contains("decide_every"), "{troubles:?}");
    let decide_every = |app: &App| {
        let settings = mirror(app).world().expect("a world").settings();
        settings.decide_every
    };
    assert_eq!(decide_every(&app), 0.0);
    set::<SidestepWorld, f32>(&mut app, world, "decide_every", 0.1);
    run(&mut app, 1);
    assert_eq!(decide_every(&app), 0.1);
}

#[test]
fn a_world_keeps_its_plane_while_somebody_is_in_it_and_says_so_once() {
    let mut app = game();
    listen::<Trouble>(&mut app);
    let world = default_world(&app);
    let agent = walker(Vec2::ZERO, Vec2::X * 3.0);
    let agent = app.world_mut().spawn(agent).id();
    run(&mut app, 10);
    set::<SidestepWorld, Plane>(&mut app, world, "plane", Plane::XZ);
    run(&mut app, 300);
    assert!(place(&app, agent).distance(Vec3::X * 3.0) < 0.2);
    let told = troubles(&app);
    assert_eq!(told.len(), 1, "{told:?}");
    assert!(
        told[0].contains("spawn another `SidestepWorld`"),
        "{told:?}"
    );
    // Once nobody is in it, it has the other one.
    app.world_mut().entity_mut(agent).despawn();
    run(&mut app, 2);
    let agent = (Agent::default(), Goal::xz(0.0, 3.0));
    let agent = app.world_mut().spawn(agent).id();
    run(&mut app, 300);
    assert!(place(&app, agent).distance(Vec3::Z * 3.0) < 0.2);
}

#[test]
fn a_world_that_was_brought_along_keeps_what_is_not_said_of_it() {
    use bevy_sidestep::sidestep::{World, WorldSettings};
    let mut app = game();
    let own = WorldSettings {
        seed: 5,
        max_neighbors: 9,
        ..WorldSettings::default()
    };
    let brought = Mirror::new(World::new(own).expect("a world"));
    let world = (SidestepWorld::default(), brought);
    let world = app.world_mut().spawn(world).id();
    run(&mut app, 2);
    let settings = |app: &App| {
        let mirror = app.world().get::<Mirror>(world).expect("the mirror");
        *mirror.world().expect("a world").settings()
    };
    assert_eq!(settings(&app), own);
    set::<SidestepWorld, f32>(&mut app, world, "decide_every", 0.1);
    run(&mut app, 1);
    let now = settings(&app);
    assert_eq!((now.decide_every, now.max_neighbors), (0.1, 9));
}

#[test]
fn settings_are_those_of_the_component_after_going_back_in_time_too() {
    let mut app = game();
    let world = default_world(&app);
    app.world_mut().spawn(walker(Vec2::ZERO, Vec2::X * 9.0));
    run(&mut app, 5);
    let before = Frame::save(app.world_mut());
    set::<SidestepWorld, f32>(&mut app, world, "stuck_seconds", 7.0);
    run(&mut app, 5);
    before.restore(app.world_mut());
    run(&mut app, 1);
    let settings = mirror(&app).world().expect("a world").settings();
    assert_eq!(settings.stuck_seconds, 7.0);
}

#[test]
fn an_agent_under_another_key_is_another_agent() {
    let mut app = game();
    let agent = walker(Vec2::ZERO, Vec2::X * 9.0);
    let agent = app.world_mut().spawn((StableKey(3), agent)).id();
    let pillar = (Obstacle::circle(0.5), Transform::from_xyz(4.0, 3.0, 0.0));
    let pillar = app.world_mut().spawn((StableKey(4), pillar)).id();
    run(&mut app, 30);
    let before = place(&app, agent);
    set::<StableKey, u64>(&mut app, agent, "0", 8);
    set::<StableKey, u64>(&mut app, pillar, "0", 9);
    run(&mut app, 1);
    assert_eq!(mirror(&app).agent_id(agent).expect("an id").0, 8);
    let world = mirror(&app).world().expect("a world");
    assert_eq!((world.agents().len(), world.obstacles().count()), (1, 1));
    assert!(place(&app, agent).distance(before) < 0.1);
    run(&mut app, 500);
    assert_eq!(state(&app, agent), AgentState::Arrived);
}
