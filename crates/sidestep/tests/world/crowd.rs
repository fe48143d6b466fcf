use sidestep::Vec2;
use sidestep::motion::Body;
use sidestep::world::{AgentSpec, Goal};

use super::{empty_world, step_for};
use crate::common::shapes::direction_at;

#[test]
fn a_hundred_on_their_way_to_one_point_calm_down() {
    let mut world = empty_world();
    for index in 0..100 {
        let start = direction_at(index as f32 * 2.4) * (4.0 + 0.08 * index as f32);
        let spec =
            AgentSpec::new(Body::new(start, 0.3, 1.5)).with_goal(Goal::point(Vec2::ZERO, 0.3));
        world.insert_agent(spec).expect("agent");
    }
    let energy = |world: &sidestep::world::World| -> f32 {
        world
            .agents()
            .map(|agent| 0.5 * agent.body.mass * agent.body.velocity.length_squared())
            .sum()
    };
    let mut peak: f32 = 0.0;
    let mut last = 0.0;
    // The furthest is 12 m away and needs 8 s.
    for second in 0..24 {
        step_for(&mut world, 1.0 / 30.0, 1.0);
        last = energy(&world);
        peak = peak.max(last);
        eprintln!("after {} s: {last:.3} J", second + 1);
    }
    assert!(last < 0.01 * peak, "{last} J of {peak} J are left");
    // In a heap around the point: a hundred discs of 0.3 m that touch fill a circle of 3.3 m, but
    // nobody presses.
    for agent in world.agents() {
        let away = agent.body.position.length();
        assert!(away < 7.0, "{} ends {away} m away", agent.id);
    }
}
