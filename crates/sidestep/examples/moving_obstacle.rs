//! A cart drives to and fro across the way of five people: they pass where it won't be, and it never
//! runs into them.

use std::error::Error;

use sidestep::world::Pose;
use sidestep::{AgentSpec, Body, ConvexPolygon, Goal, ObstacleSpec, Vec2, World, WorldSettings};

fn main() -> Result<(), Box<dyn Error>> {
    let mut world = World::new(WorldSettings::default())?;
    let shape = ConvexPolygon::rectangle(Vec2::ZERO, Vec2::new(3.0, 1.5), 0.0)?;
    // Temporary: no path knows it, so agents look for a way round it.
    let cart = world.insert_obstacle(ObstacleSpec::new(shape).temporary())?;
    for lane in [-2.0, -1.0, 0.0, 1.0, 2.0] {
        let body = Body::new(Vec2::new(-8.0, lane), 0.3, 1.4);
        let goal = Goal::point(Vec2::new(8.0, lane), 0.3);
        world.insert_agent(AgentSpec::new(body).with_goal(goal))?;
    }

    // It stands across the way, a quarter turned, and moves on by itself at this velocity (m/s).
    let (dt, mut velocity) = (1.0 / 60.0, Vec2::new(0.0, 0.8));
    let angle = std::f32::consts::FRAC_PI_2;
    world.place_obstacle(
        cart,
        Pose {
            center: Vec2::ZERO,
            angle,
        },
        velocity,
    )?;
    while !world.agents().all(|agent| agent.arrived) {
        world.step(dt)?;
        let view = world.obstacle(cart).ok_or("the cart is gone")?;
        for agent in world.agents() {
            let depth = agent.body.radius - view.hull().surface(agent.body.position).distance;
            assert!(depth < 1e-3, "in the cart by {depth} m");
        }
        // At the ends of its way it turns back.
        let pose = view.pose;
        if pose.center.y * velocity.y > 2.5 * velocity.y.abs() {
            velocity = -velocity;
            world.place_obstacle(cart, pose, velocity)?;
        }
        assert!(world.time() < 30.0, "they get past");
    }
    println!(
        "five people past a moving cart in {:.1} s, and nobody was run over",
        world.time()
    );
    Ok(())
}
