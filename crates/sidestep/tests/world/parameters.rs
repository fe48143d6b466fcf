//! Other parameters for agents that are under way.

use sidestep::Vec2;
use sidestep::avoid::look_ahead::LookAhead;
use sidestep::geometry::Segment;
use sidestep::motion::Body;
use sidestep::space::Topology;
use sidestep::steer::FollowPath;
use sidestep::world::{
    AgentAvoidance, AgentId, AgentSpec, Behavior, Detouring, Event, EventKind, Goal,
    ObstacleAvoidance, ObstacleSpec, WeightedBehavior, World, WorldError, WorldSettings,
};

use super::{bits, empty_world, step_for};
use crate::common::{circle, walker};

const DT: f32 = 1.0 / 30.0;

/// Two rows that walk through each other, past an obstacle and a crate.
fn crossing() -> World {
    let mut world = empty_world();
    let obstacle = ObstacleSpec::new(circle(Vec2::new(0.0, 0.4), 0.8));
    world.insert_obstacle(obstacle).expect("obstacle");
    let parcel = ObstacleSpec::new(circle(Vec2::new(2.5, -2.0), 0.6)).temporary();
    world.insert_obstacle(parcel).expect("obstacle");
    for row in 0..8 {
        let across = row as f32 * 0.9 - 3.0;
        for side in [-6.0, 6.0] {
            let (from, to) = (Vec2::new(side, across), Vec2::new(-side, across));
            world
                .insert_agent(walker(from, to, 0.3, 1.4))
                .expect("agent");
        }
    }
    world
}

fn spec(world: &World, id: AgentId) -> AgentSpec {
    world.spec(id).expect("an agent")
}

fn place(world: &World, id: AgentId) -> Vec2 {
    world.agent(id).expect("an agent").body.position
}

#[test]
fn the_same_parameters_again_change_nothing() {
    let (mut world, mut other) = (crossing(), crossing());
    for step in 0..300 {
        if step % 3 == 0 {
            let ids: Vec<AgentId> = world.agents().map(|agent| agent.id).collect();
            for id in ids {
                let same = spec(&world, id);
                world.set_spec(id, same).expect("the same again");
            }
            world.set_settle(true);
        }
        world.step(DT).expect("step");
        other.step(DT).expect("step");
        assert_eq!(bits(&world), bits(&other), "step {step}");
    }
}

#[test]
fn an_agent_keeps_its_place_velocity_and_goal() {
    let mut world = empty_world();
    let mut walker = walker(Vec2::ZERO, Vec2::new(3.0, 0.0), 0.3, 1.5);
    walker
        .profile
        .goals
        .push(Goal::point(Vec2::new(3.0, 9.0), 0.2));
    let id = world.insert_agent(walker).expect("agent");
    step_for(&mut world, DT, 4.0);
    let before = bits(&world);
    assert_eq!(world.agent(id).expect("agent").goal, 1);
    let mut slow = spec(&world, id);
    slow.profile.preferred_speed = 0.5;
    slow.body = Body::new(Vec2::splat(77.0), 0.2, 0.5);
    slow.body.velocity = Vec2::splat(5.0);
    world.set_spec(id, slow).expect("parameters");
    assert_eq!(bits(&world), before);
    let agent = world.agent(id).expect("agent");
    assert_eq!(
        (agent.goal, agent.body.radius, agent.body.limits.max_speed),
        (1, 0.2, 0.5)
    );
    step_for(&mut world, DT, 3.0);
    assert!(world.agent(id).expect("agent").body.speed() <= 0.51);
    let mut elsewhere = spec(&world, id);
    elsewhere.profile.goals = vec![Goal::point(Vec2::new(-4.0, 0.0), 0.2)];
    elsewhere.profile.preferred_speed = 1.5;
    elsewhere.body.limits = Body::new(Vec2::ZERO, 0.2, 1.5).limits;
    world.set_spec(id, elsewhere).expect("parameters");
    assert_eq!(world.agent(id).expect("agent").goal, 0);
    step_for(&mut world, DT, 10.0);
    assert!(place(&world, id).distance(Vec2::new(-4.0, 0.0)) < 0.3);
}

#[test]
fn a_method_that_is_switched_on_avoids_and_off_does_not() {
    let through = |switched: bool| {
        let mut world = empty_world();
        world.set_settle(false);
        let ahead = circle(Vec2::new(6.0, 0.1), 1.0);
        world
            .insert_obstacle(ObstacleSpec::new(ahead))
            .expect("obstacle");
        let mut blind = walker(Vec2::ZERO, Vec2::new(12.0, 0.0), 0.3, 1.5);
        blind.profile.obstacle_avoidance = ObstacleAvoidance::None;
        blind.profile.agent_avoidance = AgentAvoidance::None;
        blind.profile.detouring = Detouring::None;
        let id = world.insert_agent(blind.clone()).expect("agent");
        step_for(&mut world, DT, 1.0);
        if switched {
            let look_ahead = LookAhead::for_radius(0.3);
            blind.profile.obstacle_avoidance = ObstacleAvoidance::LookAhead(look_ahead);
            world.set_spec(id, blind).expect("parameters");
        }
        let mut nearest = f32::INFINITY;
        for _ in 0..400 {
            world.step(DT).expect("step");
            nearest = nearest.min(place(&world, id).distance(Vec2::new(6.0, 0.1)));
        }
        assert!(world.agent(id).expect("agent").arrived);
        nearest
    };
    assert!(through(true) > 1.29, "{}", through(true));
    assert!(through(false) < 0.5, "{}", through(false));
}

#[test]
fn a_body_that_grows_is_pushed_out() {
    let mut world = empty_world();
    let wall = super::wall(Vec2::new(-5.0, 0.0), Vec2::new(5.0, 0.0));
    world.insert_obstacle(wall).expect("wall");
    let mut stands = AgentSpec::new(Body::new(Vec2::new(0.0, 0.4), 0.3, 1.0));
    let id = world.insert_agent(stands.clone()).expect("agent");
    stands.body.position.x = 0.7;
    let other = world.insert_agent(stands.clone()).expect("agent");
    // Both stand long enough to be walked round.
    step_for(&mut world, DT, 1.0);
    for id in [id, other] {
        let mut large = spec(&world, id);
        large.body.radius = 0.6;
        world.set_spec(id, large).expect("parameters");
    }
    step_for(&mut world, DT, 1.0);
    let (one, two) = (place(&world, id), place(&world, other));
    assert!(one.y > 0.599 && two.y > 0.599, "{one} {two}");
    assert!(one.distance(two) > 1.199, "{one} {two}");
}

#[test]
fn progress_along_a_path_is_kept_while_weights_change() {
    // The way there and back leads along the same line: only progress tells which one it is on.
    let path = vec![Vec2::ZERO, Vec2::new(6.0, 0.0), Vec2::new(0.0, 0.5)];
    let follow = |weight| WeightedBehavior {
        behavior: Behavior::FollowPath {
            path: path.clone(),
            parameters: FollowPath::for_radius(0.3),
        },
        weight,
    };
    let mut world = empty_world();
    let mut walker = AgentSpec::new(Body::new(Vec2::ZERO, 0.3, 1.5));
    walker.profile.behaviors = vec![follow(1.0)];
    let id = world.insert_agent(walker.clone()).expect("agent");
    step_for(&mut world, DT, 7.0);
    let there = place(&world, id);
    assert!(
        world.agent(id).expect("agent").body.velocity.x < -0.5,
        "it is on its way back"
    );
    walker.profile.behaviors = vec![
        follow(0.8),
        Behavior::Seek(super::agent_aim(AgentId(99))).into(),
    ];
    world.set_spec(id, walker).expect("parameters");
    step_for(&mut world, DT, 1.0);
    assert!(
        place(&world, id).x < there.x - 0.5,
        "{there} {}",
        place(&world, id)
    );
}

#[test]
fn what_makes_no_sense_is_refused_and_changes_nothing() {
    let (mut world, mut other) = (crossing(), crossing());
    step_for(&mut world, DT, 1.0);
    step_for(&mut other, DT, 1.0);
    let good = spec(&world, AgentId(0));
    let bad: [fn(&mut AgentSpec); 6] = [
        |it| it.body.radius = 0.0,
        |it| it.body.limits.max_speed = f32::NAN,
        |it| it.profile.preferred_speed = f32::INFINITY,
        |it| it.profile.responsibility = -1.0,
        |it| it.profile.goals = vec![Goal::point(Vec2::NAN, 0.2)],
        |it| it.profile.behaviors[0].weight = -1.0,
    ];
    for (number, spoil) in bad.into_iter().enumerate() {
        let mut spoiled = good.clone();
        spoil(&mut spoiled);
        assert!(world.set_spec(AgentId(0), spoiled).is_err(), "{number}");
        assert_eq!(world.spec(AgentId(0)), Some(good.clone()), "{number}");
    }
    let nobody = AgentId(4711);
    assert_eq!(
        world.set_spec(nobody, good.clone()),
        Err(WorldError::NoSuchAgent { id: nobody })
    );
    assert!(world.spec(nobody).is_none());
    for heading in [Vec2::ZERO, Vec2::splat(2.0), Vec2::NAN] {
        assert!(world.set_heading(AgentId(0), heading).is_err());
    }
    step_for(&mut world, DT, 2.0);
    step_for(&mut other, DT, 2.0);
    assert_eq!(bits(&world), bits(&other));
}

#[test]
fn who_is_turned_faces_that_way_while_it_stands() {
    let mut world = empty_world();
    let id = world
        .insert_agent(AgentSpec::new(Body::new(Vec2::ZERO, 0.3, 1.0)))
        .expect("agent");
    world.set_heading(id, Vec2::NEG_Y).expect("a unit vector");
    step_for(&mut world, DT, 0.5);
    assert_eq!(world.agent(id).expect("agent").body.heading, Vec2::NEG_Y);
}

#[test]
fn all_do_the_same_of_the_work_unless_it_is_said_otherwise() {
    let spec = walker(Vec2::ZERO, Vec2::X, 0.3, 1.5);
    assert_eq!(spec.profile.responsibility, 1.0);
    assert_eq!(spec.profile.priority, 0);
    assert_eq!(spec.profile.preferred_speed, 1.5);
}

#[test]
fn other_settings_count_from_the_next_step_on_and_another_topology_is_refused() {
    // Somebody in a closed room who wants out.
    let room = || {
        let mut world = empty_world();
        let corners = [
            (-1.0, -1.0),
            (1.0, -1.0),
            (1.0, 1.0),
            (-1.0, 1.0),
            (-1.0, -1.0),
        ];
        for pair in corners.windows(2) {
            let [from, to] = [pair[0], pair[1]].map(Vec2::from);
            let wall = ObstacleSpec::new(Segment::new(from, to).expect("a wall"));
            world.insert_obstacle(wall).expect("a wall");
        }
        let walker = walker(Vec2::ZERO, Vec2::new(9.0, 0.0), 0.3, 1.4);
        world.insert_agent(walker).expect("agent");
        world
    };
    let stuck_within_two_seconds = |mut world: World| {
        (0..60).any(|_| {
            world.step(DT).expect("step");
            let stuck = |event: &Event| matches!(event.kind, EventKind::Stuck { .. });
            world.events().iter().any(stuck)
        })
    };
    let mut changed = room();
    let mut hasty = *changed.settings();
    (hasty.stuck_seconds, hasty.max_neighbors, hasty.seed) = (0.2, 3, 7);
    changed.set_settings(hasty).expect("settings");
    assert_eq!(changed.settings(), &hasty);
    assert!(stuck_within_two_seconds(changed.clone()) && !stuck_within_two_seconds(room()));
    let wrapping = WorldSettings {
        topology: Topology::torus(Vec2::splat(-9.0), Vec2::splat(9.0)).expect("a box"),
        ..hasty
    };
    let refused = changed.set_settings(wrapping);
    assert_eq!(refused, Err(WorldError::OtherTopology));
    let negative = WorldSettings {
        stuck_seconds: -1.0,
        ..hasty
    };
    assert!(changed.set_settings(negative).is_err());
    assert_eq!(changed.settings(), &hasty, "nothing has changed");
}
