//! Walks of one agent in a world without contacts, for the tests of look-ahead methods.
#![allow(dead_code)]

use sidestep::Vec2;
use sidestep::geometry::Shape;
use sidestep::world::{AgentId, AgentSpec, ObstacleSpec, World, WorldSettings};

pub const DT: f32 = 1.0 / 60.0;

/// A world without contacts, so that the method must do it alone.
pub fn world(shapes: &[Shape], agents: Vec<AgentSpec>) -> World {
    let mut world = World::new(WorldSettings {
        settle: false,
        ..WorldSettings::default()
    })
    .expect("settings");
    for shape in shapes {
        let spec = ObstacleSpec::new(shape.clone());
        world.insert_obstacle(spec).expect("obstacle");
    }
    for agent in agents {
        world.insert_agent(agent).expect("agent");
    }
    world
}

/// What one agent did.
#[derive(Debug, Default)]
pub struct Walk {
    pub places: Vec<Vec2>,
    pub velocities: Vec<Vec2>,
    /// When it arrived (s).
    pub arrived: Option<f64>,
    /// Deepest overlap with any shape, looked at after each step (m); negative is a distance.
    pub deepest: f32,
}

impl Walk {
    /// How often the velocity changes from one side of `axis` to the other; less than a hundredth
    /// of the largest speed doesn't count.
    pub fn lateral_sign_changes(&self, axis: Vec2) -> usize {
        let fastest = self.velocities.iter().map(|velocity| velocity.length());
        let threshold = 0.01 * fastest.fold(0.0, f32::max);
        let sides: Vec<bool> = self
            .velocities
            .iter()
            .map(|velocity| axis.perp_dot(*velocity))
            .filter(|lateral| lateral.abs() > threshold)
            .map(|lateral| lateral > 0.0)
            .collect();
        sides.windows(2).filter(|pair| pair[0] != pair[1]).count()
    }

    pub fn end(&self) -> Vec2 {
        *self.places.last().expect("start")
    }
}

/// Lets one agent walk until it arrives or the time is up.
pub fn walk(shapes: &[Shape], agent: AgentSpec, dt: f32, seconds: f64) -> Walk {
    let mut world = world(shapes, vec![agent]);
    let mut walk = Walk {
        deepest: f32::NEG_INFINITY,
        ..Walk::default()
    };
    while world.time() < seconds && walk.arrived.is_none() {
        let agent = world.agent(AgentId(0)).expect("agent");
        walk.places.push(agent.body.position);
        walk.velocities.push(agent.body.velocity);
        world.step(dt).expect("step");
        let agent = world.agent(AgentId(0)).expect("agent");
        assert!(agent.body.position.is_finite());
        for shape in shapes {
            let surface = shape.hull(Vec2::ZERO).surface(agent.body.position);
            walk.deepest = walk.deepest.max(agent.body.radius - surface.distance);
        }
        if agent.arrived {
            walk.arrived = Some(world.time());
        }
    }
    walk.places
        .push(world.agent(AgentId(0)).expect("agent").body.position);
    walk
}
