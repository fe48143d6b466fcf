//! The first live scene of the gallery's page on goal behaviours.

use std::error::Error;

// #region world
use sidestep::Vec2;
use sidestep::blend::Blend;
use sidestep::geometry::{Circle, ConvexPolygon, Segment, Shape};
use sidestep::motion::Body;
use sidestep::steer::{FollowLeader, FollowPath, Wander};
use sidestep::world::{
    AgentId, AgentSpec, Aim, Around, Behavior, MarkerId, ObstacleSpec, Target, WeightedBehavior,
    World, WorldError, WorldSettings,
};

/// A walled yard with three obstacles, a marker, and five groups that each have goals of another
/// kind.
pub fn world() -> Result<(World, MarkerId), Box<dyn Error>> {
    let mut world = World::new(WorldSettings::default())?;
    for shape in obstacles()? {
        world.insert_obstacle(ObstacleSpec::new(shape))?;
    }
    let marker = world.insert_marker(point(0.0))?;
    let point = Aim::At(Target::Marker(marker));

    // Each group: what it wants, the most important first; how wide and how fast it is (m, m/s).
    let apart = Behavior::Separation(Around::within(0.5));
    let chase = vec![Behavior::Pursue(point, 2.0).into(), weighted(0.5, apart)];
    for place in grid(-18.0, -4.0, 2, 4) {
        add(&mut world, 0, place, (0.4, 1.75), &chase)?;
    }

    let fear = Behavior::Evade {
        hunter: point,
        horizon: 2.0,
        distance: 6.0,
    };
    let stroll = Behavior::Wander(Wander::for_radius(0.3));
    let flee = vec![fear.into(), weighted(0.25, stroll)];
    for place in grid(0.0, -2.0, 3, 3) {
        add(&mut world, 1, place, (0.3, 2.5), &flee)?;
    }

    let round = [
        [-14.0, 10.0],
        [16.0, 10.0],
        [16.0, -10.0],
        [-16.0, -10.0],
        [-16.0, 10.0],
    ];
    let patrol = vec![
        follow(&round).into(),
        Behavior::Queue(Around::within(1.0)).into(),
    ];
    for number in 0..5 {
        let place = Vec2::new(-14.0 - number as f32, 10.0);
        add(&mut world, 2, place, (0.4, 1.25), &patrol)?;
    }

    let round = [[12.0, 5.0], [-10.0, 5.0], [-10.0, -4.0], [12.0, -4.0]];
    let lead = vec![follow(&round).into()];
    let leader = add(&mut world, 3, Vec2::new(12.0, -5.0), (0.4, 1.5), &lead)?;

    let behind = FollowLeader {
        behind: 1.5,
        ..FollowLeader::for_radius(0.3)
    };
    let come_along = vec![Behavior::FollowLeader(leader, behind).into()];
    for number in 0..6 {
        let place = Vec2::new(13.0 + (number / 2) as f32, -6.0 + (number % 2) as f32);
        add(&mut world, 4, place, (0.3, 2.0), &come_along)?;
    }
    Ok((world, marker))
}

fn weighted(weight: f32, behavior: Behavior) -> WeightedBehavior {
    WeightedBehavior { behavior, weight }
}

/// Adds somebody who wants these things.
fn add(
    world: &mut World,
    group: u32,
    place: Vec2,
    (radius, speed): (f32, f32),
    behaviors: &[WeightedBehavior],
) -> Result<AgentId, WorldError> {
    let mut somebody = AgentSpec::new(Body::new(place, radius, speed));
    somebody.profile.group = group;
    somebody.profile.blend = Blend::Prioritised;
    somebody.profile.behaviors = behaviors.to_vec();
    world.insert_agent(somebody)
}

/// Round and round, half a metre to either side.
fn follow(corners: &[[f32; 2]]) -> Behavior {
    Behavior::FollowPath {
        path: corners.iter().copied().map(Vec2::from).collect(),
        parameters: FollowPath {
            corridor_radius: 0.5,
            closed: true,
            ..FollowPath::for_radius(0.4)
        },
    }
}

/// Places 2 m apart, column by column (m).
fn grid(left: f32, bottom: f32, columns: u8, rows: u8) -> impl Iterator<Item = Vec2> {
    (0..columns).flat_map(move |column| {
        (0..rows).map(move |row| {
            Vec2::new(
                left + 2.0 * f32::from(column),
                bottom + 2.0 * f32::from(row),
            )
        })
    })
}

/// Four walls, two pillars and a bench.
fn obstacles() -> Result<Vec<Shape>, Box<dyn Error>> {
    let corners = [[-20.0, -12.0], [20.0, -12.0], [20.0, 12.0], [-20.0, 12.0]].map(Vec2::from);
    let mut shapes = Vec::new();
    for side in 0..4 {
        shapes.push(Segment::new(corners[side], corners[(side + 1) % 4])?.into());
    }
    shapes.push(Circle::new(Vec2::new(-6.0, 0.0), 1.5)?.into());
    shapes.push(Circle::new(Vec2::new(6.0, 1.0), 1.5)?.into());
    let bench = ConvexPolygon::rectangle(Vec2::new(0.0, -5.0), Vec2::new(3.0, 1.0), 0.0)?;
    shapes.push(bench.into());
    Ok(shapes)
}

/// Where the marker is at a time (s): it goes at 2 m/s round a rectangle.
fn point(time: f64) -> Vec2 {
    let walked = (2.0 * time % 80.0) as f32;
    match walked {
        ..24.0 => Vec2::new(-12.0 + walked, -8.0),
        ..40.0 => Vec2::new(12.0, -8.0 + (walked - 24.0)),
        ..64.0 => Vec2::new(12.0 - (walked - 40.0), 8.0),
        _ => Vec2::new(-12.0, 8.0 - (walked - 64.0)),
    }
}

/// One step of a 32nd of a second, with the marker where it is by now. A game would put it where
/// its player is.
pub fn step(world: &mut World, marker: MarkerId) -> Result<(), WorldError> {
    world.move_marker(marker, point(world.time()))?;
    world.step(1.0 / 32.0)
}
// #endregion world

fn main() -> Result<(), Box<dyn Error>> {
    let (mut world, marker) = world()?;
    while world.time() < 60.0 {
        step(&mut world, marker)?;
    }
    let point = point(world.time());
    for (group, name) in ["chasers", "hares", "patrol", "leader", "followers"]
        .into_iter()
        .enumerate()
    {
        let first = [0, 8, 17, 22, 23][group];
        let last = [8, 17, 22, 23, 29][group];
        let members = world
            .agents()
            .filter(|agent| (first..last).contains(&agent.id.0));
        let distances: Vec<f32> = members
            .map(|agent| agent.body.position.distance(point))
            .collect();
        let mean = distances.iter().sum::<f32>() / distances.len() as f32;
        println!("{name}: {mean:.1} m from the point on average after a minute");
    }
    Ok(())
}
