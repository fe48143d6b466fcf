//! Running small scenes and measuring them from positions alone.
#![allow(dead_code)]

pub mod shapes;

use sidestep::Vec2;
use sidestep::avoid::look_ahead::LookAhead;
use sidestep::geometry::{Circle, Shape};
use sidestep::motion::Body;
use sidestep::random::Random;
use sidestep::world::{AgentId, AgentSpec, Goal, ObstacleSpec, OnArrival, World, WorldSettings};

/// What a run showed.
#[derive(Clone, Debug, Default)]
pub struct Outcome {
    pub arrived: usize,
    pub agents: usize,
    pub deepest_overlap: f64,
    pub last_arrival: f64,
    pub mean_travel: f64,
    pub tracks: Vec<(AgentId, Vec<Vec2>)>,
}

/// A scene with circles only, whose overlaps are easy to measure.
#[derive(Clone, Debug, Default)]
pub struct CircleScene {
    pub circles: Vec<(Vec2, f32)>,
    pub agents: Vec<AgentSpec>,
    pub settle: bool,
}

impl CircleScene {
    pub fn world(&self) -> World {
        let mut world = World::new(WorldSettings {
            settle: self.settle,
            ..WorldSettings::default()
        })
        .expect("settings");
        for &(center, radius) in &self.circles {
            let circle = Circle::new(center, radius).expect("circle");
            world
                .insert_obstacle(ObstacleSpec::new(circle))
                .expect("obstacle");
        }
        for agent in &self.agents {
            world.insert_agent(agent.clone()).expect("agent");
        }
        world
    }

    pub fn run(&self, dt: f32, limit: f64) -> Outcome {
        let mut world = self.world();
        let mut outcome = Outcome {
            agents: self.agents.len(),
            tracks: world
                .agents()
                .map(|agent| (agent.id, vec![agent.body.position]))
                .collect(),
            ..Outcome::default()
        };
        let mut arrived: Vec<Option<f64>> = vec![None; outcome.agents];
        while world.time() < limit && arrived.iter().any(Option::is_none) {
            world.step(dt).expect("step");
            for (index, agent) in world.agents().enumerate() {
                let track = &mut outcome.tracks[index].1;
                let from = *track.last().expect("start");
                let to = agent.body.position;
                if arrived[index].is_none() {
                    let overlap = deepest(&self.circles, from, to, agent.body.radius);
                    outcome.deepest_overlap = outcome.deepest_overlap.max(overlap);
                }
                track.push(to);
                if agent.arrived && arrived[index].is_none() {
                    arrived[index] = Some(world.time());
                }
            }
        }
        let times: Vec<f64> = arrived.into_iter().flatten().collect();
        outcome.arrived = times.len();
        outcome.last_arrival = times.iter().copied().fold(0.0, f64::max);
        outcome.mean_travel = times.iter().sum::<f64>() / times.len().max(1) as f64;
        outcome
    }
}

/// Deepest overlap of a disc that moves straight from one point to another with any circle (m).
fn deepest(circles: &[(Vec2, f32)], from: Vec2, to: Vec2, radius: f32) -> f64 {
    let (from, to) = (from.as_dvec2(), to.as_dvec2());
    let along = to - from;
    circles
        .iter()
        .map(|&(center, size)| {
            let center = center.as_dvec2();
            let share = if along.length_squared() > 0.0 {
                ((center - from).dot(along) / along.length_squared()).clamp(0.0, 1.0)
            } else {
                0.0
            };
            f64::from(size) + f64::from(radius) - center.distance(from + along * share)
        })
        .fold(0.0, f64::max)
}

pub fn walker(start: Vec2, goal: Vec2, radius: f32, speed: f32) -> AgentSpec {
    let mut spec =
        AgentSpec::new(Body::new(start, radius, speed)).with_goal(Goal::point(goal, 0.5 * radius));
    spec.profile.on_arrival = OnArrival::Continue;
    spec
}

/// Circles of radius 0.3 to 1.2 m in a box, with gaps of at least `gap`.
pub fn forest(seed: u64, count: usize, size: Vec2, gap: f32) -> Vec<(Vec2, f32)> {
    let mut random = Random::new(seed, 99);
    let mut circles: Vec<(Vec2, f32)> = Vec::new();
    let mut tries = 0;
    while circles.len() < count && tries < 1_000_000 {
        tries += 1;
        let radius = random.between(0.3, 1.2);
        let center = Vec2::new(random.between(0.0, size.x), random.between(0.0, size.y));
        if circles
            .iter()
            .all(|(other, size)| other.distance(center) >= size + radius + gap)
        {
            circles.push((center, radius));
        }
    }
    circles
}

pub fn default_look_ahead(radius: f32) -> LookAhead {
    LookAhead::for_radius(radius)
}

pub fn circle(center: Vec2, radius: f32) -> Shape {
    Circle::new(center, radius).expect("circle").into()
}
