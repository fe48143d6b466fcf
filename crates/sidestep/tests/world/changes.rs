use sidestep::Vec2;
use sidestep::motion::Body;
use sidestep::world::{
    AgentId, AgentSpec, Aim, Behavior, Control, EventKind, Goal, Link, ObstacleSpec, OnArrival,
    Target, WorldError,
};

use super::{empty_world, step_for};
use crate::common::{circle, walker};

const DT: f32 = 1.0 / 30.0;

#[test]
fn new_goals_are_taken_at_once() {
    let mut world = empty_world();
    let spec = AgentSpec::new(Body::new(Vec2::ZERO, 0.3, 1.5))
        .with_goal(Goal::point(Vec2::new(5.0, 0.0), 0.2));
    let id = world.insert_agent(spec).expect("agent");
    step_for(&mut world, DT, 2.0);
    world
        .set_goals(id, vec![Goal::point(Vec2::new(0.0, 4.0), 0.2)])
        .expect("agent");
    step_for(&mut world, DT, 5.0);
    let agent = world.agent(id).expect("agent");
    assert!(agent.arrived);
    assert!(agent.body.position.distance(Vec2::new(0.0, 4.0)) < 0.2);
    // Arrived, and given another goal: it arrives again.
    world
        .set_goals(id, vec![Goal::point(Vec2::ZERO, 0.2)])
        .expect("agent");
    assert!(!world.agent(id).expect("agent").arrived);
    let mut arrivals = 0;
    for _ in 0..200 {
        world.step(DT).expect("step");
        let arrived = |event: &&sidestep::world::Event| event.kind == EventKind::Arrived;
        arrivals += world.events().iter().filter(arrived).count();
    }
    assert_eq!(arrivals, 1);
    world.set_goals(id, Vec::new()).expect("agent");
    step_for(&mut world, DT, 1.0);
    assert!(world.agent(id).expect("agent").body.speed() < 0.01);
}

#[test]
fn who_was_driven_goes_on_to_its_goal_when_it_is_steered_again() {
    let mut world = empty_world();
    let goal = Vec2::new(5.0, 0.0);
    let spec = walker(Vec2::ZERO, goal, 0.3, 1.5);
    let id = world.insert_agent(spec).expect("agent");
    step_for(&mut world, DT, 1.0);
    world.set_control(id, Control::Driven).expect("agent");
    world.set_velocity(id, Vec2::Y).expect("agent");
    let before = world.agent(id).expect("agent").body.position;
    step_for(&mut world, DT, 2.0);
    let after = world.agent(id).expect("agent").body.position;
    assert!((after - before).distance(2.0 * Vec2::Y) < 0.04, "{after}");
    let as_it_is = world.state_hash();
    world.set_control(id, Control::Driven).expect("agent");
    assert_eq!(world.state_hash(), as_it_is, "it was driven already");
    world.set_control(id, Control::Steered).expect("agent");
    step_for(&mut world, DT, 6.0);
    assert!(world.agent(id).expect("agent").arrived);
    let nobody = AgentId(7);
    assert_eq!(
        world.set_control(nobody, Control::Driven),
        Err(WorldError::NoSuchAgent { id: nobody })
    );
}

#[test]
fn a_marker_that_moves_is_followed() {
    let mut world = empty_world();
    let marker = world.insert_marker(Vec2::new(3.0, 0.0)).expect("marker");
    let mut spec = AgentSpec::new(Body::new(Vec2::ZERO, 0.3, 2.0));
    spec.profile.goals = vec![Goal::reach(Target::Marker(marker), 0.2)];
    spec.profile.on_arrival = OnArrival::Continue;
    let id = world.insert_agent(spec).expect("agent");
    for step in 0..300 {
        let place = Vec2::new(3.0, step as f32 * 0.02);
        world.move_marker(marker, place).expect("marker");
        world.step(DT).expect("step");
    }
    let place = world.agent(id).expect("agent").body.position;
    assert!(place.distance(Vec2::new(3.0, 6.0)) < 1.0, "{place}");
}

#[test]
fn a_teleport_leaves_no_trace() {
    let mut world = empty_world();
    let wall_between = circle(Vec2::new(0.0, 10.0), 3.0);
    world
        .insert_obstacle(ObstacleSpec::new(wall_between))
        .expect("obstacle");
    let spec = walker(Vec2::ZERO, Vec2::new(0.0, 25.0), 0.3, 1.5);
    let id = world.insert_agent(spec).expect("agent");
    step_for(&mut world, DT, 1.0);
    // To the other side of the obstacle: nothing is swept on the way.
    let place = Vec2::new(0.0, 20.0);
    world.place_agent(id, place, Vec2::ZERO).expect("agent");
    world.step(DT).expect("step");
    let body = world.agent(id).expect("agent").body;
    assert!(body.position.distance(place) < 0.1, "{}", body.position);
    assert!(body.speed() < 0.2, "{}", body.speed());
}

#[test]
fn who_is_removed_is_seen_by_nobody() {
    let mut world = empty_world();
    let first = world
        .insert_agent(AgentSpec::new(Body::new(Vec2::ZERO, 0.3, 1.0)))
        .expect("agent");
    let second = world
        .insert_agent(AgentSpec::new(Body::new(Vec2::new(0.3, 0.0), 0.3, 1.0)))
        .expect("agent");
    world.remove_agent(first).expect("agent");
    step_for(&mut world, DT, 1.0);
    assert_eq!(
        world.agent(second).expect("agent").body.position,
        Vec2::new(0.3, 0.0)
    );
    assert!(world.agent(first).is_none());
    assert_eq!(world.agents().len(), 1);
    // Ids aren't used twice.
    let third = world
        .insert_agent(AgentSpec::new(Body::new(Vec2::ONE, 0.3, 1.0)))
        .expect("agent");
    assert!(third > second);
}

#[test]
fn an_obstacle_that_is_moved_is_met_where_it_is() {
    let mut world = empty_world();
    let obstacle = world
        .insert_obstacle(ObstacleSpec::new(circle(Vec2::new(50.0, 50.0), 1.0)))
        .expect("obstacle");
    let spec = walker(Vec2::ZERO, Vec2::new(10.0, 0.1), 0.3, 1.5);
    let id = world.insert_agent(spec).expect("agent");
    step_for(&mut world, DT, 0.5);
    world
        .offset_obstacle(obstacle, Vec2::new(-45.0, -50.0), Vec2::ZERO)
        .expect("obstacle");
    let mut nearest = f32::INFINITY;
    for _ in 0..300 {
        world.step(DT).expect("step");
        let place = world.agent(id).expect("agent").body.position;
        nearest = nearest.min(place.distance(Vec2::new(5.0, 0.0)));
    }
    assert!((1.3..2.0).contains(&nearest), "passes at {nearest}");
    assert!(world.agent(id).expect("agent").arrived);
}

#[test]
fn links_are_put_in_the_place_of_others_all_or_none() {
    let link = |x: f32, seconds: f32| Link {
        from: Vec2::ZERO,
        to: Vec2::new(x, 0.0),
        seconds,
    };
    let mut world = empty_world();
    world.insert_link(link(1.0, 0.5)).expect("a link");
    world
        .set_links(vec![link(2.0, 0.5), link(3.0, 0.5)])
        .expect("links");
    assert_eq!(world.links(), [link(2.0, 0.5), link(3.0, 0.5)]);
    let refused = world.set_links(vec![link(4.0, 0.5), link(5.0, 0.0)]);
    let refused = refused.expect_err("a link that takes no time").to_string();
    assert!(refused.contains("seconds of links[1]"), "{refused}");
    assert_eq!(world.links(), [link(2.0, 0.5), link(3.0, 0.5)]);
}

#[test]
fn a_marker_that_is_put_elsewhere_hasnt_run_there() {
    // Who pursues a marker runs to where it is going to be: far up, for one that has run 10 m in a
    // step, and so hardly to the left any more.
    let to_the_left = |placed: bool| {
        let mut world = empty_world();
        let marker = world.insert_marker(Vec2::ZERO).expect("a marker");
        let mut spec = AgentSpec::new(Body::new(Vec2::new(20.0, 0.0), 0.3, 1.5));
        let pursue = Behavior::Pursue(Aim::At(Target::Marker(marker)), 5.0);
        spec.profile.behaviors = vec![pursue.into()];
        let pursuer = world.insert_agent(spec).expect("an agent");
        step_for(&mut world, DT, 1.0);
        let there = Vec2::new(0.0, 10.0);
        if placed {
            world.place_marker(marker, there).expect("a marker");
        } else {
            world.move_marker(marker, there).expect("a marker");
        }
        world.step(DT).expect("a step");
        -world.agent(pursuer).expect("the agent").body.velocity.x
    };
    let (ran, placed) = (to_the_left(false), to_the_left(true));
    assert!(ran < placed - 0.03, "{ran} {placed}");
    let mut world = empty_world();
    let none = sidestep::MarkerId(3);
    assert!(world.place_marker(none, Vec2::ZERO).is_err());
}
