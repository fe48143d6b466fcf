//! Test cases of others, run to their end and scored by their own rules.
//!
//! [`Suites::load`] finds the cases in files and folders: SteerBench test cases (`.xml`, see
//! [`steerbench`]) and tables of CrowdNav episodes (`.csv`, see [`crowdnav`]).

pub mod crowdnav;
pub mod steerbench;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use crate::format::SceneError;
use crate::import::crowdnav::EpisodeFile;
use crate::import::{self, ImportError};

/// Why cases can't be scored. The message says which, what is wrong and how to mend it.
#[derive(Debug, thiserror::Error)]
pub enum ScoreError {
    /// A folder can't be listed.
    #[error("{}: can't be listed ({source}); check its permissions", path.display())]
    Unlisted {
        /// The folder.
        path: PathBuf,
        /// What the system says.
        source: std::io::Error,
    },
    /// There is nothing at a path.
    #[error("{}: there is no such file or folder; check the path", path.display())]
    Missing {
        /// The path.
        path: PathBuf,
    },
    /// A folder has no cases.
    #[error("{}: holds neither SteerBench test cases (.xml) nor CrowdNav episodes (.csv); give the folder they are in", path.display())]
    NoCases {
        /// The folder.
        path: PathBuf,
    },
    /// A file is of another kind.
    #[error("{}: isn't scored; give SteerBench test cases (.xml), CrowdNav episodes (.csv), or a folder of them", path.display())]
    OtherKind {
        /// The file.
        path: PathBuf,
    },
    /// A file can't be loaded.
    #[error(transparent)]
    Import(#[from] ImportError),
    /// What a case places doesn't fit.
    #[error(transparent)]
    Scene(#[from] SceneError),
}

/// The cases of one or several suites.
#[derive(Clone, Debug, Default)]
pub struct Suites {
    /// SteerBench test cases that can be scored.
    pub steerbench: Vec<steerbench::Case>,
    /// Names of SteerBench test cases that can't: their goals aren't fixed places.
    pub left_out: Vec<String>,
    /// Files of CrowdNav episodes.
    pub crowdnav: Vec<EpisodeFile>,
    /// What is wrong with the files of folders that can't be loaded, such as a test case without
    /// agents.
    pub unreadable: Vec<String>,
}

/// What a file holds, by the ending of its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    TestCase,
    Episodes,
}

impl Kind {
    fn of(path: &Path) -> Option<Self> {
        let ending = path.extension()?.to_string_lossy().to_lowercase();
        match ending.as_str() {
            "xml" => Some(Self::TestCase),
            "csv" => Some(Self::Episodes),
            _ => None,
        }
    }
}

impl Suites {
    /// Loads the cases of files, and of folders without those inside. A folder's are in order of
    /// name. A file that is named twice counts once.
    ///
    /// What can't be loaded of a folder is left out, and [`unreadable`](Self::unreadable) says why.
    ///
    /// # Errors
    /// If a path doesn't exist or holds no cases, or a case that is named, or each of them, can't be
    /// loaded.
    pub fn load(paths: &[PathBuf]) -> Result<Self, ScoreError> {
        Self::load_with_overrides(paths, &[])
    }

    /// As [`Suites::load`], after setting some values of SteerBench's cases, as they are once they are
    /// scene files, as [`Scene::with_overrides`](crate::format::Scene::with_overrides) does.
    ///
    /// # Errors
    /// As [`Suites::load`], and if a value doesn't fit.
    pub fn load_with_overrides(
        paths: &[PathBuf],
        overrides: &[(String, String)],
    ) -> Result<Self, ScoreError> {
        let mut suites = Self::default();
        let mut seen = BTreeSet::new();
        let mut first = None;
        for path in paths {
            let is_folder = path.is_dir();
            for file in files(path)? {
                // A file that has just been found exists; if not, loading says so.
                let same = std::fs::canonicalize(&file).unwrap_or_else(|_| file.clone());
                if !seen.insert(same) {
                    continue;
                }
                match suites.add(&file, overrides) {
                    Err(error) if is_folder => {
                        suites.unreadable.push(error.to_string());
                        first = first.or(Some(error));
                    }
                    added => added?,
                }
            }
        }
        let is_empty = suites.steerbench.is_empty()
            && suites.crowdnav.is_empty()
            && suites.left_out.is_empty();
        match first {
            Some(error) if is_empty => Err(error),
            _ => Ok(suites),
        }
    }

    fn add(&mut self, file: &Path, overrides: &[(String, String)]) -> Result<(), ScoreError> {
        match Kind::of(file) {
            Some(Kind::Episodes) => self.crowdnav.push(import::crowdnav::load(file)?),
            _ => match steerbench::Case::load(file, overrides)? {
                Some(case) => self.steerbench.push(case),
                None => self.left_out.push(steerbench::case_name(file)),
            },
        }
        Ok(())
    }
}

/// The files that a path stands for.
fn files(path: &Path) -> Result<Vec<PathBuf>, ScoreError> {
    let owned = || path.to_owned();
    if !path.exists() {
        return Err(ScoreError::Missing { path: owned() });
    }
    if !path.is_dir() {
        return match Kind::of(path) {
            Some(_) => Ok(vec![owned()]),
            None => Err(ScoreError::OtherKind { path: owned() }),
        };
    }
    let unlisted = |source| ScoreError::Unlisted {
        path: owned(),
        source,
    };
    let mut files = Vec::new();
    for entry in std::fs::read_dir(path).map_err(unlisted)? {
        let file = entry.map_err(unlisted)?.path();
        if Kind::of(&file).is_some() && file.is_file() {
            files.push(file);
        }
    }
    if files.is_empty() {
        return Err(ScoreError::NoCases { path: owned() });
    }
    files.sort();
    Ok(files)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    const TABLE: &str = "case,seed,human,px,py,gx,gy\n0,1000,0,-3,0,3,0\n";

    #[test]
    fn files_and_folders_are_found_once_each() {
        let folder = tempfile::tempdir().expect("a folder");
        for name in ["b.csv", "a.CSV", "notes.txt"] {
            fs::write(folder.path().join(name), TABLE).expect("it can be written");
        }
        fs::create_dir(folder.path().join("more.csv")).expect("it can be made");
        let paths = [folder.path().to_owned(), folder.path().join("b.csv")];
        let suites = Suites::load(&paths).unwrap_or_else(|error| panic!("{error}"));
        let names: Vec<_> = (suites.crowdnav.iter())
            .filter_map(|file| file.path.file_name()?.to_str())
            .collect();
        assert_eq!(names, ["a.CSV", "b.csv"]);
        assert!(suites.steerbench.is_empty() && suites.left_out.is_empty());
    }

    #[test]
    fn what_is_not_there_is_named() {
        let folder = tempfile::tempdir().expect("a folder");
        let refusal = |name: &str| {
            let refused = Suites::load(&[folder.path().join(name)]);
            refused.expect_err(name).to_string()
        };
        assert!(refusal("gone").contains("gone: there is no such file or folder"));
        assert!(refusal("gone.xml").contains("gone.xml: there is no such file"));
        assert!(refusal("").contains("holds neither SteerBench test cases (.xml) nor"));
        fs::write(folder.path().join("notes.txt"), "").expect("it can be written");
        assert!(refusal("notes.txt").contains("notes.txt: isn't scored; give SteerBench"));
        fs::write(folder.path().join("t.csv"), TABLE.replace("-3", "west")).expect("written");
        assert!(refusal("t.csv").contains("t.csv:2:10: the x of the start is `west`"));
    }
}
