//! Both methods chosen for agents of a world.

use std::sync::Arc;

use sidestep::Vec2;
use sidestep::avoid::detour::Blocker;
use sidestep::motion::Body;
use sidestep::world::{AgentSpec, Detouring, Goal, ObstacleSpec, World, WorldSettings};

use super::{Method, RADIUS, at, line, methods, rectangle};

fn world(walls: bool) -> World {
    let settings = WorldSettings {
        settle: false,
        ..WorldSettings::default()
    };
    let mut world = World::new(settings).expect("settings");
    let wide = if walls { 3.4 } else { 3.0 };
    let crate_ahead = rectangle(at(4.0, 0.2), at(1.0, wide), 0.0);
    let spec = ObstacleSpec::new(crate_ahead).temporary();
    world.insert_obstacle(spec).expect("a crate");
    if walls {
        for shape in [
            line(at(-2.0, 2.0), at(9.0, 2.0)),
            line(at(-2.0, -1.9), at(9.0, -1.9)),
            line(at(-2.0, -1.9), at(-2.0, 2.0)),
            line(at(9.0, -1.9), at(9.0, 2.0)),
        ] {
            world
                .insert_obstacle(ObstacleSpec::new(shape))
                .expect("a wall");
        }
    }
    world
}

fn walker(method: Method) -> AgentSpec {
    let body = Body::new(Vec2::ZERO, RADIUS, 1.4);
    let mut spec = AgentSpec::new(body).with_goal(Goal::point(at(7.0, 0.0), 0.2));
    spec.profile.detouring = match method {
        Method::FurthestTangents(tangents) => Detouring::Custom(Arc::new(tangents)),
        Method::LocalGrid(grid) => Detouring::Custom(Arc::new(grid)),
    };
    spec
}

#[test]
fn a_crate_on_the_way_is_walked_round() {
    for method in methods() {
        let mut world = world(false);
        let id = world.insert_agent(walker(method)).expect("an agent");
        while world.time() < 12.0 && !world.agent(id).expect("there").arrived {
            world.step(1.0 / 30.0).expect("a step");
            let agent = world.agent(id).expect("there");
            for obstacle in world.obstacles() {
                let surface = obstacle.hull().surface(agent.body.position);
                assert!(surface.distance >= RADIUS - 1e-3, "{method:?}");
            }
        }
        assert!(world.agent(id).expect("there").arrived, "{method:?}");
        assert_eq!(world.blocked().count(), 0);
    }
}

#[test]
fn a_plug_is_reported_with_who_it_is() {
    for method in methods() {
        let mut world = world(true);
        let id = world.insert_agent(walker(method)).expect("an agent");
        for _ in 0..60 {
            world.step(1.0 / 30.0).expect("a step");
        }
        let blocked: Vec<_> = world.blocked().collect();
        assert_eq!(blocked.len(), 1, "{method:?}");
        assert_eq!(blocked[0].agent, id);
        assert_eq!(blocked[0].by, [Blocker::Obstacle(0)], "{method:?}");
    }
}
