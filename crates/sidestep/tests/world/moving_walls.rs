//! Walls and obstacles that move, faster than bodies can.

use sidestep::Vec2;
use sidestep::geometry::{ConvexPolygon, Segment, Shape};
use sidestep::motion::Body;
use sidestep::random::Random;
use sidestep::space::Topology;
use sidestep::world::{AgentId, AgentSpec, ObstacleSpec, World, WorldSettings};

const STEP: f32 = 1.0 / 30.0;

/// A world with a body at rest at a place, and a shape that comes along at a speed (m/s) in +x.
fn overrun(topology: Topology, at: Vec2, shape: Shape, speed: f32) -> (World, AgentId) {
    let settings = WorldSettings {
        topology,
        ..WorldSettings::default()
    };
    let mut world = World::new(settings).expect("settings");
    let id = world
        .insert_agent(AgentSpec::new(Body::new(at, 0.3, 1.4)))
        .expect("an agent");
    let mut spec = ObstacleSpec::new(shape);
    spec.velocity = Vec2::new(speed, 0.0);
    world.insert_obstacle(spec).expect("an obstacle");
    (world, id)
}

fn wall(x: f32) -> Shape {
    let ends = [Vec2::new(x, -2.0), Vec2::new(x, 2.0)];
    Segment::new(ends[0], ends[1]).expect("a wall").into()
}

fn thin_box(x: f32) -> Shape {
    let size = Vec2::new(0.001, 4.0);
    ConvexPolygon::rectangle(Vec2::new(x, 0.0), size, 0.0)
        .expect("a box")
        .into()
}

#[test]
fn walls_from_ten_metres_a_second_on_passed_through_bodies() {
    let mut random = Random::new(3, 1);
    for speed in [0.5, 5.0, 9.0, 10.0, 30.0, 100.0, 1000.0] {
        for trial in 0..60 {
            let from = random.between(-3.0, -0.4);
            let at = Vec2::new(0.0, random.between(-1.5, 1.5));
            let shape = if trial % 2 == 0 {
                wall(from)
            } else {
                thin_box(from)
            };
            let (mut world, id) = overrun(Topology::Open, at, shape, speed);
            for _ in 0..30 {
                world.step(STEP).expect("a step");
                let face = from + speed * world.time() as f32;
                let body = world.agent(id).expect("an agent").body;
                let gap = body.position.x - face;
                let rounding = 1e-5 * face.abs();
                assert!(
                    gap > 0.29 - rounding || body.position.y.abs() > 2.0,
                    "{speed} m/s, trial {trial}: {gap} m before the wall at {:.2} s",
                    world.time()
                );
            }
        }
    }
}

#[test]
fn over_the_seam_of_a_torus_too() {
    let topology = Topology::torus(Vec2::splat(-8.0), Vec2::splat(8.0)).expect("a torus");
    let (mut world, id) = overrun(topology, Vec2::new(-6.0, 0.0), wall(6.0), 60.0);
    for step in 1..=20 {
        world.step(STEP).expect("a step");
        let face = 6.0 + 60.0 * STEP * step as f32;
        let body = world.agent(id).expect("an agent").body;
        let gap = topology
            .between(Vec2::new(face, body.position.y), body.position)
            .x;
        if step > 2 {
            assert!(
                (gap - 0.3).abs() < 0.02,
                "{gap} m before the wall after {step} steps"
            );
        }
    }
}

#[test]
fn who_is_pressed_against_a_standing_wall_stays_on_its_side() {
    let (mut world, id) = overrun(Topology::Open, Vec2::ZERO, wall(-2.0), 40.0);
    world
        .insert_obstacle(ObstacleSpec::new(wall(1.0)))
        .expect("a wall");
    for _ in 0..10 {
        world.step(STEP).expect("a step");
        let x = world.agent(id).expect("an agent").body.position.x;
        assert!(x < 0.7, "{x}");
    }
}

#[test]
fn a_wall_that_goes_away_takes_nobody_along() {
    let (mut world, id) = overrun(Topology::Open, Vec2::ZERO, wall(0.31), 50.0);
    for _ in 0..10 {
        world.step(STEP).expect("a step");
    }
    let place = world.agent(id).expect("an agent").body.position;
    assert!(place.length() < 0.01, "{place}");
}
