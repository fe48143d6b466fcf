//! Recordings that are fed frame by frame.

use super::*;
use crate::output::synthetic;
use serde_json::json;
use std::fs;

const FILES: [&str; 4] = ["paths.png", "paths.svg", "replay.html", "summary.json"];

/// Options with which a table is under way from the start.
fn with_csv() -> RecordingOptions {
    RecordingOptions {
        csv: true,
        ..RecordingOptions::default()
    }
}

/// The names of what is in a folder, sorted.
fn names_in(folder: &std::path::Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("folder is readable");
    let name = |entry: std::io::Result<fs::DirEntry>| entry.expect("an entry").file_name();
    let mut names: Vec<String> = entries
        .map(|entry| name(entry).to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

/// Feeds a run to a recording as the runner does.
fn feed(recording: &mut Recording, run: &synthetic::Run) {
    for (index, frame) in run.frames.iter().enumerate() {
        if index == 0 {
            recording.begin(&run.setting, frame);
        } else {
            recording.observe(&run.setting, frame);
        }
        let list: Vec<_> = (recording.wants_explanations(frame).into_iter())
            .map(|agent| (agent, synthetic::explanation(&run.setting, frame, agent)))
            .collect();
        recording.explain(frame, &list);
    }
}

fn summary(agents: usize) -> Value {
    json!({"scene": "synthetic", "agents": agents, "arrived": agents, "sim_seconds": 50.0,
        "mean_travel_seconds": 41.2, "mean_path_ratio": 1.04, "agent_overlaps": 3,
        "obstacle_overlaps": 0, "energy_j": 812.25, "agent_steps_per_second": 690_000.0})
}

#[test]
fn a_run_leaves_its_files_and_nothing_else() {
    let folder = tempfile::tempdir().expect("temporary folder");
    let out = folder.path().join("out").join("synthetic");
    let run = synthetic::run(12, 90);
    let mut recording = Recording::start(&out, RecordingOptions::default()).expect("starts");
    feed(&mut recording, &run);
    let written = recording.finish(&summary(12)).expect("finishes");
    assert_eq!(names_in(&out), FILES);
    assert_eq!(written.files.len(), FILES.len());
    let text = fs::read_to_string(out.join("summary.json")).expect("reads");
    assert_eq!(
        serde_json::from_str::<Value>(&text).expect("is JSON"),
        summary(12)
    );
}

#[test]
fn tables_come_on_request() {
    let folder = tempfile::tempdir().expect("temporary folder");
    let options = RecordingOptions {
        csv: true,
        parquet: true,
        pedpy: true,
        explained_agents: 0,
        ..RecordingOptions::default()
    };
    let mut recording = Recording::start(folder.path(), options).expect("starts");
    let run = synthetic::run(2, 9);
    feed(&mut recording, &run);
    assert!(recording.wants_explanations(&run.frames[0]).is_empty());
    recording.finish(&summary(2)).expect("finishes");
    let bytes = fs::read(folder.path().join("trajectories.parquet")).expect("reads");
    assert!(bytes.starts_with(b"PAR1") && bytes.ends_with(b"PAR1"));
    let lines = |name: &str| {
        let text = fs::read_to_string(folder.path().join(name)).expect("reads");
        text.lines().count()
    };
    assert_eq!(lines("trajectories.csv"), 1 + 2 * 10);
    assert!(lines("pedpy_trajectories.txt") > 2);
    assert_eq!(lines("pedpy_walkable_area.wkt"), 1);
}

#[test]
fn a_dropped_recording_leaves_nothing() {
    let folder = tempfile::tempdir().expect("temporary folder");
    let mut recording = Recording::start(folder.path(), with_csv()).expect("starts");
    feed(&mut recording, &synthetic::run(5, 50));
    assert_eq!(names_in(folder.path()).len(), 1, "a temporary file");
    drop(recording);
    assert!(names_in(folder.path()).is_empty());
}

#[test]
fn a_file_in_the_way_of_the_folder_is_known_before_the_run() {
    let folder = tempfile::tempdir().expect("temporary folder");
    let out = folder.path().join("out");
    fs::write(&out, "a file").expect("writes");
    let error = Recording::start(&out, RecordingOptions::default())
        .err()
        .expect("a file is in the way");
    assert!(error.to_string().contains("in the way"), "{error}");
}

#[test]
fn a_folder_in_the_way_of_the_last_file_is_known_before_the_first_is_written() {
    let folder = tempfile::tempdir().expect("temporary folder");
    fs::create_dir(folder.path().join("replay.html")).expect("folder");
    let error = Recording::start(folder.path(), RecordingOptions::default())
        .err()
        .expect("a folder is in the way");
    assert!(error.to_string().contains("replay.html"), "{error}");
    assert_eq!(names_in(folder.path()), ["replay.html"]);
}

#[test]
fn when_one_file_fails_old_files_stay_and_no_temporary_ones() {
    let folder = tempfile::tempdir().expect("temporary folder");
    fs::write(folder.path().join("paths.svg"), "old").expect("writes");
    let mut recording =
        Recording::start(folder.path(), RecordingOptions::default()).expect("starts");
    feed(&mut recording, &synthetic::run(3, 9));
    // One of them can't have its name: meanwhile a folder has it.
    fs::create_dir(folder.path().join("summary.json")).expect("folder");
    let error = recording
        .finish(&summary(3))
        .expect_err("a folder is in the way");
    assert!(matches!(error, OutputError::Write(_)), "{error}");
    assert_eq!(names_in(folder.path()), ["paths.svg", "summary.json"]);
    assert_eq!(
        fs::read(folder.path().join("paths.svg")).expect("reads"),
        b"old"
    );
}

#[test]
fn a_summary_that_is_no_json_is_an_error_and_leaves_nothing() {
    let folder = tempfile::tempdir().expect("temporary folder");
    let mut recording =
        Recording::start(folder.path(), RecordingOptions::default()).expect("starts");
    feed(&mut recording, &synthetic::run(1, 1));
    let hostile = std::collections::BTreeMap::from([((1, 2), 3)]);
    let error = recording.finish(&hostile).expect_err("keys must be text");
    assert!(matches!(error, OutputError::Json(_)), "{error}");
    assert!(names_in(folder.path()).is_empty());
}

#[test]
fn a_run_that_never_began_is_an_error() {
    let folder = tempfile::tempdir().expect("temporary folder");
    let recording = Recording::start(folder.path(), RecordingOptions::default()).expect("starts");
    let error = recording.finish(&summary(0)).expect_err("nothing to write");
    assert!(matches!(error, OutputError::NothingRecorded));
    assert!(names_in(folder.path()).is_empty());
}

#[test]
fn an_empty_world_one_frame_and_not_a_number_are_written() {
    let mut broken = synthetic::run(2, 3);
    for frame in &mut broken.frames {
        frame.agents[0].position = Vec2::NAN;
        frame.agents[1].velocity = Vec2::splat(f32::INFINITY);
    }
    let empty = synthetic::Run {
        setting: Setting::default(),
        frames: vec![Frame::default()],
    };
    for run in [synthetic::run(0, 3), synthetic::run(2, 0), broken, empty] {
        let folder = tempfile::tempdir().expect("temporary folder");
        let mut recording =
            Recording::start(folder.path(), RecordingOptions::default()).expect("starts");
        feed(&mut recording, &run);
        recording.finish(&json!({})).expect("finishes");
        assert_eq!(names_in(folder.path()), FILES);
    }
}

#[test]
fn trails_break_at_the_edge_of_a_torus() {
    let mut run = synthetic::run(1, 60);
    run.setting.bounds = WorldBounds::Torus {
        min: Vec2::splat(-10.0),
        max: Vec2::splat(10.0),
    };
    for (index, frame) in run.frames.iter_mut().enumerate() {
        let x = (index as f32 * 0.5).rem_euclid(20.0) - 10.0;
        frame.agents[0].position = Vec2::new(x, 0.0);
        frame.agents[0].teleported = false;
    }
    let mut so_far = RunSoFar::new(&run.setting, &RecordingOptions::default());
    for frame in &run.frames {
        so_far.add(frame);
    }
    assert_eq!(so_far.agents.all()[0].lines().count(), 2);
}

/// Not a check: writes a crowd's files into the folder named by `SIDESTEP_LOOK`, for people to look
/// at.
#[test]
#[ignore = "writes files to look at into the folder named by SIDESTEP_LOOK"]
fn files_to_look_at() {
    let folder = PathBuf::from(std::env::var_os("SIDESTEP_LOOK").expect("SIDESTEP_LOOK is set"));
    for (name, agents, groups) in [("groups", 60, 2), ("speeds", 200, 1)] {
        let mut run = synthetic::run(agents, 1800);
        run.setting.groups.truncate(groups);
        for agent in &mut run.setting.agents {
            agent.group %= groups;
        }
        let out = folder.join(name);
        let mut recording = Recording::start(&out, RecordingOptions::default()).expect("starts");
        feed(&mut recording, &run);
        recording.finish(&summary(agents)).expect("finishes");
    }
}
