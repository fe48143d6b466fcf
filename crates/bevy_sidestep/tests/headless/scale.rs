//! Scales of transforms.

use bevy_app::App;
use bevy_ecs::prelude::*;
use bevy_math::{Quat, Vec2, Vec3};
use bevy_sidestep::prelude::*;
use bevy_sidestep::sidestep::world::ObstacleView;
use bevy_sidestep::{ObstacleLayers, Trouble};
use bevy_transform::components::Transform;

use crate::stage::*;

fn radius(app: &App, agent: Entity) -> f32 {
    let id = mirror(app).agent_id(agent).expect("an id");
    let world = mirror(app).world().expect("a world");
    world.agent(id).expect("an agent").body.radius
}

/// The corners of the only obstacle, in the world, and its rounding (m).
fn solid(app: &App) -> (Vec<Vec2>, f32) {
    let world = mirror(app).world().expect("a world");
    let all: Vec<ObstacleView<'_>> = world.obstacles().collect();
    assert_eq!(all.len(), 1);
    let hull = all[0].hull();
    let points = hull.points().iter().map(|point| *point + all[0].offset);
    (points.collect(), hull.rounding())
}

/// An obstacle, its transform, and the corners and the rounding (m) that it has then.
type Case = (Obstacle, Transform, Vec<(f32, f32)>, f32);

/// Whether corners are those, in any order.
fn are(corners: &[Vec2], expected: &[(f32, f32)]) -> bool {
    let has = |(x, y): &(f32, f32)| {
        let corner = Vec2::new(*x, *y);
        corners.iter().any(|it| it.distance(corner) < 1e-4)
    };
    corners.len() == expected.len() && expected.iter().all(has)
}

#[test]
fn an_agent_is_as_large_as_its_transform_and_parents_make_it() {
    let mut app = game();
    let world = app.world_mut();
    let double = Transform::from_scale(Vec3::splat(2.0));
    let (agent, goal) = (Agent::default(), Goal::xy(9.0, 0.0));
    let giant = world.spawn((agent, goal.clone(), double)).id();
    let turned = Transform::from_xyz(0.0, 9.0, 0.0)
        .with_rotation(Quat::from_rotation_z(0.7))
        .with_scale(Vec3::splat(3.0));
    let parent = world.spawn(turned).id();
    // What is across the plane doesn't count, and neither does which way it looks.
    let flipped = Transform::from_scale(Vec3::new(-2.0, 2.0, 7.0));
    let child = world.spawn((agent, goal, flipped, ChildOf(parent))).id();
    run(&mut app, 1);
    assert_eq!(radius(&app, giant), 0.5);
    assert!((radius(&app, child) - 1.5).abs() < 1e-5);
    // Its speed is that of a world in which it is as it is.
    run(&mut app, 200);
    let desired = app.world().get::<DesiredVelocity>(giant).expect("one").0;
    assert!((desired.length() - 1.3).abs() < 0.01, "{desired}");
    // It grows while it walks.
    let mut transform = app.world_mut().get_mut::<Transform>(giant).expect("one");
    transform.scale = Vec3::splat(3.0);
    run(&mut app, 1);
    assert_eq!(radius(&app, giant), 0.75);
    run(&mut app, 400);
    assert_eq!(state(&app, giant), AgentState::Arrived);
}

#[test]
fn a_parent_that_turns_doesnt_change_how_large_its_child_is() {
    let mut app = game();
    let parent = app.world_mut().spawn(Transform::default()).id();
    let local = Transform::from_xyz(1.0, 0.0, 0.0);
    let crate_ = (Obstacle::rect(1.0, 1.0), local, ChildOf(parent));
    app.world_mut().spawn(crate_);
    let agent = (
        Agent::default(),
        Transform::from_xyz(3.0, 0.0, 0.0),
        ChildOf(parent),
    );
    let agent = app.world_mut().spawn(agent).id();
    run(&mut app, 1);
    let id = |app: &App| {
        let world = mirror(app).world().expect("a world");
        world.obstacles().next().expect("one").id
    };
    let before = id(&app);
    for tick in 0..200 {
        let mut transform = app.world_mut().get_mut::<Transform>(parent).expect("one");
        transform.rotation = Quat::from_rotation_z(0.01 * tick as f32);
        app.update();
        assert_eq!(radius(&app, agent), 0.25, "tick {tick}");
        assert_eq!(id(&app), before, "tick {tick}: it came anew");
    }
}

#[test]
fn obstacles_and_walls_are_as_large_as_their_transforms_make_them() {
    let triangle = [(0.0, 0.0), (2.0, 0.0), (0.0, 1.0)].map(|(x, y)| Vec2::new(x, y));
    let turned = Quat::from_rotation_z(std::f32::consts::FRAC_PI_2);
    let at = Transform::from_xyz(1.0, 0.0, 0.0);
    let double = at.with_scale(Vec3::splat(2.0));
    let cases: Vec<Case> = vec![
        (Obstacle::circle(0.5), double, vec![(1.0, 0.0)], 1.0),
        (
            Obstacle::rect(1.0, 2.0),
            double,
            vec![(0.0, -2.0), (2.0, -2.0), (2.0, 2.0), (0.0, 2.0)],
            0.0,
        ),
        (
            Obstacle::polygon(triangle),
            double.with_rotation(turned),
            vec![(1.0, 0.0), (1.0, 4.0), (-1.0, 0.0)],
            0.0,
        ),
        (
            Obstacle::polygon(triangle),
            at.with_scale(Vec3::new(-1.0, 1.0, 1.0)),
            vec![(1.0, 0.0), (-1.0, 0.0), (1.0, 1.0)],
            0.0,
        ),
        (
            Obstacle::polygon(triangle),
            at.with_scale(Vec3::new(1.0, -1.0, 1.0)),
            vec![(1.0, 0.0), (3.0, 0.0), (1.0, -1.0)],
            0.0,
        ),
    ];
    for (obstacle, transform, corners, rounding) in cases {
        let mut app = game();
        app.world_mut().spawn((obstacle.clone(), transform));
        run(&mut app, 1);
        let (seen, rounded) = solid(&app);
        assert!(
            are(&seen, &corners) && rounded == rounding,
            "{obstacle:?} {transform:?}: {seen:?}"
        );
    }
    let mut app = game();
    let wall = Wall::line(Vec2::new(0.0, -1.0), Vec2::new(0.0, 1.0));
    let wall = app.world_mut().spawn((wall, double)).id();
    run(&mut app, 1);
    assert!(are(&solid(&app).0, &[(1.0, -2.0), (1.0, 2.0)]));
    // It grows, turns and moves, each while it stands there.
    let mut transform = app.world_mut().get_mut::<Transform>(wall).expect("one");
    transform.scale = Vec3::splat(3.0);
    run(&mut app, 1);
    assert!(are(&solid(&app).0, &[(1.0, -3.0), (1.0, 3.0)]));
    let mut transform = app.world_mut().get_mut::<Transform>(wall).expect("one");
    transform.rotation = turned;
    transform.translation.x = 2.0;
    run(&mut app, 1);
    assert!(are(&solid(&app).0, &[(-1.0, 0.0), (5.0, 0.0)]));
}

#[test]
fn on_the_ground_it_is_the_scale_along_the_ground_that_counts() {
    let plugin = SidestepPlugin::default().with_world(SidestepWorld::on(Plane::XZ));
    let mut app = game_with(plugin);
    let tall = Transform::from_xyz(0.0, 0.0, -5.0).with_scale(Vec3::new(2.0, 9.0, 2.0));
    let layers = ObstacleLayers {
        heights: Some([0.0, 1.0]),
        ..ObstacleLayers::default()
    };
    app.world_mut().spawn((Obstacle::circle(0.5), layers, tall));
    run(&mut app, 1);
    let (seen, rounding) = solid(&app);
    assert!(are(&seen, &[(0.0, 5.0)]) && rounding == 1.0);
    let world = mirror(&app).world().expect("a world");
    let floor = world.obstacles().next().expect("one").filter.floor;
    assert_eq!((floor.low, floor.high), (0.0, 9.0));
}

#[test]
fn what_would_be_an_ellipse_is_refused_once_with_a_word_on_it() {
    let mut app = game();
    listen::<Trouble>(&mut app);
    let flat = Transform::from_scale(Vec3::new(1.0, 0.5, 1.0));
    let agent = (Agent::default(), Goal::xy(5.0, 0.0), flat);
    let agent = app.world_mut().spawn(agent).id();
    let none = Transform::from_xyz(3.0, 0.0, 0.0).with_scale(Vec3::ZERO);
    let pillar = app.world_mut().spawn((Obstacle::circle(1.0), none)).id();
    // Turned by a quarter of a turn between, the same on both axes of its own leans in the world.
    let parent = app.world_mut().spawn(flat).id();
    let leans = Transform::from_xyz(0.0, 9.0, 0.0).with_rotation(Quat::from_rotation_z(0.8));
    let box_ = (Obstacle::rect(1.0, 1.0), leans, ChildOf(parent));
    let box_ = app.world_mut().spawn(box_).id();
    for tick in 0..40 {
        // What is told doesn't change with how large it is.
        let mut transform = app.world_mut().get_mut::<Transform>(agent).expect("one");
        transform.scale.y = 0.5 + 0.01 * tick as f32;
        app.update();
    }
    assert_eq!(state(&app, agent), AgentState::Outside);
    let told = troubles(&app);
    assert_eq!(told.len(), 3, "{told:?}");
    for words in &told {
        assert!(words.contains("the same along both axes"), "{words}");
    }
    // Mended, they are there.
    for entity in [agent, pillar, parent] {
        let mut transform = app.world_mut().get_mut::<Transform>(entity).expect("one");
        transform.scale = Vec3::ONE;
    }
    run(&mut app, 1);
    let obstacles = mirror(&app).world().expect("a world").obstacles().count();
    assert_eq!(obstacles, 2, "{box_} is there, too");
    run(&mut app, 600);
    assert_eq!(state(&app, agent), AgentState::Arrived);
    assert_eq!(troubles(&app).len(), 3);
}

#[test]
fn who_was_refused_where_it_stood_is_taken_once_it_stands_elsewhere() {
    let mut app = game();
    listen::<Trouble>(&mut app);
    let far = Transform::from_xyz(1e12, 0.0, 0.0);
    let agent = (Agent::default(), Goal::xy(3.0, 0.0), far);
    let agent = app.world_mut().spawn(agent).id();
    for tick in 0..20 {
        let mut transform = app.world_mut().get_mut::<Transform>(agent).expect("one");
        transform.translation.x = 1e12 + 1e8 * tick as f32;
        app.update();
    }
    assert_eq!(state(&app, agent), AgentState::Outside);
    assert_eq!(troubles(&app).len(), 1, "{:?}", troubles(&app));
    let mut transform = app.world_mut().get_mut::<Transform>(agent).expect("one");
    transform.translation.x = 0.0;
    run(&mut app, 300);
    assert_eq!(state(&app, agent), AgentState::Arrived);
}
