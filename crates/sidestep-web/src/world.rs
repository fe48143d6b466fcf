//! A world without a scene, for JavaScript: agents and obstacles come and go as a game says.

use glam::Vec2;
use serde::Deserialize;
use serde_json::json;
use sidestep::avoid::Blocker;
use sidestep::geometry::{Circle, ConvexPolygon, Segment, Shape, ShapeError};
use sidestep::motion::Body;
use sidestep::space::Topology;
use sidestep::world::{
    AgentId, AgentSpec, BlockedAnswer, Control, EventKind, Goal, Link, ObstacleId, ObstacleSpec,
    Pose, World as Engine, WorldSettings,
};
use sidestep_scene::recording::Outline;
use wasm_bindgen::JsError;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::failure::failure;
use crate::frame::{AGENT_STRIDE, flag};
use crate::spec::spec_json;

/// Events that nobody asks for are forgotten above this number, the oldest first.
const MOST_EVENTS: usize = 10_000;

/// A world without a scene. The wrapper class in `npm/index.js` has the names that people use.
#[wasm_bindgen]
#[derive(Debug)]
pub struct World {
    engine: Engine,
    /// The numbers of each agent that is there, for drawing.
    agents: Vec<f32>,
    /// What has happened since that was asked for.
    events: Vec<serde_json::Value>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase", default)]
struct Settings {
    seed: Option<u64>,
    /// Whether who overlaps is pushed apart.
    settle: Option<bool>,
    /// The box of a world that wraps (m).
    torus: Option<[Vec2; 2]>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct Newcomer {
    position: Vec2,
    radius: f32,
    speed: f32,
    #[serde(default)]
    goals: Vec<Vec2>,
    /// How near to a goal it has to come (m).
    arrival: Option<f32>,
    #[serde(default)]
    driven: bool,
}

/// A shape as it comes: an outline, or a wall between two points.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum Thing {
    Wall { from: Vec2, to: Vec2 },
    Outline(Outline),
}

impl Thing {
    fn shape(&self) -> Result<Shape, ShapeError> {
        Ok(match self {
            Self::Wall { from, to } => Segment::new(*from, *to)?.into(),
            Self::Outline(Outline::Circle { center, radius }) => {
                Circle::new(*center, *radius)?.into()
            }
            Self::Outline(Outline::Polygon { points }) => {
                ConvexPolygon::new(points.clone())?.into()
            }
        })
    }
}

fn read<'a, T: Deserialize<'a>>(what: &str, json: &'a str) -> Result<T, JsError> {
    serde_json::from_str(json).map_err(|error| JsError::new(&format!("{what}: {error}")))
}

fn obstacle(json: &str, temporary: bool) -> Result<ObstacleSpec, JsError> {
    let thing: Thing = read(
        "an obstacle is a circle, a polygon, or a wall with `from` and `to`",
        json,
    )?;
    let mut spec = ObstacleSpec::new(thing.shape().map_err(failure)?);
    spec.temporary = temporary;
    Ok(spec)
}

#[wasm_bindgen]
impl World {
    /// An empty world, its settings given as JSON.
    ///
    /// # Errors
    /// If a setting makes no sense.
    #[wasm_bindgen(constructor)]
    pub fn new(settings: &str) -> Result<Self, JsError> {
        let given: Settings = read("the settings of the world", settings)?;
        let mut settings = WorldSettings::default();
        if let Some([min, max]) = given.torus {
            settings.topology = Topology::torus(min, max).map_err(failure)?;
        }
        settings.seed = given.seed.unwrap_or(settings.seed);
        settings.settle = given.settle.unwrap_or(settings.settle);
        Ok(Self {
            engine: Engine::new(settings).map_err(failure)?,
            agents: Vec::new(),
            events: Vec::new(),
        })
    }

    /// Moves everything by so much time (s).
    ///
    /// # Errors
    /// If that isn't above 0, or far too much.
    pub fn step(&mut self, seconds: f32) -> Result<(), JsError> {
        self.engine.step(seconds).map_err(failure)?;
        for event in self.engine.events() {
            let (kind, more) = told(event.kind);
            let mut said = json!({ "time": event.time, "agent": event.agent.0, "kind": kind });
            if let Some((key, value)) = more {
                said[key] = value;
            }
            self.events.push(said);
        }
        let too_many = self.events.len().saturating_sub(MOST_EVENTS);
        self.events.drain(..too_many);
        Ok(())
    }

    /// Simulated time (s).
    #[wasm_bindgen(getter)]
    pub fn time(&self) -> f64 {
        self.engine.time()
    }

    /// How many agents there are.
    #[wasm_bindgen(getter, js_name = agentCount)]
    pub fn agent_count(&self) -> usize {
        self.engine.agents().len()
    }

    /// Fills the array with the agents as they are now.
    pub fn draw(&mut self) {
        self.agents.clear();
        self.agents
            .reserve(self.engine.agents().len() * AGENT_STRIDE);
        for agent in self.engine.agents() {
            let body = agent.body;
            let bits = flag::PRESENT
                | if agent.blocked { flag::BLOCKED } else { 0 }
                | if agent.jumping { flag::AIRBORNE } else { 0 }
                | if agent.arrived { flag::ARRIVED } else { 0 }
                | if agent.arrived_near { flag::NEAR } else { 0 };
            self.agents.extend([
                body.position.x,
                body.position.y,
                body.heading.x,
                body.heading.y,
                body.velocity.length(),
                body.radius,
                agent.id.0 as f32,
                bits as f32,
                body.velocity.x,
                body.velocity.y,
            ]);
        }
    }

    /// Where the numbers of the agents begin in memory.
    #[wasm_bindgen(js_name = agentsAt)]
    pub fn agents_at(&self) -> *const f32 {
        self.agents.as_ptr()
    }

    /// How many numbers there are for the agents.
    #[wasm_bindgen(js_name = agentsLength)]
    pub fn agents_length(&self) -> usize {
        self.agents.len()
    }

    /// What has happened since this was asked last, as JSON.
    pub fn events(&mut self) -> String {
        serde_json::Value::Array(std::mem::take(&mut self.events)).to_string()
    }

    /// The agents that find no way, as JSON.
    pub fn blocked(&self) -> String {
        let by = |blocker: &Blocker| match blocker {
            Blocker::Agent(id) => json!({ "kind": "agent", "id": id }),
            Blocker::Obstacle(id) => json!({ "kind": "obstacle", "id": id }),
        };
        let blocked = self.engine.blocked().map(|it| {
            let by: Vec<_> = it.by.iter().map(by).collect();
            json!({
                "agent": it.agent.0, "since": it.since, "by": by, "goal": it.goal,
                "place": it.place, "beyond": it.beyond,
            })
        });
        serde_json::Value::Array(blocked.collect()).to_string()
    }

    /// Adds an agent, given as JSON, and says under which id.
    ///
    /// # Errors
    /// If a number is out of range.
    #[wasm_bindgen(js_name = insertAgent)]
    pub fn insert_agent(&mut self, agent: &str) -> Result<u32, JsError> {
        let given: Newcomer = read("an agent has a position, a radius and a speed", agent)?;
        let mut spec = AgentSpec::new(Body::new(given.position, given.radius, given.speed));
        spec.profile.goals = goals(&given.goals, given.arrival.unwrap_or(0.5 * given.radius));
        if given.driven {
            spec.profile.control = Control::Driven;
        }
        Ok(self.engine.insert_agent(spec).map_err(failure)?.0 as u32)
    }

    /// Takes an agent out.
    ///
    /// # Errors
    /// If there is no such agent.
    #[wasm_bindgen(js_name = removeAgent)]
    pub fn remove_agent(&mut self, agent: u32) -> Result<(), JsError> {
        self.engine.remove_agent(id(agent)).map_err(failure)
    }

    /// Everything that the engine was told about an agent, as JSON; nothing if it isn't there.
    ///
    /// # Errors
    /// None that is known.
    pub fn spec(&self, agent: u32) -> Result<Option<String>, JsError> {
        let spec = self.engine.spec(id(agent));
        spec.map(|spec| spec_json(spec).map_err(failure))
            .transpose()
    }

    /// Sets the speed at which an agent walks (m/s), and its largest one if that is lower.
    ///
    /// # Errors
    /// If there is no such agent, or the speed isn't above 0; nothing has changed then.
    #[wasm_bindgen(js_name = setSpeed)]
    pub fn set_speed(&mut self, agent: u32, speed: f32) -> Result<(), JsError> {
        self.change(agent, |spec| {
            spec.profile.preferred_speed = speed;
            let limits = &mut spec.body.limits;
            limits.max_speed = limits.max_speed.max(speed);
        })
    }

    /// Gives an agent points to go to, one after the other: x, y, x, y … (m).
    ///
    /// # Errors
    /// If there is no such agent, or a number is out of range.
    #[wasm_bindgen(js_name = setGoals)]
    pub fn set_goals(&mut self, agent: u32, points: &[f32], arrival: f32) -> Result<(), JsError> {
        let points: Vec<Vec2> = (points.chunks_exact(2))
            .map(|point| Vec2::new(point[0], point[1]))
            .collect();
        (self.engine.set_goals(id(agent), goals(&points, arrival))).map_err(failure)
    }

    /// Puts an agent somewhere else (m), at rest.
    ///
    /// # Errors
    /// If there is no such agent, or a coordinate makes no sense.
    #[wasm_bindgen(js_name = placeAgent)]
    pub fn place_agent(&mut self, agent: u32, x: f32, y: f32) -> Result<(), JsError> {
        let to = Vec2::new(x, y);
        (self.engine.place_agent(id(agent), to, Vec2::ZERO)).map_err(failure)
    }

    /// Moves an agent by a velocity (m/s) from now on, whatever it wants.
    ///
    /// # Errors
    /// If there is no such agent, or a coordinate makes no sense.
    pub fn drive(&mut self, agent: u32, x: f32, y: f32) -> Result<(), JsError> {
        self.engine
            .set_velocity(id(agent), Vec2::new(x, y))
            .map_err(failure)?;
        self.engine
            .set_control(id(agent), Control::Driven)
            .map_err(failure)
    }

    /// Lets an agent that was driven walk by itself.
    ///
    /// # Errors
    /// If there is no such agent.
    #[wasm_bindgen(js_name = letWalk)]
    pub fn let_walk(&mut self, agent: u32) -> Result<(), JsError> {
        self.engine
            .set_control(id(agent), Control::Steered)
            .map_err(failure)
    }

    /// Lets an agent jump to a place (m) in so many seconds.
    ///
    /// # Errors
    /// If there is no such agent, a coordinate makes no sense, or the time isn't above 0.
    pub fn jump(&mut self, agent: u32, x: f32, y: f32, seconds: f32) -> Result<(), JsError> {
        let Some(view) = self.engine.agent(id(agent)) else {
            return Err(JsError::new(&format!("there is no agent {agent}")));
        };
        let (from, to) = (view.body.position, Vec2::new(x, y));
        (self.engine.jump(id(agent), Link { from, to, seconds })).map_err(failure)
    }

    /// Tells a blocked agent to wait for so many seconds before it is listed again.
    ///
    /// # Errors
    /// If there is no such agent, or the time is below 0.
    #[wasm_bindgen(js_name = letWait)]
    pub fn let_wait(&mut self, agent: u32, seconds: f32) -> Result<(), JsError> {
        (self.engine)
            .answer_blocked(id(agent), BlockedAnswer::Wait { seconds })
            .map_err(failure)
    }

    /// Adds an obstacle, given as JSON, and says under which id.
    ///
    /// # Errors
    /// If its shape makes no sense.
    #[wasm_bindgen(js_name = insertObstacle)]
    pub fn insert_obstacle(&mut self, shape: &str, temporary: bool) -> Result<u32, JsError> {
        let spec = obstacle(shape, temporary)?;
        Ok(self.engine.insert_obstacle(spec).map_err(failure)?.0)
    }

    /// Lets the next step take an obstacle to a place (m), turned by an angle (rad).
    ///
    /// # Errors
    /// If there is no such obstacle, or a number makes no sense.
    #[wasm_bindgen(js_name = moveObstacle)]
    pub fn move_obstacle(
        &mut self,
        obstacle: u32,
        x: f32,
        y: f32,
        angle: f32,
    ) -> Result<(), JsError> {
        let center = Vec2::new(x, y);
        (self
            .engine
            .move_obstacle(ObstacleId(obstacle), Pose { center, angle }))
        .map_err(failure)
    }

    /// Takes an obstacle out.
    ///
    /// # Errors
    /// If there is no such obstacle.
    #[wasm_bindgen(js_name = removeObstacle)]
    pub fn remove_obstacle(&mut self, obstacle: u32) -> Result<(), JsError> {
        self.engine
            .remove_obstacle(ObstacleId(obstacle))
            .map_err(failure)
    }

    /// Whom an obstacle, given as JSON, would leave without a way.
    ///
    /// # Errors
    /// If its shape makes no sense, or there is no obstacle `instead_of`.
    #[wasm_bindgen(js_name = wouldClose)]
    pub fn would_close(
        &self,
        shape: &str,
        temporary: bool,
        instead_of: Option<u32>,
    ) -> Result<Vec<u32>, JsError> {
        let spec = obstacle(shape, temporary)?;
        let closed = self.engine.would_close(&spec, instead_of.map(ObstacleId));
        let closed = closed.map_err(failure)?;
        Ok(closed.into_iter().map(|AgentId(id)| id as u32).collect())
    }

    /// What an agent would decide in a step of so many seconds, as JSON; nothing if it isn't there.
    ///
    /// # Errors
    /// If a step can't take so long.
    pub fn explain(&mut self, agent: u32, seconds: f32) -> Result<Option<String>, JsError> {
        if self.engine.agent(id(agent)).is_none() {
            return Ok(None);
        }
        let told = self.engine.explain(id(agent), seconds).map_err(failure)?;
        serde_json::to_string(&told).map(Some).map_err(failure)
    }

    /// Hash of everything that the steps to come depend on.
    #[wasm_bindgen(js_name = stateHash)]
    pub fn state_hash(&self) -> String {
        format!("{:016x}", self.engine.state_hash())
    }
}

impl World {
    /// Says something else about an agent.
    fn change(&mut self, agent: u32, change: impl FnOnce(&mut AgentSpec)) -> Result<(), JsError> {
        let Some(mut spec) = self.engine.spec(id(agent)) else {
            return Err(JsError::new(&format!("there is no agent {agent}")));
        };
        change(&mut spec);
        self.engine.set_spec(id(agent), spec).map_err(failure)
    }
}

fn id(agent: u32) -> AgentId {
    AgentId(u64::from(agent))
}

fn goals(points: &[Vec2], arrival: f32) -> Vec<Goal> {
    points
        .iter()
        .map(|point| Goal::point(*point, arrival))
        .collect()
}

/// The name of an event, and what it says besides.
fn told(kind: EventKind) -> (&'static str, Option<(&'static str, serde_json::Value)>) {
    match kind {
        EventKind::GoalReached { index } => ("goal-reached", Some(("goal", index.into()))),
        EventKind::GoalReachedNear { index, .. } => {
            ("goal-reached-near", Some(("goal", index.into())))
        }
        EventKind::Arrived => ("arrived", None),
        EventKind::ArrivedNear { .. } => ("arrived-near", None),
        EventKind::Left { .. } => ("left", None),
        EventKind::Stuck { reason } => ("stuck", Some(("reason", json!(reason)))),
        EventKind::Unstuck => ("unstuck", None),
        EventKind::Blocked => ("blocked", None),
        EventKind::Unblocked => ("unblocked", None),
        EventKind::TookOff => ("took-off", None),
        EventKind::Landed => ("landed", None),
        EventKind::TargetGone { .. } => ("target-gone", None),
        EventKind::Unsound => ("unsound", None),
        _ => ("other", None),
    }
}
