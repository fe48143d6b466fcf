//! The first live scene of the gallery's page on ORCA.

use std::error::Error;

// #region world
use sidestep::Vec2;
use sidestep::avoid::orca::Orca;
use sidestep::motion::Body;
use sidestep::world::{
    AgentAvoidance, AgentId, AgentSpec, Detouring, EventKind, Goal, ObstacleAvoidance, OnArrival,
    World, WorldError, WorldSettings,
};

/// Where everybody starts, and the way across from there (m): twenty to the right, twenty upwards.
fn people() -> Vec<(Vec2, Vec2)> {
    let mut people = Vec::new();
    for number in 0..20 {
        let (column, row) = ((number / 5) as f32, (number % 5) as f32);
        let start = Vec2::new(-14.0 + 1.5 * column, -3.0 + 1.5 * row);
        people.push((start, Vec2::new(23.5, 0.0)));
    }
    for number in 0..20 {
        let (column, row) = ((number / 4) as f32, (number % 4) as f32);
        let start = Vec2::new(-3.0 + 1.5 * column, -14.0 + 1.5 * row);
        people.push((start, Vec2::new(0.0, 23.5)));
    }
    people
}

/// Across, and back to the start.
fn to_and_fro((start, across): (Vec2, Vec2)) -> Vec<Goal> {
    vec![Goal::point(start + across, 0.5), Goal::point(start, 0.5)]
}

/// Two streams that cross in an open place.
pub fn world() -> Result<World, Box<dyn Error>> {
    let mut world = World::new(WorldSettings::default())?;
    for (number, (start, across)) in people().into_iter().enumerate() {
        // Faster than it likes to walk it can go when it must.
        let mut person = AgentSpec::new(Body::new(start, 0.35, 1.75));
        person.profile.preferred_speed = 1.4;
        person.body.heading = across.normalize();
        person.profile.group = number as u32 / 20;
        person.profile.goals = to_and_fro((start, across));
        person.profile.on_arrival = OnArrival::Continue;
        // Half-planes in place of the default; they see to obstacles too, by their own means.
        person.profile.agent_avoidance = AgentAvoidance::Orca(Orca::for_radius(0.35));
        person.profile.obstacle_avoidance = ObstacleAvoidance::None;
        person.profile.detouring = Detouring::None;
        world.insert_agent(person)?;
    }
    Ok(world)
}

/// One step of a 32nd of a second; whoever is back at the start sets out again.
pub fn step(world: &mut World) -> Result<(), WorldError> {
    world.step(1.0 / 32.0)?;
    let back: Vec<AgentId> = (world.events().iter())
        .filter(|event| event.kind == EventKind::Arrived)
        .map(|event| event.agent)
        .collect();
    let people = people();
    for id in back {
        world.set_goals(id, to_and_fro(people[id.0 as usize]))?;
    }
    Ok(())
}
// #endregion world

fn main() -> Result<(), Box<dyn Error>> {
    let mut world = world()?;
    let (mut rounds, mut nearest) = (0, f32::INFINITY);
    while world.time() < 120.0 {
        step(&mut world)?;
        let events = world.events().iter();
        rounds += events
            .filter(|event| event.kind == EventKind::Arrived)
            .count();
        let places: Vec<Vec2> = world.agents().map(|agent| agent.body.position).collect();
        for (index, one) in places.iter().enumerate() {
            for other in &places[..index] {
                nearest = nearest.min(one.distance(*other) - 0.7);
            }
        }
    }
    println!(
        "{} people, {rounds} times across and back in two minutes; the nearest two had {:.3} m between them",
        world.agents().len(),
        nearest.max(0.0)
    );
    Ok(())
}
