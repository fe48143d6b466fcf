//! `sidestep run`: simulate, measure, write the files, print the table.

use std::borrow::Cow;
use std::fmt::Display;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde_json::Value;
use sidestep_scene::format::Scene;
use sidestep_scene::measure::{Measures, Summary};
use sidestep_scene::memory::Crowd;
use sidestep_scene::place::Layout;
use sidestep_scene::recording::Observer;
use sidestep_scene::simulate::Simulation;

use super::{print, simulation};
use crate::arguments::RunOptions;
use crate::checkpoint::Checkpoint;
use crate::failure::Failure;
use crate::memory;
use crate::output::{self, Recording, RecordingOptions};
use crate::progress::Progress;
use crate::scene_source;
use crate::table::{self, TableLook};
use crate::write_whole::WholeFile;

/// Time on the clock from one checkpoint to the next if nothing else is said (s).
const CHECKPOINT_EVERY: f64 = 60.0;

/// Runs a scene, or goes on with a run.
///
/// # Errors
/// See [`Failure`].
pub fn run(scene: &str, options: &RunOptions) -> Result<(), Failure> {
    check(options)?;
    simulation::use_threads(options.changes.threads)?;
    let mut run = match &options.resume {
        Some(checkpoint) => Run::resume(checkpoint, options)?,
        None => Run::start(scene, options)?,
    };
    let mut progress = Progress::new(
        run.simulation.steps(),
        run.simulation.setting().scene.clone(),
        run.json,
    );
    run.go_on(&mut progress)?;
    let summary = run.measures.finish(run.stepping.as_secs_f64());
    progress.say("writing files");
    let folder = run.recording.as_ref().map(|it| it.folder().to_owned());
    let files = match run.recording {
        Some(recording) => recording
            .finish(&summary)
            .map_err(|error| unwritten(&error))?,
        None => Vec::new(),
    };
    if let Some(checkpoints) = &run.checkpoints {
        // There is nothing left to go on with. One that is gone already is no failure.
        let _ = fs::remove_file(&checkpoints.path);
    }
    progress.finish();
    for table in folder
        .iter()
        .flat_map(|folder| stale_tables(folder, &files))
    {
        eprintln!(
            "warning: {} is of an earlier run; remove it, or have it written anew (see run --help)",
            table.display()
        );
    }
    report(run.json, &summary, folder.as_deref(), &files)
}

/// Refuses options that don't go together.
fn check(options: &RunOptions) -> Result<(), Failure> {
    let checkpoints = options.checkpoint.is_some() || options.resume.is_some();
    if options.checkpoint_every.is_some() && !checkpoints {
        return Err(Failure::input(
            "--checkpoint-every says how often to save the run; say where to, too: --checkpoint FILE",
        ));
    }
    for (name, asked) in [("--parquet", options.parquet), ("--pedpy", options.pedpy)] {
        if options.checkpoint.is_some() && asked {
            return Err(Failure::input(format!(
                "{name} and --checkpoint don't go together: nothing can go on with such a file; leave \
                 one of them out, or write trajectories.csv (--csv) and make it of that afterwards"
            )));
        }
    }
    for (name, asked) in [
        ("--csv", options.csv),
        ("--parquet", options.parquet),
        ("--pedpy", options.pedpy),
    ] {
        if asked && !is_recorded(options) {
            return Err(Failure::input(format!(
                "{name} writes files, and --json alone none; say where to, too: --out FOLDER"
            )));
        }
    }
    Ok(())
}

/// A run under way, with all that watches it.
struct Run {
    /// What the scene was read from, for messages, and the scene as TOML where it is saved.
    source: String,
    scene: String,
    simulation: Simulation,
    measures: Measures,
    recording: Option<Recording>,
    /// Time spent in stepping so far.
    stepping: Duration,
    json: bool,
    checkpoints: Option<Checkpoints>,
}

/// Where and how often a run is saved.
struct Checkpoints {
    path: PathBuf,
    /// Time on the clock from one to the next (s).
    every: f64,
    last: Instant,
}

impl Run {
    /// A run from its beginning.
    fn start(scene: &str, options: &RunOptions) -> Result<Self, Failure> {
        let source = scene;
        let scene = scene_source::load(scene, &options.changes, options.method)?;
        let simulation = simulation::prepare_and_warn(&scene, is_recorded(options))?;
        let text = match &options.checkpoint {
            Some(path) => {
                // That there can be one is known before other files are begun.
                WholeFile::create(path)
                    .map_err(|error| Failure::run(format!("{error} (--checkpoint FILE)")))?;
                text_of(&scene)?
            }
            None => String::new(),
        };
        let folder = folder(options, &simulation.setting().scene);
        let recording = match &folder {
            Some(folder) => Some(
                Recording::start(
                    folder,
                    RecordingOptions {
                        csv: options.csv,
                        parquet: options.parquet,
                        pedpy: options.pedpy,
                        lasts: options.checkpoint.is_some(),
                        ..RecordingOptions::default()
                    },
                )
                .map_err(|error| unwritten(&error))?,
            ),
            None => None,
        };
        let mut run = Self {
            source: source.to_owned(),
            scene: text,
            simulation,
            measures: Measures::new(),
            recording,
            stepping: Duration::ZERO,
            json: options.json,
            checkpoints: options.checkpoint.as_ref().map(|path| Checkpoints {
                path: path.clone(),
                every: options.checkpoint_every.unwrap_or(CHECKPOINT_EVERY),
                last: Instant::now(),
            }),
        };
        let mut observers: Vec<&mut dyn Observer> = vec![&mut run.measures];
        observers.extend(run.recording.as_mut().map(|it| it as &mut dyn Observer));
        run.simulation.begin(&mut observers);
        // That it can be saved at all is known before the first step.
        run.save()?;
        Ok(run)
    }

    /// A run from its checkpoint on.
    fn resume(path: &Path, options: &RunOptions) -> Result<Self, Failure> {
        let refused = |what: &dyn Display| Failure::input(format!("{}: {what}", path.display()));
        let checkpoint = Checkpoint::read(path)?;
        let scene = Scene::from_toml(&checkpoint.scene, &checkpoint.source)
            .map_err(|error| refused(&error))?;
        memory::check(Crowd::of(&scene), checkpoint.recording.is_some())?;
        let layout = Layout::new(&scene).map_err(|error| refused(&error))?;
        let simulation =
            Simulation::resume(layout, &checkpoint.simulation).map_err(|error| refused(&error))?;
        let mut measures = checkpoint.measures.into_owned();
        measures.resume(simulation.setting());
        let recording = match checkpoint.recording {
            Some(saved) => Some(Recording::resume(saved, simulation.setting()).map_err(
                |error| refused(&format_args!("{error}; run the scene from its beginning")),
            )?),
            None => None,
        };
        if !(checkpoint.stepping >= 0.0 && checkpoint.stepping < 1e12) {
            return Err(refused(&"the time spent so far makes no sense"));
        }
        Ok(Self {
            source: checkpoint.source.into_owned(),
            scene: checkpoint.scene.into_owned(),
            simulation,
            measures,
            recording,
            stepping: Duration::from_secs_f64(checkpoint.stepping),
            json: options.json || checkpoint.json,
            checkpoints: Some(Checkpoints {
                path: path.to_owned(),
                every: options.checkpoint_every.unwrap_or(checkpoint.every),
                last: Instant::now(),
            }),
        })
    }

    /// Runs to the end, or until a file can't be written.
    fn go_on(&mut self, progress: &mut Progress) -> Result<(), Failure> {
        progress.set_done(self.simulation.frame().step);
        let failed = |recording: &Option<Recording>| {
            recording
                .as_ref()
                .is_some_and(|recording| recording.has_failed())
        };
        while !self.simulation.is_over() && !failed(&self.recording) {
            let mut observers: Vec<&mut dyn Observer> = vec![&mut self.measures, progress];
            observers.extend(self.recording.as_mut().map(|it| it as &mut dyn Observer));
            self.stepping += (self.simulation)
                .step_before(&mut observers)
                .map_err(Failure::run)?;
            let due = (self.checkpoints.as_ref())
                .is_some_and(|it| it.last.elapsed().as_secs_f64() >= it.every);
            if due && !failed(&self.recording) {
                self.save()?;
            }
        }
        Ok(())
    }

    /// Writes a checkpoint, if the run is to have any.
    fn save(&mut self) -> Result<(), Failure> {
        let Some(checkpoints) = &mut self.checkpoints else {
            return Ok(());
        };
        let recording = match &mut self.recording {
            Some(recording) => recording.save().map_err(|error| unwritten(&error))?,
            None => None,
        };
        let checkpoint = Checkpoint {
            version: env!("CARGO_PKG_VERSION").into(),
            source: Cow::Borrowed(&self.source),
            scene: Cow::Borrowed(&self.scene),
            simulation: self.simulation.save().map_err(Failure::run)?,
            measures: Cow::Borrowed(&self.measures),
            stepping: self.stepping.as_secs_f64(),
            every: checkpoints.every,
            json: self.json,
            recording,
        };
        checkpoint.write(&checkpoints.path)?;
        checkpoints.last = Instant::now();
        Ok(())
    }
}

/// The scene with all changes as TOML, of which the same layout follows.
fn text_of(scene: &Scene) -> Result<String, Failure> {
    let text = scene.to_toml().map_err(Failure::input)?;
    let again = Scene::from_toml(&text, "the scene as it is saved").map_err(Failure::input)?;
    let layouts = (Layout::new(scene), Layout::new(&again));
    match layouts {
        (Ok(layout), Ok(again)) if layout == again => Ok(text),
        _ => Err(Failure::input(
            "--checkpoint: the scene isn't the same once it is written as TOML; convert it to TOML \
             first (sidestep convert), and run that",
        )),
    }
}

/// Tables in the folder that this run hasn't written: they would be taken for its own.
fn stale_tables(folder: &Path, files: &[PathBuf]) -> Vec<PathBuf> {
    let tables = output::TABLES.map(|name| folder.join(name));
    let stale = |table: &PathBuf| !files.contains(table) && table.exists();
    tables.into_iter().filter(stale).collect()
}

/// The end of the message is about another folder, and this is how to choose it.
fn unwritten(error: &dyn Display) -> Failure {
    Failure::run(format!("{error} (--out FOLDER)"))
}

/// Whether there are files: not for `--json` alone.
fn is_recorded(options: &RunOptions) -> bool {
    options.out.is_some() || !options.json
}

/// Where the files go, if there are any.
fn folder(options: &RunOptions, scene: &str) -> Option<PathBuf> {
    let usual = || Path::new("out").join(scene);
    is_recorded(options).then(|| options.out.clone().unwrap_or_else(usual))
}

fn report(
    json: bool,
    summary: &Summary,
    folder: Option<&Path>,
    files: &[PathBuf],
) -> Result<(), Failure> {
    let title = format!(
        "{}, method {}, seed {}",
        summary.scene, summary.method, summary.seed
    );
    let value = serde_json::to_value(summary).map_err(Failure::run)?;
    if json {
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
