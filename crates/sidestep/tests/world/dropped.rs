//! Crates that drop on people.

use sidestep::Vec2;
use sidestep::geometry::{ConvexPolygon, Segment, Shape};
use sidestep::motion::Body;
use sidestep::random::Random;
use sidestep::world::{AgentId, AgentSpec, Goal, ObstacleSpec, World, WorldSettings};

const STEP: f32 = 1.0 / 30.0;
const RADIUS: f32 = 0.35;

/// Somebody beside a long wall above, on whom a box drops.
fn dropped(center: Vec2, size: Vec2, angle: f32) -> (World, AgentId, Shape) {
    let mut world = World::new(WorldSettings::default()).expect("settings");
    let wall = Segment::new(Vec2::new(-20.0, 0.5), Vec2::new(20.0, 0.5)).expect("a wall");
    world
        .insert_obstacle(ObstacleSpec::new(wall))
        .expect("a wall");
    let walker = AgentSpec::new(Body::new(Vec2::ZERO, RADIUS, 1.4))
        .with_goal(Goal::point(Vec2::new(15.0, -6.0), 0.3));
    let id = world.insert_agent(walker).expect("an agent");
    world.step(STEP).expect("a step");
    let shape = Shape::from(ConvexPolygon::rectangle(center, size, angle).expect("a box"));
    let spec = ObstacleSpec::new(shape.clone()).temporary();
    world.insert_obstacle(spec).expect("a crate");
    (world, id, shape)
}

#[test]
fn a_crate_dropped_beside_a_wall_trapped_whom_it_fell_on() {
    let mut random = Random::new(13, 1);
    let mut boxes = vec![(Vec2::new(-0.30, -1.02), Vec2::new(2.38, 2.58), 0.0)];
    for _ in 0..100 {
        let center = Vec2::new(random.between(-1.0, 1.0), random.between(-1.2, 0.2));
        let size = Vec2::new(random.between(0.4, 3.0), random.between(0.4, 3.0));
        boxes.push((center, size, random.between(0.0, 3.0)));
    }
    for (center, size, angle) in boxes {
        let (mut world, id, shape) = dropped(center, size, angle);
        let mut deepest = 0.0_f32;
        for step in 0..900 {
            world.step(STEP).expect("a step");
            let body = world.agent(id).expect("an agent").body;
            assert!(
                body.position.y < 0.5,
                "beyond the wall: {center} {size} {angle}"
            );
            let surface = shape.hull(Vec2::ZERO).surface(body.position);
            if step > 0 {
                deepest = deepest.max(RADIUS - surface.distance);
            }
        }
        let agent = world.agent(id).expect("an agent");
        assert!(
            deepest < 0.011 * RADIUS,
            "{deepest} m inside: {center} {size} {angle}"
        );
        assert!(
            agent.arrived,
            "{center} {size} {angle}: {}",
            agent.body.position
        );
    }
}

#[test]
fn under_a_lid_that_covers_all_it_stays_and_the_world_goes_on() {
    let (mut world, id, _) = dropped(Vec2::ZERO, Vec2::splat(60.0), 0.0);
    for _ in 0..60 {
        world.step(STEP).expect("a step");
    }
    let body = world.agent(id).expect("an agent").body;
    assert!(
        body.position.is_finite() && body.position.y < 0.5,
        "{}",
        body.position
    );
}
