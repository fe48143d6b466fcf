//! The runs of a sweep that are still to be done, on several threads.

use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError, mpsc};
use std::thread;
use std::time::Duration;

use sidestep_scene::sweep::{Outcome, Plan, Shard, Sweep};

use crate::claim::Claim;
use crate::folder::Folder;
use crate::memory;
use crate::write_whole::WriteError;

/// How long one waits before looking again whether another process has done its run.
const PAUSE: Duration = Duration::from_millis(200);

/// The runs that are still to be done.
pub struct Work<'a> {
    sweep: &'a Sweep,
    plan: &'a Plan,
    folder: &'a Folder,
    queue: Mutex<Queue>,
    broken_off: AtomicBool,
}

/// Who takes a run from here does it.
#[derive(Default)]
struct Queue {
    waiting: VecDeque<u64>,
    /// Those that another process is doing.
    elsewhere: VecDeque<u64>,
    /// Nobody shall take any more.
    stopped: bool,
}

/// What has become of a run.
enum Report {
    Done(u64),
    Failed { run: u64, why: String },
    Unwritten(WriteError),
    BrokenOff,
}

/// What whoever watches is told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// A run has come to its end, here or in another process.
    Done {
        /// Its number.
        run: u64,
    },
    /// A run has failed; that is kept, and the next sweep tries it again.
    Failed {
        /// Its number.
        run: u64,
        /// Why.
        why: String,
    },
    /// Nothing has happened for a while.
    Nothing,
}

/// How the work ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ended {
    /// Number of runs that came to their end.
    pub done: u64,
    /// Number of runs that failed.
    pub failed: u64,
    /// Whether it was broken off before all were done.
    pub broken_off: bool,
}

/// Why the work can't go on. What is done already is kept.
#[derive(Debug, thiserror::Error)]
pub enum WorkError {
    /// A result can't be written.
    #[error(transparent)]
    Unwritten(WriteError),
    /// There are no threads to be had.
    #[error("threads can't be started; run fewer at once")]
    NoThreads,
}

impl<'a> Work<'a> {
    /// No runs yet: see [`Work::fill`].
    pub fn new(sweep: &'a Sweep, plan: &'a Plan, folder: &'a Folder) -> Self {
        Self {
            sweep,
            plan,
            folder,
            queue: Mutex::default(),
            broken_off: AtomicBool::new(false),
        }
    }

    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Puts all runs of a share into the queue that have no figures yet; `warn` is told of files that
    /// can't be used. Returns how many have.
    pub fn fill(&self, shard: Shard, mut warn: impl FnMut(String)) -> u64 {
        let mut kept = 0;
        let mut queue = self.queue();
        for run in (0..self.plan.runs()).filter(|run| shard.has(*run)) {
            match (self.folder).has_figures(&self.plan.name_of(run), &mut warn) {
                true => kept += 1,
                false => queue.waiting.push_back(run),
            }
        }
        kept
    }

    /// Does all of them, `jobs` at once, or as many as there are cores. `watch` is told what becomes
    /// of each, at least once in `patience`. If it breaks, the runs that are under way are broken off
    /// after their step and leave nothing.
    ///
    /// # Errors
    /// See [`WorkError`].
    pub fn run(
        &self,
        jobs: Option<usize>,
        patience: Duration,
        mut watch: impl FnMut(Event) -> ControlFlow<()>,
    ) -> Result<Ended, WorkError> {
        let count = self.queue().waiting.len() as u64;
        let cores = thread::available_parallelism().map_or(1, usize::from);
        let jobs = jobs.unwrap_or(cores).max(1);
        let threads = (cores / jobs).max(1);
        let jobs = jobs.min(usize::try_from(count).unwrap_or(usize::MAX));
        let (mut done, mut failed, mut unwritten) = (0, 0, None);
        thread::scope(|scope| {
            let (tell, reports) = mpsc::channel();
            for _ in 0..jobs {
                let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
                let Ok(pool) = pool else { break };
                let tell = tell.clone();
                scope.spawn(move || pool.install(|| self.take_runs(&tell)));
            }
            drop(tell);
            loop {
                let event = match reports.recv_timeout(patience) {
                    Ok(Report::Done(run)) => {
                        done += 1;
                        Event::Done { run }
                    }
                    Ok(Report::Failed { run, why }) => {
                        failed += 1;
                        Event::Failed { run, why }
                    }
                    Ok(Report::Unwritten(error)) => {
                        self.queue().stopped = true;
                        unwritten.get_or_insert(error);
                        Event::Nothing
                    }
                    Ok(Report::BrokenOff) => continue,
                    Err(mpsc::RecvTimeoutError::Timeout) => Event::Nothing,
                    Err(mpsc::RecvTimeoutError::Disconnected) => break,
                };
                if self.is_broken_off() {
                    continue;
                }
                if watch(event).is_break() {
                    self.broken_off.store(true, Ordering::Relaxed);
                    self.queue().stopped = true;
                }
            }
        });
        if let Some(error) = unwritten {
            return Err(WorkError::Unwritten(error));
        }
        let broken_off = self.is_broken_off();
        if done + failed < count && !broken_off {
            return Err(WorkError::NoThreads);
        }
        Ok(Ended {
            done,
            failed,
            broken_off,
        })
    }

    fn is_broken_off(&self) -> bool {
        self.broken_off.load(Ordering::Relaxed)
    }

    /// Does runs until there are none left, or nobody wants more.
    fn take_runs(&self, tell: &mpsc::Sender<Report>) {
        loop {
            let (run, was_elsewhere) = {
                let mut queue = self.queue();
                if queue.stopped {
                    return;
                }
                match queue.waiting.pop_front() {
                    Some(run) => (run, false),
                    None => match queue.elsewhere.pop_front() {
                        Some(run) => (run, true),
                        None => return,
                    },
                }
            };
            if was_elsewhere {
                thread::sleep(PAUSE);
            }
            let name = self.plan.name_of(run);
            let report = match Claim::try_on(self.folder.runs(), &name) {
                Ok(Some(claim)) => {
                    let report = self.do_unless_done(run, &name);
                    drop(claim);
                    report
                }
                Ok(None) => {
                    self.queue().elsewhere.push_back(run);
                    continue;
                }
                Err(error) => Report::Unwritten(WriteError::new(&self.folder.file(&name), error)),
            };
            // Whoever listens does so to the end.
            let _ = tell.send(report);
        }
    }

    /// Does a run, unless another process has done it since the queue was filled.
    fn do_unless_done(&self, run: u64, name: &str) -> Report {
        if self.folder.has_figures(name, drop) {
            return Report::Done(run);
        }
        let outcome = perform(self.sweep, self.plan, run, &|| self.is_broken_off());
        if self.is_broken_off() {
            return Report::BrokenOff;
        }
        match (self.folder.keep(&outcome), outcome.failure) {
            (Err(error), _) => Report::Unwritten(error),
            (Ok(()), Some(why)) => Report::Failed { run, why },
            (Ok(()), None) => Report::Done(run),
        }
    }
}

/// Does one run, if there is memory for it. Whatever goes wrong in it, a fault of the engine included, is
/// told by the outcome and nothing else. `stopped` is asked after each step whether to break off.
pub fn perform(sweep: &Sweep, plan: &Plan, run: u64, stopped: &dyn Fn() -> bool) -> Outcome {
    let allowed = |crowd| memory::check(crowd, false).map_err(|error| error.to_string());
    let perform = || sweep.perform_if(plan, run, allowed, stopped);
    let end = catch_unwind(AssertUnwindSafe(perform)).unwrap_or_else(|_| {
        Err("the engine panicked, which is a fault of sidestep; please report it".to_owned())
    });
    Outcome::of(plan, run, end)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::folder::{Known, Options};

    const OPTIONS: Options = Options {
        folder: "out",
        amend: "amend",
    };
    const SOON: Duration = Duration::from_millis(10);

    fn swept(text: &str) -> (Sweep, Plan) {
        let sweep = Sweep::from_toml(text, "sweep.toml", None).expect("a sweep");
        let plan = sweep.plan(|_, _| {}).expect("a plan");
        (sweep, plan)
    }

    #[test]
    fn what_is_broken_off_leaves_nothing_and_is_gone_on_with() {
        let place = tempfile::tempdir().expect("a folder");
        // Runs that would take minutes.
        let (sweep, plan) =
            swept("scenes = ['zombies']\nseeds = [1, 2, 3]\n[set]\nduration = 3000\n");
        let folder = Folder::open(place.path(), &plan, false, OPTIONS).expect("opened");
        let work = Work::new(&sweep, &plan, &folder);
        assert_eq!(work.fill(Shard::WHOLE, |what| panic!("{what}")), 0);
        let ended = work.run(Some(2), SOON, |_| ControlFlow::Break(()));
        let ended = ended.expect("nothing went wrong");
        assert!(ended.broken_off);
        assert_eq!((ended.done, ended.failed), (0, 0));
        let left = std::fs::read_dir(folder.runs()).expect("readable").count();
        assert_eq!(left, 0, "neither results nor claims");

        let (sweep, plan) = swept("scenes = ['headon']\nseeds = [1, 2, 3]\n[set]\nduration = 1\n");
        let folder = Folder::open(place.path(), &plan, true, OPTIONS).expect("taken over");
        let work = Work::new(&sweep, &plan, &folder);
        work.fill(Shard::WHOLE, |what| panic!("{what}"));
        let first = work.run(Some(1), SOON, |event| match event {
            Event::Done { .. } => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        });
        let first = first.expect("nothing went wrong");
        assert!(first.broken_off && first.done >= 1, "{first:?}");
        let work = Work::new(&sweep, &plan, &folder);
        let kept = work.fill(Shard::WHOLE, |what| panic!("{what}"));
        assert_eq!(kept, first.done);
        let rest = work.run(Some(1), SOON, |_| ControlFlow::Continue(()));
        assert_eq!(rest.expect("nothing went wrong").done, 3 - kept);
        for run in 0..plan.runs() {
            let known = folder.known(&plan.name_of(run));
            assert!(matches!(known, Known::Outcome(_)), "run {run}: {known:?}");
        }
    }

    #[test]
    fn a_sweep_that_was_packed_has_the_same_runs_without_its_files() {
        let place = tempfile::tempdir().expect("a folder");
        let scene = place.path().join("walk.toml");
        let text = "duration = 2\n[[agents]]\ncount = 2\nregion = { min = [0, 0], max = [5, 5] }\n\
                    goals = [{ point = [9, 0] }]\n";
        std::fs::write(&scene, text).expect("written");
        let text = "scenes = ['walk.toml', 'headon']\nseeds = [4, 5]\n[grid]\ndt = [0.05, 0.1]\n";
        let folder = Some(place.path().to_owned());
        let sweep = Sweep::from_toml(text, "sweep.toml", folder).expect("a sweep");
        let plan = sweep.plan(|_, _| {}).expect("a plan");
        let packed = sweep.to_packed().expect("packed");
        std::fs::remove_file(scene).expect("removed");
        let there = Sweep::from_packed(&packed).expect("unpacked");
        assert_eq!(there.plan(|_, _| {}).expect("a plan"), plan);
        let figures = |sweep: &Sweep| {
            let outcome = perform(sweep, &plan, 1, &|| false);
            outcome.summary.expect("figures").trajectory_hash
        };
        assert_eq!(figures(&there), figures(&sweep));
        for broken in ["", "{}", &packed.replacen("walk.toml", "other.toml", 1)] {
            Sweep::from_packed(broken).expect_err("isn't one");
        }
    }
}
