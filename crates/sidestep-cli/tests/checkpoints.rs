//! A run that is killed goes on from its checkpoint and ends as if it had never stopped; a
//! checkpoint that isn't whole is refused.

use std::fs;
use std::process::{Child, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::{Map, Value};

use crate::common::Workplace;

/// What is saved often, of a scene that runs for some seconds.
const RUN: [&str; 8] = [
    "run",
    "zombies",
    "--agents",
    "30",
    "--seconds",
    "12",
    "--seed",
    "7",
];

/// Starts the command and kills it in the middle, after it has written some more checkpoints. No
/// process can catch that.
fn killed(place: &Workplace, arguments: &[&str]) {
    let mut child = place
        .command(arguments)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("starts");
    let path = place.path("run.checkpoint");
    let mut seen = fs::read(&path).ok();
    let mut written = 0;
    let begun = Instant::now();
    while written < 6 {
        assert!(begun.elapsed() < Duration::from_secs(120), "no checkpoints");
        assert_still_running(&mut child);
        sleep(Duration::from_millis(5));
        let now = fs::read(&path).ok();
        if now.is_some() && now != seen {
            written += 1;
            seen = now;
        }
    }
    child.kill().expect("killed");
    let status = child.wait().expect("ended");
    assert_eq!(status.code(), None, "it didn't end by itself");
}

fn assert_still_running(child: &mut Child) {
    let ended = child.try_wait().expect("asked");
    assert!(ended.is_none(), "it ended before it could be killed");
}

/// A summary without what the clock says.
fn figures(json: &str) -> Map<String, Value> {
    let value: Value = serde_json::from_str(json).expect("JSON");
    let mut figures = value.as_object().expect("an object").clone();
    for clock in ["wall_seconds", "agent_steps_per_second"] {
        assert!(figures.remove(clock).is_some(), "{clock}");
    }
    figures
}

/// A page or picture without what the clock says: what stands after these words, up to the end of
/// the number or of the text.
fn timeless(text: &str) -> String {
    let mut text = text.to_owned();
    for words in [
        "\"wall_seconds\":",
        "\"agent_steps_per_second\":",
        "\"Stepping took\",\"",
        "\"Agent steps per second\",\"",
    ] {
        text = (text.split(words).enumerate())
            .map(|(index, part)| match index {
                0 => part,
                _ => part.trim_start_matches(|sign| !",\"}".contains(sign)),
            })
            .collect();
    }
    text
}

#[test]
fn a_killed_run_goes_on_and_ends_the_same() {
    let place = Workplace::new();
    let whole = [&RUN[..], &["--csv", "--out", "whole"]].concat();
    assert_eq!(place.run(&whole).code, 0);

    let checkpoints = [
        "--csv",
        "--out",
        "parts",
        "--checkpoint",
        "run.checkpoint",
        "--checkpoint-every",
        "0",
    ];
    killed(&place, &[&RUN[..], &checkpoints].concat());
    let resume = ["run", "--resume", "run.checkpoint"];
    // Once more, as a machine that isn't well does.
    killed(&place, &resume);
    let ending = place.run(&resume);
    assert_eq!(ending.code, 0, "{}", ending.error);

    let whole = figures(&place.read("whole/summary.json"));
    let parts = figures(&place.read("parts/summary.json"));
    assert_eq!(whole, parts);
    assert_eq!(
        place.read("whole/trajectories.csv"),
        place.read("parts/trajectories.csv")
    );
    for name in ["paths.svg", "replay.html"] {
        let file = |folder: &str| timeless(&place.read(&format!("{folder}/{name}")));
        assert!(file("whole") == file("parts"), "{name} differs");
    }
    assert!(!place.path("run.checkpoint").exists(), "it goes away");
    assert_eq!(place.names_in("parts"), place.names_in("whole"));
}

#[test]
fn a_killed_run_that_writes_no_files_goes_on_and_ends_the_same() {
    let place = Workplace::new();
    let run = [
        "run",
        "sealed",
        "--json",
        "--seconds",
        "20",
        "--set",
        "method=\"rebake\"",
    ];
    let whole = place.run(&run);
    assert_eq!(whole.code, 0, "{}", whole.error);
    let checkpoints = ["--checkpoint", "run.checkpoint", "--checkpoint-every", "0"];
    killed(&place, &[&run[..], &checkpoints].concat());
    let ending = place.run(&["run", "--resume", "run.checkpoint"]);
    assert_eq!(ending.code, 0, "{}", ending.error);
    assert_eq!(figures(&whole.out), figures(&ending.out));
}

/// A checkpoint of a run that was killed, of a scene from a file that is gone by now.
fn checkpoint(place: &Workplace) -> Vec<u8> {
    place.write(
        "long.toml",
        "name = \"long\"\nduration = 2000.0\n\n[[agents]]\npositions = [[0, 0], [9, 0.1]]\n\
         goals = [{ point = [9, 0], radius = 0.2 }, { point = [0, 0], radius = 0.2 }]\n\
         on_arrival = \"continue\"\n",
    );
    let run = [
        "run",
        "long.toml",
        "--csv",
        "--checkpoint",
        "run.checkpoint",
        "--checkpoint-every",
        "0",
    ];
    killed(place, &run);
    fs::remove_file(place.path("long.toml")).expect("removed");
    fs::read(place.path("run.checkpoint")).expect("a checkpoint")
}

#[test]
fn a_checkpoint_that_is_not_whole_is_refused() {
    let place = Workplace::new();
    let good = checkpoint(&place);
    let refused = |bytes: &[u8], what: &str| {
        place.write("bad.checkpoint", bytes);
        let ending = place.run(&["run", "--resume", "bad.checkpoint"]);
        assert_eq!(ending.code, 2, "{}", ending.error);
        assert!(
            ending.error.contains("bad.checkpoint: "),
            "{}",
            ending.error
        );
        assert!(ending.error.contains(what), "{what}: {}", ending.error);
        assert!(!ending.error.contains("panicked"), "{}", ending.error);
    };
    refused(b"", "isn't a checkpoint");
    refused(b"name = \"walk\"\n", "isn't a checkpoint");
    refused(&good[..20], "is cut off");
    refused(&good[..good.len() - 1], "is cut off");
    refused(&[&good[..], b"x"].concat(), "is cut off or was added to");
    let mut newer = good.clone();
    newer[16] += 1;
    refused(&newer, "go on with the version that has written it");
    for place in (32..good.len()).step_by(good.len() / 12) {
        let mut damaged = good.clone();
        damaged[place] ^= 0x10;
        refused(
            &damaged,
            "is damaged: its checksum is wrong; take another copy",
        );
    }
    let ending = place.run(&["run", "--resume", "none.checkpoint"]);
    assert_eq!(ending.code, 2);
    assert!(ending.error.contains("there is no such file"));
}

#[test]
fn a_table_that_was_changed_since_is_not_gone_on_with() {
    let place = Workplace::new();
    checkpoint(&place);
    let part = fs::read_dir(place.path("out/long"))
        .expect("a folder")
        .map(|entry| entry.expect("entry").path())
        .find(|path| path.to_string_lossy().ends_with(".kept"))
        .expect("the table so far");
    let mut bytes = fs::read(&part).expect("read");
    bytes[20] ^= 1;
    fs::write(&part, bytes).expect("written");
    let ending = place.run(&["run", "--resume", "run.checkpoint"]);
    assert_eq!(ending.code, 2, "{}", ending.error);
    assert!(
        ending.error.contains("was changed or cut off since"),
        "{}",
        ending.error
    );
    fs::remove_file(&part).expect("removed");
    let ending = place.run(&["run", "--resume", "run.checkpoint"]);
    assert_eq!(ending.code, 2, "{}", ending.error);
    assert!(
        ending.error.contains("run the scene from its beginning"),
        "{}",
        ending.error
    );
}

#[test]
fn what_does_not_go_together_is_refused_in_words() {
    let place = Workplace::with_walk();
    for (arguments, what) in [
        (
            &["run", "walk.toml", "--checkpoint", "c", "--parquet"][..],
            "don't go together",
        ),
        (
            &["run", "walk.toml", "--checkpoint-every", "5"],
            "say where to, too: --checkpoint FILE",
        ),
        (
            &["run", "walk.toml", "--resume", "c"],
            "cannot be used with",
        ),
        (
            &["run", "--resume", "c", "--seed", "3"],
            "cannot be used with",
        ),
        (
            &[
                "run",
                "walk.toml",
                "--checkpoint",
                "c",
                "--checkpoint-every",
                "-1",
            ],
            "give a number of seconds from 0",
        ),
    ] {
        let ending = place.run(arguments);
        assert_eq!(ending.code, 2, "{arguments:?}: {}", ending.error);
        assert!(
            ending.error.contains(what),
            "{arguments:?}: {}",
            ending.error
        );
    }
}

#[test]
fn a_checkpoint_that_cannot_be_written_is_known_before_the_first_step() {
    let place = Workplace::with_walk();
    let ending = place.run(&["run", "walk.toml", "--checkpoint", "none/c"]);
    assert_eq!(ending.code, 1, "{}", ending.error);
    assert!(
        ending.error.contains("--checkpoint FILE"),
        "{}",
        ending.error
    );
    assert_eq!(place.names_in("."), ["walk.toml"]);
}
