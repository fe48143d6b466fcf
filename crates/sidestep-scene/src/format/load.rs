//! Reading and writing scenes.

use std::io::Read;
use std::path::{Component, Path};
use std::sync::Arc;

use super::document::{Document, way};
use super::error::{Place, SceneError};
use super::level::LARGEST_LEVEL;
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
            level: None,
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
            level: None,
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
        scene.read_level()?;
        scene.check()?;
        Ok(scene)
    }

    /// Puts the text of its level's file into the scene, where that is read from a file itself. A
    /// scene may come from others, and what is wrong in a level is told with its words, so the file
    /// must be in the scene's folder or below.
    fn read_level(&mut self) -> Result<(), SceneError> {
        let (Some(level), Some(folder)) = (&self.level, &self.origin.folder) else {
            return Ok(());
        };
        let (Some(file), None) = (&level.file, &level.obj) else {
            return Ok(());
        };
        let here = |message: String| self.error_at(&way!["level", "file"], message);
        // Scenes are shared between systems, so either slash may separate folders.
        let inside = file.replace('\\', "/");
        let inside = Path::new(&inside);
        let folder = if folder.as_os_str().is_empty() {
            Path::new(".")
        } else {
            folder.as_path()
        };
        let path = folder.join(inside);
        let goes_on =
            |part: Component<'_>| matches!(part, Component::Normal(_) | Component::CurDir);
        let real = |path: &Path| path.canonicalize().ok();
        let leads_out = !inside.components().all(goes_on)
            || real(folder)
                .zip(real(&path))
                .is_some_and(|(folder, path)| !path.starts_with(folder));
        if leads_out {
            return Err(here(
                "the level is outside the scene's folder, where none is read; put the file itself, no \
                 link, into that folder, and name it by its path from there"
                    .to_owned(),
            ));
        }
        let bytes = read_bytes(&path, LARGEST_LEVEL)
            .map_err(|what| here(format!("{} {what}", path.display())))?;
        // What isn't UTF-8 can stand in names and comments only; anywhere else the reader refuses it.
        let text = String::from_utf8_lossy(&bytes).into_owned();
        self.origin.level = Some(path.display().to_string());
        if let Some(level) = &mut self.level {
            level.file = None;
            level.obj = Some(text);
        }
        Ok(())
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

/// The text of a scene file in which the text of its level stands itself, where it names the level's
/// file; else as it is.
pub(crate) fn with_level(text: String, path: &Path) -> Result<String, SceneError> {
    let origin = Origin {
        source: path.display().to_string(),
        folder: path.parent().map(Path::to_owned),
        text: Some(Arc::from(text.as_str())),
        ..Origin::default()
    };
    let names_file =
        Document::parse(&origin).is_ok_and(|document| document.has(&way!["level", "file"]));
    if !names_file {
        return Ok(text);
    }
    let mut scene = Document::parse(&origin)?.into_scene()?;
    scene.origin = origin.clone();
    scene.read_level()?;
    scene.to_toml()
}

/// Reads a text file of bounded size.
pub(crate) fn read_text(path: &Path) -> Result<String, SceneError> {
    let unreadable = |message: String| SceneError::Unreadable {
        source_name: path.display().to_string(),
        message,
    };
    let bytes = read_bytes(path, LARGEST_FILE).map_err(unreadable)?;
    String::from_utf8(bytes).map_err(|error| {
        let valid = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = valid.iter().filter(|byte| **byte == b'\n').count() + 1;
        unreadable(format!(
            "is not UTF-8 text (line {line}); save it as UTF-8, and check that it is a scene file"
        ))
    })
}

/// Reads a file of at most so many bytes; the error says what is wrong with it.
fn read_bytes(path: &Path, most: u64) -> Result<Vec<u8>, String> {
    input_file::check(path).map_err(|what| what.to_string())?;
    let file = std::fs::File::open(path).map_err(|error| match error.kind() {
        std::io::ErrorKind::NotFound => "there is no such file; check the path".to_owned(),
        std::io::ErrorKind::PermissionDenied => {
            "may not be read; change its permissions".to_owned()
        }
        _ => format!("can't be opened: {error}"),
    })?;
    let mut bytes = Vec::new();
    file.take(most + 1)
        .read_to_end(&mut bytes)
        .map_err(|error| format!("can't be read: {error}"))?;
    if bytes.len() as u64 > most {
        let mend = if most == LARGEST_LEVEL {
            "leave out what nobody walks on or into, such as normals and textures"
        } else {
            "use counts and regions instead of listing everything"
        };
        return Err(format!(
            "is larger than {} MiB; {mend}",
            most / (1024 * 1024)
        ));
    }
    Ok(bytes)
}
