//! The folder of a sweep: its plan, and a file for each run that has come to an end.

use std::fs;
use std::path::{Path, PathBuf};

use sidestep_scene::sweep::{Outcome, Plan};

use crate::leftovers;
use crate::write_whole::{WriteError, create_folder, write_one_of_many, write_whole};

/// Where a folder has its plan.
pub const PLAN: &str = "sweep.json";
/// Where a folder has its results.
pub const RUNS: &str = "runs";

/// The folder of a sweep.
#[derive(Clone, Debug)]
pub struct Folder {
    runs: PathBuf,
}

/// How a caller names what can be chosen, for messages.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// The folder, such as `--out DIR`.
    pub folder: &'static str,
    /// That a folder of another sweep is taken over, such as `--amend`.
    pub amend: &'static str,
}

/// Why a folder can't be used. The message says how to mend it.
#[derive(Debug, thiserror::Error)]
pub enum FolderError {
    /// It can't be written.
    #[error("{error} ({option})")]
    Unwritten {
        /// What went wrong.
        error: WriteError,
        /// How the caller names the folder.
        option: &'static str,
    },
    /// It has something else, or can't be read.
    #[error("{0}")]
    Refused(String),
}

/// What is known of a run by its file.
#[derive(Debug)]
pub enum Known {
    /// There is no file.
    Missing,
    /// There is one that can't be used, and why.
    Damaged(String),
    /// There is one.
    Outcome(Box<Outcome>),
}

impl Folder {
    /// Makes the folder, or sees that the one that is there belongs to this plan. With `amend` it is
    /// taken over whatever it has; results that fit are kept.
    ///
    /// # Errors
    /// See [`FolderError`].
    pub fn open(
        path: &Path,
        plan: &Plan,
        amend: bool,
        options: Options,
    ) -> Result<Self, FolderError> {
        let Options {
            folder: option,
            amend: amend_option,
        } = options;
        let unwritten = |error| FolderError::Unwritten { error, option };
        let refuse = |message: String| Err(FolderError::Refused(message));
        let runs = path.join(RUNS);
        let file = path.join(PLAN);
        create_folder(&runs).map_err(unwritten)?;
        let known = match fs::read_to_string(&file) {
            Ok(text) => Some(Plan::from_text(&text)),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => None,
            Err(error) => {
                let name = file.display();
                return refuse(format!(
                    "{name}: can't be read: {error}; choose another folder ({option})"
                ));
            }
        };
        let name = file.display();
        match known {
            Some(Ok(known)) if known.has_same_runs(plan) => {}
            None => {}
            _ if amend => {}
            Some(Ok(known)) if known.version() != plan.version() => {
                return refuse(format!(
                    "{name}: the results in this folder are of version {}, and this is version {}; \
                     choose another folder ({option}), or give {amend_option} to make them anew here",
                    known.version(),
                    plan.version()
                ));
            }
            Some(Ok(known)) => {
                return refuse(format!(
                    "{name}: this folder has another sweep, of {}, with {} runs, and {} has {} \
                     other ones; choose another folder ({option}), or give {amend_option} to take the \
                     new one from now on: results that both have in common are kept",
                    known.source(),
                    known.runs(),
                    plan.source(),
                    plan.runs()
                ));
            }
            Some(Err(error)) => {
                return refuse(format!(
                    "{name}: {error}; choose another folder ({option}), or give {amend_option} to write \
                     it anew: results that fit are kept"
                ));
            }
        }
        let text = plan
            .to_text()
            .map_err(|error| FolderError::Refused(error.to_string()))?;
        // One that is there stays as it is: others may be reading it.
        if fs::read_to_string(&file).ok().as_deref() != Some(&text) {
            write_whole(&file, text.as_bytes()).map_err(unwritten)?;
        }
        leftovers::tidy(&runs);
        Ok(Self { runs })
    }

    /// A folder that a sweep has made, to look at, with its plan. `made_by` says how such a folder
    /// is made, for the message where it is none.
    ///
    /// # Errors
    /// If it is none, or can't be read.
    pub fn existing(path: &Path, made_by: &str) -> Result<(Self, Plan), FolderError> {
        let refuse = |message: String| Err(FolderError::Refused(message));
        let file = path.join(PLAN);
        let text = match fs::read_to_string(&file) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                return refuse(format!(
                    "{}: there is no {PLAN}, so this is no folder of a sweep; give the one that \
                     {made_by} has made",
                    path.display()
                ));
            }
            Err(error) => return refuse(format!("{}: can't be read: {error}", file.display())),
        };
        let plan = Plan::from_text(&text);
        let plan =
            plan.map_err(|error| FolderError::Refused(format!("{}: {error}", file.display())))?;
        let runs = path.join(RUNS);
        Ok((Self { runs }, plan))
    }

    /// The folder with a file for each run.
    pub fn runs(&self) -> &Path {
        &self.runs
    }

    /// The file with the outcome of the run of this name.
    pub fn file(&self, name: &str) -> PathBuf {
        self.runs.join(format!("{name}.json"))
    }

    /// Looks for the outcome of the run of this name.
    pub fn known(&self, name: &str) -> Known {
        match fs::read_to_string(self.file(name)) {
            Ok(text) => match Outcome::from_text(&text, name) {
                Ok(outcome) => Known::Outcome(Box::new(outcome)),
                Err(error) => Known::Damaged(error.to_string()),
            },
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Known::Missing,
            Err(error) => Known::Damaged(format!("can't be read: {error}")),
        }
    }

    /// Whether the run of this name has figures here. What is damaged has none, and is told to `warn`.
    pub fn has_figures(&self, name: &str, warn: impl FnOnce(String)) -> bool {
        match self.known(name) {
            Known::Outcome(outcome) => outcome.summary.is_some(),
            Known::Missing => false,
            Known::Damaged(what) => {
                let file = self.file(name);
                warn(format!("{} {what}; it is made anew", file.display()));
                false
            }
        }
    }

    /// Keeps what a run has left, on the disk before it counts.
    ///
    /// # Errors
    /// If it can't be written.
    pub fn keep(&self, outcome: &Outcome) -> Result<(), WriteError> {
        let path = self.file(&outcome.run);
        match outcome.to_text() {
            Ok(text) => write_one_of_many(&path, text.as_bytes()).map(drop),
            Err(error) => Err(WriteError::new(&path, std::io::Error::other(error))),
        }
    }
}
