//! `sidestep score` as a person or a script calls it, on cases made by hand.

use serde_json::Value;

use crate::common::Workplace;

/// Two episodes: a walker who stands in the robot's way, and one far away.
const EPISODES: &str =
    "case,seed,human,px,py,gx,gy\n0,1000,0,0,0,0,0\n1,1001,0,9,9,9,9\n1,1001,1,-9,9,-9,9\n";

/// A SteerBench test case: an agent that walks 3 m along x to its goal.
fn test_case(goal: &str) -> String {
    format!(
        "<SteerBenchTestCase><header><version>1.0</version><name>walk</name><worldBounds><xmin>-9</xmin>\
         <xmax>9</xmax><ymin>0</ymin><ymax>0</ymax><zmin>-9</zmin><zmax>9</zmax></worldBounds></header><agent>\
         <initialConditions><radius>0.5</radius><position><x>0</x><y>0</y><z>0</z></position><direction><x>1</x>\
         <y>0</y><z>0</z></direction><speed>0</speed></initialConditions><goalSequence><seekStaticTarget>\
         <targetLocation>{goal}</targetLocation><desiredSpeed>1.3</desiredSpeed><timeDuration>1000</timeDuration>\
         </seekStaticTarget></goalSequence></agent></SteerBenchTestCase>"
    )
}

fn place() -> Workplace {
    let place = Workplace::new();
    place.write("cross.csv", EPISODES);
    place.write("walk.xml", test_case("<x>3</x><y>0</y><z>0</z>"));
    place.write("mixed/walk.xml", test_case("<x>3</x><y>0</y><z>0</z>"));
    place.write("mixed/search.xml", test_case("<random>true</random>"));
    place.write("mixed/cross.csv", EPISODES);
    place.write("mixed/notes.txt", "not a case");
    place
}

#[track_caller]
fn has_keys(value: &Value, keys: &[&str]) {
    let object = value.as_object().expect("an object");
    for key in keys {
        assert!(object.contains_key(*key), "{key} is missing in {value}");
    }
}

#[test]
fn steerbench_cases_have_the_keys_that_scripts_rely_on() {
    let place = place();
    let figures = place.json(&["score", "walk.xml", "--json"]);
    has_keys(&figures, &["suite", "total", "clean", "arrived", "cases"]);
    assert_eq!(figures["suite"], "steerbench");
    for key in ["total", "clean", "arrived"] {
        assert_eq!(figures[key], 1, "{key}");
    }
    let case = &figures["cases"][0];
    let keys = [
        "name",
        "agents",
        "arrived",
        "clean",
        "agent_contacts",
        "obstacle_contacts",
        "max_depth_m",
        "composite01",
        "composite02",
        "makespan_seconds",
        "wall_seconds",
    ];
    has_keys(case, &keys);
    assert_eq!(
        (&case["name"], &case["clean"]),
        (&Value::from("walk"), &Value::from(true))
    );
    let makespan = case["makespan_seconds"].as_f64().expect("it arrived");
    assert!((1.9..6.0).contains(&makespan), "{makespan}");
    assert_eq!(place.names_in(""), ["cross.csv", "mixed", "walk.xml"]);
}

#[test]
fn crowdnav_episodes_have_the_keys_that_scripts_rely_on() {
    let place = place();
    let figures = place.json(&["score", "cross.csv", "--method", "none", "--json"]);
    let keys = [
        "suite",
        "episodes",
        "success",
        "collision",
        "timeout",
        "mean_seconds",
    ];
    has_keys(&figures, &keys);
    assert_eq!(figures["suite"], "crowdnav");
    let numbers = keys.map(|key| figures[key].as_f64());
    assert_eq!(numbers[1..], [2.0, 0.5, 0.5, 0.0, 7.75].map(Some));
    assert_eq!(figures["cases"][0]["outcome"], "collision");
    assert_eq!(figures["files"][0]["name"], "cross");
    let fails = place.json(&[
        "score",
        "cross.csv",
        "--method",
        "none",
        "--json",
        "--robot",
        "visible",
    ]);
    assert_eq!(fails["cases"][0]["robot_visible"], true);
}

#[test]
fn the_environment_beside_the_table_decides_unless_the_option_does() {
    let place = place();
    let sees = |more: &[&str]| {
        let figures = place.json(&[&["score", "cross.csv", "--json"], more].concat());
        figures["cases"][0]["robot_visible"].clone()
    };
    assert_eq!(sees(&[]), false);
    place.write("env.config", "[robot]\nvisible = true\n");
    assert_eq!(sees(&[]), true);
    assert_eq!(sees(&["--robot", "hidden"]), false);
}

#[test]
fn several_suites_are_an_array_and_several_files_of_one_an_object() {
    let place = place();
    let both = place.json(&["score", "mixed", "--json"]);
    let suites: Vec<&Value> = both.as_array().expect("an array").iter().collect();
    assert_eq!(suites.len(), 2);
    assert_eq!(
        (&suites[0]["suite"], &suites[1]["suite"]),
        (&"steerbench".into(), &"crowdnav".into())
    );
    assert_eq!(suites[0]["left_out"], serde_json::json!(["search"]));
    let files = [
        "score",
        "cross.csv",
        "mixed/cross.csv",
        "./cross.csv",
        "--json",
    ];
    let figures = place.json(&files);
    assert_eq!(figures["episodes"], 4);
    assert_eq!(figures["files"][1]["name"], "mixed/cross.csv");
}

#[test]
fn without_json_there_is_a_row_a_case_and_totals() {
    let place = place();
    let table = place.succeed(&["score", "mixed", "--method", "none"]);
    assert!(table.starts_with("SteerBench, method none\n\n"), "{table}");
    for words in [
        "1 of 1 cases clean; all agents arrived in 1",
        "Left out, as their goals aren't fixed places: search",
        "CrowdNav, method none",
        "collision",
        "50.0 %",
        "7.75",
    ] {
        assert!(table.contains(words), "{words}\n{table}");
    }
    assert!(table.lines().all(|line| line == line.trim_end()), "{table}");
}

#[test]
fn what_can_not_be_scored_is_refused_with_its_place() {
    let place = place();
    place.write("empty/notes.txt", "nothing");
    place.write("bad.csv", EPISODES.replace("9,9,9,9", "9,9,9"));
    place.write("bad.xml", "<SteerBenchTestCase><header>");
    for (arguments, words) in [
        (&["score"][..], "required arguments were not provided"),
        (
            &["score", "gone.csv"],
            "gone.csv: there is no such file or folder; check the path",
        ),
        (
            &["score", "empty"],
            "empty: holds neither SteerBench test cases (.xml) nor CrowdNav",
        ),
        (
            &["score", "empty/notes.txt"],
            "empty/notes.txt: isn't scored; give SteerBench",
        ),
        (
            &["score", "walk.xml", "bad.csv"],
            "bad.csv:3: the line has 6 fields; write 7",
        ),
        (&["score", "bad.xml"], "bad.xml:1"),
        (
            &["score", "mixed/search.xml"],
            "search: can't be scored, as the goals aren't fixed",
        ),
        (
            &["score", "walk.xml", "--robot", "hidden"],
            "--robot: there is a robot in CrowdNav's",
        ),
        (
            &["score", "cross.csv", "--robot", "shy"],
            "[possible values: hidden, visible]",
        ),
        (&["score", "cross.csv", "--method", "orka"], "orca"),
    ] {
        let ending = place.run(arguments);
        assert_eq!(ending.code, 2, "{arguments:?}: {}", ending.error);
        assert_eq!(ending.out, "", "{arguments:?}");
        assert!(
            ending.error.contains(words),
            "{arguments:?}: {}",
            ending.error
        );
    }
}

#[test]
fn imported_agents_follow_paths_where_something_stands_unless_told_otherwise() {
    let place = Workplace::new();
    let free = test_case("<x>5</x><y>0</y><z>0</z>");
    let wall = "</header><obstacle><xmin>1</xmin><xmax>2</xmax><ymin>0</ymin><ymax>1</ymax><zmin>-4</zmin>\
                <zmax>4</zmax></obstacle>";
    place.write("free.xml", &free);
    place.write("wall.xml", free.replace("</header>", wall));
    let route = |arguments: &[&str]| {
        let out = place.succeed(&[&["convert"], arguments].concat());
        let line = out.lines().find(|line| line.starts_with("route = "));
        line.expect("a route").to_owned()
    };
    assert_eq!(route(&["wall.xml"]), "route = \"walkable\"");
    assert_eq!(route(&["free.xml"]), "route = \"straight\"");
    assert_eq!(
        route(&["wall.xml", "--route", "straight"]),
        "route = \"straight\""
    );
    for way in ["straight", "walkable"] {
        let figures = place.json(&["score", "wall.xml", "--route", way, "--json"]);
        assert_eq!(figures["arrived"], 1, "{way}");
        let summary = place.json(&["run", "wall.xml", "--route", way, "--json"]);
        assert_eq!(summary["arrived"], 1, "{way}");
    }
    let refused = place.run(&["run", "torus", "--route", "walkable", "--json"]);
    assert_eq!(refused.code, 2);
    assert!(
        refused
            .error
            .contains("no paths through walkable space on a torus"),
        "{}",
        refused.error
    );
}

#[test]
fn a_value_of_the_cases_can_be_set() {
    let place = place();
    let makespan = |more: &[&str]| {
        let figures = place.json(&[&["score", "walk.xml", "--json"], more].concat());
        figures["cases"][0]["makespan_seconds"].as_f64()
    };
    let plain = makespan(&[]).expect("it arrives");
    let slow = makespan(&["--set", "agents.*.speed=0.65"]).expect("it arrives");
    assert!(slow > 1.5 * plain, "{slow} against {plain}");
    assert_eq!(makespan(&["--set", "duration=1.0"]), None, "no time for it");
    let refused = |arguments: &[&str], words: &str| {
        let ending = place.run(arguments);
        assert_eq!(ending.code, 2, "{}", ending.error);
        assert!(ending.error.contains(words), "{}", ending.error);
    };
    let slip = ["score", "walk.xml", "--set", "agents.*.sped=1"];
    refused(&slip, "did you mean `speed`");
    refused(
        &["score", "cross.csv", "--set", "dt=0.1"],
        "only SteerBench's cases are scenes",
    );
}
