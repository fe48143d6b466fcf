//! A cart drives to and fro across the way of five people: they walk round it where it is, and it never runs into them.

use std::error::Error;

use sidestep::{
    AgentSpec, Body, ConvexPolygon, Goal, ObstacleSpec, Shape, Vec2, World, WorldSettings,
};

fn main() -> Result<(), Box<dyn Error>> {
    let mut world = World::new(WorldSettings::default())?;
    let shape = Shape::from(ConvexPolygon::rectangle(
        Vec2::ZERO,
        Vec2::new(1.5, 3.0),
        0.0,
    )?);
    // Temporary: no path knows it, and agents look for a way round it. The game moves it.
    let cart = world.insert_obstacle(ObstacleSpec::new(shape.clone()).temporary())?;
    for lane in [-2.0, -1.0, 0.0, 1.0, 2.0] {
        let body = Body::new(Vec2::new(-8.0, lane), 0.3, 1.4);
        let goal = Goal::point(Vec2::new(8.0, lane), 0.3);
        world.insert_agent(AgentSpec::new(body).with_goal(goal))?;
    }

    let (dt, mut place, mut velocity) = (1.0 / 60.0, Vec2::ZERO, Vec2::new(0.0, 0.8));
    while !world.agents().all(|agent| agent.arrived) {
        if place.y.abs() > 2.5 {
            velocity.y = -velocity.y.abs() * place.y.signum();
        }
        // Where it is now, and how it moves on during the step.
        world.move_obstacle(cart, place, velocity)?;
        world.step(dt)?;
        place += velocity * dt;

        assert!(world.time() < 30.0, "they get past");
        for agent in world.agents() {
            let hull = shape.hull(place);
            let depth = agent.body.radius - hull.surface(agent.body.position).distance;
            assert!(depth < 1e-3, "in the cart by {depth} m");
        }
    }
    println!(
        "five people past a moving cart in {:.1} s, and nobody was run over",
        world.time()
    );
    Ok(())
}
