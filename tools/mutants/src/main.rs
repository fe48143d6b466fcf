//! Makes small faults in the core mechanically, hundreds in one build, and finds which of them the tests notice.
//!
//! See README.md.

mod find;
mod mutant;
mod place;
mod report;
mod rewrite;
mod sample;
mod site;
mod tree;
mod trial;

use std::fs;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};

use mutant::{Fate, Mutant};
use tree::{CORE, Tree};
use trial::Reach;

const HELP: &str = "\
Makes small faults in the core, hundreds in one build, and finds which of them the tests notice.

    tools/mutants/run [OPTIONS]

    --sample N    how many faults, drawn from all places by their sizes (200)
    --seed S      which ones are drawn (1)
    --again       the faults of the last run; only those that weren't noticed are tried again
    --only WORD   only tests that have this in `package program: name`; may be given several times
    --minutes N   no fault is tried after that; the shares are of those that were
    --jobs N      tests at a time (2)
    --slowest S   tests that take longer (s) are left out (5)
    --list        only says how many there are, and where

The result is printed and kept in target/mutants/result.json. Ends with 1 if fewer than 90 % were noticed.
";

/// The share of faults that the tests must notice.
const WANTED: f64 = 0.9;

struct Options {
    sample: usize,
    seed: u64,
    again: bool,
    only: Vec<String>,
    longest: Duration,
    jobs: usize,
    slowest: Duration,
    list: bool,
}

impl Options {
    /// From the words of the command line; `None` if help was asked for.
    fn read() -> Result<Option<Self>> {
        use lexopt::prelude::{Long, Short, ValueExt};

        let mut options = Self {
            sample: 200,
            seed: 1,
            again: false,
            only: Vec::new(),
            longest: Duration::MAX,
            jobs: 2,
            slowest: Duration::from_secs(5),
            list: false,
        };
        let mut words = lexopt::Parser::from_env();
        while let Some(word) = words.next()? {
            match word {
                Long("sample") => options.sample = words.value()?.parse()?,
                Long("seed") => options.seed = words.value()?.parse()?,
                Long("again") => options.again = true,
                Long("only") => options.only.push(words.value()?.string()?),
                Long("minutes") => {
                    options.longest = Duration::from_secs(60 * words.value()?.parse::<u64>()?);
                }
                Long("jobs") => options.jobs = words.value()?.parse()?,
                Long("slowest") => options.slowest = Duration::from_secs(words.value()?.parse()?),
                Long("list") => options.list = true,
                Long("help") | Short('h') => return Ok(None),
                other => return Err(other.unexpected().into()),
            }
        }
        ensure!(
            options.sample > 0 && options.jobs > 0,
            "--sample and --jobs must be above 0"
        );
        Ok(Some(options))
    }
}

fn main() -> ExitCode {
    let options = match Options::read() {
        Ok(Some(options)) => options,
        Ok(None) => {
            print!("{HELP}");
            return ExitCode::SUCCESS;
        }
        Err(error) => {
            eprintln!("{error:#}; see --help");
            return ExitCode::from(2);
        }
    };
    match work(&options) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(error) => {
            eprintln!("{error:#}");
            ExitCode::from(2)
        }
    }
}

/// Whether enough faults were noticed.
fn work(options: &Options) -> Result<bool> {
    let project = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../..")
        .canonicalize()?;
    let all = sample::all(&project.join(CORE))?;
    if options.list {
        for (place, mutants) in &all {
            println!("{place:12} {:5}", mutants.len());
        }
        return Ok(true);
    }
    let folder = project.join("target/mutants");
    fs::create_dir_all(&folder)?;
    let result = folder.join("result.json");

    // Registry packages are those of the project's own builds.
    let tree = Tree::copy(&project, &folder.join("tree"), &project.join("target"))?;
    let mutants = if options.again {
        let text = fs::read_to_string(&result).context("no result of a run to go on from")?;
        let mutants: Vec<Mutant> = serde_json::from_str(&text)?;
        for mutant in &mutants {
            let known = all.values().flatten().any(|it| {
                (&it.file, it.site, &it.other, &it.code)
                    == (&mutant.file, mutant.site, &mutant.other, &mutant.code)
            });
            ensure!(
                known,
                "the code has changed since the last run: {}",
                mutant.told()
            );
        }
        tree.put_in(&mutants)?;
        mutants
    } else {
        compiling(&tree, sample::Draw::new(all, options.sample, options.seed))?
    };

    let mut tests = measured(&tree, &folder, options)?;
    // Behaviour first, golden hashes last; the quickest first.
    tests.sort_by_key(|it| (it.test.name.contains("golden"), it.time));
    let mutants = try_all(mutants, &tests, options, &result)?;
    print!("\n{}", report::report(&mutants));
    let tried = mutants.iter().filter(|it| it.fate.is_some()).count();
    let noticed = mutants.iter().filter(|it| it.noticed()).count();
    Ok(noticed as f64 >= WANTED * tried as f64)
}

/// A sample of faults that compile, put into the copy.
fn compiling(tree: &Tree, mut draw: sample::Draw) -> Result<Vec<Mutant>> {
    let mut sample = Vec::new();
    for _ in 0..30 {
        draw.fill(&mut sample);
        tree.put_in(&sample)?;
        let faulty = tree.faulty_lines()?;
        if faulty.is_empty() {
            return Ok(sample);
        }
        let before = sample.len();
        sample.retain(|mutant| {
            !faulty.iter().any(|(file, first, last)| {
                *file == mutant.file && (*first..=*last).contains(&mutant.line)
            })
        });
        eprintln!("{} don't compile and are replaced", before - sample.len());
        if sample.len() == before {
            bail!("the copy doesn't compile, and not for a fault: {faulty:?}");
        }
    }
    bail!("the copy still doesn't compile")
}

/// The tests that don't take long, and what they reach.
fn measured(tree: &Tree, folder: &Path, options: &Options) -> Result<Vec<Reach>> {
    let mut tests = Vec::new();
    for program in tree.build_tests()? {
        tests.extend(trial::tests(&program)?);
    }
    if !options.only.is_empty() {
        tests.retain(|test| options.only.iter().any(|word| test.told().contains(word)));
    }
    let begin = Instant::now();
    let found = in_parallel(tests.clone(), options.jobs, |number, test| {
        trial::reach(
            test,
            options.slowest,
            &folder.join(format!("reached-{number}")),
        )
    })?;
    let slow: Vec<String> = (tests.iter().zip(&found))
        .filter(|(_, reach)| reach.is_none())
        .map(|(test, _)| test.told())
        .collect();
    let mut found: Vec<Reach> = found.into_iter().flatten().collect();
    found.retain(|it| !it.reached.is_empty());
    let time: Duration = found.iter().map(|it| it.time).sum();
    eprintln!(
        "{} tests in {:.0} s; {} of them reach a fault, in {:.0} s; {} take long and are left out: {}",
        tests.len(),
        begin.elapsed().as_secs_f64(),
        found.len(),
        time.as_secs_f64(),
        slow.len(),
        slow.join(", ")
    );
    Ok(found)
}

/// Tries all that haven't been noticed, in any order, and keeps what came of it.
fn try_all(
    mutants: Vec<Mutant>,
    tests: &[Reach],
    options: &Options,
    result: &Path,
) -> Result<Vec<Mutant>> {
    let begin = Instant::now();
    let mut left: Vec<usize> = (0..mutants.len())
        .filter(|&index| !mutants[index].noticed())
        .collect();
    fastrand::Rng::with_seed(options.seed).shuffle(&mut left);
    let so_far = Mutex::new(mutants.clone());
    in_parallel(left, options.jobs, |_, index| {
        if begin.elapsed() > options.longest {
            return Ok(());
        }
        let mutant = &mutants[index];
        let mut fate = trial::trial(index as u32 + 1, tests)?;
        if fate == Fate::Unreached {
            // The tests of the last run may have reached it.
            fate = mutant.fate.clone().unwrap_or(fate);
        }
        eprintln!(
            "{:5.0} s {:4} {} {fate:?}",
            begin.elapsed().as_secs_f64(),
            index + 1,
            mutant.told()
        );
        let mut so_far = so_far.lock().expect("nobody panics with it");
        so_far[index].fate = Some(fate);
        let beside = result.with_extension("new");
        fs::write(&beside, serde_json::to_string_pretty(&*so_far)?)?;
        fs::rename(&beside, result)?;
        Ok(())
    })?;
    Ok(so_far.into_inner().expect("nobody panics with it"))
}

/// Does something with each of a list, several at a time, and gives the results in the list's order.
fn in_parallel<T: Send + Sync + Clone, R: Send>(
    list: Vec<T>,
    jobs: usize,
    work: impl Fn(usize, T) -> Result<R> + Sync,
) -> Result<Vec<R>> {
    let next = AtomicUsize::new(0);
    let results = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..jobs {
            scope.spawn(|| {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(item) = list.get(index) else {
                        break;
                    };
                    let result = work(index, item.clone());
                    let failed = result.is_err();
                    results
                        .lock()
                        .expect("nobody panics with it")
                        .push((index, result));
                    if failed {
                        // The others end after what they do now.
                        next.store(list.len(), Ordering::Relaxed);
                    }
                }
            });
        }
    });
    let mut results = results.into_inner().expect("nobody panics with it");
    results.sort_by_key(|it| it.0);
    results.into_iter().map(|it| it.1).collect()
}
