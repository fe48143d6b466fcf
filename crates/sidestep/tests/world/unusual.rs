//! The few who are far faster or larger than all others: they are seen from as far as they need, and
//! nobody else looks further for them.

use sidestep::Vec2;
use sidestep::motion::Body;
use sidestep::world::{AgentAvoidance, AgentSpec, Goal, World, WorldSettings};

use crate::common::walker;

/// A hundred who walk across a square of 30 m, without contacts.
fn crowd() -> World {
    let settings = WorldSettings {
        settle: false,
        ..WorldSettings::default()
    };
    let mut world = World::new(settings).expect("settings");
    for index in 0..100 {
        let place = 3.0 * Vec2::new((index % 10) as f32, (index / 10) as f32);
        let goal = Vec2::new(27.0, 27.0) - place;
        let spec = walker(place, goal, 0.3, 1.4);
        world.insert_agent(spec).expect("an agent");
    }
    world
}

fn least_gap(world: &World) -> f32 {
    let bodies: Vec<Body> = world.agents().map(|agent| agent.body).collect();
    let last = bodies.last().expect("an agent");
    let gap = |it: &Body| it.position.distance(last.position) - it.radius - last.radius;
    let others = &bodies[..bodies.len() - 1];
    others.iter().map(gap).fold(f32::INFINITY, f32::min)
}

fn least_gap_of_half_a_minute(world: &mut World) -> f32 {
    let mut gap = f32::INFINITY;
    for _ in 0..600 {
        world.step(0.05).expect("a step");
        gap = gap.min(least_gap(world));
    }
    gap
}

#[test]
fn one_who_is_fast_touches_nobody_on_the_way_through_a_crowd() {
    let mut world = crowd();
    let runner = AgentSpec::new(Body::new(Vec2::new(-300.0, 13.0), 0.3, 100.0))
        .with_goal(Goal::point(Vec2::new(330.0, 13.0), 1.0));
    let runner = world.insert_agent(runner).expect("an agent");
    let mut gap = f32::INFINITY;
    while world.time() < 60.0 && !world.agent(runner).expect("it").arrived {
        world.step(0.05).expect("a step");
        gap = gap.min(least_gap(&world));
    }
    assert!(gap >= 0.0, "it came as near as {gap} m");
    assert!(world.agent(runner).expect("it").arrived);
}

/// Each sees the other from as far as both need to brake.
#[test]
fn two_who_are_fast_meet_head_on_and_do_not_touch() {
    for speed in [30.0, 60.0, 100.0] {
        let mut world = crowd();
        for side in [-1.0, 1.0] {
            let at = |x: f32| Vec2::new(x * side, 500.0);
            let mut runner = walker(at(400.0), at(-400.0), 0.3, speed);
            // Long to brake.
            runner.body.limits.max_force = 10.0 * runner.body.mass;
            runner.body.velocity = Vec2::new(-side * speed, 0.0);
            world.insert_agent(runner).expect("an agent");
        }
        let gap = least_gap_of_half_a_minute(&mut world);
        assert!(gap >= 0.0, "at {speed} m/s they came as near as {gap} m");
    }
}

#[test]
fn one_who_is_huge_touches_nobody_either() {
    let mut world = crowd();
    let giant = AgentSpec::new(Body::new(Vec2::new(-20.0, 13.0), 8.0, 1.4))
        .with_goal(Goal::point(Vec2::new(60.0, 13.0), 1.0));
    world.insert_agent(giant).expect("an agent");
    let gap = least_gap_of_half_a_minute(&mut world);
    assert!(gap >= 0.0, "it came as near as {gap} m");
}

/// Who stands far away changes nothing, however fast it could be.
#[test]
fn one_who_is_fast_and_far_away_changes_nobody() {
    for avoids in [true, false] {
        let run = |speed: f32| {
            let mut world = crowd();
            let mut spec = AgentSpec::new(Body::new(Vec2::new(0.0, 9000.0), 0.3, speed));
            if !avoids {
                spec.profile.agent_avoidance = AgentAvoidance::None;
            }
            world.insert_agent(spec).expect("an agent");
            for _ in 0..60 {
                world.step(0.1).expect("a step");
            }
            let places = world.agents().take(100).map(|it| it.body.position);
            places.collect::<Vec<Vec2>>()
        };
        assert_eq!(run(1.4), run(300.0));
    }
}
