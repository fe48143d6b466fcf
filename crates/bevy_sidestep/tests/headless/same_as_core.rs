//! The plug-in moves agents as the core does, bit for bit.

use bevy_math::Vec2;
use bevy_sidestep::prelude::*;
use bevy_sidestep::sidestep::{
    AgentId, AgentSpec, Body, Circle, ConvexPolygon, Goal as CoreGoal, ObstacleSpec, Segment,
    World, WorldSettings,
};
use bevy_transform::components::Transform;

use crate::stage::*;

/// Where walkers go from and to: two streams that cross, between obstacles.
pub fn walks() -> Vec<(Vec2, Vec2)> {
    let walk = |index: usize| {
        let along = index as f32 * 0.9 - 8.0;
        if index.is_multiple_of(2) {
            (Vec2::new(-9.0, along * 0.5), Vec2::new(9.0, along * 0.5))
        } else {
            (Vec2::new(along * 0.5, -9.0), Vec2::new(along * 0.5, 9.0))
        }
    };
    (0..20).map(walk).collect()
}

#[test]
fn the_same_scene_in_a_plain_world_has_the_same_hash_at_every_tick() {
    let mut app = game();
    let mut core = World::new(WorldSettings::default()).expect("a world");
    for (key, (from, to)) in walks().into_iter().enumerate() {
        let key = key as u64;
        app.world_mut().spawn((StableKey(key), walker(from, to)));
        let body = Body::new(from, 0.3, 1.5);
        let goal = CoreGoal::point(to, 0.15);
        let mut spec = AgentSpec::new(body).with_goal(goal);
        spec.id = Some(AgentId(key));
        core.insert_agent(spec).expect("an agent");
    }
    let pillar = (Obstacle::circle(0.7), Transform::from_xyz(1.0, 1.5, 0.0));
    app.world_mut().spawn(pillar);
    let box_ = (
        Obstacle::rect(1.0, 2.0),
        Temporary,
        Transform::from_xyz(-3.0, 0.5, 0.0),
    );
    app.world_mut().spawn(box_);
    let wall = Wall::line(Vec2::new(3.0, -4.0), Vec2::new(5.0, -3.0));
    app.world_mut().spawn(wall);
    let pillar = Circle::new(Vec2::new(1.0, 1.5), 0.7).expect("a circle");
    let box_ = ConvexPolygon::rectangle(Vec2::new(-3.0, 0.5), Vec2::new(1.0, 2.0), 0.0);
    let wall = Segment::new(Vec2::new(3.0, -4.0), Vec2::new(5.0, -3.0)).expect("a wall");
    core.insert_obstacle(ObstacleSpec::new(pillar))
        .expect("one");
    core.insert_obstacle(ObstacleSpec::new(box_.expect("a box")).temporary())
        .expect("one");
    core.insert_obstacle(ObstacleSpec::new(wall)).expect("one");
    for tick in 0..1_200 {
        app.update();
        core.step(TICK).expect("a step");
        assert_eq!(hash(&app), core.state_hash(), "tick {tick}");
    }
    assert!(core.agents().filter(|agent| agent.arrived).count() > 10);
}
