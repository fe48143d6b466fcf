//! Where agents face: where they mean to go, turned at their own pace, whatever pushes them.

use std::f32::consts::{PI, TAU};

use sidestep::Vec2;
use sidestep::motion::Body;
use sidestep::walker::{AgentAvoidance, Control, Detouring, ObstacleAvoidance};
use sidestep::world::{AgentId, AgentSpec, Goal, World};

use super::{empty_world, step_for};
use crate::common::shapes::direction_at;
use crate::common::walker;

const DT: f32 = 1.0 / 30.0;

fn heading(world: &World, id: AgentId) -> Vec2 {
    world.agent(id).expect("agent").body.heading
}

/// Sixty on a ring who change places, at this rate (rad/s). Says by how much anybody turned in one step
/// at most (rad).
fn most_turned(rate: f32, dt: f32) -> f32 {
    let mut world = empty_world();
    let people: Vec<AgentId> = (0..60)
        .map(|index| {
            let place = direction_at(index as f32 * TAU / 60.0) * 9.0;
            let mut spec = walker(place, -place, 0.3, 1.4);
            spec.profile.turn_rate = rate;
            world.insert_agent(spec).expect("agent")
        })
        .collect();
    let mut most: f32 = 0.0;
    for _ in 0..(15.0 / dt) as u32 {
        let before: Vec<Vec2> = people.iter().map(|id| heading(&world, *id)).collect();
        world.step(dt).expect("step");
        for (id, before) in people.iter().zip(before) {
            let now = heading(&world, *id);
            assert!((now.length() - 1.0).abs() < 1e-5, "{now}");
            most = most.max(libm::atan2f(before.perp_dot(now), before.dot(now)).abs());
        }
    }
    most
}

#[test]
fn nobody_in_a_crowd_turns_faster_than_it_can() {
    for dt in [1.0 / 15.0, 1.0 / 60.0] {
        for rate in [1.5, TAU] {
            let most = most_turned(rate, dt);
            assert!(most <= rate * dt + 1e-3, "{rate} rad/s, {dt} s: {most}");
            // Some do turn as fast as they can, or nothing would be seen here.
            assert!(most > 0.99 * rate * dt, "{rate} rad/s, {dt} s: {most}");
        }
    }
    // Who may turn at once does.
    assert!(most_turned(1e6, DT) > 1.0);
}

/// Somebody who avoids nobody goes to the right, and a cart pushes it back to the left.
#[test]
fn who_was_pushed_back_turned_round_with_every_push() {
    let mut world = empty_world();
    let mut spec = AgentSpec::new(Body::new(Vec2::ZERO, 0.3, 1.0))
        .with_goal(Goal::point(Vec2::new(20.0, 0.0), 0.3));
    spec.profile.agent_avoidance = AgentAvoidance::None;
    spec.profile.obstacle_avoidance = ObstacleAvoidance::None;
    spec.profile.detouring = Detouring::None;
    let pushed = world.insert_agent(spec).expect("agent");
    let mut cart = AgentSpec::new(Body::new(Vec2::new(2.0, 0.0), 0.6, 2.0));
    cart.profile.control = Control::Driven;
    let cart = world.insert_agent(cart).expect("cart");
    world
        .set_velocity(cart, Vec2::new(-1.0, 0.0))
        .expect("driven");
    let mut back = 0.0;
    for _ in 0..90 {
        let before = world.agent(pushed).expect("agent").body.position.x;
        world.step(DT).expect("step");
        let body = world.agent(pushed).expect("agent").body;
        back += (before - body.position.x).max(0.0);
        assert!(
            body.heading.x > 0.99,
            "{} at {}",
            body.heading,
            body.position
        );
    }
    assert!(back > 1.0, "it was pushed back by {back} m");
}

#[test]
fn half_a_turn_takes_half_a_second_at_any_time_step() {
    for dt in [0.05, 0.025, 0.0125] {
        let mut world = empty_world();
        let start = walker(Vec2::ZERO, Vec2::new(-20.0, 0.0), 0.3, 1.4);
        let id = world.insert_agent(start).expect("agent");
        world.set_heading(id, Vec2::X).expect("a unit vector");
        step_for(&mut world, dt, 0.25);
        // To the right, as it is exactly behind.
        let half_way = heading(&world, id);
        assert!(half_way.distance(Vec2::NEG_Y) < 0.02, "{dt} s: {half_way}");
        step_for(&mut world, dt, 0.25);
        let there = heading(&world, id);
        assert!(there.distance(Vec2::NEG_X) < 0.02, "{dt} s: {there}");
    }
}

#[test]
fn a_body_turns_the_shorter_way_round_and_no_further() {
    let turned = |to: f32, most: f32| {
        let mut body = Body::new(Vec2::ZERO, 0.3, 1.0);
        body.turn_towards(direction_at(to) * 7.0, most);
        body.heading
    };
    for to in [-3.0_f32, -1.0, -0.2, 0.0, 0.2, 1.0, 3.0] {
        for most in [0.0_f32, 0.1, 0.5, 2.0, PI, 100.0] {
            let expected = direction_at(to.clamp(-most.min(4.0), most.min(4.0)));
            let found = turned(to, most);
            assert!(found.distance(expected) < 1e-5, "{to}, {most}: {found}");
            // And in the mirror.
            let (left, right) = (turned(-to, most), Vec2::new(found.x, -found.y));
            assert!(left.distance(right) < 1e-5, "{to}, {most}");
        }
    }
    let mut body = Body::new(Vec2::ZERO, 0.3, 1.0);
    body.turn_towards(Vec2::ZERO, 1.0);
    assert_eq!(body.heading, Vec2::X);
}
