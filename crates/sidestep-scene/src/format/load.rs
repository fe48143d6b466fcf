//! Reading and writing scenes.

use std::io::Read;
use std::path::Path;
use std::sync::Arc;

use super::document::Document;
use super::error::{Place, SceneError};
use super::names::Name;
use super::origin::Origin;
use super::scene::Scene;
use crate::input_file;

/// Largest scene file that is read (bytes).
pub const LARGEST_FILE: u64 = 64 * 1024 * 1024;

impl Scene {
    /// Reads a scene from TOML.
    ///
    /// `source_name` is what messages call it, mostly its file name. Without a `name` in the text,
    /// the scene is called by the last part of that, without its ending.
    ///
    /// # Errors
    /// [`SceneError::Invalid`] with line and column when the text isn't TOML, has an unknown key or
    /// a value that makes no sense, or when its parts don't fit together.
    pub fn from_toml(text: &str, source_name: &str) -> Result<Self, SceneError> {
        Self::with_overrides(text, source_name, &[])
    }

    /// Reads a scene from TOML, after setting some of its values.
    ///
    /// Each override is a dotted key, such as `dt`, `bounds.kind`, `agents.0.radius` (an item
    /// counted from 0) or `agents.*.radius` (all items), and a value in TOML; what isn't TOML is
    /// taken as text, so `method` can be set to `classic-2` without quotes.
    ///
    /// # Errors
    /// As [`Scene::from_toml`]; a message about a value that was set names the override.
    pub fn with_overrides(
        text: &str,
        source_name: &str,
        overrides: &[(String, String)],
    ) -> Result<Self, SceneError> {
        Self::read(Origin {
            source: source_name.to_owned(),
            folder: None,
            text: Some(Arc::from(text)),
            overrides: overrides.to_vec(),
        })
    }

    /// Reads a scene file.
    ///
    /// # Errors
    /// [`SceneError::Unreadable`] when it is missing, no file (a folder, a pipe), larger than [`LARGEST_FILE`] or not
    /// UTF-8; else as [`Scene::from_toml`].
    pub fn load(path: &Path) -> Result<Self, SceneError> {
        Self::load_with_overrides(path, &[])
    }

    /// Reads a scene file, after setting some of its values as [`Scene::with_overrides`] does.
    ///
    /// # Errors
    /// As [`Scene::load`] and [`Scene::with_overrides`].
    pub fn load_with_overrides(
        path: &Path,
        overrides: &[(String, String)],
    ) -> Result<Self, SceneError> {
        let text = read_text(path)?;
        Self::read(Origin {
            source: path.display().to_string(),
            folder: path.parent().map(Path::to_owned),
            text: Some(Arc::from(text)),
            overrides: overrides.to_vec(),
        })
    }

    /// Reads the scene whose text and overrides are those of `origin`.
    pub(crate) fn read(origin: Origin) -> Result<Self, SceneError> {
        let mut scene = Document::parse(&origin)?.into_scene()?;
        if scene.name.is_none() {
            let stem = Path::new(&origin.source).file_stem();
            let stem = stem.map(|stem| stem.to_string_lossy().into_owned());
            scene.name = Some(Name::from_any(&stem.unwrap_or_default()));
        }
        scene.origin = origin;
        scene.check()?;
        Ok(scene)
    }

    /// The scene as TOML that [`Scene::from_toml`] reads back to the same scene.
    ///
    /// # Errors
    /// [`SceneError::Invalid`] if a value can't be written; every value that passes
    /// [`Scene::check`] can.
    pub fn to_toml(&self) -> Result<String, SceneError> {
        toml::to_string(self).map_err(|error| SceneError::Invalid {
            place: Place {
                source: self.origin.source.clone(),
                ..Place::default()
            },
            message: format!("can't be written as TOML: {error}"),
        })
    }
}

/// Reads a text file of bounded size.
pub(crate) fn read_text(path: &Path) -> Result<String, SceneError> {
    let unreadable = |message: String| SceneError::Unreadable {
        source_name: path.display().to_string(),
        message,
    };
    input_file::check(path).map_err(|what| unreadable(what.to_string()))?;
    let file = std::fs::File::open(path).map_err(|error| {
        unreadable(match error.kind() {
            std::io::ErrorKind::NotFound => "there is no such file; check the path".to_owned(),
            std::io::ErrorKind::PermissionDenied => {
                "may not be read; change its permissions".to_owned()
            }
            _ => format!("can't be opened: {error}"),
        })
    })?;
    let mut bytes = Vec::new();
    file.take(LARGEST_FILE + 1)
        .read_to_end(&mut bytes)
        .map_err(|error| unreadable(format!("can't be read: {error}")))?;
    if bytes.len() as u64 > LARGEST_FILE {
        return Err(unreadable(format!(
            "is larger than {} MiB; use counts and regions instead of listing everything",
            LARGEST_FILE / (1024 * 1024)
        )));
    }
    String::from_utf8(bytes).map_err(|error| {
        let valid = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = valid.iter().filter(|byte| **byte == b'\n').count() + 1;
        unreadable(format!(
            "is not UTF-8 text (line {line}); save it as UTF-8, and check that it is a scene file"
        ))
    })
}
