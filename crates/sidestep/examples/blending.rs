//! The first live scene of the gallery's page on blending.

use std::error::Error;

// #region world
use sidestep::Vec2;
use sidestep::blend::Blend;
use sidestep::geometry::{Circle, ConvexPolygon, Segment};
use sidestep::glam::DVec2;
use sidestep::motion::Body;
use sidestep::steer::Wander;
use sidestep::world::{
    AgentId, AgentSpec, Aim, Around, Behavior, MarkerId, ObstacleSpec, Target, WeightedBehavior,
    World, WorldError, WorldSettings,
};

const SHEEP: u32 = 0;
const DOG: AgentId = AgentId(24);

/// A meadow with a fence round it, sheep, and a dog that runs to a marker.
pub fn world() -> Result<(World, MarkerId), Box<dyn Error>> {
    let mut world = World::new(WorldSettings::default())?;
    let corners = [[-18.0, -11.0], [18.0, -11.0], [18.0, 11.0], [-18.0, 11.0]].map(Vec2::from);
    for side in 0..4 {
        let fence = Segment::new(corners[side], corners[(side + 1) % 4])?;
        world.insert_obstacle(ObstacleSpec::new(fence))?;
    }
    let trough = ConvexPolygon::rectangle(Vec2::new(3.0, 5.0), Vec2::new(4.0, 1.0), 0.0)?;
    world.insert_obstacle(ObstacleSpec::new(Circle::new(Vec2::new(-7.0, 3.0), 1.5)?))?;
    world.insert_obstacle(ObstacleSpec::new(Circle::new(Vec2::new(8.0, -3.5), 1.25)?))?;
    world.insert_obstacle(ObstacleSpec::new(trough))?;
    let whistle = world.insert_marker(whistle(0.0))?;

    for number in 0..24 {
        let (column, row) = ((number / 4) as f32, (number % 4) as f32);
        let place = Vec2::new(-3.0 + 1.5 * column, -3.0 + 1.5 * row);
        // It strolls at 2 m/s and can run at 3 m/s.
        let mut sheep = AgentSpec::new(Body::new(place, 0.4, 3.0));
        sheep.profile.preferred_speed = 2.0;
        sheep.profile.group = SHEEP;
        // The most important first: with this blend, what comes later gets what is left.
        sheep.profile.blend = Blend::Prioritised;
        sheep.profile.behaviors = vec![
            weighted(
                1.0,
                Behavior::Evade {
                    hunter: Aim::At(Target::Agent(DOG)),
                    horizon: 2.0,
                    distance: 6.0,
                },
            ),
            weighted(0.5, Behavior::Separation(Around::within(0.5))),
            weighted(
                0.25,
                Behavior::Cohesion(Around {
                    distance: 8.0,
                    group: Some(SHEEP),
                }),
            ),
            weighted(0.25, Behavior::Wander(Wander::for_radius(0.4))),
        ];
        world.insert_agent(sheep)?;
    }

    let mut dog = AgentSpec::new(Body::new(Vec2::new(-14.0, -8.0), 0.45, 3.5));
    dog.profile.group = SHEEP + 1;
    dog.profile.behaviors = vec![weighted(
        1.0,
        Behavior::Arrive {
            aim: Aim::At(Target::Marker(whistle)),
            slowing_distance: 0.0,
        },
    )];
    world.insert_agent(dog)?;
    Ok((world, whistle))
}

fn weighted(weight: f32, behavior: Behavior) -> WeightedBehavior {
    WeightedBehavior { behavior, weight }
}

/// Where the marker is at a time (s): it goes at 3 m/s along the lines of a bow tie.
fn whistle(time: f64) -> Vec2 {
    let corners = [[-12.0, -5.0], [12.0, 5.0], [12.0, -5.0], [-12.0, 5.0]].map(DVec2::from);
    let mut walked = 3.0 * time % 72.0;
    let mut leg = 0;
    let length = |leg: usize| corners[leg].distance(corners[(leg + 1) % 4]);
    while leg < 3 && walked >= length(leg) {
        walked -= length(leg);
        leg += 1;
    }
    let (from, to) = (corners[leg], corners[(leg + 1) % 4]);
    (from + (to - from) * (walked / length(leg))).as_vec2()
}

/// One step of a 32nd of a second, with the marker where it is by now.
pub fn step(world: &mut World, marker: MarkerId) -> Result<(), WorldError> {
    world.move_marker(marker, whistle(world.time()))?;
    world.step(1.0 / 32.0)
}
// #endregion world

fn main() -> Result<(), Box<dyn Error>> {
    let (mut world, whistle) = world()?;
    let mut nearest = f32::INFINITY;
    while world.time() < 60.0 {
        step(&mut world, whistle)?;
        let dog = world.agent(DOG).map_or(Vec2::ZERO, |dog| dog.body.position);
        let sheep = world.agents().filter(|agent| agent.id != DOG);
        nearest = sheep.fold(nearest, |nearest, sheep| {
            nearest.min(sheep.body.position.distance(dog))
        });
    }
    println!("no sheep let the dog come nearer than {nearest:.2} m within a minute");
    Ok(())
}
