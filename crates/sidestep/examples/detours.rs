//! The first live scene of the gallery's page on detours.

use std::error::Error;

// #region world
use sidestep::Vec2;
use sidestep::geometry::{Circle, ConvexPolygon, Segment};
use sidestep::motion::Body;
use sidestep::world::{
    AgentId, AgentSpec, EventKind, Goal, ObstacleSpec, OnArrival, World, WorldError, WorldSettings,
};

/// Corners of the yard (m).
const YARD: [[f32; 2]; 4] = [[-12.0, -7.0], [12.0, -7.0], [12.0, 7.0], [-12.0, 7.0]];

/// Barrels: x, y and radius (m).
const BARRELS: [(f32, f32, f32); 10] = [
    (-6.6, 3.6, 0.5),
    (-6.2, 2.6, 0.6),
    (-5.6, -2.2, 0.5),
    (-2.2, 5.4, 0.6),
    (-1.6, -4.6, 0.5),
    (-1.0, -3.6, 0.6),
    (1.2, 1.4, 0.5),
    (1.9, 0.5, 0.6),
    (5.8, -4.4, 0.5),
    (6.4, 4.2, 0.6),
];

/// Corners of the crates (m).
const CRATES: [[[f32; 2]; 4]; 8] = [
    [[-3.4, 0.6], [-2.4, 0.9], [-2.7, 1.9], [-3.7, 1.6]],
    [[-2.9, -0.5], [-1.9, -0.4], [-2.0, 0.6], [-3.0, 0.5]],
    [[-6.6, -5.2], [-5.4, -5.2], [-5.4, -4.0], [-6.6, -4.0]],
    [[-5.5, -7.0], [-4.3, -7.0], [-4.3, -5.6], [-5.5, -5.6]],
    [[2.6, 3.2], [3.7, 3.4], [3.5, 4.5], [2.4, 4.3]],
    [[3.2, 4.6], [4.3, 4.8], [4.1, 5.9], [3.0, 5.7]],
    [[2.2, -2.6], [3.3, -2.8], [3.5, -1.7], [2.4, -1.5]],
    [[6.0, -0.8], [7.0, -0.8], [7.0, 0.2], [6.0, 0.2]],
];

/// Those who begin on the left and those who begin on the right: x (m), speed (m/s), and lanes (m).
const GROUPS: [(f32, f32, [f32; 7]); 2] = [
    (-10.5, 1.5, [5.2, 3.4, 1.6, 0.0, -1.6, -3.4, -5.2]),
    (10.5, 1.3, [4.6, 2.8, 1.0, -0.6, -2.4, -4.2, -6.0]),
];

/// A yard full of crates, and people who go to and fro in it.
pub fn world() -> Result<World, Box<dyn Error>> {
    let mut world = World::new(WorldSettings::default())?;
    let yard = YARD.map(Vec2::from);
    for corner in 0..4 {
        let wall = Segment::new(yard[corner], yard[(corner + 1) % 4])?;
        world.insert_obstacle(ObstacleSpec::new(wall))?;
    }
    // Temporary: agents look for a way round whole heaps of them. They may come and go at any time.
    for (x, y, radius) in BARRELS {
        let barrel = Circle::new(Vec2::new(x, y), radius)?;
        world.insert_obstacle(ObstacleSpec::new(barrel).temporary())?;
    }
    for corners in CRATES {
        let shape = ConvexPolygon::new(corners.map(Vec2::from))?;
        world.insert_obstacle(ObstacleSpec::new(shape).temporary())?;
    }
    for (group, (x, speed, lanes)) in GROUPS.into_iter().enumerate() {
        for lane in lanes {
            // The defaults fit the radius: the shortest way round heaps, choosing velocities past
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

/// Across to the other side, and back.
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
    for id in back {
        let index = id.0 as usize;
        let (x, _, lanes) = GROUPS[index / 7];
        world.set_goals(id, to_and_fro(x, lanes[index % 7]))?;
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
    let blocked = world.blocked().count();
    println!(
        "{} people, {rounds} times across and back in a minute, {blocked} find no way",
        world.agents().len()
    );
    Ok(())
}
