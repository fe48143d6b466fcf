//! A method of one's own: everybody keeps to the right.

use std::any::Any;
use std::error::Error;
use std::sync::Arc;

use sidestep::Vec2;
use sidestep::avoid::{
    Decision, Largest, Memory, Method, Reach, SharedNeighbor, Stage, Surroundings, Wish,
};
use sidestep::explain::{Explanation, Recorder};
use sidestep::motion::Body;
use sidestep::world::{AgentAvoidance, AgentSpec, Goal, World, WorldSettings};

/// Whoever sees somebody come towards it turns to the right.
#[derive(Debug, PartialEq)]
struct KeepRight {
    /// How far it looks (m).
    distance: f32,
}

impl Method for KeepRight {
    fn name(&self) -> &'static str {
        "keep_right"
    }

    fn stage(&self) -> Stage {
        Stage::Turn
    }

    fn reach(&self, _: &Body, _: &Largest) -> Reach {
        Reach {
            neighbors: self.distance,
            obstacles: 0.0,
        }
    }

    fn decide(
        &self,
        body: &Body,
        wish: &Wish,
        around: &Surroundings<'_>,
        _: &mut Memory,
    ) -> Decision {
        let comes = |other: &&SharedNeighbor| {
            let way = other.neighbor.position - body.position;
            way.dot(wish.velocity) > 0.0 && way.dot(other.neighbor.velocity) < 0.0
        };
        match around.neighbors.iter().find(comes) {
            // By 45 degrees.
            Some(_) => Decision::to_go(Vec2::new(0.707, -0.707).rotate(wish.velocity)),
            None => Decision::to_go(wish.velocity),
        }
    }

    fn tell(
        &self,
        _: &Body,
        wish: &Wish,
        _: &Surroundings<'_>,
        decision: &Decision,
        explanation: &mut Explanation,
    ) {
        if decision.velocity != wish.velocity {
            explanation.reason(|| "somebody comes: keeps to the right".to_owned());
        }
    }

    fn same_as(&self, other: &dyn Method) -> bool {
        (other as &dyn Any).downcast_ref() == Some(self)
    }
}

/// Two who meet head-on pass each other.
pub fn main() -> Result<(), Box<dyn Error>> {
    let mut world = World::new(WorldSettings::default())?;
    for x in [-4.0, 4.0] {
        let mut walker = AgentSpec::new(Body::new(Vec2::new(x, 0.0), 0.3, 1.4))
            .with_goal(Goal::point(Vec2::new(-x, 0.0), 0.3));
        let method = KeepRight { distance: 2.0 };
        walker.profile.agent_avoidance = AgentAvoidance::Custom(Arc::new(method));
        world.insert_agent(walker)?;
    }
    let mut gap = f32::INFINITY;
    while world.agents().any(|agent| !agent.arrived) && world.time() < 20.0 {
        world.step(1.0 / 60.0)?;
        let places: Vec<Vec2> = world.agents().map(|agent| agent.body.position).collect();
        gap = gap.min(places[0].distance(places[1]) - 0.6);
    }
    println!(
        "past each other after {:.1} s, {gap:.2} m apart",
        world.time()
    );
    assert!(world.agents().all(|agent| agent.arrived) && gap > 0.0);
    Ok(())
}
