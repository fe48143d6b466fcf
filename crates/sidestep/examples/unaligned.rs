//! The first live scene of the gallery's page on unaligned avoidance.

use std::error::Error;

// #region world
use sidestep::Vec2;
use sidestep::motion::Body;
use sidestep::world::{
    AgentId, AgentSpec, EventKind, Goal, OnArrival, World, WorldError, WorldSettings,
};

/// Streams: from where, to where (m, on the middle lane), and how fast (m/s).
const STREAMS: [([f32; 2], [f32; 2], f32); 4] = [
    ([-11.0, -0.4], [11.0, -0.4], 1.6),
    ([11.0, 0.4], [-11.0, 0.4], 1.6),
    ([-0.4, -9.0], [-0.4, 9.0], 1.3),
    ([0.4, 9.0], [0.4, -9.0], 1.3),
];

/// Lanes of each stream (m).
const LANES: [f32; 7] = [-4.5, -3.0, -1.5, 0.0, 1.5, 3.0, 4.5];

/// A plaza that four streams of people cross.
pub fn world() -> Result<World, WorldError> {
    let mut world = World::new(WorldSettings::default())?;
    for (group, (.., speed)) in STREAMS.into_iter().enumerate() {
        for lane in 0..LANES.len() {
            let [start, end] = ends(group, lane);
            // The defaults fit the radius: of many velocities the one that costs least.
            let mut person = AgentSpec::new(Body::new(start, 0.35, speed));
            person.body.heading = (end - start).normalize();
            person.profile.group = group as u32;
            person.profile.goals = to_and_fro(group, lane);
            person.profile.on_arrival = OnArrival::Continue;
            world.insert_agent(person)?;
        }
    }
    Ok(world)
}

/// Where somebody of this stream and lane begins, and turns round.
fn ends(stream: usize, lane: usize) -> [Vec2; 2] {
    let (from, to, _) = STREAMS[stream];
    let aside = match stream {
        0 | 1 => Vec2::new(0.0, LANES[lane]),
        _ => Vec2::new(LANES[lane], 0.0),
    };
    [from, to].map(|end| Vec2::from(end) + aside)
}

/// Across to the other side, and back.
fn to_and_fro(stream: usize, lane: usize) -> Vec<Goal> {
    let [start, end] = ends(stream, lane);
    [end, start].map(|place| Goal::point(place, 0.5)).into()
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
        world.set_goals(id, to_and_fro(index / LANES.len(), index % LANES.len()))?;
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
