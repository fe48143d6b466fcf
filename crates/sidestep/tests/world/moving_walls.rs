//! Walls and obstacles that move, faster than bodies can.

use sidestep::Vec2;
use sidestep::geometry::{ConvexPolygon, Segment, Shape};
use sidestep::motion::Body;
use sidestep::random::Random;
use sidestep::space::Topology;
use sidestep::world::{
    AgentId, AgentSpec, Goal, ObstacleId, ObstacleSpec, Pose, World, WorldSettings,
};

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

/// A world with somebody at rest at a place, and a door of 2 m from the origin in +x.
fn by_a_door(at: Vec2) -> (World, AgentId, ObstacleId) {
    let mut world = World::new(WorldSettings::default()).expect("settings");
    let id = world
        .insert_agent(AgentSpec::new(Body::new(at, 0.3, 1.4)))
        .expect("an agent");
    let door = Segment::new(Vec2::ZERO, Vec2::new(2.0, 0.0)).expect("a door");
    let door = world
        .insert_obstacle(ObstacleSpec::new(door))
        .expect("a door");
    (world, id, door)
}

/// The door, opened by an angle (rad) about its hinge.
fn opened(angle: f32) -> Pose {
    let along = Vec2::new(libm::cosf(angle), libm::sinf(angle));
    Pose {
        center: along,
        angle,
    }
}

fn place(world: &World, id: AgentId) -> Vec2 {
    world.agent(id).expect("an agent").body.position
}

/// Where the door that is opened by an angle sees a place: along it, and ahead of it.
fn seen_from_door(place: Vec2, angle: f32) -> Vec2 {
    Vec2::new(libm::cosf(-angle), libm::sinf(-angle)).rotate(place)
}

#[test]
fn a_door_that_turned_passed_over_whom_it_met() {
    let mut random = Random::new(5, 1);
    for step in [0.05f32, 0.2, 0.5, 1.0, 1.5] {
        for _ in 0..60 {
            let (distance, angle) = (random.between(0.2, 1.9), random.between(0.4, 1.2));
            let at = Vec2::new(libm::cosf(angle), libm::sinf(angle)) * distance;
            let (mut world, id, door) = by_a_door(at);
            let mut turned = 0.0;
            while turned < 1.5 {
                turned += step;
                world.move_obstacle(door, opened(turned)).expect("a door");
                world.step(STEP).expect("a step");
                let seen = seen_from_door(place(&world, id), turned);
                // Pushed off its end it is free.
                assert!(
                    seen.y > 0.2 || seen.x > 2.0 || turned + 0.3 < angle,
                    "{step} rad a step, from {at}: {seen} at {turned} rad"
                );
                if seen.x > 2.0 {
                    break;
                }
            }
        }
    }
}

#[test]
fn a_door_that_is_put_somewhere_takes_nobody_along() {
    let at = Vec2::new(1.0, 1.0);
    let (mut world, id, door) = by_a_door(at);
    world
        .place_obstacle(door, opened(1.5), Vec2::ZERO)
        .expect("a door");
    world.step(STEP).expect("a step");
    assert!(place(&world, id).distance(at) < 1e-3);
}

#[test]
fn what_was_moved_rests_then_and_is_exactly_there() {
    let (mut world, _, door) = by_a_door(Vec2::new(9.0, 9.0));
    let there = Pose {
        center: Vec2::new(0.1, 0.7),
        angle: 3.5,
    };
    world.move_obstacle(door, there).expect("a door");
    let seen = world.obstacle(door).expect("the door");
    assert_eq!(seen.next, Some(there));
    assert_ne!(seen.pose, there);
    // Three parts of a step.
    world.step(0.3).expect("a step");
    for _ in 0..2 {
        let seen = world.obstacle(door).expect("the door");
        assert_eq!(seen.pose.angle.to_bits(), there.angle.to_bits());
        assert!(seen.pose.center.distance(there.center) < 1e-6, "{seen:?}");
        assert_eq!((seen.next, seen.velocity), (None, Vec2::ZERO));
        world.step(0.3).expect("a step");
    }
    let bad = Pose {
        angle: f32::NAN,
        ..there
    };
    let error = world.move_obstacle(door, bad).expect_err("no number");
    assert!(error.to_string().contains("angle"), "{error}");
    assert!(world.move_obstacle(ObstacleId(77), there).is_err());
}

#[test]
fn a_door_turns_the_shorter_way_round() {
    // From 0 to 6 rad is 0.28 rad clockwise: who stands ahead of it counter-clockwise isn't met.
    let at = Vec2::new(1.0, 1.0);
    let (mut world, id, door) = by_a_door(at);
    world.move_obstacle(door, opened(6.0)).expect("a door");
    world.step(STEP).expect("a step");
    assert!(place(&world, id).distance(at) < 1e-3);
    let at = Vec2::new(1.0, -0.35);
    let (mut world, id, door) = by_a_door(at);
    world.move_obstacle(door, opened(6.0)).expect("a door");
    world.step(STEP).expect("a step");
    assert!(seen_from_door(place(&world, id), 6.0).y < -0.29);
}

#[test]
fn whoever_outran_a_fast_wall_was_stopped_by_it_from_behind() {
    // The wall comes 1 m a step from 0.5 m behind; the body is as fast and a little faster.
    let (mut world, slow) = overrun(Topology::Open, Vec2::ZERO, wall(-0.5), 30.0);
    world.remove_agent(slow).expect("an agent");
    let mut body = Body::new(Vec2::ZERO, 0.3, 33.0);
    body.velocity = Vec2::new(33.0, 0.0);
    let goal = Goal::point(Vec2::new(99.0, 0.0), 1.0);
    let id = world
        .insert_agent(AgentSpec::new(body).with_goal(goal))
        .expect("an agent");
    for step in 1..=5 {
        world.step(STEP).expect("a step");
        let face = -0.5 + 30.0 * STEP * step as f32;
        let gap = place(&world, id).x - face;
        assert!(gap > 0.29, "{gap} m before the wall after {step} steps");
    }
}

#[test]
fn whom_a_wall_pressed_came_out_through_a_crate() {
    // A wall comes from the left and presses against a crate that is wide and 1 m deep.
    let (mut world, id) = overrun(Topology::Open, Vec2::ZERO, wall(-1.0), 3.0);
    let size = Vec2::new(1.0, 4.0);
    let crate_shape = ConvexPolygon::rectangle(Vec2::new(1.0, 0.0), size, 0.0).expect("a box");
    world
        .insert_obstacle(ObstacleSpec::new(crate_shape).temporary())
        .expect("a crate");
    for _ in 0..40 {
        world.step(STEP).expect("a step");
        let at = place(&world, id);
        assert!(at.x < 0.5 || at.y.abs() > 2.0, "{at}");
    }
}
