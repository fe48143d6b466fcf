//! `sidestep run`: simulate, measure, write the files, print the table.

use std::fmt::Display;
use std::path::{Path, PathBuf};

use serde_json::Value;
use sidestep_scene::measure::Summary;
use sidestep_scene::recording::Observer;

use super::{print, simulation};
use crate::arguments::RunOptions;
use crate::failure::Failure;
use crate::output::{Recording, RecordingOptions};
use crate::progress::Progress;
use crate::scene_source;
use crate::table::{self, TableLook};

/// Runs a scene.
///
/// # Errors
/// See [`Failure`].
pub fn run(scene: &str, options: &RunOptions) -> Result<(), Failure> {
    simulation::use_threads(options.changes.threads)?;
    let scene = scene_source::load(scene, &options.changes, options.method)?;
    let simulation = simulation::prepare(&scene)?;
    let folder = folder(options, &simulation.setting().scene);
    let mut recording = match &folder {
        Some(folder) => Some(
            Recording::start(
                folder,
                RecordingOptions {
                    parquet: options.parquet,
                    ..RecordingOptions::default()
                },
            )
            .map_err(|error| unwritten(&error))?,
        ),
        None => None,
    };
    let mut progress = Progress::new(
        simulation.steps(),
        simulation.setting().scene.clone(),
        options.json,
    );
    let mut observers: Vec<&mut dyn Observer> = vec![&mut progress];
    observers.extend(recording.as_mut().map(|it| it as &mut dyn Observer));
    let summary = simulation::measure(simulation, &mut observers)?;
    progress.say("writing files");
    let files = match recording {
        Some(recording) => recording
            .finish(&summary)
            .map_err(|error| unwritten(&error))?,
        None => Vec::new(),
    };
    progress.finish();
    report(options, &summary, folder.as_deref(), &files)
}

/// The end of the message is about another folder, and this is how to choose it.
fn unwritten(error: &dyn Display) -> Failure {
    Failure::run(format!("{error} (--out FOLDER)"))
}

/// Where the files go: nowhere for `--json` alone.
fn folder(options: &RunOptions, scene: &str) -> Option<PathBuf> {
    match &options.out {
        Some(folder) => Some(folder.clone()),
        None if options.json => None,
        None => Some(Path::new("out").join(scene)),
    }
}

fn report(
    options: &RunOptions,
    summary: &Summary,
    folder: Option<&Path>,
    files: &[PathBuf],
) -> Result<(), Failure> {
    let title = format!(
        "{}, method {}, seed {}",
        summary.scene, summary.method, summary.seed
    );
    let value = serde_json::to_value(summary).map_err(Failure::run)?;
    if options.json {
        return print(&format!("{value:#}\n"));
    }
    let Value::Object(summary) = value else {
        return Err(Failure::run("the summary isn't an object"));
    };
    let table = table::result_table(&summary, TableLook::for_stdout());
    let mut text = format!("{title}\n\n{table}\n");
    if let Some(folder) = folder {
        let names: Vec<String> = (files.iter())
            .filter_map(|file| Some(file.file_name()?.to_string_lossy().into_owned()))
            .collect();
        text.push_str(&format!(
            "\nIn {}: {}\n",
            folder.display(),
            names.join(", ")
        ));
        text.push_str(&format!(
            "Open {} in a browser to watch it.\n",
            folder.join("replay.html").display()
        ));
    }
    print(&text)
}
