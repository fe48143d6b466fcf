//! A zombie and a pedestrian who meet: the code on the gallery's page on presets.

use std::error::Error;

// #region program
use sidestep::Vec2;
use sidestep::walker::Preset;
use sidestep::world::{AgentSpec, Goal, World, WorldSettings};

fn main() -> Result<(), Box<dyn Error>> {
    let mut world = World::new(WorldSettings::default())?;
    // The number is a label of one's own: herds and soldiers keep with those who have the same.
    let zombie = AgentSpec::of_preset(Preset::Zombie, 1, Vec2::ZERO);
    let mut zombie = zombie.with_goal(Goal::point(Vec2::new(12.0, 0.0), 0.5));
    // What a preset sets can be changed.
    zombie.profile.preferred_speed = 0.6;
    let zombie = world.insert_agent(zombie)?;
    let walker = AgentSpec::of_preset(Preset::Pedestrian, 2, Vec2::new(12.0, 0.0));
    let walker = walker.with_goal(Goal::point(Vec2::ZERO, 0.5));
    let walker = world.insert_agent(walker)?;
    while world.time() < 30.0 {
        world.step(1.0 / 30.0)?;
    }
    for (who, id) in [("zombie", zombie), ("pedestrian", walker)] {
        let agent = world.agent(id).ok_or("somebody left")?;
        println!(
            "{who} at {:.1}: arrived {}",
            agent.body.position, agent.arrived
        );
    }
    Ok(())
}
// #endregion program
