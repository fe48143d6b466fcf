//! The command on several ranks, as somebody starts it: `mpirun -n N sidestep-mpi …`.

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;
use sidestep_cli::arguments::{Arguments, Command as CliCommand};
use sidestep_cli::commands::run::Run;
use sidestep_scene::builtin;
use tempfile::TempDir;

const PROGRAM: &str = env!("CARGO_BIN_EXE_sidestep-mpi");

/// `mpirun` of so many ranks, in a folder; the program and its arguments are still to come.
fn mpirun(folder: &Path, ranks: usize) -> Command {
    let mut command = Command::new("mpirun");
    // More ranks than cores, and root in containers.
    command
        .args([
            "--oversubscribe",
            "--allow-run-as-root",
            "-n",
            &ranks.to_string(),
        ])
        .current_dir(folder)
        .stdin(Stdio::null());
    command
}

fn on_ranks(folder: &Path, ranks: usize, arguments: &[&str]) -> Output {
    let mut command = mpirun(folder, ranks);
    let output = command.arg(PROGRAM).args(arguments).output();
    output.expect("mpirun (Debian's package openmpi-bin)")
}

fn out(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn err(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn assert_success(output: &Output) {
    assert!(output.status.success(), "{}{}", out(output), err(output));
}

/// Runs a scene as `sidestep run` does, in this process; the arguments are those of `run`.
fn run_alone(arguments: &[&str]) {
    use clap::Parser;
    let words = ["sidestep", "run"].iter().chain(arguments);
    let parsed = Arguments::try_parse_from(words).expect("arguments");
    let Some(CliCommand::Run(run)) = parsed.command else {
        panic!("no run");
    };
    let step = |world: &mut sidestep::world::World, dt| {
        (world.step(dt)).map_err(sidestep_cli::failure::Failure::run)
    };
    let opened = Run::open(&run.scene, &run.options, false).expect("a run");
    opened.complete(step).expect("a run");
}

/// The figures of a run that don't depend on clocks.
fn figures(summary: &str) -> Value {
    let mut figures: Value = serde_json::from_str(summary).expect(summary);
    let object = figures.as_object_mut().expect("an object");
    for of_the_clock in ["wall_seconds", "agent_steps_per_second"] {
        assert!(object.remove(of_the_clock).is_some(), "{of_the_clock}");
    }
    figures
}

/// A replay without the figures that depend on clocks, in its list of names, figures and units.
fn without_clocks(replay: &str) -> String {
    let mut left = replay.to_owned();
    for name in ["[\"Stepping took\",\"", "[\"Agent steps per second\",\""] {
        let start = left.find(name).expect(name) + name.len();
        let length = left[start..].find('"').expect("a figure");
        left.replace_range(start..start + length, "");
    }
    left
}

fn figures_in(folder: &Path) -> Value {
    let file = folder.join("summary.json");
    figures(&fs::read_to_string(&file).expect("summary.json"))
}

#[test]
fn every_built_in_scene_comes_to_the_same_on_1_2_3_and_5_ranks() {
    let folder = TempDir::new().expect("a folder");
    let mut first: Option<String> = None;
    for ranks in [1, 2, 3, 5] {
        let output = on_ranks(folder.path(), ranks, &["verify", "--steps", "40"]);
        assert_success(&output);
        let text = out(&output);
        assert_eq!(text.lines().count(), builtin::all().len(), "{text}");
        for (line, scene) in text.lines().zip(builtin::all()) {
            assert!(line.starts_with(&format!("{}: ", scene.name)), "{line}");
            assert!(line.ends_with(", as alone"), "{line}");
        }
        let first = first.get_or_insert_with(|| text.clone());
        assert_eq!(&text, first, "on {ranks} ranks");
    }
}

#[test]
fn messages_in_parts_and_measured_or_even_shares_come_to_the_same() {
    let folder = TempDir::new().expect("a folder");
    let scenes = ["verify", "zombies", "formations", "tight", "--steps", "30"];
    for more in [
        &["--shares", "measured"][..],
        &["--shares", "even"],
        &["--message-bytes", "1001"],
    ] {
        let output = on_ranks(folder.path(), 3, &[&scenes[..], more].concat());
        assert_success(&output);
        assert_eq!(
            out(&output).matches("as alone").count(),
            3,
            "{}",
            out(&output)
        );
    }
}

#[test]
fn a_run_on_ranks_writes_the_files_of_a_run_alone() {
    let folder = TempDir::new().expect("a folder");
    let alone = folder.path().join("alone");
    let options = ["squeeze", "--seconds", "4", "--seed", "5", "--csv", "--out"];
    run_alone(&[&options[..], &[alone.to_str().expect("a name")]].concat());
    let more = ["together", "--threads", "2", "--check-hashes"];
    let arguments = [&["run"], &options[..], &more].concat();
    let output = on_ranks(folder.path(), 3, &arguments);
    assert_success(&output);
    assert_eq!(out(&output).matches("In together: ").count(), 1);
    let together = folder.path().join("together");
    assert_eq!(figures_in(&together), figures_in(&alone));
    for file in ["trajectories.csv", "paths.svg", "paths.png"] {
        let read = |folder: &Path| fs::read(folder.join(file)).expect(file);
        assert!(read(&together) == read(&alone), "{file} differs");
    }
    let replay = |folder: &Path| {
        let text = fs::read_to_string(folder.join("replay.html")).expect("replay.html");
        without_clocks(&text)
    };
    assert!(replay(&together) == replay(&alone), "replay.html differs");
    // The checkpoint is gone with the run, and nothing else is left.
    let mut left: Vec<_> = (fs::read_dir(folder.path()).expect("the folder"))
        .map(|entry| entry.expect("an entry").file_name())
        .collect();
    left.sort();
    assert_eq!(left, ["alone", "together"]);
}

#[test]
fn bad_input_is_told_once_and_ends_with_exit_code_2() {
    let folder = TempDir::new().expect("a folder");
    for (arguments, told) in [
        (&["run", "zombeis"][..], "did you mean"),
        (&["run", "zombies", "--agents", "-3"], "--agents"),
        (
            &["run", "--resume", "gone.checkpoint"],
            "there is no such file",
        ),
        (&["run", "--set", "agents.0.radius=-1"], "radius"),
        (&["verify", "zombeis"], "did you mean"),
        (&["bench", "zombeis"], "did you mean"),
        (&["runn"], "runn"),
    ] {
        let output = on_ranks(folder.path(), 3, arguments);
        let text = err(&output);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {text}");
        assert_eq!(text.matches("error: ").count(), 1, "{arguments:?}: {text}");
        assert!(text.contains(told), "{arguments:?}: {text}");
    }
    let entries = fs::read_dir(folder.path()).expect("the folder").count();
    assert!(entries <= 1, "only `out` may be there");
}

#[test]
fn a_file_that_cannot_be_written_ends_all_ranks_with_exit_code_1() {
    let folder = TempDir::new().expect("a folder");
    fs::write(folder.path().join("taken"), "a file").expect("a file");
    let output = on_ranks(folder.path(), 2, &["run", "headon", "--out", "taken/out"]);
    let text = err(&output);
    assert_eq!(output.status.code(), Some(1), "{text}");
    assert_eq!(text.matches("error: ").count(), 1, "{text}");
}

/// A scene of two people, of whom the first goes to `[x, 0]`.
fn write_scene(folder: &Path, name: &str, x: f32) {
    let text = format!(
        "name = \"two\"\nduration = 4.0\n[[agents]]\npositions = [[0.0, 0.0], [4.0, 0.1]]\nradius = 0.3\n\
         speed = 1.4\ngoals = [{{ point = [{x:?}, 0.0], radius = 0.3 }}]\n"
    );
    fs::write(folder.join(name), text).expect("a scene");
}

#[test]
fn ranks_that_hold_different_worlds_are_named_with_the_step() {
    let folder = TempDir::new().expect("a folder");
    write_scene(folder.path(), "one.toml", 8.0);
    write_scene(folder.path(), "other.toml", 8.5);
    let mut command = mpirun(folder.path(), 2);
    command.args([PROGRAM, "verify", "one.toml", ":"]);
    command.args(["-n", "1", PROGRAM, "verify", "other.toml"]);
    let output = command.output().expect("mpirun");
    let text = err(&output);
    assert_eq!(output.status.code(), Some(1), "{text}");
    let told = "after step 1 rank 2 had another world than ranks 0 and 1";
    assert!(text.contains(told), "{text}");
    assert_eq!(text.matches("error: ").count(), 1, "{text}");
}

/// The process of a rank that mpirun has started, once it is there.
fn process_of(mpirun: u32, rank: usize) -> String {
    let wanted = format!("OMPI_COMM_WORLD_RANK={rank}");
    for _ in 0..600 {
        let children = fs::read_to_string(format!("/proc/{mpirun}/task/{mpirun}/children"));
        let all = children.unwrap_or_default();
        let is_wanted = |process: &&str| {
            let environment = fs::read(format!("/proc/{process}/environ")).unwrap_or_default();
            (environment.split(|byte| *byte == 0)).any(|entry| entry == wanted.as_bytes())
        };
        if let Some(process) = all.split_whitespace().find(is_wanted) {
            return process.to_owned();
        }
        thread::sleep(Duration::from_millis(50));
    }
    panic!("mpirun has started no rank {rank}");
}

/// Waits until a file is there that was written at least so many times.
fn wait_for_writes(file: &Path, times: usize) {
    let start = Instant::now();
    let mut seen = Vec::new();
    while seen.len() < times {
        assert!(
            start.elapsed() < Duration::from_secs(60),
            "no {}",
            file.display()
        );
        if let Ok(written) = fs::metadata(file).and_then(|it| it.modified())
            && seen.last() != Some(&written)
        {
            seen.push(written);
        }
        thread::sleep(Duration::from_millis(5));
    }
}

fn start_long_run(folder: &Path) -> Child {
    let arguments = [
        "run",
        "zombies",
        "--seconds",
        "12",
        "--out",
        "files",
        "--checkpoint-every",
        "0",
    ];
    let mut command = mpirun(folder, 3);
    command.arg(PROGRAM).args(arguments);
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().expect("mpirun")
}

#[test]
fn a_rank_that_is_killed_ends_the_run_with_a_checkpoint_from_which_other_numbers_go_on() {
    let folder = TempDir::new().expect("a folder");
    let alone = folder.path().join("alone");
    let alone_name = alone.to_str().expect("a name");
    run_alone(&["zombies", "--seconds", "12", "--out", alone_name]);
    // Whoever dies, one of those who are left says it.
    for (killed, ranks_afterwards) in [(1, 2), (0, 5)] {
        let place = folder.path().join(format!("killed {killed}"));
        fs::create_dir(&place).expect("a folder");
        let run = start_long_run(&place);
        let process = process_of(run.id(), killed);
        let checkpoint = place.join("files.checkpoint");
        wait_for_writes(&checkpoint, 5);
        let kill = Command::new("kill").args(["-9", &process]).status();
        assert!(kill.expect("kill").success());
        let output = run.wait_with_output().expect("mpirun");
        let text = err(&output);
        assert!(!output.status.success(), "{text}");
        let told = format!(
            "error: rank {killed} has died, and the run ends with it; go on from its last checkpoint \
             with any number of ranks: mpirun -n N sidestep-mpi run --resume files.checkpoint"
        );
        assert_eq!(text.matches(&told).count(), 1, "{text}");
        assert!(checkpoint.exists());

        // From its beginning it isn't run over that.
        let again = on_ranks(&place, 2, &["run", "zombies", "--out", "files"]);
        assert_eq!(again.status.code(), Some(2), "{}", err(&again));
        assert!(
            err(&again).contains("--resume files.checkpoint"),
            "{}",
            err(&again)
        );

        let resumed = ["run", "--resume", "files.checkpoint", "--check-hashes"];
        let output = on_ranks(&place, ranks_afterwards, &resumed);
        assert_success(&output);
        assert_eq!(figures_in(&place.join("files")), figures_in(&alone));
        assert!(!checkpoint.exists());
    }
}
