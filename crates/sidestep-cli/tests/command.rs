//! The command does what its help says: it is run as a person would run it, and its output is read.

use std::collections::BTreeSet;
use std::io::{BufRead, BufReader};
use std::process::Stdio;

use serde_json::Value;
use sidestep_scene::measure::trajectory_hash;
use sidestep_scene::recording::AgentFrame;

use crate::common::{WALK, Workplace};

/// The keys of a summary that scripts rely on.
const KEYS: [&str; 28] = [
    "scene",
    "method",
    "seed",
    "agents",
    "dt",
    "steps",
    "sim_seconds",
    "arrived",
    "stuck",
    "blocked",
    "mean_travel_seconds",
    "last_arrival_seconds",
    "mean_path_ratio",
    "agent_overlaps",
    "overlap_pair_seconds",
    "max_overlap_m",
    "obstacle_overlaps",
    "max_obstacle_overlap_m",
    "wall_contacts",
    "max_wall_penetration_m",
    "escaped",
    "mean_abs_turn_rate",
    "direction_flips_per_minute",
    "energy_j",
    "steerbench_score",
    "wall_seconds",
    "agent_steps_per_second",
    "trajectory_hash",
];

const FILES: [&str; 4] = ["paths.png", "paths.svg", "replay.html", "summary.json"];

/// A summary without what the clock says.
#[track_caller]
fn timeless(text: &str) -> Value {
    let mut summary: Value = serde_json::from_str(text).expect("JSON");
    let map = summary.as_object_mut().expect("an object");
    for key in ["wall_seconds", "agent_steps_per_second"] {
        assert!(map.remove(key).is_some(), "{key}");
    }
    summary
}

#[test]
fn without_a_word_it_runs_the_horde() {
    let place = Workplace::new();
    let table = place.succeed(&[]);
    assert!(table.contains("Agents") && table.contains("200"), "{table}");
    assert_eq!(place.names_in("out/zombies"), FILES);
    let whole = timeless(&place.read("out/zombies/summary.json"));
    assert_eq!(whole["sim_seconds"], 60.0);
    assert_eq!(
        timeless(&place.succeed(&["run", "zombies", "--json"])),
        whole
    );
    // Why not all have caught the point is said.
    let arrived = whole["arrived"].as_u64().expect("a count");
    let note = format!(
        "\nArrived {arrived} of 200: the run ended after 60.0 s with {} still on the way; who has caught a goal that moves",
        200 - arrived
    );
    assert!(
        (1..200).contains(&arrived) && table.contains(&note),
        "{table}"
    );
    // Options don't need the word `run` either.
    let short = place.json(&["--seconds", "1", "--agents", "9", "--json"]);
    assert_eq!(
        [&short["agents"], &short["sim_seconds"]],
        [&Value::from(9), &Value::from(1.0)]
    );
}

#[test]
fn a_run_writes_its_files_and_says_where() {
    let place = Workplace::with_walk();
    let table = place.succeed(&["run", "walk.toml"]);
    assert_eq!(place.names_in("out/walk"), FILES);
    assert!(
        table.starts_with("walk, method default, seed 1\n\n"),
        "{table}"
    );
    assert!(table.contains("Arrived"), "{table}");
    assert!(
        table.contains("In out/walk: summary.json, paths.svg"),
        "{table}"
    );
    assert!(
        table.ends_with("Open out/walk/replay.html in a browser to watch it.\n"),
        "{table}"
    );
    assert!(table.lines().all(|line| line == line.trim_end()), "{table}");
    let explained = "\nDirection flips: turns to one side and within half a second back";
    assert!(table.contains(explained), "{table}");
    // It has two seconds for 3 m.
    let note = "\nArrived 0 of 1: the run ended after 2.0 s with 1 still on the way.\n";
    assert!(table.contains(note), "{table}");

    let svg = place.read("out/walk/paths.svg");
    let drawing = roxmltree::Document::parse(&svg).expect("well-formed");
    assert_eq!(drawing.root_element().tag_name().name(), "svg");
    let png = std::fs::read(place.path("out/walk/paths.png")).expect("a file");
    assert!(png.starts_with(b"\x89PNG\r\n\x1a\n"));
    let replay = place.read("out/walk/replay.html");
    assert!(replay.starts_with("<!doctype html>") || replay.starts_with("<!DOCTYPE html>"));
    // It opens from disk without anything from elsewhere.
    for from_elsewhere in ["src=\"http", "href=\"http", "@import", "fetch("] {
        assert!(!replay.contains(from_elsewhere), "{from_elsewhere}");
    }
}

#[test]
fn the_table_of_places_has_the_very_bits_that_the_hash_covers() {
    let place = Workplace::new();
    place.succeed(&["run", "squeeze", "--seconds", "2", "--out", "here", "--csv"]);
    let summary: Value = serde_json::from_str(&place.read("here/summary.json")).expect("JSON");
    let mut table = csv::Reader::from_path(place.path("here/trajectories.csv")).expect("a table");
    let heads = table.headers().expect("a head").clone();
    assert_eq!(
        heads,
        vec![
            "step", "time", "id", "group", "x", "y", "vx", "vy", "present"
        ]
    );
    let mut frames: Vec<Vec<AgentFrame>> = Vec::new();
    for row in table.records() {
        let row = row.expect("a row");
        let step: usize = row[0].parse().expect("a step");
        let number = |column: usize| row[column].parse::<f32>().expect("a number");
        if frames.len() <= step {
            frames.push(Vec::new());
        }
        assert_eq!(row[2], frames[step].len().to_string());
        frames[step].push(AgentFrame {
            position: glam::Vec2::new(number(4), number(5)),
            velocity: glam::Vec2::new(number(6), number(7)),
            present: &row[8] == "true",
            teleported: false,
            blocked: false,
            airborne: false,
            arrived_near: false,
            passed_by: None,
            height: 0.0,
        });
    }
    assert_eq!(summary["steps"], frames.len() as u64 - 1);
    let hash = trajectory_hash(frames.iter().map(Vec::as_slice));
    assert_eq!(summary["trajectory_hash"], hash);
}

#[test]
fn json_is_the_summary_alone_and_writes_nothing() {
    let place = Workplace::with_walk();
    let printed = place.succeed(&["run", "walk.toml", "--json"]);
    assert_eq!(place.names_in(""), ["walk.toml"]);
    let summary = timeless(&printed);
    let found: BTreeSet<&str> = KEYS.into_iter().collect();
    let printed: Value = serde_json::from_str(&printed).expect("JSON");
    let keys: Vec<&String> = printed.as_object().expect("an object").keys().collect();
    for key in &found {
        assert!(keys.iter().any(|known| known == key), "{key} is missing");
    }
    // In the order in which they are documented, the additions last.
    assert!(
        keys.iter()
            .take(KEYS.len())
            .all(|key| found.contains(key.as_str())),
        "{keys:?}"
    );
    assert_eq!(summary["scene"], "walk");
    assert_eq!(summary["method"], "default");
    let hash = summary["trajectory_hash"].as_str().expect("a hash");
    assert!(
        hash.len() == 16 && hash.chars().all(|digit| digit.is_ascii_hexdigit()),
        "{hash}"
    );

    let again = place.succeed(&["run", "walk.toml", "--json", "--out", "kept"]);
    assert_eq!(timeless(&again), summary);
    assert_eq!(place.names_in("kept"), FILES);
    assert_eq!(timeless(&place.read("kept/summary.json")), summary);
}

#[test]
fn tables_come_on_request_and_hold_the_same_rows() {
    use parquet::file::reader::{FileReader, SerializedFileReader};
    let place = Workplace::with_walk();
    let table = place.succeed(&["run", "walk.toml", "--parquet", "--csv", "--pedpy"]);
    assert!(table.contains("trajectories.parquet"), "{table}");
    let file = std::fs::File::open(place.path("out/walk/trajectories.parquet")).expect("a file");
    let reader = SerializedFileReader::new(file).expect("Parquet");
    let rows = reader.metadata().file_metadata().num_rows();
    let lines = |name: &str| place.read(&format!("out/walk/{name}")).lines().count();
    assert_eq!(rows, lines("trajectories.csv") as i64 - 1);
    assert_eq!(rows, lines("pedpy_trajectories.txt") as i64 - 2);
    let area = place.read("out/walk/pedpy_walkable_area.wkt");
    assert!(area.starts_with("POLYGON (("), "{area}");
}

/// PedPy refuses trajectories outside of the area, and takes one area only.
#[test]
fn who_is_outside_of_the_area_for_pedpy_is_told() {
    let place = Workplace::new();
    let warned = |scene: &str| {
        let ending = place.run(&[
            "run",
            scene,
            "--seconds",
            "1",
            "--pedpy",
            "--json",
            "--out",
            "it",
        ]);
        assert_eq!(ending.code, 0, "{}", ending.error);
        ending.error.contains("PedPy takes one area")
    };
    assert!(warned("doors") && !warned("corridor"));
}

/// What a reader of the README sees first.
#[test]
fn a_moving_picture_comes_on_request_and_plays_as_long_as_the_run() {
    let place = Workplace::with_walk();
    place.succeed(&[
        "run",
        "walk.toml",
        "--seconds",
        "4",
        "--animation",
        "--json",
        "--out",
        "it",
    ]);
    let file = std::fs::File::open(place.path("it/animation.gif")).expect("a file");
    let mut pictures = gif::DecodeOptions::new().read_info(file).expect("a GIF");
    assert_eq!(pictures.repeat(), gif::Repeat::Infinite);
    let mut hundredths = 0;
    while let Some(picture) = pictures.read_next_frame().expect("a picture") {
        hundredths += u32::from(picture.delay);
    }
    let summary: serde_json::Value =
        serde_json::from_str(&place.read("it/summary.json")).expect("JSON");
    let lasts = summary["sim_seconds"].as_f64().expect("seconds");
    assert!(
        (f64::from(hundredths) / 100.0 - lasts).abs() < 0.17,
        "{hundredths}, {lasts}"
    );
}

/// The table of an earlier run beside the figures of this one would be taken for this one's.
#[test]
fn a_table_of_an_earlier_run_is_told() {
    let place = Workplace::with_walk();
    place.succeed(&["run", "walk.toml", "--csv"]);
    let table = place.read("out/walk/trajectories.csv");
    let ending = place.run(&["run", "walk.toml", "--seed", "2"]);
    assert_eq!(ending.code, 0);
    let told = "out/walk/trajectories.csv is of an earlier run";
    assert!(ending.error.contains(told), "{}", ending.error);
    assert_eq!(place.read("out/walk/trajectories.csv"), table);
}

/// Two people in the same place are the scene's doing, and the figures say so.
#[test]
fn a_scene_that_starts_with_overlaps_says_so() {
    let place = Workplace::new();
    place.write(
        "pile.toml",
        "duration = 1\n[[agents]]\npositions = [[0, 0], [0.1, 0], [9, 0]]\n\
         goals = [{ point = [3, 0] }]\n",
    );
    let ending = place.run(&["run", "pile.toml", "--json"]);
    assert_eq!(ending.code, 0);
    assert!(
        ending.error.contains("starts in each other"),
        "{}",
        ending.error
    );
    let summary: Value = serde_json::from_str(&ending.out).expect("JSON");
    assert_eq!(summary["start_overlaps"], 1);
    let apart = place.json(&["run", "headon", "--seconds", "1", "--json"]);
    assert_eq!(apart["start_overlaps"], 0);
}

/// Every option, and what must be different in the summary with it.
#[test]
fn each_option_changes_what_it_says() {
    let place = Workplace::new();
    let run = |more: &[&str]| {
        let usual = [
            "run",
            "forest",
            "--json",
            "--seconds",
            "1",
            "--agents",
            "10",
        ];
        place.json(&[&usual[..], more].concat())
    };
    let usual = run(&[]);
    let hash = |summary: &Value| summary["trajectory_hash"].clone();
    assert_eq!(
        [&usual["agents"], &usual["seed"]],
        [&Value::from(10), &Value::from(1)]
    );
    assert_eq!(usual["sim_seconds"], 1.0);

    let seed = run(&["--seed", "7"]);
    assert_eq!(seed["seed"], 7);
    assert_ne!(hash(&seed), hash(&usual));
    let step = run(&["--dt", "0.05"]);
    assert_eq!(
        [&step["dt"], &step["steps"]],
        [&Value::from(0.05), &Value::from(20)]
    );
    for method in [
        "none",
        "default",
        "classic-2",
        "classic-3",
        "classic-2-scaled",
        "classic-3-scaled",
    ] {
        let summary = run(&["--method", method]);
        assert_eq!(summary["method"], method);
    }
    assert_eq!(hash(&run(&["--method", "default"])), hash(&usual));
    let set = run(&["--set", "agents.0.speed=2", "--set", "dt=0.1"]);
    assert_eq!(set["dt"], 0.1);
    assert_ne!(hash(&set), hash(&usual));
    for threads in ["1", "2", "4"] {
        assert_eq!(
            hash(&run(&["--threads", threads])),
            hash(&usual),
            "{threads} threads"
        );
    }
    assert_eq!(hash(&run(&[])), hash(&usual), "run again");
    let more = place.json(&[
        "run",
        "zombies",
        "--json",
        "--seconds",
        "0.1",
        "--agents",
        "300",
    ]);
    assert_eq!(more["agents"], 300);
}

#[test]
fn options_count_more_than_the_file_and_more_than_set() {
    let place = Workplace::with_walk();
    let said = [
        "run",
        "walk.toml",
        "--json",
        "--set",
        "seed=5",
        "--seed",
        "6",
        "--set",
        "method=none",
    ];
    let summary = place.json(&said);
    assert_eq!(
        [&summary["seed"], &summary["method"]],
        [&Value::from(6), &Value::from("none")]
    );
    let summary = place.json(&[&said[..], &["--method", "classic-3"]].concat());
    assert_eq!(summary["method"], "classic-3");
}

#[test]
fn built_in_scenes_are_listed_and_run_again_from_their_text() {
    let place = Workplace::new();
    let list = place.succeed(&["scenes"]);
    let described = place.json(&["scenes", "--json"]);
    let described = described.as_array().expect("a list");
    assert_eq!(described[0]["name"], "zombies");
    for scene in described {
        let name = scene["name"].as_str().expect("a name");
        assert!(
            list.lines().any(|line| line.starts_with(name)),
            "{list}\nlacks {name}"
        );
        assert!(
            scene["agents"].as_u64().is_some_and(|agents| agents > 0),
            "{scene}"
        );
        let text = place.succeed(&["scenes", name]);
        place.write("copy.toml", &text);
        let summary = |scene: &str| place.succeed(&["run", scene, "--json", "--seconds", "0.5"]);
        assert_eq!(
            timeless(&summary("copy.toml")),
            timeless(&summary(name)),
            "{name}"
        );
    }
}

#[test]
fn a_comparison_has_a_column_a_method() {
    let place = Workplace::new();
    let table = place.succeed(&[
        "compare",
        "forest",
        "--methods",
        "none,classic-2",
        "--seconds",
        "1",
        "--agents",
        "10",
    ]);
    assert!(
        table.starts_with("forest, seed 1\n\n")
            && table.contains("best of the row\nDirection flips: turns to one side"),
        "{table}"
    );
    let head = table.lines().nth(2).unwrap_or_default();
    let columns: Vec<&str> = head.split_whitespace().collect();
    assert_eq!(columns, ["none", "classic-2", "unit"], "{table}");
    let agents = table
        .lines()
        .find(|line| line.trim_start().starts_with("Agents"));
    let cells: Vec<&str> = agents.unwrap_or_default().split_whitespace().collect();
    assert_eq!(cells, ["Agents", "10", "10"], "{table}");
    assert!(place.names_in("").is_empty(), "it writes no files");
}

#[test]
fn a_comparison_as_json_has_every_method_and_seed() {
    let place = Workplace::with_walk();
    let all = place.json(&["compare", "walk.toml", "--json"]);
    let methods: Vec<&Value> = all
        .as_array()
        .expect("a list")
        .iter()
        .map(|run| &run["method"])
        .collect();
    assert_eq!(methods.len(), 21, "all methods: {methods:?}");
    let runs = place.json(&[
        "compare",
        "forest",
        "--json",
        "--methods",
        "none,default",
        "--seeds",
        "2",
        "--seed",
        "5",
        "--seconds",
        "0.5",
        "--agents",
        "5",
    ]);
    let runs = runs.as_array().expect("a list");
    let said: Vec<(&str, u64)> = runs
        .iter()
        .map(|run| {
            (
                run["method"].as_str().expect("a name"),
                run["seed"].as_u64().expect("a seed"),
            )
        })
        .collect();
    assert_eq!(
        said,
        [("none", 5), ("none", 6), ("default", 5), ("default", 6)]
    );
    // The same run as the one that `run` makes.
    let alone = place.json(&[
        "run",
        "forest",
        "--json",
        "--method",
        "default",
        "--seed",
        "6",
        "--seconds",
        "0.5",
        "--agents",
        "5",
    ]);
    assert_eq!(runs[3]["trajectory_hash"], alone["trajectory_hash"]);
}

#[test]
fn what_is_converted_runs_as_the_original_does() {
    let place = Workplace::with_walk();
    place.write(
        "field.map",
        "type octile\nheight 3\nwidth 6\nmap\n......\n..@...\n......\n",
    );
    place.write(
        "walk.scen",
        "version 1\n0\tfield.map\t6\t3\t0\t1\t5\t1\t5.8\n",
    );
    for (from, to) in [("walk.scen", "scenario.toml"), ("walk.toml", "again.toml")] {
        assert_eq!(place.succeed(&["convert", from, to]), "");
        let text = place.read(to);
        assert_eq!(place.succeed(&["convert", from]), text);
        assert_eq!(
            place.succeed(&["convert", to]),
            text,
            "converting twice changes nothing"
        );
        let hash = |scene: &str| {
            place.json(&["run", scene, "--json", "--seconds", "2"])["trajectory_hash"].clone()
        };
        assert_eq!(hash(from), hash(to));
    }
    place.succeed(&["convert", "field.map", "field.toml"]);
    assert!(place.read("field.toml").contains("[[obstacles]]"));
}

#[test]
fn completions_man_pages_and_schema_are_generated() {
    let place = Workplace::new();
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let text = place.succeed(&["generate", "completions", shell]);
        for word in ["sidestep", "compare", "threads"] {
            assert!(text.contains(word), "{shell} lacks {word}");
        }
    }
    assert_eq!(place.succeed(&["generate", "man", "pages/man1"]), "");
    let pages = place.names_in("pages/man1");
    for page in [
        "sidestep.1",
        "sidestep-run.1",
        "sidestep-compare.1",
        "sidestep-convert.1",
    ] {
        assert!(
            pages.iter().any(|found| found == page),
            "{pages:?} lacks {page}"
        );
    }
    let page = place.read("pages/man1/sidestep-run.1");
    assert!(
        page.contains(".TH sidestep") && page.contains("\\-\\-seconds"),
        "{page}"
    );
    let schema = place.json(&["generate", "schema"]);
    assert!(schema["properties"]["agents"].is_object());
}

#[test]
fn help_and_version_are_no_failure() {
    let place = Workplace::new();
    for arguments in [
        &["--help"][..],
        &["help", "run"],
        &["run", "--help"],
        &["compare", "-h"],
    ] {
        let text = place.succeed(arguments);
        assert!(text.contains("Usage: sidestep"), "{text}");
    }
    assert_eq!(
        place.succeed(&["--version"]),
        concat!("sidestep ", env!("CARGO_PKG_VERSION"), "\n")
    );
}

/// Whoever comes from a tutorial finds its forms by its author.
#[test]
fn the_help_of_methods_says_whose_tutorial_each_is() {
    let place = Workplace::new();
    let readme = concat!(env!("CARGO_MANIFEST_DIR"), "/../../README.md");
    let readme = std::fs::read_to_string(readme).expect("the README");
    let mut texts = vec![("the README", readme)];
    for command in ["run", "compare", "score"] {
        texts.push((command, place.succeed(&[command, "--help"])));
    }
    for (what, text) in &texts {
        for words in [
            "F. Bevilacqua",
            "2013",
            "code.tutsplus.com/series/understanding-steering-behaviors",
            "rocketman",
            "2010",
            "red3d.com/cwr/steer/Unaligned.html",
            "M. Mononen",
            "2011",
            "digestingduck.blogspot.com/2011/02/very-temporary-obstacle-avoidance.html",
            "One Tiny Leap",
            "2012",
            "onetinyleap.wordpress.com/2012/05/29/wall-or-corner-avoidance",
            "classic-2",
            "classic-detour",
            "hit-normal",
        ] {
            assert!(text.contains(words), "{what} lacks {words}");
        }
    }
}

/// The replay of a thousand was titled as that of the 250 that the scene has.
#[test]
fn a_title_says_if_there_are_others_than_the_scene_has() {
    let place = Workplace::new();
    let title = |agents: &str| {
        place.succeed(&["run", "circle-250", "--seconds", "0.2", "--agents", agents]);
        let replay = place.read("out/circle-250/replay.html");
        let (_, rest) = replay.split_once("<title>").expect("a title");
        rest.split_once("</title>").expect("its end").0.to_owned()
    };
    assert!(title("40").contains("(here 40 agents)"));
    assert!(!title("250").contains("(here"));
}

/// As in `sidestep scenes zombies | head -1`: the reader goes away before all is written.
#[test]
fn a_reader_that_goes_away_is_no_failure() {
    let place = Workplace::with_walk();
    for arguments in [
        &["generate", "schema"][..],
        &["generate", "completions", "zsh"],
        &["generate", "completions", "bash"],
        &["scenes", "gauntlet"],
        &["run", "walk.toml", "--json"],
    ] {
        let mut command = place.command(arguments);
        let mut child = command
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("starts");
        let mut line = String::new();
        let mut reader = BufReader::with_capacity(16, child.stdout.take().expect("a pipe"));
        reader.read_line(&mut line).expect("a line");
        drop(reader);
        let ending = child.wait_with_output().expect("it ends");
        assert_eq!(ending.status.code(), Some(0), "{arguments:?}");
        assert_eq!(String::from_utf8_lossy(&ending.stderr), "", "{arguments:?}");
    }
}

#[test]
fn a_scene_resolves_from_any_folder() {
    let place = Workplace::new();
    place.write("deep/inside/walk.toml", WALK);
    let summary = place.json(&["run", "deep/inside/walk.toml", "--json"]);
    assert_eq!(summary["scene"], "walk");
    place.succeed(&["run", "deep/inside/walk.toml", "--seconds", "0.2"]);
    assert_eq!(place.names_in("out/walk"), FILES);
}

#[test]
fn who_starts_in_somebody_else_is_told_in_one_line() {
    let place = Workplace::new();
    let heap = "name = \"heap\"\nduration = 1.0\n[[agents]]\nname = \"heap\"\n\
                positions = [[0, 0], [0.1, 0], [5, 0], [5, 0.1]]\n";
    place.write("heap.toml", heap);
    let ending = place.run(&["run", "heap.toml", "--json"]);
    assert_eq!(ending.code, 0, "{}", ending.error);
    let warning = "warning: 2 pairs of agents start in each other, such as 0 of `heap` at [0, 0] and 1 of \
                   `heap` at [0.1, 0]; contacts push them apart; move their `positions`, or make them smaller\n";
    assert_eq!(ending.error, warning);
    place.write("apart.toml", heap.replace("0.1", "1.1"));
    assert_eq!(place.run(&["run", "apart.toml", "--json"]).error, "");
}
