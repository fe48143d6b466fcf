use sidestep::Vec2;
use sidestep::geometry::{ConvexPolygon, Segment, Shape};
use sidestep::motion::Body;
use sidestep::world::{AgentSpec, Goal, ObstacleAvoidance, ObstacleSpec, World, WorldSettings};

use super::{empty_world, step_for, wall};
use crate::common::{circle, walker};

fn deepest_pair(world: &World) -> f32 {
    let bodies: Vec<Body> = world.agents().map(|agent| agent.body).collect();
    let mut deepest = f32::NEG_INFINITY;
    for (index, a) in bodies.iter().enumerate() {
        for b in &bodies[..index] {
            deepest = deepest.max(a.radius + b.radius - a.position.distance(b.position));
        }
    }
    deepest
}

#[test]
fn fifty_on_one_place_part() {
    let mut world = empty_world();
    for _ in 0..50 {
        let spec = AgentSpec::new(Body::new(Vec2::new(3.0, -2.0), 0.3, 1.5));
        world.insert_agent(spec).expect("agent");
    }
    for second in 0..10 {
        step_for(&mut world, 1.0 / 30.0, 1.0);
        assert!(world.agents().all(|agent| agent.body.position.is_finite()));
        eprintln!("after {} s: {:.3} m", second + 1, deepest_pair(&world));
    }
    assert!(deepest_pair(&world) < 0.03, "{}", deepest_pair(&world));
    // Parted, not scattered.
    for agent in world.agents() {
        let away = agent.body.position.distance(Vec2::new(3.0, -2.0));
        assert!(away < 20.0, "{away}");
    }
}

#[test]
fn a_crowd_presses_nobody_through_a_wall() {
    for avoids in [false, true] {
        let mut world = empty_world();
        let solid = wall(Vec2::new(5.0, -20.0), Vec2::new(5.0, 20.0));
        world.insert_obstacle(solid.clone()).expect("wall");
        for index in 0..60 {
            let start = Vec2::new((index / 6) as f32 * -0.7, (index % 6) as f32 * 0.7);
            let mut spec = walker(start, Vec2::new(9.0, 2.0), 0.3, 2.0);
            if !avoids {
                spec.profile.obstacle_avoidance = ObstacleAvoidance::None;
            }
            world.insert_agent(spec).expect("agent");
        }
        let mut passed = false;
        for _ in 0..600 {
            world.step(1.0 / 30.0).expect("step");
            for agent in world.agents() {
                let position = agent.body.position;
                let surface = solid.shape.hull(Vec2::ZERO).surface(position);
                let depth = agent.body.radius - surface.distance;
                assert!(depth < 1e-3, "avoids {avoids}: {depth} m into the wall");
                // Round its end is allowed, and those who avoid do it.
                let through = position.x > 5.0 && position.y.abs() < 20.0;
                passed |= through;
                assert!(avoids || !through, "{position} is behind the wall");
            }
        }
        assert_eq!(passed, avoids, "only those who avoid come round the end");
        let nearest = world.agents().map(|agent| agent.body.position.x);
        assert!(nearest.fold(0.0, f32::max) > 4.0, "nobody came near");
    }
}

#[test]
fn the_fastest_doesnt_jump_through_a_thin_wall() {
    let walls: [Shape; 3] = [
        Segment::new(Vec2::new(10.0, -9.0), Vec2::new(10.0, 9.0))
            .expect("wall")
            .into(),
        Segment::new(Vec2::new(8.0, -9.0), Vec2::new(12.0, 9.0))
            .expect("wall")
            .into(),
        ConvexPolygon::rectangle(Vec2::new(10.0, 0.0), Vec2::new(0.05, 18.0), 0.1)
            .expect("wall")
            .into(),
    ];
    for shape in &walls {
        for heading in [-0.5f32, -0.2, 0.0, 0.3, 0.5] {
            let mut world = empty_world();
            world
                .insert_obstacle(ObstacleSpec::new(shape.clone()))
                .expect("wall");
            let mut body = Body::new(Vec2::new(0.3, 0.0), 0.3, 50.0);
            body.velocity = Vec2::new(50.0, 50.0 * heading).clamp_length_max(50.0);
            body.face_velocity();
            let mut spec =
                AgentSpec::new(body).with_goal(Goal::point(Vec2::new(40.0, 40.0 * heading), 0.1));
            spec.profile.obstacle_avoidance = ObstacleAvoidance::None;
            let id = world.insert_agent(spec).expect("agent");
            let mut before = body.position;
            // As long as it can't have slid to the wall's end.
            for _ in 0..5 {
                world.step(1.0 / 15.0).expect("step");
                let place = world.agent(id).expect("agent").body.position;
                let crossed = place.y.abs() < 8.5 && {
                    let way = place - before;
                    let hull = shape.hull(Vec2::ZERO);
                    way.try_normalize().is_some_and(|direction| {
                        hull.sweep(before, direction, 0.25, way.length()).is_some()
                    })
                };
                assert!(
                    !crossed,
                    "heading {heading}: jumped from {before} to {place}"
                );
                let gap = shape.hull(Vec2::ZERO).surface(place).distance - 0.3;
                assert!(gap > -1e-3, "heading {heading}: {} m inside", -gap);
                before = place;
            }
        }
    }
}

#[test]
fn one_who_is_held_up_isnt_faster_than_it_moves() {
    let mut world = empty_world();
    world
        .insert_obstacle(wall(Vec2::new(2.0, -5.0), Vec2::new(2.0, 5.0)))
        .expect("wall");
    let mut spec = walker(Vec2::ZERO, Vec2::new(9.0, 0.0), 0.3, 2.0);
    spec.profile.obstacle_avoidance = ObstacleAvoidance::None;
    let id = world.insert_agent(spec).expect("agent");
    step_for(&mut world, 1.0 / 60.0, 4.0);
    let body = world.agent(id).expect("agent").body;
    assert!(body.speed() < 0.1, "{} m/s into the wall", body.speed());
    assert!((body.position.x - 1.7).abs() < 0.01, "{}", body.position);
}

#[test]
fn the_heavier_gives_way_less() {
    let mut world = empty_world();
    for (x, mass) in [(0.0, 9.0), (0.4, 1.0)] {
        let mut body = Body::new(Vec2::new(x, 0.0), 0.3, 1.0);
        body.mass = mass;
        let mut spec = AgentSpec::new(body);
        spec.profile.behaviors.clear();
        world.insert_agent(spec).expect("agent");
    }
    step_for(&mut world, 1.0 / 30.0, 0.5);
    let places: Vec<f32> = world.agents().map(|agent| agent.body.position.x).collect();
    let (heavy, light) = (-places[0], places[1] - 0.4);
    assert!(
        light > 5.0 * heavy && heavy > 0.0,
        "{heavy} against {light}"
    );
}

#[test]
fn what_appears_on_an_agent_lets_it_out() {
    for settle in [true, false] {
        let mut world = World::new(WorldSettings {
            settle,
            ..WorldSettings::default()
        })
        .expect("settings");
        let spec = walker(Vec2::ZERO, Vec2::new(6.0, 0.0), 0.3, 1.5);
        let id = world.insert_agent(spec).expect("agent");
        step_for(&mut world, 1.0 / 30.0, 1.0);
        let place = world.agent(id).expect("agent").body.position;
        let crate_shape = circle(place + Vec2::new(0.1, 0.05), 0.5);
        world
            .insert_obstacle(ObstacleSpec::new(crate_shape.clone()))
            .expect("obstacle");
        step_for(&mut world, 1.0 / 30.0, 2.0);
        let place = world.agent(id).expect("agent").body.position;
        let gap = crate_shape.hull(Vec2::ZERO).surface(place).distance - 0.3;
        assert!(gap > -1e-3, "settle {settle}: still {} m inside", -gap);
        step_for(&mut world, 1.0 / 30.0, 6.0);
        assert!(world.agent(id).expect("agent").arrived, "settle {settle}");
    }
}

#[test]
fn switched_off_contacts_leave_everybody_alone() {
    let mut world = World::new(WorldSettings {
        settle: false,
        ..WorldSettings::default()
    })
    .expect("settings");
    for _ in 0..2 {
        let mut spec = AgentSpec::new(Body::new(Vec2::ONE, 0.3, 1.0));
        spec.profile.behaviors.clear();
        world.insert_agent(spec).expect("agent");
    }
    step_for(&mut world, 0.1, 1.0);
    assert!(world.agents().all(|agent| agent.body.position == Vec2::ONE));
}

/// Rounding left a step along a tree a part into it, each slide again: agents stood there for ever.
#[test]
fn an_agent_at_rest_against_a_tree_is_not_held_there_by_rounding() {
    let mut held = 0;
    for place in 0..360 {
        let angle = (place as f32).to_radians() + 0.003;
        let out = Vec2::new(libm::cosf(angle), libm::sinf(angle));
        let center = Vec2::new(-12.509156, -50.910786);
        // Within the distance that contacts keep, where the next move starts by touching.
        let start = center + out * (0.6240275 + 0.4 + 3e-4);
        let mut world = empty_world();
        world
            .insert_obstacle(ObstacleSpec::new(circle(center, 0.6240275)))
            .expect("tree");
        let spec = walker(start, center - out * 20.0, 0.4, 6.0);
        let id = world.insert_agent(spec).expect("agent");
        step_for(&mut world, 1.0 / 30.0, 2.0);
        let moved = world.agent(id).expect("agent").body.position;
        held += usize::from(moved.distance(start) < 1.0);
    }
    assert_eq!(held, 0, "of 360 places");
}

/// Seen from outside, a step is a straight move: one bent along a tree must not cut through it.
#[test]
fn a_step_bent_along_a_tree_does_not_cut_through_it() {
    let mut world = empty_world();
    let tree = circle(Vec2::new(3.0, 0.0), 0.6);
    world
        .insert_obstacle(ObstacleSpec::new(tree.clone()))
        .expect("tree");
    let mut spec = walker(Vec2::new(0.0, 0.05), Vec2::new(9.0, 0.0), 0.4, 6.0);
    spec.profile.obstacle_avoidance = ObstacleAvoidance::None;
    let id = world.insert_agent(spec).expect("agent");
    let hull = tree.hull(Vec2::ZERO);
    let mut before = Vec2::new(0.0, 0.05);
    let mut deepest: f32 = 0.0;
    for _ in 0..120 {
        world.step(1.0 / 30.0).expect("step");
        let after = world.agent(id).expect("agent").body.position;
        for part in 0..=20 {
            let at = before.lerp(after, part as f32 / 20.0);
            deepest = deepest.max(0.4 - hull.surface(at).distance);
        }
        before = after;
    }
    assert!(before.x > 5.0, "it slides past: {before}");
    assert!(deepest <= 0.0, "{deepest} m deep");
}
