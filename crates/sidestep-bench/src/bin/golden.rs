//! Runs the scenes of a list and compares the hashes of their trajectories with those in it: the
//! golden hashes, on a processor for which the tests themselves would take too long to build. For
//! `tools/check-aarch64`.

use std::error::Error;
use std::process::ExitCode;

use serde::Deserialize;
use sidestep_scene::builtin;
use sidestep_scene::measure::Measures;
use sidestep_scene::place::Layout;
use sidestep_scene::simulate::Simulation;

/// A scene, how long it runs (s), and the hash of its trajectories.
#[derive(Deserialize)]
struct Golden {
    scene: String,
    seconds: f64,
    hash: String,
}

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [file] = &words[..] else {
        eprintln!(
            "usage: golden FILE   FILE is a list such as crates/sidestep-scene/tests/golden.json"
        );
        return ExitCode::from(2);
    };
    match wrong_ones(file) {
        Ok(0) => ExitCode::SUCCESS,
        Ok(wrong) => {
            eprintln!("{wrong} runs differ");
            ExitCode::FAILURE
        }
        Err(error) => {
            eprintln!("{file}: {error}");
            ExitCode::from(2)
        }
    }
}

/// Runs all, tells of each, and says how many differ from the list.
fn wrong_ones(file: &str) -> Result<usize, Box<dyn Error>> {
    let golden: Vec<Golden> = serde_json::from_str(&std::fs::read_to_string(file)?)?;
    if golden.is_empty() {
        return Err("the list is empty".into());
    }
    let mut wrong = 0;
    for golden in golden {
        let found = hash(&golden)?;
        let (scene, seconds) = (&golden.scene, golden.seconds);
        if found == golden.hash {
            println!("{scene}, {seconds} s: {found}");
        } else {
            println!("{scene}, {seconds} s: {found} instead of {}", golden.hash);
            wrong += 1;
        }
    }
    Ok(wrong)
}

/// The hash of a run.
fn hash(golden: &Golden) -> Result<String, Box<dyn Error>> {
    let duration = ("duration".to_owned(), golden.seconds.to_string());
    let scene = builtin::find(&golden.scene)?.scene(&[duration])?;
    let mut simulation = Simulation::new(Layout::new(&scene)?)?;
    let mut measures = Measures::new();
    let seconds = simulation.run(&mut [&mut measures])?;
    Ok(measures.finish(seconds).trajectory_hash)
}
