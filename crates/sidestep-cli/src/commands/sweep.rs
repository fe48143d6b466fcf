//! `sidestep sweep`: many runs, shared out, each with a result that is kept.

use std::collections::VecDeque;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use sidestep_scene::sweep::{Outcome, Plan, Shard, Sweep};

use super::print;
use crate::arguments::SweepArguments;
use crate::claim::Claim;
use crate::failure::Failure;
use crate::leftovers;
use crate::memory;
use crate::progress::Progress;
use crate::write_whole::{WriteError, create_folder, write_one_of_many, write_whole};

/// Where a folder has its plan.
pub(super) const PLAN: &str = "sweep.json";
/// Where a folder has its results.
pub(super) const RUNS: &str = "runs";
/// Failures that are told one by one.
const TOLD: u64 = 20;
/// How long one waits before looking again whether another process has done its run.
const PAUSE: Duration = Duration::from_millis(200);
/// How often it is said how far the sweep is where there is no terminal to show it.
const REPORT_EVERY: Duration = Duration::from_secs(30);

/// Sweeps.
///
/// # Errors
/// See [`Failure`].
pub fn sweep(arguments: &SweepArguments) -> Result<(), Failure> {
    let shard = shard(arguments)?;
    let sweep = Sweep::load(&arguments.file).map_err(Failure::input)?;
    let checking = Progress::counting(0, "combinations", "checking", false);
    let plan = sweep
        .plan(|done, all| {
            checking.set_count(all);
            checking.set_done(done);
        })
        .map_err(Failure::input)?;
    checking.finish();
    let folder = Folder::open(&arguments.out, &plan, arguments.amend)?;
    let work = Work {
        sweep: &sweep,
        plan: &plan,
        folder: &folder,
        queue: Mutex::new(Queue::default()),
    };
    let kept = work.fill(shard);
    let (own, all) = (shard.size(plan.runs()), plan.runs());
    let mut head = format!("{all} runs");
    if shard != Shard::WHOLE {
        head.push_str(&format!(", {own} of them in share {shard}"));
    }
    if kept > 0 {
        head.push_str(&format!(", {kept} done already"));
    }
    print(&format!("{head}\n"))?;
    let failed = work.run(arguments.jobs, own - kept)?;
    let done = own - failed;
    let out = arguments.out.display();
    let mut text = format!("{done} of {own} runs are done");
    if failed > 0 {
        text.push_str(&format!(
            ", {failed} failed: each says why in {}, and is tried again by the next sweep",
            folder.runs.display()
        ));
    }
    print(&format!(
        "{text}\nFor tables and a picture: sidestep gather {out}\n"
    ))?;
    if failed > 0 && arguments.strict {
        return Err(Failure::run(format!("{failed} runs failed")));
    }
    Ok(())
}

/// The share that was asked for, here or by a scheduler.
fn shard(arguments: &SweepArguments) -> Result<Shard, Failure> {
    if let Some(shard) = arguments.shard {
        return Ok(shard);
    }
    let variable = |name: &str| std::env::var(name).ok();
    let shard = Shard::from_environment(variable).map_err(Failure::input)?;
    Ok(shard.unwrap_or(Shard::WHOLE))
}

/// The folder of a sweep.
struct Folder {
    runs: PathBuf,
}

impl Folder {
    /// Makes the folder, or sees that the one that is there belongs to this plan.
    fn open(path: &Path, plan: &Plan, amend: bool) -> Result<Self, Failure> {
        let unwritten = |error: WriteError| Failure::run(format!("{error} (--out DIR)"));
        let runs = path.join(RUNS);
        let file = path.join(PLAN);
        create_folder(&runs).map_err(unwritten)?;
        let known = match fs::read_to_string(&file) {
            Ok(text) => Some(Plan::from_text(&text)),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => None,
            Err(error) => {
                let name = file.display();
                return Err(Failure::input(format!(
                    "{name}: can't be read: {error}; choose another folder (--out DIR)"
                )));
            }
        };
        let name = file.display();
        match known {
            Some(Ok(known)) if known.has_same_runs(plan) => {}
            None => {}
            _ if amend => {}
            Some(Ok(known)) if known.version() != plan.version() => {
                return Err(Failure::input(format!(
                    "{name}: the results in this folder are of version {}, and this is version {}; \
                     choose another folder (--out DIR), or give --amend to make them anew here",
                    known.version(),
                    plan.version()
                )));
            }
            Some(Ok(known)) => {
                return Err(Failure::input(format!(
                    "{name}: this folder has another sweep, of {}, with {} runs, and {} has {} \
                     other ones; choose another folder (--out DIR), or give --amend to take the \
                     new one from now on: results that both have in common are kept",
                    known.source(),
                    known.runs(),
                    plan.source(),
                    plan.runs()
                )));
            }
            Some(Err(error)) => {
                return Err(Failure::input(format!(
                    "{name}: {error}; choose another folder (--out DIR), or give --amend to write \
                     it anew: results that fit are kept"
                )));
            }
        }
        let text = plan.to_text().map_err(Failure::run)?;
        // One that is there stays as it is: others may be reading it.
        if fs::read_to_string(&file).ok().as_deref() != Some(&text) {
            write_whole(&file, text.as_bytes()).map_err(unwritten)?;
        }
        leftovers::tidy(&runs);
        Ok(Self { runs })
    }

    fn file(&self, name: &str) -> PathBuf {
        outcome_file(&self.runs, name)
    }
}

/// The file with the outcome of a run.
pub(super) fn outcome_file(runs: &Path, name: &str) -> PathBuf {
    runs.join(format!("{name}.json"))
}

/// What is known of a run by its file.
pub(super) enum Known {
    /// There is no file.
    Missing,
    /// There is one that can't be used, and why.
    Damaged(String),
    /// There is one.
    Outcome(Box<Outcome>),
}

/// Looks for the outcome of the run of this name.
pub(super) fn known(runs: &Path, name: &str) -> Known {
    match fs::read_to_string(outcome_file(runs, name)) {
        Ok(text) => match Outcome::from_text(&text, name) {
            Ok(outcome) => Known::Outcome(Box::new(outcome)),
            Err(error) => Known::Damaged(error.to_string()),
        },
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Known::Missing,
        Err(error) => Known::Damaged(format!("can't be read: {error}")),
    }
}

/// The runs that are still to be done.
struct Work<'a> {
    sweep: &'a Sweep,
    plan: &'a Plan,
    folder: &'a Folder,
    queue: Mutex<Queue>,
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
    Done,
    Failed { run: u64, why: String },
    Unwritten(WriteError),
}

impl Work<'_> {
    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Puts all runs of a share into the queue that have no figures yet. Returns how many have.
    fn fill(&self, shard: Shard) -> u64 {
        let mut kept = 0;
        let mut queue = self.queue();
        for run in (0..self.plan.runs()).filter(|run| shard.has(*run)) {
            let name = self.plan.name_of(run);
            match known(&self.folder.runs, &name) {
                Known::Outcome(outcome) if outcome.summary.is_some() => {
                    kept += 1;
                    continue;
                }
                Known::Damaged(what) => {
                    let file = self.folder.file(&name);
                    eprintln!("warning: {} {what}; it is made anew", file.display());
                }
                _ => {}
            }
            queue.waiting.push_back(run);
        }
        kept
    }

    /// Does all of them, so many at once. Returns how many have failed.
    fn run(&self, jobs: Option<usize>, count: u64) -> Result<u64, Failure> {
        let cores = thread::available_parallelism().map_or(1, usize::from);
        let jobs = jobs.unwrap_or(cores);
        let threads = (cores / jobs).max(1);
        let jobs = jobs.min(usize::try_from(count).unwrap_or(usize::MAX));
        let mut watch = Watch::new(count);
        let mut failed = 0;
        let mut unwritten = None;
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
                let report = match reports.recv_timeout(REPORT_EVERY) {
                    Ok(report) => report,
                    Err(mpsc::RecvTimeoutError::Timeout) => {
                        watch.say(failed);
                        continue;
                    }
                    Err(mpsc::RecvTimeoutError::Disconnected) => break,
                };
                match report {
                    Report::Done => {}
                    Report::Failed { run, why } => {
                        failed += 1;
                        if failed <= TOLD {
                            let words = self.plan.words_of(run);
                            watch.tell(&format!("warning: {words}: {why}"));
                        }
                        if failed == TOLD {
                            watch.tell("warning: further failures aren't told one by one");
                        }
                    }
                    Report::Unwritten(error) => {
                        self.queue().stopped = true;
                        unwritten.get_or_insert(error);
                    }
                }
                watch.count(failed);
            }
        });
        watch.bar.finish();
        if let Some(error) = unwritten {
            return Err(Failure::run(format!(
                "{error} (--out DIR); what is done already is kept, so the same command goes on"
            )));
        }
        if watch.done < count {
            return Err(Failure::run(
                "threads can't be started; run fewer at once (--jobs 1)",
            ));
        }
        Ok(failed)
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
            let report = match Claim::try_on(&self.folder.runs, &name) {
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
        if let Known::Outcome(outcome) = known(&self.folder.runs, name)
            && outcome.summary.is_some()
        {
            return Report::Done;
        }
        let allowed = |crowd| memory::check(crowd, false).map_err(|error| error.to_string());
        let perform = || self.sweep.perform_if(self.plan, run, allowed);
        // One run that ends in a fault of the engine doesn't take the others along.
        let end = catch_unwind(AssertUnwindSafe(perform)).unwrap_or_else(|_| {
            Err("the engine panicked, which is a fault of sidestep; please report it".to_owned())
        });
        let why = end.as_ref().err().cloned();
        let outcome = Outcome::of(self.plan, run, end);
        let path = self.folder.file(name);
        let written = match outcome.to_text() {
            Ok(text) => write_one_of_many(&path, text.as_bytes()).map(drop),
            Err(error) => Err(WriteError::new(&path, std::io::Error::other(error))),
        };
        match (written, why) {
            (Err(error), _) => Report::Unwritten(error),
            (Ok(()), Some(why)) => Report::Failed { run, why },
            (Ok(()), None) => Report::Done,
        }
    }
}

/// Shows how far it is: on a terminal by a bar, anywhere else now and then by a line.
struct Watch {
    bar: Progress,
    count: u64,
    done: u64,
    since: Instant,
    said: Instant,
}

impl Watch {
    fn new(count: u64) -> Self {
        Self {
            bar: Progress::counting(count, "runs", "sweep", false),
            count,
            done: 0,
            since: Instant::now(),
            said: Instant::now(),
        }
    }

    fn count(&mut self, failed: u64) {
        self.done += 1;
        self.bar.set_done(self.done);
        if self.said.elapsed() >= REPORT_EVERY {
            self.say(failed);
        }
    }

    fn say(&mut self, failed: u64) {
        self.said = Instant::now();
        if !self.bar.is_hidden() {
            return;
        }
        let mut line = format!("{} of {} runs", self.done, self.count);
        if failed > 0 {
            line.push_str(&format!(", {failed} failed"));
        }
        if self.done > 0 {
            let each = self.since.elapsed().as_secs_f64() / self.done as f64;
            let left = each * (self.count - self.done) as f64;
            line.push_str(&format!(", about {} left", in_words(left)));
        }
        eprintln!("{line}");
    }

    fn tell(&self, line: &str) {
        self.bar.tell(line);
    }
}

/// A time (s) in words.
fn in_words(seconds: f64) -> String {
    match seconds {
        s if s < 120.0 => format!("{s:.0} s"),
        s if s < 7200.0 => format!("{:.0} min", s / 60.0),
        s => format!("{:.1} h", s / 3600.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_told_in_units_that_one_reads() {
        assert_eq!(in_words(5.4), "5 s");
        assert_eq!(in_words(600.0), "10 min");
        assert_eq!(in_words(9000.0), "2.5 h");
    }
}
