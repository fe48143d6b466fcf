//! A copy of the project with the faults in its core, and what is built from it.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail, ensure};
use serde_json::Value;

use crate::find::sites;
use crate::mutant::Mutant;
use crate::rewrite::{Wanted, rewrite};

/// The core, from the project's root.
pub const CORE: &str = "crates/sidestep/src";

/// The tests of the core with all its features, and those of the scenes.
const PACKAGES: [&str; 6] = [
    "-p",
    "sidestep",
    "-p",
    "sidestep-scene",
    "--features",
    "sidestep/levels,sidestep/postcard",
];

/// A program of tests.
#[derive(Clone, Debug)]
pub struct TestProgram {
    /// Its package and its name.
    pub name: String,
    /// The program.
    pub path: PathBuf,
    /// Where it is run.
    pub folder: PathBuf,
}

/// A copy of the project.
pub struct Tree {
    original: PathBuf,
    root: PathBuf,
    build: PathBuf,
}

impl Tree {
    /// Copies what git knows, or would know, into `root`; what is there already and is the same
    /// stays, so that it isn't built again.
    pub fn copy(original: &Path, root: &Path, build: &Path) -> Result<Self> {
        let listed = Command::new("git")
            .args([
                "ls-files",
                "-z",
                "--cached",
                "--others",
                "--exclude-standard",
            ])
            .current_dir(original)
            .output()
            .context("git ls-files")?;
        ensure!(listed.status.success(), "git ls-files failed");
        let listed = String::from_utf8(listed.stdout)?;
        let tree = Self {
            original: original.to_owned(),
            root: root.to_owned(),
            build: build.to_owned(),
        };
        let mut files = BTreeSet::from([root.join(CORE).join("mutants.rs")]);
        for file in listed.split_terminator('\0') {
            let from = original.join(file);
            // What is deleted and not yet committed so is listed all the same.
            if from.is_file() && !file.starts_with(CORE) {
                write(&root.join(file), &fs::read(&from)?)?;
                files.insert(root.join(file));
            } else if from.is_file() {
                files.insert(root.join(file));
            }
        }
        remove_others(root, &files)?;
        Ok(tree)
    }

    /// Puts the faults into the core; each has its place in the list, from 1 on, as its number.
    pub fn put_in(&self, mutants: &[Mutant]) -> Result<()> {
        let mut by_file: BTreeMap<&str, Vec<(u32, &Mutant)>> = BTreeMap::new();
        for (number, mutant) in (1..).zip(mutants) {
            by_file
                .entry(&mutant.file)
                .or_default()
                .push((number, mutant));
        }
        let core = self.original.join(CORE);
        let mut left = vec![core.clone()];
        while let Some(path) = left.pop() {
            if path.is_dir() {
                for entry in path.read_dir()? {
                    left.push(entry?.path());
                }
                continue;
            }
            let name = path
                .strip_prefix(&core)?
                .to_str()
                .context("a path is no text")?;
            let mut text = fs::read_to_string(&path)?;
            if let Some(chosen) = by_file.get(name) {
                let sites = sites(&text).with_context(|| name.to_owned())?;
                let mut at: BTreeMap<usize, Vec<(u32, String)>> = BTreeMap::new();
                for (number, mutant) in chosen {
                    at.entry(mutant.site)
                        .or_default()
                        .push((*number, mutant.other.clone()));
                }
                let wanted: Vec<Wanted<'_>> = at
                    .into_iter()
                    .map(|(site, changes)| (&sites[site], changes))
                    .collect();
                text = rewrite(&text, &wanted);
            }
            if name == "lib.rs" {
                // Lines stay where they are.
                text = format!(
                    "#![allow(warnings)] {text}\nmod mutants;\npub(crate) use mutants::mutation;\n"
                );
            }
            write(&self.root.join(CORE).join(name), text.as_bytes())?;
        }
        write(
            &self.root.join(CORE).join("mutants.rs"),
            include_bytes!("support.rs"),
        )
    }

    /// The lines of the core, by file below its `src`, that don't compile.
    pub fn faulty_lines(&self) -> Result<Vec<(String, usize, usize)>> {
        let (fine, told) = self.cargo(&["check", "--lib"], &PACKAGES[..2], Some(PACKAGES[5]))?;
        if fine {
            return Ok(Vec::new());
        }
        let mut found = Vec::new();
        let mut first = None;
        for message in &told {
            let message = &message["message"];
            if message["level"] != "error" {
                continue;
            }
            first = first.or_else(|| message["rendered"].as_str());
            for span in message["spans"].as_array().into_iter().flatten() {
                let file = span["file_name"].as_str().unwrap_or_default();
                let Some(file) = file.split_once(&format!("{CORE}/")).map(|it| it.1) else {
                    continue;
                };
                let line = |key: &str| span[key].as_u64().unwrap_or_default() as usize;
                found.push((file.to_owned(), line("line_start"), line("line_end")));
            }
        }
        ensure!(
            !found.is_empty(),
            "the copy doesn't compile:\n{}",
            first.unwrap_or("cargo said nothing")
        );
        Ok(found)
    }

    /// Builds the tests, those of the core first.
    pub fn build_tests(&self) -> Result<Vec<TestProgram>> {
        let (fine, told) =
            self.cargo(&["test", "--no-run", "--lib", "--tests"], &PACKAGES, None)?;
        if !fine {
            for message in told {
                if let Some(text) = message["message"]["rendered"].as_str() {
                    eprintln!("{text}");
                }
            }
            bail!("the tests of the copy don't build");
        }
        let mut found = Vec::new();
        for message in &told {
            let Some(path) = message["executable"].as_str() else {
                continue;
            };
            if message["profile"]["test"] != true {
                continue;
            }
            let manifest = PathBuf::from(message["manifest_path"].as_str().unwrap_or_default());
            let folder = manifest
                .parent()
                .context("a manifest is in a folder")?
                .to_owned();
            let package = folder
                .file_name()
                .and_then(OsStr::to_str)
                .unwrap_or_default();
            found.push(TestProgram {
                name: format!(
                    "{package} {}",
                    message["target"]["name"].as_str().unwrap_or_default()
                ),
                path: path.into(),
                folder,
            });
        }
        found.sort_by(|one, other| one.name.cmp(&other.name));
        ensure!(!found.is_empty(), "there are no tests");
        Ok(found)
    }

    /// Runs cargo on the copy; whether it went well, and its messages.
    fn cargo(
        &self,
        words: &[&str],
        packages: &[&str],
        features: Option<&str>,
    ) -> Result<(bool, Vec<Value>)> {
        let mut command = Command::new("cargo");
        command.args(words).args(packages);
        if let Some(features) = features {
            command.args(["--features", features]);
        }
        let run = command
            .args(["--quiet", "--message-format", "json"])
            .current_dir(&self.root)
            .env("CARGO_TARGET_DIR", &self.build)
            .stderr(Stdio::inherit())
            .output()
            .context("cargo")?;
        let told = String::from_utf8(run.stdout)?;
        let messages = told
            .lines()
            .filter_map(|it| serde_json::from_str(it).ok())
            .collect();
        Ok((run.status.success(), messages))
    }
}

/// Writes a file if it would become another.
fn write(path: &Path, content: &[u8]) -> Result<()> {
    if fs::read(path).is_ok_and(|now| now == content) {
        return Ok(());
    }
    fs::create_dir_all(path.parent().context("a file is in a folder")?)?;
    fs::write(path, content).with_context(|| path.display().to_string())
}

/// Removes whatever isn't listed below a folder.
fn remove_others(folder: &Path, listed: &BTreeSet<PathBuf>) -> Result<()> {
    for entry in folder.read_dir()? {
        let path = entry?.path();
        if path.is_dir() {
            remove_others(&path, listed)?;
        } else if !listed.contains(&path) {
            fs::remove_file(&path)?;
        }
    }
    Ok(())
}
