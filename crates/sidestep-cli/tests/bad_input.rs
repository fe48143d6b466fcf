//! What is wrong with the input is said in one message: what, where, and how to mend it. Nothing is
//! printed, nothing is written, and what an earlier run wrote stays as it is.

use std::path::PathBuf;

use crate::common::{Content, Ending, WALK, Workplace};

/// Runs the command, asserts that it refuses with exit code 2 and says these words, and that
/// nothing in the folder has changed.
#[track_caller]
fn refuses(place: &Workplace, arguments: &[&str], words: &[&str]) {
    fails(place, arguments, 2, words);
}

#[track_caller]
fn fails(place: &Workplace, arguments: &[&str], code: i32, words: &[&str]) {
    // Results of an earlier run, at the places where this one would write.
    place.write("out/walk/summary.json", "old figures");
    place.write("out/bad/summary.json", "old figures");
    place.write("out/bad/trajectories.csv", "old places");
    place.write("out/zombies/summary.json", "old figures");
    let before = place.content();
    let ending = place.run(arguments);
    let message = &ending.error;
    assert_eq!(ending.code, code, "{arguments:?}: {message}");
    assert_eq!(ending.out, "", "{arguments:?}");
    assert!(message.starts_with("error: "), "{arguments:?}: {message}");
    assert_eq!(
        message.matches("error").count(),
        1,
        "{arguments:?}: {message}"
    );
    for residue in ["panicked", "RUST_BACKTRACE", "os error", "Some(", "Err("] {
        assert!(!message.contains(residue), "{arguments:?}: {message}");
    }
    for word in words {
        assert!(
            message.contains(word),
            "{arguments:?}: {message}\nlacks {word}"
        );
    }
    let first = message.lines().next().unwrap_or_default();
    assert!(first.chars().count() < 500, "{arguments:?}: {message}");
    let changed = changed_since(&before, place);
    assert!(changed.is_empty(), "{arguments:?} changed {changed:?}");
}

/// Files and folders that aren't as they were.
fn changed_since(before: &Content, place: &Workplace) -> Vec<PathBuf> {
    let now = place.content();
    let all = before.keys().chain(now.keys());
    let changed = all.filter(|path| before.get(*path) != now.get(*path));
    changed.cloned().collect()
}

/// As [`refuses`], for a scene file `bad.toml`. One line is enough for what is wrong in a file.
#[track_caller]
fn refuses_scene(text: impl AsRef<[u8]>, words: &[&str]) {
    let place = Workplace::new();
    place.write("bad.toml", text);
    refuses(&place, &["run", "bad.toml"], words);
    let message = place.run(&["run", "bad.toml"]).error;
    assert_eq!(message.lines().count(), 1, "{message}");
    refuses(&place, &["compare", "bad.toml"], words);
}

fn walk_and(more: &str) -> String {
    format!("{WALK}{more}\n")
}

#[test]
fn a_scene_that_is_not_there() {
    let place = Workplace::with_walk();
    for kind in ["toml", "xml", "map", "scen"] {
        let name = format!("missing.{kind}");
        let words = [&*name, "there is no such file; check the path"];
        refuses(&place, &["run", &name], &words);
        refuses(&place, &["convert", &name, "new.toml"], &words);
    }
    refuses(
        &place,
        &["run", "zombies.toml"],
        &["there is no such file", "give `zombies` alone"],
    );
    refuses(&place, &["run", ""], &["name of the scene is empty"]);
    refuses(
        &place,
        &["run", "walk.txt"],
        &["walk.txt: there is no such file"],
    );
    place.write("walk.txt", WALK);
    refuses(
        &place,
        &["run", "walk.txt"],
        &[
            "walk.txt: files of this kind can't be read",
            ".toml",
            ".scen (Moving AI",
        ],
    );
}

#[test]
fn a_folder_instead_of_a_file() {
    let place = Workplace::with_walk();
    place.write("level/walk.toml", WALK);
    place.write("level.toml/walk.toml", WALK);
    place.write("level.map/walk.toml", WALK);
    for folder in ["level", "level/", "level.toml", "level.map", "."] {
        let words = [folder, "is a folder; give the file inside it"];
        refuses(&place, &["run", folder], &words);
        refuses(&place, &["convert", folder], &["is a folder"]);
    }
}

#[test]
fn what_is_no_toml_and_no_text() {
    refuses_scene("hello = = 3", &["bad.toml:1:9: not valid TOML"]);
    refuses_scene("\u{0}\u{1}PNG", &["bad.toml:1:", "not valid TOML"]);
    refuses_scene(
        b"# fine\ntitle = \"\xfc\"\n",
        &["bad.toml: is not UTF-8 text (line 2)"],
    );
    refuses_scene("", &["bad.toml: the scene has no agents", "[[agents]]"]);
}

#[test]
fn unknown_and_mistaken_values_of_a_scene() {
    refuses_scene(
        walk_and("radus = 0.5"),
        &["bad.toml:7:1: unknown key `radus`; did you mean `radius`?"],
    );
    // `compare` brings methods of its own.
    let place = Workplace::new();
    place.write("bad.toml", format!("method = \"clasic-2\"\n{WALK}"));
    refuses(
        &place,
        &["run", "bad.toml"],
        &["bad.toml:1:10: `method`: unknown method `clasic-2`; did you mean `classic-2`?"],
    );
    refuses_scene(
        format!("dt = \"fast\"\n{WALK}"),
        &[
            "bad.toml:1:6: `dt`",
            "a time step in seconds from 0.0001 to 1",
        ],
    );
    for (radius, shown) in [("-0.5", "-0.5"), ("nan", "NaN"), ("inf", "inf"), ("0", "0")] {
        let but = format!("but is {shown}");
        let words = [
            "bad.toml:7:10: `agents.0.radius`: must be a length in metres from",
            &but,
        ];
        refuses_scene(walk_and(&format!("radius = {radius}")), &words);
    }
    for step in ["0", "-0.1", "1e9", "nan", "inf"] {
        refuses_scene(
            format!("dt = {step}\n{WALK}"),
            &["bad.toml:1:6: `dt`: must be a time step"],
        );
    }
}

#[test]
fn shapes_that_are_none() {
    let polygon =
        |points: &str| walk_and(&format!("[[obstacles]]\npolygon = {{ points = {points} }}"));
    refuses_scene(
        polygon("[]"),
        &["bad.toml:8:22:", "needs at least 3 points, but has 0"],
    );
    refuses_scene(
        polygon("[[5, 5], [9, 5], [6, 6], [5, 9]]"),
        &["bad.toml:8:22:", "not convex", "split it into convex parts"],
    );
}

#[test]
fn bodies_that_do_not_fit() {
    refuses_scene(
        walk_and("[[obstacles]]\ncircle = { center = [0.2, 0], radius = 1 }"),
        &[
            "bad.toml:5:14: `agents.0.positions.0`",
            "radius 0.4 m, would start at [0, 0] inside obstacle 0",
            "move it",
        ],
    );
    refuses_scene(
        "[[agents]]\ncount = 2000\nregion = { min = [0, 0], max = [10, 10] }\n",
        &[
            "bad.toml:2:9: `agents.0.count`: only ",
            " of 2000 agents",
            "fit",
            "enlarge `region`",
        ],
    );
}

#[test]
fn absurd_counts() {
    let region = "region = { min = [0, 0], max = [10, 10] }\n";
    refuses_scene(
        format!("[[agents]]\ncount = 1e12\n{region}"),
        &["bad.toml:2:9: `agents.0.count`: must be a whole number from 1 to 1000000"],
    );
    refuses_scene(
        walk_and(&format!(
            "[[scatter]]\ncount = 1000000000000\nradius = 1\n{region}"
        )),
        &["bad.toml:8:9: `scatter.0.count`: must be a whole number from 1 to 1000000"],
    );
    refuses_scene(
        "duration = 1e12\n[[agents]]\npositions = [[0, 0]]\n",
        &["bad.toml:1:12: `duration`: must be a duration in seconds"],
    );
    refuses_scene(
        "duration = 1e7\ndt = 0.001\n[[agents]]\npositions = [[0, 0]]\n",
        &[
            "bad.toml:1:12: `duration`",
            "10000000000 steps",
            "shorten `duration` or lengthen `dt`",
        ],
    );
}

#[test]
fn unknown_names_on_the_command_line() {
    let place = Workplace::with_walk();
    refuses(
        &place,
        &["run", "zombi"],
        &[
            "unknown built-in scene `zombi`; did you mean `zombies`?",
            "gauntlet",
        ],
    );
    refuses(&place, &["scenes", "forrest"], &["did you mean `forest`?"]);
    refuses(
        &place,
        &["run", "--method", "defualt"],
        &["'defualt'", "similar", "'default'"],
    );
    refuses(
        &place,
        &["compare", "--methods", "none,clasic-2"],
        &["'clasic-2'", "'classic-2'"],
    );
    refuses(
        &place,
        &["run", "--mehtod", "none"],
        &["'--mehtod'", "'--method'"],
    );
    refuses(
        &place,
        &["rnu"],
        &["unrecognized subcommand 'rnu'", "similar", "'run'"],
    );
    refuses(
        &place,
        &["comprae", "zombies"],
        &["unrecognized", "'compare'"],
    );
    refuses(
        &place,
        &["forest"],
        &["unrecognized subcommand", "write 'sidestep run forest'"],
    );
    refuses(&place, &["walk.toml"], &["write 'sidestep run walk.toml'"]);
    refuses(
        &place,
        &["generate", "completion", "bash"],
        &["'completions'"],
    );
    refuses(
        &place,
        &["generate", "completions", "bsh"],
        &["'bsh'", "'bash'"],
    );
}

#[test]
fn numbers_on_the_command_line() {
    let place = Workplace::with_walk();
    let cases: [(&str, &[&str], &str); 6] = [
        (
            "--dt",
            &["0", "-1", "2", "1e9", "nan", "inf", "fast", ""],
            "seconds from 0.0001 to 1,",
        ),
        (
            "--seconds",
            &["0", "-1", "1e12", "nan", "inf", "long"],
            "seconds from 0.0001 to 10000000",
        ),
        (
            "--agents",
            &["0", "-1", "1.5", "1000000000000", "1e12"],
            "number from 1 to 1000000",
        ),
        (
            "--seed",
            &["-1", "0.5", "99999999999999999999999"],
            "number from 0 to",
        ),
        ("--threads", &["0", "-1", "100000"], "number from 1 to 1024"),
        (
            "--seeds",
            &["0", "-1", "1000000000000"],
            "number from 1 to 10000",
        ),
    ];
    for (option, values, words) in cases {
        for value in values {
            let command = if option == "--seeds" {
                "compare"
            } else {
                "run"
            };
            let shown = format!("invalid value '{value}' for '{option}");
            let shown = if value.is_empty() { option } else { &*shown };
            let words: &[&str] = if value.is_empty() {
                &[option]
            } else {
                &[shown, words]
            };
            refuses(&place, &[command, "walk.toml", option, value], words);
        }
    }
    refuses(
        &place,
        &["run", "walk.toml", "--seconds", "1e6", "--dt", "0.0001"],
        &["--seconds 1000000:", "10000000000 steps"],
    );
    refuses(
        &place,
        &["run", "pursuit", "--agents", "1"],
        &["--agents 1: too few: the scene has 2 groups"],
    );
    refuses(
        &place,
        &["run", "walk.toml", "--agents", "9"],
        &["--agents 9: too many: the scene lists the positions of 1 agents"],
    );
    refuses(
        &place,
        &["run", "--agents", "50000"],
        &["only ", " of 50000 agents", "fit"],
    );
}

#[test]
fn changes_that_make_no_sense() {
    let place = Workplace::with_walk();
    let refuses_change = |change: &str, words: &[&str]| {
        refuses(&place, &["run", "walk.toml", "--set", change], words);
    };
    refuses_change(
        "settle",
        &[
            "'settle'",
            "a change is written KEY=VALUE, such as settle=false",
        ],
    );
    refuses_change(
        "settel=false",
        &["--set settel=false", "did you mean `settle`?"],
    );
    refuses_change("settle=maybe", &["--set settle=maybe: `settle`", "boolean"]);
    refuses_change("=1", &["--set =1", "is no key"]);
    refuses_change(
        "agents.0.radius=-1",
        &["--set agents.0.radius=-1", "must be a length"],
    );
    refuses_change("agents.5.radius=1", &["`agents` has no item 5"]);
    refuses_change(
        "obstacles.0.circle.radius=1",
        &["`obstacles` has no item 0"],
    );
    refuses_change(
        "method=best",
        &["--set method=best", "unknown method `best`"],
    );
}

#[test]
fn a_change_that_an_item_of_a_missing_list_gets_is_not_taken_for_a_table() {
    let place = Workplace::with_walk();
    let change = ["run", "walk.toml", "--set", "walls.*.closed=true"];
    refuses(
        &place,
        &change,
        &["`walls` has no item *; the scene has none"],
    );
}

const MAP: &str = "type octile\nheight 3\nwidth 4\nmap\n....\n.@@.\n....\n";

#[test]
fn grid_maps_with_mistakes() {
    let place = Workplace::with_walk();
    let refuses_map = |text: &str, words: &[&str]| {
        place.write("bad.map", text);
        refuses(&place, &["run", "bad.map"], words);
    };
    refuses_map(
        &MAP.replace(".@@.", ".@."),
        &["bad.map:6: the row has 3 cells, but the width is 4"],
    );
    refuses_map(
        &MAP.replace(".@@.", ".@x."),
        &["bad.map:6:3: `x` is no kind of cell", "`.`"],
    );
    refuses_map(
        &MAP.replace(".@@.\n", ""),
        &["there are 2 rows, but the height is 3"],
    );
    refuses_map(
        &MAP.replace("height 3", "height 1000000000000"),
        &["bad.map:2:8: a height of 1000000000000 is out of range"],
    );
    refuses_map(
        &MAP.replace("height 3", "height 0"),
        &["bad.map:2:8:", "out of range"],
    );
    refuses_map(
        &MAP.replace("height", "heigth"),
        &["bad.map:2:", "did you mean `height`?"],
    );
    refuses_map("\u{0}\u{1}", &["bad.map:1"]);
    refuses_map(MAP, &["bad.map: the scene has no agents; add a group"]);
}

#[test]
fn scenarios_with_mistakes() {
    let place = Workplace::with_walk();
    place.write("good.map", MAP);
    let refuses_entry = |entry: &str, words: &[&str]| {
        place.write(
            "bad.scen",
            format!("version 1\n{}\n", entry.replace(' ', "\t")),
        );
        refuses(&place, &["run", "bad.scen"], words);
    };
    refuses_entry(
        "0 gone.map 4 3 0 0 3 2 5",
        &["bad.scen:2: there is no map `gone.map` beside it"],
    );
    refuses_entry(
        "0 good.map 4 3 0 0 3",
        &["bad.scen:2: the entry has 7 fields instead of nine"],
    );
    refuses_entry(
        "0 good.map 4 3 -1 0 3 2 5",
        &["bad.scen:2:", "the column of the start is `-1`"],
    );
    refuses_entry(
        "0 good.map 4 3 9 0 3 2 5",
        &["bad.scen:2:", "is outside the map"],
    );
    refuses_entry("0 good.map 4 3 1 1 3 2 5", &["bad.scen:2:", "blocked"]);
    refuses_entry("0 good.map 9 9 0 0 3 2 5", &["bad.scen:2:", "9 by 9 cells"]);
    refuses_entry("", &["bad.scen: the scenario has no entries"]);
}

const CASE: &str = "<SteerBenchTestCase>\n<header><version>1.0</version><name>n</name>\n\
    <worldBounds><xmin>0</xmin><xmax>9</xmax><ymin>0</ymin><ymax>0</ymax><zmin>0</zmin><zmax>9</zmax>\
    </worldBounds></header>\n<agent>\n<initialConditions><position><x>0</x><y>0</y><z>0</z></position>\n\
    <radius>0.5</radius>\n</initialConditions>\n</agent>\n</SteerBenchTestCase>\n";

#[test]
fn steerbench_cases_with_mistakes() {
    let place = Workplace::with_walk();
    let refuses_case = |text: &str, words: &[&str]| {
        place.write("bad.xml", text);
        refuses(&place, &["run", "bad.xml"], words);
    };
    refuses_case("hello", &["bad.xml:1:1: this is not XML"]);
    refuses_case(
        "<svg/>",
        &[
            "bad.xml:1:1: the root element is `svg`",
            "no SteerBench test case",
        ],
    );
    refuses_case(
        &CASE.replace("agent>", "agnet>"),
        &["bad.xml:4:1:", "no element `agnet`; did you mean `agent`?"],
    );
    refuses_case(
        &CASE.replace("</agent>", ""),
        &["bad.xml:", "this is not XML"],
    );
    refuses_case(
        &CASE.replace("0.5", "-1"),
        &["bad.xml:6:1: `radius` is -1, which is out of range"],
    );
    refuses_case(
        &CASE.replace("0.5", "NaN"),
        &["bad.xml:6:1: `radius` is `NaN`"],
    );
    refuses_case(
        &CASE.replace("0.5", "wide"),
        &["bad.xml:6:1: `radius` is `wide`, which is no number"],
    );
    place.write("good.xml", CASE);
    refuses(
        &place,
        &["run", "good.xml", "--set", "agents.0.radius=-1"],
        &["good.xml: --set agents.0.radius=-1", "must be a length"],
    );
}

#[test]
fn a_file_in_the_way_of_the_output() {
    let place = Workplace::with_walk();
    place.write("taken", "mine");
    let words = [
        "a file is in the way of a folder",
        "choose another folder (--out FOLDER)",
    ];
    fails(&place, &["run", "walk.toml", "--out", "taken"], 1, &words);
    fails(
        &place,
        &["run", "walk.toml", "--json", "--out", "taken/deep"],
        1,
        &words,
    );
    fails(
        &place,
        &["generate", "man", "taken"],
        1,
        &["taken", "in the way"],
    );
    fails(
        &place,
        &["convert", "walk.toml", "taken/new.toml"],
        1,
        &["taken/new.toml", "in the way"],
    );
    fails(
        &place,
        &["convert", "walk.toml", "no/new.toml"],
        1,
        &["no/new.toml: its folder isn't there"],
    );
    place.write("folder/mine.txt", "mine");
    fails(
        &place,
        &["convert", "walk.toml", "folder"],
        1,
        &["folder is in the way"],
    );
}

#[test]
fn a_folder_in_the_way_of_one_of_the_files() {
    let place = Workplace::with_walk();
    for name in [
        "summary.json",
        "trajectories.csv",
        "pedpy_walkable_area.wkt",
        "paths.svg",
        "paths.png",
        "animation.gif",
        "replay.html",
    ] {
        place.write(&format!("{name}.d/{name}/keep.txt"), "mine");
        let out = format!("{name}.d");
        fails(
            &place,
            &[
                "run",
                "walk.toml",
                "--csv",
                "--pedpy",
                "--animation",
                "--out",
                &out,
            ],
            1,
            &[name, "a folder is in the way"],
        );
    }
}

/// What was no file was taken for missing, or waited for.
#[cfg(unix)]
#[test]
fn a_pipe_a_socket_or_a_device_instead_of_a_file() {
    let place = Workplace::with_walk();
    let _socket = std::os::unix::net::UnixListener::bind(place.path("socket")).expect("a socket");
    let names = ["pipe", "pipe.toml", "pipe.map", "pipe.scen", "pipe.csv"];
    for name in names {
        let made = std::process::Command::new("mkfifo")
            .arg(place.path(name))
            .status();
        assert!(made.expect("mkfifo is there").success());
    }
    // What is compared would have to be read.
    let refuses = |arguments: &[&str], code: i32, words: &[&str]| {
        let ending = place.run(arguments);
        assert_eq!(ending.code, code, "{arguments:?}: {}", ending.error);
        for word in words {
            assert!(
                ending.error.contains(word),
                "{arguments:?}: {}",
                ending.error
            );
        }
    };
    for name in names {
        let words = [name, "is a pipe and no file; save what comes out of it"];
        if !name.ends_with(".csv") {
            refuses(&["run", name], 2, &words);
            refuses(&["convert", name], 2, &words);
        }
        refuses(&["run", "--resume", name], 2, &words);
    }
    refuses(&["score", "pipe.csv"], 2, &["pipe.csv: is a pipe"]);
    place.write("m.scen", "version 1\n0\tpipe.map\t4\t3\t0\t0\t3\t2\t5\n");
    refuses(&["run", "m.scen"], 2, &["there is no map `pipe.map`"]);
    refuses(
        &["run", "/dev/null"],
        2,
        &["/dev/null: is a device and no file"],
    );
    refuses(&["run", "socket"], 2, &["socket: is a socket and no file"]);
    // Results don't take their places either.
    refuses(
        &["convert", "walk.toml", "pipe"],
        1,
        &["pipe: a pipe is in the way"],
    );
    refuses(
        &["convert", "walk.toml", "/dev/null"],
        1,
        &["/dev/null: a device is in the way"],
    );
    refuses(
        &["run", "walk.toml", "--checkpoint", "pipe"],
        1,
        &["pipe: a pipe is in the way"],
    );
}

/// A disk that is full while the run writes. It takes a mount of its own, which not every system
/// allows.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk() {
    use std::process::Command;
    let place = Workplace::new();
    std::fs::create_dir(place.path("disk")).expect("a folder");
    let script = "mount -t tmpfs -o size=200k none disk && mkdir disk/out && echo old > disk/out/summary.json \
        && echo mounted && \"$0\" run --seconds 5 --out disk/out; code=$?; \
        ls -A disk/out; cat disk/out/summary.json; exit $code";
    let output = Command::new("unshare")
        .args(["--user", "--map-root-user", "--mount", "sh", "-c", script])
        .arg(env!("CARGO_BIN_EXE_sidestep"))
        .current_dir(place.path(""))
        .output();
    let Ok(output) = output else {
        println!("skipped: there is no `unshare`");
        return;
    };
    let ending = Ending::from(output);
    if !ending.out.starts_with("mounted") {
        println!(
            "skipped: a disk can't be mounted here: {}",
            ending.error.trim()
        );
        return;
    }
    assert_eq!(ending.code, 1, "{}", ending.error);
    assert_eq!(ending.out, "mounted\nsummary.json\nold\n");
    assert!(
        ending.error.starts_with("error: can't write disk/out/"),
        "{}",
        ending.error
    );
    assert!(
        ending.error.contains("the disk is full; free some space"),
        "{}",
        ending.error
    );
    assert_eq!(ending.error.lines().count(), 1, "{}", ending.error);
}

/// Files that may not grow as large as they would. The signal that comes with it ended the process
/// without a word.
#[cfg(unix)]
#[test]
fn files_that_may_not_grow() {
    use std::process::Command;
    let place = Workplace::new();
    place.write("out/zombies/summary.json", "old figures");
    let before = place.content();
    let output = Command::new("sh")
        .args(["-c", "ulimit -f 100; exec \"$0\" run --seconds 5"])
        .arg(env!("CARGO_BIN_EXE_sidestep"))
        .current_dir(place.path(""))
        .output()
        .expect("a shell");
    let ending = Ending::from(output);
    assert_eq!(ending.code, 1, "{}", ending.error);
    assert_eq!(ending.out, "");
    assert!(
        ending.error.starts_with("error: can't write out/zombies/"),
        "{}",
        ending.error
    );
    assert!(ending.error.contains("(--out FOLDER)"), "{}", ending.error);
    assert!(changed_since(&before, &place).is_empty());
}

#[cfg(target_os = "linux")]
#[test]
fn a_standard_output_that_takes_nothing() {
    let place = Workplace::with_walk();
    for arguments in [
        &["run", "walk.toml", "--json"][..],
        &["scenes"],
        &["convert", "walk.toml"],
        &["generate", "schema"],
    ] {
        let full = std::fs::File::options().write(true).open("/dev/full");
        let output = place
            .command(arguments)
            .stdout(full.expect("a device"))
            .output();
        let ending = Ending::from(output.expect("the command starts"));
        assert_eq!(ending.code, 1, "{arguments:?}");
        assert_eq!(
            ending.error, "error: can't write to standard output: the disk is full\n",
            "{arguments:?}"
        );
    }
}

/// A process that got no more memory ended by a signal, without a word.
#[cfg(unix)]
#[test]
fn a_million_agents_in_little_memory() {
    let place = Workplace::new();
    place.write(
        "million.toml",
        "duration = 1.0\nkeep_density = true\n[[agents]]\ncount = 1000000\n\
         region = { min = [-2000, -2000], max = [2000, 2000] }\nradius = 0.25\n\
         goals = [{ random = { min = [-2000, -2000], max = [2000, 2000] } }]\n",
    );
    let limited = |arguments: &[&str]| {
        let output = std::process::Command::new("sh")
            .args(["-c", "ulimit -v 400000; exec \"$0\" \"$@\""])
            .arg(env!("CARGO_BIN_EXE_sidestep"))
            .args(arguments)
            .current_dir(place.path(""))
            .output();
        Ending::from(output.expect("a shell"))
    };
    for (arguments, less) in [
        (&["run", "million.toml"][..], "--json"),
        (&["run", "million.toml", "--json"], "--agents N"),
        (
            &["compare", "million.toml", "--methods", "none"],
            "--agents N",
        ),
        (&["bench", "plaza", "--agents", "1000000"], "--agents N"),
    ] {
        let ending = limited(arguments);
        assert_eq!(ending.code, 2, "{arguments:?}: {}", ending.error);
        assert_eq!(ending.out, "", "{arguments:?}");
        for words in [
            "error: 1000000 agents and 0 walls and obstacles need about ",
            "MB can be had (the limit of this process, `ulimit -v`",
            less,
        ] {
            assert!(
                ending.error.contains(words),
                "{arguments:?}: {}",
                ending.error
            );
        }
    }
    assert_eq!(place.content().len(), 1, "nothing is begun");
    // With files and without.
    let few = [
        "run",
        "million.toml",
        "--agents",
        "10000",
        "--seconds",
        "0.1",
        "--threads",
        "2",
    ];
    for more in [&[][..], &["--json"]] {
        let ending = limited(&[&few[..], more].concat());
        assert_eq!(ending.code, 0, "{}", ending.error);
    }
    // A file that is too long to be read.
    let long = std::fs::File::create(place.path("long.toml")).expect("made");
    long.set_len(10_000_000).expect("with holes");
    let ending = limited(&["run", "long.toml"]);
    assert_eq!(ending.code, 2, "{}", ending.error);
    let words = "long.toml: to read a scene file of 10 MB takes about ";
    assert!(ending.error.contains(words), "{}", ending.error);
}
