//! A run that is interrupted or killed leaves nothing behind, or nothing for long; and takes nothing
//! from others that write into the same folder.
#![cfg(unix)]

use std::os::unix::process::ExitStatusExt;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::common::Workplace;

/// A run that takes long enough to be interrupted.
const LONG: [&str; 7] = [
    "run",
    "zombies",
    "--seconds",
    "10000",
    "--csv",
    "--out",
    "out",
];

/// A run under way. It doesn't outlive its test.
struct Run(Child);

impl Run {
    /// Starts a command and waits until it has begun a file in `out` that wasn't there. One that is gone at the
    /// next look was only to see whether files can be there.
    fn begin(place: &Workplace, command: &mut Command) -> Self {
        let before = hidden(place);
        let child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn();
        let mut run = Self(child.expect("starts"));
        let since = Instant::now();
        let mut begun = Vec::new();
        loop {
            let mut new = hidden(place);
            new.retain(|name| !before.contains(name));
            if !new.is_empty() && new == begun {
                break;
            }
            begun = new;
            assert!(
                since.elapsed() < Duration::from_secs(120),
                "no file is begun"
            );
            assert!(!run.has_ended());
            sleep(Duration::from_millis(50));
        }
        run
    }

    fn has_ended(&mut self) -> bool {
        self.0.try_wait().expect("asked").is_some()
    }

    fn send(&self, signal: &str) {
        let sent = Command::new("kill")
            .args([signal, &self.0.id().to_string()])
            .status();
        assert!(sent.expect("kill is there").success());
    }

    /// Sends a signal and waits for the end.
    fn end(mut self, signal: &str) -> ExitStatus {
        self.send(signal);
        self.0.wait().expect("ended")
    }
}

impl Drop for Run {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn hidden(place: &Workplace) -> Vec<String> {
    if !place.path("out").exists() {
        return Vec::new();
    }
    let names = place.names_in("out").into_iter();
    names
        .filter(|name| name.starts_with(".sidestep-"))
        .collect()
}

#[test]
fn a_run_that_is_interrupted_leaves_no_file_under_way() {
    for (signal, number) in [("-INT", 2), ("-TERM", 15)] {
        let place = Workplace::new();
        place.write("out/summary.json", "old figures");
        let run = Run::begin(&place, &mut place.command(&LONG));
        let status = run.end(signal);
        // Whoever has started it sees that a signal has ended it, so that a shell's loop ends too.
        assert_eq!(status.signal(), Some(number), "{signal}: {status}");
        assert_eq!(place.names_in("out"), ["summary.json"], "{signal}");
        assert_eq!(place.read("out/summary.json"), "old figures");
    }
}

/// Only Linux says what is overlooked.
#[cfg(target_os = "linux")]
#[test]
fn a_run_goes_on_when_the_terminal_ends_if_it_was_started_so() {
    let place = Workplace::new();
    let mut command = Command::new("nohup");
    command
        .arg(env!("CARGO_BIN_EXE_sidestep"))
        .args(LONG)
        .current_dir(place.path(""));
    let mut run = Run::begin(&place, &mut command);
    run.send("-HUP");
    sleep(Duration::from_millis(300));
    assert!(!run.has_ended());
    assert_eq!(run.end("-INT").signal(), Some(2));
}

#[test]
fn what_a_killed_run_has_left_goes_with_the_next_and_nothing_of_a_run_that_lives() {
    let place = Workplace::with_walk();
    let killed = Run::begin(&place, &mut place.command(&LONG));
    let left = hidden(&place);
    killed.end("-KILL");
    assert_eq!(hidden(&place), left, "nobody can tidy after this signal");
    let living = Run::begin(&place, &mut place.command(&LONG));
    let under_way: Vec<String> = hidden(&place);
    assert!(!under_way.contains(&left[0]), "{under_way:?}");
    let ending = place.run(&["run", "walk.toml", "--out", "out"]);
    assert_eq!(ending.code, 0, "{}", ending.error);
    assert_eq!(hidden(&place), under_way, "somebody writes it");
    living.end("-KILL");
    place.succeed(&["convert", "walk.toml", "out/walk.toml"]);
    assert!(hidden(&place).is_empty());
}

/// What a checkpoint goes on with isn't tidied.
#[test]
fn what_a_checkpoint_needs_stays_until_its_run_has_ended() {
    let place = Workplace::with_walk();
    let run = [
        "run",
        "zombies",
        "--agents",
        "5",
        "--seconds",
        "30",
        "--csv",
        "--out",
        "out",
        "--checkpoint",
        "run.checkpoint",
        "--checkpoint-every",
        "0",
    ];
    let killed = Run::begin(&place, &mut place.command(&run));
    let since = Instant::now();
    while !place.path("run.checkpoint").exists() {
        assert!(since.elapsed() < Duration::from_secs(120), "no checkpoint");
        sleep(Duration::from_millis(5));
    }
    killed.end("-KILL");
    let kept: Vec<String> = (hidden(&place).into_iter())
        .filter(|name| name.ends_with(".kept"))
        .collect();
    assert_eq!(kept.len(), 1);
    place.succeed(&["convert", "walk.toml", "out/walk.toml"]);
    assert_eq!(hidden(&place), kept);
    let ending = place.run(&["run", "--resume", "run.checkpoint"]);
    assert_eq!(ending.code, 0, "{}", ending.error);
    assert!(hidden(&place).is_empty());
}
