//! Runs the tests with a fault, one by one, up to the first that notices it.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};

use crate::mutant::Fate;
use crate::tree::TestProgram;

/// What a test may take of memory (KiB), so that a fault that asks for ever more ends.
const MEMORY: &str = "6000000";

/// One test of a program.
#[derive(Clone, Debug)]
pub struct Test {
    pub program: TestProgram,
    pub name: String,
}

impl Test {
    /// The program's name and the test's.
    pub fn told(&self) -> String {
        format!("{}: {}", self.program.name, self.name)
    }
}

/// What one test reaches when nothing is changed.
#[derive(Debug)]
pub struct Reach {
    pub test: Test,
    /// How long it ran.
    pub time: Duration,
    /// The numbers of the faults that it comes by.
    pub reached: BTreeSet<u32>,
}

/// How a test ended.
enum End {
    Passed,
    Failed,
    TooLong,
}

/// The tests of a program.
pub fn tests(program: &TestProgram) -> Result<Vec<Test>> {
    let listed = Command::new(&program.path)
        .args(["--list", "--format", "terse"])
        .current_dir(&program.folder)
        .output()
        .with_context(|| program.name.clone())?;
    ensure!(listed.status.success(), "{} lists no tests", program.name);
    let listed = String::from_utf8(listed.stdout)?;
    let names = listed.lines().filter_map(|it| it.strip_suffix(": test"));
    Ok(names
        .map(|name| Test {
            program: program.clone(),
            name: name.to_owned(),
        })
        .collect())
}

/// Runs a test with the variables `environment`, for a time of at most `longest`.
fn run(test: &Test, longest: Duration, environment: &[(&str, &str)]) -> Result<End> {
    let mut child = Command::new("sh")
        .args(["-c", &format!("ulimit -v {MEMORY}; exec \"$0\" \"$@\"")])
        .arg(&test.program.path)
        .args(["--exact", &test.name])
        .current_dir(&test.program.folder)
        .envs(environment.iter().copied())
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .with_context(|| test.told())?;
    let begin = Instant::now();
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(if status.success() {
                End::Passed
            } else {
                End::Failed
            });
        }
        let spent = begin.elapsed();
        if spent > longest {
            child.kill()?;
            child.wait()?;
            return Ok(End::TooLong);
        }
        // A short test is asked often.
        std::thread::sleep(
            (spent / 20).clamp(Duration::from_millis(2), Duration::from_millis(100)),
        );
    }
}

/// Runs a test without a fault and finds what it reaches; `None` if it takes longer than `longest`.
/// `record` is a file that it may use.
pub fn reach(test: Test, longest: Duration, record: &Path) -> Result<Option<Reach>> {
    if record.exists() {
        fs::remove_file(record)?;
    }
    let begin = Instant::now();
    let name = record.to_str().context("the record's name is no text")?;
    let environment = [("MUTATION", "record"), ("MUTATION_RECORD", name)];
    let end = run(&test, longest, &environment)?;
    let time = begin.elapsed();
    let lines = if record.exists() {
        let lines = fs::read_to_string(record)?;
        fs::remove_file(record)?;
        lines
    } else {
        String::new()
    };
    match end {
        End::Failed => anyhow::bail!("without a fault this fails: {}", test.told()),
        End::TooLong => Ok(None),
        End::Passed => Ok(Some(Reach {
            test,
            time,
            reached: lines.lines().map(str::parse).collect::<Result<_, _>>()?,
        })),
    }
}

/// What comes of a fault: runs the tests that reach it, in their order, until one notices it.
pub fn trial(number: u32, tests: &[Reach]) -> Result<Fate> {
    let mut fate = Fate::Unreached;
    for reach in tests.iter().filter(|it| it.reached.contains(&number)) {
        let longest = 5 * reach.time + Duration::from_secs(20);
        match run(&reach.test, longest, &[("MUTATION", &number.to_string())])? {
            End::Passed => fate = Fate::Unnoticed,
            End::Failed => return Ok(Fate::Noticed(reach.test.told())),
            End::TooLong => {
                return Ok(Fate::Noticed(format!(
                    "{} takes too long",
                    reach.test.told()
                )));
            }
        }
    }
    Ok(fate)
}
