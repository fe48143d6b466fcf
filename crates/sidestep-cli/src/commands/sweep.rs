//! `sidestep sweep`: many runs, shared out, each with a result that is kept.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use sidestep_scene::sweep::{Plan, Shard, Sweep};
use sidestep_sweep::{Event, Folder, FolderError, Options, Work, WorkError};

use super::print;
use crate::arguments::SweepArguments;
use crate::failure::Failure;
use crate::progress::Progress;

/// Failures that are told one by one.
const TOLD: u64 = 20;
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
    let options = Options {
        folder: "--out DIR",
        amend: "--amend",
    };
    let folder = Folder::open(&arguments.out, &plan, arguments.amend, options);
    let folder = folder.map_err(|error| match error {
        FolderError::Unwritten { .. } => Failure::run(error),
        FolderError::Refused(_) => Failure::input(error),
    })?;
    let work = Work::new(&sweep, &plan, &folder);
    let kept = work.fill(shard, |what| eprintln!("warning: {what}"));
    let (own, all) = (shard.size(plan.runs()), plan.runs());
    let mut head = format!("{all} runs");
    if shard != Shard::WHOLE {
        head.push_str(&format!(", {own} of them in share {shard}"));
    }
    if kept > 0 {
        head.push_str(&format!(", {kept} done already"));
    }
    print(&format!("{head}\n"))?;
    let failed = run(&work, arguments.jobs, &plan, own - kept)?;
    let done = own - failed;
    let out = arguments.out.display();
    let mut text = format!("{done} of {own} runs are done");
    if failed > 0 {
        text.push_str(&format!(
            ", {failed} failed: each says why in {}, and is tried again by the next sweep",
            folder.runs().display()
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

/// Does all of the work, and says how far it is. Returns how many runs have failed.
fn run(work: &Work<'_>, jobs: Option<usize>, plan: &Plan, count: u64) -> Result<u64, Failure> {
    let mut watch = Watch::new(count);
    let ended = work.run(jobs, REPORT_EVERY, |event| {
        watch.see(plan, event);
        ControlFlow::Continue(())
    });
    watch.bar.finish();
    match ended {
        Ok(ended) => Ok(ended.failed),
        Err(WorkError::Unwritten(error)) => Err(Failure::run(format!(
            "{error} (--out DIR); what is done already is kept, so the same command goes on"
        ))),
        Err(WorkError::NoThreads) => Err(Failure::run(
            "threads can't be started; run fewer at once (--jobs 1)",
        )),
    }
}

/// Shows how far it is: on a terminal by a bar, anywhere else now and then by a line.
struct Watch {
    bar: Progress,
    count: u64,
    done: u64,
    failed: u64,
    since: Instant,
    said: Instant,
}

impl Watch {
    fn new(count: u64) -> Self {
        Self {
            bar: Progress::counting(count, "runs", "sweep", false),
            count,
            done: 0,
            failed: 0,
            since: Instant::now(),
            said: Instant::now(),
        }
    }

    fn see(&mut self, plan: &Plan, event: Event) {
        match event {
            Event::Nothing => return self.say(),
            Event::Done { .. } => {}
            Event::Failed { run, why } => {
                self.failed += 1;
                if self.failed <= TOLD {
                    let words = plan.words_of(run);
                    self.bar.tell(&format!("warning: {words}: {why}"));
                }
                if self.failed == TOLD {
                    let line = "warning: further failures aren't told one by one";
                    self.bar.tell(line);
                }
            }
        }
        self.done += 1;
        self.bar.set_done(self.done);
        if self.said.elapsed() >= REPORT_EVERY {
            self.say();
        }
    }

    fn say(&mut self) {
        self.said = Instant::now();
        if !self.bar.is_hidden() {
            return;
        }
        let mut line = format!("{} of {} runs", self.done, self.count);
        if self.failed > 0 {
            line.push_str(&format!(", {} failed", self.failed));
        }
        if self.done > 0 {
            let each = self.since.elapsed().as_secs_f64() / self.done as f64;
            let left = each * (self.count - self.done) as f64;
            line.push_str(&format!(", about {} left", in_words(left)));
        }
        eprintln!("{line}");
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
