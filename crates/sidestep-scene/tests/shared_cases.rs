//! Cases that others wrote, run to their end. They are no part of this project: they are read from
//! the folder in `SIDESTEP_CASES`, else from `../shared/cases` beside the workspace, where it is
//! there. Where it isn't, the summary counts them as ignored and their names say why.

use std::path::{Path, PathBuf};

use libtest_mimic::{Arguments, Trial};
use sidestep_scene::format::number::RunLength;
use sidestep_scene::import;
use sidestep_scene::measure::{Measures, Summary};
use sidestep_scene::method::Method;
use sidestep_scene::place::Layout;
use sidestep_scene::score::Suites;
use sidestep_scene::simulate::Simulation;

fn main() {
    let arguments = Arguments::from_args();
    let trials = vec![
        trial(
            "every_steerbench_case_runs",
            "steerbench",
            every_steerbench_case_runs,
        ),
        trial(
            "every_steerbench_case_with_fixed_goals_runs_to_its_end (takes minutes)",
            "steerbench",
            every_steerbench_case_with_fixed_goals_runs_to_its_end,
        )
        .with_ignored_flag(true),
        trial(
            "every_moving_ai_scenario_runs",
            "grids",
            every_moving_ai_scenario_runs,
        ),
    ];
    libtest_mimic::run(&arguments, trials).exit();
}

/// A test of the cases in the folder of this name.
fn trial(name: &str, folder: &str, test: fn(&Path)) -> Trial {
    let shared = match std::env::var_os("SIDESTEP_CASES") {
        Some(shared) => PathBuf::from(shared),
        None => Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/cases"),
    };
    let folder = shared.join(folder);
    let there = folder.is_dir();
    let name = if there {
        name.to_owned()
    } else {
        format!("{name} (no shared cases at {})", folder.display())
    };
    let run = move || {
        test(&folder);
        Ok(())
    };
    Trial::test(name, run).with_ignored_flag(!there)
}

/// Runs a case for at most so long (s) and asserts that the result is sound.
fn run(file: &Path, seconds: f64) -> Summary {
    let what = file.display();
    let mut scene = import::load(file).unwrap_or_else(|error| panic!("{error}"));
    scene.duration = RunLength::clamped(seconds.min(scene.duration.get()));
    let layout = Layout::new(&scene).unwrap_or_else(|error| panic!("{error}"));
    let simulation = Simulation::new(layout);
    let mut simulation = simulation.unwrap_or_else(|error| panic!("{what}: {error}"));
    let mut measures = Measures::new();
    let stepped = simulation.run(&mut [&mut measures]);
    let summary = measures.finish(stepped.unwrap_or_else(|error| panic!("{what}: {error}")));
    assert_eq!([summary.non_finite, summary.escaped], [0, 0], "{what}");
    let ended =
        summary.arrived == summary.agents || (summary.sim_seconds - seconds).abs() < 1e-6 * seconds;
    assert!(ended, "{what} ended after {} s", summary.sim_seconds);
    summary
}

fn every_steerbench_case_runs(folder: &Path) {
    let mut cases = 0;
    for entry in std::fs::read_dir(folder).expect("the folder can be listed") {
        let file = entry.expect("an entry").path();
        if file.extension().is_some_and(|ending| ending == "xml") {
            run(&file, 5.0);
            cases += 1;
        }
    }
    assert!(cases > 0, "no cases in {}", folder.display());
}

/// `sidestep score` prints what comes out.
fn every_steerbench_case_with_fixed_goals_runs_to_its_end(folder: &Path) {
    let suites = Suites::load(&[folder.to_owned()]).unwrap_or_else(|error| panic!("{error}"));
    assert!(!suites.steerbench.is_empty(), "no case can be scored");
    for case in suites.steerbench {
        let result = case.run(Method::Default, &mut []);
        let figures = result.unwrap_or_else(|error| panic!("{}: {error}", case.name()));
        assert_eq!(
            figures.makespan_seconds.is_some(),
            figures.arrived == figures.agents
        );
        assert!(figures.agents > 0 && figures.composite02 >= figures.composite01);
    }
}

fn every_moving_ai_scenario_runs(folder: &Path) {
    let mut scenarios = 0;
    for entry in std::fs::read_dir(folder).expect("the folder can be listed") {
        let file = entry.expect("an entry").path();
        if file.extension().is_some_and(|ending| ending == "scen") {
            let summary = run(&file, 30.0);
            assert!(summary.agents > 0, "{}", file.display());
            scenarios += 1;
        }
    }
    assert!(scenarios > 0, "no scenario in {}", folder.display());
}
