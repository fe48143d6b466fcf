//! The first live scene of the gallery's page on groups.

use std::error::Error;

// #region world
use sidestep::Vec2;
use sidestep::blend::Blend;
use sidestep::formation::{Anchor, FormationId, FormationSpec, Pattern};
use sidestep::geometry::Segment;
use sidestep::motion::Body;
use sidestep::steer::FollowPath;
use sidestep::world::{AgentId, AgentSpec, Behavior, ObstacleSpec, World, WorldSettings};

/// A house with two doors in its inner wall, a tour that goes round through both, and three friends.
pub fn world() -> Result<(World, FormationId), Box<dyn Error>> {
    let mut world = World::new(WorldSettings::default())?;
    for [from, to] in walls() {
        let wall = Segment::new(Vec2::from(from), Vec2::from(to))?;
        world.insert_obstacle(ObstacleSpec::new(wall))?;
    }

    // The guide goes its way; the guests have no goals of their own: their slots are their goals.
    let round = [
        [-9.0, -5.25],
        [10.0, -5.25],
        [12.0, 0.0],
        [10.0, 5.25],
        [-10.0, 5.25],
        [-12.0, 0.0],
        [-10.0, -5.25],
    ];
    let guide = add(&mut world, 0, [-9.0, -5.25], 1.125, Some(&round))?;
    let mut guests = Vec::new();
    for number in 0..8 {
        let [rank, column] = [number / 3, number % 3];
        let place = [-10.0 - rank as f32, -4.25 - column as f32];
        guests.push(add(&mut world, 1, place, 1.75, None)?);
    }
    let ranks = Pattern::Abreast { columns: 3 };
    let tour = FormationSpec::new(ranks, Anchor::Leader(guide), 0.875, guests);
    let tour = world.insert_formation(tour)?;

    // Friends keep no ranks: they only stay together.
    let stroll = [[-6.0, 3.0], [-3.0, 0.0], [-6.0, -3.0], [-9.0, 0.0]];
    let friend = add(&mut world, 2, [-6.0, 3.0], 1.0, Some(&stroll))?;
    let mut friends = Vec::new();
    for place in [[-7.0, 3.5], [-7.0, 2.5]] {
        friends.push(add(&mut world, 3, place, 1.5, None)?);
    }
    let friends = FormationSpec::new(ranks, Anchor::Leader(friend), 0.75, friends);
    world.insert_formation(friends.with_looseness(0.25))?;
    Ok((world, tour))
}

/// Adds somebody at a place (m) with a speed (m/s), and if need be a way to go round and round.
fn add(
    world: &mut World,
    group: u32,
    place: [f32; 2],
    speed: f32,
    round: Option<&[[f32; 2]]>,
) -> Result<AgentId, Box<dyn Error>> {
    let mut somebody = AgentSpec::new(Body::new(Vec2::from(place), 0.3, speed));
    somebody.profile.group = group;
    somebody.profile.blend = Blend::Prioritised;
    if let Some(corners) = round {
        let follow = Behavior::FollowPath {
            path: corners.iter().copied().map(Vec2::from).collect(),
            parameters: FollowPath {
                corridor_radius: 0.25,
                closed: true,
                ..FollowPath::for_radius(0.3)
            },
        };
        somebody.profile.behaviors = vec![follow.into()];
    }
    Ok(world.insert_agent(somebody)?)
}

/// The edges of the house, and its inner wall with two doors of 1.5 m (m).
fn walls() -> [[[f32; 2]; 2]; 7] {
    [
        [[0.0, -10.0], [0.0, -6.0]],
        [[0.0, -4.5], [0.0, 4.5]],
        [[0.0, 6.0], [0.0, 10.0]],
        [[-18.0, -10.0], [18.0, -10.0]],
        [[18.0, -10.0], [18.0, 10.0]],
        [[18.0, 10.0], [-18.0, 10.0]],
        [[-18.0, 10.0], [-18.0, -10.0]],
    ]
}
// #endregion world

fn main() -> Result<(), Box<dyn Error>> {
    let (mut world, tour) = world()?;
    while world.time() < 60.0 {
        world.step(1.0 / 32.0)?;
    }
    let tour = world.formation(tour).ok_or("the tour is over")?;
    let members = tour.spec.members.iter().zip(tour.slots);
    let off = members
        .filter_map(|(guest, slot)| Some(world.agent(*guest)?.body.position.distance(*slot)));
    let most = off.fold(0.0, f32::max);
    println!("after a minute no guest is further from its slot than {most:.1} m");
    Ok(())
}
