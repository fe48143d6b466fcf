//! Where a scene comes from.

use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Where a scene comes from, for messages. Two scenes that differ in nothing else are the same
/// scene.
#[derive(Clone, Debug)]
pub struct Origin {
    /// File name or another name of the source.
    pub source: String,
    /// Folder that relative paths of the scene resolve from, where it came from a file.
    pub folder: Option<PathBuf>,
    /// The file that the text of its level was read from, where there is one.
    pub level: Option<String>,
    /// The text that was read, where there is one. Kept to name the line of what turns out wrong
    /// only when the scene is laid out.
    pub text: Option<Arc<str>>,
    /// Overrides (key and value) that were set after the text.
    pub overrides: Vec<(String, String)>,
}

impl Default for Origin {
    fn default() -> Self {
        Self::named("scene")
    }
}

impl Origin {
    /// A scene made by a program, under the name that messages should give it.
    pub fn named(source: impl Into<String>) -> Self {
        Self {
            source: source.into(),
            folder: None,
            level: None,
            text: None,
            overrides: Vec::new(),
        }
    }

    /// Resolves a path of the scene from the scene's own folder.
    pub fn resolve(&self, path: &Path) -> PathBuf {
        match &self.folder {
            Some(folder) => folder.join(path),
            None => path.to_owned(),
        }
    }
}

impl PartialEq for Origin {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}
