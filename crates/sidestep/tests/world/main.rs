//! The world as its callers see it: the same bits every time, contacts, floors, events, changes
//! between steps, and input of every kind.

#[path = "../common/mod.rs"]
mod common;

mod bad_input;
mod changes;
mod clocks;
mod contacts;
mod crowd;
mod custom;
mod determinism;
mod detours;
mod dropped;
mod events;
mod explaining;
mod fellows;
mod floors;
mod foresight;
mod formations;
mod headings;
mod hostile;
mod meeting;
mod moving_walls;
mod numbers;
mod parameters;
mod parting;
#[cfg(feature = "nav")]
mod routes;
mod run_over;
mod seams;
#[cfg(feature = "levels")]
#[path = "../nav/shared_level.rs"]
#[allow(dead_code)]
mod shared_level;
#[cfg(all(feature = "nav", feature = "postcard"))]
mod sharing;
mod sight;
mod time_gap;
mod torus;
mod unusual;
mod walls;
mod ways_told;
mod would_close;

use sidestep::Vec2;
use sidestep::geometry::Segment;
use sidestep::world::{AgentId, Aim, ObstacleSpec, Target, World, WorldSettings};

/// The raw bits of everything that moves, in order of id.
fn bits(world: &World) -> Vec<u32> {
    world
        .agents()
        .flat_map(|agent| {
            let body = agent.body;
            [body.position, body.velocity, body.heading]
                .into_iter()
                .flat_map(|vector| vector.to_array())
        })
        .map(f32::to_bits)
        .collect()
}

fn empty_world() -> World {
    World::new(WorldSettings::default()).expect("settings")
}

fn wall(start: Vec2, end: Vec2) -> ObstacleSpec {
    ObstacleSpec::new(Segment::new(start, end).expect("wall"))
}

fn step_for(world: &mut World, dt: f32, seconds: f32) {
    for _ in 0..(seconds / dt).round() as u32 {
        world.step(dt).expect("step");
    }
}

fn agent_aim(id: AgentId) -> Aim {
    Aim::At(Target::Agent(id))
}
