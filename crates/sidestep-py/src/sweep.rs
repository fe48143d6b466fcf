//! Sweeps: many runs, in a folder that the command may share.

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, mpsc};
use std::time::Duration;

use pyo3::exceptions::{PyFileNotFoundError, PyIndexError, PyOSError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyType};
use serde::{Deserialize, Serialize};
use sidestep_scene::sweep::{Outcome, Plan, Shard, Sweep as Document};
use sidestep_sweep::{Claim, Ended, Event, Folder, FolderError, Options, Work, WorkError, work};

use crate::error::{of_scene, refused};
use crate::source;

/// How Python names what can be chosen.
const OPTIONS: Options = Options {
    folder: "out",
    amend: "amend=True",
};

/// How long signals may wait.
const PATIENCE: Duration = Duration::from_millis(50);

/// A sweep with the list of all its runs, checked: what `sidestep.sweep` does, for those who share the runs
/// out themselves.
///
/// >>> import json, sidestep as ss
/// >>> sweep = ss.Sweep({"scenes": ["headon"], "methods": ["default", "orca"], "set": {"duration": 2}})
/// >>> len(sweep), sweep.words(1)
/// (2, 'headon, orca')
/// >>> json.loads(sweep.perform(1))["summary"]["agents"]
/// 10
///
/// Runs are counted from 0, in the same order for everybody who has the same sweep. A sweep pickles, with the
/// texts of its scenes, so that it can be sent to other machines.
#[pyclass(frozen, module = "sidestep")]
pub struct Sweep {
    inner: Arc<Checked>,
}

struct Checked {
    sweep: Document,
    plan: Plan,
}

/// What a pickled sweep is.
#[derive(Serialize, Deserialize)]
struct Packed {
    sweep: String,
    plan: String,
}

fn document(given: &Bound<'_, PyAny>) -> PyResult<Document> {
    if let Ok(dict) = given.cast::<PyDict>() {
        let text = source::toml_text(dict)?;
        return Document::from_toml(&text, "sweep", None).map_err(of_scene);
    }
    if let Ok(text) = given.extract::<String>()
        && text.contains('\n')
    {
        return Document::from_toml(&text, "sweep", None).map_err(of_scene);
    }
    let path: PathBuf = given.extract().map_err(|_| {
        PyTypeError::new_err(
            "source: give the path of a sweep file, TOML (of more than one line) or a dict",
        )
    })?;
    if !path.exists() {
        return Err(PyFileNotFoundError::new_err(format!(
            "{}: there is no such file; give the path of a sweep file",
            path.display()
        )));
    }
    Document::load(&path).map_err(of_scene)
}

impl Sweep {
    fn run(&self, run: u64) -> PyResult<u64> {
        let count = self.inner.plan.runs();
        if run >= count {
            return Err(PyIndexError::new_err(format!(
                "there is no run {run}; there are {count}, counted from 0"
            )));
        }
        Ok(run)
    }

    /// The outcome of a run on so many threads, looking now and then whether somebody wants to break off.
    fn outcome(&self, py: Python<'_>, run: u64, threads: usize) -> PyResult<Outcome> {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        let pool = pool.map_err(|error| {
            PyOSError::new_err(format!(
                "{threads} threads can't be started: {error}; take fewer"
            ))
        })?;
        let (inner, stopped) = (self.inner.clone(), AtomicBool::new(false));
        py.detach(|| {
            std::thread::scope(|scope| {
                let (tell, told) = mpsc::channel();
                let (inner, stopped) = (&inner, &stopped);
                scope.spawn(move || {
                    let stop = || stopped.load(Ordering::Relaxed);
                    let perform = || work::perform(&inner.sweep, &inner.plan, run, &stop);
                    // Who asked listens until it is told.
                    let _ = tell.send(pool.install(perform));
                });
                loop {
                    match told.recv_timeout(PATIENCE) {
                        Ok(outcome) => return Ok(outcome),
                        Err(mpsc::RecvTimeoutError::Timeout) => {
                            if let Err(error) = Python::attach(|py| py.check_signals()) {
                                stopped.store(true, Ordering::Relaxed);
                                return Err(error);
                            }
                        }
                        Err(mpsc::RecvTimeoutError::Disconnected) => {
                            return Err(crate::error::unusable());
                        }
                    }
                }
            })
        })
    }
}

#[pymethods]
impl Sweep {
    #[new]
    fn new(py: Python<'_>, source: &Bound<'_, PyAny>) -> PyResult<Self> {
        let sweep = document(source)?;
        let planned = py.detach(|| sweep.plan(|_, _| {}));
        let plan = planned.map_err(of_scene)?;
        let inner = Arc::new(Checked { sweep, plan });
        Ok(Self { inner })
    }

    /// Returns the name of a run: 32 hexadecimal digits, the hash of all that it depends on.
    fn name(&self, run: u64) -> PyResult<String> {
        Ok(self.inner.plan.name_of(self.run(run)?))
    }

    /// Returns a run in a few words: scene, method, values of the grid, seed.
    fn words(&self, run: u64) -> PyResult<String> {
        Ok(self.inner.plan.words_of(self.run(run)?))
    }

    /// Does a run and returns its result file as text: JSON with `summary`, or with `failure`, which says why
    /// there is none.
    ///
    /// threads: how many step at once, from 1 on. The interpreter's lock is released; Ctrl-C breaks off.
    #[pyo3(signature = (run, *, threads=1))]
    fn perform(&self, py: Python<'_>, run: u64, threads: usize) -> PyResult<String> {
        let run = self.run(run)?;
        if threads == 0 {
            return Err(refused("threads is 0; give a whole number from 1 on"));
        }
        self.outcome(py, run, threads)?.to_text().map_err(refused)
    }

    /// What the sweep is called: its file, or "sweep".
    #[getter]
    fn source(&self) -> &str {
        self.inner.sweep.source()
    }

    fn __len__(&self) -> usize {
        self.inner.plan.runs() as usize
    }

    fn __repr__(&self) -> String {
        format!("<Sweep {} of {} runs>", self.source(), self.__len__())
    }

    #[classmethod]
    fn _unpack(_: &Bound<'_, PyType>, data: &[u8]) -> PyResult<Self> {
        let packed: Packed = serde_json::from_slice(data).map_err(|error| {
            refused(format!(
                "these bytes aren't a sweep: {error}; pickle it anew"
            ))
        })?;
        let sweep = Document::from_packed(&packed.sweep).map_err(of_scene)?;
        let plan = Plan::from_text(&packed.plan).map_err(refused)?;
        let inner = Arc::new(Checked { sweep, plan });
        Ok(Self { inner })
    }

    fn __reduce__<'py>(
        slf: &Bound<'py, Self>,
    ) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyBytes>,))> {
        let inner = &slf.get().inner;
        let packed = Packed {
            sweep: inner.sweep.to_packed().map_err(of_scene)?,
            plan: inner.plan.to_text().map_err(refused)?,
        };
        let bytes = serde_json::to_vec(&packed).map_err(refused)?;
        let unpack = slf.get_type().getattr("_unpack")?;
        Ok((unpack, (PyBytes::new(slf.py(), &bytes),)))
    }
}

fn of_folder(error: FolderError) -> PyErr {
    match error {
        FolderError::Unwritten { .. } => PyOSError::new_err(error.to_string()),
        FolderError::Refused(_) => refused(error),
    }
}

/// The share that is asked for, or that a scheduler says.
fn shard(given: Option<(u64, u64)>) -> PyResult<Shard> {
    let of_shard = |error: sidestep_scene::sweep::ShardError| {
        refused(error.to_string().replace("--shard I/N", "shard=(I, N)"))
    };
    if let Some((index, count)) = given {
        return Shard::new(index, count).map_err(of_shard);
    }
    let variable = |name: &str| std::env::var(name).ok();
    let shard = Shard::from_environment(variable).map_err(of_shard)?;
    Ok(shard.unwrap_or(Shard::WHOLE))
}

/// The folder of a sweep, with the runs that are missing.
#[pyclass(frozen, module = "sidestep")]
pub struct SweepFolder {
    sweep: Arc<Checked>,
    folder: Folder,
}

/// A run that this process does; others leave it alone until `release`.
#[pyclass(module = "sidestep")]
pub struct RunClaim {
    claim: Option<Claim>,
}

#[pymethods]
impl RunClaim {
    fn release(&mut self) {
        self.claim = None;
    }
}

#[pymethods]
impl SweepFolder {
    #[new]
    fn new(py: Python<'_>, out: PathBuf, sweep: &Sweep, amend: bool) -> PyResult<Self> {
        let sweep = sweep.inner.clone();
        let open = || Folder::open(&out, &sweep.plan, amend, OPTIONS);
        let folder = py.detach(open).map_err(of_folder)?;
        Ok(Self { sweep, folder })
    }

    /// Runs of a share without figures, how many have some, and what is to be said.
    fn missing(
        &self,
        py: Python<'_>,
        share: Option<(u64, u64)>,
    ) -> PyResult<(Vec<u64>, u64, Vec<String>)> {
        let shard = shard(share)?;
        Ok(py.detach(|| {
            let mut warnings = Vec::new();
            let plan = &self.sweep.plan;
            let runs = (0..plan.runs()).filter(|run| shard.has(*run));
            let has = |run: &u64| {
                let warn = |what| warnings.push(what);
                !self.folder.has_figures(&plan.name_of(*run), warn)
            };
            let missing: Vec<u64> = runs.filter(has).collect();
            let kept = shard.size(plan.runs()) - missing.len() as u64;
            (missing, kept, warnings)
        }))
    }

    /// Does what is missing. `tell` is called with each run that came to an end, and why it failed.
    fn run(
        &self,
        py: Python<'_>,
        share: Option<(u64, u64)>,
        jobs: Option<usize>,
        tell: Py<PyAny>,
    ) -> PyResult<()> {
        let shard = shard(share)?;
        let mut broken = None;
        let ended = py.detach(|| {
            let Checked { sweep, plan } = &*self.sweep;
            let work = Work::new(sweep, plan, &self.folder);
            work.fill(shard, drop);
            work.run(jobs, PATIENCE, |event| {
                let told = Python::attach(|py| {
                    match event {
                        Event::Nothing => {}
                        Event::Done { run } => drop(tell.call1(py, (run, py.None()))?),
                        Event::Failed { run, why } => drop(tell.call1(py, (run, why))?),
                    }
                    py.check_signals()
                });
                match told {
                    Ok(()) => ControlFlow::Continue(()),
                    Err(error) => {
                        broken = Some(error);
                        ControlFlow::Break(())
                    }
                }
            })
        });
        match (broken, ended) {
            (Some(error), _) => Err(error),
            (None, Ok(Ended { .. })) => Ok(()),
            (None, Err(WorkError::Unwritten(error))) => Err(PyOSError::new_err(format!(
                "{error} (out); what is done already is kept, so the same call goes on"
            ))),
            (None, Err(error @ WorkError::NoThreads)) => {
                Err(PyOSError::new_err(format!("{error} (jobs=1)")))
            }
        }
    }

    fn has_figures(&self, run: u64) -> bool {
        (self.folder).has_figures(&self.sweep.plan.name_of(run), drop)
    }

    fn claim(&self, run: u64) -> PyResult<Option<RunClaim>> {
        let claim = Claim::try_on(self.folder.runs(), &self.sweep.plan.name_of(run))?;
        Ok(claim.map(|claim| RunClaim { claim: Some(claim) }))
    }

    /// Keeps what a run has left, as `Sweep.perform` returns it. Returns why it has failed.
    fn keep(&self, py: Python<'_>, run: u64, result: &str) -> PyResult<Option<String>> {
        let name = self.sweep.plan.name_of(run);
        let outcome = Outcome::from_text(result, &name).map_err(|error| {
            refused(format!(
                "what was done elsewhere {error}; see that sidestep has the same version everywhere"
            ))
        })?;
        self.write(py, &outcome)?;
        Ok(outcome.failure)
    }

    /// Keeps that a run has failed.
    fn keep_failure(&self, py: Python<'_>, run: u64, why: String) -> PyResult<()> {
        self.write(py, &Outcome::of(&self.sweep.plan, run, Err(why)))
    }
}

impl SweepFolder {
    fn write(&self, py: Python<'_>, outcome: &Outcome) -> PyResult<()> {
        let written = py.detach(|| self.folder.keep(outcome));
        written.map_err(|error| {
            PyOSError::new_err(format!(
                "{error} (out); what is done already is kept, so the same call goes on"
            ))
        })
    }
}
