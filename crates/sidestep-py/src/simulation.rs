//! `Simulation`: a scene while it runs.

use numpy::{Ix1, Ix2, PyArray1, PyArray2};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyType};
use serde::{Deserialize, Serialize};
use sidestep_scene::builtin;
use sidestep_scene::format::Scene;
use sidestep_scene::measure::Measures;
use sidestep_scene::method::Method;
use sidestep_scene::place::Layout;
use sidestep_scene::recording::Observer;
use sidestep_scene::simulate::{SavedSimulation, Simulation as Run, SimulationError};

use crate::arrays;
use crate::error::{
    NoSuchAgentError, SnapshotError, of_resume, of_run, of_save, of_scene, refused,
};
use crate::shared::{Column, Pairs, Shared};
use crate::snapshot::{Snapshot, SnapshotOf};
use crate::source::{self, Changes};
use crate::told::{BlockedAgent, Event, Explanation, as_python};
use crate::trajectories::{Recorded, Trajectories};
use crate::world::{AT_A_STRETCH, steps};

/// A run with what watches it.
struct Watched {
    scene: Scene,
    run: Run,
    measures: Measures,
    recorded: Recorded,
    stepping: f64,
}

/// A scene while it runs, with the same bits as the command `sidestep run`.
///
/// >>> import sidestep as ss
/// >>> sim = ss.Simulation.from_scene("crossroads", seed=3, agents=20)
/// >>> sim.run(until=2.0)
/// >>> sim.time
/// 2.0
///
/// The arrays have a row an agent, in order of id from 0, also for those who have left; they are
/// read-only and stay what they were, as those of `World`. Any number of threads may use it. It pickles.
#[pyclass(frozen, module = "sidestep")]
pub struct Simulation {
    shared: Shared<Watched>,
    positions: Column<f32, Ix2>,
    velocities: Column<f32, Ix2>,
    present: Column<bool, Ix1>,
    arrived: Column<bool, Ix1>,
    blocked: Column<bool, Ix1>,
    radii: Column<f32, Ix1>,
}

/// What is kept of a run in a snapshot.
#[derive(Serialize, Deserialize)]
struct Kept {
    source: String,
    scene: String,
    run: SavedSimulation,
    measures: Measures,
    stepping: f64,
    every: u64,
}

impl Watched {
    fn begin(scene: Scene, every: u64) -> PyResult<Self> {
        let layout = Layout::new(&scene).map_err(of_scene)?;
        let run = Run::new(layout).map_err(of_run)?;
        let mut watched = Self {
            scene,
            run,
            measures: Measures::new(),
            recorded: Recorded::every(every),
            stepping: 0.0,
        };
        (watched.measures).begin(watched.run.setting(), watched.run.frame());
        (watched.recorded).see(watched.run.setting(), watched.run.frame());
        Ok(watched)
    }

    fn step(&mut self) -> Result<(), SimulationError> {
        let stepping = self.run.step_before(&mut [&mut self.measures])?;
        self.stepping += stepping.as_secs_f64();
        self.recorded.see(self.run.setting(), self.run.frame());
        Ok(())
    }

    fn save(&self) -> PyResult<Vec<u8>> {
        let text = self.scene.to_toml().map_err(of_scene)?;
        let source = self.scene.name().to_owned();
        let again = Scene::from_toml(&text, &source).map_err(of_scene)?;
        let layouts = (Layout::new(&self.scene), Layout::new(&again));
        if !matches!(layouts, (Ok(layout), Ok(again)) if layout == again) {
            return Err(SnapshotError::new_err(
                "the scene isn't the same once it is written as TOML; convert it to TOML first \
                 (sidestep convert), and run that",
            ));
        }
        let kept = Kept {
            source,
            scene: text,
            run: self.run.save().map_err(of_save)?,
            measures: self.measures.clone(),
            stepping: self.stepping,
            every: self.recorded.every,
        };
        postcard::to_allocvec(&kept).map_err(|error| SnapshotError::new_err(error.to_string()))
    }

    fn load(bytes: &[u8]) -> PyResult<Self> {
        let unreadable = |error: postcard::Error| {
            SnapshotError::new_err(format!(
                "the snapshot can't be read: {error}; take another copy"
            ))
        };
        let mut kept: Kept = postcard::from_bytes(bytes).map_err(unreadable)?;
        let scene = Scene::from_toml(&kept.scene, &kept.source).map_err(of_scene)?;
        let layout = Layout::new(&scene).map_err(of_scene)?;
        let run = Run::resume(layout, &kept.run).map_err(of_resume)?;
        kept.measures.resume(run.setting());
        if !(kept.stepping >= 0.0 && kept.stepping < 1e12) {
            return Err(SnapshotError::new_err(
                "the time spent so far makes no sense",
            ));
        }
        Ok(Self {
            scene,
            run,
            measures: kept.measures,
            recorded: Recorded::every(kept.every),
            stepping: kept.stepping,
        })
    }
}

impl Simulation {
    fn holding(watched: Watched) -> Self {
        Self {
            shared: Shared::new(watched),
            positions: Column::default(),
            velocities: Column::default(),
            present: Column::default(),
            arrived: Column::default(),
            blocked: Column::default(),
            radii: Column::default(),
        }
    }

    /// Steps until as many are done, the time is reached or the run is over.
    fn go_on(&self, py: Python<'_>, count: u64, until: f64) -> PyResult<()> {
        steps(py, count, |most| {
            let done = self.shared.change(py, |watched| {
                let start = std::time::Instant::now();
                let mut done = 0;
                loop {
                    // The last step may be a rounding short of the time.
                    let dt = watched.run.setting().dt;
                    let over = watched.run.is_over() || watched.run.frame().time > until - 0.5 * dt;
                    let pause = done > 0 && start.elapsed() >= AT_A_STRETCH;
                    if over || done == most || pause {
                        return Ok((done, over));
                    }
                    watched.step()?;
                    done += 1;
                }
            })?;
            done.map_err(of_run)
        })
    }
}

#[pymethods]
impl Simulation {
    /// Builds the world of a scene, before its first step.
    ///
    /// scene: the name of a built-in one (`sidestep.builtin_scenes()`), the path of a file, TOML of more
    /// than one line, or a dict with what the TOML would say. seed, agents (in all), method
    /// (`sidestep.method_names()`), seconds (how long it runs) and dt (s) as the command's options;
    /// values as its `--set`, such as ``{"agents.0.radius": 0.3}``. record_every: every how many steps
    /// `trajectories` gets rows (33 bytes an agent); 0 for none.
    ///
    /// Raises FileNotFoundError if there is no such scene, and `SceneError` if it makes no sense.
    #[classmethod]
    #[pyo3(signature = (scene, *, seed=None, agents=None, method=None, seconds=None, dt=None,
        values=None, record_every=1))]
    fn from_scene(
        _: &Bound<'_, PyType>,
        py: Python<'_>,
        scene: &Bound<'_, PyAny>,
        seed: Option<u64>,
        agents: Option<u64>,
        method: Option<&str>,
        seconds: Option<f64>,
        dt: Option<f64>,
        values: Option<&Bound<'_, PyDict>>,
        record_every: u64,
    ) -> PyResult<Self> {
        let changes = Changes::new(seed, agents, method, seconds, dt, values)?;
        let scene = source::scene(scene, &changes)?;
        let watched = py.detach(|| Watched::begin(scene, record_every))?;
        Ok(Self::holding(watched))
    }

    /// Does so many steps, fewer if the run is over before.
    #[pyo3(signature = (count=1))]
    fn step(&self, py: Python<'_>, count: u64) -> PyResult<()> {
        self.go_on(py, count, f64::INFINITY)
    }

    /// Runs until a time (s), or to the end. Ctrl-C ends it between two steps.
    #[pyo3(signature = (until=None))]
    fn run(&self, py: Python<'_>, until: Option<f64>) -> PyResult<()> {
        if until.is_some_and(|until| !until.is_finite()) {
            return Err(refused(
                "until isn't finite; give a time in seconds, or leave it out to run to the end",
            ));
        }
        self.go_on(py, u64::MAX, until.unwrap_or(f64::INFINITY))
    }

    /// Simulated time (s).
    #[getter]
    fn time(&self, py: Python<'_>) -> PyResult<f64> {
        self.shared.read(py, |it| it.run.frame().time)
    }

    /// Number of steps done.
    #[getter]
    fn steps_done(&self, py: Python<'_>) -> PyResult<u64> {
        self.shared.read(py, |it| it.run.frame().step)
    }

    /// Time step (s).
    #[getter]
    fn dt(&self, py: Python<'_>) -> PyResult<f64> {
        self.shared.read(py, |it| it.run.setting().dt)
    }

    /// How long the scene runs (s).
    #[getter]
    fn duration(&self, py: Python<'_>) -> PyResult<f64> {
        self.shared.read(py, |it| it.scene.duration.get())
    }

    /// Whether the time is up, or all have arrived and the scene stops then.
    #[getter]
    fn over(&self, py: Python<'_>) -> PyResult<bool> {
        self.shared.read(py, |it| it.run.is_over())
    }

    /// The name of the scene.
    #[getter]
    fn name(&self, py: Python<'_>) -> PyResult<String> {
        self.shared.read(py, |it| it.run.setting().scene.clone())
    }

    /// Where the agents are (m), (n, 2); of those who have left, where they were last.
    #[getter]
    fn positions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f32>>> {
        (self.positions).of(py, &self.shared, |it| {
            let agents = it.run.frame().agents.iter();
            Pairs(arrays::flat(agents.map(|agent| agent.position)))
        })
    }

    /// Their velocities (m/s), (n, 2).
    #[getter]
    fn velocities<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f32>>> {
        (self.velocities).of(py, &self.shared, |it| {
            let agents = it.run.frame().agents.iter();
            Pairs(arrays::flat(agents.map(|agent| agent.velocity)))
        })
    }

    /// Whether each is in the world.
    #[getter]
    fn present<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<bool>>> {
        (self.present).of(py, &self.shared, |it| {
            let agents = it.run.frame().agents.iter();
            agents.map(|agent| agent.present).collect::<Vec<_>>()
        })
    }

    /// Whether each has reached its last goal once.
    #[getter]
    fn arrived<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<bool>>> {
        (self.arrived).of(py, &self.shared, |it| {
            let agents = 0..it.run.frame().agents.len();
            agents
                .map(|agent| it.run.has_arrived(agent))
                .collect::<Vec<_>>()
        })
    }

    /// Whether each finds no way.
    #[getter]
    fn is_blocked<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<bool>>> {
        (self.blocked).of(py, &self.shared, |it| {
            let agents = it.run.frame().agents.iter();
            agents.map(|agent| agent.blocked).collect::<Vec<_>>()
        })
    }

    /// Their radii (m).
    #[getter]
    fn radii<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<f32>>> {
        (self.radii).of(py, &self.shared, |it| {
            let agents = it.run.setting().agents.iter();
            agents.map(|agent| agent.radius).collect::<Vec<_>>()
        })
    }

    /// Returns what happened in the last step.
    fn events(&self, py: Python<'_>) -> PyResult<Vec<Event>> {
        let events = (self.shared).read(py, |it| it.run.world().events().to_vec())?;
        events.iter().map(|event| Event::new(py, event)).collect()
    }

    /// Returns the agents that find no way, in order of id.
    fn blocked(&self, py: Python<'_>) -> PyResult<Vec<BlockedAgent>> {
        let blocked = (self.shared).read(py, |it| it.run.world().blocked().collect::<Vec<_>>())?;
        Ok(blocked.into_iter().map(BlockedAgent::from).collect())
    }

    /// Returns what an agent would decide in the next step, and why.
    fn explain(&self, py: Python<'_>, agent: u64) -> PyResult<Explanation> {
        let explained = (self.shared).change(py, |it| {
            usize::try_from(agent)
                .ok()
                .and_then(|agent| it.run.explain(agent))
        })?;
        let explained = explained
            .ok_or_else(|| NoSuchAgentError::new_err(format!("there is no agent {agent}")))?;
        Ok(explained.into())
    }

    /// Returns the figures so far, as the command's `--json` has them; units are in their names.
    fn summary<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let summary = (self.shared).read(py, |it| it.measures.finish(it.stepping))?;
        as_python(py, &summary)
    }

    /// Returns what stays the same: bounds, walls, obstacles, and the agents with radii and goals.
    fn setting<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let setting = self.shared.read(py, |it| it.run.setting().clone())?;
        as_python(py, &setting)
    }

    /// Returns the scene as TOML, with all values that were set.
    fn scene_toml(&self, py: Python<'_>) -> PyResult<String> {
        (self.shared.read(py, |it| it.scene.to_toml())?).map_err(of_scene)
    }

    /// Returns where everybody was, a row an agent and recorded step.
    fn trajectories(&self, py: Python<'_>) -> PyResult<Trajectories> {
        let batches = self.shared.change_briefly(py, |it| {
            (it.recorded.every > 0).then(|| it.recorded.batches())
        })?;
        let batches = batches.ok_or_else(|| {
            refused("nothing is recorded; build the simulation with `record_every=1` or more")
        })?;
        Ok(Trajectories::new(batches.map_err(refused)?))
    }

    /// Returns a hash of everything that the steps to come depend on.
    fn state_hash(&self, py: Python<'_>) -> PyResult<u64> {
        self.shared.read(py, |it| it.run.world().state_hash())
    }

    /// Returns the whole state with the figures so far, but without what was recorded.
    fn snapshot(&self, py: Python<'_>) -> PyResult<Snapshot> {
        let bytes = self.shared.read(py, Watched::save)??;
        Ok(Snapshot::of(SnapshotOf::Simulation, &bytes))
    }

    /// Goes back to a snapshot, and on from there bit for bit the same. What was recorded is gone.
    fn restore(&self, py: Python<'_>, snapshot: &Bound<'_, Snapshot>) -> PyResult<()> {
        let watched = Watched::load(snapshot.get().state(SnapshotOf::Simulation)?)?;
        self.shared.change_briefly(py, |was| *was = watched)
    }

    /// Makes a simulation that goes on from a snapshot.
    #[classmethod]
    fn from_snapshot(_: &Bound<'_, PyType>, snapshot: &Bound<'_, Snapshot>) -> PyResult<Self> {
        let watched = Watched::load(snapshot.get().state(SnapshotOf::Simulation)?)?;
        Ok(Self::holding(watched))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (Snapshot,))> {
        let make = slf.get_type().getattr("from_snapshot")?;
        Ok((make, (slf.get().snapshot(slf.py())?,)))
    }

    fn __len__(&self, py: Python<'_>) -> PyResult<usize> {
        self.shared.read(py, |it| it.run.frame().agents.len())
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        self.shared.read(py, |it| {
            let (setting, frame) = (it.run.setting(), it.run.frame());
            let agents = frame.agents.len();
            format!(
                "<Simulation {:?} of {agents} agents at {:.3} s>",
                setting.scene, frame.time
            )
        })
    }
}

/// The names of the built-in scenes, with a line about each.
#[pyfunction]
pub fn builtin_scenes<'py>(py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
    let scenes = PyDict::new(py);
    for scene in builtin::all() {
        scenes.set_item(scene.name, scene.scene(&[]).map_err(of_scene)?.title)?;
    }
    Ok(scenes)
}

/// The names of the methods, with a line about each.
#[pyfunction]
pub fn method_names<'py>(py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
    let methods = PyDict::new(py);
    for method in Method::ALL {
        methods.set_item(method.name(), method.description())?;
    }
    Ok(methods)
}
