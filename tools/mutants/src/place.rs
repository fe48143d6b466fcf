//! The places in the core where faults are made.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

/// A part of the core, by its name and where it is.
pub struct Place {
    /// What the report calls it.
    pub name: &'static str,
    /// Below the core's `src`: a file or a folder.
    path: &'static str,
}

/// What decides where bodies go.
pub const PLACES: [Place; 6] = [
    Place {
        name: "walker",
        path: "walker",
    },
    Place {
        name: "guard",
        path: "avoid/guard",
    },
    Place {
        name: "sampling",
        path: "avoid/sampling",
    },
    Place {
        name: "space",
        path: "space",
    },
    Place {
        name: "contact",
        path: "contact.rs",
    },
    Place {
        name: "detour",
        path: "avoid/detour",
    },
];

impl Place {
    /// The files of this place below the folder `source`, by their paths from there, sorted.
    pub fn files(&self, source: &Path) -> Result<Vec<PathBuf>> {
        let mut found = Vec::new();
        let mut left = vec![source.join(self.path)];
        while let Some(path) = left.pop() {
            if path.is_dir() {
                for entry in path.read_dir().context(self.path)? {
                    left.push(entry?.path());
                }
            } else if path.extension().is_some_and(|it| it == "rs") {
                found.push(path.strip_prefix(source)?.to_owned());
            }
        }
        anyhow::ensure!(!found.is_empty(), "there is nothing in {}", self.path);
        found.sort();
        Ok(found)
    }
}
