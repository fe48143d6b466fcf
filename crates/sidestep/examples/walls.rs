//! The first live scene of the gallery's page on walls and corners.

use std::error::Error;

// #region world
use sidestep::Vec2;
use sidestep::geometry::ConvexPolygon;
use sidestep::motion::Body;
use sidestep::world::{
    AgentId, AgentSpec, EventKind, Goal, ObstacleSpec, OnArrival, World, WorldError, WorldSettings,
};

/// Walls: from, to and thickness (m). The gaps between them are the doors.
const WALLS: [([f32; 2], [f32; 2], f32); 18] = [
    ([-12.2, -6.5], [12.2, -6.5], 0.4),
    ([12.0, -6.5], [12.0, 6.5], 0.4),
    ([12.2, 6.5], [-12.2, 6.5], 0.4),
    ([-12.0, 6.5], [-12.0, -6.5], 0.4),
    ([-4.0, 0.0], [-4.0, 2.75], 0.1),
    ([-4.0, 4.25], [-4.0, 6.5], 0.1),
    ([4.0, 0.0], [4.0, 1.25], 0.3),
    ([4.0, 2.75], [4.0, 6.5], 0.3),
    ([-4.0, -6.5], [-4.0, -3.0], 0.2),
    ([-4.0, -1.0], [-4.0, 0.0], 0.2),
    ([4.0, -6.5], [4.0, -5.0], 0.4),
    ([4.0, -3.0], [4.0, 0.0], 0.4),
    ([-12.0, 0.0], [-9.0, 0.0], 0.2),
    ([-7.0, 0.0], [7.0, 0.0], 0.2),
    ([9.0, 0.0], [12.0, 0.0], 0.2),
    ([-1.1, 5.1], [-1.1, 6.5], 0.2),
    ([1.1, 5.1], [1.1, 6.5], 0.2),
    ([0.0, -6.5], [0.0, -3.2], 0.2),
];

/// The places to pass (m): doors, a dead end, the end of a wall.
const ROUND: [[f32; 2]; 8] = [
    [-4.0, 3.5],
    [0.0, 5.2],
    [4.0, 2.0],
    [8.0, 0.0],
    [4.0, -4.0],
    [0.0, -2.0],
    [-4.0, -2.0],
    [-8.0, 0.0],
];

/// Who begins where: the first place of their round, from how far it counts as passed (m), and
/// where they stand (m).
const GROUPS: [(usize, f32, [[f32; 2]; 3]); 4] = [
    (0, 0.5, [[-4.8, 2.8], [-6.1, 1.7], [-7.5, 0.5]]),
    (2, 0.6, [[3.2, 2.6], [1.9, 3.7], [0.6, 4.7]]),
    (4, 0.7, [[4.7, -3.3], [6.0, -2.0], [7.3, -0.7]]),
    (6, 0.8, [[-3.1, -2.0], [-1.7, -2.0], [-0.3, -2.0]]),
];

/// A floor of rooms, and people who walk a round through them.
pub fn world() -> Result<World, Box<dyn Error>> {
    // Nobody is pushed out of a wall: only steering keeps them off.
    let settings = WorldSettings {
        settle: false,
        ..WorldSettings::default()
    };
    let mut world = World::new(settings)?;
    for (from, to, thickness) in WALLS {
        let [from, to] = [from, to].map(Vec2::from);
        let side = (to - from).normalize().perp() * (0.5 * thickness);
        let wall = ConvexPolygon::new([from - side, to - side, to + side, from + side])?;
        world.insert_obstacle(ObstacleSpec::new(wall))?;
    }
    for (group, (first, near, places)) in GROUPS.into_iter().enumerate() {
        for place in places.map(Vec2::from) {
            // The defaults fit the radius.
            let mut person = AgentSpec::new(Body::new(place, 0.5, 1.4));
            // Quick on their feet: what the walls' forces ask for isn't cut.
            person.body.limits.max_force = 6.0;
            person.body.heading = (Vec2::from(ROUND[first]) - place).normalize();
            person.profile.group = group as u32;
            person.profile.goals = round(first, near);
            person.profile.on_arrival = OnArrival::Continue;
            world.insert_agent(person)?;
        }
    }
    Ok(world)
}

/// All places of the round, from this one on.
fn round(first: usize, near: f32) -> Vec<Goal> {
    let places = ROUND.iter().cycle().skip(first).take(ROUND.len());
    places
        .map(|place| Goal::point(Vec2::from(*place), near))
        .collect()
}

/// One step of 20 ms; whoever has been everywhere begins the next round.
pub fn step(world: &mut World) -> Result<(), WorldError> {
    world.step(0.02)?;
    let round_again: Vec<AgentId> = (world.events().iter())
        .filter(|event| event.kind == EventKind::Arrived)
        .map(|event| event.agent)
        .collect();
    for id in round_again {
        let (first, near, _) = GROUPS[id.0 as usize / 3];
        world.set_goals(id, round(first, near))?;
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
        "{} people, {rounds} rounds in a minute",
        world.agents().len()
    );
    Ok(())
}
