//! Cases that others wrote, run to their end. They are no part of this project: they are read from
//! the folder in `SIDESTEP_CASES`, else from `../shared/cases` beside the workspace, where it is
//! there.

use std::path::{Path, PathBuf};

use sidestep_scene::format::number::RunLength;
use sidestep_scene::import;
use sidestep_scene::measure::{Measures, Summary};
use sidestep_scene::method::Method;
use sidestep_scene::place::Layout;
use sidestep_scene::score::Suites;
use sidestep_scene::simulate::Simulation;

fn folder(name: &str) -> Option<PathBuf> {
    let folder = match std::env::var_os("SIDESTEP_CASES") {
        Some(folder) => PathBuf::from(folder),
        None => Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/cases"),
    };
    let folder = folder.join(name);
    if !folder.is_dir() {
        println!("skipped: no shared cases at {}", folder.display());
        return None;
    }
    Some(folder)
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

#[test]
fn every_steerbench_case_runs() {
    let Some(folder) = folder("steerbench") else {
        return;
    };
    let mut cases = 0;
    for entry in std::fs::read_dir(&folder).expect("the folder can be listed") {
        let file = entry.expect("an entry").path();
        if file.extension().is_some_and(|ending| ending == "xml") {
            run(&file, 5.0);
            cases += 1;
        }
    }
    assert!(cases > 0, "no cases in {}", folder.display());
}

/// Takes minutes; `sidestep score` prints what comes out.
#[test]
#[ignore = "takes minutes"]
fn every_steerbench_case_with_fixed_goals_runs_to_its_end() {
    let Some(folder) = folder("steerbench") else {
        return;
    };
    let suites = Suites::load(&[folder]).unwrap_or_else(|error| panic!("{error}"));
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

#[test]
fn every_moving_ai_scenario_runs() {
    let Some(folder) = folder("grids") else {
        return;
    };
    let mut scenarios = 0;
    for entry in std::fs::read_dir(&folder).expect("the folder can be listed") {
        let file = entry.expect("an entry").path();
        if file.extension().is_some_and(|ending| ending == "scen") {
            let summary = run(&file, 30.0);
            assert!(summary.agents > 0, "{}", file.display());
            scenarios += 1;
        }
    }
    assert!(scenarios > 0, "no scenario in {}", folder.display());
}
