//! The first live scene of the gallery's page on look-ahead avoidance.

use std::error::Error;

// #region world
use sidestep::Vec2;
use sidestep::geometry::{Circle, ConvexPolygon};
use sidestep::motion::Body;
use sidestep::world::{
    AgentId, AgentSpec, EventKind, Goal, ObstacleSpec, OnArrival, World, WorldError, WorldSettings,
};

/// Pillars: x, y and radius (m).
const PILLARS: [(f32, f32, f32); 15] = [
    (-9.0, 5.6, 1.3),
    (-8.0, 1.6, 0.5),
    (-9.2, -2.6, 1.0),
    (-6.2, -6.6, 0.8),
    (-4.6, 4.0, 0.8),
    (-3.4, -1.4, 1.6),
    (-1.4, 7.2, 0.6),
    (0.4, 2.6, 1.5),
    (-0.2, -5.8, 1.1),
    (2.6, -2.4, 0.7),
    (3.6, 6.4, 0.9),
    (4.0, -6.6, 0.5),
    (8.6, 5.2, 1.2),
    (8.6, -5.2, 1.4),
    (9.0, 0.6, 0.4),
];

/// Corners of the two blocks (m).
const BLOCKS: [&[Vec2]; 2] = [
    &[
        Vec2::new(5.0, 0.4),
        Vec2::new(6.4, 1.0),
        Vec2::new(6.0, 3.2),
        Vec2::new(4.6, 2.8),
    ],
    &[
        Vec2::new(5.6, -2.8),
        Vec2::new(7.0, -2.2),
        Vec2::new(6.0, -1.6),
    ],
];

/// Groups of people: the end at which they start (m), the speed that they like (m/s), and their
/// lanes (m).
const GROUPS: [(f32, f32, &[f32]); 3] = [
    (-13.0, 1.4, &[6.3, 4.5, 2.7, 0.9, -0.9, -2.7, -4.5, -6.3]),
    (13.0, 2.4, &[5.4, 3.2, 1.0, -1.2, -3.4, -5.6]),
    (-14.5, 4.0, &[5.0, 1.8, -1.8, -5.0]),
];

/// A yard of pillars, and people who go to and fro in it.
pub fn world() -> Result<World, Box<dyn Error>> {
    let mut world = World::new(WorldSettings::default())?;
    for (x, y, radius) in PILLARS {
        let pillar = Circle::new(Vec2::new(x, y), radius)?;
        world.insert_obstacle(ObstacleSpec::new(pillar))?;
    }
    for corners in BLOCKS {
        let block = ConvexPolygon::new(corners)?;
        world.insert_obstacle(ObstacleSpec::new(block))?;
    }
    for (group, (x, speed, lanes)) in GROUPS.into_iter().enumerate() {
        for &lane in lanes {
            // The defaults fit the radius: looking ahead past obstacles, choosing velocities past
            // others.
            let mut person = AgentSpec::new(Body::new(Vec2::new(x, lane), 0.35, speed));
            person.body.heading = Vec2::new(-x.signum(), 0.0);
            person.profile.group = group as u32;
            person.profile.goals = to_and_fro(x, lane);
            person.profile.on_arrival = OnArrival::Continue;
            world.insert_agent(person)?;
        }
    }
    Ok(world)
}

/// Across to the other end, and back.
fn to_and_fro(x: f32, lane: f32) -> Vec<Goal> {
    [-x, x].map(|x| Goal::point(Vec2::new(x, lane), 0.5)).into()
}

/// One step of 20 ms; whoever is back at the start sets out again.
pub fn step(world: &mut World) -> Result<(), WorldError> {
    world.step(0.02)?;
    let back: Vec<AgentId> = (world.events().iter())
        .filter(|event| event.kind == EventKind::Arrived)
        .map(|event| event.agent)
        .collect();
    let people = GROUPS.map(|(x, _, lanes)| lanes.iter().map(move |&lane| (x, lane)));
    let people: Vec<(f32, f32)> = people.into_iter().flatten().collect();
    for id in back {
        let (x, lane) = people[id.0 as usize];
        world.set_goals(id, to_and_fro(x, lane))?;
    }
    Ok(())
}
// #endregion world

fn main() -> Result<(), Box<dyn Error>> {
    let mut world = world()?;
    let mut rounds = 0;
    while world.time() < 60.0 {
        step(&mut world)?;
        let events = world.events().iter();
        rounds += events
            .filter(|event| event.kind == EventKind::Arrived)
            .count();
    }
    println!(
        "{} people, {rounds} times across and back in a minute",
        world.agents().len()
    );
    Ok(())
}
