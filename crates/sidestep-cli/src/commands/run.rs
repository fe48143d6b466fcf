//! `sidestep run`: simulate, measure, write the files, print the table.

use std::borrow::Cow;
use std::fmt::Display;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde_json::Value;
use sidestep::world::World;
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
use crate::output::{self, Recording, RecordingOptions, Written};
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
    let step = |world: &mut World, dt| world.step(dt).map_err(Failure::run);
    Run::open(scene, options, false)?.complete(step)
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
        ("--animation", options.animation),
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
pub struct Run {
    /// What the scene was read from, for messages, and the scene as TOML where it is saved or others
    /// take part.
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
    /// A run before its first step, or one to go on with where the options name its checkpoint.
    /// `is_shared` says whether other processes take part, which get the scene from here.
    ///
    /// # Errors
    /// When options don't go together, there is no such scene or checkpoint or it is wrong, or its
    /// files can't be begun.
    pub fn open(scene: &str, options: &RunOptions, is_shared: bool) -> Result<Self, Failure> {
        check(options)?;
        match &options.resume {
            Some(checkpoint) => Self::resume(checkpoint, options),
            None => Self::start(scene, options, is_shared),
        }
    }

    /// The scene with all changes as TOML, for others that take part.
    pub fn scene(&self) -> &str {
        &self.scene
    }

    /// What the scene was read from, for messages.
    pub fn source(&self) -> &str {
        &self.source
    }

    /// The simulation as it stands.
    pub const fn simulation(&self) -> &Simulation {
        &self.simulation
    }

    /// Where the run is saved, if it is.
    pub fn checkpoint(&self) -> Option<&Path> {
        self.checkpoints.as_ref().map(|it| it.path.as_path())
    }

    /// Runs to the end, writes the files, and prints what came of it. `advance` does the steps of
    /// the world, of so many seconds each: see [`Simulation::step_by`].
    ///
    /// # Errors
    /// When `advance` fails or a file can't be written.
    pub fn complete(
        mut self,
        advance: impl FnMut(&mut World, f32) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let mut progress = Progress::new(
            self.simulation.steps(),
            self.simulation.setting().scene.clone(),
            self.json,
        );
        self.go_on(&mut progress, advance)?;
        let summary = self.measures.finish(self.stepping.as_secs_f64());
        progress.say("writing files");
        let folder = self.recording.as_ref().map(|it| it.folder().to_owned());
        let Written {
            files,
            outside_of_area,
        } = match self.recording {
            Some(recording) => recording
                .finish(&summary)
                .map_err(|error| unwritten(&error))?,
            None => Written::default(),
        };
        if let Some(checkpoints) = &self.checkpoints {
            // There is nothing left to go on with. One that is gone already is no failure.
            let _ = fs::remove_file(&checkpoints.path);
        }
        progress.finish();
        for file in folder.iter().flat_map(|folder| stale_files(folder, &files)) {
            eprintln!(
                "warning: {} is of an earlier run; remove it, or have it written anew (see run --help)",
                file.display()
            );
        }
        if outside_of_area > 0 {
            eprintln!(
                "warning: walls part the world, PedPy takes one area, and {outside_of_area} agents start outside \
                 of that with the most agents: leave them out of the trajectories, or PedPy refuses these"
            );
        }
        let why = table::arrival_note(&summary, &self.simulation.setting().agents);
        report(self.json, &summary, why, folder.as_deref(), &files)
    }

    /// A run from its beginning.
    fn start(scene: &str, options: &RunOptions, is_shared: bool) -> Result<Self, Failure> {
        let source = scene;
        let scene = scene_source::load(scene, &options.changes, options.method)?;
        if options.pedpy && scene.level.is_some() {
            return Err(Failure::input(
                "--pedpy: PedPy analyses one floor, and the scene is on a level with floors above each other; \
                 leave --pedpy out",
            ));
        }
        let simulation = simulation::prepare_and_warn(&scene, is_recorded(options))?;
        if let Some(path) = &options.checkpoint {
            // That there can be one is known before other files are begun.
            WholeFile::create(path)
                .map_err(|error| Failure::run(format!("{error} (--checkpoint FILE)")))?;
        }
        let text = if options.checkpoint.is_some() || is_shared {
            text_of(&scene)?
        } else {
            String::new()
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
                        animation: options.animation,
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
    fn go_on(
        &mut self,
        progress: &mut Progress,
        mut advance: impl FnMut(&mut World, f32) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        progress.set_done(self.simulation.frame().step);
        let failed = |recording: &Option<Recording>| {
            recording
                .as_ref()
                .is_some_and(|recording| recording.has_failed())
        };
        while !self.simulation.is_over() && !failed(&self.recording) {
            let mut observers: Vec<&mut dyn Observer> = vec![&mut self.measures, progress];
            observers.extend(self.recording.as_mut().map(|it| it as &mut dyn Observer));
            self.stepping += (self.simulation).step_by_before(&mut observers, &mut advance)?;
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
            "the scene isn't the same once it is written as TOML, as it has to be for checkpoints \
             and for others that take part; convert it to TOML first (sidestep convert), and run that",
        )),
    }
}

/// Files in the folder that this run hasn't written: they would be taken for its own.
fn stale_files(folder: &Path, written: &[PathBuf]) -> Vec<PathBuf> {
    let all = output::ON_REQUEST.map(|name| folder.join(name));
    let stale = |file: &PathBuf| !written.contains(file) && file.exists();
    all.into_iter().filter(stale).collect()
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
    why: Option<String>,
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
    let mut text = format!("{title}\n\n{table}\n\n");
    for note in why.iter().map(String::as_str).chain([table::FLIPS]) {
        text.push_str(&format!("{note}\n"));
    }
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
