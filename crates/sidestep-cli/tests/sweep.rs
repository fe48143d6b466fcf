//! Many runs: what a sweep leaves, keeps, shares out and gathers, also where somebody interrupts it
//! or spoils its files.

use std::collections::BTreeMap;
use std::fs;
use std::process::{Child, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::common::{Ending, Workplace};

/// Eight runs that take no time.
const SWEEP: &str = "scenes = [\"walk.toml\"]\nmethods = [\"default\", \"none\"]\nseeds = [1, 2]\n\n\
    [set]\nduration = 5.0\n\n[grid]\n\"agents.*.speed\" = [1.0, 1.5]\n";

/// Runs that take long enough to be interrupted between the first and the last.
const LONG: &str = "scenes = [\"zombies\"]\nseeds = { first = 1, count = 30 }\n\n[set]\n\
    duration = 3\nagents = 100\n";

fn place_with(sweep: &str) -> Workplace {
    let place = Workplace::with_walk();
    place.write("sweep.toml", sweep);
    place
}

const RUN: [&str; 4] = ["sweep", "sweep.toml", "--out", "out"];

/// The results with what is in them, without the time that they took.
fn results(place: &Workplace) -> BTreeMap<String, Value> {
    let names = place.names_in("out/runs").into_iter();
    names
        .map(|name| {
            let text = place.read(&format!("out/runs/{name}"));
            let mut result: Value = serde_json::from_str(&text).expect("JSON");
            for key in ["wall_seconds", "agent_steps_per_second"] {
                if let Some(summary) = result["summary"].as_object_mut() {
                    summary.remove(key);
                }
            }
            result["checksum"] = Value::Null;
            (name, result)
        })
        .collect()
}

#[track_caller]
fn refused(ending: &Ending, parts: &[&str]) {
    assert_eq!(ending.code, 2, "{}", ending.error);
    for part in parts {
        assert!(ending.error.contains(part), "{part}: {}", ending.error);
    }
}

#[test]
fn a_sweep_runs_everything_and_gather_tells_what_single_runs_tell() {
    let place = place_with(SWEEP);
    let out = place.succeed(&RUN);
    assert!(out.contains("8 of 8 runs are done"), "{out}");
    assert_eq!(place.names_in("out/runs").len(), 8);
    let table = place.succeed(&["gather", "out"]);
    assert!(table.contains("8 of 8 runs"), "{table}");
    let names = [
        "groups.csv",
        "groups.parquet",
        "groups.png",
        "groups.svg",
        "runs",
        "runs.csv",
        "runs.parquet",
        "sweep.json",
    ];
    assert_eq!(place.names_in("out"), names);
    let groups = place.json(&["gather", "out", "--json"]);
    assert_eq!(groups.as_array().map(Vec::len), Some(4));
    for group in groups.as_array().expect("an array") {
        let method = group["method"].as_str().expect("a method");
        let speed = format!("agents.*.speed={}", group["set"]["agents.*.speed"]);
        let alone: Vec<Value> = ["1", "2"]
            .map(|seed| {
                place.json(&[
                    "run",
                    "walk.toml",
                    "--json",
                    "--method",
                    method,
                    "--seed",
                    seed,
                    "--set",
                    &speed,
                    "--seconds",
                    "5",
                ])
            })
            .into();
        for key in ["arrived", "mean_travel_seconds", "energy_j", "steps"] {
            let values: Vec<f64> = alone.iter().filter_map(|run| run[key].as_f64()).collect();
            assert_eq!(values.len(), 2, "{key}");
            let mean = group["estimates"][key]["mean"].as_f64().expect("a mean");
            assert!(
                (mean - 0.5 * (values[0] + values[1])).abs() < 1e-12,
                "{key}"
            );
        }
    }
    let runs = place.read("out/runs.csv");
    assert_eq!(runs.lines().count(), 9);
    assert!(runs.starts_with("scene,method,agents.*.speed,seed,run,failure,"));
    for method in ["default", "none"] {
        let line = format!("walk.toml,{method},1.5,mean_travel_seconds,s,2,0,0,");
        assert!(place.read("out/groups.csv").contains(&line));
    }
    assert!(place.read("out/groups.svg").contains("2 seeds"));
}

#[test]
fn what_is_done_is_kept_and_shares_add_up_to_the_whole() {
    let whole = place_with(SWEEP);
    whole.succeed(&RUN);
    let before = whole.content();
    let out = whole.succeed(&RUN);
    assert!(out.contains("8 done already"), "{out}");
    assert_eq!(whole.content(), before, "not a byte is written anew");

    let shared = place_with(SWEEP);
    for share in ["0/3", "1/3"] {
        let out = shared.succeed(&[&RUN[..], &["--shard", share]].concat());
        assert!(
            out.contains(&format!("3 of them in share {share}")),
            "{out}"
        );
    }
    let ending = shared.run(&["gather", "out"]);
    assert_eq!(ending.code, 0);
    assert!(
        ending.error.contains("2 of 8 runs have no result yet"),
        "{}",
        ending.error
    );
    // A Slurm array of tasks 1 to 3: this is the last.
    let mut last = shared.command(&RUN);
    last.env("SLURM_ARRAY_TASK_ID", "3")
        .env("SLURM_ARRAY_TASK_COUNT", "3")
        .env("SLURM_ARRAY_TASK_MIN", "1");
    let ending: Ending = last.output().expect("starts").into();
    assert!(ending.out.contains("2 of them in share 2/3"), "{ending:?}");
    assert_eq!(results(&shared), results(&whole));
}

#[test]
fn a_pod_that_does_not_know_of_how_many_it_is_refuses_to_run_everything() {
    let place = place_with(SWEEP);
    let mut pod = place.command(&RUN);
    let ending = pod.env("JOB_COMPLETION_INDEX", "0").output();
    refused(
        &ending.expect("starts").into(),
        &["JOB_COMPLETIONS", "--shard I/N"],
    );
    assert!(!place.path("out").exists());
}

#[test]
fn a_bad_sweep_file_is_told_with_its_place_before_anything_runs() {
    let walk = "scenes = [\"walk.toml\"]\n";
    let cases: &[(&str, &[&str])] = &[
        (
            "scenes = [\"headn\"]",
            &["sweep.toml:1:11", "did you mean `headon`"],
        ),
        (
            "scenes = [\"none.toml\"]",
            &["sweep.toml:1:11", "own folder"],
        ),
        ("scenes = []", &["sweep.toml:1:10", "nothing to run"]),
        (
            "scenes = [\"walk.toml\", \"walk.toml\"]",
            &["sweep.toml:1:24", "twice"],
        ),
        (
            "methods = [\"default\"]",
            &["sweep.toml:1:1", "`scenes` is missing"],
        ),
        (
            "scenes = [\"walk.toml\"",
            &["sweep.toml:1:", "not valid TOML"],
        ),
        (
            "method = \"orca\"",
            &["sweep.toml:1:1", "did you mean `methods`"],
        ),
        (
            "methods = [\"orka\"]",
            &["sweep.toml:2:12", "did you mean `orca`"],
        ),
        ("methods = []", &["sweep.toml:2:11", "nothing to run"]),
        (
            "seeds = 5",
            &["sweep.toml:2:9", "{ first = 1, count = 50 }"],
        ),
        ("seeds = [1, 1]", &["sweep.toml:2:9", "twice"]),
        ("seeds = [-1]", &["sweep.toml:2:10", "from 0 to"]),
        ("seeds = { first = 1 }", &["sweep.toml:2:9", "`count`"]),
        (
            "[grid]\ndt = [0.1, -1]",
            &["sweep.toml:3:12", "must be a time step"],
        ),
        ("[grid]\ndt = []", &["sweep.toml:3:6", "nothing to run"]),
        ("[grid]\nseed = [1]", &["sweep.toml:3:9", "seeds = [...]"]),
        (
            "[grid]\nagents = [1.5]",
            &["sweep.toml:3:11", "number of agents"],
        ),
        ("[grid]\nagents = [9]", &["sweep.toml:3:11", "too many"]),
        (
            "[set]\ndt = 0.1\n[grid]\ndt = [0.1]",
            &["sweep.toml:5:7", "leave one of both out"],
        ),
        (
            "[set]\n\"agents.*.radus\" = 0.3",
            &["sweep.toml:3:20", "did you mean `radius`"],
        ),
        (
            "[grid]\nagents.7.radius = [0.3]",
            &["sweep.toml:3:20", "has no item 7"],
        ),
    ];
    for (text, parts) in cases {
        let text = match text.starts_with("scenes") || text.contains("methods = [\"default\"]") {
            true => (*text).to_owned(),
            false if text.starts_with("method =") => (*text).to_owned(),
            false => format!("{walk}{text}"),
        };
        let place = place_with(&text);
        refused(&place.run(&RUN), parts);
        assert!(!place.path("out").exists(), "{text}");
    }
    let place = place_with("scenes = [\"broken.toml\"]");
    place.write("broken.toml", "[[agents]]\nradius = -1\n");
    refused(&place.run(&RUN), &["broken.toml:2:10"]);
}

#[test]
fn a_sweep_of_more_than_a_million_runs_is_refused_with_their_number() {
    let values: Vec<String> = (1..=1001).map(|it| format!("0.{it:04}")).collect();
    let values = values.join(", ");
    let text = format!(
        "scenes = [\"walk.toml\"]\nseeds = {{ count = 1000 }}\n[grid]\n\
         \"agents.0.radius\" = [{values}]\n\"agents.0.speed\" = [{values}]\n"
    );
    let place = place_with(&text);
    refused(
        &place.run(&RUN),
        &["1002001000 runs", "1000000 are allowed"],
    );
    assert!(!place.path("out").exists());
}

#[test]
fn what_was_cut_off_or_edited_is_told_and_made_anew() {
    let place = place_with(SWEEP);
    place.succeed(&RUN);
    let right = results(&place);
    let names = place.names_in("out/runs");
    let path = |index: usize| format!("out/runs/{}", names[index]);
    let text = place.read(&path(0));
    place.write(&path(0), &text[..text.len() / 2]);
    let edited = place
        .read(&path(1))
        .replacen("\"arrived\": ", "\"arrived\": 1", 1);
    place.write(&path(1), edited);
    place.write(&path(2), place.read(&path(3)));
    let gathered = place.run(&["gather", "out"]);
    assert_eq!(gathered.code, 0);
    for part in ["cut off", "was changed", "of another run", "3 of 8 runs"] {
        assert!(gathered.error.contains(part), "{part}: {}", gathered.error);
    }
    let ending = place.run(&RUN);
    assert_eq!(ending.code, 0, "{}", ending.error);
    assert!(ending.out.contains("5 done already"), "{}", ending.out);
    assert_eq!(ending.error.matches("it is made anew").count(), 3);
    assert_eq!(results(&place), right);
}

#[test]
fn a_folder_of_another_sweep_is_refused_and_can_be_amended() {
    let place = place_with(SWEEP);
    place.succeed(&RUN);
    let before = place.content();
    place.write("sweep.toml", SWEEP.replace("[1, 2]", "[2, 3]"));
    refused(&place.run(&RUN), &["another sweep", "--out DIR", "--amend"]);
    place.write("sweep.toml", SWEEP);
    assert_eq!(place.content(), before);
    place.write("sweep.toml", SWEEP.replace("[1, 2]", "[2, 3]"));
    let out = place.succeed(&[&RUN[..], &["--amend"]].concat());
    assert!(out.contains("8 runs, 4 done already"), "{out}");
    let groups = place.json(&["gather", "out", "--json"]);
    assert_eq!(groups[0]["done"], 2, "seed 1 isn't among them any more");
    place.write("out/sweep.json", "{}");
    refused(&place.run(&RUN), &["sweep.json", "--amend"]);
    refused(&place.run(&["gather", "out"]), &["sweep.json"]);
}

#[test]
fn a_comment_in_a_scene_changes_no_result_and_a_value_does() {
    let place = place_with(SWEEP);
    place.succeed(&RUN);
    let walk = place.read("walk.toml");
    place.write("walk.toml", format!("# A comment.\n{walk}"));
    assert!(place.succeed(&RUN).contains("8 done already"));
    place.write("walk.toml", walk.replace("[3, 0]", "[2, 0]"));
    refused(&place.run(&RUN), &["another sweep"]);
    let out = place.succeed(&[&RUN[..], &["--amend"]].concat());
    assert!(!out.contains("already"), "{out}");
}

#[test]
fn a_run_that_fails_is_told_and_the_others_go_on() {
    let place = place_with("scenes = [\"full.toml\", \"walk.toml\"]\nseeds = [1, 2]\n");
    place.write(
        "full.toml",
        "duration = 1\n[[agents]]\ncount = 500\nregion = { min = [0, 0], max = [2, 2] }\n\
         goals = [{ point = [3, 0] }]\n[[obstacles]]\ncircle = { center = [1, 1], radius = 5 }\n",
    );
    let ending = place.run(&RUN);
    assert_eq!(ending.code, 0, "{}", ending.error);
    assert!(
        ending.out.contains("2 of 4 runs are done, 2 failed"),
        "{ending:?}"
    );
    assert_eq!(
        ending.error.matches("warning: full.toml").count(),
        2,
        "{}",
        ending.error
    );
    let strict = place.run(&[&RUN[..], &["--strict"]].concat());
    assert_eq!(strict.code, 1);
    assert!(
        strict.out.contains("2 done already"),
        "failed ones are tried again"
    );
    let gathered = place.run(&["gather", "out"]);
    assert!(
        gathered.error.contains("2 of 4 runs failed"),
        "{}",
        gathered.error
    );
    assert!(place.read("out/runs.csv").contains("full.toml,default,1,"));
}

#[test]
fn what_gather_does_not_know_it_says_with_what_there_is() {
    let place = place_with(SWEEP);
    refused(&place.run(&["gather", "out"]), &["no folder of a sweep"]);
    place.succeed(&RUN);
    let ask = |more: &[&str]| place.run(&[&["gather", "out"], more].concat());
    refused(&ask(&["--measures", "arived"]), &["did you mean `arrived`"]);
    refused(&ask(&["--along", "speed"]), &["agents.*.speed"]);
    fs::remove_dir_all(place.path("out/runs")).expect("removed");
    refused(&ask(&[]), &["none of 8 runs has figures", "sweep first"]);
}

/// The file that `docs/many-runs.md` shows.
#[test]
fn the_example_of_the_documentation_is_a_sweep() {
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/many-runs.md");
    let page = fs::read_to_string(page).expect("the page");
    let example = page
        .split("```toml\n")
        .nth(1)
        .and_then(|rest| rest.split("```").next());
    let place = place_with(example.expect("an example"));
    place.write(
        "my/scene.toml",
        "[[agents]]\ncount = 3\nregion = { min = [0, 0], max = [30, 30] }\n\
         goals = [{ point = [40, 0] }]\n",
    );
    // A share of all but nothing: the file is checked as a whole, and one run is done.
    let out = place.succeed(&[&RUN[..], &["--shard", "799/1600"]].concat());
    assert!(out.contains("1600 runs, 1 of them in share"), "{out}");
}

/// A sweep under way that doesn't outlive its test.
struct UnderWay(Child);

impl UnderWay {
    fn begin(place: &Workplace) -> Self {
        let mut command = place.command(&[&RUN[..], &["--jobs", "2"]].concat());
        let child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn();
        Self(child.expect("starts"))
    }

    /// Waits until there are so many results.
    fn wait_for(&mut self, place: &Workplace, results: usize) {
        let since = Instant::now();
        while visible(place).len() < results {
            assert!(since.elapsed() < Duration::from_secs(120), "no results");
            let ended = self.0.try_wait().expect("asked");
            assert!(ended.is_none(), "too early: {ended:?}");
            sleep(Duration::from_millis(2));
        }
    }

    #[cfg(unix)]
    fn end(mut self, signal: &str) {
        let id = self.0.id().to_string();
        let sent = std::process::Command::new("kill")
            .args([signal, &id])
            .status();
        assert!(sent.expect("kill is there").success());
        self.0.wait().expect("ended");
    }
}

impl Drop for UnderWay {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn visible(place: &Workplace) -> Vec<String> {
    if !place.path("out/runs").exists() {
        return Vec::new();
    }
    let names = place.names_in("out/runs").into_iter();
    names.filter(|name| !name.starts_with('.')).collect()
}

#[cfg(unix)]
#[test]
fn a_sweep_that_was_killed_goes_on_where_it_was() {
    let place = place_with(LONG);
    let mut sweep = UnderWay::begin(&place);
    sweep.wait_for(&place, 3);
    sweep.end("-KILL");
    let kept = visible(&place);
    assert!((3..30).contains(&kept.len()), "{}", kept.len());
    let before: Vec<String> = kept
        .iter()
        .map(|name| place.read(&format!("out/runs/{name}")))
        .collect();
    let mut sweep = UnderWay::begin(&place);
    sweep.wait_for(&place, kept.len() + 2);
    sweep.end("-INT");
    assert_eq!(
        visible(&place),
        place.names_in("out/runs"),
        "nothing hidden stays"
    );
    let out = place.succeed(&RUN);
    assert!(out.contains("30 of 30 runs are done"), "{out}");
    assert_eq!(place.names_in("out/runs").len(), 30);
    for (name, text) in kept.iter().zip(before) {
        assert_eq!(place.read(&format!("out/runs/{name}")), text, "it was kept");
    }
}

#[test]
fn two_sweeps_into_the_same_folder_share_the_runs() {
    let place = place_with(LONG);
    let mut one = UnderWay::begin(&place);
    one.wait_for(&place, 1);
    let ending = place.run(&[&RUN[..], &["--jobs", "1"]].concat());
    assert_eq!(ending.code, 0, "{}", ending.error);
    assert!(
        ending.out.contains("30 of 30 runs are done"),
        "{}",
        ending.out
    );
    // It has waited for what the other one was doing.
    assert_eq!(visible(&place).len(), 30);
    assert!(one.0.wait().expect("ends").success());
    assert_eq!(place.names_in("out/runs").len(), 30, "and nothing hidden");
    let gathered = place.run(&["gather", "out"]);
    assert_eq!((gathered.code, gathered.error.as_str()), (0, ""));
}
