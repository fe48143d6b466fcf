//! Watches a run and writes its files.

use std::borrow::Cow;
use std::path::{Path, PathBuf};

use glam::Vec2;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use sidestep::explain::Explanation;
use sidestep_scene::recording::{Frame, Observer, Setting, WorldBounds};

use super::extent::Extent;
use super::palette::Colouring;
use super::paths::{self, AnimationSource, PathsSource, PictureError};
use super::pedpy::{PedpyTrajectories, walkable_area};
use super::replay::{self, ReplayExplanations, ReplayFrames, ReplaySource};
use super::trails::{TrailPoint, Trails};
use super::trajectories::CsvTrajectories;
use super::trajectories_parquet::ParquetTrajectories;
use crate::write_whole::{PartialError, PartialFile, WholeFile, WriteError, create_folder};

/// Points that all trails together may have in memory.
const TRAIL_POINTS: usize = 600_000;
/// Agents that a replay shows, at most.
const REPLAY_AGENTS: usize = 20_000;
/// Bytes of frames in a replay, a third less than they take as Base64.
const FRAME_BYTES: usize = 4_000_000;
/// Bytes of explanations in a replay, likewise.
const EXPLANATION_BYTES: usize = 6_500_000;
/// Width of `paths.png` (px).
const PICTURE_WIDTH: u32 = 1600;

/// The files that a [`Recording`] always writes.
const FILES: [&str; 4] = ["summary.json", "paths.svg", "paths.png", "replay.html"];
/// The tables of trajectories, which are written on request.
const CSV: &str = "trajectories.csv";
const PARQUET: &str = "trajectories.parquet";
/// What PedPy loads.
const PEDPY: &str = "pedpy_trajectories.txt";
const PEDPY_AREA: &str = "pedpy_walkable_area.wkt";

/// The run as a moving picture.
const ANIMATION: &str = "animation.gif";

/// Names of all that is written on request.
pub const ON_REQUEST: [&str; 5] = [CSV, PARQUET, PEDPY, PEDPY_AREA, ANIMATION];

/// What a [`Recording`] writes beyond the files that it always writes.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct RecordingOptions {
    /// Whether to write `trajectories.csv`.
    pub csv: bool,
    /// Whether to write `trajectories.parquet`.
    pub parquet: bool,
    /// Whether to write what PedPy loads.
    pub pedpy: bool,
    /// Whether to write `animation.gif`.
    pub animation: bool,
    /// Agents whose forces and reasons the replay has, at most. 0: none. They are evenly chosen.
    pub explained_agents: usize,
    /// Explanations of an agent for a simulated second, at most.
    pub explanations_per_second: f64,
    /// Whether what is written so far stays if the process ends early, so that another one can go
    /// on with it: see [`Recording::save`].
    pub lasts: bool,
}

impl Default for RecordingOptions {
    fn default() -> Self {
        Self {
            csv: false,
            parquet: false,
            pedpy: false,
            animation: false,
            explained_agents: 200,
            explanations_per_second: 5.0,
            lasts: false,
        }
    }
}

/// Why the files of a run could not be written.
#[derive(Debug, thiserror::Error)]
pub enum OutputError {
    /// A file or folder couldn't be written.
    #[error(transparent)]
    Write(#[from] WriteError),
    /// The summary isn't an object that JSON can hold.
    #[error("the summary can't be written as JSON: {0}")]
    Json(#[from] serde_json::Error),
    /// A picture couldn't be drawn.
    #[error("{name} can't be drawn: {error}")]
    Picture {
        /// Name of the file.
        name: &'static str,
        /// Why.
        error: PictureError,
    },
    /// [`Recording::finish`] was called for a run that never began.
    #[error("there is no run to write: it never began")]
    NothingRecorded,
}

/// Watches a run, keeps what the files need and writes them at its end.
///
/// The runner feeds it frames as an [`Observer`], and explanations where it [wants
/// them](Observer::wants_explanations). Tables of trajectories go to temporary files at once; of all else,
/// memory stays bounded however long the run is. A `Recording` that is dropped leaves no files.
pub struct Recording {
    folder: PathBuf,
    options: RecordingOptions,
    csv: Option<CsvTrajectories<WholeFile>>,
    parquet: Option<ParquetTrajectories<WholeFile>>,
    pedpy: Option<PedpyTrajectories<WholeFile>>,
    run: Option<RunSoFar>,
    failure: Option<WriteError>,
}

/// A recording in the middle of its run, to go on with in another process.
#[derive(Serialize, Deserialize)]
pub struct SavedRecording<'a> {
    folder: PathBuf,
    options: RecordingOptions,
    /// The table of trajectories, if there is one.
    csv: Option<PartialFile>,
    run: Cow<'a, RunSoFar>,
}

/// What a recording has written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Written {
    /// The files.
    pub files: Vec<PathBuf>,
    /// How many agents start outside of the walkable area that was written for PedPy, if one was.
    pub outside_of_area: usize,
}

/// What is known once the run has begun.
#[derive(Clone, Serialize, Deserialize)]
struct RunSoFar {
    #[serde(skip)]
    setting: Setting,
    agents: Trails,
    targets: Trails,
    obstacles: Trails,
    frames: ReplayFrames,
    explanations: ReplayExplanations,
    travelled: Extent,
    fastest: f32,
    last: Frame,
}

impl Recording {
    /// Makes the folder and opens the files in it, so that a folder that can't be written to is
    /// known before the run and not after it.
    ///
    /// # Errors
    /// When the folder can't be made or written to.
    pub fn start(folder: &Path, options: RecordingOptions) -> Result<Self, WriteError> {
        create_folder(folder)?;
        for name in FILES {
            WholeFile::check_name(&folder.join(name))?;
        }
        // That files can be made there at all is known before the run.
        drop(WholeFile::create(&folder.join(FILES[0]))?);
        let wanted = |name: &str, is_wanted: bool| is_wanted.then(|| folder.join(name));
        let csv = match wanted(CSV, options.csv) {
            Some(path) => {
                let file = match options.lasts {
                    true => WholeFile::create_lasting(&path)?,
                    false => WholeFile::create(&path)?,
                };
                let table = CsvTrajectories::start(file);
                Some(table.map_err(|error| WriteError::new(&path, error))?)
            }
            None => None,
        };
        let parquet = match wanted(PARQUET, options.parquet) {
            Some(path) => {
                let table = ParquetTrajectories::start(WholeFile::create(&path)?);
                Some(table.map_err(|error| WriteError::new(&path, error))?)
            }
            None => None,
        };
        let pedpy = match wanted(PEDPY, options.pedpy) {
            Some(path) => {
                WholeFile::check_name(&folder.join(PEDPY_AREA))?;
                Some(PedpyTrajectories::new(WholeFile::create(&path)?))
            }
            None => None,
        };
        if options.animation {
            WholeFile::check_name(&folder.join(ANIMATION))?;
        }
        Ok(Self {
            folder: folder.to_owned(),
            options,
            csv,
            parquet,
            pedpy,
            run: None,
            failure: None,
        })
    }

    /// The recording as it is now, with what was written so far safely on the disk. `None` for one
    /// whose run hasn't begun, or that writes a Parquet table or what PedPy loads, which can't be gone
    /// on with.
    ///
    /// # Errors
    /// When a file can't be written, now or earlier.
    pub fn save(&mut self) -> Result<Option<SavedRecording<'_>>, WriteError> {
        if self.parquet.is_some() || self.pedpy.is_some() {
            return Ok(None);
        }
        let csv = match &mut self.csv {
            Some(csv) => {
                let name = self.folder.join(CSV);
                let table = csv
                    .flushed()
                    .map_err(|error| WriteError::new(&name, error))?;
                Some(table.partial()?)
            }
            None => None,
        };
        let folder = std::path::absolute(&self.folder)
            .map_err(|error| WriteError::new(&self.folder, error))?;
        Ok(self.run.as_ref().map(|run| SavedRecording {
            folder,
            options: self.options,
            csv,
            run: Cow::Borrowed(run),
        }))
    }

    /// Goes on with a recording of a run in this setting.
    ///
    /// # Errors
    /// When what it had written is gone or was changed.
    pub fn resume(saved: SavedRecording<'_>, setting: &Setting) -> Result<Self, PartialError> {
        let csv = match &saved.csv {
            Some(csv) => Some(WholeFile::resume(&saved.folder.join(CSV), csv)?),
            None => None,
        };
        let mut run = saved.run.into_owned();
        run.setting.clone_from(setting);
        Ok(Self {
            folder: saved.folder,
            options: saved.options,
            csv: csv.map(CsvTrajectories::resume),
            parquet: None,
            pedpy: None,
            run: Some(run),
            failure: None,
        })
    }

    /// The folder that its files go to.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// What went wrong while writing, if anything did: the run may as well stop.
    /// [`Recording::finish`] returns it too.
    pub fn failure(&self) -> Option<&WriteError> {
        self.failure.as_ref()
    }

    /// Writes all files. None gets its name before all are complete.
    ///
    /// # Errors
    /// When a file can't be written, now or during the run; then none of the temporary files stays.
    pub fn finish(mut self, summary: &impl Serialize) -> Result<Written, OutputError> {
        if let Some(failure) = self.failure {
            return Err(failure.into());
        }
        let Some(mut run) = self.run.take() else {
            return Err(OutputError::NothingRecorded);
        };
        run.frames.end(&run.last);
        let summary = serde_json::to_value(summary)?;
        let measures = summary.as_object().cloned().unwrap_or_default();
        let svg = run.paths_svg(&measures);
        let undrawn = |name: &'static str| move |error| OutputError::Picture { name, error };
        let png = paths::png(&svg, PICTURE_WIDTH).map_err(undrawn("paths.png"))?;
        let animation = match self.options.animation {
            true => Some(run.animation().map_err(undrawn(ANIMATION))?),
            false => None,
        };
        let replay = run.replay(&measures)?;
        let mut text = serde_json::to_string_pretty(&summary)?;
        text.push('\n');

        let mut outside_of_area = 0;
        let mut files = vec![self.whole("summary.json", text.as_bytes())?];
        let in_folder = |name: &str| self.folder.join(name);
        let unwritten = |name: &str, error| WriteError::new(&in_folder(name), error);
        if let Some(table) = self.csv.take() {
            files.push(table.finish().map_err(|error| unwritten(CSV, error))?);
        }
        if let Some(table) = self.parquet.take() {
            let file = table.finish().map_err(|error| unwritten(PARQUET, error))?;
            files.push(file);
        }
        if let Some(table) = self.pedpy.take() {
            files.push(table.finish());
            let area = walkable_area(&run.setting, run.travelled);
            files.push(self.whole(PEDPY_AREA, area.text.as_bytes())?);
            outside_of_area = area.outside;
        }
        files.push(self.whole("paths.svg", svg.as_bytes())?);
        files.push(self.whole("paths.png", &png)?);
        if let Some(animation) = animation {
            files.push(self.whole(ANIMATION, &animation)?);
        }
        files.push(self.whole("replay.html", replay.as_bytes())?);
        for file in &mut files {
            file.settle()?;
        }
        let files = (files.into_iter())
            .map(|file| file.commit().map_err(OutputError::from))
            .collect::<Result<_, _>>()?;
        Ok(Written {
            files,
            outside_of_area,
        })
    }

    fn whole(&self, name: &str, bytes: &[u8]) -> Result<WholeFile, WriteError> {
        use std::io::Write;
        let path = self.folder.join(name);
        let mut file = WholeFile::create(&path)?;
        file.write_all(bytes)
            .map_err(|error| WriteError::new(&path, error))?;
        Ok(file)
    }

    fn write_rows(&mut self, setting: &Setting, frame: &Frame) {
        if self.failure.is_some() {
            return;
        }
        let unwritten = |name: &str, error| WriteError::new(&self.folder.join(name), error);
        let mut written = Ok(());
        if let Some(table) = &mut self.csv {
            let added = table.add(setting, frame);
            written = written.and(added.map_err(|error| unwritten(CSV, error)));
        }
        if let Some(table) = &mut self.parquet {
            let added = table.add(setting, frame);
            written = written.and(added.map_err(|error| unwritten(PARQUET, error)));
        }
        if let Some(table) = &mut self.pedpy {
            let added = table.add(setting, frame);
            written = written.and(added.map_err(|error| unwritten(PEDPY, error)));
        }
        if let Err(error) = written {
            self.failure = Some(error);
            // Dropping the tables gives the disk its space back while the run ends.
            self.csv = None;
            self.parquet = None;
            self.pedpy = None;
        }
    }
}

impl Observer for Recording {
    fn begin(&mut self, setting: &Setting, frame: &Frame) {
        let mut run = RunSoFar::new(setting, &self.options);
        run.add(frame);
        self.run = Some(run);
        self.write_rows(setting, frame);
    }

    fn observe(&mut self, setting: &Setting, frame: &Frame) {
        if let Some(run) = &mut self.run {
            run.add(frame);
        }
        self.write_rows(setting, frame);
    }

    fn wants_explanations(&self, frame: &Frame) -> Vec<usize> {
        let wanted = (self.run.as_ref()).and_then(|run| run.explanations.wanted(frame.step));
        wanted.map(|agents| agents.to_vec()).unwrap_or_default()
    }

    fn explain(&mut self, frame: &Frame, explanations: &[(usize, Explanation)]) {
        if let Some(run) = &mut self.run {
            (run.explanations).add(frame.step, frame.time, explanations);
        }
    }

    fn has_failed(&self) -> bool {
        self.failure.is_some()
    }
}

impl RunSoFar {
    fn new(setting: &Setting, options: &RecordingOptions) -> Self {
        // Half a pixel on a sheet that shows the whole setting.
        let spacing = Extent::of_setting(setting).framed(0.0).diagonal() / 3000.0;
        let frames = ReplayFrames::new(setting, FRAME_BYTES, REPLAY_AGENTS);
        let explanations = ReplayExplanations::new(
            setting,
            frames.shown(),
            options.explained_agents,
            options.explanations_per_second,
            EXPLANATION_BYTES,
        );
        let trails = |count| Trails::new(count, spacing, TRAIL_POINTS);
        Self {
            setting: setting.clone(),
            agents: trails(setting.agents.len()),
            targets: trails(setting.targets.len()),
            obstacles: trails(setting.obstacles.len()),
            frames,
            explanations,
            travelled: Extent::default(),
            fastest: 0.0,
            last: Frame::default(),
        }
    }

    fn add(&mut self, frame: &Frame) {
        for (index, state) in frame.agents.iter().enumerate() {
            let speed = state.velocity.length();
            let place = state.present.then_some(TrailPoint {
                position: state.position,
                speed,
            });
            let before = self.last.agents.get(index).map(|before| before.position);
            let jumped = state.teleported || self.wrapped(before, state.position);
            self.agents.follow(index, place, jumped);
            if state.present {
                let radius = self
                    .setting
                    .agents
                    .get(index)
                    .map_or(0.0, |agent| agent.radius);
                self.travelled.add_disc(state.position, radius);
                if speed.is_finite() {
                    self.fastest = self.fastest.max(speed);
                }
            }
        }
        for (index, &position) in frame.targets.iter().enumerate() {
            let before = self.last.targets.get(index).copied();
            let jumped = self.wrapped(before, position);
            let place = TrailPoint {
                position,
                speed: 0.0,
            };
            self.targets.follow(index, Some(place), jumped);
            self.travelled.add(position);
        }
        for (index, offset) in frame.obstacles.iter().enumerate() {
            let place = offset.map(|position| TrailPoint {
                position,
                speed: 0.0,
            });
            self.obstacles.follow(index, place, false);
            if let (Some(offset), Some(obstacle)) = (offset, self.setting.obstacles.get(index))
                && self.last.obstacles.get(index).copied().flatten() != Some(*offset)
            {
                self.travelled.add_outline(&obstacle.outline, *offset);
            }
        }
        self.frames.add(frame);
        self.last = frame.clone();
    }

    /// Whether something crossed the edge of a torus: it did if it is more than half the world
    /// away.
    fn wrapped(&self, before: Option<Vec2>, now: Vec2) -> bool {
        match (self.setting.bounds, before) {
            (WorldBounds::Torus { min, max }, Some(before)) => {
                let moved = (now - before).abs();
                let half = (max - min) / 2.0;
                moved.x > half.x || moved.y > half.y
            }
            _ => false,
        }
    }

    fn colouring(&self) -> Colouring {
        Colouring::choose(self.setting.groups.len(), self.fastest)
    }

    fn paths_svg(&self, summary: &Map<String, Value>) -> String {
        paths::svg(&PathsSource {
            setting: &self.setting,
            agents: &self.agents,
            targets: &self.targets,
            obstacles: &self.obstacles,
            last: &self.last,
            travelled: self.travelled,
            colouring: self.colouring(),
            summary,
        })
    }

    fn animation(&self) -> Result<Vec<u8>, PictureError> {
        paths::animation(&AnimationSource {
            setting: &self.setting,
            frames: &self.frames,
            travelled: self.travelled,
            colouring: self.colouring(),
        })
    }

    fn replay(&self, summary: &Map<String, Value>) -> Result<String, serde_json::Error> {
        replay::page(&ReplaySource {
            setting: &self.setting,
            frames: &self.frames,
            explanations: &self.explanations,
            travelled: self.travelled,
            colouring: self.colouring(),
            summary,
        })
    }
}

#[cfg(test)]
mod tests;
