//! Somebody walks past three pillars: the smallest program that uses the library, as the gallery's
//! first page shows it.

// #region program
use sidestep::Vec2;
use sidestep::geometry::Circle;
use sidestep::motion::Body;
use sidestep::world::{AgentSpec, Goal, ObstacleSpec, World, WorldSettings};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut world = World::new(WorldSettings::default())?;
    for x in [4.0, 8.0, 12.0] {
        world.insert_obstacle(ObstacleSpec::new(Circle::new(Vec2::new(x, 0.1), 1.0)?))?;
    }
    let body = Body::new(Vec2::ZERO, 0.4, 1.5); // radius in metres, speed in metres a second
    let goal = Goal::point(Vec2::new(16.0, 0.0), 0.2);
    let walker = world.insert_agent(AgentSpec::new(body).with_goal(goal))?;
    while world.agent(walker).is_some_and(|agent| !agent.arrived) {
        world.step(1.0 / 60.0)?;
    }
    println!("there after {:.1} s", world.time());
    Ok(())
}
// #endregion program
