//! `sidestep bench` as a process.

use crate::common::Workplace;

/// The keys that scripts rely on.
const KEYS: [&str; 9] = [
    "yards",
    "obstacles_mean",
    "mean_ratio",
    "worst_ratio",
    "collisions",
    "blocked_wrongly",
    "clear_wrongly",
    "query_us",
    "rebake_us",
];

#[test]
fn the_figures_are_numbers_under_the_promised_keys_and_the_same_again() {
    let place = Workplace::new();
    let arguments = ["bench", "detour", "--yards", "12", "--seed", "5", "--json"];
    let mut figures = place.json(&arguments);
    for key in KEYS {
        assert!(figures[key].is_number(), "{key}: {figures:#}");
    }
    assert_eq!(figures["yards"], 12);
    let mut again = place.json(&arguments);
    for figures in [&mut figures, &mut again] {
        without_times(figures);
    }
    assert_eq!(figures, again);
    assert!(place.content().is_empty());
}

/// The same for the crowd among changing obstacles.
const CHANGES_KEYS: [&str; 12] = [
    "agents",
    "obstacles",
    "changing",
    "steps",
    "step_ms",
    "step_without_detours_ms",
    "clusters_ms",
    "queries_ms",
    "clear",
    "around",
    "blocked",
    "threads",
];

#[test]
fn a_crowd_among_changing_obstacles_is_measured_and_its_answers_add_up() {
    let place = Workplace::new();
    let small = "--agents 60 --obstacles 40 --changing 10 --steps 5 --seed 2 --threads 2";
    let arguments: Vec<&str> = ["bench", "changes"]
        .into_iter()
        .chain(small.split(' '))
        .collect();
    let mut with_json = arguments.clone();
    with_json.push("--json");
    let figures = place.json(&with_json);
    for key in CHANGES_KEYS {
        assert!(figures[key].is_number(), "{key}: {figures:#}");
    }
    let number = |key: &str| figures[key].as_u64().expect("a whole number");
    assert_eq!(
        ["agents", "obstacles", "changing", "steps", "threads"].map(number),
        [60, 40, 10, 5, 2]
    );
    let answers = ["clear", "around", "blocked"].map(number);
    assert_eq!(answers.iter().sum::<u64>(), 60 * 5);
    for key in [
        "step_ms",
        "step_without_detours_ms",
        "clusters_ms",
        "queries_ms",
    ] {
        assert!(
            figures[key].as_f64().is_some_and(|time| time > 0.0),
            "{key}"
        );
    }
    let again = place.json(&with_json);
    for key in ["clear", "around", "blocked"] {
        assert_eq!(figures[key], again[key], "{key}");
    }
    let table = place.succeed(&arguments);
    assert!(
        table.starts_with("60 agents among 40 temporary obstacles"),
        "{table}"
    );
    assert!(table.contains("step without detours"), "{table}");
    assert!(place.content().is_empty());
}

#[test]
fn the_stages_of_a_crowd_are_measured() {
    let place = Workplace::new();
    let small = "bench plaza --agents 60 --steps 4 --seed 2 --threads 2";
    let arguments: Vec<&str> = small.split(' ').collect();
    let mut with_json = arguments.clone();
    with_json.push("--json");
    let figures = place.json(&with_json);
    assert_eq!(figures["scene"], "plaza");
    assert_eq!([&figures["agents"], &figures["steps"]], [60, 4]);
    assert_eq!(figures["agent_overlaps"], 0);
    let time = |value: &serde_json::Value| value.as_f64().expect("a time");
    let stages = figures["stages_ms"].as_object().expect("stages");
    for stage in ["sense", "plan", "decide", "advance", "settle", "report"] {
        assert!(time(&stages[stage]) >= 0.0, "{stage}");
    }
    assert!(time(&stages["decide"]) > 0.0);
    assert!(time(&stages["decide"]) < time(&figures["step_ms"]) * 1.5);
    let again = place.json(&with_json);
    assert_eq!(figures["trajectory_hash"], again["trajectory_hash"]);
    for scene in ["plaza", "circle", "doors"] {
        let table = place.succeed(&["bench", scene, "--agents", "24", "--steps", "1"]);
        assert!(table.contains("agent-steps a second"), "{table}");
    }
    assert!(place.content().is_empty());
}

#[test]
fn a_soak_tells_line_by_line_and_in_figures_that_promises_are_kept() {
    let place = Workplace::new();
    let small = "bench soak --agents 40 --steps 7 --seed 2 --threads 2";
    let arguments: Vec<&str> = small.split(' ').collect();
    let mut with_json = arguments.clone();
    with_json.push("--json");
    let figures = place.json(&with_json);
    assert_eq!([&figures["agents"], &figures["steps"]], [40, 7]);
    for broken in ["not_finite", "outside", "lost"] {
        assert_eq!(figures[broken], 0, "{broken}");
    }
    assert_eq!(figures["intervals"].as_array().map(Vec::len), Some(7));
    let table = place.succeed(&arguments);
    assert_eq!(table.lines().count(), 1 + 7 + 1, "{table}");
    let hash = figures["state_hash"].as_str().expect("a hash");
    assert!(table.contains(hash), "{table}");
    assert!(place.content().is_empty());
}

/// The numbers that scripts rely on, of each case.
const GROWTH_KEYS: [&str; 9] = [
    "agents",
    "obstacles",
    "plain_agents",
    "plain_obstacles",
    "first_step_ms",
    "plain_first_step_ms",
    "step_ms",
    "plain_step_ms",
    "ratio",
];

#[test]
fn hostile_worlds_are_measured_beside_plain_ones() {
    let place = Workplace::new();
    let small = ["bench", "growth", "--scale", "0.01", "--steps", "2"];
    let with = |more: &[&'static str]| [&small[..], more].concat();
    let figures = place.json(&with(&["--json"]));
    assert_eq!([&figures["steps"], &figures["threads"]], [2, 1]);
    assert_eq!(figures["scale"], 0.01);
    let cases = figures["cases"].as_array().expect("cases");
    assert_eq!(cases.len(), 13);
    for case in cases {
        for key in GROWTH_KEYS {
            assert!(case[key].is_number(), "{key}: {case:#}");
        }
        for key in [
            "agents",
            "plain_agents",
            "first_step_ms",
            "step_ms",
            "ratio",
        ] {
            assert!(case[key].as_f64() > Some(0.0), "{key}: {case:#}");
        }
        for key in ["title", "plain"] {
            assert!(case[key].is_string(), "{key}: {case:#}");
        }
    }
    let table = place.succeed(&small);
    let row = |name: &str| table.lines().any(|line| line.trim().starts_with(name));
    for case in cases {
        let name = case["case"].as_str().expect("a name");
        assert!(row(name), "{name} in {table}");
    }
    assert!(table.contains("1 % of the full size"), "{table}");
    let one = place.json(&with(&["--json", "--only", "pile"]));
    let names: Vec<_> = (one["cases"].as_array().expect("cases").iter())
        .map(|case| &case["case"])
        .collect();
    assert_eq!(names, ["pile"]);
    let again = &one["cases"][0]["state_hash"];
    assert!(cases.iter().any(|case| case["state_hash"] == *again));
    assert!(place.content().is_empty());
}

fn without_times(value: &mut serde_json::Value) {
    match value {
        serde_json::Value::Object(map) => {
            map.retain(|key, _| !key.contains("_us") && !key.starts_with("speedup"));
            map.values_mut().for_each(without_times);
        }
        serde_json::Value::Array(list) => list.iter_mut().for_each(without_times),
        _ => {}
    }
}

#[test]
fn the_table_and_the_picture_of_a_yard_are_for_people() {
    let place = Workplace::new();
    let table = place.succeed(&["bench", "detour", "--yard", "3", "--svg", "yard.svg"]);
    assert!(table.contains("collisions"), "{table}");
    let text = place.read("yard.svg");
    let picture = roxmltree::Document::parse(&text).expect("XML");
    let title = picture
        .descendants()
        .find(|node| node.has_tag_name("title"));
    let title = title.and_then(|node| node.text()).expect("a title");
    assert!(title.starts_with("Yard 3: "), "{title}");
}

#[test]
fn bad_arguments_are_refused_in_words() {
    let place = Workplace::new();
    for (arguments, word) in [
        (&["bench"][..], "detour"),
        (&["bench", "detours"], "detour"),
        (&["bench", "detour", "--yards", "0"], "1 to 1000000"),
        (&["bench", "detour", "--yards", "-3"], "1 to 1000000"),
        (&["bench", "detour", "--yards", "many"], "1 to 1000000"),
        (&["bench", "detour", "--seed", "1.5"], "whole number"),
        (&["bench", "detour", "--yard", "-1"], "0 to 999999"),
        (&["bench", "changes", "--agents", "0"], "1 to 1000000"),
        (&["bench", "changes", "--obstacles", "-1"], "0 to 1000000"),
        (&["bench", "changes", "--steps", "0"], "1 to 1000000"),
        (&["bench", "changes", "--threads", "none"], "1 to 1024"),
        (
            &["bench", "changes", "--obstacles", "5", "--changing", "6"],
            "6 of 5 obstacles can't change",
        ),
        (
            &["bench", "growth", "--scale", "0"],
            "above 0 and at most 1",
        ),
        (
            &["bench", "growth", "--only", "piles"],
            "coincident-circles",
        ),
        (&["bench", "detour", "--svg", "yard.svg"], "--yard"),
        (
            &["bench", "detour", "--yard", "1", "--yards", "3"],
            "--yards",
        ),
    ] {
        let ending = place.run(arguments);
        assert_eq!(ending.code, 2, "{arguments:?}: {}", ending.error);
        assert!(
            ending.error.contains(word),
            "{arguments:?}: {}",
            ending.error
        );
        assert_eq!(ending.out, "", "{arguments:?}");
    }
}

#[test]
fn a_picture_that_cant_be_written_is_told_before_the_work() {
    let place = Workplace::new();
    place.write("folder/file", "");
    let ending = place.run(&["bench", "detour", "--yard", "1", "--svg", "folder"]);
    assert_eq!(ending.code, 1, "{}", ending.error);
    assert!(
        ending.error.contains("a folder is in the way"),
        "{}",
        ending.error
    );
}
