//! A folder of its own for a test, and the real command run in it.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

/// A scene that runs at once: one agent that walks 3 m.
pub const WALK: &str = "name = \"walk\"\nduration = 2.0\n\n[[agents]]\npositions = [[0, 0]]\n\
    goals = [{ point = [3, 0], radius = 0.2 }]\n";

/// Files with what is in them, and folders with nothing.
pub type Content = BTreeMap<PathBuf, Option<Vec<u8>>>;

/// What the command said and how it ended.
#[derive(Debug)]
pub struct Ending {
    /// Exit code.
    pub code: i32,
    /// Standard output.
    pub out: String,
    /// Standard error.
    pub error: String,
}

impl From<Output> for Ending {
    fn from(output: Output) -> Self {
        Self {
            code: output.status.code().expect("ends by itself"),
            out: String::from_utf8(output.stdout).expect("UTF-8 on standard output"),
            error: String::from_utf8(output.stderr).expect("UTF-8 on standard error"),
        }
    }
}

/// A temporary folder in which the command runs.
pub struct Workplace {
    folder: TempDir,
}

impl Workplace {
    /// An empty folder.
    pub fn new() -> Self {
        Self {
            folder: tempfile::tempdir().expect("a temporary folder"),
        }
    }

    /// A folder with [`WALK`] as `walk.toml`.
    pub fn with_walk() -> Self {
        let place = Self::new();
        place.write("walk.toml", WALK);
        place
    }

    /// The path of a file in it.
    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Writes a file, and the folder for it.
    pub fn write(&self, name: &str, content: impl AsRef<[u8]>) {
        let path = self.path(name);
        let parent = path.parent().expect("within the folder");
        fs::create_dir_all(parent).expect("a folder");
        fs::write(path, content).expect("written");
    }

    /// Reads a file as text.
    pub fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    /// The command with these arguments, not started yet.
    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_sidestep"));
        command
            .args(arguments)
            .current_dir(self.folder.path())
            .stdin(Stdio::null());
        command
    }

    /// Runs the command to its end.
    pub fn run(&self, arguments: &[&str]) -> Ending {
        let output = self.command(arguments).output();
        output.expect("the command starts").into()
    }

    /// Runs the command and asserts that it succeeds without a word on standard error. Returns its
    /// output.
    #[track_caller]
    pub fn succeed(&self, arguments: &[&str]) -> String {
        let ending = self.run(arguments);
        assert_eq!(ending.code, 0, "{arguments:?}: {}", ending.error);
        assert_eq!(ending.error, "", "{arguments:?}");
        ending.out
    }

    /// Runs the command and reads what it prints as JSON.
    #[track_caller]
    pub fn json(&self, arguments: &[&str]) -> serde_json::Value {
        let out = self.succeed(arguments);
        serde_json::from_str(&out).unwrap_or_else(|error| panic!("{arguments:?}: {error}\n{out}"))
    }

    /// All files below the folder with what is in them, and folders with nothing.
    pub fn content(&self) -> Content {
        let mut found = BTreeMap::new();
        collect(self.folder.path(), &mut found);
        found
    }

    /// Names of the files in a folder, in order.
    pub fn names_in(&self, folder: &str) -> Vec<String> {
        let entries = fs::read_dir(self.path(folder)).expect("a folder");
        let name = |entry: std::io::Result<fs::DirEntry>| {
            entry.expect("an entry").file_name().into_string()
        };
        let mut names: Vec<String> = entries.map(|entry| name(entry).expect("UTF-8")).collect();
        names.sort();
        names
    }
}

fn collect(folder: &Path, found: &mut Content) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            collect(&path, found);
            found.insert(path, None);
        } else {
            let bytes = fs::read(&path).expect("a file");
            found.insert(path, Some(bytes));
        }
    }
}
