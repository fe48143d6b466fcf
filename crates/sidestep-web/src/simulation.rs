//! A scene while it runs, for JavaScript.

use std::collections::VecDeque;

use glam::Vec2;
use sidestep_scene::format::{Scene, SceneError};
use sidestep_scene::measure::Measures;
use sidestep_scene::place::Layout;
use sidestep_scene::recording::{Observer, Setting};
use sidestep_scene::simulate::{Happened, Simulation as Run, SimulationError};
use wasm_bindgen::JsError;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::document::NAMELESS;
use crate::failure::failure;
use crate::frame::{DrawnFrame, Moment, flag};
use crate::pick;
use crate::spec::spec_json;

/// A scene while it runs. The wrapper class in `npm/index.js` has the names that people use.
#[wasm_bindgen]
pub struct Simulation {
    pub(crate) source: Source,
    /// As it was given at first.
    given: Source,
    pub(crate) scene: Scene,
    pub(crate) run: Run,
    /// Changes of the setting before the run was built again.
    pub(crate) versions_before: u64,
    /// The last change of the setting that the measures know.
    followed: u64,
    measures: Option<Measures>,
    pub(crate) drawn: DrawnFrame,
    /// Time that has passed and isn't stepped yet (s), at most a step: as far as it goes, the last
    /// step is shown.
    due: f64,
    /// What has happened since that was asked for, at most the last [`MOST_EVENTS`].
    happened: VecDeque<Happened>,
}

/// Who never asks for events isn't to fill the memory with them.
const MOST_EVENTS: usize = 10_000;

/// Where a scene comes from: enough to build it again with other values.
#[derive(Clone, Debug)]
pub(crate) struct Source {
    text: String,
    name: String,
    values: Vec<(String, String)>,
    agents: Option<u64>,
}

impl Source {
    /// The same with more values set.
    pub fn with(&self, values: &[(String, String)]) -> Self {
        let mut source = self.clone();
        for (key, value) in values {
            source.values.retain(|(known, _)| known != key);
            source.values.push((key.clone(), value.clone()));
        }
        source
    }

    pub fn scene(&self) -> Result<Scene, SceneError> {
        let mut scene = Scene::with_overrides(&self.text, &self.name, &self.values)?;
        if let Some(count) = self.agents {
            scene.scale_agents(count)?;
        }
        Ok(scene)
    }
}

/// What is said of a scene on a level. A build that reads levels all the same, as one of the whole
/// workspace does, can't draw them.
const NO_LEVELS: &str = "scenes on a level can't be run in a browser; run it with the `sidestep` command, or remove \
    `level`";

/// Why a simulation can't be built.
#[derive(Debug)]
enum Refusal {
    Level,
    Scene(SceneError),
    Run(SimulationError),
}

impl From<Refusal> for JsError {
    fn from(refusal: Refusal) -> Self {
        match refusal {
            Refusal::Level => failure(NO_LEVELS),
            Refusal::Scene(error) => failure(error),
            Refusal::Run(error) => failure(error),
        }
    }
}

fn build(scene: &Scene) -> Result<Run, Refusal> {
    if scene.level.is_some() {
        return Err(Refusal::Level);
    }
    let layout = Layout::new(scene).map_err(Refusal::Scene)?;
    Run::new(layout).map_err(Refusal::Run)
}

#[wasm_bindgen]
impl Simulation {
    /// Builds the world of a scene in TOML. `name` is what messages call it; `values` are lines of
    /// `key=value`; `agents` is the number of agents in all, as the command's `--agents`, or 0 for
    /// the scene's own; `measured` is whether figures are taken.
    ///
    /// # Errors
    /// If the scene or a value makes no sense; the message says what, where and how to mend it.
    #[wasm_bindgen(constructor)]
    pub fn new(
        toml: &str,
        name: Option<String>,
        values: Vec<String>,
        agents: u32,
        measured: bool,
    ) -> Result<Self, JsError> {
        let source = Source {
            text: toml.to_owned(),
            name: name.unwrap_or_else(|| NAMELESS.to_owned()),
            values: parse_values(&values)?,
            agents: (agents > 0).then_some(u64::from(agents)),
        };
        let scene = source.scene().map_err(failure)?;
        let run = build(&scene)?;
        let mut simulation = Self {
            given: source.clone(),
            source,
            scene,
            run,
            versions_before: 0,
            followed: 0,
            measures: measured.then(Measures::new),
            drawn: DrawnFrame::default(),
            due: 0.0,
            happened: VecDeque::new(),
        };
        simulation.begin();
        Ok(simulation)
    }

    /// Does so many steps.
    ///
    /// # Errors
    /// If the engine refuses something, which a checked scene gives no cause for.
    pub fn step(&mut self, count: u32) -> Result<(), JsError> {
        for _ in 0..count {
            self.step_once()?;
        }
        self.due = self.time_step();
        Ok(())
    }

    /// Lets so much time (s) pass in whole steps, at most `most` of them; says how many.
    ///
    /// # Errors
    /// As [`Simulation::step`].
    pub fn advance(&mut self, seconds: f64, most: u32) -> Result<u32, JsError> {
        if !(seconds.is_finite() && seconds > 0.0) {
            return Ok(0);
        }
        let dt = self.time_step();
        self.due += seconds;
        let mut done = 0;
        while self.due > dt && done < most {
            self.step_once()?;
            self.due -= dt;
            done += 1;
        }
        // What is still due can't be caught up with.
        self.due = self.due.min(dt);
        Ok(done)
    }

    /// Builds everything again, from the scene as it stands.
    ///
    /// # Errors
    /// As [`Simulation::new`].
    pub fn restart(&mut self) -> Result<(), JsError> {
        self.take_stock()?;
        self.build_again(self.scene.clone())
    }

    /// Builds everything again as it was given at first, without any edits or values set since.
    ///
    /// # Errors
    /// As [`Simulation::new`].
    pub fn reset(&mut self) -> Result<(), JsError> {
        let scene = self.given.scene().map_err(failure)?;
        self.build_again(scene)?;
        self.source = self.given.clone();
        Ok(())
    }

    /// The scene as it stands, in TOML: with the values that were set, and what was added, moved
    /// and removed.
    ///
    /// # Errors
    /// If what is left is no scene.
    pub fn scene(&self) -> Result<String, JsError> {
        let scene = self.run.scene_as_it_stands(&self.scene);
        scene.map_err(failure)?.to_toml().map_err(failure)
    }

    /// Simulated time (s).
    #[wasm_bindgen(getter)]
    pub fn time(&self) -> f64 {
        self.run.frame().time
    }

    /// Number of steps done.
    #[wasm_bindgen(getter)]
    pub fn steps(&self) -> f64 {
        self.run.frame().step as f64
    }

    /// Time step (s).
    #[wasm_bindgen(getter, js_name = timeStep)]
    pub fn time_step(&self) -> f64 {
        self.run.setting().dt
    }

    /// How long the scene runs (s).
    #[wasm_bindgen(getter)]
    pub fn duration(&self) -> f64 {
        self.scene.duration.get()
    }

    /// Whether its time is up, or all have arrived and it stops then.
    #[wasm_bindgen(getter)]
    pub fn over(&self) -> bool {
        self.run.is_over()
    }

    /// Number of agents, those that have left the world too.
    #[wasm_bindgen(getter, js_name = agentCount)]
    pub fn agent_count(&self) -> usize {
        self.run.setting().agents.len()
    }

    /// Number of obstacles, those that aren't there too.
    #[wasm_bindgen(getter, js_name = obstacleCount)]
    pub fn obstacle_count(&self) -> usize {
        self.run.setting().obstacles.len()
    }

    /// Fills the arrays with what is to be drawn now.
    pub fn draw(&mut self) {
        let share = (self.due / self.time_step()).clamp(0.0, 1.0) as f32;
        let run = &self.run;
        let touching = self.measures.as_ref().map_or(&[][..], Measures::touching);
        let flags = |index: usize| {
            let touches = touching.get(index).is_some_and(|touches| *touches);
            let arrived = run.has_arrived(index);
            (u32::from(arrived) * flag::ARRIVED) | (u32::from(touches) * flag::TOUCHING)
        };
        let moment = Moment {
            setting: run.setting(),
            frame: run.frame(),
            share,
        };
        self.drawn.draw(moment, run.headings(), flags);
    }

    /// Where the numbers of the agents begin in memory.
    #[wasm_bindgen(js_name = agentsAt)]
    pub fn agents_at(&self) -> *const f32 {
        self.drawn.agents.as_ptr()
    }

    /// How many numbers there are for the agents.
    #[wasm_bindgen(js_name = agentsLength)]
    pub fn agents_length(&self) -> usize {
        self.drawn.agents.len()
    }

    /// Where the numbers of the obstacles begin in memory.
    #[wasm_bindgen(js_name = obstaclesAt)]
    pub fn obstacles_at(&self) -> *const f32 {
        self.drawn.obstacles.as_ptr()
    }

    /// How many numbers there are for the obstacles.
    #[wasm_bindgen(js_name = obstaclesLength)]
    pub fn obstacles_length(&self) -> usize {
        self.drawn.obstacles.len()
    }

    /// Where the numbers of the targets begin in memory.
    #[wasm_bindgen(js_name = targetsAt)]
    pub fn targets_at(&self) -> *const f32 {
        self.drawn.targets.as_ptr()
    }

    /// How many numbers there are for the targets.
    #[wasm_bindgen(js_name = targetsLength)]
    pub fn targets_length(&self) -> usize {
        self.drawn.targets.len()
    }

    /// What stays the same from step to step, as JSON.
    ///
    /// # Errors
    /// None that is known.
    pub fn setting(&self) -> Result<String, JsError> {
        serde_json::to_string(self.run.setting()).map_err(failure)
    }

    /// What has happened since this was asked last, as JSON.
    ///
    /// # Errors
    /// None that is known.
    pub fn events(&mut self) -> Result<String, JsError> {
        let happened: Vec<Happened> = self.happened.drain(..).collect();
        serde_json::to_string(&happened).map_err(failure)
    }

    /// The agents that find no way, as JSON.
    ///
    /// # Errors
    /// None that is known.
    pub fn blocked(&self) -> Result<String, JsError> {
        let blocked: Vec<_> = self.run.blocked().collect();
        serde_json::to_string(&blocked).map_err(failure)
    }

    /// What an agent would decide in the next step, as JSON; nothing if it isn't in the world.
    ///
    /// # Errors
    /// None that is known.
    pub fn explain(&mut self, agent: usize) -> Result<Option<String>, JsError> {
        let explanation = self.run.explain(agent);
        explanation
            .map(|explanation| serde_json::to_string(&explanation).map_err(failure))
            .transpose()
    }

    /// The figures so far, as JSON.
    ///
    /// # Errors
    /// If no figures are taken.
    pub fn measures(&self) -> Result<String, JsError> {
        let measures = self.measured()?;
        let mut figures = serde_json::to_value(measures.finish(0.0)).map_err(failure)?;
        figures["direction_flips"] = measures.direction_flips().into();
        figures["touching_now"] = measures.touching_now().into();
        figures["mean_speed_now"] = measures.mean_speed_now().into();
        Ok(figures.to_string())
    }

    /// Hash of the raw bits of all positions and velocities so far.
    ///
    /// # Errors
    /// If no figures are taken.
    pub fn hash(&self) -> Result<String, JsError> {
        Ok(self.measured()?.finish(0.0).trajectory_hash)
    }

    /// Everything that the engine was told about an agent, as JSON; nothing if it isn't in the
    /// world.
    ///
    /// # Errors
    /// None that is known.
    pub fn spec(&self, agent: usize) -> Result<Option<String>, JsError> {
        let spec = self.run.spec(agent);
        spec.map(|spec| spec_json(spec).map_err(failure))
            .transpose()
    }

    /// The agent at a point, or −1.
    #[wasm_bindgen(js_name = agentAt)]
    pub fn agent_at(&self, x: f32, y: f32, reach: f32) -> i32 {
        index_or_none(pick::agent_at(&self.drawn.agents, Vec2::new(x, y), reach))
    }

    /// The obstacle at a point, or −1.
    #[wasm_bindgen(js_name = obstacleAt)]
    pub fn obstacle_at(&self, x: f32, y: f32, reach: f32) -> i32 {
        let point = Vec2::new(x, y);
        let found = pick::obstacle_at(self.fixed(), &self.drawn.obstacles, point, reach);
        index_or_none(found)
    }

    /// The wall at a point, or −1.
    #[wasm_bindgen(js_name = wallAt)]
    pub fn wall_at(&self, x: f32, y: f32, reach: f32) -> i32 {
        index_or_none(pick::wall_at(self.fixed(), Vec2::new(x, y), reach))
    }
}

impl Simulation {
    fn fixed(&self) -> &Setting {
        self.run.setting()
    }

    fn measured(&self) -> Result<&Measures, JsError> {
        self.measures.as_ref().ok_or_else(|| {
            JsError::new("no figures are taken; build the simulation with `measures: true`")
        })
    }

    /// Takes what was added, moved and removed over into the scene, if there is any, for when it is
    /// built again.
    pub(crate) fn take_stock(&mut self) -> Result<(), JsError> {
        let scene = self.run.scene_as_it_stands(&self.scene).map_err(failure)?;
        if scene != self.scene {
            self.source = Source {
                text: scene.to_toml().map_err(failure)?,
                name: self.source.name.clone(),
                values: Vec::new(),
                agents: None,
            };
            self.scene = scene;
        }
        Ok(())
    }

    /// Begins from the start with another scene.
    pub(crate) fn build_again(&mut self, scene: Scene) -> Result<(), JsError> {
        let run = build(&scene)?;
        self.versions_before += self.run.version() + 1;
        self.scene = scene;
        self.run = run;
        self.begin();
        Ok(())
    }

    /// Shows the measures the setting if it has changed.
    pub(crate) fn follow(&mut self) {
        if self.followed == self.run.version() {
            return;
        }
        self.followed = self.run.version();
        if let Some(measures) = &mut self.measures {
            measures.follow(self.run.setting());
        }
    }

    /// Starts to watch a run from its first frame.
    fn begin(&mut self) {
        self.drawn = DrawnFrame::default();
        self.drawn.keep(self.run.frame());
        self.due = self.time_step();
        self.followed = self.run.version();
        self.happened.clear();
        if let Some(measures) = &mut self.measures {
            *measures = Measures::new();
            measures.begin(self.run.setting(), self.run.frame());
        }
        self.draw();
    }

    fn step_once(&mut self) -> Result<(), JsError> {
        self.drawn.keep(self.run.frame());
        self.run.step().map_err(failure)?;
        self.happened.extend(self.run.happened());
        let too_many = self.happened.len().saturating_sub(MOST_EVENTS);
        self.happened.drain(..too_many);
        if let Some(measures) = &mut self.measures {
            measures.observe(self.run.setting(), self.run.frame());
        }
        Ok(())
    }
}

fn index_or_none(index: Option<usize>) -> i32 {
    index.map_or(-1, |index| index as i32)
}

/// Lines of `key=value`, as the command's `--set` takes them.
pub(crate) fn parse_values(lines: &[String]) -> Result<Vec<(String, String)>, JsError> {
    (lines.iter())
        .map(|line| match line.split_once('=') {
            Some((key, value)) => Ok((key.trim().to_owned(), value.trim().to_owned())),
            None => Err(JsError::new(&format!(
                "`{line}` sets nothing; write `key=value`, such as `agents.0.radius=0.3`"
            ))),
        })
        .collect()
}
