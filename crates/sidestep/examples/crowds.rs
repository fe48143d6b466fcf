//! The first live scene of the gallery's page on crowds.

use std::error::Error;

// #region world
use sidestep::Vec2;
use sidestep::geometry::{ConvexPolygon, Segment};
use sidestep::motion::Body;
use sidestep::world::{
    AgentId, AgentSpec, EventKind, Goal, ObstacleSpec, OnArrival, World, WorldError, WorldSettings,
};

/// Four groups of twenty-five: the side that it goes to (1 is right), the height of its doorway
/// (m), and its speed (m/s).
const GROUPS: [(f32, f32, f32); 4] = [
    (1.0, 5.0, 1.4),
    (1.0, -5.0, 1.25),
    (-1.0, 5.0, 1.25),
    (-1.0, -5.0, 1.4),
];

/// Where people stand about (m).
const STANDING: [[f32; 2]; 6] = [
    [-4.5, 5.0],
    [4.5, 5.0],
    [-4.5, -5.0],
    [4.5, -5.0],
    [-6.0, 0.0],
    [6.0, 0.0],
];

/// Through the doorway to the other side, and back.
fn to_and_fro((side, doorway, _): (f32, f32, f32)) -> Vec<Goal> {
    let before = Goal::point(Vec2::new(-side * 2.5, doorway), 1.25);
    let behind = Goal::point(Vec2::new(side * 2.5, doorway), 1.25);
    let there = Goal::point(Vec2::new(side * 15.0, doorway), 3.5);
    let back = Goal::point(Vec2::new(-side * 15.0, doorway), 3.5);
    vec![before, behind, there, behind, before, back]
}

/// A hall with two doorways in the wall between its halves, and 106 people.
pub fn world() -> Result<World, Box<dyn Error>> {
    let mut world = World::new(WorldSettings::default())?;
    for (low, high) in [(-11.0, -6.5), (-3.5, 3.5), (6.5, 11.0)] {
        let corners = [[0.25, low], [0.25, high], [-0.25, high], [-0.25, low]];
        let wall = ConvexPolygon::new(corners.map(Vec2::from))?;
        world.insert_obstacle(ObstacleSpec::new(wall))?;
    }
    let corners = [[-20.0, -11.0], [20.0, -11.0], [20.0, 11.0], [-20.0, 11.0]].map(Vec2::from);
    for side in 0..4 {
        let wall = Segment::new(corners[side], corners[(side + 1) % 4])?;
        world.insert_obstacle(ObstacleSpec::new(wall))?;
    }
    for (index, group) in GROUPS.into_iter().enumerate() {
        let (side, doorway, speed) = group;
        for number in 0..25 {
            let (column, row) = ((number / 5) as f32, (number % 5) as f32);
            let start = Vec2::new(side * (1.25 * column - 18.0), doorway - 2.5 + 1.25 * row);
            let mut person = AgentSpec::new(Body::new(start, 0.3, speed));
            person.profile.group = index as u32;
            person.body.heading = (Vec2::new(-side * 2.5, doorway) - start).normalize();
            person.profile.goals = to_and_fro(group);
            person.profile.on_arrival = OnArrival::Continue;
            world.insert_agent(person)?;
        }
    }
    for place in STANDING.map(Vec2::from) {
        // Who has a place steps aside for who must pass, and goes back to it.
        let mut person = AgentSpec::new(Body::new(place, 0.3, 1.4));
        person.profile.group = GROUPS.len() as u32;
        person.profile.goals = vec![Goal::point(place, 0.5)];
        world.insert_agent(person)?;
    }
    Ok(world)
}

/// One step of a 32nd of a second; whoever is back on the own side sets out again.
pub fn step(world: &mut World) -> Result<(), WorldError> {
    world.step(1.0 / 32.0)?;
    let back: Vec<AgentId> = (world.events().iter())
        .filter(|event| event.kind == EventKind::Arrived)
        .map(|event| event.agent)
        .collect();
    for id in back {
        if let Some(group) = GROUPS.get(id.0 as usize / 25) {
            world.set_goals(id, to_and_fro(*group))?;
        }
    }
    Ok(())
}
// #endregion world

fn main() -> Result<(), Box<dyn Error>> {
    let mut world = world()?;
    let mut rounds = 0;
    while world.time() < 120.0 {
        step(&mut world)?;
        let events = world.events().iter();
        let walkers = events.filter(|event| event.agent.0 < 100);
        rounds += walkers
            .filter(|event| event.kind == EventKind::Arrived)
            .count();
    }
    let speeds = world.agents().take(100).map(|agent| agent.body.speed());
    let mean = speeds.sum::<f32>() / 100.0;
    println!(
        "100 people, {rounds} times to the other side and back in two minutes; they go at {mean:.2} m/s now"
    );
    Ok(())
}
